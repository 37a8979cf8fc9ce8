// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UdevRules

@Suite("the rules file that is generated")
struct RuleFileTests {
    private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func everything() throws -> [RuleOptions] {
        let model = try CameraMatch(vendorID: "046D", productID: "0892")
        let single = try CameraMatch(vendorID: "046d", productID: "0892", serial: "AB 12")
        return [
            .standard, try RuleOptions(group: "plugdev", torch: true), try RuleOptions(camera: model),
            try RuleOptions(group: "scanner", camera: single, torch: true),
            try RuleOptions(camera: single, profileProgram: "/usr/local/bin/candela"),
        ]
    }

    @Test("udev/70-candela.rules is what is generated; else run `candela udev print >udev/70-candela.rules`")
    func golden() throws {
        let file = Self.repository.appending(path: "udev/70-candela.rules")
        #expect(try String(contentsOf: file, encoding: .utf8) == RuleFile.text(.standard))
    }

    @Test("udev can parse it, and a survey finds nothing wrong with it")
    func sound() throws {
        for options in try Self.everything() {
            let text = RuleFile.text(options)
            for line in RuleParser.parse(text) { #expect(line.fault == nil, "\(line)") }
            let survey = try RuleTree(
                Distribution.files.merging([RuleFile.path: text, "/etc/group": ""]) { $1 }
            ).survey
            // Of the groups asked for, the made machine lacks one.
            #expect(
                survey.problems.allSatisfy { $0.kind == .unknownAccount && options.group == "plugdev" },
                "\(survey.problems)")
            let ours = survey.rules.filter { $0.path == RuleFile.path }
            #expect(ours.filter(\.tagsUaccess).map(\.subjects) == [[.video], [.media]])
            #expect(ours.filter { $0.group != nil }.map(\.group) == [options.group, options.group])
        }
    }

    @Test("it sorts before the ACL is made, keeps tag and group apart, and gives nobody else access")
    func invariants() throws {
        #expect(RuleFile.name.utf8.lexicographicallyPrecedes("73-seat-late.rules".utf8))
        #expect("50-udev-default.rules".utf8.lexicographicallyPrecedes(RuleFile.name.utf8))
        for options in try Self.everything() {
            for line in RuleParser.parse(RuleFile.text(options)) {
                let keys = line.assignments.map(\.key)
                #expect(!(keys.contains("TAG") && keys.contains("GROUP")))
                for token in line.assignments where token.key == "MODE" { #expect(token.value == "0660") }
                #expect(!line.text.contains("o+") && !line.text.contains("666") && !line.text.contains("777"))
            }
        }
    }

    @Test("for one camera, every line asks for its numbers, and for its serial if it has one")
    func camera() throws {
        let options = try RuleOptions(camera: CameraMatch(vendorID: "046D", productID: "0892", serial: "AB 12"))
        let lines = RuleParser.parse(RuleFile.text(options)).filter { $0.tokens.first?.key == "SUBSYSTEM" }
        #expect(lines.count == 4)
        for line in lines {
            #expect(line.matches.contains(RuleToken("ATTRS", attribute: "idVendor", .equal, "046d")))
            #expect(line.matches.contains(RuleToken("ATTRS", attribute: "idProduct", .equal, "0892")))
            #expect(line.matches.contains(RuleToken("ATTRS", attribute: "serial", .equal, "AB?12")))
        }
    }

    @Test(
        "a serial number cannot become udev's syntax",
        arguments: [
            #"A", RUN+="/bin/sh"#, "A$kernel", "A%p", "A*", "A[a-z]", "A|B", "A\\", "A\nRUN+=\"x\"", "A\"", "Aé", "A#",
            "A\u{202e}", "A sum=0",
        ])
    func hostileSerial(serial: String) throws {
        let options = try RuleOptions(camera: CameraMatch(vendorID: "046d", productID: "0892", serial: serial))
        let text = RuleFile.text(options)
        let plain = RuleFile.text(
            try RuleOptions(camera: CameraMatch(vendorID: "046d", productID: "0892", serial: "A")))
        let lines = RuleParser.parse(text)
        #expect(lines.map { $0.tokens.map(\.key) } == RuleParser.parse(plain).map { $0.tokens.map(\.key) })
        let pattern = try #require(lines.flatMap(\.tokens).first { $0.attribute == "serial" }?.value)
        #expect(pattern.utf8.allSatisfy { byte in !"\"\\$%*[|#\n".utf8.contains(byte) && byte < 0x80 })
        #expect(RulePattern.matches(pattern, serial))
        #expect(InstalledFile.judged(text, in: try RuleTree()) == .ours(options, text: text))
    }

    @Test("invalid ids, and serials with nothing to match, are rejected")
    func refusedCameras() {
        for number in ["046", "046g", "+46d", "", "0x46", "046d\""] {
            #expect(throws: RuleOptionError.self) { try CameraMatch(vendorID: number, productID: "0892") }
        }
        for serial in ["***", "\"\"", String(repeating: "a", count: 379)] {
            #expect(throws: RuleOptionError.self) {
                try CameraMatch(vendorID: "046d", productID: "0892", serial: serial)
            }
        }
    }

