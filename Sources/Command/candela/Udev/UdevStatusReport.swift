// SPDX-License-Identifier: Apache-2.0

internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal
internal import UdevRules
internal import UserSession

/// The report of `udev status`.
struct UdevStatusReport {
    let facts: AccessFacts
    let advice: AccessAdvice
    let installed: InstalledFile

    init(_ facts: AccessFacts, installed: InstalledFile) {
        self.facts = facts
        self.installed = installed
        advice = AccessAdvice.judge(facts)
    }

    /// Whether cameras can be opened, and the rules have no problems.
    var isWell: Bool {
        advice.verdict == .open && !facts.survey.problems.contains { $0.costsAccess || $0.kind == .worldWritable }
            && !facts.nodes.contains(where: \.isOpenToAll) && !isDistrusted
    }

    /// Whether our rule runs a program as root that others can change.
    private var isDistrusted: Bool {
        if case .ours(let options, _) = installed { Self.distrust(options) != nil } else { false }
    }

    var lines: [String] {
        var lines = [Console.bold(VisibleText.escape(advice.sentence))]
        lines += advice.commands.map { "  " + VisibleText.escape($0) }
        lines.append("")
        for node in facts.nodes {
            lines.append(field("camera", node.place + (node.title.isEmpty ? "" : "  " + node.title)))
            let words = [
                node.rights ?? "no device node", "\(node.isOpen ? "open" : "closed") to user \(facts.user.label)",
                node.isTagged ? "tagged uaccess" : "not tagged uaccess",
            ]
            lines.append(field("", words.joined(separator: ", ")))
        }
        lines.append(field("user", "\(facts.user.label) (\(facts.user.id))"))
        lines += groupLines
        lines += sessionLines
        let signs = facts.containers.signs.map { "\($0.kind.label) (\($0.evidence))" }
        lines.append(field("container", signs.isEmpty ? "not detected" : signs.joined(separator: ", ")))
        lines.append(field("udev", facts.hasUdev ? "running" : "not running"))
        lines.append(field("our rule", installedWords))
        lines += ruleLines
        return lines
    }

    private var groupLines: [String] {
        func list(_ groups: [GroupRecord]) -> String {
            groups.isEmpty ? "none" : groups.map(\.label).joined(separator: ", ")
        }
        let account = list(facts.user.accountGroups)
        guard let session = facts.user.sessionGroups else { return [field("groups", account + " (of the account)")] }
        if Set(session) == Set(facts.user.accountGroups) { return [field("groups", account)] }
        return [field("groups", account + " (of the account)"), field("", list(session) + " (of this session)")]
    }

    private var sessionLines: [String] {
        guard facts.sessions.hasLogind else { return [field("seat", "none: systemd-logind is not running")] }
        let sessions = facts.sessions.sessions(of: facts.user.id)
        if sessions.isEmpty { return [field("seat", "none: user \(facts.user.label) has no session")] }
        return sessions.enumerated().map { index, session in
            var words = ["session \(session.id)", session.seat.map { "on \($0)" } ?? "without a seat"]
            if session.isRemote { words.append("over the network") }
            words.append(session.isActive ? "active" : "not active")
            if session.id == facts.sessions.ownSession { words.append("this one") }
            return field(index == 0 ? "seat" : "", words.joined(separator: ", "))
        }
    }

    /// The path of a rules file of our name that `install` did not write.
    var packaged: String? { facts.survey.files.first { $0.hasSuffix("/" + RuleFile.name) && $0 != RuleFile.path } }

    private var installedWords: String {
        switch installed {
        case .absent: packaged.map { "\($0), from a package" } ?? "not installed"
        case .ours(let options, _):
            "\(RuleFile.path), for \(UdevWords.purpose(options))" + (Self.distrust(options).map { "; but \($0)" } ?? "")
        case .edited: "\(RuleFile.path), edited since it was installed"
        case .foreign(let what): "not installed; \(RuleFile.path) is \(what)"
        case .unreadable(let reason): "cannot read \(RuleFile.path): \(reason)"
        }
    }

    /// The reason why the rule's program is not safe to run; `nil` if it is, or if there is none.
    static func distrust(_ options: RuleOptions) -> String? {
        guard let program = options.profileProgram else { return nil }
        do throws(StoreError) {
            _ = try TrustedProgram.path(program)
            return nil
        } catch {
            return error.description
        }
    }

    private var ruleLines: [String] {
        var lines: [String] = []
        for (index, rule) in rulesInOrder.enumerated() {
            let text = rule.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            lines.append(field(index == 0 ? "rules" : "", "\(rule.path):\(rule.line)  " + text))
        }
        if lines.isEmpty { lines.append(field("rules", "none for cameras")) }
        for (index, problem) in facts.survey.problems.enumerated() {
            let place = problem.file + (problem.line.map { ":\($0)" } ?? "")
            lines.append(field(index == 0 ? "problems" : "", "\(place)  \(problem.explanation)"))
        }
        for (index, unread) in facts.survey.unread.enumerated() {
            lines.append(field(index == 0 ? "not read" : "", "\(unread.path): \(unread.reason)"))
        }
        for (index, what) in facts.sessions.unread.enumerated() {
            lines.append(field(index == 0 ? "not read" : "", what))
        }
        return lines
    }

    /// The rules for cameras and the uaccess lines that turn tags into ACLs, in udev's order.
    var rulesInOrder: [CameraRule] {
        (facts.survey.rules + facts.survey.uaccessLines).sorted { left, right in
            left.fileName == right.fileName
                ? left.line < right.line : left.fileName.utf8.lexicographicallyPrecedes(right.fileName.utf8)
        }
    }

    private func field(_ name: String, _ value: String) -> String {
        "  " + name + String(repeating: " ", count: max(1, 11 - name.count)) + VisibleText.escape(value)
    }
}

/// Texts for rules.
enum UdevWords {
    /// A token as written in a rule: `GROUP="video"`.
    static func token(_ token: RuleToken) -> String {
        token.key + (token.attribute.map { "{\($0)}" } ?? "") + token.operation.rawValue + "\"\(token.value)\""
    }

    /// This command line with sudo.
    static var withSudo: String {
        VisibleText.escape((["sudo", "candela"] + CommandLine.arguments.dropFirst()).joined(separator: " "))
    }

    /// The purpose of the options: "every camera and group video, with torches".
    static func purpose(_ options: RuleOptions) -> String {
        var text = "every camera"
        if let camera = options.camera {
            text = "camera \(camera.vendorID):\(camera.productID)" + (camera.serial.map { " with serial \($0)" } ?? "")
        }
        text += " and group \(options.group)" + (options.torch ? ", with torches" : "")
        if let program = options.profileProgram { text += ", with saved settings applied at plug-in by \(program)" }
        return text
    }
}
