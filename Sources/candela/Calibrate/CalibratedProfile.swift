// SPDX-License-Identifier: Apache-2.0

internal import Calibration
internal import CameraControls
internal import Cameras
internal import FrameMetrics
internal import Frames
internal import Measurement
internal import Output
internal import SettingsStore
internal import Wiring

/// The profile a calibration is kept as: the settings, the light they were found in, and how well codes read with them.
struct CalibratedProfile {
    let name: ProfileName
    private let shelf: ProfileShelf

    init(_ name: String) throws(CommandFailure) {
        self.name = try ProfileShelf.name(name)
        shelf = try ProfileShelf()
    }

    /// Writes it while the camera still runs with the settings.
    ///
    /// - Returns: a sentence with where it is.
    func write(_ session: CalibrationSession, _ report: CalibrationReport) throws(CommandFailure) -> String {
        let camera = session.camera
        let settings = try failing { () throws(ControlError) in try CameraProfile.settings(of: session.controls) }
        var profile = CameraProfile(camera: .init(of: camera.name, identity: camera.identity), settings: settings)
        profile.light = light(session, report)
        profile.score = .init(
            decodeRate: report.basis == .code ? report.after.rate : nil,
            latencyP95Milliseconds: report.basis == .code ? report.after.latencyP95 : nil)
        let format = camera.source.format
        profile.stream = .init(
            format: format.fourCC?.description, size: format.size.description,
            framesPerSecond: format.interval?.framesPerSecond)
        profile.note = report.basis == .code ? nil : "calibrated without a code, for contrast and sharpness"
        try shelf.write(profile, as: name, isForced: false)
        return "Saved as \(VisibleText.escape(name.text)) in \(VisibleText.escape(shelf.own.path(of: name))); "
            + "candela profile apply \(VisibleText.escape(name.text)) brings it back"
    }

    /// A frame more, with the exposure standing still: what the light is can then be told.
    private func light(_ session: CalibrationSession, _ report: CalibrationReport) -> CameraProfile.Light {
        var light = CameraProfile.Light(meanLuma: report.after.mean)
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
