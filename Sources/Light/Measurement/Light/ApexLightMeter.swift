// SPDX-License-Identifier: Apache-2.0

package import CameraControls
internal import FrameMetrics
package import Frames
package import Torch

/// Estimates the brightness of the scene independent of the exposure: the APEX brightness value, as in `measure`.
///
/// Automatic exposure keeps the picture's mean constant at dusk, but does not affect this value. If the camera does not
/// report its exposure, there is no estimate: that is reported once, and the torch keeps its state.
package struct ApexLightMeter: LightMeter {
    package let unit = SceneLight.Unit.apexBrightness
    private let fourCC: FourCC?
    private var exposure: ExposureWatch
    private var nextLook = FrameTimestamp(nanoseconds: 0)
    private var since: FrameTimestamp?
    /// Called once, with the reason as a clause, if there is no estimate; then `nil`.
    private var onUnknown: ((_ reason: String) -> Void)?

    private static let lookPause = Duration.milliseconds(100)
    /// Automatic exposure is trusted once its values have changed; that can take this long.
    private static let patience = Duration.seconds(3)

    package init(
        _ surface: (any ControlSurface)?, fourCC: FourCC?, onUnknown: @escaping (_ reason: String) -> Void
    ) {
        self.onUnknown = onUnknown
        self.fourCC = fourCC
        // Read before the first frame, to see automatic exposure change its values.
        exposure = ExposureWatch(surface, pause: .milliseconds(400))
    }

    package mutating func read(_ frame: Frame) -> SceneLight? {
        let now = FrameTimestamp.now
        let begun = since ?? now
        since = begun
        guard nextLook <= now else { return nil }
        nextLook = now + Self.lookPause
        let histogram = LumaHistogram(frame.luma)
        let range = LumaRange(of: fourCC, histogram: histogram)
        let reading = LightReading(histogram, range: range, exposure: exposure.now())
        switch reading {
        case .estimated(let estimate): return SceneLight(estimate.brightnessValue, unit)
        case .unknown(let reason):
            if now.since(begun) >= Self.patience {
                onUnknown?(reason)
                onUnknown = nil
            }
            return nil
        }
    }
}
