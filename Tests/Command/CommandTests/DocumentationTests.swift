// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestConditions
import Testing

/// Runs the examples of the documentation; docs/testing.md describes how they are written.
@Suite("Documentation")
struct DocumentationTests {
    /// README.md and docs/*.md, relative to the repository.
    static let pages =
        ["README.md"]
        + ((try? FileManager.default.contentsOfDirectory(atPath: CommandRunner.repository.appending(path: "docs").path))
        ?? [])
        .filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }

    @Test("the examples print what the page shows", arguments: pages)
    func examples(page: String) throws {
        let blocks = try Page.read(page).consoleBlocks()
        guard !blocks.isEmpty else { return }
        let shell = try PageShell()
        for steps in blocks {
            let runs = try shell.run(steps.map(\.command))
            for (index, step) in steps.enumerated() {
                let next = index + 1 < steps.count ? steps[index + 1].command : nil
                guard let fault = step.fault(runs[index], next: next) else { continue }
                withKnownIssue("the emulator cannot filter system calls, and the doctor has a note on that", isIntermittent: true) {
                    Issue.record("\(page):\(step.line): $ \(step.command)\n\(fault)")
                } when: {
                    Emulation.isOn && step.command.hasPrefix("candela doctor")
                }
                // What follows a command that did not end did not run.
                if runs[index].status == nil { break }
            }
        }
    }

    @Test("README has examples, and at most 250 lines; there are other pages")
    func readme() throws {
        let readme = try Page.read("README.md")
        #expect(try !readme.consoleBlocks().isEmpty)
        #expect(readme.lines.count <= 250)
        #expect(Self.pages.count > 1)
    }

    @Test("an ellipsis stands for text in a line, and alone for lines")
    func ellipsis() {
        func matches(_ shown: [String], _ printed: String) -> Bool {
            Step(line: 1, command: "", shown: shown).matches(printed)
        }
        #expect(matches([], "") && !matches([], "a\n") && !matches(["a"], ""))
        #expect(matches(["a…c", "…"], "abc\n") && matches(["a…c", "…"], "ac\nb\nd\n"))
        #expect(!matches(["a…c"], "a\nc\n") && !matches(["a…c"], "abcd\n") && !matches(["a.c"], "abc\n"))
        #expect(matches(["…", "b", "…"], "a\nb\n") && !matches(["…", "b", "…"], "a\nc\n"))
    }
}

/// A page of the documentation.
private struct Page {
    let name: String
    /// Without the empty one after the last line end.
    let lines: [String]

    static func read(_ name: String) throws -> Page {
        let text = try String(contentsOf: CommandRunner.repository.appending(path: name), encoding: .utf8)
        var lines = text.components(separatedBy: "\n")
        if lines.last == "" { lines.removeLast() }
        return Page(name: name, lines: lines)
    }

    /// The blocks marked `console`, each a session of a shell.
    func consoleBlocks() throws -> [[Step]] {
        var blocks: [[Step]] = []
        var fence: String?
        var steps: [Step]?
        for (index, line) in lines.enumerated() {
            if let open = fence {
                if line.trimmingCharacters(in: .whitespaces) == open {
                    if let steps { blocks.append(steps) }
                    (fence, steps) = (nil, nil)
                } else if line.hasPrefix("$ ") {
                    steps?.append(Step(line: index + 1, command: String(line.dropFirst(2)), shown: []))
                } else if let last = steps?.indices.last {
                    steps?[last].shown.append(line)
                } else if steps != nil {
                    throw CommandRunner.Failure(description: "\(name):\(index + 1): output before the first command")
                }
            } else if line.hasPrefix("```") || line.hasPrefix("~~~") {
                let mark = line.prefix { $0 == line.first }
                fence = String(mark)
                steps = line.dropFirst(mark.count).trimmingCharacters(in: .whitespaces) == "console" ? [] : nil
            }
        }
        guard fence == nil else { throw CommandRunner.Failure(description: "\(name): a block is not closed") }
        return blocks
    }
}

/// A command of an example, and what the page shows below it.
private struct Step {
    let line: Int
    let command: String
    var shown: [String]

