// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
import FoundationEssentials
internal import MachineFacts
internal import UdevRules
internal import UserSession

extension EvidenceBundle {
    /// This bundle without serial numbers, user names and code texts.
    ///
    /// Each secret is replaced by the same word wherever it occurs, so that equal values stay equal. Judges report the
    /// same findings for the result. Frames are kept only on request, and are not redacted: they show what the camera
    /// saw.
    package func redacted() throws(EvidenceError) -> EvidenceBundle {
        var copy = self
        var aliases = Aliases()
        for index in copy.snapshots.indices {
            let picture = copy.snapshots[index].picture.value
            copy.snapshots[index].picture.value = picture?.redacted
            for node in copy.snapshots[index].nodes.value ?? [] { aliases.hide(serial: node.serial) }
            aliases.hide(serial: copy.snapshots[index].host.value?.machine?.handScanner?.serial)
            copy.snapshots[index].renameUsers(&aliases)
        }
        do {
            let tree = try JSONDecoder().decode(JSONTree.self, from: Data(try copy.encoded()))
            var clean = try EvidenceBundle(
                decoding: Array(try JSONEncoder().encode(tree.mapped(aliases.clean))),
                name: "the evidence to be redacted")
            clean.isRedacted = true
            return clean
        } catch let error as EvidenceError {
            throw error
        } catch {
            throw EvidenceError("cannot redact the evidence: \(error)")
        }
    }
}

