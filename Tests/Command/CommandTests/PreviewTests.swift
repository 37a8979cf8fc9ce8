// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestConditions
import Testing

/// `scan --preview` on a terminal of its own.
@Suite("The preview in the terminal")
struct PreviewTests {
    private static let entered = "\u{1b}[?1049h"
    private static let left = "\u{1b}[?1049l"

    private func start(_ arguments: String..., scene: String = "sim:bench") throws -> RunningCommand {
        let run = try CommandRunner.start(
            ["scan", "--preview", "--no-history", "--let-sleep"] + arguments + [scene], to: .wholeTerminal,
            environment: ["COLORTERM": "truecolor", "SWIFT_BACKTRACE": "enable=no"])
        try run.wait { output, _ in output.contains("1 code in view") }
        return run
    }

    /// What is shown after the screen was left for the last time.
    private func afterwards(_ output: String) -> Substring {
        guard let end = output.ranges(of: Self.left).last else { return "" }
        return output[end.upperBound...]
    }

    @Test("shows picture, bars and texts; q ends it, and what was read is printed then")
    func whole() throws {
        let run = try start()
        try run.wait { output, _ in output.contains("1 code in view") }
        #expect(!run.terminalIsAsUsual)
        run.type("q")
        let result = try run.end()
        #expect(result.status == 0)
        #expect(
            result.output.contains(Self.entered) && result.output.contains("light") && result.output.contains("focus"))
        // Upper half blocks and their kin, in grey; a box in the green of a scan.
        #expect(result.output.contains("▀") || result.output.contains("▄") || result.output.contains("▌"))
        #expect(result.output.contains("[38;2;") || result.output.contains("[48;2;"))
        #expect(afterwards(result.output).contains("CANDELA"))
        #expect(run.terminalIsAsUsual)
    }

    @Test("results go to a file at once, and only the preview to the terminal")
    func file() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "preview-\(getpid()).txt")
        defer { try? FileManager.default.removeItem(at: file) }
        let run = try RunningCommand(
            [
                "sh", "-c", "exec \"$0\" scan --preview --no-history --let-sleep --once sim:bench > \"$1\"",
                CommandRunner.binary, file.path,
            ], input: "/dev/null", output: .wholeTerminal, environment: ["TERM=xterm-256color"])
        let result = try run.end()
        #expect(result.status == 0)
        #expect(try String(contentsOf: file, encoding: .utf8) == "qr CANDELA\n")
        #expect(result.output.contains(Self.entered) && !afterwards(result.output).contains("CANDELA"))
    }

    @Test(
        "the terminal is as it was after every ending", .needsRealKernel,
        arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL, SIGSEGV])
    func endings(signal: CInt) throws {
        let run = try start()
        #expect(!run.terminalIsAsUsual)
        run.signal(signal)
        let result = try run.end()
        #expect(result.status == 128 + signal)
        #expect(result.output.contains(Self.left))
        #expect(result.output.ranges(of: Self.entered).count == 1)
        #expect(run.terminalIsAsUsual)
    }

    @Test("a typed code is a scan, space pauses, t lights, + zooms")
    func keys() throws {
        // Without an interval of zero: a code in view that is scanned in every frame would push the typed one out of the
        // few visible lines before a busy machine draws them.
        let run = try start()
        run.type("m4006381333931")
        try run.wait { output, _ in output.contains("code: 4006381333931") }
        run.type("\r")
        try run.wait { output, _ in output.contains("ean-13\u{1b}[0m 4006381333931") }
        run.type(" ")
        try run.wait { output, _ in output.contains(" paused ") }
        run.type("t")
        try run.wait { output, _ in output.contains("the torch illuminator_1 is on") }
        run.type("t")
        try run.wait { output, _ in output.contains("illuminator_1 is off") }
        run.type("q")
        let result = try run.end()
        #expect(result.status == 0)
        #expect(afterwards(result.output).contains("ean-13\u{1b}[0m 4006381333931"))
        #expect(afterwards(result.output).contains("illuminator_1 is off"))
    }

    @Test("nothing is read during a pause, and reading goes on after it")
    func pause() throws {
        let run = try start("--interval", "0", "--json")
        try run.wait { output, _ in output.contains("\"event\":\"scan\"") }
        run.type(" ")
        try run.wait { output, _ in output.contains(" paused ") }
        run.type("m96385074\r")
        try run.wait { output, _ in output.contains("\"source\":\"keyboard\"") }
        // The picture stays live: each of these has a frame of its own.
        let pictures = run.output.ranges(of: "?2026h").count
        try run.wait { output, _ in output.ranges(of: "?2026h").count >= pictures + 12 }
        run.type(" ")
        try run.wait { output, _ in !output.suffix(3000).contains(" paused ") }
        let lines = run.output.ranges(of: "?2026h").count
        try run.wait { output, _ in output.ranges(of: "?2026h").count >= lines + 5 }
        run.type("q")
        let events = afterwards(try run.end().output).split(whereSeparator: \.isNewline).filter {
            $0.contains("\"event\":\"scan\"")
        }
        let typed = try #require(events.firstIndex { $0.contains("96385074") })
        #expect(events[typed].contains("\"reader\":\"keyboard\""))
        let frames = events.map { $0.firstMatch(of: /"frame":(\d+)/).flatMap { Int($0.output.1) } }
        let before = try #require(frames[..<typed].last ?? nil)
        let after = frames[(typed + 1)...].compactMap(\.self)
        // What was being read as the pause began may be told after what was typed in it.
        let gaps = zip([before] + after, after.prefix(3)).map { $1 - $0 }
        #expect((gaps.max() ?? 0) > 10, "frames \(before), then \(after.prefix(3))")
    }

    @Test("Ctrl-Z leaves the screen first, and coming back enters it again")
    func suspended() throws {
        let run = try start()
        run.type("\u{1a}")
        try run.wait { output, _ in output.contains(Self.left) }
        // An orphaned process group is not stopped: nobody could wake it. It goes on by itself.
        run.signal(SIGCONT)
        try run.wait { output, _ in output.ranges(of: Self.entered).count == 2 }
        run.type("q")
        #expect(try run.end().status == 0)
        #expect(run.terminalIsAsUsual)
    }

    @Test("without a terminal, and of pictures, it says why there is none")
    func refusals() throws {
        let none = try CommandRunner.run("scan", "--preview", "sim:bench")
        #expect(none.status == 2)
        #expect(none.errors.contains("cannot draw on the terminal: there is none"))
        let picture = try CommandRunner.run("scan", "--preview", "picture.png")
        #expect(picture.status == 2)
        #expect(picture.errors.contains("cannot show a preview of pictures"))
        let way = try CommandRunner.run("scan", "--preview-as", "kitty", "sim:bench")
        #expect(way.status == 2)
        #expect(way.errors.contains("--preview"))
    }
}
