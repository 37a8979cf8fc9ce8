// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Udev
internal import UdevRules

/// EACCES: which of its causes.
enum DeniedAccess {
    static func judge(_ node: NodeRecord, _ facts: AccessFacts, _ snapshot: Snapshot) -> Finding {
        var evidence = [EvidenceLine("open(\(node.place))", "EACCES")]
        guard let access = node.access else { return security(node, facts, evidence) }
        evidence.append(EvidenceLine("mode", access.description))
        if let entries = access.entries {
            let words = entries.compactMap(\.words)
            evidence.append(
                EvidenceLine("ACL", words.isEmpty ? "lets in no single user or group" : words.joined(separator: ", ")))
        }
        evidence.append(
            EvidenceLine(
                "this session",
                "user \(facts.userID), groups \(facts.sessionGroups.sorted().map(String.init).joined(separator: " "))"))
        // A terminal inside a snap hands its variables on, so they alone prove nothing: the mode speaks first.
        let mayOpen = access.isOpen(toUser: facts.userID, groups: facts.sessionGroups)
        if let sandbox = facts.sandbox, mayOpen || facts.isConfined {
            return self.sandbox(node, sandbox, facts, evidence)
        }
        if access.isOpen(toUser: facts.userID, groups: facts.sessionGroups) { return security(node, facts, evidence) }
        let group = access.group ?? String(access.groupID)
        // A user without a name, who is in that group alone.
        let groupMay = access.isOpen(toUser: .max, groups: [access.groupID])
        if groupMay, access.groupID != 0, facts.knowsSession, facts.accountGroups.contains(access.groupID),
            !facts.sessionGroups.contains(access.groupID)
        {
            return staleGroup(node, group, facts, evidence)
        }
        if access.groupID == 0 || !groupMay { return noRules(node, facts, snapshot, evidence) }
        if facts.container != nil,
            access.group == nil || (facts.videoGroup.map { $0 != access.groupID } ?? false && access.group != "video")
        {
            return groupMismatch(node, access, facts, evidence)
        }
        let isTagged = node.tags.contains("uaccess")
        if isTagged, facts.hasSeat == false { return noSeat(node, group, facts, evidence) }
        // Whoever has no seat gets nothing by the tag, however well the rules are written.
        if facts.hasSeat != false, !hasACL(access),
            let problem = snapshot.rules.value?.problems.first(where: { $0.costsAccess })
        {
            return ruleOrder(node, problem, facts, evidence)
        }
        return notPermitted(node, group, facts, isTagged, evidence)
    }

    private static func hasACL(_ access: NodeAccess) -> Bool { access.entries?.contains { $0.words != nil } == true }

    static func join(_ group: String, _ facts: AccessFacts) -> Fix {
        let user = Words.shell(facts.userName)
        return Fix(
            "Join the group \(group), then log out and in again",
            commands: ["sudo usermod -aG \(Words.shell(group)) \(user)"],
            needsRoot: true, undo: ["sudo gpasswd -d \(user) \(Words.shell(group))"])
    }

    static func service(_ group: String) -> Fix {
        Fix(
            "For a service: give its unit the group",
            commands: ["systemctl edit UNIT   # [Service] SupplementaryGroups=\(group)"], isRunnable: false)
    }

    private static let effect = "no picture can be taken by this user"

    private static func notPermitted(
        _ node: NodeRecord, _ group: String, _ facts: AccessFacts, _ isTagged: Bool, _ evidence: [EvidenceLine]
    ) -> Finding {
        var evidence = evidence
        evidence.append(EvidenceLine("group \(group)", "\(facts.userName) is not in it"))
        evidence.append(EvidenceLine("udev tag uaccess", isTagged ? "set" : "not set"))
        return Finding(
            .accessNotPermitted, .fail,
            "\(facts.userName) may not open \(node.place): neither its group \(group) nor its ACL lets this user in",
            evidence: evidence, effect: effect,
            fixes: [
                join(group, facts),
                Fix(
                    "Or, for whoever sits at the screen: install the rule that gives them access",
                    commands: ["sudo candela udev install"], needsRoot: true, undo: ["sudo candela udev uninstall"]),
                service(group),
            ])
    }

