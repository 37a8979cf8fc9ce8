// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Diagnostics
import Foundation
import Frames
import UserSession

/// A machine out of a real thread: what its files, programs and devices said, and what a good doctor would tell its user.
///
/// Written by people who did not write the doctor, from the threads; see Evidence/Threads/README.md.
struct ThreadMachine {
    let name: String
    private let document: [String: Any]
    private let folder: URL

    init(_ file: URL) throws {
        name = String(file.lastPathComponent.dropLast(5))
        folder = file.deletingLastPathComponent()
        let parsed = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        guard let parsed = parsed as? [String: Any] else { throw Malformed(file: name) }
        document = parsed
    }

    struct Malformed: Error { var file: String }

    var row: Int { Int(name.prefix { $0.isNumber }) ?? 0 }

    /// What must, and must not, be told: regular expressions.
    struct Expectation {
        var says: [String]
        var remedy: [String]
        var never: [String]
    }

    var expectation: Expectation {
        let expect = document["expect"] as? [String: [String]] ?? [:]
        return Expectation(says: expect["says"] ?? [], remedy: expect["remedy"] ?? [], never: expect["never"] ?? [])
    }

    /// Pictures that stand for what the camera or the user's file showed.
    var pictures: [URL] {
        let names = document["pictures"] as? [String] ?? (document["picture"] as? String).map { [$0] } ?? []
        return names.map { folder.appending(path: $0) }
    }

    var isPicture: Bool { document["base"] as? String == "picture" }

    /// Whether its node is a decoder of analog video.
    var isAnalog: Bool {
        let nodes = ((document["snapshot"] as? [String: Any])?["nodes"] as? [String: Any])?["value"] as? [[String: Any]]
        return nodes?.contains { VideoGrabber.isAnalog(driver: $0["driver"] as? String) } == true
    }

    // MARK: The machine