extension Snapshot {
    /// Renames users only in fields for users and in paths below `/home`, not wherever the word occurs: a user can be
    /// called "camera".
    fileprivate mutating func renameUsers(_ aliases: inout Aliases) {
        if let address = network?.value?.address { subject.name = address }
        // What other programs do is nobody's business.
        if let connected = network?.value?.connected { network?.value?.connected = connected.map { _ in "a program" } }
        if let motion = network?.value?.motion {
            network?.value?.motion?.file = motion.file.map { aliases.home(in: $0) }
            network?.value?.motion?.log = motion.log.map { aliases.home(in: $0) }
            network?.value?.motion?.line = motion.line.map { aliases.words(in: $0) }
            network?.value?.motion?.unit = motion.unit.map(CameraClientRecord.withoutInstance)
        }
        // Where this machine has its networks, and which VPN, is nobody's business.
        if let route = network?.value?.route {
            network?.value?.route?.networks = route.networks.indices.map { "network \($0 + 1)" }
            network?.value?.route?.device = route.device.map { _ in "a network device" }
            network?.value?.route?.gateway = route.gateway.map { _ in "ROUTER" }
        }
        let own = user.value?.name
        let alias = aliases.user(own)
        // Most users have a group of the same name.
        func renamed(_ group: GroupRecord) -> GroupRecord {
            GroupRecord(id: group.id, name: group.name == own ? alias : group.name)
        }
        user.value = user.value.map { user in
            var user = user
            user.name = alias
            user.accountGroups = user.accountGroups.map(renamed)
            user.sessionGroups = user.sessionGroups?.map(renamed)
            return user
        }
        // What other programs do is nobody's business; the judge needs only refusals, and whether there are clients.
        let examined = client?.name
        desktop?.value?.permissions.removeAll { $0.answer != "no" && $0.application != examined }
        for (index, source) in (desktop?.value?.sources ?? []).enumerated() {
            desktop?.value?.sources?[index].clients = source.clients.map { _ in "a program" }
            desktop?.value?.sources?[index].name = "camera \(index + 1)"
        }
        client = client.map { $0.renamed(&aliases) }
        // Of the machine's own addresses, only that of the camera's counts, which the evidence has anyway.
        let camera = network?.value?.host
        client?.setup?.closedBridge?.addresses.removeAll { $0 != camera }
        client?.setup?.closedBridge?.networks.removeAll { network in camera.map { ClosedBridge.lies($0, network) } != true }
        services = services.map { services in services.map { $0.renamed(&aliases) } }
        units = units.map { units in units.map { $0.renamed(&aliases) } }
        for index in (insecurePages ?? []).indices { insecurePages?[index].origin = "http://HOST" }
        for (index, session) in (sessions.value?.sessions ?? []).enumerated() {
            sessions.value?.sessions[index].userName = aliases.user(session.userName)
        }
        for (index, holder) in (holders.value?.holders ?? []).enumerated() {
            holders.value?.holders[index] = aliases.holder(holder)
        }
        for (index, node) in (nodes.value ?? []).enumerated() where node.access?.ownerID ?? 0 >= 1000 {
            nodes.value?[index].access?.owner = aliases.user(node.access?.owner)
        }
        for list in [\HostRecord.usbNodes, \.firmwareNodes] {
            guard let nodes = host.value?[keyPath: list] else { continue }
            host.value?[keyPath: list] = nodes.map { aliases.node($0) }
        }
        // The name of a camera that is not here holds its serial number, which no node tells.
        if let device = host.value?.faceLogin?.device {
            host.value?.faceLogin?.device = device.hasPrefix("/dev/v4l/") ? "/dev/v4l/NAME" : aliases.home(in: device)
        }
        for (index, port) in (host.value?.serialPorts ?? []).enumerated() { host.value?.serialPorts?[index].node = aliases.node(port.node) }
        for (index, loader) in (host.value?.firmwareLoaders ?? []).enumerated() {
            host.value?.firmwareLoaders?[index].command = aliases.words(in: loader.command)
        }
        for (index, feeder) in (host.value?.ruleFeeders ?? []).enumerated() {
            host.value?.ruleFeeders?[index].program = aliases.home(in: feeder.program)
            host.value?.ruleFeeders?[index].killed = feeder.killed.map { aliases.words(in: $0) }
        }
        if let path = host.value?.unsetProducerPath {
            host.value?.unsetProducerPath?.file = aliases.home(in: path.file)
            host.value?.unsetProducerPath?.producer = aliases.home(in: path.producer)
        }
        for (index, module) in (host.value?.machine?.unbuilt ?? []).enumerated() {
            host.value?.machine?.unbuilt?[index].failure = module.failure.map { aliases.words(in: $0) }
        }
        if let zbar = host.value?.machine?.unloadableZBar {
            host.value?.machine?.unloadableZBar?.package = aliases.home(in: zbar.package)
            host.value?.machine?.unloadableZBar?.library = zbar.library.map { aliases.home(in: $0) }
        }
        // The name of a picture can reveal its content.
        if subject.kind == .picture {
            let file = subject.name.split(separator: "/").last ?? ""
            subject.name = "picture" + (file.contains(".") ? file.drop { $0 != "." }.suffix(6) : "")
            damage = damage.map { _ in "damaged" }
        }
        // Groups that are not system groups, whatever their name.
        for (index, node) in (nodes.value ?? []).enumerated() where node.access?.groupID ?? 0 >= 1000 {
            nodes.value?[index].access?.group = nil
        }
        if selection.value?.failure != nil {
            selection.value?.failure?.message = "the name matches no camera"
        }
        for (index, problem) in (rules.value?.problems ?? []).enumerated() {
            rules.value?.problems[index].explanation = aliases.users(in: problem.explanation)
        }
        for (index, rule) in (rules.value?.rules ?? []).enumerated() {
            rules.value?.rules[index].text = aliases.users(in: rule.text)
        }
        subject.name = aliases.home(in: subject.name)
    }
}

