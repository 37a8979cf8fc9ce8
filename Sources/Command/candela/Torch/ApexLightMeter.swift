// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import FrameMetrics
internal import Frames
internal import Measurement
internal import Output
internal import Terminal
internal import Torch

/// How light it is before the lens, whatever exposure the camera makes of it: APEX brightness, as `measure` estimates it.
///
/// Automatic exposure, which hides dusk from the picture's mean for long, hides nothing here. Where the camera does not tell its
/// exposure there is no light to be told; that is said once, and the torch stays as it is.
struct ApexLightMeter: LightMeter {
    let unit = SceneLight.Unit.apexBrightness
    private let camera: String
    private let fourCC: FourCC?
    private var exposure: ExposureWatch
    private var nextLook = FrameTimestamp(nanoseconds: 0)
    private var since: FrameTimestamp?
    private var hasSaid = false

    private static let lookPause = Duration.milliseconds(100)
    /// Automatic exposure is believed once it has been seen to move: it is given that long before we complain.
    private static let patience = Duration.seconds(3)

    init(camera: String, _ surface: (any ControlSurface)?, fourCC: FourCC?) {
        self.camera = camera
        self.fourCC = fourCC
        // Read before the first frame: then automatic exposure is seen to find its place.
        exposure = ExposureWatch(surface, pause: .milliseconds(400))
    }

    mutating func read(_ frame: Frame) -> SceneLight? {
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
            if !hasSaid, now.since(begun) >= Self.patience {
                hasSaid = true
                Console.note(
                    VisibleText.escape(
                        "cannot tell the light at \(camera) as Bv: \(reason); give --torch-dim and --torch-bright as means"
                    ))
            }
            return nil
        }
    }
}
