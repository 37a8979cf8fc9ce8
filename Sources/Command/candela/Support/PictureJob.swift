// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import ConfinedDecoding
import Glibc
internal import Pictures
internal import ReadingWorker
internal import Scanning
internal import Synchronization
internal import Terminal
internal import Threads

/// Processes pictures on all cores and delivers the results in order, with a progress bar.
///
/// A signal ends the process at once, because there is nothing to restore.
///
/// - Parameters:
///   - effort: of the readers. One reader is made first, so that a missing library is reported once and not per picture.
///   - symbologies: what is asked for; if no reader that is there reads any of it, that is an error.
///   - isOrdered: whether results keep the order of the names; otherwise they are delivered as they come.
///   - worker: makes the state of one thread from a reader of its own and the decoder of all.
///   - deliver: returns whether to continue.
func forEachPicture<Worker, Answer: Sendable>(
    _ names: PictureNames, readers: Readers, decoders: Decoders, effort: ReadingEffort,
    symbologies: Set<Symbology>? = nil, isOrdered: Bool = true, isVerbose: Bool = false,
    worker: @escaping @Sendable (Result<any BarcodeReader, BarcodeReaderError>, any PictureDecoder) -> Worker,
    work: @escaping @Sendable (inout Worker, PictureNames.Name) -> Answer,
    deliver: (PictureNames.Name, Answer) throws(CommandFailure) -> Bool
) throws(CommandFailure) {
    Interruption.onSignal { Interruption.leave(with: Interruption.received ?? SIGINT) }
    let cores = Readers.cores
    let workers = max(1, min(cores, names.count ?? cores))
    @Sendable func make() throws(BarcodeReaderError) -> any BarcodeReader {
        // A single large picture has them all.
        try readers.make(effort: effort, for: .pictures, symbologies: symbologies, lanes: cores / workers)
    }
    let loader = decoders.pictures()
    // Decoders start while the reader does.
    loader.expect(names.first, threads: cores)
    let reader = try failing(make)
    if isVerbose { Readers.say(confinementOf: reader) }
    let first = Handover(reader)
    var progress = ProgressBar(total: names.count ?? 0, title: "pictures")
    defer { progress.finish() }
    try forEachInStream(workers: workers, isOrdered: isOrdered) {
        worker(first.take().map { .success($0) } ?? Result(catching: make), loader)
    } next: {
        names.next()
    } cancel: {
        names.cancel()
    } work: { (state: inout Worker, name: PictureNames.Name) -> Answer in
        work(&state, name)
    } deliver: { (name: PictureNames.Name, answer: Answer) throws(CommandFailure) -> Bool in
        progress.clear()
        let goesOn = try deliver(name, answer)
        progress.advance()
        return goesOn
    }
}

/// The same for a list of paths.
func forEachPicture<Worker, Answer: Sendable>(
    _ paths: [String], readers: Readers, decoders: Decoders, effort: ReadingEffort,
    worker: @escaping @Sendable (Result<any BarcodeReader, BarcodeReaderError>, any PictureDecoder) -> Worker,
    work: @escaping @Sendable (inout Worker, String) -> Answer,
    deliver: (String, Answer) throws(CommandFailure) -> Bool
) throws(CommandFailure) {
    try forEachPicture(
        PictureNames(paths), readers: readers, decoders: decoders, effort: effort, worker: worker,
        work: { work(&$0, $1.source) }
    ) { (name: PictureNames.Name, answer: Answer) throws(CommandFailure) -> Bool in try deliver(name.source, answer) }
}

/// Hands a reader from one thread to the first other thread that asks for it.
private final class Handover: Sendable {
    private let reader: Mutex<(any BarcodeReader)?>

    init(_ reader: sending any BarcodeReader) { self.reader = Mutex(reader) }

    func take() -> sending (any BarcodeReader)? {
        reader.withLock { reader in
            defer { reader = nil }
            return reader
        }
    }
}
