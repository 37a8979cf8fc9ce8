// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import BarcodesZBar
internal import BarcodesZXing
import Glibc
internal import LinearReading
internal import MatrixReading
internal import Output
package import Scanning
internal import Terminal

/// Makes readers: the ladder over the two libraries and our own readers, by default in a separate process.
package struct Readers: Sendable {
    /// Whether to read in this process. Then calls that are known to end the process are not made.
    package var isInProcess: Bool

    package init(isInProcess: Bool = false) { self.isInProcess = isInProcess }

    /// The hidden command of a worker: `candela reader-worker EFFORT USE`.
    package static let workerWord = "reader-worker"

    /// A reader for one thread.
    package func make(effort: ReadingEffort, for use: ReadingUse) throws(BarcodeReaderError) -> any BarcodeReader {
        guard !isInProcess else { return try Self.ladder(effort, use, unsafeCalls: false) }
        let reader = try WorkerReader(
            program: .ownExecutable(arguments: [Self.workerWord, effort.rawValue, use.rawValue]), effort: effort,
            use: use)
        reader.onIncident = { Console.note(VisibleText.escape($0.description)) }
        return reader
    }

    /// The worker's side. Does not return.
    package static func serve() -> Never {
        guard CommandLine.arguments.count == 4, let effort = ReadingEffort(rawValue: CommandLine.arguments[2]),
            let use = ReadingUse(rawValue: CommandLine.arguments[3])
        else {
            Console.note("\(workerWord) is an internal command; do not run it yourself")
            exit(CommandFailure.Status.couldNot.rawValue)
        }
        let status = WorkerService.run {
            Result { () throws(BarcodeReaderError) in try ladder(effort, use, unsafeCalls: true) }
        }
        if status != 0 { Console.note("\(workerWord) is an internal command; do not run it yourself") }
        exit(status)
    }

    package static func ladder(
        _ effort: ReadingEffort, _ use: ReadingUse, unsafeCalls: Bool
    ) throws(BarcodeReaderError) -> any SteppedReader {
        let zxing = try ZXingReader(options: ZXingOptions(unsafeCalls: unsafeCalls))
        let readers: [ReadingEngine: any BarcodeReader] = [
            .zbar: try ZBarReader(),
            .coarseZBar: try ZBarReader(options: ZBarOptions(xDensity: 2, yDensity: 2)),
            .zxing: zxing,
            .closeZXing: try ZXingReader(
                options: ZXingOptions(severalLinearCodes: false, unsafeCalls: unsafeCalls)),
            .candela: MatrixReader(straightenedFor: zxing),
            .quickCandela: MatrixReader(effort: .quick, straightenedFor: zxing),
            .linear: LinearReader(),
            .quickLinear: LinearReader(effort: .quick),
        ]
        // At `hard`, each frame is also independent.
        guard use != .pictures, effort != .hard else { return LadderReader(readers: readers, effort: effort) }
        return StreamReader(readers: readers, effort: effort, use: use)
    }
}
