// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("candela scan of many pictures")
struct ArchiveTests {
    let folder: TemporaryFolder
    private let names: [String]

    init() throws {
        folder = try TemporaryFolder()
        var names: [String] = []
        for index in 0..<12 {
            // Line ends and blanks are no reason to fail: lists can end in NUL.
            let name = index == 3 ? "odd\nname 3.pgm" : "\(index).pgm"
            names.append(try folder.write(index == 5 ? TestPicture() : try TestPicture(of: "CODE-\(index)"), name))
        }
        self.names = names
    }

    private func list(_ end: String, _ names: [String]) throws -> String {
        let path = folder.path + "/list"
        try Data(names.map { $0 + end }.joined().utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("names are read from a list, from standard input too, and each picture has an end")
    func list() throws {
        let path = try list("\0", names)
        let result = try CommandRunner.run("scan", "--json", "--files-from", path, "--null")
        #expect(result.status == 0)
        let pictures = result.lines.filter { $0.contains(#""event":"picture""#) }
        #expect(pictures.count == 12 && pictures[5].hasSuffix(#"/5.pgm","codes":0}"#))
        #expect(pictures[3].contains(#"odd\nname 3.pgm"#))
        // What a picture has stands before its end.
        #expect(result.lines.count == 24 && result.lines[0].contains("CODE-0") && result.lines[10].contains("none"))
        let lines = try CommandRunner.run(
            "scan", "--raw", "--unordered", "--files-from", "-",
            input: list("\n", names.filter { !$0.contains("\n") }))
        #expect(Set(lines.lines) == Set([0, 1, 2, 4, 6, 7, 8, 9, 10, 11].map { "CODE-\($0)" }))
    }

    @Test("an interrupted run goes on where it was: nothing twice, nothing lost")
    func resumed() throws {
        let results = folder.path + "/results.jsonl"
        let path = try list("\0", names)
        let command = ["scan", "--files-from", path, "--null", "--resume", results]
        #expect(try CommandRunner.run(command + ["--count", "4"]).status == 0)
        var text = try String(contentsOfFile: results, encoding: .utf8)
        #expect(text.split(separator: "\n").count { $0.contains(#""event":"picture""#) } == 4)
        // Killed in the middle of the next picture, and of a line.
        let line = try #require(text.split(separator: "\n").first)
        text += line + "\n" + line.prefix(40)
        try Data(text.utf8).write(to: URL(fileURLWithPath: results))
        let rest = try CommandRunner.run(command)
        #expect(rest.status == 0 && rest.output == "" && rest.errors.contains("4 pictures are done already"))
        let whole = try CommandRunner.run("scan", "--json", "--files-from", path, "--null")
        #expect(try Self.sources(String(contentsOfFile: results, encoding: .utf8)) == Self.sources(whole.output))
        let again = try CommandRunner.run(command)
        #expect(again.status == 0 && again.errors.contains("12 pictures are done already"))
    }

    /// The events with their sources.
    private static func sources(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            let value = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
            return "\(value?["event"] ?? "?") \(value?["source"] ?? "?") \(value?["text"] ?? "")"
        }
    }

    @Test("what is wrong in a list costs its entry only")
    func wrong() throws {
        let path = folder.path + "/list"
        let bytes = Array("/nowhere.pgm\n".utf8) + [0xff, 0x0a] + Array("\n".utf8) + Array(names[0].utf8)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let result = try CommandRunner.run("scan", "--json", "--files-from", path)
        #expect(result.status == 2)
        #expect(result.errors.contains("its name is not UTF-8") && result.output.contains("CODE-0"))
        #expect(result.lines.count { $0.contains(#""event":"picture""#) } == 3)
    }

    @Test("a file that is no result is not touched")
    func foreign() throws {
        let file = folder.path + "/notes.txt"
        try Data("shopping\n".utf8).write(to: URL(fileURLWithPath: file))
        let result = try CommandRunner.run("scan", names[0], "--resume", file)
        #expect(result.status == 2 && result.errors.contains("no result of candela scan --json"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "shopping\n")
        for wrong in [
            ["--null"], ["--files-from", file, names[0]], ["--resume", file, "sim:bench"],
            ["--resume", "/dev/null", names[0]],
            ["--files-from", "/nowhere"], ["--resume", file, "--raw", names[0]],
        ] {
            #expect(try CommandRunner.run(["scan"] + wrong).status == 2, "\(wrong)")
        }
    }
}
