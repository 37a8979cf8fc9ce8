// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import BarcodesZBar
internal import BarcodesZXing
internal import ConfinedProcesses
import Glibc
internal import LinearReading
internal import MatrixReading
internal import Output
package import Scanning
internal import Synchronization
internal import Terminal

/// Makes readers: the ladder over the two libraries and our own readers, by default in a separate process.
package struct Readers: Sendable {
    /// Whether to read in this process. Then calls that are known to end the process are not made.
    package var isInProcess: Bool

    /// Whether missing libraries are named on standard error, once a process.
    package var namesMissing: Bool

    package init(isInProcess: Bool = false, namesMissing: Bool = true) {
        self.isInProcess = isInProcess
        self.namesMissing = namesMissing
    }

    /// The threads of this machine that can read at once.
    package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The hidden command of a worker: `candela reader-worker EFFORT USE [LANES]`.
    package static let workerWord = "reader-worker"

    /// A reader for one thread.
    ///
    /// - Parameters:
    ///   - symbologies: what it shall read; `nil` if that is not known yet.
    ///   - lanes: for pictures, how many threads may read one together. A process that reads several at once has none to spare.
    /// - Throws: if the reader cannot be started, or can read none of the symbologies for want of a library.
    package func make(
        effort: ReadingEffort, for use: ReadingUse, symbologies: Set<Symbology>? = nil, lanes: Int = 1
    ) throws(BarcodeReaderError) -> any BarcodeReader {
        let reader = try start(effort, use, lanes)
        let shortfall = reader.shortfall
        if let symbologies, !symbologies.isEmpty, symbologies.isSubset(of: shortfall.unread) {
            let names = Symbology.allCases.filter(symbologies.contains).map(\.rawValue).joined(separator: ", ")
            throw BarcodeReaderError(
                reader: reader.name,
                "cannot read \(names): " + shortfall.missing.map(\.description).joined(separator: "; "))
        }
        if namesMissing { Self.say(shortfall) }
        return reader
    }

    private func start(
        _ effort: ReadingEffort, _ use: ReadingUse, _ lanes: Int
    ) throws(BarcodeReaderError) -> any BarcodeReader {
        guard !isInProcess else { return Self.ladder(effort, use, unsafeCalls: false, lanes: lanes) }
        let reader = try WorkerReader(
            program: .ownExecutable(arguments: [Self.workerWord, effort.rawValue, use.rawValue, "\(lanes)"]),
            effort: effort, use: use)
        reader.onIncident = { Console.note(VisibleText.escape($0.description)) }
        return reader
    }

    /// The worker's side. Does not return.
    package static func serve() -> Never {
        let words = CommandLine.arguments
        guard (4...5).contains(words.count), let effort = ReadingEffort(rawValue: words[2]),
            let use = ReadingUse(rawValue: words[3]), let lanes = words.count == 5 ? Int(words[4]) : 1
        else {
            Console.note("\(workerWord) is an internal command; do not run it yourself")
            exit(CommandFailure.Status.couldNot.rawValue)
        }
        let status = WorkerService.run { ladder(effort, use, unsafeCalls: true, lanes: lanes) }
        if status != 0 { Console.note("\(workerWord) is an internal command; do not run it yourself") }
        exit(status)
    }

    /// Names what is missing, and what it costs.
    package static func say(_ shortfall: ReaderShortfall) {
        let isNew = said.withLock { said in
            defer { said = true }
            return !said
        }
        guard isNew else { return }
        for sentence in shortfall.sentences { Console.note(VisibleText.escape(sentence)) }
    }

    /// Names what failed when the reader's process was confined.
    package static func say(confinementOf reader: any BarcodeReader) {
        guard let reason = reader.shortfall.unconfined else { return }
        Console.note(VisibleText.escape("the reader process is not fully confined: \(reason)"))
    }

    private static let said = Mutex(false)

    /// The ladder over the libraries that are there, and our own readers.
    ///
    /// - Parameter lanes: threads for a large picture, each with readers of its own.
    package static func ladder(
        _ effort: ReadingEffort, _ use: ReadingUse, unsafeCalls: Bool, lanes: Int = 1
    ) -> any SteppedReader {
        // At `hard`, each frame is also independent.
        guard use != .pictures, effort != .hard else {
            @Sendable func steps() -> LadderSteps {
                let (readers, missing) = engines(unsafeCalls: unsafeCalls)
                return LadderSteps(ReadingLadder.steps(effort, .pictures), readers: readers, missing: missing)
            }
            return LadderReader(steps(), lanes: lanes > 1 ? StepLanes(lanes, makeSteps: steps) : nil)
        }
        let (readers, missing) = engines(unsafeCalls: unsafeCalls)
        return StreamReader(readers: readers, effort: effort, use: use, missing: missing)
    }

    /// A reader for each engine, for one thread; and why others are missing.
    private static func engines(
        unsafeCalls: Bool
    ) -> (readers: [ReadingEngine: any BarcodeReader], missing: [BarcodeReaderError]) {
        var missing: [BarcodeReaderError] = []
        func attempt(_ make: () throws(BarcodeReaderError) -> any BarcodeReader) -> (any BarcodeReader)? {
            do throws(BarcodeReaderError) {
                return try make()
            } catch {
                if !missing.contains(error) { missing.append(error) }
                return nil
            }
        }
        var readers: [ReadingEngine: any BarcodeReader] = [:]
        readers[.zbar] = attempt { () throws(BarcodeReaderError) in try ZBarReader() }
        readers[.coarseZBar] = attempt { () throws(BarcodeReaderError) in
            try ZBarReader(options: ZBarOptions(xDensity: 2, yDensity: 2))
        }
        readers[.rowsZBar] = attempt { () throws(BarcodeReaderError) in
            try ZBarReader(options: ZBarOptions(xDensity: 0))
        }
        let zxing = attempt { () throws(BarcodeReaderError) in
            try ZXingReader(options: ZXingOptions(unsafeCalls: unsafeCalls))
        }
        readers[.zxing] = zxing
        readers[.closeZXing] = attempt { () throws(BarcodeReaderError) in
            try ZXingReader(options: ZXingOptions(severalLinearCodes: false, unsafeCalls: unsafeCalls))
        }
        readers[.candela] = MatrixReader(straightenedFor: zxing)
        readers[.quickCandela] = MatrixReader(effort: .quick, straightenedFor: zxing)
        readers[.linear] = LinearReader()
        readers[.quickLinear] = LinearReader(effort: .quick)
        return (readers, missing)
    }
}
