// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A script that runs or ran in the guest.
struct GuestJob: Sendable {
    let laboratory: Laboratory
    let id: String
    let script: String
    /// The folder of `stdout` and `stderr`, which grow while the script runs.
    let folder: URL

    var output: String { text("stdout") }
    var errors: String { text("stderr") }
    var hasEnded: Bool { get throws { try laboratory.status(of: id) != nil } }

    private func text(_ name: String) -> String { String(decoding: data(name), as: UTF8.self) }
    private func data(_ name: String) -> Data { (try? Data(contentsOf: folder.appending(path: name))) ?? Data() }

    /// Sends a signal to every process of the script, like a terminal: `INT`, `TERM`, `KILL`.
    func signal(_ name: String) throws { try laboratory.send("signal \(id) \(name)") }

    /// Waits for the script to end. If it exceeds the limit, it is killed and this throws.
    func end(within limit: Duration = .seconds(60)) async throws -> CommandResult {
        let deadline = ContinuousClock.now + limit
        while true {
            if let status = try laboratory.status(of: id) {
                return CommandResult(status: status, outputData: data("stdout"), errors: errors)
            }
            if ContinuousClock.now > deadline { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        try signal("KILL")
        throw LaboratoryError("did not end within \(limit): \(script)\nstdout:\n\(output)\nstderr:\n\(errors)")
    }

    /// Waits until `condition` is true for the output so far. Throws if the script ends first or the limit passes.
    func waitForOutput(
        within limit: Duration = .seconds(60), _ condition: (_ output: String) -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + limit
        while true {
            // Check in this order, so that output before the end is seen.
            let hasEnded = try hasEnded
            if condition(output) { return }
            if hasEnded || ContinuousClock.now > deadline { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        try? signal("KILL")
        throw LaboratoryError("expected output did not appear: \(script)\nstdout:\n\(output)\nstderr:\n\(errors)")
    }
}

extension Laboratory {
    /// Runs `body` once the job has printed `up`, then kills the job and runs the script `clean`, also after a failure.
    func whileUp(_ job: GuestJob, clean: String, _ body: () async throws -> Void) async throws {
        do {
            try await job.waitForOutput { $0.contains("up\n") }
            try await body()
            try job.signal("KILL")
            _ = try await job.end()
            try await require(clean)
        } catch {
            try? job.signal("KILL")
            _ = try? await run(clean)
            throw error
        }
    }
}

/// How a script ended and what it wrote.
struct CommandResult: Sendable, CustomStringConvertible {
    /// The exit status as in a shell: 128 + n for signal n.
    var status: Int32
    var outputData: Data
    var errors: String

    var output: String { String(decoding: outputData, as: UTF8.self) }

    /// The output as one JSON value.
    func json() throws -> JSON {
        guard let json = JSON(outputData) else { throw LaboratoryError("the output is not JSON:\n\(self)") }
        return json
    }

    /// The output as JSON Lines.
    func jsonLines() throws -> [JSON] {
        try output.split(separator: "\n").map { line in
            guard let json = JSON(Data(line.utf8)) else {
                throw LaboratoryError("a line is not JSON: \(line)\n\(self)")
            }
            return json
        }
    }

    var description: String { "status \(status)\nstdout:\n\(output)\nstderr:\n\(errors)" }
}

/// Who runs a script.
enum GuestUser: Sendable {
    case root
    /// A user with no groups.
    case stranger
    /// A user in group video only.
    case inGroupVideo
    /// A user in this group only.
    case inGroup(Int)

    /// Debian's number, the same on all its systems: /usr/share/base-passwd/group.master.
    private static let videoGroup = 44

    var setprivArguments: String {
        switch self {
        case .root: ""
        case .stranger: "--reuid=65534 --regid=65534 --clear-groups"
        case .inGroupVideo: Self.inGroup(Self.videoGroup).setprivArguments
        case .inGroup(let group): "--reuid=65534 --regid=65534 --groups=\(group)"
        }
    }

    /// A command that runs the command after it as this user; empty for root.
    var wrapper: String { setprivArguments.isEmpty ? "" : "setpriv \(setprivArguments)" }
}
