// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UdevRules

@Suite("what an installation would do")
struct UdevPlannerTests {
    private static let video = FileState(path: "/dev/video0", inode: 7, mode: 0o600, ownerID: 0, groupID: 0)
    private static let given = FileState(path: "/dev/video0", inode: 7, mode: 0o660, ownerID: 0, groupID: 44)

    private func planner(
        _ installed: InstalledFile, record: InstallRecord? = nil, now: FileState = video, names: Set<String> = [],
        isLive: Bool = true, hasUdev: Bool = true, isForced: Bool = false
    ) -> UdevPlanner {
        UdevPlanner(
            installed: installed, record: record, targets: [UdevPlanner.Target(now)], bootID: "b1", names: names,
            isLive: isLive, hasUdev: hasUdev, isForced: isForced)
    }

    private static let ours = InstalledFile.ours(.standard, text: RuleFile.text(.standard))
    private static let record = InstallRecord(bootID: "b1", options: .standard, files: [video])
    private static let trigger = UdevStep.trigger(["video4linux", "media"])
    private static let write = UdevStep.write(text: RuleFile.text(.standard), backUp: nil)

    @Test("installation saves the current state, then writes the file, then tells udev")
    func install() throws {
        #expect(try planner(.absent).install(.standard) == [.record(Self.record), Self.write, .reload, Self.trigger])
    }

    @Test("installing the same file again does nothing")
    func idempotent() throws {
        #expect(try planner(Self.ours, record: Self.record, now: Self.given).install(.standard).isEmpty)
        #expect(try planner(.absent).uninstall().isEmpty)
    }

    @Test("for a root directory, only the file is written and removed")
    func root() throws {
        #expect(try planner(.absent, isLive: false).install(.standard) == [Self.write])
        #expect(try planner(Self.ours, isLive: false).uninstall() == [.remove(backUp: nil)])
    }