    /// The snapshot that the collectors take of this machine, with what no file says laid over it.
    func snapshot(reading frames: PictureEvidence?) throws -> Snapshot {
        let hasCamera = document["base"] as? String == "usb-camera"
        var files = ThreadBase.files
        var links = ThreadBase.links
        if hasCamera {
            files.merge(ThreadBase.cameraFiles) { $1 }
            links.merge(ThreadBase.cameraLinks) { $1 }
        }
        for (path, text) in document["files"] as? [String: Any] ?? [:] { files[path] = text as? String }
        links.merge(document["links"] as? [String: String] ?? [:]) { $1 }
        let outputs = document["outputs"] as? [String: String] ?? [:]
        if files["/kernel.log"] == nil, let journal = Self.answer(outputs, ["journalctl", "-k", "-b"]) {
            files["/kernel.log"] = journal
        }
        if outputs.keys.contains(where: { $0.hasPrefix("pw-dump") }) { files["/run/user/1000/pipewire-0"] = "" }
        for path in links.keys { files[path] = nil }
        let tree = try MachineTree(
            files, folders: ThreadBase.folders + (document["folders"] as? [String] ?? []), links: links)

        var snapshot = hasCamera ? Snapshot.healthy() : ThreadBase.bare
        let ask: DesktopCollector.Ask = { Self.answer(outputs, $0) }
        let access: (String) -> NodeAccess? = { Self.access($0, outputs, files) }
        snapshot.host = .seen(HostCollector(files: tree.files, ask: ask, access: access).collect())
        snapshot.sessions = .seen(SessionSurvey.read(root: tree.root))
        snapshot.surroundings = .seen(ContainerSigns.read(root: tree.root) { _ in nil })
        if let desktop = DesktopCollector(files: tree.files, environment: environment(outputs), ask: ask).collect() {
            snapshot.desktop = .seen(desktop)
        }
        if let cameras = LibcameraCollector.tools.lazy.compactMap({ Self.answer(outputs, $0) }).first {
            snapshot.libcamera = .seen(LibcameraCollector.record(cameras))
        }
        if let frames {
            var picture = frames
            picture.settings = snapshot.stream.value?.settings
            snapshot.picture = .seen(picture)
        }
        snapshot = try patched(snapshot)
        // A row with pictures that says that there are none: they would never be looked at.
        if frames != nil, snapshot.picture.value == nil { throw Malformed(file: name) }
        askDriver(&snapshot, outputs)
        snapshot.network?.value?.lookUpReaders(tree.files, ask: ask)
        if snapshot.network?.value?.trouble != nil { snapshot.network?.value?.lookUpWay(tree.files) }
        if snapshot.stream.value?.ending?.kind == .noFrame { snapshot.network?.value?.lookUpServer(tree.files) }
        if let nodes = snapshot.nodes.value { snapshot.nodes.value = nodes.map { $0.withRemovability(tree.files) } }
        classifyAgain(&snapshot, files)
        let picture = snapshot.picture.value
        if frames != nil || picture?.isLive == true && picture?.settings == nil {
            snapshot.picture.value?.settings = snapshot.stream.value?.settings
        }
        // The unit of a process is read from the machine's files, as by the collector.
        if let holders = snapshot.holders.value?.holders {
            let place = snapshot.chosen?.path
            let described = holders.map { holder in
                let holder = HoldersCollector.inUnit(holder, files: tree.files)
                return place.map { HoldersCollector.withMapping(holder, of: $0, files: tree.files) } ?? holder
            }
            snapshot.holders.value?.holders = described
        }
        let clients = clients(tree, ask, access)
        let path = snapshot.chosen?.path
        if let client {
            snapshot.client = try clients.collect(client, path: path)
            let process = snapshot.client?.processID
            let holders = snapshot.holders.value?.holders.map {
                HoldersCollector.related($0, to: process, files: tree.files)
            }
            if let holders { snapshot.holders.value?.holders = holders }
        }
        let own = snapshot.user.value?.id ?? 1000
        snapshot.services = clients.services(path: path, except: own) + clients.sandboxes(of: own)
            + clients.openSnaps(deniedIn: snapshot.host.value)
        snapshot.units = clients.troubledUnits(
            path: path, home: snapshot.user.value?.name.map { $0 == "root" ? "/root" : "/home/\($0)" }, except: snapshot.client?.name)
        snapshot.insecurePages = clients.insecurePages()
        return snapshot
    }

    /// The nodes of the patch are as the classifier left them at the time; what udev's database adds is applied by it again.
    private func classifyAgain(_ snapshot: inout Snapshot, _ files: [String: String]) {
        for (index, node) in (snapshot.nodes.value ?? []).enumerated() {
            guard let number = Int(node.sysname.dropFirst(5)), node.nodeClass == "capture",
                files["/run/udev/data/c81:\(number)"]?.contains("E:ID_INFRARED_CAMERA=1") == true
            else { continue }
            let answer = NodeCapabilities(
                driver: node.driver ?? "", card: node.title, busInfo: "usb-", capabilities: 0x8420_0001,
                deviceCaps: 0x0420_0001, formats: node.formats.compactMap { FourCC($0) })
            let classified = NodeClassifier.classify(
                NodeEvidence(sysname: node.sysname, isMarkedInfrared: true, opened: .success(answer)))
            snapshot.nodes.value?[index].nodeClass = classified.nodeClass.rawValue
            snapshot.nodes.value?[index].classReason = classified.reason
        }
    }

