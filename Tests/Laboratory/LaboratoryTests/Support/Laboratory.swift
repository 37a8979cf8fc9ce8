// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The virtual machine in which programs are tested with real V4L2 devices; see `Tests/Laboratory`.
///
/// Each guest boots once per test run, when the first test needs it. The guest has the host's files, read-only, at their own
/// paths; `share` on the host is `/run/laboratory` in the guest.
final class Laboratory: Sendable {
    /// `kvm`, `uml` or `tcg`.
    let accelerator: String
    /// The folder of the guest's kernel, the argument of `Tests/Laboratory/pretend-camera/build.sh`.
    let kernel: URL
    /// The writable folder that both sides share.
    let share: URL
    private let folder: URL
    private let supervisor: Supervisor
    private let port: Mutex<FileHandle>
    private let state = Mutex(State())

    private struct State {
        var lastJob = 0
        var statuses: [String: Int32] = [:]
        var isDead = false
    }

    /// Keeps the supervisor's standard input open: the guest lives until this process ends or closes it.
    private struct Supervisor: @unchecked Sendable {
        // Unchecked: only kept, never used after `init`.
        let process: Process
        let lifeline: Pipe
    }

    static let sharePath = "/run/laboratory"

    /// The guests of a test run. Each runs one test at a time and mostly waits: they use two processors.
    enum Guest: Hashable, Sendable { case first, second, third, fourth, fifth, sixth }

    /// The guest of the test that is running; see `GuestTrait`.
    @TaskLocal static var guest = Guest.first

    /// The laboratory of the running test; boots it if necessary.
    static func shared() async throws -> Laboratory { try await shared(guest) }

    static func shared(_ guest: Guest) async throws -> Laboratory {
        let boot = boots.withLock { boots in
            if let boot = boots[guest] { return boot }
            let boot = Task.detached { try Laboratory() }
            boots[guest] = boot
            return boot
        }
        return try await boot.value
    }

    private static let boots = Mutex<[Guest: Task<Laboratory, any Error>]>([:])

