// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Calibration
internal import CameraControls
internal import Cameras
internal import Diagnostics
internal import Frames
import Glibc
internal import Output
internal import Scanning
internal import SettingsStore
internal import Wiring

/// One calibration from opening the camera to keeping, or putting back, its settings.
struct CalibrateRun {
    let request: CalibrationRequest
    let readers: Readers
    let effort: ReadingEffort
    let stream: StreamOptions
    let torch: CalibrationTorch
    /// Where the settings are to be kept, beside in the camera.
    let profile: CalibratedProfile?
    /// Whether the user has agreed already to keep what is found.
    let agrees: Bool
    let json: Bool

    func run(on text: String?) throws {
        Interruption.install()
        let address = CameraAddress(text)
        var session = try CalibrationSession(text, stream.request, torch: torch, notes: true)
        // Whatever happens from here on, the camera gets back what it had, unless the user wants to keep the new.
        defer { session.end() }
        var report = try calibrate(session, address)
        // Frames that are too small for the code: larger ones, where that is left to us.
        if report.limits.contains(where: { $0.kind == .tooSmall }), stream.format == nil, stream.size == nil {
            for size in Self.largerSizes where size.area > session.camera.source.format.size.area {
                let before = report.before
                session.end()
                var request = stream.request
                request.size = size
                guard let larger = try? CalibrationSession(text, request, torch: torch, notes: false) else { break }
                session = larger
                report = try calibrate(session, address)
                report.before = before
                if !report.limits.contains(where: { $0.kind == .tooSmall }) { break }
            }
        }
        try conclude(session, report)
    }

    /// What webcams offer beyond their usual size.
    private static let largerSizes = [FrameSize(width: 1280, height: 720), FrameSize(width: 1920, height: 1080)]

    private func conclude(_ session: CalibrationSession, _ report: CalibrationReport) throws {
        let printer = CalibrationPrinter(camera: session.camera, report: report)
        if !json { try printer.printReport() }
        let isKept = try keeps(report)
        var saved: String?
        if isKept {
            // Before the camera may keep them for good: a profile that cannot be written leaves it as it was.
            saved = try profile?.write(session, report)
            try session.keep()
        }
        if json { try Console.print(printer.json(isKept: isKept, isSaved: saved != nil).text) }
        if let saved, !json { try Console.print(saved) }
        if !isKept { Console.note("the camera's settings are put back") }
        if report.basis == .contrast || report.after.rate < LimitJudge.enough { throw CommandFailure(status: .found) }
    }

    private func calibrate(
        _ session: CalibrationSession, _ address: CameraAddress
    ) throws(CommandFailure) -> CalibrationReport {
        // A reader of its own: the ladder's memory is of one stream.
        let (readers, effort) = (readers, effort)
        let reader = try failing { () throws(BarcodeReaderError) in try readers.make(effort: effort, for: .frames) }
        let bar = StageBar()
        defer { bar.clear() }
        var request = request
        request.mayUseTorch = session.torch != nil
        request.torch = session.torch
        do throws(CalibrationError) {
            let calibrator = try Calibrator(
                source: session.camera.source, controls: session.surface, reader: reader, request: request,
                streams: session.streams { () throws(BarcodeReaderError) in
                    try readers.make(effort: effort, for: .frames)
                },
                progress: bar.show)
            var report = try calibrator.run()
            if let remark = lampRemark(session, report) { report.remarks.append(remark) }
            return report
        } catch {
            bar.clear()
            // A signal stopped the frames: `main` ends with it once everything is put back.
            if Interruption.received != nil { throw CommandFailure(status: .couldNot) }
            Console.note(VisibleText.escape(error.description))
            if case .stream(let failure) = error {
                session.camera.source.stop()
                DoctorsWord.say(.streaming(failure), of: address == .automatic ? .query(session.camera.name) : address)
            }
            throw CommandFailure(status: .couldNot)
        }
    }

    /// A lamp that is no control of the camera cannot be kept on with its settings.
    private func lampRemark(_ session: CalibrationSession, _ report: CalibrationReport) -> String? {
        guard let name = session.lampName, let lit = report.chosen.first(where: { $0.id == .lampBesideCamera }),
            lit.value > 0
        else { return nil }
        let source =
            torch.options.torchCommand.map { "--torch-command '\($0)'" } ?? "--torch-source '\(name)'"
        return "these settings are for the light of \(name), which goes out at the end; scan with candela scan --torch "
            + "\(lit.value) \(source)"
    }

    /// Asks, unless the answer is known.
    private func keeps(_ report: CalibrationReport) throws(CommandFailure) -> Bool {
        if agrees { return true }
        guard isatty(STDIN_FILENO) == 1, Console.errorIsTerminal else {
            Console.note("standard input is no terminal to ask on: to keep the settings, run it with --yes")
            return false
        }
        // The question waits on the terminal, where no stop of the stream reaches it.
        Interruption.onSignal { Interruption.leave(with: Interruption.received ?? SIGINT) }
        let name = profile.map { " as \(VisibleText.escape($0.name.text))" } ?? ""
        Console.progress("Keep these settings\(name)? [y]es, [n]o: ")
        return readLine()?.lowercased().first == "y"
    }
}
