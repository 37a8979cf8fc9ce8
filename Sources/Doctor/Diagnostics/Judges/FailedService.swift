// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Judges a service that ended by itself, for a reason that it wrote into the journal. Its camera has no part in it, or nothing else
/// explains it.
enum FailedService {
    static func find(_ client: CameraClientRecord) -> Finding? {
        guard client.kind == .unit || client.kind == .userUnit, client.processID == nil, let words = client.lastWords,
            let last = telling(words),
            // What it says of the node belongs to other checks, which look at the node itself.
            !last.contains("/dev/video"), !last.contains("/dev/v4l"), !last.lowercased().contains("busy")
        else { return nil }
        let cause = Cause(last)
        let unit = Words.shell(client.name)
        let systemctl = client.kind == .userUnit ? "systemctl --user" : "sudo systemctl"
        let restart = "\(systemctl) restart \(unit)"
        return Finding(
            .accessServiceBroken, .fail,
            "\(client.title) has failed: \(cause.words(client))", confidence: .likely,
            evidence: (client.exitStatus.map {
                [EvidenceLine("systemctl show \(client.name)", "not running, last status \($0)")]
            } ?? [])
                + words.suffix(4).map { EvidenceLine("journalctl -u \(client.name)", $0) },
            effect: "it does not reach the camera, which is not at fault",
            fixes: cause.fixes(client, restart: restart) + [
                Fix(
                    "Read the rest of what it said",
                    commands: [
                        "journalctl -b \(client.kind == .userUnit ? "--user-unit" : "-u") \(unit) -n 50"
                    ], isRunnable: false)
            ])
    }

    /// The last line that tells of an error, of those that name a missing thing or a refusal before those that only say that it
    /// ends.
    private static func telling(_ words: [String]) -> String? {
        let strong = [
            "not found", "no such file", "permission denied", "no module named", "cannot open", "can't open",
            "already in use", "importerror", "undefined symbol", "not permitted", "missing",
        ]
        let weak = ["error", "fail", "cannot", "can't", "could not", "unable", "fatal", "invalid", "unknown", "refused", "exit"]
        for signs in [strong, weak] {
            if let line = words.last(where: { line in signs.contains { line.lowercased().contains($0) } }) { return line }
        }
        return words.last
    }

    /// What the line is about.
    private struct Cause {
        let line: String
        private let small: String

        init(_ line: String) {
            self.line = line
            small = line.lowercased()
        }

        /// A path that it may not use, other than a device.
        private var refusedPath: String? {
            guard small.contains("permission denied") || small.contains("not permitted") else { return nil }
            return line.split { " '\"(),;[]<>=".contains($0) }
                .map { $0.hasSuffix(":") ? $0.dropLast() : $0 }
                .last { $0.hasPrefix("/") && !$0.hasPrefix("/dev/") && $0.utf8.count > 2 }
                .map(String.init)
        }

        private var lacks: Bool {
            ["not found", "no such file", "no module named", "importerror", "undefined symbol", "cannot open shared", "missing"]
                .contains { small.contains($0) } && !small.contains("/dev/video")
        }

        private var isAddress: Bool { small.contains("already in use") }

        func words(_ client: CameraClientRecord) -> String {
            let said = "\"\(line.prefix(200))\""
            if let path = refusedPath {
                return "its user \(client.user?.label ?? "root") may not create or write \(path); it said \(said)"
            }
            if lacks { return "something that it needs is missing; it said \(said)" }
            if isAddress { return "another program has its network port; it said \(said)" }
            return "it ended by itself, and said \(said)"
        }

        func fixes(_ client: CameraClientRecord, restart: String) -> [Fix] {
            let needsRoot = client.kind != .userUnit
            if let path = refusedPath {
                let parts = path.split(separator: "/")
                // A name with a dot is a file's: its folder is what is missing or closed.
                let folder = parts.last?.contains(".") == true && parts.count > 1
                    ? "/" + parts.dropLast().joined(separator: "/") : path
                let user = Words.shell(client.user?.label ?? "root")
                return [
                    Fix(
                        "Make the folder, if it is not there, and give it to that user",
                        commands: ["sudo install -d -o \(user) \(Words.shell(folder))", restart], needsRoot: true,
                        isRunnable: false),
                    Fix("Or name another place in the program's configuration"),
                ]
            }
            if lacks {
                return [
                    Fix(
                        "Install what that line names, or run the program's own installer again (often make install or its install script), which brings what a new version needs; then start it",
                        commands: [restart], needsRoot: needsRoot, isRunnable: false),
                    Fix("Or, if this began with an update, go back to the version before it"),
                ]
            }
            if isAddress {
                return [
                    Fix(
                        "Show which program has the port, and end it or choose another port",
                        commands: ["sudo ss -ltnp", restart], needsRoot: true, isRunnable: false)
                ]
            }
            return [
                Fix(
                    "Mend what that line names, and start it again", commands: [restart], needsRoot: needsRoot,
                    isRunnable: false)
            ]
        }
    }
}