extension CameraClientRecord {
    /// With other names for people. The accounts of services are names of programs, and say nothing about anybody.
    fileprivate func renamed(_ aliases: inout Aliases) -> CameraClientRecord {
        var record = self
        // The instance of a unit and the name of a container can be a person's.
        record.unit = unit.map(Self.withoutInstance)
        record.name = kind == .container ? "CONTAINER" : Self.withoutInstance(name)
        record.missingAccount = missingAccount.map { aliases.user($0) ?? "USER" }
        record.missingProgram = missingProgram.map { aliases.home(in: $0) }
        record.missingSettings = missingSettings.map { aliases.home(in: $0) }
        record.logFile = logFile.map { aliases.home(in: $0) }
        // Others name hosts and accounts (ConditionHost, ConditionUser).
        record.unmetConditions = unmetConditions.map { lines in
            lines.map { line in
                let isOfFile = ["ConditionPath", "ConditionFile", "ConditionDirectory"].contains(where: line.hasPrefix)
                return isOfFile ? aliases.home(in: line) : String(line.prefix { $0 != "=" })
            }
        }
        record.lastWords = lastWords.map { lines in lines.map { aliases.words(in: $0) } }
        record.complaints = complaints.map { lines in lines.map { aliases.words(in: $0) } }
        record.childTrouble = childTrouble.map { aliases.words(in: $0) }
        if let python = otherPython { record.otherPython?.line = aliases.words(in: python.line) }
        if let element = missingElement { record.missingElement?.line = aliases.words(in: element.line) }
        if let error = programError {
            // The name of a camera, which stands before these words, can be that of a person or place.
            let marks: [ProgramError.Kind: String] = [.soundTimes: "[", .ownAddress: "Cannot connect"]
            let line = marks[error.kind].map { mark in error.line.firstRange(of: mark).map { String(error.line[$0.lowerBound...]) } ?? "" } ?? error.line
            record.programError?.line = aliases.words(in: line)
            record.programError?.detail = error.kind == .soundTimes ? nil : error.detail.map { aliases.home(in: $0) }
        }
        // Cameras are called after rooms and people.
        if let streams = misplacedStreams {
            record.misplacedStreams?.names = streams.names.indices.map { "camera\($0 + 1)" }
            record.misplacedStreams?.file = aliases.home(in: streams.file)
        }
        record.missingPreload = missingPreload.map { aliases.home(in: $0) }
        record.movedPreload = movedPreload.map { aliases.home(in: $0) }
        record.pipedVideo?.file = pipedVideo?.file.map { aliases.home(in: $0) }
        record.sensorErrors = sensorErrors.map { lines in lines.map { aliases.words(in: $0) } }
        if let step = failedStep {
            record.failedStep?.program = aliases.home(in: step.program)
            record.failedStep?.setting = step.setting.map { step.step == "GROUP" ? Self.withoutGroups($0) : aliases.home(in: $0) }
            record.failedStep?.detail = step.detail.map { aliases.words(in: $0) }
            record.failedStep?.reason = step.reason.map { aliases.words(in: $0) }
            record.failedStep?.file?.interpreter = step.file?.interpreter.map { aliases.home(in: $0) }
        }
        for (index, device) in (setup?.devices ?? []).enumerated() {
            if !ClientCollector.isVideoNode(device.outside) { record.setup?.devices[index].outside = "/dev/v4l/NAME" }
            if !ClientCollector.isVideoNode(device.inside) { record.setup?.devices[index].inside = "/dev/v4l/NAME" }
        }
        record.insecurePage = insecurePage.map { _ in "http://HOST" }
        record.refusedPages?.pages = refusedPages?.pages.isEmpty == false ? ["https://HOST"] : []
        record.refusedPages?.opened = refusedPages?.opened.map { _ in "https://HOST" }
        if let policy = pagePolicy {
            // Whether they are the same is all that counts.
            record.pagePolicy?.opened = policy.opened.map { _ in "https://HOST" }
            record.pagePolicy?.source = policy.source.map { $0 == policy.opened ? "https://HOST" : "https://OTHER-HOST" }
            record.pagePolicy?.log = policy.log.map { aliases.home(in: $0) }
            // Whatever is no key word can be a host, with or without a scheme.
            if let header = policy.header, !header.split(whereSeparator: { " =()\"".contains($0) }).dropFirst(2).allSatisfy({ ["none", "'none'", "'src'"].contains($0) }) {
                record.pagePolicy?.header = header.hasPrefix("Feature-Policy") ? "Feature-Policy: camera https://OTHER-HOST" : "Permissions-Policy: camera=(\"https://OTHER-HOST\")"
            }
        }
        // A profile can be called after a person.
        if let profile = firefox?.profile { record.firefox?.profile = aliases.home(in: profile.split(separator: "/").dropLast().map { "/" + $0 }.joined()) + "/PROFILE" }
        record.stopped = stopped.map { aliases.words(in: $0) }
        for (index, worker) in (workers ?? []).enumerated() {
            // The name is that of the container's account or of the host's; the number says enough.
            record.workers?[index].name = worker.id >= Accounts.systemLimit ? aliases.user(worker.name) : worker.name
            record.workers?[index].accountGroups.removeAll { $0.id >= Accounts.systemLimit }
            record.workers?[index].sessionGroups?.removeAll { $0.id >= Accounts.systemLimit }
        }
        // The name of a camera that is not here holds its serial number, which no node tells.
        for index in (namedDevices ?? []).indices where record.namedDevices?[index].target == nil {
            guard let path = record.namedDevices?[index].path, path.hasPrefix("/dev/v4l/") else { continue }
            record.namedDevices?[index].path = "/dev/v4l/NAME"
            record.namedDevices?[index].command = "/dev/v4l/NAME"
            if wantedFormat?.device == path { record.wantedFormat?.device = "/dev/v4l/NAME" }
        }
        // Names of links hold serial numbers, and others are given by people. Which camera it is, the program's open files tell.
        if let device = record.wantedFormat?.device, device.hasPrefix("/dev/v4l/"), device != "/dev/v4l/NAME", record.namedDevices == nil {
            record.wantedFormat?.device = "/dev/v4l/NAME"
        }
        if let device = encoding?.device, !ClientCollector.isVideoNode(device) {
            record.encoding?.device = "/dev/v4l/NAME"
            record.encoding?.command = "ffmpeg … -i /dev/v4l/NAME"
        }
        let login = user?.name
        func isKept(_ group: GroupRecord) -> Bool { group.id < Accounts.systemLimit || group.name == login }
        record.user?.accountGroups = (user?.accountGroups ?? []).filter(isKept)
        record.user?.sessionGroups = user?.sessionGroups?.filter(isKept)
        guard let own = user?.name, user?.id ?? 0 >= Accounts.systemLimit else { return record }
        let alias = aliases.user(own)
        record.lastWords = record.lastWords.map { lines in lines.map { aliases.users(in: $0) } }
        record.complaints = record.complaints.map { lines in lines.map { aliases.users(in: $0) } }
        record.childTrouble = record.childTrouble.map { aliases.users(in: $0) }
        if let python = record.otherPython { record.otherPython?.line = aliases.users(in: python.line) }
        if let element = record.missingElement { record.missingElement?.line = aliases.users(in: element.line) }
        if let error = record.programError { record.programError?.line = aliases.users(in: error.line) }
        record.sensorErrors = record.sensorErrors.map { lines in lines.map { aliases.users(in: $0) } }
        if var step = record.failedStep {
            step.detail = step.detail.map { aliases.users(in: $0) }
            step.setting = step.setting.map { aliases.users(in: $0) }
            record.failedStep = step
        }
        func renamed(_ group: GroupRecord) -> GroupRecord {
            GroupRecord(id: group.id, name: group.name == own ? alias : group.name)
        }
        record.user?.name = alias
        if kind == .user { record.name = alias ?? name }
        record.user?.accountGroups = (user?.accountGroups ?? []).filter(isKept).map(renamed)
        record.user?.sessionGroups = user?.sessionGroups?.filter(isKept).map(renamed)
        return record
    }

