// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import FrameMetrics
internal import Frames
internal import Measurement
internal import Output
internal import Torch
internal import Wiring

/// How light it is before the lens, whatever exposure the camera makes of it: APEX brightness, as `measure` estimates it.
///
/// Automatic exposure, which hides dusk from the picture's mean for long, hides nothing here. Where the camera does not tell its
/// exposure there is no light to be told; that is said once, and the torch stays as it is.
struct ApexLightMeter: LightMeter {
    let unit = SceneLight.Unit.apexBrightness
    private let camera: String
    private let exposure: ExposureReader?
    private let fourCC: FourCC?
    private var known: ExposureKnowledge = .unknown(
        reason: "the stream has no camera that could be asked for its exposure")
    private var nextExposure = FrameTimestamp(nanoseconds: 0)
    private var nextLook = FrameTimestamp(nanoseconds: 0)
    private var since: FrameTimestamp?
    private var hasSaid = false

    /// The camera is asked now and then, which takes milliseconds over USB.
    private static let exposurePause = Duration.milliseconds(400)
    private static let lookPause = Duration.milliseconds(100)
    /// Automatic exposure is believed once it has been seen to move: it is given that long before we complain.
    private static let patience = Duration.seconds(3)

    init(camera: String, _ surface: (any ControlSurface)?, fourCC: FourCC?) {
        self.camera = camera
        self.fourCC = fourCC
        exposure = surface.flatMap { try? ExposureReader($0) }
        // Before the first frame: then automatic exposure is seen to find its place.
        if let exposure { known = exposure.read() }
    }

    mutating func read(_ frame: Frame) -> SceneLight? {
        let now = FrameTimestamp.now
        let begun = since ?? now
        since = begun
        guard nextLook <= now else { return nil }
        nextLook = now + Self.lookPause
        if let exposure, nextExposure <= now {
            known = exposure.read()
            nextExposure = now + Self.exposurePause
        }
        let histogram = LumaHistogram(frame.luma)
        let reading = LightReading(histogram, range: LumaRange(of: fourCC, histogram: histogram), exposure: known)
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
