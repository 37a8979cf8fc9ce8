// SPDX-License-Identifier: Apache-2.0

import CameraControls
package import CameraListings
package import Cameras
import Frames
import PublishedCameras

/// A readable mode is chosen, if there is one.
extension DeviceRules {
    /// The choice of each node with formats; `nil` for a node without a readable one.
    package var choices: [(node: CameraListing.Node, choice: CaptureMode?)] {
        camera.listing.nodes.filter { !$0.formats.isEmpty }.map { node in
            (node, FormatChooser.choose(from: captureModes(node), request: CaptureRequest())?.mode)
        }
    }

    private func captureModes(_ node: CameraListing.Node) -> [CaptureMode] {
        let broken = CameraQuirks.of(model: camera.listing.usbID, name: node.card)?.brokenFormats ?? []
        return node.formats.flatMap { format -> [CaptureMode] in
            let path: LumaPath
            switch PixelFormat(format.fourCC) {
            case .readable(let layout): path = layout.luma == .plane ? .lent : .extracted
            case .compressed: path = .motionJPEG
            default: return []
            }
            guard !broken.contains(format.fourCC.description) else { return [] }
            var sizes = format.sizes
            if let range = format.range {
                sizes.append(
                    .init(
                        size: FrameSize(width: min(1280, range.maximum.width), height: min(720, range.maximum.height))))
            }
            return sizes.map { size in
                let fastest = size.rates.max().flatMap {
                    FrameInterval(numerator: 1000, denominator: UInt32(($0 * 1000).rounded()))
                }
                return CaptureMode(fourCC: format.fourCC, size: size.size, fastest: fastest, path: path)
            }
        }
    }

    package var modes: [String] {
        choices.flatMap { node, choice -> [String] in
            let all = captureModes(node)
            guard let choice else {
                return all.isEmpty ? [] : ["no mode is chosen of \(all.count)"]
            }
            var wrong: [String] = []
            func add(_ sentence: String) { wrong.append("\(choice.fourCC) \(choice.size) is chosen, \(sentence)") }
            if choice.size.area == 0 { add("which has no area") }
            let rate = choice.fastest?.framesPerSecond ?? 30
            // Codes need pixels and frames: of a usual size at a usual rate there is no reason to take less.
            if all.contains(where: { $0.size.area >= 640 * 480 && ($0.fastest?.framesPerSecond ?? 0) >= 25 }) {
                if rate < 15 { add("though others are faster than \(rate) fps") }
                if choice.size.area < 640 * 480 * 9 / 10 { add("though others are larger") }
            }
            if choice.size.height * 2 > choice.size.width * 3, all.contains(where: { $0.size.width > $0.size.height }) {
                add("which is two pictures below each other")
            }
            if all.contains(where: {
                $0.size.width == choice.size.width && 1...8 ~= choice.size.height - $0.size.height
            }) {
                add("whose last rows are no picture")
            }
            return wrong
        }
    }
}