    @Test("without udevd no reload happens, but permissions are restored")
    func noUdev() throws {
        #expect(try planner(.absent, hasUdev: false).install(.standard) == [.record(Self.record), Self.write])
        #expect(
            try planner(Self.ours, record: Self.record, now: Self.given, hasUdev: false).uninstall()
                == [.remove(backUp: nil), .reset(Self.video), .forget])
    }

    @Test("foreign and edited files stay unless forced, and are then backed up under an unused name")
    func foreign() throws {
        for installed in [InstalledFile.foreign("a file"), .edited(.standard)] {
            let error = #expect(throws: UdevActionError.self) { try planner(installed).install(.standard) }
            #expect(error?.description.contains("--force") == true)
        }
        func backUp(_ steps: [UdevStep]) -> String? {
            for case .write(_, let backUp) in steps { return backUp }
            return nil
        }
        let foreign = planner(.foreign("a file"), isForced: true)
        #expect(backUp(try foreign.install(.standard)) == RuleFile.path + ".before-candela")
        let again = planner(.foreign("a file"), names: ["70-candela.rules.before-candela"], isForced: true)
        #expect(backUp(try again.install(.standard)) == RuleFile.path + ".before-candela.2")
        #expect(backUp(try planner(.edited(.standard), isForced: true).install(.standard)) == RuleFile.path + ".edited")
        #expect(throws: UdevActionError.self) { try planner(.unreadable("x"), isForced: true).install(.standard) }
    }

    @Test("uninstalling restores the file, and the rights before udev's other rules run")
    func uninstall() throws {
        let names: Set = [
            "70-candela.rules.before-candela", "70-candela.rules.before-candela.2", "70-candela.rules.edited",
        ]
        #expect(
            try planner(Self.ours, record: Self.record, now: Self.given, names: names).uninstall() == [
                .remove(backUp: nil), .restore(RuleFile.path + ".before-candela.2"), .reload, .reset(Self.video),
                Self.trigger, .forget,
            ])
    }

    @Test("a newer node gets the kernel's permissions; a correct one is set again, since our rule may be about to run")
    func newNode() throws {
        var replugged = Self.given
        replugged.inode = 8
        var asMade = Self.video
        asMade.inode = 8
        #expect(try planner(Self.ours, record: Self.record, now: replugged).uninstall().contains(.reset(asMade)))
        let other = InstallRecord(bootID: "b0", options: .standard, files: [Self.given])
        #expect(try planner(Self.ours, record: other, now: Self.given).uninstall().contains(.reset(Self.video)))
        let same = try planner(Self.ours, record: Self.record, now: Self.video).uninstall()
        #expect(same == [.remove(backUp: nil), .reload, .reset(Self.video), Self.trigger, .forget])
    }

    @Test("access for everybody is not restored")
    func worldWritable() throws {
        var wide = Self.video
        wide.mode = 0o666
        var narrow = wide
        narrow.mode = 0o660
        let record = InstallRecord(bootID: "b1", options: .standard, files: [wide])
        #expect(try planner(Self.ours, record: record, now: Self.given).uninstall().contains(.reset(narrow)))
    }

    @Test("a second installation keeps the first one's record, and does not record permissions that our rule set")
    func secondInstallation() throws {
        let other = try RuleOptions(group: "scanner")
        let steps = try planner(Self.ours, record: Self.record, now: Self.given).install(other)
        #expect(steps.first == .record(InstallRecord(bootID: "b1", options: other, files: [Self.video])))
        #expect(steps.contains(.reset(Self.video)))
        let lost = try planner(Self.ours, record: nil, now: Self.given).install(other)
        #expect(lost.first == .record(InstallRecord(bootID: "b1", options: other, files: [])))
    }

    @Test("an edited file is not removed without --force; after a deleted one the remaining traces are removed")
    func oddUninstall() throws {
        #expect(throws: UdevActionError.self) { try planner(.edited(.standard)).uninstall() }
        #expect(
            try planner(.edited(.standard), isForced: true).uninstall().first
                == .remove(backUp: RuleFile.path + ".edited"))
        #expect(
            try planner(.absent, record: Self.record, now: Self.given).uninstall()
                == [.reload, .reset(Self.video), Self.trigger, .forget])
        #expect(throws: UdevActionError.self) { try planner(.foreign("a file")).uninstall() }
    }

    @Test("a record is read back as written, and an invalid one is rejected")
    func record() throws {
        var state = Self.given
        state.path = "/sys/devices/x y/leds/white:flash/brightness"
        state.accessControlList = [2, 0, 0, 0, 255]
        let camera = try CameraMatch(vendorID: "046d", productID: "0892", serial: "a b\nc\"")
        let record = InstallRecord(
            bootID: "b-1", options: try RuleOptions(group: "x", camera: camera, torch: true),
            files: [Self.video, state])
        #expect(InstallRecord(text: record.text) == record)
        for text in [
            "", "candela udev record 1\n", record.text.replacingOccurrences(of: "/sys/", with: "/etc/"),
            record.text.replacingOccurrences(of: "600", with: "900"), record.text + "file 1\n", record.text + "x\n",
        ] {
            #expect(InstallRecord(text: text) == nil, "\(text)")
        }
    }

    @Test("every step says what it does in one line")
    func sentences() throws {
        let steps: [UdevStep] = [
            .record(Self.record), Self.write, .remove(backUp: nil), .remove(backUp: "/x"), .restore("/x"), .reload,
            .reset(Self.given), Self.trigger, .forget,
        ]
        #expect(Set(steps.map(\.sentence)).count == steps.count)
        #expect(UdevStep.reset(Self.given).sentence == "set /dev/video0 to 0660, owner 0, group 44")
        #expect(
            Self.trigger.sentence
                == "run udevadm trigger --action=change --subsystem-match=video4linux --subsystem-match=media --settle")
    }
}

@Suite("how a plan is done")
struct PlanExecutorTests {
    /// Remembers what it was asked, and may refuse a file.
    private final class FakeService: UdevService, @unchecked Sendable {
        // Unchecked: used by one test, one call after the other.
        var calls: [String] = []
        var refuses = false
        func verify(_ path: String) throws(UdevActionError) -> Bool {
            calls.append("verify")
            if refuses { throw UdevActionError("it will not do") }
            return true
        }
        func reload() throws(UdevActionError) { calls.append("reload") }
        func trigger(_ subsystems: [String]) throws(UdevActionError) {
            calls.append("trigger \(subsystems.joined(separator: " "))")
        }
    }

    private static let folder = "/etc/udev/rules.d"