    private static func staleGroup(
        _ node: NodeRecord, _ group: String, _ facts: AccessFacts, _ evidence: [EvidenceLine]
    ) -> Finding {
        Finding(
            .accessStaleGroup, .fail, "\(facts.userName) is in the group \(group), but this session began before that",
            evidence: evidence + [
                EvidenceLine("getgrouplist(\(facts.userName))", "has \(group)"), EvidenceLine("getgroups()", "has not"),
            ],
            effect: "nothing this session starts may open the camera",
            fixes: [
                Fix(
                    "Log out and in again; restart the machine if that does not help (a user service may have lingered)"
                ),
                Fix("For this terminal only", commands: ["newgrp \(Words.shell(group))"], isRunnable: false),
            ])
    }

    private static func noSeat(
        _ node: NodeRecord, _ group: String, _ facts: AccessFacts, _ evidence: [EvidenceLine]
    ) -> Finding {
        Finding(
            .accessNoSeat, .fail,
            "\(node.place) is for whoever sits at the screen, and this session is not there (ssh, a service, another user's screen)",
            evidence: evidence + [
                EvidenceLine("udev tag uaccess", "set, so no rule is missing"),
                EvidenceLine("/run/systemd/sessions", facts.sessions),
            ],
            effect: effect, fixes: [join(group, facts), service(group)])
    }

    private static func ruleOrder(
        _ node: NodeRecord, _ problem: RuleProblem, _ facts: AccessFacts, _ evidence: [EvidenceLine]
    ) -> Finding {
        Finding(
            .accessRuleOrder, .fail, "a udev rule that should give access to cameras has no effect",
            confidence: .likely,
            evidence: evidence + [problem.evidence],
            effect: effect,
            fixes: [
                Fix(
                    "Install a rule that is read in time", commands: ["sudo candela udev install"], needsRoot: true,
                    undo: ["sudo candela udev uninstall"]),
                Fix("And mend or remove the one that is named above"),
            ])
    }

    /// devtmpfs makes nodes root:root 0600; it is udev's rules that give them to the group.
    private static func noRules(
        _ node: NodeRecord, _ facts: AccessFacts, _ snapshot: Snapshot, _ evidence: [EvidenceLine]
    ) -> Finding {
        if snapshot.host.value?.hasUdev == false {
            return Finding(
                .accessNoUdev, .fail, "no udev runs here, so \(node.place) belongs to root alone",
                evidence: evidence + [EvidenceLine("/run/udev/control", "not there")], effect: effect,
                fixes: AccessWarnings.startUdev(snapshot))
        }
        return Finding(
            .accessNotPermitted, .fail,
            "no group may open \(node.place): udev's rules did not run for it, or something changed its mode",
            evidence: evidence, effect: effect,
            fixes: [
                Fix(
                    "Let udev's rules run for it again",
                    commands: ["sudo udevadm trigger --subsystem-match=video4linux --action=add --settle"],
                    needsRoot: true),
                Fix(
                    "Or install the rule that sets group and access", commands: ["sudo candela udev install"],
                    needsRoot: true, undo: ["sudo candela udev uninstall"]),
            ])
    }

