// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
import Glibc
internal import Scanning
internal import Threads

/// Looks at pictures on all cores and delivers what came of each in their order, with a progress bar.
///
/// A signal ends it at once: nothing was changed that would have to be put back.
///
/// - Parameters:
///   - effort: of the readers that will be made. One is made here first: that a library is missing is said once, not
///     once a picture.
///   - worker: makes what one thread works with.
///   - deliver: returns whether to go on.
func forEachPicture<Worker, Answer: Sendable>(
    _ paths: [String], readers: Readers, effort: ReadingEffort, worker: @escaping @Sendable () -> Worker,
    work: @escaping @Sendable (inout Worker, String) -> Answer,
    deliver: (String, Answer) throws(CommandFailure) -> Bool
) throws(CommandFailure) {
    Interruption.onSignal { Interruption.leave(with: Interruption.received ?? SIGINT) }
    _ = try failing { () throws(BarcodeReaderError) in try readers.make(effort: effort, for: .pictures) }
    let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var progress = ProgressBar(total: paths.count, title: "pictures")
    defer { progress.finish() }
    try forEachInOrder(count: paths.count, workers: cores) {
        worker()
    } work: { (state: inout Worker, index: Int) -> Answer in
        work(&state, paths[index])
    } deliver: { (index: Int, answer: Answer) throws(CommandFailure) -> Bool in
        progress.clear()
        let goesOn = try deliver(paths[index], answer)
        progress.advance()
        return goesOn
    }
}
