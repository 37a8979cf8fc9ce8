// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames
package import Output

extension ScanEvent {
    /// An event other than a scan that the user should know.
    package struct Notice: Sendable {
        package enum Kind: Sendable {
            /// A code that does not meet the request, and why.
            case refused(Barcode, reason: String)
            /// Several codes are in view, but only one is wanted.
            case several([Barcode])
            /// The part of a frame of that size that is read from now on.
            case region(PixelRectangle, FrameSize)
            /// The camera is gone.
            case gone
            /// The camera is back after this time.
            case back(after: Duration)
        }

        package var time: WallTime
        /// The camera's node or specification, or the picture's path.
        package var source: String
        package var camera: String?
        package var kind: Kind

        package init(time: WallTime = .now, source: String, camera: String? = nil, _ kind: Kind) {
            self.time = time
            self.source = source
            self.camera = camera
            self.kind = kind
        }
    }
}

extension ScanEvent.Notice {
    /// A sentence for people. Contains untrusted text: escape it before display.
    package var message: String {
        switch kind {
        case .refused(let code, let reason):
            "\(source): \(code.symbology.rawValue) \(code.shownText) is refused: \(reason)"
        case .several(let codes):
            "\(source): several codes are in view (\(codes.map(\.shownText).joined(separator: ", "))); show only one"
        case .region(let part, let size):
            part == PixelRectangle(size)
                ? "\(source): reading the whole frame, \(size)"
                : "\(source): reading \(part.x),\(part.y),\(part.width),\(part.height) of \(size)"
        case .gone: "\(source): the camera is gone; waiting for it to return"
        case .back(let pause): "\(source): the camera is back after \(Int(pause.milliseconds / 1000 + 0.5)) s"
        }
    }

    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("event", .string(word)), .init("time", .string(time.text)), .init("source", .string(source)),
        ]
        if let camera { members.append(.init("camera", .string(camera))) }
        switch kind {
        case .refused(let code, let reason):
            members += [
                .init("symbology", .string(code.symbology.rawValue)), .init("text", .string(code.shownText)),
                .init("reason", .string(reason)),
            ]
        case .several(let codes):
            let list = codes.map { code -> JSONValue in
                ["symbology": .string(code.symbology.rawValue), "text": .string(code.shownText)]
            }
            members.append(.init("codes", .array(list)))
        case .region(let part, let size):
            members += [
                .init("region", [.integer(part.x), .integer(part.y), .integer(part.width), .integer(part.height)]),
                .init("frame_width", .integer(size.width)), .init("frame_height", .integer(size.height)),
            ]
        case .gone: break
        case .back(let pause): members.append(.init("pause_ms", .number(pause.milliseconds, decimals: 0)))
        }
        return .object(members)
    }

    private var word: String {
        switch kind {
        case .refused: "refused"
        case .several: "several"
        case .region: "region"
        case .gone: "gone"
        case .back: "back"
        }
    }
}

extension Barcode {
    fileprivate var shownText: String { text ?? VisibleText.escape(bytes) }
}