    private static func groupMismatch(
        _ node: NodeRecord, _ access: NodeAccess, _ facts: AccessFacts, _ evidence: [EvidenceLine]
    ) -> Finding {
        Finding(
            .accessGroupMismatch, .fail,
            "\(node.place) belongs to the host's group \(access.groupID), which is \(access.group.map { "\($0)" } ?? "no group") in this container",
            evidence: evidence + [
                EvidenceLine("container", facts.container ?? "yes"),
                EvidenceLine("group video here", facts.videoGroup.map(String.init) ?? "none"),
            ],
            effect: effect,
            fixes: [
                Fix(
                    "Start the container with the group's number",
                    commands: [
                        // The number that stands for every group a user namespace does not know.
                        access.groupID == 65534
                            ? "podman run --group-add keep-groups IMAGE"
                            : "docker run --group-add \(access.groupID) IMAGE"
                    ], isRunnable: false)
            ])
    }

    static func sandbox(
        _ node: NodeRecord, _ sandbox: String, _ facts: AccessFacts, _ evidence: [EvidenceLine]
    ) -> Finding {
        let fix =
            sandbox == "snap"
            ? Fix(
                "Connect the snap's camera", commands: ["sudo snap connect \(facts.snapName ?? "NAME"):camera"],
                needsRoot: true,
                undo: ["sudo snap disconnect \(facts.snapName ?? "NAME"):camera"], isRunnable: false)
            : Fix(
                "Let the Flatpak use devices", commands: ["flatpak override --user --device=all APPLICATION"],
                undo: ["flatpak override --user --nodevice=all APPLICATION"], isRunnable: false)
        return Finding(
            .accessSandbox, .fail, "the \(sandbox) this runs in keeps \(node.place) away",
            evidence: evidence + [EvidenceLine("sandbox", sandbox)], effect: effect, fixes: [fix])
    }

    private static func security(_ node: NodeRecord, _ facts: AccessFacts, _ evidence: [EvidenceLine]) -> Finding {
        var evidence = evidence
        evidence.append(EvidenceLine("mode and ACL", node.access == nil ? "could not be read" : "allow it"))
        if let options = facts.devMount, options.split(separator: ",").contains("nodev") {
            return Finding(
                .accessSecurityModule, .fail,
                "\(node.place) lies on a file system mounted nodev, where no device can be opened",
                evidence: evidence + [EvidenceLine("/proc/self/mountinfo", "/dev: \(options)")], effect: effect,
                fixes: [
                    Fix(
                        "Mount /dev without nodev", commands: ["sudo mount -o remount,dev /dev"], needsRoot: true,
                        undo: ["sudo mount -o remount,nodev /dev"], isRunnable: false)
                ])
        }
        if let module = facts.securityModule { evidence.append(module.evidence) }
        return Finding(
            .accessSecurityModule, .fail,
            node.access == nil
                ? "\(node.place) is refused to \(facts.userName), and who may open it cannot be read"
                : "mode and ACL allow \(facts.userName) to open \(node.place), and still it is refused: \(facts.securityModule?.name ?? "a security module") forbids it",
            confidence: facts.securityModule == nil || node.access == nil ? .possible : .likely, evidence: evidence,
            effect: effect,
            fixes: [
                Fix("See what was refused (SELinux)", commands: ["sudo ausearch -m avc -c candela"], needsRoot: true),
                Fix(
                    "See what was refused (AppArmor and others)", commands: ["sudo journalctl -k -g DENIED"],
                    needsRoot: true),
            ])
    }
}

extension NodeAccess {
    /// The ACL's entries; `nil` when there is none.
    fileprivate var entries: [AccessControlEntry]? { accessControlList.flatMap(AccessControlList.entries) }
}

extension AccessControlEntry {
    /// `user 1000 rw-`; `nil` for the entries that only mirror the mode.
    var words: String? {
        let bits = (permissions & 4 != 0 ? "r" : "-") + (permissions & 2 != 0 ? "w" : "-")
        return switch subject {
        case .user(let id): "user \(id) \(bits)"
        case .group(let id): "group \(id) \(bits)"
        default: nil
        }
    }
}

extension RuleProblem {
    /// Where it stands, and what is wrong there.
    var evidence: EvidenceLine { EvidenceLine(file + (line.map { ":\($0)" } ?? ""), explanation) }
}
