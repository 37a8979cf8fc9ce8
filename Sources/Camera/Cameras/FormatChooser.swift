// SPDX-License-Identifier: Apache-2.0

internal import Frames
import Glibc

/// Chooses the mode in which codes decode best. That is not the largest: decoding time grows with the number of
/// pixels, a slow stream has motion blur and lag, and JPEG block artefacts damage thin bars.
///
/// Each mode gets a score in powers of two, so that its parts can be added:
/// - pixels: log₂ of the area against 640×480, counted fully up to `usefulArea`; each doubling beyond costs half a
///   point, since it costs time and hardly ever reads another code;
/// - rate: if it is lower than the requested rate, or 30 per second, log₂ of the ratio; twice that below 15, where a
///   hand-held code is blurred across modules (YUYV at 1280×720 over USB 2 runs at 10, see failure cause 27);
/// - path: a small penalty for extraction, a third of a point for JPEG, two points for a conversion by libv4l, three for
///   compressed video.
package enum FormatChooser {
    /// At this area an EAN-13 that spans a third of the width still has 3 pixels per module.
    static let usefulArea = 1280 * 720

    package struct Choice: Hashable, Sendable {
        package var mode: CaptureMode
        /// The reason, for `--verbose`: "MJPG 1280x720 at 30 fps, chosen from 14 modes: …".
        package var reason: String
        /// The rate to request; `nil` for the fastest, up to 30.
        package var framesPerSecond: Double?
    }

    /// The best of `modes` with the requested format and size; `nil` if there is none. A requested rate limits the choice
    /// to the modes that reach it, or else to the fastest.
    ///
    /// A wish is used if the camera supports it and the user requests no format or size.
    package static func choose(from modes: [CaptureMode], request: CaptureRequest) -> Choice? {
        guard let wish = request.wish, wish.hasMode, let wished = request.wished else {
            return best(of: modes, request)
        }
        if var choice = best(of: modes, wished) {
            choice.reason += "; as requested by \(wish.source)"
            return choice
        }
        var choice = best(of: modes, request)
        choice?.reason += "; \(wish.source) requests a mode that the camera does not support"
        return choice
    }

    private static func best(of modes: [CaptureMode], _ request: CaptureRequest) -> Choice? {
        let fitting = modes.filter { mode in
            (request.fourCC == nil || mode.fourCC == request.fourCC)
                && (request.size == nil || mode.size == request.size)
        }
        let sizes = Set(modes.map(\.size))
        func surplus(_ mode: CaptureMode) -> Double { Self.surplus(mode.size, among: sizes) }
        let ranked = fastEnough(fitting, request).sorted { left, right in
            let (a, b) = (score(left, request) - surplus(left), score(right, request) - surplus(right))
            if a != b { return a > b }
            if left.path != right.path { return left.path < right.path }
            // Prefer fewer bytes: colours are not used.
            return bytes(left) < bytes(right)
        }
        guard let best = ranked.first else { return nil }
        return Choice(
            mode: best, reason: reason(best, ranked, modes.count, request), framesPerSecond: request.framesPerSecond)
    }

    private static func fastEnough(_ modes: [CaptureMode], _ request: CaptureRequest) -> [CaptureMode] {
        guard let wanted = request.framesPerSecond else { return modes }
        // 30000/1001 counts as 30.
        let rates = modes.map { min($0.fastest?.framesPerSecond ?? wanted, wanted * 0.99) }
        let best = rates.max()
        return zip(modes, rates).filter { $0.1 == best }.map(\.0)
    }

    static func score(_ mode: CaptureMode, _ request: CaptureRequest) -> Double {
        let doublings = log2(Double(max(1, mode.size.area)) / Double(640 * 480))
        let excess = max(0, log2(Double(max(1, mode.size.area)) / Double(usefulArea)))
        let wanted = request.framesPerSecond ?? 30
        let rate = mode.fastest?.framesPerSecond ?? wanted
        var slowness = max(0, log2(wanted / max(rate, 0.1)))
        if rate < 15, rate < wanted { slowness *= 2 }
        let toll =
            switch mode.path {
            case .lent: 0.0
            case .extracted: 0.05
            case .motionJPEG: 0.33
            case .converted: 2.0
            case .video: 3.0
            }
        return doublings - 1.5 * excess - slowness - toll
    }

    /// What a size costs that is not all picture: a few rows of telemetry below a usual size, or two pictures below each other
    /// (depth and thermal cameras).
    private static func surplus(_ size: FrameSize, among sizes: Set<FrameSize>) -> Double {
        if sizes.contains(where: { $0.width == size.width && 1...8 ~= size.height - $0.height }) { return 0.1 }
        let isStacked = size.height * 10 > size.width * 14 && sizes.contains { $0.width > $0.height }
        return isStacked ? 1 : 0
    }

    private static func bytes(_ mode: CaptureMode) -> Int {
        PixelFormat(mode.fourCC).layout?.frameByteCount(size: mode.size) ?? .max
    }

    private static func reason(
        _ best: CaptureMode, _ ranked: [CaptureMode], _ offered: Int, _ request: CaptureRequest
    ) -> String {
        var text = "\(best.fourCC) \(best.size)" + rateText(best) + ", chosen from \(offered) modes"
        if request.fourCC != nil || request.size != nil { text += " (\(ranked.count) as requested)" }
        let path =
            switch best.path {
            case .lent: "its luma is used directly from the driver's buffer"
            case .extracted: "its luma is extracted from each buffer"
            case .motionJPEG: "each JPEG is decoded to luma only"
            case .converted: "libv4lconvert converts each frame first"
            case .video: "every frame of the video is decoded"
            }
        text += ": " + path
        if let other = ranked.first(where: { $0.size != best.size || $0.fourCC != best.fourCC }) {
            text += "; next best \(other.fourCC) \(other.size)" + rateText(other)
        }
        return text
    }

    private static func rateText(_ mode: CaptureMode) -> String {
        guard let rate = mode.fastest?.framesPerSecond else { return "" }
        return " at \(rate == rate.rounded() ? String(Int(rate)) : String((rate * 10).rounded() / 10)) fps"
    }
}
