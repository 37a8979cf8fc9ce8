// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import ConfinedProcesses
package import Frames
package import Scanning
internal import Threads

/// Runs the ladder in a separate process. If a reading library fails an assertion, writes out of bounds or never returns,
/// only that picture is lost.
///
/// The worker has no files, no network, no rights and limited memory (`candela_worker_confine`). Each picture is copied
/// once into shared memory, and each code returns as a packet that is validated. A worker that dies is replaced; when the
/// same picture is read again, the ladder step that killed it is skipped.
///
/// Use it from one thread at a time, like every reader.
package final class WorkerReader: DoubtingReader, SeparateReader {
    /// The failure of a worker during a picture.
    package struct Incident: Hashable, Sendable {
        package enum Cause: Hashable, Sendable {
            /// Killed by a signal, or exited; in words.
            case died(String)
            case tooLong(limit: Duration)
            case nonsense
            /// No worker is running and none could be started, or it could not see the picture; a sentence.
            case noWorker(String)
        }
        package var cause: Cause
        /// The step that was running; `nil` if several were.
        package var step: ReadingStep?
        package var size: FrameSize
    }

    package let name = "ladder"
    package let supported: Set<Symbology>
    package let effort: ReadingEffort
    package let use: ReadingUse
    package let shortfall: ReaderShortfall
    package private(set) var doubtful: [Barcode] = []
    /// Called for every incident, on the reading thread.
    package var onIncident: ((Incident) -> Void)?

    /// The worker's process, so that tests can kill it.
    package var workerProcess: Int32? { worker?.process }

    private let program: WorkerProgram
    private let memory: PictureMemory
    private let limit: Duration
    private var worker: WorkerProcess?
    /// The number of workers that each step has killed in this stream.
    private var deaths: [Int: Int] = [:]
    /// Whether the worker still ran steps of the last picture when it had given its codes.
    private var hasLeftovers = false
    /// The last failed start, and why.
    private var failedStart: (time: FrameTimestamp, reason: String)?

    /// A picture is abandoned after this many workers.
    private static let mostWorkers = 4

    /// Starts a worker.
    ///
    /// - Parameters:
    ///   - program: runs `WorkerService` with this effort and use.
    ///   - limit: the maximum time for a picture; `nil` for 5 s at `normal` and `fast`, 60 s at `hard`.
    /// - Throws: if no worker can be started.
    package init(
        program: WorkerProgram, effort: ReadingEffort, use: ReadingUse, limit: Duration? = nil
    ) throws(BarcodeReaderError) {
        self.program = program
        self.effort = effort
        self.use = use
        self.limit = limit ?? (effort == .hard ? .seconds(60) : .seconds(5))
        do throws(WorkerFailure) {
            memory = try PictureMemory()
        } catch {
            throw BarcodeReaderError(reader: "worker", error.description)
        }
        let worker: WorkerProcess
        do throws(WorkerFailure) {
            worker = try WorkerProcess(program, memory: memory)
        } catch {
            throw BarcodeReaderError(reader: "worker", error.description)
        }
        self.worker = worker
        supported = worker.supported
        shortfall = worker.shortfall
    }

    package var processorTime: Duration? { worker.flatMap { ProcessorClock.of(process: $0.process) } }

    /// Forgets the pictures read so far; call it before another stream.
    package func reset() {
        deaths.removeAll()
        _ = worker?.send(.reset)
    }

    package func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        doubtful = []
        guard image.width > 0, image.height > 0 else { return [] }
        if standsAlone { deaths.removeAll() }
        var isBlind = false
        var isAlone = false
        var attempts = standsAlone ? Self.mostWorkers : 1
        while attempts > 0, !isBlind {
            attempts -= 1
            guard let worker = running(image.size) else { return [] }
            do throws(WorkerFailure) {
                try memory.write(image)
            } catch {
                onIncident?(Incident(cause: .noWorker(error.description), size: image.size))
                return []
            }
            memory.clearSteps()
            let request = WorkerRequest.read(
                size: image.size, capacity: memory.shared.capacity, symbologies: symbologies, leavingOut: leftOut,
                isAlone: isAlone)
            do throws(WorkerDeath) {
                let answer = try worker.read(request, limit: limit)
                doubtful = answer.doubtful
                hasLeftovers = !memory.steps.isEmpty
                return answer.codes
            } catch {
                if hasLeftovers, memory.steps.isEmpty {
                    // It had not begun: a step of the picture before, whose answer nobody needed, has ended it.
                    hasLeftovers = false
                    self.worker = nil
                    attempts += 1
                    continue
                }
                let running = bury(error, image.size)
                // Several ran at once: the next worker runs one at a time, and then it is known which one it was.
                if running > 1, !isAlone {
                    isAlone = true
                    attempts += 1
                }
                // The next worker would not see it either.
                if case .blind = error.how { isBlind = true }
            }
        }
        return []
    }

    /// Whether each picture is independent.
    private var standsAlone: Bool { use == .pictures || effort == .hard }

    /// For a picture, the steps that killed a worker once; for a stream, twice, because once may have been the frame's
    /// fault.
    private var leftOut: Set<Int> {
        Set(deaths.filter { $0.value >= (standsAlone ? 1 : 2) }.keys)
    }

    /// - Returns: the number of steps that ran.
    private func bury(_ death: WorkerDeath, _ size: FrameSize) -> Int {
        worker = nil
        hasLeftovers = false
        let steps = ReadingLadder.steps(effort, use)
        // The worker can write any number into the page in which it notes its steps.
        let running = memory.steps.filter(steps.indices.contains)
        let step = running.count == 1 ? running.first : nil
        if let step { deaths[step, default: 0] += 1 }
        let cause: Incident.Cause =
            switch death.how {
            case .ended(let words): .died(words)
            case .tooLong: .tooLong(limit: limit)
            case .nonsense: .nonsense
            case .blind(let reason): .noWorker(reason)
            }
        // The next worker is not likely to do better at once.
        if case .blind(let reason) = death.how { failedStart = (.now, reason) }
        onIncident?(Incident(cause: cause, step: step.map { steps[$0] }, size: size))
        return running.count
    }

    /// The worker, restarted if necessary. At most one attempt a second, because a machine that is out of memory would do
    /// nothing else. In the meantime, each picture that stands alone is told; of a stream, one frame a second is enough.
    private func running(_ size: FrameSize) -> WorkerProcess? {
        if let worker { return worker }
        if let failedStart, FrameTimestamp.now.since(failedStart.time) < .seconds(1) {
            if standsAlone { onIncident?(Incident(cause: .noWorker(failedStart.reason), size: size)) }
            return nil
        }
        do throws(WorkerFailure) {
            worker = try WorkerProcess(program, memory: memory)
            failedStart = nil
        } catch {
            failedStart = (.now, error.description)
            onIncident?(Incident(cause: .noWorker(error.description), size: size))
        }
        return worker
    }
}

extension WorkerReader.Incident: CustomStringConvertible {
    /// A sentence: `the reader process died on a picture of 1280×720 in step "as is → zxing, linear": signal 6 (Aborted);
    /// it will be restarted`
    package var description: String {
        let place = step.map { " in step \"\($0)\"" } ?? ""
        let picture = "a picture of \(size.width)×\(size.height)"
        return switch cause {
        case .died(let words): "the reader process died on \(picture)\(place): \(words); it will be restarted"
        case .tooLong(let limit):
            "the reader process took more than \(limit) on \(picture)\(place); it will be restarted"
        case .nonsense: "the reader process sent invalid data for \(picture)\(place); it will be restarted"
        case .noWorker(let reason): "cannot read \(picture): \(reason)"
        }
    }
}
