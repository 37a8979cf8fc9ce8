// SPDX-License-Identifier: Apache-2.0

internal import Cameras
internal import Diagnostics
import Glibc
internal import Output
import Synchronization
internal import Terminal

/// Fixes the headline with the user: proposes, asks, runs, checks again, and prints how to undo the fixes.
struct FixDialogue {
    private var run: DoctorRun
    private let agreesToAll: Bool
    /// The largest number of fixes in one run, so that fixes that do not help are not tried forever.
    private static let rounds = 5

    init(run: DoctorRun, agreesToAll: Bool) {
        self.run = run
        self.agreesToAll = agreesToAll
    }

    mutating func go(_ address: CameraAddress) throws {
        guard agreesToAll || isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure("cannot ask about fixes: standard input is not a terminal; confirm them with --yes")
        }
        var tried: Set<Fix> = []
        let undo = UndoList()
        defer { undo.say() }
        // A signal cannot interrupt a question on the terminal: print how to undo, and exit.
        Interruption.onSignal {
            undo.say()
            Interruption.leave(with: Interruption.received ?? SIGINT)
        }
        var report = try run.report(on: address)
        for _ in 0..<Self.rounds {
            try run.printer.print(report)
            guard let headline = report.headline else { break }
            guard let fix = try choose(headline, tried) else { break }
            tried.insert(fix)
            // Before it runs: of several commands the first may succeed and the second fail.
            undo.add(fix.undo)
            guard try perform(fix) else { continue }
            let before = headline.id
            report = try run.report(on: address)
            if report.findings.contains(where: { $0.id == before }) {
                Console.note("\(before) is not fixed")
            } else {
                let next = report.headline.map { "; the next finding is \($0.id)" } ?? ""
                Console.note("\(before) is fixed\(next)")
            }
        }
        try run.printer.finish([report.verdict])
    }

    /// The fix to run; `nil` if none is left or the user quits.
    private func choose(_ headline: Finding, _ tried: Set<Fix>) throws(CommandFailure) -> Fix? {
        let fixes = headline.fixes.filter { $0.isRunnable && !tried.contains($0) }
        if fixes.isEmpty {
            Console.note("no further fix for \(headline.id) can be run automatically")
            return nil
        }
        for fix in fixes {
            let root = fix.needsRoot ? ", as root" : ""
            Console.note("fix for \(headline.id): \(VisibleText.escape(fix.title))")
            for command in commands(fix) { Console.note("  would run\(root): \(VisibleText.escape(command))") }
            if !fix.undo.isEmpty { Console.note("  undo: " + fix.undo.map(VisibleText.escape).joined(separator: "; ")) }
            if agreesToAll { return fix }
            Console.progress("Run it? [y]es, [n]o, [q]uit: ")
            switch readLine()?.lowercased().first {
            case "y": return fix
            case "q", nil: return nil
            default: continue
            }
        }
        return nil
    }

    private func perform(_ fix: Fix) throws(CommandFailure) -> Bool {
        for command in commands(fix) {
            let status = try ShellCommand.run(command)
            if Interruption.received != nil { throw CommandFailure(status: .couldNot) }
            guard status == 0 else {
                Console.note("the command failed with status \(status): \(VisibleText.escape(command))")
                return false
            }
        }
        return true
    }

    /// The commands of a fix, without sudo if the user is root: small systems do not have it.
    private func commands(_ fix: Fix) -> [String] {
        guard geteuid() == 0 else { return fix.commands }
        return fix.commands.map { command in
            let plain = command.hasPrefix("sudo ") ? String(command.dropFirst(5)) : command
            return plain.split(separator: "| sudo ", omittingEmptySubsequences: false).joined(separator: "| ")
        }
    }
}

/// The commands that undo the fixes, printed once.
private final class UndoList: Sendable {
    private let commands = Mutex<[String]>([])

    func add(_ undo: [String]) { commands.withLock { $0 += undo } }

    func say() {
        let all = commands.withLock { commands in
            defer { commands = [] }
            return commands
        }
        guard !all.isEmpty else { return }
        Console.note("to undo all fixes: " + all.reversed().map(VisibleText.escape).joined(separator: "; "))
    }
}

/// Runs a fix's command line in a shell, with the user's environment and terminal.
enum ShellCommand {
    static func run(_ command: String) throws(CommandFailure) -> CInt {
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        // This process blocks the signals that end it; a child must not.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var process: pid_t = 0
        let words = ["/bin/sh", "-c", command]
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        let failure = unsafe posix_spawn(&process, "/bin/sh", nil, &attributes, &arguments, environ)
        guard failure == 0 else {
            throw CommandFailure("cannot run a command: \(unsafe String(cString: strerror(failure)))")
        }
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw CommandFailure("cannot wait for a command: \(unsafe String(cString: strerror(errno)))") }
        }
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    }
}