    @Test("a file is written whole with its mode, whatever the umask, and nothing else is left")
    func write() throws {
        let tree = try RuleTree()
        let executor = PlanExecutor(root: tree.path, service: FakeService(), verifies: false)
        try executor.run(.write(text: "one\n", backUp: nil))
        #expect(tree.text(RuleFile.path) == "one\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: tree.path + RuleFile.path)
        #expect(attributes[.posixPermissions] as? Int == 0o644)
        try executor.run(.write(text: "two\n", backUp: RuleFile.path + ".edited"))
        #expect(tree.text(RuleFile.path) == "two\n" && tree.text(RuleFile.path + ".edited") == "one\n")
        #expect(tree.names(Self.folder) == ["70-candela.rules", "70-candela.rules.edited"])
        #expect(BackUpNames.find(root: tree.path) == ["70-candela.rules.edited"])
        try executor.run(.remove(backUp: nil))
        try executor.run(.restore(RuleFile.path + ".edited"))
        #expect(tree.names(Self.folder) == ["70-candela.rules"] && tree.text(RuleFile.path) == "one\n")
    }

    @Test("a file that udev rejects is not installed, and nothing is left of it")
    func refused() throws {
        let tree = try RuleTree([RuleFile.path: "old"])
        let service = FakeService()
        let executor = PlanExecutor(root: tree.path, service: service, verifies: true)
        service.refuses = true
        #expect(throws: UdevActionError.self) {
            try executor.run(.write(text: "new", backUp: RuleFile.path + ".edited"))
        }
        #expect(tree.text(RuleFile.path) == "old" && tree.names(Self.folder) == ["70-candela.rules"])
        service.refuses = false
        try executor.run(.write(text: "new", backUp: nil))
        #expect(tree.text(RuleFile.path) == "new" && service.calls == ["verify", "verify"])
    }

    @Test("a link that masks is kept as a link, and comes back")
    func mask() throws {
        let tree = try RuleTree()
        try tree.link(RuleFile.path, to: "/dev/null")
        let executor = PlanExecutor(root: tree.path, service: FakeService(), verifies: false)
        let backUp = RuleFile.path + ".before-candela"
        try executor.run(.write(text: "one\n", backUp: backUp))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: tree.path + backUp) == "/dev/null")
        #expect(tree.text(RuleFile.path) == "one\n")
        try executor.run(.remove(backUp: nil))
        try executor.run(.restore(backUp))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: tree.path + RuleFile.path) == "/dev/null")
    }

    @Test("a backup does not overwrite a file that came there meanwhile, and the rule is not written then")
    func takenName() throws {
        let tree = try RuleTree([RuleFile.path: "old", RuleFile.path + ".edited": "kept"])
        #expect(throws: UdevActionError.self) {
            try PlanExecutor(root: tree.path, service: FakeService(), verifies: false)
                .run(.write(text: "new", backUp: RuleFile.path + ".edited"))
        }
        #expect(tree.text(RuleFile.path) == "old" && tree.text(RuleFile.path + ".edited") == "kept")
        #expect(tree.names(Self.folder).count == 2)
    }

    @Test("udev is told through the service only")
    func service() throws {
        let service = FakeService()
        let executor = PlanExecutor(root: "/nowhere", service: service, verifies: true)
        try executor.run(.reload)
        try executor.run(.trigger(["a", "b"]))
        #expect(service.calls == ["reload", "trigger a b"])
    }

    @Test("a record is written, read and forgotten, and its folder with it")
    func record() throws {
        let tree = try RuleTree()
        let record = InstallRecord(bootID: "b", options: .standard, files: [])
        let executor = PlanExecutor(root: tree.path, service: FakeService(), verifies: false)
        try executor.run(.record(record))
        #expect(InstallRecord.read(root: tree.path) == record)
        try executor.run(.forget)
        #expect(InstallRecord.read(root: tree.path) == nil)
        #expect(tree.names("/var/lib").isEmpty)
        try executor.run(.forget)
    }

    @Test("a place that cannot be written is an error with the path and the reason")
    func unwritable() throws {
        let tree = try RuleTree(["/etc/udev": "a file, not a folder"])
        let error = #expect(throws: UdevActionError.self) {
            try PlanExecutor(root: tree.path, service: FakeService(), verifies: false).run(
                .write(text: "x", backUp: nil))
        }
        #expect(error?.description.contains("\(tree.path)/etc/udev") == true, "\(String(describing: error))")
    }
}
