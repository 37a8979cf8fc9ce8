// SPDX-License-Identifier: Apache-2.0

internal import Calibration
internal import CameraCalibration
internal import Cameras
internal import Frames
internal import Scanning
internal import Terminal

/// The place in which a camera is calibrated.
public struct Surroundings: Hashable, Sendable {
    var usesLamp = false
    var motion: Double?
    var module: Double?

    /// Enough light, and codes that are held still.
    public static let still = Surroundings()

    /// Little light: the camera's lamp may be switched on, if it has one and that helps.
    public static let dim = Surroundings(usesLamp: true)

    /// Codes that pass by.
    ///
    /// - Parameters:
    ///   - millimetersPerSecond: their speed.
    ///   - moduleMillimeters: the width of a code's narrowest bar.
    /// - Returns: surroundings in which the exposure is kept short.
    public static func moving(millimetersPerSecond: Double, moduleMillimeters: Double) -> Surroundings {
        Surroundings(motion: millimetersPerSecond, module: moduleMillimeters)
    }
}

/// How far a calibration is.
public struct CalibrationStep: Hashable, Sendable {
    /// The share of the work that is done, 0 to 1.
    public let share: Double
    /// What it does: `measuring the light`.
    public let stage: String
    /// What it tries, in words; can be empty.
    public let detail: String
}

/// The settings that a calibration found.
public struct CalibratedSettings: Hashable, Sendable {
    /// Names of controls with the values that were found, in the driver's numbers.
    public let settings: [String: Int64]
    /// The share of the pictures that read before, 0 to 1.
    public let readShareBefore: Double
    /// The share of the pictures that read with these settings.
    public let readShareAfter: Double
    /// The code that was read; `nil` if none was, so that only contrast and sharpness counted.
    public let barcode: Barcode?
    /// What no setting can fix, a sentence each.
    public let limits: [String]
    /// What was found and chosen, a sentence each.
    public let findings: [String]
}

extension Camera {
    /// Finds the settings that read the code in view most reliably and fastest. It takes half a minute.
    ///
    /// If the task is cancelled, the camera has its earlier settings again when the call returns.
    ///
    /// - Parameters:
    ///   - surroundings: the light and the codes.
    ///   - text: counts only reads of the code with this text; `nil` for any code in view.
    ///   - symbologies: what shall be read.
    ///   - keepsSettings: whether the camera keeps the settings.
    ///   - isolation: where frames are decoded and read.
    ///   - progress: called as it goes on, on another thread.
    /// - Returns: the settings, with figures before and after.
    /// - Throws: `CameraError`, or `CancellationError` once the task is cancelled and the settings are restored.
    public func calibrate(
        in surroundings: Surroundings = .still, expecting text: String? = nil,
        reading symbologies: Set<Symbology> = .standard, keepsSettings: Bool = true, isolation: Isolation = .confined,
        progress: @escaping @Sendable (CalibrationStep) -> Void = { _ in }
    ) async throws -> CalibratedSettings {
        try await CameraThread.run { channel in
            do throws(ReadingError) { try Workers.prepare(isolation) } catch { throw CameraError(error) }
            var request = CalibrationRequest(symbologies: symbologies.inner)
            request.expected = text
            request.motion = surroundings.motion
            request.module = surroundings.module
            let work = CalibrationWork(
                request, capture: CaptureRequest(), lamp: surroundings.usesLamp ? CalibrationLamp() : nil,
                watcher: ChannelWatcher(channel),
                makeReader: { () throws(InnerReaderError) in try makeReader(symbologies, .normal, .frames, isolation: isolation)
                }
            ) { capture throws(CommandFailure) in
                do throws(CameraError) {
                    return try open(capture, isolation: isolation)
                } catch {
                    throw CommandFailure(error.description)
                }
            }
            defer { work.end() }
            let report: CalibrationReport
            do throws(CalibrationWork.Failure) {
                report = try work.run { step in
                    progress(CalibrationStep(share: step.share, stage: step.stage.rawValue, detail: step.detail))
                }
            } catch {
                switch error {
                case .refused(let failure): throw CameraError(.refused, failure.message)
                case .ended(.stream(let failure)): throw CameraError(failure)
                case .ended(let failure): throw CameraError(.lost, failure.description)
                }
            }
            guard !channel.isStopped, let session = work.session else { throw CancellationError() }
            let words = CalibrationWords(session.camera, report)
            if keepsSettings {
                try keep(report, of: session)
            }
            return CalibratedSettings(report, words)
        }
    }

    private func keep(_ report: CalibrationReport, of session: CalibrationSession) throws(CameraError) {
        do throws(CommandFailure) { try session.keep() } catch { throw CameraError(.failed, error.message) }
        memory.note(
            report.chosen.map { .control($0.key, "\($0.value)") }, on: session.controls, of: session.camera.name)
    }
}

extension CalibratedSettings {
    fileprivate init(_ report: CalibrationReport, _ words: CalibrationWords) {
        settings = Dictionary(report.chosen.map { ($0.key, $0.value) }) { first, _ in first }
        readShareBefore = report.before.rate
        readShareAfter = report.after.rate
        barcode = report.basis == .code ? report.barcode.map { Barcode($0) } : nil
        limits = report.limits.map(\.sentence)
        findings = words.findings + [words.reach, words.darkest].compactMap(\.self) + report.remarks
    }
}

/// Stops the streams of a calibration with its channel.
private final class ChannelWatcher: CalibrationWatcher {
    private let channel: Channel<CalibratedSettings>

    init(_ channel: Channel<CalibratedSettings>) { self.channel = channel }

    func began(_ source: any FrameSource) { channel.onStop { [weak source] in source?.stop() } }

    var isStopped: Bool { channel.isStopped }
}
