// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@Suite("candela interrupted")
struct InterruptionTests {
    @Test("a signal ends a live scan with 128 + n and whole lines", arguments: [SIGINT, SIGTERM, SIGHUP])
    func liveScan(number: CInt) throws {
        let run = try CommandRunner.start(["scan", "sim:bench", "--json", "--interval", "0"])
        try run.wait { output, _ in output.contains("\n") }
        run.signal(number)
        let result = try run.end()
        #expect(result.status == 128 + number)
        #expect(result.errors == "")
        #expect(result.output.hasSuffix("\n"))
        #expect(try result.events().allSatisfy { $0["event"].string == "scan" })
    }

    @Test("a signal ends a scan that waits for a camera without frames")
    func stalledScan() throws {
        let run = try CommandRunner.start(["scan", "sim:empty?stall=0", "--verbose"])
        try run.wait { _, errors in errors.contains("\n") }
        run.signal(SIGINT)
        #expect(try run.end().status == 130)
    }

    @Test("Ctrl-C on a terminal ends a live scan")
    func terminal() throws {
        let run = try CommandRunner.start(["scan", "sim:bench"], to: .terminal)
        try run.wait { output, _ in output.contains("CANDELA") }
        run.type("\u{3}")
        #expect(try run.end().status == 130)
    }

    @Test("a signal ends the scan of many pictures, and what was printed is whole lines")
    func pictures() throws {
        let folder = try TemporaryFolder()
        var paths: [String] = []
        for index in 0..<60 {
            paths.append(try folder.write(try TestPicture(of: "picture \(index)", modulePixels: 30), "\(index).pgm"))
        }
        let run = try CommandRunner.start(["scan", "--raw"] + Array(repeating: paths, count: 20).flatMap { $0 })
        try run.wait { output, _ in output.contains("\n") }
        run.signal(SIGTERM)
        let result = try run.end()
        #expect(result.status == 143)
        #expect(result.output.hasSuffix("\n"))
        #expect(result.lines == (0..<result.lines.count).map { "picture \($0 % 60)" })
        #expect(result.lines.count < 1200)
    }

    @Test("a signal ends list --watch")
    func watch() throws {
        let run = try CommandRunner.start(["list", "--watch"])
        try run.wait { _, errors in errors.contains("Ctrl-C") }
        run.signal(SIGINT)
        #expect(try run.end().status == 130)
    }
}
