// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Cameras
internal import ConfinedDecoding
internal import Diagnostics
internal import Frames
import Glibc
internal import Output
internal import Pictures
internal import ReadingWorker
internal import Scanning
internal import Terminal
internal import Threads

/// One run of `doctor` over its inputs.
struct DoctorRun {
    let printer: DoctorPrinter
    let symbologies: Set<Symbology>
    let region: FrameRegion?
    let effort: ReadingEffort?
    let client: CameraClient?
    let watch: Duration?
    let stream: StreamOptions
    let keepsFrames: Bool
    let keepsSnapshots: Bool
    private(set) var snapshots: [Snapshot] = []
    private var verdicts: [DoctorReport.Verdict] = []
    private var failures = 0

    init(
        printer: DoctorPrinter, symbologies: Set<Symbology>, region: FrameRegion?, effort: ReadingEffort?,
        client: CameraClient? = nil, watch: Duration? = nil, stream: StreamOptions, keepsFrames: Bool,
        keepsSnapshots: Bool
    ) {
        self.printer = printer
        self.symbologies = symbologies
        self.region = region
        self.effort = effort
        self.client = client
        self.watch = watch
        self.stream = stream
        self.keepsFrames = keepsFrames
        self.keepsSnapshots = keepsSnapshots
    }

    var options: Examination.Options {
        var options = Examination.Options(
            symbologies: symbologies, region: region, request: stream.request, effort: effort
        ) { effort, use throws(BarcodeReaderError) in try Readers(namesMissing: false).make(effort: effort, for: use) }
        options.keepsFrames = keepsFrames
        options.client = client
        options.watchSeconds = watch.map { Double($0.components.seconds) + Double($0.components.attoseconds) * 1e-18 }
        return options
    }

    mutating func fail(_ source: String, _ message: String) throws(CommandFailure) {
        failures += 1
        Console.note(VisibleText.escape(message))
    }

    /// Examines a camera and prints the report.
    mutating func examineCamera(_ address: CameraAddress) throws {
        do {
            let report = try report(on: address)
            verdicts.append(try printer.print(report))
        } catch let failure as CommandFailure where failure.status == .couldNot && !failure.message.isEmpty {
            // The other inputs are still examined.
            failures += 1
            Console.note(failure.message)
        }
    }

    mutating func report(on address: CameraAddress) throws -> DoctorReport {
        let progress = CheckProgress()
        defer { progress.clear() }
        let examination = Examination(options: options) { progress.show($0) }
        let snapshot = try failing { () throws(Examination.Refusal) in
            try examination.examine(address, program: Candela.version) { source in
                // Weak: the camera must be closed after this, or the next examination finds it busy.
                Interruption.onSignal { [weak source] in source?.stop() }
            }
        }
        if Interruption.received != nil { throw CommandFailure(status: .couldNot) }
        if keepsSnapshots { snapshots.append(snapshot) }
        return Doctor.judge(snapshot)
    }

    mutating func examinePictures(_ paths: [String]) throws {
        let options = options
        try forEachPicture(
            paths, readers: Readers(namesMissing: false), decoders: options.decoders, effort: effort ?? .hard
        ) {
            (loader: $1, examination: PictureExamination(options: options, reader: $0))
        } work: { (worker: inout PictureWorker, path: String) -> Result<Snapshot, PictureFailure> in
            do {
                let picture = try worker.loader.picture(at: path)
                return .success(worker.examination.examine(picture, name: path, program: Candela.version))
            } catch {
                return .failure(PictureFailure(description: "\(error)"))
            }
        } deliver: { (path: String, result: Result<Snapshot, PictureFailure>) throws(CommandFailure) -> Bool in
            switch result {
            case .success(let snapshot):
                if keepsSnapshots { snapshots.append(snapshot) }
                verdicts.append(try printer.print(Doctor.judge(snapshot), isBrief: paths.count > 1))
            case .failure(let failure): try fail(path, failure.description)
            }
            return Interruption.received == nil
        }
    }

    private typealias PictureWorker = (loader: any PictureDecoder, examination: PictureExamination)

    /// Throws the exit status of the run. A failed input outweighs findings.
    func finish() throws(CommandFailure) {
        if failures > 0 { throw CommandFailure(status: .couldNot) }
        try printer.finish(verdicts)
    }
}

/// The reason why a picture could not be loaded.
private struct PictureFailure: Error {
    var description: String
}

/// Shows the current check on standard error, if that is a terminal.
final class CheckProgress: Sendable {
    func show(_ check: CheckID) {
        guard Console.errorIsTerminal else { return }
        Console.progress("\r\u{1b}[K\(check.rawValue): \(check.question)")
    }

    func clear() {
        guard Console.errorIsTerminal else { return }
        Console.progress("\r\u{1b}[K")
    }
}
