// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
import Glibc
internal import ReadingWorker
internal import Scanning
internal import Synchronization
internal import Terminal
internal import Threads

/// Looks at pictures on all cores and delivers what came of each in their order, with a progress bar.
///
/// A signal ends it at once: nothing was changed that would have to be put back.
///
/// - Parameters:
///   - effort: of the readers. One is made before anything else, for the first thread: that a library is missing is
///     said once, not once a picture.
///   - worker: makes what one thread works with, from a reader of its own.
///   - deliver: returns whether to go on.
func forEachPicture<Worker, Answer: Sendable>(
    _ paths: [String], readers: Readers, effort: ReadingEffort,
    worker: @escaping @Sendable (Result<any BarcodeReader, BarcodeReaderError>) -> Worker,
    work: @escaping @Sendable (inout Worker, String) -> Answer,
    deliver: (String, Answer) throws(CommandFailure) -> Bool
) throws(CommandFailure) {
    Interruption.onSignal { Interruption.leave(with: Interruption.received ?? SIGINT) }
    @Sendable func make() throws(BarcodeReaderError) -> any BarcodeReader {
        try readers.make(effort: effort, for: .pictures)
    }
    let first = Handover(try failing(make))
    let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var progress = ProgressBar(total: paths.count, title: "pictures")
    defer { progress.finish() }
    try forEachInOrder(count: paths.count, workers: cores) {
        worker(first.take().map { .success($0) } ?? Result(catching: make))
    } work: { (state: inout Worker, index: Int) -> Answer in
        work(&state, paths[index])
    } deliver: { (index: Int, answer: Answer) throws(CommandFailure) -> Bool in
        progress.clear()
        let goesOn = try deliver(paths[index], answer)
        progress.advance()
        return goesOn
    }
}

/// A reader that one thread made for whichever other asks first.
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
