// SPDX-License-Identifier: Apache-2.0

package import Frames
package import PipeWireCameras

/// The modes of a camera of PipeWire that this program can read.
package struct PipeWireModes {
    package var modes: [CaptureMode] = []
    /// Unusable formats, each with the reason.
    package var refused: [(fourCC: FourCC, reason: String)] = []
    private let missing: (LumaPath) -> String?

    package struct Plan {
        /// The mode that was chosen; `nil` if the camera tells no modes.
        package var mode: CaptureMode?
        package var offers: [PipeWireOffer]
        package var reason: String
    }

    /// - Parameter wanted: a size to consider where any is possible.
    package init(_ formats: [PipeWireFormat], wanted: FrameSize?, missing: @escaping (LumaPath) -> String?) {
        self.missing = missing
        for format in formats {
            guard let fourCC = format.fourCC else { continue }
            switch Self.path(of: fourCC, missing) {
            case .failure(let reason):
                if !refused.contains(where: { $0.fourCC == fourCC }) { refused.append((fourCC, reason.text)) }
            case .success(let path):
                for size in Self.sizes(format, wanted) {
                    add(
                        CaptureMode(
                            fourCC: fourCC, size: size, fastest: format.fastest, slowest: format.slowest, path: path))
                }
            }
        }
    }

    /// The same format and size may be listed again for other rates.
    private mutating func add(_ mode: CaptureMode) {
        guard let known = modes.firstIndex(where: { $0.fourCC == mode.fourCC && $0.size == mode.size }) else {
            modes.append(mode)
            return
        }
        if let fastest = mode.fastest, modes[known].fastest.map({ fastest < $0 }) ?? true {
            modes[known].fastest = fastest
        }
    }

    private struct Reason: Error { var text: String }

    private static func path(of fourCC: FourCC, _ missing: (LumaPath) -> String?) -> Result<LumaPath, Reason> {
        let path: LumaPath
        switch PixelFormat(fourCC) {
        // Also a plane: it is copied, because PipeWire lends no buffer for long.
        case .readable: path = .extracted
        case .compressed: path = .motionJPEG
        case .unreadable(let reason): return .failure(Reason(text: reason))
        case .unknown: return .failure(Reason(text: "not supported by candela"))
        }
        return missing(path).map { .failure(Reason(text: $0)) } ?? .success(path)
    }

    private static func sizes(_ format: PipeWireFormat, _ wanted: FrameSize?) -> [FrameSize] {
        guard format.minimum != format.maximum else { return [format.maximum] }
        func fits(_ size: FrameSize) -> Bool {
            (format.minimum.width...max(format.minimum.width, format.maximum.width)).contains(size.width)
                && (format.minimum.height...max(format.minimum.height, format.maximum.height)).contains(size.height)
        }
        var usual = CaptureModes.usualSizes.filter(fits)
        if let wanted, fits(wanted), !usual.contains(wanted) { usual.append(wanted) }
        return usual.isEmpty ? [format.maximum] : usual
    }

    /// Every format that can be read, best first, for a camera that does not tell its own.
    private var readable: [FourCC] {
        let names = [
            "GREY", "NV12", "YU12", "YV12", "NV21", "NV16", "NV61", "NV24", "422P", "YUYV", "UYVY", "YVYU", "VYUY",
            "Y16",
            "P010", "XR24", "XB24", "AR24", "AB24", "BX24", "RX24", "BA24", "RA24", "RGB3", "BGR3", "RGBP", "MJPG",
        ]
        return names.compactMap { FourCC($0) }.filter { fourCC in
            if case .success = Self.path(of: fourCC, missing) { true } else { false }
        }
    }

    /// What to ask for: the best mode, then whatever another program may have chosen for the camera.
    package func plan(_ request: CaptureRequest, _ address: PipeWireAddress) throws(PipeWireTrouble) -> Plan {
        let isFixed = request.size != nil
        let size = request.size ?? request.wish?.size ?? FrameSize(width: 1280, height: 720)
        guard !modes.isEmpty else {
            guard refused.isEmpty else { throw .unreadable(refused, address) }
            let formats = request.fourCC.map { [$0] } ?? readable
            return Plan(
                mode: nil,
                offers: formats.map {
                    PipeWireOffer(
                        fourCC: $0, size: size, framesPerSecond: request.framesPerSecond ?? 30, isExact: isFixed)
                }, reason: "the camera does not tell its formats; the first that fits is used")
        }
        guard let choice = FormatChooser.choose(from: modes, request: request) else {
            throw .unavailable(request, modes, address)
        }
        let rate = choice.framesPerSecond ?? choice.mode.usualRate
        var offers = [
            PipeWireOffer(fourCC: choice.mode.fourCC, size: choice.mode.size, framesPerSecond: rate, isExact: true)
        ]
        // A running camera keeps its format, so one that was not asked for will do.
        if !isFixed {
            let others = request.fourCC.map { [$0] } ?? ([choice.mode.fourCC] + modes.map(\.fourCC)).distinct
            offers += others.map { PipeWireOffer(fourCC: $0, size: choice.mode.size, framesPerSecond: rate) }
        }
        return Plan(mode: choice.mode, offers: offers, reason: choice.reason)
    }
}

extension [FourCC] {
    /// Without repetition, in order of first appearance.
    fileprivate var distinct: [FourCC] {
        var seen: Set<FourCC> = []
        return filter { seen.insert($0).inserted }
    }
}

extension PipeWireTrouble {
    static func unreadable(_ refused: [(fourCC: FourCC, reason: String)], _ address: PipeWireAddress) -> Self {
        Self(
            .noFormat, address,
            "it offers only " + refused.map { "\($0.fourCC) (\($0.reason))" }.joined(separator: ", "),
            "choose another camera")
    }

    static func unavailable(_ request: CaptureRequest, _ modes: [CaptureMode], _ address: PipeWireAddress) -> Self {
        let wanted = [request.fourCC?.description, request.size?.description].compactMap { $0 }.joined(separator: " ")
        let names = modes.map { "\($0.fourCC) \($0.size)" }
        return Self(
            .noFormat, address, "it does not offer \(wanted)",
            "it offers " + names.prefix(24).joined(separator: ", ") + (names.count > 24 ? ", …" : ""))
    }
}
