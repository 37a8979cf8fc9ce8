// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
internal import Barcodes
internal import BarcodesZBar
internal import BarcodesZXing
import Glibc
internal import Output
internal import ReadingWorker
public import Scanning

/// Puts the two reading libraries and the ladder together.
enum Readers {
    /// The hidden command of a worker: `candela reader-worker EFFORT`.
    static let workerWord = "reader-worker"

    /// A reader for one thread: the ladder in a process of its own.
    static func make(effort: ReadingEffort) throws(BarcodeReaderError) -> any BarcodeReader {
        let reader = try WorkerReader(
            program: .ownExecutable(arguments: [workerWord, effort.rawValue]), effort: effort)
        reader.onIncident = { Console.note(VisibleText.escape($0.description)) }
        return reader
    }

    /// A reader in this process, which only makes the calls that are not known to end a process.
    static func makeInProcess(effort: ReadingEffort) throws(BarcodeReaderError) -> LadderReader {
        try ladder(effort, unsafeCalls: false)
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
            ], effort: effort)
    }
}

extension ReadingEffort: ExpressibleByArgument {}
