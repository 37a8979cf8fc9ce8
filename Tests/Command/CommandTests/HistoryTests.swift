// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import SQLite
import Testing

@Suite("candela history")
struct HistoryTests {
    let folder: TemporaryFolder
    let place: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        place = ["XDG_DATA_HOME": folder.path + "/data"]
    }

    private var file: String { folder.path + "/data/candela/history.sqlite" }

    private func run(_ arguments: String...) throws -> CommandResult {
        try CommandRunner.start(arguments, environment: place).end()
    }

    private func ids(_ result: CommandResult) throws -> [String] {
        try result.events().compactMap { $0["id"].string }
    }

    /// Two codes, each read once.
    private func scanTwo(_ options: String...) throws -> CommandResult {
        try CommandRunner.start(
            ["scan", "sim:two-codes?pace=free&unplug=20", "--interval", "1h", "--json"] + options, environment: place
        ).end()
    }

    /// An event as the history keeps it: how sure a read was is told when it happens.
    static func withoutConfidence(_ line: String) -> String {
        line.replacing(/,"confidence":"[a-z]+"/, with: "")
    }

    @Test("a camera's scans are saved with the event's id, and listed as the same event")
    func kept() throws {
        let scans = try scanTwo().lines.filter { $0.contains("\"event\":\"scan\"") }
        #expect(scans.count == 2)
        let history = try run("history", "--json")
        #expect(history.lines == scans.reversed().map(Self.withoutConfidence))
        #expect(history.status == 0 && history.errors == "")
    }

    @Test("--no-history saves nothing and gives no id")
    func off() throws {
        let result = try scanTwo("--no-history")
        #expect(try ids(result).isEmpty && result.lines.count == 3)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
        let history = try run("history")
        #expect(history.status == 1 && history.output == "")
        #expect(history.errorLines == ["candela: the history is empty; candela scan fills it"])
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
    }

    @Test("on a read-only medium the history can be listed, but not deleted from",
        arguments: ["whole", "after a kill", "of the first version"])
    func readOnly(history: String) throws {
        if history == "after a kill" {
            let scan = try CommandRunner.start(
                ["scan", "--json", "--interval", "0", "sim:bench?pace=free"], environment: place)
            try scan.wait { output, _ in output.split(separator: "\n").count > 2 }
            scan.signal(SIGKILL)
            _ = try scan.end()
            #expect(FileManager.default.fileExists(atPath: file + "-wal"))
        } else {
            _ = try scanTwo()
        }
        if history == "of the first version" {
            try Database(file, .writing).execute(
                "DROP INDEX delivery_waiting; ALTER TABLE delivery DROP COLUMN refused_ms;"
                    + "CREATE INDEX delivery_waiting ON delivery (target, sequence) WHERE delivered_ms IS NULL;"
                    + "PRAGMA user_version = 1")
        }
        let folder = folder.path + "/data/candela"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            #expect(unsafe chmod(folder + "/" + name, 0o444) == 0)
        }
        #expect(unsafe chmod(self.folder.path + "/data", 0o555) == 0)
        #expect(unsafe chmod(folder, 0o555) == 0)
        defer {
            _ = unsafe chmod(self.folder.path + "/data", 0o755)
            _ = unsafe chmod(folder, 0o755)
        }
        let user = Machine.isRoot ? "65534" : nil
        func run(_ arguments: String...) throws -> CommandResult {
            try CommandRunner.start(arguments, environment: place, user: user).end()
        }
        let list = try run("history", "--count", "--json")
        #expect(list.status == 0)
        #expect(try list.json()["scans"].int ?? 0 >= 2)
        #expect(try run("history", "sessions").status == 0)
        #expect(try run("history", "waiting").status == 0)
        let delete = try run("history", "delete", "--all", "--yes")
        #expect(delete.status == 2 && delete.errors.contains("XDG_DATA_HOME"))
        #expect(try run("history", "--count", "--json").output == list.output)
    }

    @Test("pictures are kept on request only")
    func pictures() throws {
        let picture = try folder.write(try TestPicture(of: "PICTURE"), "a.pgm")
        #expect(try ids(run("scan", "--json", picture)).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: file))
        let asked = try run("scan", "--json", "--history", picture)
        #expect(try ids(asked).count == 1)
        let session = try run("scan", "--json", "--session", "box 7", picture)
        #expect(try session.events().map { $0["event"].string } == ["session", "scan", "session"])
        #expect(try session.events()[1]["session"].string == "box 7")
        #expect(try run("history", "--raw").status == 2)
        #expect(try run("history", "--json", "--session", "box 7").lines == [session.lines[1]])
    }

    @Test("a table for people, a count, and no more than asked")
    func table() throws {
        _ = try scanTwo()
        let table = try run("history")
        #expect(table.lines.count == 2)
        for line in table.lines {
            #expect(
                line.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  (qr|ean-13) +(CANDELA|4006381333931)  simulated/)
                    != nil)
        }
        #expect(try run("history", "--limit", "1").lines == [table.lines[0]])
        let count = try run("history", "--count", "--symbology", "qr")
        #expect(count.lines.first?.hasPrefix("1 scan of 1 code, from ") == true)
        #expect(count.lines.dropFirst() == ["  qr  1"])
        let json = try run("history", "--count", "--json").json()
        #expect(json.keys == ["schema", "scans", "codes", "by_symbology", "first_time", "last_time"])
        #expect(json["schema"].string == "candela.history-count/1" && json["scans"].int == 2)
        #expect(json["by_symbology"]["ean-13"].int == 1)
    }

    @Test("moments and cameras select scans")
    func filters() throws {
        _ = try scanTwo()
        for options in [
            ["--since", "today"], ["--since", "1h"], ["--until", "2100-01-01T12:00Z"], ["--camera", "SIMUL"],
        ] {
            #expect(
                try CommandRunner.start(["history"] + options, environment: place).end().lines.count == 2, "\(options)")
        }
        for options in [
            ["--until", "yesterday"], ["--until", "1h"], ["--since", "2100-01-01 12:00:00"], ["--camera", "logi"],
        ] {
            let result = try CommandRunner.start(["history"] + options, environment: place).end()
            #expect(result.status == 1 && result.output == "", "\(options)")
        }
        for wrong in ["2026-02-30", "25:00", "noon", "2026-11", "5", ""] {
            #expect(try run("history", "--since", wrong).status == 2, "\(wrong)")
        }
    }

    @Test("--csv makes formulas harmless")
    func csv() throws {
        for (index, text) in ["=1+1", "@SUM(A1)", "a,\"b\"", "plain"].enumerated() {
            let picture = try folder.write(try TestPicture(of: text), "\(index).pgm")
            _ = try run("scan", "--history", picture)
        }
        let lines = try run("history", "--csv").lines
        #expect(lines[0] == "time,id,symbology,text,bytes_base64,source,camera,session,reader,catalog,catalog_row")
        let cells = ["plain", "\"a,\"\"b\"\"\"", "\"'@SUM(A1)\"", "\"'=1+1\""]
        for (line, cell) in zip(lines.dropFirst(), cells) { #expect(line.contains(",qr,\(cell),"), "\(line)") }
        #expect(lines.count == 5)
    }

    @Test("deleting asks, and without a terminal it refuses")
    func deleting() throws {
        _ = try scanTwo()
        let refused = try run("history", "delete", "--all")
        #expect(refused.status == 2 && refused.errors.contains("confirm with --yes"))
        #expect(try run("history", "delete").status == 2)
        #expect(try run("history", "delete", "--all", "--since", "today").status == 2)
        for (answer, left) in [("n\n", 2), ("\n", 2), ("y\n", 1)] {
            let asked = try CommandRunner.start(
                ["history", "delete", "--symbology", "qr"], to: .terminal, environment: place)
            try asked.wait { _, errors in errors.contains("[y/N]") }
            asked.type(answer)
            #expect(try asked.end().status == (left == 1 ? 0 : 1))
            #expect(try run("history").lines.count == left)
        }
        let all = try run("history", "delete", "--all", "--yes")
        #expect(all.lines == ["deleted 1 scan"])
        #expect(try run("history", "delete", "--all", "--yes").status == 1)
    }

    @Test("a session is resumed, and prints its summary at the end")
    func sessions() throws {
        let first = try run("scan", "sim:two-codes?pace=free&unplug=20", "--interval", "1h", "--session", "stock")
        #expect(first.errors.contains("session stock done: 2 scans of 2 codes (ean-13 1, qr 1), from "))
        let second = try scanTwo("--session", "stock")
        let states = try second.events().filter { $0["event"].string == "session" }
        #expect(states.map { $0["state"].string } == ["resumed", "done"])
        #expect(states.map { $0["scans"].int } == [2, 4] && states.map { $0["codes"].int } == [2, 2])
        #expect(
            states[0].keys
                == ["event", "time", "session", "state", "scans", "codes", "by_symbology", "first_time", "last_time"])
        let list = try run("history", "sessions")
        #expect(list.lines.count == 1 && list.output.contains("4 scans") && list.output.contains("resumed 1 time"))
        let json = try run("history", "sessions", "--json").json()
        #expect(json["sessions"][0].keys == ["session", "begun", "ended", "times_resumed", "scans"])
        #expect(try run("scan", "--session", "x", "--no-history", "sim:").status == 2)
    }

    @Test("Ctrl-C ends a session with its summary")
    func interruptedSession() throws {
        let running = try CommandRunner.start(
            ["scan", "sim:bench", "--session", "stock"], environment: place)
        try running.wait { output, _ in output.contains("\n") }
        running.signal(SIGINT)
        let result = try running.end()
        #expect(result.status == 130)
        #expect(result.errors.contains("session stock done: 1 scan of 1 code (qr 1)"))
    }

    @Test("--keep deletes what is older")
    func retention() throws {
        _ = try scanTwo()
        do {
            let database = try Database(file, .writing)
            try database.run("UPDATE scan SET time_ms = time_ms - 91 * 86400000 WHERE symbology = 'qr'")
        }
        #expect(try run("history").lines.count == 2)
        _ = try run("scan", "sim:bench", "--once", "--keep", "90d")
        #expect(try run("history", "--count").lines.first?.hasPrefix("2 scans of 2 codes") == true)
        #expect(try run("scan", "sim:bench", "--once", "--keep", "1s").status == 2)
    }

    // MARK: Trouble

    @Test("if nothing can be saved, that is reported once, and scanning continues")
    func unwritable() throws {
        // Not even root makes a folder there.
        let place = ["XDG_DATA_HOME": "/sys/candela-nowhere"]
        let scan = ["scan", "sim:two-codes?pace=free&unplug=20", "--interval", "0"]
        let result = try CommandRunner.start(scan, environment: place).end()
        #expect(Set(result.lines) == ["qr CANDELA", "ean-13 4006381333931"] && result.lines.count > 4)
        #expect(
            result.errorLines.filter { $0.contains("not saved: cannot make the folder /sys/candela-nowhere") }.count == 1
        )
        #expect(result.errors.contains("\(result.lines.count) scans of this run are not in the history"))
        let once = ["scan", "sim:bench", "--once"]
        #expect(try CommandRunner.start(once, environment: place).end().status == 0)
        #expect(try CommandRunner.start(once + ["--history"], environment: place).end().status == 2)
    }

    @Test("a full disk is reported once, scanning continues, and saved scans stay intact")
    func full() throws {
        // In this process: a worker takes shared memory, which counts as a file.
        let command = ["scan", "sim:two-codes?pace=free&unplug=300", "--interval", "0", "--json", "--in-process"]
        // A limit on the size of files stands for the disk: it needs no rights.
        let running = try RunningCommand(
            ["bash", "-c", "ulimit -f 160; exec \"$0\" \"$@\"", CommandRunner.binary] + command, input: "/dev/null",
            output: .captured,
            environment: ProcessInfo.processInfo.environment.merging(place) { $1 }.map { "\($0.key)=\($0.value)" })
        let result = try running.end()
        let scans = try result.events().filter { $0["event"].string == "scan" }
        let kept = try ids(run("history", "--json"))
        #expect(kept.count > 5 && kept.count < scans.count, "\(kept.count) of \(scans.count) kept")
        #expect(
            result.errorLines.filter { $0.contains("printed but not saved") && $0.contains("ulimit -f") }.count == 1)
        #expect(result.errors.contains("\(scans.count - kept.count) scans of this run are not in the history"))
        let printed = scans.compactMap { $0["id"].string }
        #expect(printed.count == scans.count && Array(printed.prefix(kept.count)) == kept.reversed())
    }

    @Test("a damaged history is kept beside a new one, and scanning continues")
    func damaged() throws {
        try folder.write(Array(repeating: 0x2a, count: 10000), "data/candela/history.sqlite")
        let result = try scanTwo()
        #expect(try ids(result).count == 2)
        #expect(result.errors.contains("the history was damaged") && result.errors.contains("-damaged-"))
        #expect(try ids(run("history", "--json")) == ids(result).reversed())
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/candela")
        let kept = try #require(names.first { $0.contains("-damaged-") })
        #expect(try folder.read("data/candela/" + kept) == Array(repeating: 0x2a, count: 10000))
    }

    @Test("killed at any moment, with a second scanner running: every printed scan is saved exactly once")
    func killed() async throws {
        let place = place
        // Announced by a whole line that left the process.
        let announced = try await withThrowingTaskGroup(of: [String].self) { group in
            for scanner in 0..<2 {
                group.addTask {
                    var names: [String] = []
                    for round in 0..<40 {
                        let running = try CommandRunner.start(
                            ["scan", "sim:two-codes?pace=free&frame=480x270", "--interval", "0", "--json"]
                                + (round % 3 == 0 ? ["--session", "kill \(scanner)"] : []), environment: place)
                        if round % 4 == 3 {
                            usleep(UInt32.random(in: 0..<150_000))
                        } else {
                            let lines = Int.random(in: 1...12)
                            try running.wait { output, _ in output.split(separator: "\n").count >= lines }
                            usleep(UInt32.random(in: 0..<5000))
                        }
                        running.signal(SIGKILL)
                        let result = try running.end()
                        #expect(result.status == 128 + SIGKILL, "\(result)")
                        let whole = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                        names += try whole.map { try JSON(String($0)) }.compactMap { $0["id"].string }
                    }
                    return names
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(announced.count > 100)
        #expect(Set(announced).count == announced.count)
        let history = try run("history", "--json")
        #expect(history.errors == "")
        let kept = try ids(history)
        #expect(Set(kept).count == kept.count)
        #expect(Set(announced).isSubset(of: kept))
        // One scan a killed run may have been kept and not announced, never more.
        #expect(kept.count <= announced.count + 80)
        let database = try Database(file, .writing)
        #expect(try database.rows("PRAGMA integrity_check") { $0.text(0) ?? "" } == ["ok"])
        #expect(try database.rows("PRAGMA foreign_key_check") { $0.text(0) ?? "" } == [])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/candela")
        #expect(!names.contains { $0.contains("damaged") })
    }
}
