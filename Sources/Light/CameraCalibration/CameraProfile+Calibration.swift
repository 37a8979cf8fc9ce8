// SPDX-License-Identifier: Apache-2.0

package import Calibration
internal import CameraControls
internal import Cameras
internal import FrameMetrics
internal import Frames
internal import Measurement
package import SettingsStore
package import Terminal

extension CameraProfile {
    /// The profile of a calibration: its settings, the light they were found in, and how well codes read with them.
    ///
    /// Make it while the camera still streams with the settings.
    package init(of session: CalibrationSession, _ report: CalibrationReport) throws(CommandFailure) {
        let camera = session.camera
        let settings = try failing { () throws(ControlError) in try CameraProfile.settings(of: session.controls) }
        self.init(camera: .init(of: camera.name, identity: camera.identity), settings: settings)
        light = Self.light(session, report)
        score = Score(
            decodeRate: report.basis == .code ? report.after.rate : nil,
            latencyP95Milliseconds: report.basis == .code ? report.after.latencyP95 : nil)
        let format = camera.source.format
        stream = Stream(
            format: format.fourCC?.description, size: format.size.description,
            framesPerSecond: format.interval?.framesPerSecond)
        response = Response(report)
        note = report.basis == .code ? nil : "calibrated without a code, for contrast and sharpness only"
    }

    /// The light, estimated from one more frame with the exposure fixed.
    private static func light(_ session: CalibrationSession, _ report: CalibrationReport) -> Light {
        var light = Light(meanLuma: report.after.mean)
        guard let frame = try? session.camera.source.nextFrame(timeout: .seconds(2)),
            let reader = try? ExposureReader(session.controls)
        else { return light }
        let histogram = LumaHistogram(frame.luma)
        let reading = LightReading(
            histogram, range: LumaRange(of: session.camera.source.format.fourCC, histogram: histogram),
            exposure: reader.read(), constant: LightConstantFile.constant(for: session.camera.identity))
        light.brightnessValue = reading.estimate?.brightnessValue
        light.lux = reading.estimate?.lux
        return light
    }
}
