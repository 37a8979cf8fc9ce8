// SPDX-License-Identifier: Apache-2.0

internal import Frames
import Glibc

/// Chooses the mode in which codes decode best, which is not the largest: decoding costs time in proportion to the
/// pixels, a slow stream smears and lags, and JPEG's blocks eat thin bars.
///
/// Each mode gets a score in "doublings", so that the parts can be added:
/// - pixels: log₂ of the area against 640×480, counted in full up to `usefulArea`; each doubling beyond costs half a
///   point, since it costs time and hardly ever reads another code;
/// - rate: log₂ of the rate against the one asked for, or 30 per second, where it is lower, twice that below 15, where a
///   hand-held code is smeared over modules between frames (YUYV at 1280×720 over USB 2 runs at 10, see failure cause
///   27);
/// - path: a small toll for extraction, a third of a doubling for JPEG, two for a conversion by libv4l.
public enum FormatChooser {
    /// An EAN-13 that spans a third of the width still has 3 pixels a module.
    static let usefulArea = 1280 * 720

    public struct Choice: Hashable, Sendable {
        public var mode: CaptureMode
        /// Why, for `--verbose`: "MJPG 1280x720 at 30 fps of 14 modes: …".
        public var reason: String
        /// The rate to ask for; `nil` for the fastest, up to 30.
        public var framesPerSecond: Double?
    }

    /// The best of `modes` in the format and size asked for; `nil` when there is none. Of these, a rate that is asked
    /// for leaves those that reach it, or else the fastest.
    ///
    /// A wish is granted where the camera offers what it names and the user names nothing else.
    public static func choose(from modes: [CaptureMode], request: CaptureRequest) -> Choice? {
        guard let wish = request.wish, let wished = request.wished else { return best(of: modes, request) }
        if var choice = best(of: modes, wished) {
            choice.reason += "; so asks \(wish.source)"
            return choice
        }
        var choice = best(of: modes, request)
        choice?.reason += "; \(wish.source) asks for what it does not offer"
        return choice
    }

    private static func best(of modes: [CaptureMode], _ request: CaptureRequest) -> Choice? {
        let fitting = modes.filter { mode in
            (request.fourCC == nil || mode.fourCC == request.fourCC)
                && (request.size == nil || mode.size == request.size)
        }
        let ranked = fastEnough(fitting, request).sorted { left, right in
            let (a, b) = (score(left, request), score(right, request))
            if a != b { return a > b }
            if left.path != right.path { return left.path < right.path }
            // Colours we do not look at are only in the way.
            return bytes(left) < bytes(right)
        }
        guard let best = ranked.first else { return nil }
        return Choice(
            mode: best, reason: reason(best, ranked, modes.count, request), framesPerSecond: request.framesPerSecond)
    }

    private static func fastEnough(_ modes: [CaptureMode], _ request: CaptureRequest) -> [CaptureMode] {
        guard let wanted = request.framesPerSecond else { return modes }
        // 30000/1001 is 30 to whoever asks for 30.
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
            }
        return doublings - 1.5 * excess - slowness - toll
    }

    private static func bytes(_ mode: CaptureMode) -> Int {
        PixelFormat(mode.fourCC).layout?.frameByteCount(size: mode.size) ?? .max
    }

    private static func reason(
        _ best: CaptureMode, _ ranked: [CaptureMode], _ offered: Int, _ request: CaptureRequest
    ) -> String {
        var text = "\(best.fourCC) \(best.size)" + rateText(best) + ", chosen of \(offered) modes"
        if request.fourCC != nil || request.size != nil { text += " (\(ranked.count) as asked for)" }
        let path =
            switch best.path {
            case .lent: "its luma is used as it lies in the driver's buffer"
            case .extracted: "its luma is picked out of each buffer"
            case .motionJPEG: "each JPEG is decoded to luma only"
            case .converted: "libv4lconvert converts each frame first"
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
