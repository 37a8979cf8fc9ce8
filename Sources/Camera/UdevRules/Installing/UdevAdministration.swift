// SPDX-License-Identifier: Apache-2.0

internal import Programs

/// The requests to udev. Tests provide their own.
package protocol UdevService: Sendable {
    /// Makes udev verify a rules file.
    ///
    /// - Returns: false if this udev cannot: `udevadm verify` requires systemd 254.
    func verify(_ path: String) throws(UdevActionError) -> Bool
    /// Makes udev reload its rules, and waits until no event is processed with the old ones.
    func reload() throws(UdevActionError)
    /// Runs the rules for every device of these subsystems, and waits until they have finished.
    func trigger(_ subsystems: [String]) throws(UdevActionError)
}

/// `udevadm` of this machine.
package struct UdevAdministration: UdevService {
    package init() {}

    static let reloading = ["control", "--reload"]

    static func triggering(_ subsystems: [String]) -> [String] {
        ["trigger", "--action=change"] + subsystems.map { "--subsystem-match=\($0)" } + ["--settle"]
    }

    /// The systemd version of udev; `nil` if there is no udevadm.
    package static var version: Int? {
        guard let run = SystemProgram.runAlone("udevadm", ["--version"], limit: limit), run.outcome == .ended(status: 0)
        else { return nil }
        return Int(run.output.prefix { $0.isNumber })
    }

    private static let firstWithVerify = 254
    /// How often udev is asked to reload. It asks for the sender of a message only after it has accepted the connection; a
    /// message that arrives between the two has none and is ignored ("Invalid sender uid 65534"), while `udevadm` ends with
    /// success. Seen with systemd 252 in about 1 of 150 requests on a busy machine. A reload without changes costs nothing.
    private static let requests = 3
    /// More than udev itself waits for its slowest rules.
    private static let limit = Duration.seconds(200)

    package func verify(_ path: String) throws(UdevActionError) -> Bool {
        guard let version = Self.version, version >= Self.firstWithVerify else { return false }
        try run(["verify", "--resolve-names=never", "--no-style", path])
        return true
    }

    /// Waits until udev is idle: events that it is processing finish with the old rules, and could undo what is set in the
    /// meantime.
    package func reload() throws(UdevActionError) {
        for _ in 1...Self.requests { try run(Self.reloading) }
        // If the queue does not empty in time, that is no reason to leave the permissions as they are.
        try? settle()
    }

    package func trigger(_ subsystems: [String]) throws(UdevActionError) { try run(Self.triggering(subsystems)) }

    /// Waits until udev is idle, for at most 30 s.
    package func settle() throws(UdevActionError) { try run(["settle", "--timeout=30"]) }

    private func run(_ arguments: [String]) throws(UdevActionError) {
        guard let run = SystemProgram.runAlone("udevadm", arguments, limit: Self.limit) else {
            throw UdevActionError("cannot run udevadm: it is not installed")
        }
        guard let failure = run.outcome.failure else { return }
        let words = run.output.split(separator: "\n").prefix(4).joined(separator: "; ")
        throw UdevActionError(
            "cannot run udevadm \(arguments.joined(separator: " ")): \(words.isEmpty ? failure : words)")
    }
}
