// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Paths on the host, which are the same in the guest.
enum Package {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folder of the built programs, next to this test bundle.
    private static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// The program under test: `CANDELA_BINARY`, or the one built with these tests.
    static let candela = ProcessInfo.processInfo.environment["CANDELA_BINARY"] ?? product("candela")
    static let uvcDevice = product("uvc-device")

    private static func product(_ name: String) -> String {
        let beside = products.appending(path: name).path
        return FileManager.default.isExecutableFile(atPath: beside)
            ? beside : folder.appending(path: ".build/release/\(name)").resolvingSymlinksInPath().path
    }
}

extension String {
    /// The text as one word of a shell script.
    var shellQuoted: String { "'" + replacingOccurrences(of: "'", with: #"'\''"#) + "'" }

    /// Without white space around it, as a shell's `$(…)` gives what a command prints.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension Laboratory {
    /// A script that execs `candela` with these arguments, so that signals and status are its own.
    static func candela(_ arguments: [String]) -> String {
        "exec " + ([Package.candela] + arguments).map(\.shellQuoted).joined(separator: " ")
    }

    /// Runs `candela` in the guest and waits for its end.
    func candela(
        _ arguments: String..., as user: GuestUser = .root, limit: Duration = .seconds(90)
    ) async throws -> CommandResult {
        try await run(Self.candela(arguments), as: user, limit: limit)
    }

    /// Starts `candela` in the guest.
    func startCandela(_ arguments: String..., as user: GuestUser = .root) throws -> GuestJob {
        try start(Self.candela(arguments), as: user)
    }
}
