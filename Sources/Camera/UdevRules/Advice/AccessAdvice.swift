// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Whether a rule would give the user cameras, and what else would.
public struct AccessAdvice: Hashable, Sendable {
    public var verdict: Verdict
    /// Whether a rule would help, a clause: "No rule would help"; `nil` where that is not the question.
    public var answer: String?
    /// What is so, one sentence or more. Quotes devices and the system raw: escape it before showing it.
    public var reason: String
    /// What to run, in order; may hold a blank in capitals.
    public var commands: [String]

    /// Public, in JSON: never renamed.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// The user may open every camera.
        case open
        /// There is no camera to open.
        case noCamera = "no-camera"
        /// A rule would help.
        case ruleHelps = "rule-helps"
        /// The account is in the group, the session is not yet.
        case newLogin = "new-login"
        /// Cameras belong to a group that the user is not in.
        case joinGroup = "join-group"
        /// The rules are right, but have not run for the cameras as they are.
        case rerun
        /// Its host decides.
        case container
        /// Nobody reads rules here.
        case noUdev = "no-udev"
        /// The kernel knows cameras, but there is no node to open.
        case noNode = "no-node"
    }

    public init(_ verdict: Verdict, _ answer: String?, _ reason: String, commands: [String] = []) {
        self.verdict = verdict
        self.answer = answer
        self.reason = reason
        self.commands = commands
    }

    /// Both as one.
    public var sentence: String {
        answer.map { "\($0): \(reason)" } ?? reason.prefix(1).uppercased() + reason.dropFirst()
    }

    private static let helps = "A rule would help"
    private static let wouldNot = "No rule would help"
    private static let notNeeded = "No rule is needed"

    static let installing = "sudo candela udev install"

    /// What follows from the facts, the cheapest true way first.
    public static func judge(_ facts: AccessFacts) -> AccessAdvice {
        let user = "user \(facts.user.label)"
        guard !facts.nodes.isEmpty else { return noCamera(facts) }
        guard let closed = facts.closed.first else { return open(facts) }
        let which = facts.closed.count == 1 ? closed.place : "\(closed.place) and \(facts.closed.count - 1) more"
        if facts.containers.hostDecides { return container(facts, closed) }
        if closed.rights == nil {
            return AccessAdvice(
                .noNode, wouldNot, "the kernel knows \(closed.place), but there is no device node for it.")
        }
        if !facts.hasUdev {
            let join = closed.isOpenToGroup ? joining(closed.group, facts.user) : []
            return AccessAdvice(
                .noUdev, wouldNot, "no udev runs here to read it. \(which) is \(closed.rights ?? "").", commands: join)
        }
        if facts.closed.allSatisfy(\.isOpenAfterLogin) {
            let names = facts.user.staleGroups.map(\.label)
            let groups = names.contains(closed.group.label) ? [closed.group.label] : names
            return AccessAdvice(
                .newLogin,
                notNeeded,
                "the account of \(user) is in group \(groups.joined(separator: ", ")), but this session "
                    + "began before that. Log out and in again; until then, one shell can have it:",
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
                .open, nil, "root may open every camera, whatever the rules say. To ask about somebody else:",
                commands: ["candela udev status --user NAME"])
        }
        if facts.nodes.allSatisfy(\.isOpenToAll) {
            return AccessAdvice(
                .open, notNeeded,
                "every camera is open to everybody, which is more than anybody needs. "
                    + "The rules below say where that comes from.")
        }
        if facts.nodes.allSatisfy(\.hasACLForUser) {
            let place = facts.seat.flatMap(\.seat).map { "holds \($0)" } ?? "is named by its ACL"
            return AccessAdvice(
                .open, notNeeded, "\(user) \(place), so every camera is open to \(user) by the ACL that logind sets.")
        }
        let groups = Set(facts.nodes.map(\.group.label)).sorted()
        if groups.count == 1, facts.nodes.allSatisfy(\.isOpenToGroup), facts.nodes.allSatisfy({ !$0.hasACLForUser }) {
            return AccessAdvice(
                .open, notNeeded, "\(user) is in group \(groups[0]), to which every camera is open.")
        }
        return AccessAdvice(.open, notNeeded, "\(user) may open every camera.")
    }

    private static func noCamera(_ facts: AccessFacts) -> AccessAdvice {
        let rules = facts.survey.rules.filter { $0.subjects.contains(.video) }
        let group = rules.last { $0.group != nil }?.group
        let tags = rules.contains(where: \.tagsUaccess)
        var sentence = "There is no camera here to open. "
        if facts.containers.hostDecides {
            let (what, commands) = host(facts, place: "/dev/video0", group: "")
            return AccessAdvice(
                .noCamera, nil, sentence + "This is \(what), and its host decides which there are.", commands: commands)
        }
        if !facts.hasUdev {
            return AccessAdvice(.noCamera, nil, sentence + "Nor does udev run here, so no rule would be read.")
        }
        switch (group, tags) {
        case (let group?, true):
            sentence += "Once there is one, the rules give it to group \(group) and to whoever sits at the machine."
        case (let group?, false): sentence += "Once there is one, the rules give it to group \(group)."
        case (nil, true):
            sentence += "Once there is one, the rules give it to whoever sits at the machine, and to no group."
        case (nil, false): sentence += "Once there is one, no rule gives it to anybody but root."
        }
        return AccessAdvice(.noCamera, nil, sentence, commands: group == nil && !tags ? [installing] : [])
    }

    private static func container(_ facts: AccessFacts, _ node: NodeFacts) -> AccessAdvice {
        let group = node.isOpenToGroup ? " --group-add \(node.group.id)" : ""
        let (what, commands) = host(facts, place: node.place, group: group)
        return AccessAdvice(
            .container, "No rule in here would help",
            "this is \(what), and its host decides which devices there are and whose they are.",
            commands: commands)
    }

    /// What we are in, and how its host hands a device in.
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
        let holds = "\(user) holds \(seat.seat ?? "a seat")"
        if !node.isTagged {
            return AccessAdvice(
                .ruleHelps, helps, "\(holds), but udev's rules do not tag \(which) uaccess, which would open it.",
                commands: [installing])
        }
        if let late = facts.survey.problems.first(where: { $0.kind == .lateUaccess && $0.costsAccess }) {
            return AccessAdvice(
                .ruleHelps,
                helps, "\(holds), but the tag uaccess is given too late, in \(late.file).", commands: [installing])
        }
        return AccessAdvice(
            .rerun,
            notNeeded,
            "\(holds) and \(which) is tagged uaccess, but its ACL does not name \(user). Have udev run its "
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
                "\(which) is \(node.rights ?? ""), so no group may use it."
                    + (standard
                        ? "" : " The rule gives it to group \(RuleOptions.defaultGroup), which \(user) then joins."),
                commands: [installing] + join)
        }
        return AccessAdvice(
            .joinGroup,
            wouldNot,
            "\(noSeat(facts)), so the tag uaccess opens nothing to \(user); but \(which) belongs to group "
                + "\(node.group.label), which \(user) is not in. Join it, then log in again:",
            commands: joining(node.group, facts.user))
    }

    /// Why logind gives the user no ACL, a clause.
    static func noSeat(_ facts: AccessFacts) -> String {
        let user = "user \(facts.user.label)"
        guard facts.sessions.hasLogind else { return "there is no systemd-logind here" }
        let sessions = facts.sessions.sessions(of: facts.user.id)
        if let own = facts.sessions.own, own.userID == facts.user.id, own.isRemote {
            return "\(user)'s session \(own.id) comes over the network and has no seat"
        }
        if let waiting = sessions.first(where: { $0.seat != nil }) {
            return "\(user)'s session \(waiting.id) on \(waiting.seat ?? "the seat") is not the one shown now"
        }
        if let remote = sessions.first(where: \.isRemote) {
            return "\(user)'s session \(remote.id) comes over the network and has no seat"
        }
        return sessions.isEmpty ? "\(user) has no session here" : "\(user)'s session has no seat"
    }
}
