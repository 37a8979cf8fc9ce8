// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Whether a udev rule would give the user access to cameras, and what else would.
package struct AccessAdvice: Hashable, Sendable {
    package var verdict: Verdict
    /// A clause, such as "No rule would help"; `nil` if a rule is not the question.
    package var answer: String?
    /// The reason, one sentence or more. Quotes devices and the system raw: escape before showing.
    package var reason: String
    /// Commands to run, in order; may contain a placeholder in capitals.
    package var commands: [String]

    /// Public in JSON: never renamed.
    package enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// The user may open every camera.
        case open
        /// There is no camera to open.
        case noCamera = "no-camera"
        /// A rule would help.
        case ruleHelps = "rule-helps"
        /// The account is in the group, but the login session is not yet.
        case newLogin = "new-login"
        /// Cameras belong to a group that the user is not a member of.
        case joinGroup = "join-group"
        /// The rules are right, but have not run for the cameras.
        case rerun
        /// The container's host decides.
        case container
        /// No udevd reads rules here.
        case noUdev = "no-udev"
        /// The kernel knows cameras, but there is no device node.
        case noNode = "no-node"
    }

    package init(_ verdict: Verdict, _ answer: String?, _ reason: String, commands: [String] = []) {
        self.verdict = verdict
        self.answer = answer
        self.reason = reason
        self.commands = commands
    }

    /// The answer and the reason as one sentence.
    package var sentence: String {
        answer.map { "\($0): \(reason)" } ?? reason.prefix(1).uppercased() + reason.dropFirst()
    }

    private static let helps = "A rule would help"
    private static let wouldNot = "No rule would help"
    private static let notNeeded = "No rule is needed"

    static let installing = "sudo candela udev install"

    /// The advice for the facts; prefers the simplest one that works.
    package static func judge(_ facts: AccessFacts) -> AccessAdvice {
        let user = "user \(facts.user.label)"
        guard !facts.nodes.isEmpty else { return noCamera(facts) }
        guard let closed = facts.closed.first else { return open(facts) }
        let which = facts.closed.count == 1 ? closed.place : "\(closed.place) and \(facts.closed.count - 1) more"
        if facts.containers.hostDecides { return container(facts, closed) }
        if closed.rights == nil {
            return AccessAdvice(
                .noNode, wouldNot, "the kernel knows \(closed.place), but it has no device node.")
        }
        if !facts.hasUdev {
            let join = closed.isOpenToGroup ? joining(closed.group, facts.user) : []
            return AccessAdvice(
                .noUdev, wouldNot,
                "udev does not run here, so nothing reads rules. "
                    + "The permissions of \(which) are \(closed.rights ?? "").", commands: join)
        }
        if facts.closed.allSatisfy(\.isOpenAfterLogin) {
            let names = facts.user.staleGroups.map(\.label)
            let groups = names.contains(closed.group.label) ? [closed.group.label] : names
            return AccessAdvice(
                .newLogin,
                notNeeded,
                "\(user) is in group \(groups.joined(separator: ", ")), but this login session started before "
                    + "the user was added. Log out and log in again. To get the group in one shell until then:",
                commands: groups.prefix(1).map { "newgrp \($0)" })
        }
        if let seat = facts.seat { return seated(facts, seat, closed, which) }
        return unseated(facts, closed, which)
    }

    private static func joining(_ group: GroupRecord, _ user: UserRecord) -> [String] {
        ["sudo usermod -aG \(group.label) \(user.label)"]
    }

    private static func open(_ facts: AccessFacts) -> AccessAdvice {
        let user = "user \(facts.user.label)"
        if facts.user.id == 0 {
            return AccessAdvice(
                .open, nil, "root can open every camera, regardless of the rules. To check for another user:",
                commands: ["candela udev status --user NAME"])
        }
        if facts.nodes.allSatisfy(\.isOpenToAll) {
            return AccessAdvice(
                .open, notNeeded,
                "every user can open every camera, which is more access than needed. "
                    + "The rules below show where this comes from.")
        }
        if facts.nodes.allSatisfy(\.hasACLForUser) {
            let place = facts.seat.flatMap(\.seat).map { "has the active session on \($0)" } ?? "is in its ACL"
            return AccessAdvice(
                .open, notNeeded, "\(user) \(place), so the ACL that logind sets gives \(user) access to every camera.")
        }
        let groups = Set(facts.nodes.map(\.group.label)).sorted()
        if groups.count == 1, facts.nodes.allSatisfy(\.isOpenToGroup), facts.nodes.allSatisfy({ !$0.hasACLForUser }) {
            return AccessAdvice(
                .open, notNeeded, "\(user) is in group \(groups[0]), which has access to every camera.")
        }
        return AccessAdvice(.open, notNeeded, "\(user) can open every camera.")
    }

    private static func noCamera(_ facts: AccessFacts) -> AccessAdvice {
        let rules = facts.survey.rules.filter { $0.subjects.contains(.video) }
        let group = rules.last { $0.group != nil }?.group
        let tags = rules.contains(where: \.tagsUaccess)
        var sentence = "No camera is connected. "
        if facts.containers.hostDecides {
            let (what, commands) = host(facts, place: "/dev/video0", group: "")
            return AccessAdvice(
                .noCamera, nil, sentence + "This is \(what), and its host decides which devices it gets.",
                commands: commands)
        }
        if !facts.hasUdev {
            return AccessAdvice(.noCamera, nil, sentence + "udev does not run here, so nothing reads rules.")
        }
        switch (group, tags) {
        case (let group?, true):
                    sentence += "When one is connected, the rules give access to group \(group) and to the user at the seat."
                case (let group?, false): sentence += "When one is connected, the rules give access to group \(group)."
                case (nil, true):
                    sentence += "When one is connected, the rules give access to the user at the seat, and to no group."
                case (nil, false): sentence += "When one is connected, no rule gives access to anybody but root."
        }
        return AccessAdvice(.noCamera, nil, sentence, commands: group == nil && !tags ? [installing] : [])
    }

    private static func container(_ facts: AccessFacts, _ node: NodeFacts) -> AccessAdvice {
        let group = node.isOpenToGroup ? " --group-add \(node.group.id)" : ""
        let (what, commands) = host(facts, place: node.place, group: group)
        return AccessAdvice(
            .container, "No rule inside the container would help",
            "this is \(what), and its host decides which devices it gets and who owns them.",
            commands: commands)
    }

    /// The kind of container, and the commands by which its host passes a device in.
    private static func host(_ facts: AccessFacts, place: String, group: String) -> (what: String, commands: [String]) {
        let sign = facts.containers.signs.first { $0.kind != .wsl }
        let what = sign.map { "\($0.kind.label) (\($0.evidence))" } ?? "a container"
        switch sign?.kind {
        case .docker: return (what, ["docker run --device \(place)\(group) IMAGE"])
        case .podman: return (what, ["podman run --device \(place)\(group) IMAGE"])
        case .snap: return (what, ["sudo snap connect \(sign?.name ?? "NAME"):camera"])
        case .flatpak: return (what, ["flatpak override --user --device=all APPLICATION"])
        case .container, .wsl, nil: return (what, [])
        }
    }

    private static func seated(
        _ facts: AccessFacts, _ seat: SeatSession, _ node: NodeFacts, _ which: String
    ) -> AccessAdvice {
        let user = "user \(facts.user.label)"
        let holds = "\(user) has the active session on \(seat.seat ?? "a seat")"
        if !node.isTagged {
            return AccessAdvice(
                .ruleHelps, helps, "\(holds), but udev's rules do not set the tag uaccess, which gives access, on \(which).",
                commands: [installing])
        }
        if let late = facts.survey.problems.first(where: { $0.kind == .lateUaccess && $0.costsAccess }) {
            return AccessAdvice(
                .ruleHelps,
                helps, "\(holds), but \(late.file) sets the tag uaccess too late.", commands: [installing])
        }
        return AccessAdvice(
            .rerun,
            notNeeded,
            "\(holds) and \(which) is tagged uaccess, but its ACL does not contain \(user). Make udev run its "
            + "rules again:",
            commands: ["sudo udevadm trigger --action=change --subsystem-match=video4linux"])
    }

    private static func unseated(_ facts: AccessFacts, _ node: NodeFacts, _ which: String) -> AccessAdvice {
        let user = "user \(facts.user.label)"
        guard node.isOpenToGroup else {
            let standard = facts.user.accountGroups.contains { $0.name == RuleOptions.defaultGroup }
            let join = standard ? [] : joining(GroupRecord(id: 0, name: RuleOptions.defaultGroup), facts.user)
            return AccessAdvice(
                .ruleHelps,
                helps,
                "the permissions of \(which) are \(node.rights ?? ""), so no group has access."
                    + (standard
                        ? "" : " The rule gives access to group \(RuleOptions.defaultGroup); add \(user) to it."),
                commands: [installing] + join)
        }
        return AccessAdvice(
            .joinGroup,
            wouldNot,
            "\(noSeat(facts)), so the tag uaccess gives \(user) no access; but \(which) belongs to group "
            + "\(node.group.label), and \(user) is not a member. Add \(user) to it, then log in again:",
            commands: joining(node.group, facts.user))
    }

    /// Why logind gives the user no ACL, as a clause.
    static func noSeat(_ facts: AccessFacts) -> String {
        let user = "user \(facts.user.label)"
        guard facts.sessions.hasLogind else { return "systemd-logind does not run here" }
        let sessions = facts.sessions.sessions(of: facts.user.id)
        if let own = facts.sessions.own, own.userID == facts.user.id, own.isRemote {
            return "\(user)'s session \(own.id) is remote and has no seat"
        }
        if let waiting = sessions.first(where: { $0.seat != nil }) {
            return "\(user)'s session \(waiting.id) on \(waiting.seat ?? "the seat") is not the active one"
        }
        if let remote = sessions.first(where: \.isRemote) {
            return "\(user)'s session \(remote.id) is remote and has no seat"
        }
        return sessions.isEmpty ? "\(user) has no login session" : "\(user)'s session has no seat"
    }
}
