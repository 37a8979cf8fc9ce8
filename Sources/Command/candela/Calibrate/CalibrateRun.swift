// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Calibration
internal import CameraCalibration
internal import CameraControls
internal import Cameras
internal import ConfinedDecoding
internal import Diagnostics
internal import Frames
import Glibc
internal import Output
internal import ReadingWorker
internal import Scanning
internal import SettingsStore
internal import Terminal

/// Stops the streams when a signal arrives.
private final class SignalWatcher: CalibrationWatcher {
    func began(_ source: any FrameSource) { Interruption.onSignal { [weak source] in source?.stop() } }

    var isStopped: Bool { Interruption.received != nil }
}

/// One calibration, from opening the camera to keeping or restoring its settings.
struct CalibrateRun {
    let request: CalibrationRequest
    let readers: Readers
    let effort: ReadingEffort
    let stream: StreamOptions
    let torch: CalibrationTorch
    /// The profile to save the settings in, besides the camera.
    let profile: CalibratedProfile?
    /// Whether the user agreed in advance to keep the settings.
    let agrees: Bool
    let json: Bool

    func run(on text: String?) throws {
        Interruption.install()
        let lamp = try torch.lamp()
        if lamp != nil { TorchNoteFile.putRight() }
        let (readers, effort) = (readers, effort)
        var isChoiceSaid = CameraAddress(text) != .automatic
        let work = CalibrationWork(
            request, capture: stream.request, lamp: lamp, watcher: SignalWatcher(),
            makeReader: { () throws(BarcodeReaderError) in try readers.make(effort: effort, for: .frames) }
        ) { request throws(CommandFailure) in
            let camera = try openingCamera(text, decoders: Decoders(isInProcess: readers.isInProcess)) {
                opener throws(CameraError) in
                try opener.open(CameraAddress(text), request: request)
            }
            if !isChoiceSaid {
                for note in camera.words(isVerbose: false, isNamed: false) { Console.note(VisibleText.escape(note)) }
            }
            isChoiceSaid = true
            return camera
        }
        // From here on the camera's settings are restored, unless the user keeps the new ones.
        defer { work.end() }
        let report = try calibrate(work, CameraAddress(text))
        guard let session = work.session else { return }
        try conclude(session, report)
    }

    private func conclude(_ session: CalibrationSession, _ report: CalibrationReport) throws {
        let words = CalibrationWords(session.camera, report)
        if !json { try CalibrationPrinter(words: words, report: report).printReport() }
        let isKept = try keeps(report)
        var saved: String?
        if isKept {
            // Written first: if it fails, the camera's settings are restored.
            saved = try profile?.write(CameraProfile(of: session, report))
            try session.keep()
        }
        if json { try Console.print(words.json(isKept: isKept, isSaved: saved != nil).text) }
        if let saved, !json { try Console.print(saved) }
        if !isKept { Console.note("restored the camera's settings") }
        if report.basis == .contrast || report.after.rate < LimitJudge.enough { throw CommandFailure(status: .found) }
    }

    private func calibrate(_ work: CalibrationWork, _ address: CameraAddress) throws(CommandFailure)
        -> CalibrationReport
    {
        let bar = StageBar()
        defer { bar.clear() }
        do throws(CalibrationWork.Failure) {
            return try work.run(
                began: { session in
                    if let refusal = session.lampRefusal { Console.note(VisibleText.escape(refusal)) }
                }, progress: bar.show)
        } catch {
            bar.clear()
            throw failure(error, work, address)
        }
    }

    /// Prints why the calibration ended.
    private func failure(
        _ failure: CalibrationWork.Failure, _ work: CalibrationWork, _ address: CameraAddress
    ) -> CommandFailure {
        switch failure {
        case .refused(let failure): return failure
        case .ended(let error):
            // A signal stopped the frames: `main` exits with it once everything is restored.
            if Interruption.received != nil { return CommandFailure(status: .couldNot) }
            Console.note(VisibleText.escape(error.description))
            if case .stream(let failure) = error, let camera = work.session?.camera {
                camera.source.stop()
                DoctorsWord.say(.streaming(failure), of: address == .automatic ? .query(camera.name) : address)
            }
            return CommandFailure(status: .couldNot)
        }
    }

    /// Asks whether to keep the settings, unless the answer is known.
    private func keeps(_ report: CalibrationReport) throws(CommandFailure) -> Bool {
        if agrees { return true }
        guard isatty(STDIN_FILENO) == 1, Console.errorIsTerminal else {
            Console.note("cannot ask: standard input is not a terminal; to keep the settings, use --yes")
            return false
        }
        // Stopping the stream does not interrupt a question on the terminal, so a signal exits directly.
        Interruption.onSignal { Interruption.leave(with: Interruption.received ?? SIGINT) }
        let name = profile.map { " as \(VisibleText.escape($0.name.text))" } ?? ""
        Console.progress("Keep these settings\(name)? [y]es, [n]o: ")
        return readLine()?.lowercased().first == "y"
    }
}
