// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Calibration
package import Cameras
internal import Frames
package import Terminal

/// One calibration, from opening the camera until its settings are kept or restored. `candela calibrate` and the studio
/// use it.
///
/// Use it on one thread. Always call `end()`.
package final class CalibrationWork {
    package enum Failure: Error {
        /// It did not start.
        case refused(CommandFailure)
        case ended(CalibrationError)
    }

    private let request: CalibrationRequest
    private let capture: CaptureRequest
    private let lamp: CalibrationLamp?
    private let watcher: any CalibrationWatcher
    private let makeReader: () throws(BarcodeReaderError) -> any BarcodeReader
    private let open: (CaptureRequest) throws(CommandFailure) -> OpenCamera
    /// `nil` before the camera is open.
    package private(set) var session: CalibrationSession?

    /// Common webcam sizes above the default.
    private static let largerSizes = [FrameSize(width: 1280, height: 720), FrameSize(width: 1920, height: 1080)]

    /// - Parameters:
    ///   - capture: a format or size in it is the user's choice and is kept.
    ///   - makeReader: called for each stream, because a ladder remembers one stream.
    ///   - open: opens the camera and starts its stream.
    package init(
        _ request: CalibrationRequest, capture: CaptureRequest, lamp: CalibrationLamp?,
        watcher: any CalibrationWatcher,
        makeReader: @escaping () throws(BarcodeReaderError) -> any BarcodeReader,
        open: @escaping (CaptureRequest) throws(CommandFailure) -> OpenCamera
    ) {
        self.request = request
        self.capture = capture
        self.lamp = lamp
        self.watcher = watcher
        self.makeReader = makeReader
        self.open = open
    }

    /// Opens the camera, calibrates it and leaves it at the best setting.
    package func run(
        began: (CalibrationSession) -> Void = { _ in }, progress: @escaping (CalibrationProgress) -> Void
    ) throws(Failure) -> CalibrationReport {
        let session = try begin(capture)
        began(session)
        var report = try calibrate(session, progress)
        // If modules are too small and the user named neither format nor size, try larger frames.
        guard capture.fourCC == nil, capture.size == nil else { return report }
        for size in Self.largerSizes where report.limits.contains(where: { $0.kind == .tooSmall }) {
            guard let now = self.session, size.area > now.camera.source.format.size.area else { continue }
            let before = report.before
            now.end()
            var larger = capture
            larger.size = size
            guard let next = try? begin(larger) else { break }
            report = try calibrate(next, progress)
            report.before = before
        }
        return report
    }

    /// Restores what was not kept.
    package func end() { session?.end() }

    private func begin(_ capture: CaptureRequest) throws(Failure) -> CalibrationSession {
        do throws(CommandFailure) {
            let begun = try CalibrationSession(try open(capture), capture, lamp: lamp, watcher: watcher)
            session = begun
            return begun
        } catch {
            throw .refused(error)
        }
    }

    private func calibrate(
        _ session: CalibrationSession, _ progress: @escaping (CalibrationProgress) -> Void
    ) throws(Failure) -> CalibrationReport {
        let reader: any BarcodeReader
        do throws(BarcodeReaderError) {
            reader = try makeReader()
        } catch {
            throw .refused(CommandFailure(error.description))
        }
        var request = request
        request.mayUseTorch = session.torch != nil
        request.torch = session.torch
        do throws(CalibrationError) {
            var report = try Calibrator(
                source: session.camera.source, controls: session.surface, reader: reader, request: request,
                streams: session.streams(makeReader), progress: progress
            ).run()
            if let remark = lampRemark(session, report) { report.remarks.append(remark) }
            return report
        } catch {
            throw .ended(error)
        }
    }

    /// How to scan with an external lamp, which cannot stay on with the camera's settings; `nil` if none is used.
    private func lampRemark(_ session: CalibrationSession, _ report: CalibrationReport) -> String? {
        guard let name = session.lampName, let lit = report.chosen.first(where: { $0.id == .lampBesideCamera }),
            lit.value > 0
        else { return nil }
        let source = lamp?.commandText.map { "--torch-command '\($0)'" } ?? "--torch-source '\(name)'"
        return "these settings need the light of \(name), which is switched off at the end; to scan with it, run: "
            + "candela scan --torch \(lit.value) \(source)"
    }
}
