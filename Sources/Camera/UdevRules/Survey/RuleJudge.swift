// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Finds the problems of rules. Pure: uses only what it is given.
struct RuleJudge {
    let accounts: AccountLookup
    private var problems: [RuleProblem] = []
    private var hidden: [(rules: [CameraRule], path: String, by: String)] = []

    init(accounts: AccountLookup) { self.accounts = accounts }

    /// The file in which udev turns the tag into ACLs; used if no line there says so.
    static let seatLate = "73-seat-late.rules"

    mutating func note(faults lines: [RuleLine], _ path: String) {
        for line in lines {
            guard let fault = line.fault, line.text.contains("video4linux") else { continue }
            problems.append(
                RuleProblem(
                    .malformed, file: path, line: line.number, costsAccess: true,
                    "udev ignores this line, which is about cameras: \(fault)."))
        }
    }

    /// - Parameter rules: the camera rules of a file that another file of its name hides.
    mutating func note(hidden rules: [CameraRule], in path: String, by other: String) {
        hidden.append((rules, path, other))
    }

    /// The grants of hidden files that no other file gives.
    private func shadowProblems(_ present: [CameraRule]) -> [RuleProblem] {
        let given = Self.grants(present)
        return hidden.compactMap { rules, path, other in
            var lost = Self.grants(rules).subtracting(given).sorted()
            guard let last = lost.popLast() else { return nil }
            let words = lost.isEmpty ? last : lost.joined(separator: ", ") + " and " + last
            return RuleProblem(
                .shadowed, file: other, line: nil, costsAccess: true, "It overrides \(path), which sets \(words).")
        }
    }

    /// The grants of rules, in words.
    private static func grants(_ rules: [CameraRule]) -> Set<String> {
        var grants: Set<String> = []
        for rule in rules {
            if rule.runs.contains(where: { $0.attribute == "builtin" && $0.value.hasPrefix("uaccess") }) {
                grants.insert("the ACL for the user at the seat")
            }
            for subject in rule.subjects where subject == .video || subject == .media {
                let nodes = subject == .video ? "video nodes" : "media nodes"
                if rule.tagsUaccess { grants.insert("the tag uaccess on \(nodes)") }
                if let group = rule.group { grants.insert("group \(group) on \(nodes)") }
            }
        }
        return grants
    }

    /// All problems, sorted by file and line.
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
        // The last line counts: a device tagged before it gets its ACL.
        let gate = uaccessLines.last
        if gate == nil {
            problems.append(
                RuleProblem(
                    .noUaccessBuiltin, file: first.path, line: first.line, costsAccess: true,
                    "Cameras get the tag uaccess here, but no rules file runs the builtin uaccess, as \(Self.seatLate) "
                        + "usually does, so the tag gives nobody access."))
        }
        let inTime = tagging.filter { !Self.isLate($0, gate) }
        for rule in tagging where Self.isLate(rule, gate) {
            let end = inTime.isEmpty ? "" : "; this does no harm, because \(inTime[0].place) sets the tag in time"
            let order =
                gate?.path == rule.path
                ? "line \(gate?.line ?? 0) turns the tag into ACLs before this line sets it"
                : "udev runs \(rule.fileName) after \(gate?.fileName ?? Self.seatLate), which turns the tag into ACLs"
            problems.append(
                RuleProblem(
                    .lateUaccess, file: rule.path, line: rule.line, costsAccess: inTime.isEmpty,
                    "The tag uaccess is set too late: \(order)\(end)."))
        }
        for rule in reaching where rule.untagsUaccess && !Self.isLate(rule, gate) {
            guard inTime.contains(where: { Self.runsBefore($0, rule) }),
                !inTime.contains(where: { Self.runsBefore(rule, $0) })
            else { continue }
            problems.append(
                RuleProblem(
                    .uaccessRemoved, file: rule.path, line: rule.line, costsAccess: true,
                    "It removes the tag uaccess that an earlier line sets on cameras."))
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
            // Names that contain substitutions are unknown until the device exists.
            guard !token.value.contains("$"), !token.value.contains("%") else { continue }
            let number =
                UInt32(token.value) ?? (token.key == "GROUP" ? accounts.groupID : accounts.userID)(token.value)
            let consequence =
                rule.tagsUaccess
                ? "systemd 258 and later ignore the whole line, including the tag uaccess; put the tag on a separate line"
                : "systemd 258 and later ignore the line"
            if let number {
                guard number >= Accounts.systemLimit else { continue }
                problems.append(
                    RuleProblem(
                        .nonSystemAccount, file: rule.path, line: rule.line, costsAccess: true,
                        "\(token.key) names \(token.value), not a system \(kind) (number \(number)): \(consequence)."))
            } else {
                problems.append(
                    RuleProblem(
                        .unknownAccount, file: rule.path, line: rule.line, costsAccess: true,
                        "\(token.key) names \(token.value), but this machine has no such \(kind), so udev does not set it"
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
                    "MODE \(mode) lets every program of every user capture from the camera.")
            ]
        }
        guard rule.reachesNodes, bits & 0o060 != 0o060 else { return [] }
        return [
            RuleProblem(
                .closedToGroup, file: rule.path, line: rule.line, costsAccess: true,
                "MODE \(mode) does not allow the node's group to read and write.")
        ]
    }
}
