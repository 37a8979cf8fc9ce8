// SPDX-License-Identifier: Apache-2.0

package import ConfinedProcesses
internal import Glibc
internal import Output
import Synchronization
internal import Terminal
internal import Threads

/// Reads XML documents of strangers, in a process without files, network and rights. For any number of threads, one document at
/// a time.
package final class XMLReader: @unchecked Sendable {
    // Unchecked: what is not constant is used with the lock held.
    private struct Running {
        let process: ConfinedProcess
        let memory: SharedMemory
    }

    private let program: WorkerProgram
    private let isInProcess: Bool
    private let namesConfinement: Bool
    private let lock = ConditionLock(())
    private var running: Running?
    private var hasNamed = false

    private static let name = "XML process"
    /// The longest that a document may take; the first includes the start.
    private static let limit = Duration.seconds(10)

    /// - Parameters:
    ///   - isInProcess: whether to parse in this process.
    ///   - namesConfinement: whether to name on standard error what failed when the process was confined.
    package convenience init(isInProcess: Bool = false, namesConfinement: Bool = false) {
        self.init(
            program: .ownExecutable(arguments: [XMLService.workerWord], .network), isInProcess: isInProcess,
            namesConfinement: namesConfinement)
    }

    package init(program: WorkerProgram, isInProcess: Bool = false, namesConfinement: Bool = false) {
        self.program = program
        self.isInProcess = isInProcess
        self.namesConfinement = namesConfinement
    }

    /// So that tests can kill it.
    package var processID: Int32? { lock.withLock { _ in running?.process.process } }

    /// - Returns: the document's root.
    package func read(_ document: [UInt8]) throws(XMLTrouble) -> XMLElement {
        guard !document.isEmpty, document.count <= XMLParsing.mostBytes else {
            throw .malformed(document.isEmpty ? "it is empty" : "it is too long")
        }
        let records =
            isInProcess ? try Self.parse(document) : try lock.withLock { _ throws(XMLTrouble) in try ask(document) }
        guard let root = XMLElement(records: records) else { throw .worker("the \(Self.name) sent invalid data") }
        return root
    }

    private static func parse(_ document: [UInt8]) throws(XMLTrouble) -> [UInt8] {
        if let reason = XMLParsing.load() { throw .missing(reason) }
        var records = [UInt8](repeating: 0, count: XMLParsing.mostRecords)
        let result = unsafe document.withUnsafeBytes { source in
            unsafe records.withUnsafeMutableBytes { unsafe XMLParsing.parse(source, into: $0) }
        }
        records.removeLast(records.count - (try result.get()))
        return records
    }

    private func ask(_ document: [UInt8]) throws(XMLTrouble) -> [UInt8] {
        let result: Result<[UInt8], XMLTrouble>
        do throws(WorkerFailure) {
            if running == nil { running = try start() }
            result = try exchange(document, running!)
        } catch {
            running = nil
            throw .worker(error.description)
        }
        return try result.get()
    }

    private func start() throws(WorkerFailure) -> Running {
        let memory = try SharedMemory(capacity: XMLMemory.capacity, worker: Self.name)
        return Running(
            process: try ConfinedProcess(program, memory: memory, worker: Self.name), memory: memory)
    }

    private func exchange(
        _ document: [UInt8], _ running: Running
    ) throws(WorkerFailure) -> Result<[UInt8], XMLTrouble> {
        unsafe document.withUnsafeBytes { unsafe running.memory.bytes.copyMemory(from: $0) }
        var request = WireWriter()
        request.put(Int64(document.count))
        guard running.process.send(request.bytes) else {
            throw WorkerFailure("the \(Self.name) died: \(running.process.end())")
        }
        switch running.process.receive(until: .now + Self.limit) {
        case .packet(let bytes):
            guard let answer = XMLAnswer(bytes) else {
                _ = running.process.end()
                throw WorkerFailure("the \(Self.name) sent invalid data and was ended")
            }
            if let words = answer.unconfined, namesConfinement, !hasNamed {
                hasNamed = true
                Console.note(VisibleText.escape("the \(Self.name) is not fully confined: \(words)"))
            }
            switch answer.outcome {
            case .parsed(let count):
                // A copy: the process could change its own at any time.
                let start = XMLMemory.records
                return .success(unsafe Array(running.memory.bytes[start..<start + count]))
            case .failed(let trouble): return .failure(trouble)
            }
        case .closed: throw WorkerFailure("the \(Self.name) died: \(running.process.end())")
        case .late:
            running.process.kill()
            throw WorkerFailure("the \(Self.name) took more than \(Self.limit) and was ended")
        }
    }
}
