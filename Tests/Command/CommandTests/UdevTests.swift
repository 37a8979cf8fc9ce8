// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("candela udev")
struct UdevTests {
    private static let rule = "/etc/udev/rules.d/70-candela.rules"

    @Test("print prints the file of the repository, and the options change it")
    func printing() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "udev/70-candela.rules")
        let result = try CommandRunner.run("udev", "print")
        #expect(result.output == (try String(contentsOf: file, encoding: .utf8)))
        #expect(result.status == 0 && result.errors == "")
        let other = try CommandRunner.run("udev", "print", "--group", "scanner", "--torch")
        #expect(
            other.output.contains("GROUP=\"scanner\", MODE=\"0660\"") && other.output.contains("/bin/chgrp scanner"))
    }

    @Test("with --root only the file is written, a second install changes nothing, and uninstall removes it")
    func root() throws {
        let folder = try TemporaryFolder()
        let root = folder.path + "/package"
        let dry = try CommandRunner.run("udev", "install", "--root", root, "--dry-run")
        #expect(dry.status == 0 && dry.output.hasPrefix("would below \(root): write "), "\(dry)")
        #expect(!FileManager.default.fileExists(atPath: root))
        #expect(try CommandRunner.run("udev", "install", "--root", root).status == 0)
        #expect(
            FileManager.default.contents(atPath: root + Self.rule)
                == Data(try CommandRunner.run("udev", "print").output.utf8))
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.contains(".") } == [
                "etc/udev/rules.d", "etc/udev/rules.d/70-candela.rules",
            ])
        let again = try CommandRunner.run("udev", "install", "--root", root + "/")
        #expect(again.status == 0 && again.output.contains("nothing to do"), "\(again)")
        #expect(try CommandRunner.run("udev", "uninstall", "--root", root).status == 0)
        #expect(!FileManager.default.fileExists(atPath: root + Self.rule))
        let none = try CommandRunner.run("udev", "uninstall", "--root", root)
        #expect(none.status == 0 && none.output.contains("not installed"), "\(none)")
    }

    @Test("a foreign file in the folder stays, unless forced, and comes back")
    func foreign() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array("# mine\n".utf8), String(Self.rule.dropFirst()))
        let refused = try CommandRunner.run("udev", "install", "--root", folder.path)
        #expect(refused.status == 2 && refused.errors.contains("--force"), "\(refused)")
        #expect(try CommandRunner.run("udev", "install", "--root", folder.path, "--force").status == 0)
        #expect(try CommandRunner.run("udev", "uninstall", "--root", folder.path).status == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "# mine\n")
    }

    @Test("the group is looked up in the folder's own system")
    func group() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("root:x:0:\nscanner:x:115:\nada:x:1000:\n".utf8), "etc/group")
        for (group, status) in [("scanner", 0), ("ada", 2), ("video", 2)] {
            let result = try CommandRunner.run("udev", "install", "--root", folder.path, "--group", group)
            #expect(result.status == Int32(status), "\(group): \(result)")
        }
    }

    @Test(
        "bad arguments are refused",
        arguments: [
            ["print", "--group", "a\"b"], ["print", "--group", "44"], ["print", "--camera", "sim:bench"],
            ["print", "--camera", "/dev/null"], ["install", "--root", ""], ["status", "--user", "candela-nobody"],
            ["uninstall", "extra"],
        ])
    func bad(arguments: [String]) throws {
        let result = try CommandRunner.run(["udev"] + arguments)
        #expect(result.status == 2 && result.output == "" && !result.errors.isEmpty, "\(result)")
    }

    @Test("status is one JSON object, or text whose first line is the answer")
    func status() throws {
        let json = try CommandRunner.run("udev", "status", "--json")
        #expect(json.output.hasPrefix("{\"schema\":\"candela.udev/1\",\"verdict\":\""))
        #expect(json.lines.count == 1)
        let text = try CommandRunner.run("udev")
        #expect(text.status == json.status && text.lines.count > 5)
    }

    @Test("without root, install and uninstall say how")
    func notRoot() throws {
        let result = try CommandRunner.run(
            "udev", "install", "--group", "video", user: Machine.isRoot ? "65534" : nil)
        #expect(result.status == 2 && result.errors.contains("sudo candela udev install --group video"), "\(result)")
    }
}
