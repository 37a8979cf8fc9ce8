// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Runs the built command as a user does: as a process with its own descriptors, environment and signals.
enum CommandRunner {
    /// Where its standard output goes.
    enum Output {
        case captured
        /// A terminal of its own, which is its controlling one: Ctrl-C typed there is a real one.
        case terminal
        /// The same, for its errors, too.
        case wholeTerminal
        case file(String)
        /// A pipe that nobody reads any more.
        case closedPipe
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// The command under test: `CANDELA_BINARY`, else what `swift build -c release` makes.
    static let binary: String =
        ProcessInfo.processInfo.environment["CANDELA_BINARY"]
        ?? repository.appending(path: ".build/release/candela").path

    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Where the commands under test keep what they scan, unless a test names a place of its own.
    static let data = FileManager.default.temporaryDirectory.appending(path: "candela-tests-\(getpid())")

    /// A run that has not ended by then hangs. Many times what the slowest takes on a busy machine.
    static let limit = Duration.seconds(600)

    /// Runs it to its end.
    static func run(
        _ arguments: String..., input: String = "/dev/null", to output: Output = .captured,
        environment: [String: String] = [:], user: String? = nil
    ) throws -> CommandResult {
        try start(
            arguments, input: input, to: output, environment: environment, user: user
        ).end()
    }

    static func run(_ arguments: [String], to output: Output = .captured) throws -> CommandResult {
        try start(arguments, to: output).end()
    }

    /// Starts it, for tests that act while it runs.
    ///
    /// - Parameters:
    ///   - input: the file that is its standard input.
    ///   - environment: replaces variables; an empty value takes one away.
    ///   - user: runs it as another user, through `setpriv`; for root only.
    static func start(
        _ arguments: [String], input: String = "/dev/null", to output: Output = .captured,
        environment: [String: String] = [:], user: String? = nil
    ) throws -> RunningCommand {
        guard unsafe access(binary, X_OK) == 0 else {
            throw Failure(description: "there is no \(binary); run `make build`, or set CANDELA_BINARY")
        }
        var command = [binary] + arguments
        if let user { command = ["setpriv", "--reuid", user, "--regid", user, "--clear-groups"] + command }
        // The caller's terminal and preferences are none of the test's.
        var variables = ProcessInfo.processInfo.environment
        for name in ["NO_COLOR", "COLUMNS", "LINES"] { variables[name] = nil }
        variables["TERM"] = "xterm-256color"
        // Nor is what was scanned here the user's.
        variables["XDG_DATA_HOME"] = data.path + (user ?? "")
        variables.merge(environment) { $1 }
        variables = variables.filter { !$0.value.isEmpty }
        return try RunningCommand(
            command, input: input, output: output, environment: variables.map { "\($0.key)=\($0.value)" })
    }
}
