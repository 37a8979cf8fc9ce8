// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Finds what is wrong with rules. Knows nothing but what it is given.
struct RuleJudge {
    let accounts: AccountLookup
    private var problems: [RuleProblem] = []
    private var hidden: [(rules: [CameraRule], path: String, by: String)] = []

    init(accounts: AccountLookup) { self.accounts = accounts }

    /// Where udev makes ACLs of the tag, when no line there says so.
    static let seatLate = "73-seat-late.rules"

    mutating func note(faults lines: [RuleLine], _ path: String) {
        for line in lines {
            guard let fault = line.fault, line.text.contains("video4linux") else { continue }
            problems.append(
                RuleProblem(
                    .malformed, file: path, line: line.number, costsAccess: true,
                    "udev ignores this line about cameras: \(fault)."))
        }
    }

    /// - Parameter rules: what a file says that another file of its name hides.
    mutating func note(hidden rules: [CameraRule], in path: String, by other: String) {
        hidden.append((rules, path, other))
    }

    /// What hidden files gave and no file that is read gives.
    private func shadowProblems(_ present: [CameraRule]) -> [RuleProblem] {
        let given = Self.grants(present)
        return hidden.compactMap { rules, path, other in
            var lost = Self.grants(rules).subtracting(given).sorted()
            guard let last = lost.popLast() else { return nil }
            let words = lost.isEmpty ? last : lost.joined(separator: ", ") + " and " + last
            return RuleProblem(
                .shadowed, file: other, line: nil, costsAccess: true, "It hides \(path), which gave \(words).")
        }
    }

    /// What lines give, in words.
    private static func grants(_ rules: [CameraRule]) -> Set<String> {
        var grants: Set<String> = []
        for rule in rules {
            if rule.runs.contains(where: { $0.attribute == "builtin" && $0.value.hasPrefix("uaccess") }) {
                grants.insert("the ACL for whoever sits at the machine")
            }
            for subject in rule.subjects where subject == .video || subject == .media {
                let nodes = subject == .video ? "video nodes" : "media nodes"
                if rule.tagsUaccess { grants.insert("\(nodes) the tag uaccess") }
                if let group = rule.group { grants.insert("\(nodes) to group \(group)") }
            }
        }
        return grants
    }

    /// Every problem, by file and line.
    func problems(rules: [CameraRule], uaccessLines: [CameraRule]) -> [RuleProblem] {
        var found = problems
        found += shadowProblems(rules + uaccessLines)
        found += tagProblems(rules, uaccessLines)
        for rule in rules { found += accountProblems(rule) + modeProblems(rule) }
        return found.enumerated().sorted { left, right in
            (left.element.file, left.element.line ?? 0, left.offset) < (
                right.element.file, right.element.line ?? 0, right.offset
            )
        }.map(\.element)
    }

    private func tagProblems(_ rules: [CameraRule], _ uaccessLines: [CameraRule]) -> [RuleProblem] {
        let reaching = rules.filter(\.reachesNodes)
        let tagging = reaching.filter(\.tagsUaccess)
        guard let first = tagging.first else { return [] }
        var problems: [RuleProblem] = []
        // The last line counts: a device tagged before any of them gets its ACL.
        let gate = uaccessLines.last
        if gate == nil {
            problems.append(
                RuleProblem(
                    .noUaccessBuiltin, file: first.path, line: first.line, costsAccess: true,
                    "Cameras are tagged uaccess here, but no rules file runs the builtin uaccess, as \(Self.seatLate) "
                        + "usually does, so nobody gets access by the tag."))
        }
        let inTime = tagging.filter { !Self.isLate($0, gate) }
        for rule in tagging where Self.isLate(rule, gate) {
            let end = inTime.isEmpty ? "" : ", which does no harm, as \(inTime[0].place) tags cameras in time"
            let order =
                gate?.path == rule.path
                ? "line \(gate?.line ?? 0) makes ACLs of the tag before this one gives it"
                : "udev runs \(rule.fileName) after \(gate?.fileName ?? Self.seatLate), which makes ACLs of the tag"
            problems.append(
                RuleProblem(
                    .lateUaccess, file: rule.path, line: rule.line, costsAccess: inTime.isEmpty,
                    "The tag uaccess comes too late: \(order)\(end)."))
        }
        for rule in reaching where rule.untagsUaccess && !Self.isLate(rule, gate) {
            guard inTime.contains(where: { Self.runsBefore($0, rule) }),
                !inTime.contains(where: { Self.runsBefore(rule, $0) })
            else { continue }
            problems.append(
                RuleProblem(
                    .uaccessRemoved, file: rule.path, line: rule.line, costsAccess: true,
                    "It takes the tag uaccess away from cameras again, which an earlier line gave them."))
        }
        return problems
    }

    private static func isLate(_ rule: CameraRule, _ gate: CameraRule?) -> Bool {
        if let gate { return runsBefore(gate, rule) }
        return !rule.fileName.utf8.lexicographicallyPrecedes(seatLate.utf8)
    }

    private static func runsBefore(_ left: CameraRule, _ right: CameraRule) -> Bool {
        left.fileName == right.fileName
            ? left.line < right.line : left.fileName.utf8.lexicographicallyPrecedes(right.fileName.utf8)
    }

    private func accountProblems(_ rule: CameraRule) -> [RuleProblem] {
        var problems: [RuleProblem] = []
        for token in rule.assignments where token.key == "GROUP" || token.key == "OWNER" {
            let kind = token.key == "GROUP" ? "group" : "user"
            // Names made of the device's own words are not known before it is there.
            guard !token.value.contains("$"), !token.value.contains("%") else { continue }
            let number =
                UInt32(token.value) ?? (token.key == "GROUP" ? accounts.groupID : accounts.userID)(token.value)
            let consequence =
                rule.tagsUaccess
                ? "systemd 258 and later drop the whole line for it, the tag uaccess too; the tag needs its own line"
                : "systemd 258 and later drop the line for it"
            if let number {
                guard number >= Accounts.systemLimit else { continue }
                problems.append(
                    RuleProblem(
                        .nonSystemAccount, file: rule.path, line: rule.line, costsAccess: true,
                        "\(token.key) names \(token.value), a \(kind) of people (number \(number)): \(consequence)."))
            } else {
                problems.append(
                    RuleProblem(
                        .unknownAccount, file: rule.path, line: rule.line, costsAccess: true,
                        "\(token.key) names \(token.value), but this machine has no such \(kind): udev does not set it"
                            + "\(rule.tagsUaccess ? "; " + consequence : "")."))
            }
        }
        return problems
    }

    private func modeProblems(_ rule: CameraRule) -> [RuleProblem] {
        guard let mode = rule.mode, let bits = rule.modeBits, rule.subjects != [.usb] || bits & 0o002 != 0 else {
            return []
        }
        if bits & 0o002 != 0 {
            return [
                RuleProblem(
                    .worldWritable, file: rule.path, line: rule.line, costsAccess: false,
                    "MODE \(mode) lets every program of every user use the camera, and so watch.")
            ]
        }
        guard rule.reachesNodes, bits & 0o060 != 0o060 else { return [] }
        return [
            RuleProblem(
                .closedToGroup, file: rule.path, line: rule.line, costsAccess: true,
                "MODE \(mode) does not let the node's group read and write.")
        ]
    }
}
