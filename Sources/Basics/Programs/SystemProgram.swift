// SPDX-License-Identifier: Apache-2.0

/// A program of the system, run for what it prints. The caller's PATH is ignored: some of them run as root.
package enum SystemProgram {
    private static let folders = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/run/current-system/sw/bin"]

    /// The path of a program; `nil` if it is not installed.
    package static func find(_ name: String) -> String? {
        folders.lazy.map { $0 + "/" + name }.first { ProgramSearch.find($0) != nil }
    }

    /// Runs a program as root does: with nothing of our environment but English messages. Returns what it printed, its
    /// errors included; `nil` if it is not installed.
    package static func runAlone(
        _ name: String, _ arguments: [String], limit: Duration
    ) -> (outcome: ProgramRun.Outcome, output: String)? {
        run(
            name, arguments, errors: true,
            .only([("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"), ("LC_ALL", "C.UTF-8")]), limit)
    }

    /// Asks a program for facts, in this session and in English. Returns what it printed; `nil` if it is not installed, failed
    /// or took too long.
    ///
    /// - Parameter errors: whether what it prints to the standard error counts, too.
    package static func ask(
        _ name: String, _ arguments: [String], errors: Bool = false, limit: Duration = .seconds(5)
    ) -> String? {
        let run = run(name, arguments, errors: errors, .ours([("LC_ALL", "C.UTF-8")]), limit)
        return run?.outcome == .ended(status: 0) ? run?.output : nil
    }

    private static func run(
        _ name: String, _ arguments: [String], errors: Bool, _ environment: ProgramRun.Environment, _ limit: Duration
    ) -> (outcome: ProgramRun.Outcome, output: String)? {
        guard let path = find(name) else { return nil }
        let run = ProgramRun(
            [path] + arguments, environment: environment, output: .kept(errors: errors), limit: limit)
        let (outcome, output) = run.capture()
        return (outcome, String(decoding: output, as: UTF8.self))
    }
}