    private init() throws {
        let process = Process()
        let lifeline = Pipe()
        let words = Pipe()
        let complaints = Pipe()
        process.executableURL = Package.folder.appending(path: "Tests/Laboratory/boot.sh")
        process.standardInput = lifeline
        process.standardOutput = words
        process.standardError = complaints
        // Print lines at once, because the first download takes a while; keep them, because the last may be the reason.
        let said = Mutex(Data())
        complaints.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            said.withLock { $0 += data }
            FileHandle.standardError.write(data)
        }
        do {
            try process.run()
        } catch {
            throw LaboratoryError("cannot start Tests/Laboratory/boot.sh: \(error)")
        }
        supervisor = Supervisor(process: process, lifeline: lifeline)
        let line = String(decoding: words.fileHandleForReading.readLine(), as: UTF8.self)
        let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
        guard parts.count == 3, parts[0] == "ready" else {
            process.waitUntilExit()
            let reason = String(decoding: said.withLock { $0 }, as: UTF8.self)
            throw LaboratoryError(
                reason.isEmpty ? "boot.sh ended without a reason (status \(process.terminationStatus))." : reason)
        }
        accelerator = parts[1]
        folder = URL(fileURLWithPath: parts[2])
        share = folder.appending(path: "share")
        kernel = folder.appending(path: "kernel").resolvingSymlinksInPath()
        // Open for reading too, although it is never read: otherwise writing to a dead guest ends this process with SIGPIPE.
        port = Mutex(try FileHandle(forUpdating: folder.appending(path: "agent.in")))
        let answers = try FileHandle(forReadingFrom: folder.appending(path: "agent.out"))
        Thread { [self] in listen(to: answers) }.start()
    }

    /// Reads the agent's answers until the guest dies.
    private func listen(to answers: FileHandle) {
        while case let line = answers.readLine(), !line.isEmpty {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 3, words[0] == "done", let status = Int32(words[2]) else { continue }
            state.withLock { $0.statuses[String(words[1])] = status }
        }
        state.withLock { $0.isDead = true }
    }

    /// Starts a shell script in the guest.
    func start(_ script: String, as user: GuestUser = .root, input: Data? = nil) throws -> GuestJob {
        let id = state.withLock { state in
            state.lastJob += 1
            return String(state.lastJob)
        }
        let jobFolder = share.appending(path: "jobs/\(id)")
        try FileManager.default.createDirectory(at: jobFolder, withIntermediateDirectories: true)
        try Data((script + "\n").utf8).write(to: jobFolder.appending(path: "command"))
        if let input { try input.write(to: jobFolder.appending(path: "stdin")) }
        try send("run \(id) \(user.setprivArguments)")
        return GuestJob(laboratory: self, id: id, script: script, folder: jobFolder)
    }

    /// Runs a shell script in the guest to its end.
    func run(
        _ script: String, as user: GuestUser = .root, input: Data? = nil, limit: Duration = .seconds(60)
    ) async throws -> CommandResult {
        try await start(script, as: user, input: input).end(within: limit)
    }

    /// Runs a script and returns its standard output; throws if it fails.
    @discardableResult
    func require(_ script: String, limit: Duration = .seconds(60)) async throws -> String {
        let result = try await run(script, limit: limit)
        guard result.status == 0 else { throw LaboratoryError("status \(result.status) from: \(script)\n\(result)") }
        return result.output
    }

    /// Repeats what depends on every frame arriving if the guest stood still in the meantime, because the host was busy: at
    /// most four times. The last answer counts, whatever it is.
    ///
    /// - Parameter isSound: whether the answer can be used although the guest stood still.
    func undisturbed<Answer>(
        unless isSound: (Answer) -> Bool, _ work: () async throws -> Answer
    ) async throws -> Answer {
        var answer: Answer
        var tries = 0
        repeat {
            let before = stalls.count
            answer = try await work()
            let new = stalls.dropFirst(before)
            guard !new.isEmpty, !isSound(answer) else { break }
            tries += 1
            print("laboratory: the guest stood still for \(new.joined(separator: ", ")) ms; trying again")
        } while tries < 4
        return answer
    }

    /// As `undisturbed`, for what several programs of the guest carry to each other on its only processor: a host that is
    /// merely slow makes them lose frames as well, without ever standing still. The last of at most four answers counts.
    func patiently<Answer>(unless isSound: (Answer) -> Bool, _ work: () async throws -> Answer) async throws -> Answer {
        var answer = try await work()
        for _ in 1..<4 where !isSound(answer) {
            print("laboratory: frames were lost; trying again")
            try await Task.sleep(for: .seconds(2))
            answer = try await work()
        }
        return answer
    }

    /// How long the guest stood still, in milliseconds, each time; see `agent`.
    private var stalls: [String] {
        let text = (try? String(contentsOf: share.appending(path: "stalls"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
    }

    func send(_ line: String) throws {
        try port.withLock { try $0.write(contentsOf: Data((line + "\n").utf8)) }
    }

    /// The exit status of a job that has ended.
    ///
    /// - Throws: if the guest is dead, with the end of its kernel log.
    func status(of job: String) throws -> Int32? {
        let (status, isDead) = state.withLock { ($0.statuses[job], $0.isDead) }
        if status == nil, isDead {
            let console = (try? String(contentsOf: folder.appending(path: "console"), encoding: .utf8)) ?? ""
            throw LaboratoryError("the guest died; its console's end:\n\(console.suffix(2000))")
        }
        return status
    }
}

/// An error of the laboratory itself, or of what a test prepared in it.
struct LaboratoryError: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}

extension FileHandle {
    /// Reads a line without its line break; empty at the end.
    fileprivate func readLine() -> Data {
        var line = Data()
        while let byte = try? read(upToCount: 1), let value = byte.first, value != UInt8(ascii: "\n") {
            line.append(value)
        }
        return line
    }
}