    /// What candela would have asked the driver and the device, and somebody else's tool printed there.
    private func askDriver(_ snapshot: inout Snapshot, _ outputs: [String: String]) {
        if snapshot.stream.value?.standard == nil {
            let said = outputs.filter { $0.key.hasPrefix("v4l2-ctl") }.values.joined(separator: "\n")
            let standard = said.firstRange(of: "Video Standard = 0x").map { said[$0.upperBound...] }
            snapshot.stream.value?.standard = standard.flatMap { UInt64($0.prefix { $0.isHexDigit }, radix: 16) }
        }
        // Every camera that tells whether its focus is automatic has this control.
        if snapshot.stream.value?.settings?.isFocusAutomatic != nil,
            let limits = snapshot.stream.value?.settings?.limits, !limits.contains(where: { $0.control == "focus_automatic_continuous" })
        {
            snapshot.stream.value?.settings?.limits?.append(.init(control: "focus_automatic_continuous", minimum: 0, maximum: 1, step: 1))
        }
        if let place = snapshot.network?.value?.address, let head = outputs["curl -I " + place] {
            let type = head.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("content-type: ") }
            if let type { snapshot.network?.value?.note(contentType: String(type.dropFirst("content-type: ".utf8.count))) }
        }
        // The kernel gives these descriptors since 6.9.
        let release = (snapshot.host.value?.kernelRelease ?? "").split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        if release.lexicographicallyPrecedes([6, 9]) { return }
        guard outputs.contains(where: { $0.key.hasPrefix("lsusb -v") && $0.value.contains("SuperSpeed USB Device Capability") }) else { return }
        for index in (snapshot.nodes.value ?? []).indices where snapshot.nodes.value?[index].usbRelease == 0x0210 {
            snapshot.nodes.value?[index].usbHasSuperSpeed = true
        }
    }

    private func environment(_ outputs: [String: String]) -> (String) -> String? {
        var values = ["XDG_RUNTIME_DIR": "/run/user/1000", "HOME": "/home/ada"]
        for line in (Self.answer(outputs, ["systemctl", "--user", "show-environment"]) ?? "").split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        return { values[$0] }
    }

    private var client: CameraClient? {
        guard let subject = document["as"] as? [String: Any], let (kind, value) = subject.first else { return nil }
        switch (kind, value) {
        case ("user", let name as String): return .user(name)
        case ("unit", let name as String): return .unit(name)
        case ("pid", let id as Int): return .process(id)
        case ("container", let name as String): return .container(name)
        case ("app", let name as String): return .application(name)
        default: return nil
        }
    }

    private func clients(
        _ tree: MachineTree, _ ask: @escaping DesktopCollector.Ask, _ access: @escaping ClientCollector.Access
    ) -> ClientCollector {
        let accounts = AccountFiles(tree.files)
        return ClientCollector(
            files: tree.files, account: accounts.named,
            owner: { process in
                UserRecord(
                    id: process.userID, name: accounts.name(process.userID),
                    accountGroups: accounts.name(process.userID).flatMap(accounts.named)?.accountGroups ?? [],
                    sessionGroups: process.groups.map { GroupRecord(id: $0, name: accounts.group($0)) })
            }, ask: ask, access: access)
    }

    /// Who may open a node, by what `ls -l` prints of it there.
    private static func access(_ path: String, _ outputs: [String: String], _ files: [String: String]) -> NodeAccess? {
        guard let line = answer(outputs, ["ls", "-l", path]) else { return nil }
        var words = line.split(separator: " ").map(String.init)
        // The dot is SELinux's: it says nothing of rights.
        if let mode = words.first, mode.hasSuffix(".") { words[0] = String(mode.dropLast()) }
        // A list of access (+) is not in that line: if it lets this user in, nothing is wrong.
        let list = answer(outputs, ["getfacl", "-p", path])
        let user = answer(outputs, ["id"]).flatMap { id in id.firstRange(of: "(").map { id[$0.upperBound...].prefix { $0 != ")" } } }
        let isListed = user.map { list?.contains("user:\($0):rw") == true } ?? true
        guard words.count > 3, words[0].utf8.count == 10 || list != nil && !isListed else { return nil }
        var mode: UInt32 = 0
        for letter in words[0].dropFirst().prefix(9) { mode = mode << 1 | (letter == "-" ? 0 : 1) }
        func number(_ name: String, _ file: String) -> UInt32 {
            let line = (files[file] ?? "").split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line.flatMap { $0.split(separator: ":", omittingEmptySubsequences: false).dropFirst(2).first }.flatMap { UInt32($0) } ?? 0
        }
        return NodeAccess(
            mode: mode, ownerID: number(words[2], "/etc/passwd"), groupID: number(words[3], "/etc/group"), owner: words[2],
            group: words[3], mayOpen: false)
    }

    /// What a command printed on that machine: of the recorded ones with the same program, those that share most words. Blocks
    /// of several units are joined as systemctl does.
    private static func answer(_ outputs: [String: String], _ words: [String]) -> String? {
        let units = words.filter { $0.hasSuffix(".service") }
        if words.first == "systemctl", units.count > 1 {
            let blocks = units.compactMap { answer(outputs, ["systemctl", "--user", "show", $0]) }
            return blocks.isEmpty ? nil : blocks.joined(separator: "\n")
        }
        let wanted = Set(words.dropFirst().filter { !$0.hasPrefix("--property") })
        let fitting = outputs.filter { key, _ in
            let given = key.split(separator: " ").map(String.init)
            // The subject, such as the unit or the property, must be the same; how the options are written may differ.
            func name(_ word: String?) -> String { (word ?? "").replacing(".service", with: "") }
            return given.first == words.first && (words.count == 1 || name(given.last) == name(words.last))
                && given.contains("--user") == wanted.contains("--user")
                // What a container wrote is not what its engine says of it.
                && given.contains("logs") == wanted.contains("logs")
        }
        return fitting.max { left, right in
            func shared(_ key: String) -> (Int, Int) {
                let given = key.split(separator: " ")
                return (given.count { wanted.contains(String($0)) }, -given.count)
            }
            return shared(left.key) < shared(right.key)
        }?.value
    }

    // MARK: The patch

    private func patched(_ snapshot: Snapshot) throws -> Snapshot {
        guard var patch = document["snapshot"] as? [String: Any] else { return snapshot }
        // The collectors of this tree have read it from the files.
        patch["host"] = nil
        let whole = try JSONSerialization.jsonObject(with: JSONEncoder().encode(snapshot))
        let merged = Self.merge(whole, patch)
        return try JSONDecoder().decode(Snapshot.self, from: JSONSerialization.data(withJSONObject: merged))
    }

    /// See: RFC 7396.
    private static func merge(_ target: Any, _ patch: Any) -> Any {
        guard let patch = patch as? [String: Any] else { return patch }
        var result = target as? [String: Any] ?? [:]
        for (key, value) in patch {
            if value is NSNull { result[key] = nil } else { result[key] = merge(result[key] ?? [String: Any](), value) }
        }
        return result
    }
}

