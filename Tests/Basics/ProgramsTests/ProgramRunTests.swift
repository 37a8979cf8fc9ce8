// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Programs
import Testing

@Suite("A program run without a shell")
struct ProgramRunTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "candela-run-\(UUID().uuidString)").path

    private func run(
        _ script: String, _ arguments: [String] = [], environment: [(name: String, value: String?)] = [],
        input: [UInt8] = [], limit: Duration = .seconds(60)
    ) -> ProgramRun.Outcome {
        ProgramRun(
            ["sh", "-c", script, "sh"] + arguments, environment: .ours(environment), input: input, limit: limit
        ).run()
    }

    private func written() throws -> String {
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test("it reports how the program ended")
    func outcomes() {
        #expect(run("exit 0") == .ended(status: 0))
        #expect(run("exit 3") == .ended(status: 3))
        #expect(run("kill -TERM $$") == .killed(signal: 15))
        #expect(ProgramRun(["/nowhere/program"], limit: .seconds(9)).run() == .notStarted(errno: ENOENT))
        #expect(ProgramRun.Outcome.ended(status: 0).failure == nil)
        #expect(ProgramRun.Outcome.ended(status: 3).failure == "it ended with status 3")
    }

    @Test("arguments, environment and input arrive byte for byte")
    func handedOver() throws {
        let hostile = "a'b\"$(touch x) `y` \n;*"
        #expect(
            run(
                "printf '%s|%s|%s|' \"$1\" \"$CANDELA_TEXT\" \"${CANDELA_GONE-none}\" > \"$2\"; cat >> \"$2\"",
                [hostile, path], environment: [("CANDELA_TEXT", hostile), ("CANDELA_GONE", nil)],
                input: Array("in\nput".utf8))
                == .ended(status: 0))
        #expect(try written() == "\(hostile)|\(hostile)|none|in\nput")
    }

    @Test("its output is kept, its errors only if asked for, and a limit cuts it off")
    func kept() {
        func capture(_ script: String, errors: Bool, limit: Int = 1000) -> String {
            let run = ProgramRun(["sh", "-c", script], output: .kept(errors: errors), limit: .seconds(60))
            let (outcome, output) = run.capture(limit: limit)
            #expect(outcome == .ended(status: 0))
            return String(decoding: output, as: UTF8.self)
        }
        #expect(capture("echo a; echo b >&2; echo c", errors: false) == "a\nc\n")
        #expect(capture("echo a; echo b >&2; echo c", errors: true) == "a\nb\nc\n")
        #expect(capture("yes | head -c 3000000", errors: false, limit: 4) == "y\ny\n")
        // What it leaves running holds the output open; the result does not wait for it.
        #expect(capture("sleep 20 & echo a", errors: false) == "a\n")
    }

    @Test("with an environment of its own it gets nothing of ours")
    func alone() {
        let run = ProgramRun(
            ["/usr/bin/env"], environment: .only([("LC_ALL", "C")]), output: .kept(errors: false), limit: .seconds(60))
        #expect(run.capture().output == Array("LC_ALL=C\n".utf8))
        #expect(SystemProgram.ask("no-such-program", []) == nil)
        #expect(SystemProgram.ask("false", []) == nil)
        #expect(SystemProgram.ask("printf", ["%s", "a b"]) == "a b")
    }

    @Test("it inherits no open files, and no signal is blocked or ignored")
    func clean() throws {
        let file = unsafe open("/dev/null", O_RDONLY)
        defer { close(file) }
        #expect(
            run("ls /proc/self/fd | tr '\\n' ' ' > \"$1\"; grep -E 'Sig(Blk|Ign)' /proc/self/status >> \"$1\"", [path])
                == .ended(status: 0))
        let text = try written()
        // grep shows the signals that the shell was given; a waiting shell blocks signals itself. ls has its three
        // descriptors, the folder it reads, and the file it writes to is its 1.
        #expect(text.hasPrefix("0 1 2 3 \n") || text.hasPrefix("0 1 2 3 SigBlk"))
        #expect(text.contains("SigBlk:\t0000000000000000"))
        // Above the 31 standard signals are two that the C library uses itself.
        let ignored = try #require(text.firstMatch(of: /SigIgn:\t([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) })
        #expect(ignored & 0x7fff_ffff == 0)
    }

    @Test("a program that times out is killed with its children")
    func limit() throws {
        #expect(
            run("sleep 1000 & echo $! > \"$1\"; wait", [path], limit: .seconds(2)) == .tookTooLong)
        let child = try #require(pid_t(try written().trimmingCharacters(in: .whitespacesAndNewlines)))
        // Its new parent reaps it later.
        var isGone = false
        for _ in 0..<500 where !isGone {
            let state = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8))?
                .split(separator: " ").dropFirst(2).first
            isGone = state == nil || state == "Z"
            if !isGone { usleep(20_000) }
        }
        #expect(isGone)
    }

    @Test("it can be cancelled, before and while it runs")
    func cancelled() {
        let run = ProgramRun(["sleep", "1000"], limit: .seconds(60))
        let canceller = Thread { run.cancel() }
        canceller.start()
        #expect(run.run() == .cancelled)
        #expect(run.run() == .cancelled)
    }

    @Test("a program is found by path or in PATH; a folder is not a program")
    func search() {
        #expect(ProgramSearch.find("sh")?.hasSuffix("/sh") == true)
        #expect(ProgramSearch.find("/bin/sh") == "/bin/sh")
        for name in ["", "/bin", "/etc/passwd", "no-such-program"] { #expect(ProgramSearch.find(name) == nil) }
    }
}