    /// What differs from the page; `nil` if nothing does.
    func fault(_ run: PageShell.Run, next: String?) -> String? {
        var faults: [String] = []
        switch run.status {
        case nil: faults.append("It did not end within \(PageShell.limit) s, or it ended the shell.")
        case 0: break
        case let status? where next?.trimmingCharacters(in: .whitespaces) != "echo $?":
            faults.append("Its exit status is \(status), and no `echo $?` follows.")
        default: break
        }
        let isSame = matches(run.printed)
        guard !isSame || !faults.isEmpty else { return nil }
        if !isSame { faults.append("It does not print what the page shows.") }
        return (faults + ["the page:", indented(shown), "printed:", indented(Self.lines(run.printed))]).joined(
            separator: "\n")
    }

    /// Whether the text is what the page shows.
    func matches(_ printed: String) -> Bool {
        // Which of several codes a camera reads first is left to chance: on a busy machine another frame is the first.
        let isOfSeveral = command.contains("candela scan --count ")
        let pattern = (isOfSeveral ? shown.sorted() : shown).map { line in
            line == "…"
                ? "(?:[^\n]*\n)*"
                : line.components(separatedBy: "…").map { NSRegularExpression.escapedPattern(for: $0) }
                    .joined(separator: "[^\n]*") + "\n"
        }
        let lines = Self.lines(printed)
        let text = (isOfSeveral ? lines.sorted() : lines).map { $0 + "\n" }.joined()
        return text.range(of: "\\A" + pattern.joined() + "\\z", options: .regularExpression) != nil
    }

    private static func lines(_ text: String) -> [String] {
        var lines = text.components(separatedBy: "\n")
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    private func indented(_ lines: [String]) -> String { lines.map { "    " + $0 }.joined(separator: "\n") }
}

/// Runs the blocks of one page. They share the working folder, the home and the XDG folders.
private final class PageShell {
    struct Run {
        /// Standard output and standard error together.
        var printed: String
        /// `nil` if the command did not end.
        var status: Int?
    }

    /// The seconds that a block may take. Many times what the slowest takes on a busy machine.
    static let limit = 600

    private let root: TemporaryFolder
    private let environment: [String]

    init() throws {
        root = try TemporaryFolder()
        let binary = URL(fileURLWithPath: CommandRunner.binary)
        guard binary.lastPathComponent == "candela", FileManager.default.isExecutableFile(atPath: binary.path) else {
            throw CommandRunner.Failure(
                description: "there is no command candela at \(binary.path); run `make build`, or set CANDELA_BINARY")
        }
        var folders = ["HOME": "home", "TMPDIR": "tmp", "XDG_RUNTIME_DIR": "run"]
        for name in ["CONFIG", "DATA", "STATE", "CACHE"] { folders["XDG_\(name)_HOME"] = name.lowercased() }
        for name in ["here"] + folders.values {
            try FileManager.default.createDirectory(
                atPath: root.path + "/" + name, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let search =
            binary.deletingLastPathComponent().path + ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        environment =
            ["PATH=\(search)", "LANG=C.UTF-8"] + folders.map { [path = root.path] in "\($0.key)=\(path)/\($0.value)" }
    }

    /// Runs the commands one after another in one `sh`. A line with a unique marker and the status separates them.
    func run(_ commands: [String]) throws -> [Run] {
        let end = "\u{1e}"
        let marker = end + UUID().uuidString + ":"
        var script = "exec 2>&1; cd '\(root.path)/here' || exit\n"
        for command in commands {
            script +=
                command + "\n__status=$?; printf '%s%d%s' '\(marker)' \"$__status\" '\(end)'; (exit \"$__status\")\n"
        }
        // `timeout` also ends what the shell has started.
        let result = try RunningCommand(
            ["timeout", "--kill-after=5", "\(Self.limit)", "sh", "-c", script], input: "/dev/null", output: .captured,
            environment: environment
        ).end()
        // Each piece but the first begins with the status of the command before it.
        let pieces = result.output.components(separatedBy: marker).map { $0.components(separatedBy: end) }
        return commands.indices.map { index in
            Run(
                printed: index < pieces.count ? pieces[index].last ?? "" : "",
                status: index + 1 < pieces.count ? pieces[index + 1].first.flatMap { Int($0) } : nil)
        }
    }
}
