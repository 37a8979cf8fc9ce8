// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UdevRules

@Suite("what the rules of a machine say of cameras")
struct RuleSurveyTests {
    private func survey(_ files: [String: String]) throws -> RuleSurvey {
        try RuleTree(Distribution.files.merging(files) { $1 }).survey
    }

    @Test("a distribution's rules: group, tag, and where the ACL is made; nothing is wrong")
    func distribution() throws {
        let survey = try survey([:])
        #expect(
            survey.rules.map(\.place) == [
                "50-udev-default.rules:2", "50-udev-default.rules:4", "70-uaccess.rules:3", "70-uaccess.rules:6",
            ])
        #expect(survey.rules.map(\.subjects) == [[.video], [.media], [.video], [.media]])
        #expect(survey.rules.map(\.group) == ["video", "video", nil, nil])
        #expect(survey.rules.map(\.tagsUaccess) == [false, false, true, true])
        #expect(survey.uaccessLines.map(\.place) == ["73-seat-late.rules:1"])
        #expect(survey.problems.isEmpty, "\(survey.problems)")
        #expect(survey.unread.isEmpty)
    }

    @Test("the machine's own rules can be read")
    func machine() {
        let survey = RuleSurvey.read()
        #expect(survey.unread.isEmpty, "\(survey.unread)")
        #expect(survey.files.allSatisfy { $0.hasPrefix("/") && $0.hasSuffix(".rules") })
    }

    @Test("files run in the order of their names, whatever folder they lie in; hidden and other files do not")
    func order() throws {
        let rule = "SUBSYSTEM==\"video4linux\", GROUP=\"video\""
        let survey = try RuleTree([
            "/etc/udev/rules.d/90-b.rules": rule, "/usr/lib/udev/rules.d/60-c.rules": rule,
            "/run/udev/rules.d/70-a.rules": rule, "/usr/local/lib/udev/rules.d/9-z.rules": rule,
            "/lib/udev/rules.d/65-old.rules": rule, "/etc/udev/rules.d/.10-hidden.rules": rule,
            "/etc/udev/rules.d/10-backup.rules~": rule,
        ]).survey
        #expect(
            survey.rules.map(\.path) == [
                "/usr/lib/udev/rules.d/60-c.rules", "/lib/udev/rules.d/65-old.rules", "/run/udev/rules.d/70-a.rules",
                "/usr/local/lib/udev/rules.d/9-z.rules", "/etc/udev/rules.d/90-b.rules",
            ])
    }

    @Test("where /lib is /usr/lib, its files are read once")
    func mergedUsr() throws {
        let tree = try RuleTree(Distribution.files)
        try tree.link("/lib", to: "usr/lib")
        #expect(tree.survey.rules.count == 4)
        #expect(tree.survey.shadowed.isEmpty)
    }

    @Test("a file of the same name in an earlier directory hides a later one, and the loss is reported")
    func shadowing() throws {
        let survey = try survey(["/etc/udev/rules.d/70-uaccess.rules": "SUBSYSTEM==\"media\", TAG+=\"uaccess\"\n"])
        #expect(survey.shadowed.map(\.path) == ["/usr/lib/udev/rules.d/70-uaccess.rules"])
        #expect(survey.shadowed.map(\.isMask) == [false])
        let problem = try #require(survey.problems.first)
        #expect(survey.problems.count == 1 && problem.kind == .shadowed && problem.costsAccess)
        #expect(problem.file == "/etc/udev/rules.d/70-uaccess.rules")
        #expect(
            problem.explanation
                == "It overrides /usr/lib/udev/rules.d/70-uaccess.rules, which sets the tag uaccess on video nodes.")
    }

    @Test("a copy that gives as much is no problem")
    func copy() throws {
        let text = try #require(Distribution.files["/usr/lib/udev/rules.d/70-uaccess.rules"])
        #expect(try survey(["/etc/udev/rules.d/70-uaccess.rules": text + "\n# mine"]).problems.isEmpty)
    }

    @Test("access that another file gives instead is not lost")
    func replaced() throws {
        let survey = try survey([
            "/etc/udev/rules.d/70-uaccess.rules": "",
            "/etc/udev/rules.d/60-mine.rules":
                "SUBSYSTEM==\"video4linux\", TAG+=\"uaccess\"\nSUBSYSTEM==\"media\", TAG+=\"uaccess\"",
        ])
        #expect(survey.shadowed.count == 1 && survey.problems.isEmpty, "\(survey.problems)")
    }

    @Test("a link to /dev/null, or an empty file, masks", arguments: [true, false])
    func mask(isLink: Bool) throws {
        let tree = try RuleTree(Distribution.files)
        let name = "/etc/udev/rules.d/73-seat-late.rules"
        if isLink { try tree.link(name, to: "/dev/null") } else { try tree.write("", name) }
        let survey = tree.survey
        #expect(survey.uaccessLines.isEmpty)
        #expect(survey.shadowed.map(\.isMask) == [true])
        #expect(Set(survey.problems.map(\.kind)) == [.shadowed, .noUaccessBuiltin])
    }

    @Test("a tag set after the ACL is made is too late; the report tells whether this costs access")
    func late() throws {
        let rule = "SUBSYSTEM==\"video4linux\", TAG+=\"uaccess\"\n"
        let harmless = try survey(["/etc/udev/rules.d/99-camera.rules": rule]).problems
        #expect(harmless.map(\.kind) == [.lateUaccess])
        #expect(harmless.map(\.costsAccess) == [false])
        let tree = try RuleTree(["/etc/udev/rules.d/99-camera.rules": rule])
        try tree.write(
            Distribution.files["/usr/lib/udev/rules.d/73-seat-late.rules"]!, "/usr/lib/udev/rules.d/73-seat-late.rules")
        let problem = try #require(tree.survey.problems.first)
        #expect(problem.kind == .lateUaccess && problem.costsAccess && problem.line == 1)
        #expect(problem.explanation.contains("after 73-seat-late.rules"))
    }

    @Test("in the file of the ACL itself, the line decides; without it, the usual name does")
    func lateByLine() throws {
        let gate = "TAG==\"uaccess\", RUN{builtin}+=\"uaccess\"\n"
        let tag = "KERNEL==\"video*\", TAG+=\"uaccess\"\n"
        #expect(try RuleTree(["/etc/udev/rules.d/80-x.rules": tag + gate]).survey.problems.isEmpty)
        let late = try RuleTree(["/etc/udev/rules.d/80-x.rules": gate + tag]).survey.problems
        #expect(late.map(\.kind) == [.lateUaccess])
        #expect(late.first?.explanation.contains("line 1 turns the tag into ACLs before this line sets it") == true)
        #expect(
            try RuleTree(["/etc/udev/rules.d/73-seat-late.rules": tag]).survey.problems.map(\.kind)
                == [.noUaccessBuiltin, .lateUaccess])
    }

    @Test("a later line that takes the tag away is named")
    func removed() throws {
        for removal in [#"TAG-="uaccess""#, #"TAG="mine""#] {
            let problems = try survey(["/etc/udev/rules.d/72-x.rules": "SUBSYSTEM==\"video4linux\", \(removal)"])
                .problems
            #expect(problems.map(\.kind) == [.uaccessRemoved], "\(removal)")
        }
    }

    @Test("user accounts and unknown accounts are reported, with the effect on a tag in the same line")
    func accounts() throws {
        let survey = try survey([
            "/etc/udev/rules.d/70-x.rules": """
            SUBSYSTEM=="video4linux", GROUP="ada", TAG+="uaccess"
            SUBSYSTEM=="video4linux", GROUP="nobody-knows"
            SUBSYSTEM=="video4linux", OWNER="ada"
            SUBSYSTEM=="video4linux", GROUP="scanner", OWNER="daemon"
            SUBSYSTEM=="video4linux", GROUP="1001"
            SUBSYSTEM=="video4linux", GROUP="$env{WHO}"
            """
        ])
        #expect(survey.problems.map(\.line) == [1, 2, 3, 5])
        #expect(
            survey.problems.map(\.kind) == [.nonSystemAccount, .unknownAccount, .nonSystemAccount, .nonSystemAccount])
        #expect(survey.problems[0].explanation.contains("including the tag uaccess"))
    }

    @Test("a mode for everybody is named, and one that shuts the group out")
    func modes() throws {
        let survey = try survey([
            "/etc/udev/rules.d/70-x.rules": """
            SUBSYSTEM=="video4linux", MODE="0666"
            SUBSYSTEM=="video4linux", MODE="0600"
            SUBSYSTEM=="video4linux", MODE="0660"
            SUBSYSTEM=="usb", ATTR{bInterfaceClass}=="0e", MODE="0666"
            SUBSYSTEM=="tty", MODE="0666"
            """
        ])
        #expect(survey.problems.map(\.kind) == [.worldWritable, .closedToGroup, .worldWritable])
        #expect(survey.problems.map(\.line) == [1, 2, 4])
    }

    @Test("a line about cameras that udev cannot parse is named")
    func malformed() throws {
        let survey = try survey(["/etc/udev/rules.d/70-x.rules": "SUBSYSTEM==\"video4linux\", GROUP=video"])
        #expect(survey.problems.map(\.kind) == [.malformed])
        #expect(
            survey.problems.first?.explanation
                == "udev ignores this line, which is about cameras: the value of GROUP is not quoted.")
    }

    @Test(
        "which lines reach cameras",
        arguments: [
            (#"KERNEL=="video*", GROUP="a""#, [.video]),
            (#"KERNEL=="video[0-9]*|media*", GROUP="a""#, [.video, .media]),
            (#"SUBSYSTEMS=="usb", ATTRS{idVendor}=="046d", TAG+="uaccess""#, [.usbChildren]),
            (#"ATTRS{idVendor}=="2341", TAG+="uaccess""#, []),
            (#"SUBSYSTEM=="usb", ATTR{idVendor}=="046d", MODE="0660""#, [.usb]),
            (#"SUBSYSTEM=="tty", ATTRS{idVendor}=="046d", MODE="0660""#, []),
            (#"SUBSYSTEM=="video4linux", KERNEL=="radio*", GROUP="a""#, []),
            (#"SUBSYSTEM!="net", GROUP="a""#, []), (#"SUBSYSTEM=="video4linux", SYMLINK+="a""#, []),
            (#"SUBSYSTEM=="video4linux", TAG+="systemd""#, []), (#"SUBSYSTEM=="?*", GROUP="a""#, []),
            (#"ENV{ID_V4L_CAPABILITIES}=="*:capture:*", GROUP="a""#, [.usbChildren]),
            (#"SUBSYSTEM!="video4linux", GOTO="end"\#nGROUP="a"\#nLABEL="end"\#nGROUP="b""#, [.video]),
            (#"SUBSYSTEM=="video4linux", GOTO="end"\#nKERNEL=="video*", GROUP="a"\#nLABEL="end""#, []),
        ] as [(String, Set<CameraRule.Subject>)])
    func reach(text: String, subjects: Set<CameraRule.Subject>) throws {
        let tree = try RuleTree(["/etc/udev/rules.d/70-x.rules": text])
        let survey = RuleSurvey.read(root: tree.path, vendorIDs: ["046D"], accounts: .made)
        #expect(survey.rules.map(\.subjects) == (subjects.isEmpty ? [] : [subjects]))
    }

    @Test(
        "the file with a rule for one device: both ids, and something that gives it to others",
        arguments: [
            (#"SUBSYSTEM=="usb", ATTR{idVendor}=="045e", ATTR{idProduct}=="02ae", MODE="0666""#, true),
            (#"SUBSYSTEM=="usb", ATTRS{idVendor}=="045E", \\#nATTRS{idProduct}=="02AE|02ad", TAG+="uaccess""#, true),
            (#"ENV{ID_VENDOR_ID}=="045e", ENV{ID_MODEL_ID}=="02ae", GROUP:="plugdev""#, true),
            (#"ATTR{idVendor}=="045e", ATTR{idProduct}=="02ae", RUN+="usb_modeswitch '%b/%k'""#, false),
            (#"ATTR{idVendor}=="045e", ATTR{idProduct}!="02ae", MODE="0666""#, false),
            (#"ATTR{idVendor}=="045e", MODE="0666""#, false), (#"#ATTR{idVendor}=="045e", ATTR{idProduct}=="02ae", MODE="0666""#, false),
        ])
    func deviceRule(text: String, gives: Bool) throws {
        let tree = try RuleTree(["/etc/udev/rules.d/51-kinect.rules": text, "/usr/lib/udev/rules.d/50-x.rules": #"KERNEL=="null", MODE="0666""#])
        #expect(DeviceRule.file(vendor: "045e", product: "02ae", in: RuleFiles(root: tree.path)) == (gives ? "/etc/udev/rules.d/51-kinect.rules" : nil))
    }

    @Test("files that cannot be read are reported, never ignored")
    func unread() throws {
        let tree = try RuleTree(["/etc/udev/rules.d/60-big.rules": String(repeating: "#", count: 1 << 20 + 1)])
        try tree.link("/etc/udev/rules.d/61-dangling.rules", to: "/nowhere")
        try tree.link("/usr/lib/udev/rules.d", to: "../../../loop")
        try tree.link("/loop", to: "loop")
        let unread = Dictionary(uniqueKeysWithValues: tree.survey.unread.map { ($0.path, $0.reason) })
        #expect(unread["/etc/udev/rules.d/60-big.rules"] == "it is larger than 1 MiB")
        #expect(unread["/etc/udev/rules.d/61-dangling.rules"] == "no such file or directory")
        #expect(unread["/usr/lib/udev/rules.d"] == "too many levels of symbolic links")
    }

    @Test("an absolute link leads to a file below the root that was given")
    func absoluteLink() throws {
        let tree = try RuleTree(["/opt/x.rules": "SUBSYSTEM==\"video4linux\", GROUP=\"video\""])
        try tree.link("/etc/udev/rules.d/70-x.rules", to: "/opt/x.rules")
        #expect(tree.survey.rules.map(\.path) == ["/etc/udev/rules.d/70-x.rules"])
    }

    @Test("accounts of a system in a folder are its own")
    func accountFiles() throws {
        let tree = try RuleTree([
            "/etc/group": "root:x:0:\nvideo:x:77:ada\nbroken\n",
            "/etc/udev/rules.d/70-x.rules":
                "SUBSYSTEM==\"video4linux\", GROUP=\"video\"\nSUBSYSTEM==\"media\", GROUP=\"render\"",
        ])
        let problems = RuleSurvey.read(root: tree.path).problems
        #expect(problems.map(\.kind) == [.unknownAccount])
        #expect(problems.map(\.line) == [2])
    }

    @Test("a survey comes back the same from JSON")
    func codable() throws {
        let survey = try survey(["/etc/udev/rules.d/99-x.rules": "KERNEL==\"video*\", TAG+=\"uaccess\", MODE=\"0666\""])
        let data = try JSONEncoder().encode(survey)
        #expect(try JSONDecoder().decode(RuleSurvey.self, from: data) == survey)
    }
}