    /// The names of groups, of which those that distributions make tell of nobody.
    private static func withoutGroups(_ names: String) -> String {
        let known: Set<Substring> = [
            "root", "nogroup", "daemon", "users", "video", "audio", "render", "plugdev", "input", "dialout", "tty", "disk", "gpio", "i2c", "spi",
        ]
        return names.split(separator: " ").map { known.contains($0) ? $0 : "GROUP" }.joined(separator: " ")
    }

    /// `motion@anna.service` as `motion@….service`.
    fileprivate static func withoutInstance(_ name: String) -> String {
        guard let mark = name.firstIndex(of: "@"), let end = name.lastIndex(of: "."), mark < end else { return name }
        return name[...mark] + "…" + name[end...]
    }
}

/// The replacements for serial numbers and user names.
private struct Aliases {
    private var serials: [(secret: String, alias: String)] = []
    private var users: [String: String] = [:]

    mutating func hide(serial: String?) {
        // A serial number without a digit is a word that can occur in other texts.
        guard let serial, serial.utf8.count >= 2, serial.contains(where: \.isNumber),
            !serials.contains(where: { $0.secret == serial })
        else { return }
        let alias = "SERIAL-\(Set(serials.map(\.alias)).count + 1)"
        serials.append((serial, alias))
        // As udev writes it in links and identities, with underscores for blanks and the like.
        let written = String(
            serial.map { $0.isASCII && ($0.isLetter || $0.isNumber || "#+-.:=@_".contains($0)) ? $0 : "_" })
        if written != serial { serials.append((written, alias)) }
        // Longer ones first: one may be part of another.
        serials.sort { $0.secret.utf8.count > $1.secret.utf8.count }
    }