    @Test("a group must have a plain name, exist, be a system group, and not be root's")
    func groups() throws {
        for name in ["", "-x", "a b", "a\"", "$x", "44", "a,b", String(repeating: "a", count: 33)] {
            #expect(throws: RuleOptionError.self, "\(name)") { try RuleOptions(group: name) }
        }
        let accounts = AccountLookup(
            groupID: { ["video": 44, "ada": 1000, "root": 0][$0] }, userID: { _ in nil })
        try RuleOptions(group: "video").checkGroup(accounts)
        for (name, reason) in [("ada", "not a system group"), ("root", "root's group"), ("none", "no such group")] {
            let options = try RuleOptions(group: name)
            let error = #expect(throws: RuleOptionError.self) { try options.checkGroup(accounts) }
            #expect(error?.description.contains(reason) == true)
        }
    }

    @Test("only flashes and torches are touched, never a privacy light")
    func torches() throws {
        #expect(TorchLED.isTorch("white:flash") && TorchLED.isTorch("white:torch"))
        #expect(!TorchLED.isTorch("white:privacy") && !TorchLED.isTorch("flash") && !TorchLED.isTorch("a:flash:b"))
        let text = RuleFile.text(try RuleOptions(group: "plugdev", torch: true))
        let runs = RuleParser.parse(text).flatMap(\.tokens).filter { $0.key == "RUN" }.map(\.value)
        #expect(runs == ["/bin/chgrp plugdev /sys%p/brightness", "/bin/chmod g+w /sys%p/brightness"])
        #expect(!RuleFile.text(.standard).contains("leds"))
    }

    @Test("our file is recognised with its options; one changed character makes it edited; others are foreign")
    func recognition() throws {
        let tree = try RuleTree()
        for options in try Self.everything() {
            let text = RuleFile.text(options)
            #expect(InstalledFile.judged(text, in: tree) == .ours(options, text: text))
            #expect(InstalledFile.judged(text + "#", in: tree) == .edited(options))
            #expect(
                InstalledFile.judged(text.replacingOccurrences(of: "0660", with: "0664"), in: tree) == .edited(options))
        }
        #expect(InstalledFile.judged("KERNEL==\"video*\"", in: tree) == .foreign("a file that Candela did not write"))
        #expect(InstalledFile.judged("", in: tree) == .foreign("a file that Candela did not write"))
        #expect(InstalledFile.read(tree.path + "/nowhere") == .absent)
        try tree.link("/mask.rules", to: "/dev/null")
        guard case .foreign = InstalledFile.read(tree.path + "/mask.rules") else {
            Issue.record("not told")
            return
        }
        guard case .unreadable = InstalledFile.read(tree.path) else {
            Issue.record("not told")
            return
        }
    }

    @Test("settings are applied only to the capture node, only when it is added, by a program with a full path")
    func profile() throws {
        let options = try RuleOptions(profileProgram: "/usr/local/bin/candela")
        let text = RuleFile.text(options)
        let line = try #require(text.split(separator: "\n").first { $0.contains("--at-plug") })
        #expect(line.hasPrefix("ACTION==\"add\", SUBSYSTEM==\"video4linux\", KERNEL==\"video*\", ATTR{index}==\"0\", "))
        #expect(line.hasSuffix("RUN+=\"/usr/local/bin/candela profile apply --at-plug --camera $devnode\""))
        #expect(!RuleFile.text(.standard).contains("RUN"))
        guard case .ours(let read, _) = judged(text) else {
            Issue.record("it does not know its own file")
            return
        }
        #expect(read == options)
    }

    @Test(
        "a program whose path means something to udev is refused",
        arguments: [
            "candela", "/a b/candela", "/a\"/candela", "/$x", "/%n", "", "/x;y",
            "/" + String(repeating: "a", count: 300),
        ])
    func program(_ path: String) {
        #expect(throws: RuleOptionError.self) { try RuleOptions(profileProgram: path) }
    }

    /// As it is read when it lies in its place.
    private func judged(_ text: String) -> InstalledFile {
        let folder = FileManager.default.temporaryDirectory.appending(path: "candela-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "rule")
        try? Data(text.utf8).write(to: file)
        return InstalledFile.read(file.path)
    }
}

extension InstalledFile {
    /// What a text is, once it is a file.
    static func judged(_ text: String, in tree: RuleTree) -> InstalledFile {
        do { try tree.write(text, "/judged.rules") } catch { return .unreadable("\(error)") }
        return read(tree.path + "/judged.rules")
    }
}