/// Accounts by the machine's own files.
private struct AccountFiles: Sendable {
    private var users: [(name: String, id: UInt32, group: UInt32)] = []
    private var groups: [(name: String, id: UInt32, members: Set<String>)] = []

    init(_ files: SystemFiles) {
        func rows(_ path: String) -> [[String]] {
            (files.text(path) ?? "").split(separator: "\n").map {
                $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            }
        }
        for row in rows("/etc/passwd") where row.count > 3 {
            if let id = UInt32(row[2]), let group = UInt32(row[3]) { users.append((row[0], id, group)) }
        }
        for row in rows("/etc/group") where row.count > 3 {
            if let id = UInt32(row[2]) {
                groups.append((row[0], id, Set(row[3].split(separator: ",").map(String.init))))
            }
        }
    }

    func name(_ id: UInt32) -> String? { users.first { $0.id == id }?.name }
    func group(_ id: UInt32) -> String? { groups.first { $0.id == id }?.name }

    func named(_ name: String) -> UserRecord? {
        guard let user = users.first(where: { $0.name == name }) else { return nil }
        let own = groups.filter { $0.id == user.group || $0.members.contains(name) }
        return UserRecord(
            id: user.id, name: name, accountGroups: own.map { GroupRecord(id: $0.id, name: $0.name) },
            sessionGroups: nil)
    }
}
