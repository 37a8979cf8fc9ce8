// SPDX-License-Identifier: Apache-2.0

/// What udev is asked to do; tests give one of their own.
public protocol UdevService: Sendable {
    /// Has udev look over a rules file.
    ///
    /// - Returns: false where this udev cannot: `udevadm verify` came with systemd 254.
    func verify(_ path: String) throws(UdevActionError) -> Bool
    /// Has udev read its rules, and waits until none of it runs by those of before.
    func reload() throws(UdevActionError)
    /// Runs the rules for every device of these subsystems, and waits until they have run.
    func trigger(_ subsystems: [String]) throws(UdevActionError)
}

/// `udevadm` of this machine.
public struct UdevAdministration: UdevService {
    public init() {}

    static let reloading = ["control", "--reload"]

    static func triggering(_ subsystems: [String]) -> [String] {
        ["trigger", "--action=change"] + subsystems.map { "--subsystem-match=\($0)" } + ["--settle"]
    }

    /// The version of systemd that udev is of; `nil` when there is no udevadm.
    public static var version: Int? {
        guard let run = try? ProgramRun.run("udevadm", ["--version"]), run.status == 0 else { return nil }
        return Int(run.output.prefix { $0.isNumber })
    }

    private static let firstWithVerify = 254

    public func verify(_ path: String) throws(UdevActionError) -> Bool {
        guard let version = Self.version, version >= Self.firstWithVerify else { return false }
        try run(["verify", "--resolve-names=never", "--no-style", path])
        return true
    }

    /// Until udev is done: what it was doing when it was told, it finishes by the rules of before, and would so undo
    /// what is set meanwhile.
    public func reload() throws(UdevActionError) {
        try run(Self.reloading)
        try settle()
    }

    public func trigger(_ subsystems: [String]) throws(UdevActionError) { try run(Self.triggering(subsystems)) }

    /// Waits until udev has nothing to do, 30 s at most.
    public func settle() throws(UdevActionError) { try run(["settle", "--timeout=30"]) }

    private func run(_ arguments: [String]) throws(UdevActionError) {
        let run = try ProgramRun.run("udevadm", arguments)
        guard run.status == 0 else {
            let words = run.output.split(separator: "\n").prefix(4).joined(separator: "; ")
            let cause = words.isEmpty ? "status \(run.status)" : words
            throw UdevActionError("cannot run udevadm \(arguments.joined(separator: " ")): \(cause)")
        }
    }
}