    /// Keeps the names of system accounts, which identify nobody.
    mutating func user(_ name: String?) -> String? {
        guard let name, !["root", "nobody", ""].contains(name), !OtherSession.greeters.contains(name) else { return name }
        if let alias = users[name] { return alias }
        let alias = "USER-\(users.count + 1)"
        users[name] = alias
        return alias
    }

    /// Replaces the user name in a path below `/home` or `/media`.
    mutating func home(in path: String) -> String {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if let home = parts.firstIndex(where: { $0 == "home" || $0 == "media" }), home + 1 < parts.count,
            let alias = user(parts[home + 1])
        {
            parts[home + 1] = alias
        }
        return parts.joined(separator: "/")
    }

    /// A node, without the names of people.
    mutating func node(_ node: USBNodeRecord) -> USBNodeRecord {
        var node = node
        if node.access.ownerID >= 1000 { node.access.owner = user(node.access.owner) }
        if node.access.groupID >= 1000 { node.access.group = nil }
        node.openers = node.openers.map { openers in openers.map { holder($0) } }
        return node
    }

    mutating func holder(_ holder: HoldersRecord.Holder) -> HoldersRecord.Holder {
        var copy = holder
        copy.user = user(holder.user) ?? ""
        copy.unit = holder.unit.map(CameraClientRecord.withoutInstance)
        // Services of single users are called after them: `user.anna`.
        copy.starter?.name = holder.starter?.name.map { String($0.prefix { $0 != "." && $0 != "@" && $0 != "-" }) }
        if holder.container != nil {
            copy.container?.name = "CONTAINER"
            copy.container?.unit = holder.container?.unit.map(CameraClientRecord.withoutInstance)
        }
        return copy
    }

    /// What a program wrote: without addresses, which can hold passwords, without keys, names below `/home`, and what follows a
    /// word for a password.
    mutating func words(in text: String) -> String {
        var isSecret = false
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
            let small = word.lowercased()
            let names = ["password", "passwd", "token", "secret", "apikey", "api_key", "user", "login"].contains {
                small.contains($0)
            }
            defer { isSecret = names }
            if isSecret, !word.isEmpty { return "…" }
            if word.contains("/dev/v4l/") { return "/dev/v4l/NAME" }
            if word.contains("://") || word.contains("@") || names && word.contains(where: { $0 == "=" || $0 == ":" }) {
                return "…"
            }
            let run = word.split { !$0.isLetter && !$0.isNumber }.map(\.count).max() ?? 0
            if run >= 24, word.contains(where: \.isNumber) { return "…" }
            // Addresses of machines and of network cards, in brackets, too.
            let numbers = word.split { "[](){}<>'\";".contains($0) }.joined().split { $0 == "." || $0 == ":" || $0 == "," || $0 == "/" }
            if numbers.count >= 4, numbers.allSatisfy({ $0.allSatisfy(\.isHexDigit) }) { return "…" }
            return home(in: String(word))
        }.joined(separator: " ")
    }

    /// Replaces user names in a text, such as a rule.
    func users(in text: String) -> String {
        users.reduce(text) { Self.replace($1.key, by: $1.value, in: $0) }
    }

    func clean(_ text: String) -> String {
        serials.reduce(text) { text, entry in Self.replace(entry.secret, by: entry.alias, in: text) }
    }

    /// Replaces whole words only: the serial number "200" is not in "1200x900". An underscore separates words too,
    /// because udev joins with it.
    private static func replace(_ secret: String, by alias: String, in text: String) -> String {
        let (bytes, wanted) = (Array(text.utf8), Array(secret.utf8))
        var result: [UInt8] = []
        var index = 0
        func isWord(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte >= 0x80
        }
        while index < bytes.count {
            let end = index + wanted.count
            if end <= bytes.count, bytes[index..<end].elementsEqual(wanted),
                index == 0 || !isWord(bytes[index - 1]) || !isWord(wanted[0]),
                end == bytes.count || !isWord(bytes[end]) || !isWord(wanted[wanted.count - 1])
            {
                result += Array(alias.utf8)
                index = end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
