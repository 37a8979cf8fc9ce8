// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
internal import Barcodes
internal import BarcodesZBar
internal import BarcodesZXing
import Glibc
internal import LinearFinding
internal import MatrixFinding
internal import Output
internal import ReadingWorker
public import Scanning

/// Makes readers: the two libraries and our own reader behind the ladder, in a process of their own unless this one is asked for.
struct Readers: Sendable {
    /// Whether to read in this process. Then only calls are made that are not known to end it.
    var isInProcess = false

    /// The hidden command of a worker: `candela reader-worker EFFORT`.
    static let workerWord = "reader-worker"

    /// A reader for one thread.
    func make(effort: ReadingEffort) throws(BarcodeReaderError) -> any BarcodeReader {
        guard !isInProcess else { return try Self.ladder(effort, unsafeCalls: false) }
        let reader = try WorkerReader(
            program: .ownExecutable(arguments: [Self.workerWord, effort.rawValue]), effort: effort)
        reader.onIncident = { Console.note(VisibleText.escape($0.description)) }
        return reader
    }

    /// The worker's side. Does not return.
    static func serve() -> Never {
        guard CommandLine.arguments.count == 3, let effort = ReadingEffort(rawValue: CommandLine.arguments[2]) else {
            Console.note("\(workerWord) is for candela itself")
            exit(CommandFailure.Status.couldNot.rawValue)
        }
        let status = WorkerService.run { () throws(BarcodeReaderError) in try ladder(effort, unsafeCalls: true) }
        if status != 0 { Console.note("\(workerWord) is for candela itself") }
        exit(status)
    }

    private static func ladder(_ effort: ReadingEffort, unsafeCalls: Bool) throws(BarcodeReaderError) -> LadderReader {
        LadderReader(
            readers: [
                .zbar: try ZBarReader(),
                .coarseZBar: try ZBarReader(options: ZBarOptions(xDensity: 2, yDensity: 2)),
                .zxing: try ZXingReader(options: ZXingOptions(unsafeCalls: unsafeCalls)),
                .candela: MatrixReader(),
                .quickCandela: MatrixReader(effort: .quick),
                .linear: LinearReader(),
                .quickLinear: LinearReader(effort: .quick),
            ], effort: effort)
    }
}

extension ReadingEffort: ExpressibleByArgument {}
