// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Udev
internal import UdevRules

/// Finds the cause of an EACCES.
enum DeniedAccess {
    static func judge(_ node: NodeRecord, _ facts: AccessFacts, _ snapshot: Snapshot) -> Finding {
        var evidence = [EvidenceLine("open(\(node.place))", node.open.refusal ?? "EACCES")]
        guard let access = node.access else { return security(node, facts, evidence) }
        evidence.append(EvidenceLine("mode", access.description))
        if let entries = access.entries {
            let words = entries.compactMap(\.words)
            evidence.append(
                EvidenceLine(
                    "ACL", words.isEmpty ? "no entry for a single user or group" : words.joined(separator: ", ")))
        }
        evidence.append(
            EvidenceLine(
                "this session",
                "user \(facts.userID)\(facts.userName == String(facts.userID) ? "" : " (\(facts.userName))"), groups \(facts.sessionGroups.sorted().map(String.init).joined(separator: " "))"))
        // Root may open it by its mode all the same, and gets this error from a device that is gone.
        if access.mode & 0o777 == 0 { return StaleNode.modeCleared(node, facts.container, evidence) }
        // Root of a user namespace has no power over an owner without a number in it, and equal numbers are not equal groups there.
        let isNamed = access.entries?.contains { $0.subject == .user(facts.userID) && $0.permissions & 6 == 6 } == true
        let isUnmapped =
            access.groupID == overflowID && access.ownerID == overflowID && access.mode & 0o006 != 0o006 && !isNamed
        // Programs started from a snap inherit its variables, so these alone prove nothing: the mode is checked first.
        let mayOpen = !isUnmapped && access.isOpen(toUser: facts.userID, groups: facts.sessionGroups)
        if let sandbox = facts.sandbox, mayOpen || facts.isConfined {
            return self.sandbox(node, sandbox, facts, evidence)
        }
        if isUnmapped { return namespaced(node, facts, evidence) }
        if mayOpen { return security(node, facts, evidence) }
        let group = access.group ?? String(access.groupID)
        // Checked for an unknown user who is only in that group.
        let groupMay = access.isOpen(toUser: .max, groups: [access.groupID])
        if groupMay, access.groupID != 0, facts.knowsSession, facts.accountGroups.contains(access.groupID),
            !facts.sessionGroups.contains(access.groupID)
        {
            return staleGroup(node, group, facts, evidence)
        }
        if access.groupID == 0 || !groupMay {
            if facts.container != nil {
                // No group opens a node whose mode gives groups nothing.
                return groupMay ? hostOnly(node, access, facts, evidence) : ownerOnly(node, access, facts, evidence)
            }
            return noRules(node, facts, snapshot, evidence)
        }
        if facts.container != nil,
            access.group == nil || (facts.videoGroup.map { $0 != access.groupID } ?? false && access.group != "video")
        {
            return groupMismatch(node, access, facts, evidence)
        }
        let isTagged = node.tags.contains("uaccess")
        if isTagged, facts.hasSeat == false { return noSeat(node, group, facts, evidence) }
        // Without a seat the tag gives no access, even if the rules are correct.
        if facts.hasSeat != false, !hasACL(access),
            let problem = snapshot.rules.value?.problems.first(where: { $0.costsAccess })
        {
            return ruleOrder(node, problem, facts, evidence)
        }
        return notPermitted(node, group, facts, isTagged, evidence)
    }

    private static func hasACL(_ access: NodeAccess) -> Bool { access.entries?.contains { $0.words != nil } == true }

    private static func join(_ group: String, _ facts: AccessFacts) -> Fix {
        facts.place.join(group, facts.userName, "Join the group \(group), then log out and in again")
    }

    private static func service(_ group: String, _ facts: AccessFacts) -> Fix {
        facts.hasSystemd == false
            ? Fix("For a service, put the account that it runs as into the group \(group), and start it again")
            : Fix(
                "For a service, add the group to its unit",
                commands: facts.place.editUnit("UNIT", ["[Service]", "SupplementaryGroups=\(group)"]), isRunnable: false)
    }

    private static let effect = "this user cannot capture from the camera"

    private static func notPermitted(
        _ node: NodeRecord, _ group: String, _ facts: AccessFacts, _ isTagged: Bool, _ evidence: [EvidenceLine]
    ) -> Finding {
        var evidence = evidence
        evidence.append(EvidenceLine("group \(group)", "\(facts.userName) is not a member"))
        evidence.append(EvidenceLine("udev tag uaccess", isTagged ? "set" : "not set"))
        return Finding(
            .accessNotPermitted, .fail,
            "\(facts.userName) has no permission to open \(node.place): neither its group \(group) nor its ACL allows it",
            evidence: evidence, effect: effect,
            fixes: facts.container != nil && !facts.place.hasOwnAccounts
                ? inContainer(node.access, facts)
                : [
                    join(group, facts),
                    // Without a session manager nobody gives access by the rule's tag.
                    facts.hasSeat == nil
                        ? nil
                        : facts.place.cameraRule("Or install the rule that gives access to the user at the screen"),
                    service(group, facts),
                ].compactMap(\.self))
    }

    /// What the kernel shows for an owner or group that has no number in this user namespace.
    private static let overflowID: UInt32 = 65534

    /// In a user namespace the device's owner and group need not exist, and then no group can be joined there.
    private static func namespaced(_ node: NodeRecord, _ facts: AccessFacts, _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .accessSandbox, .fail,
            "this program runs in a \(facts.container == nil ? "sandbox" : "container") whose user namespace does not have the owner and group of \(node.place): a group that gives access outside counts for nothing in it\(facts.userID == 0 ? ", and its root has no power over that node" : "")",
            evidence: evidence + [
                EvidenceLine("owner and group", "65534 (nobody): they have no number in this namespace")
            ] + (facts.container.map { [EvidenceLine("container", $0)] } ?? []), effect: effect,
            fixes: facts.container != nil
                ? facts.place.mapIn(node.place, group: facts.videoGroup ?? 44) + policy(node, facts)
                : [
                    Fix("Start the program outside of the sandbox: if the camera opens there, it is the sandbox"),
                    Fix(
                        "With firejail: its profiles leave out all groups (nogroups)",
                        commands: ["firejail --ignore=nogroups PROGRAM"], isRunnable: false),
                    Fix(
                        "With rootless Podman: keep the groups of the user who starts it",
                        commands: ["podman run --group-add keep-groups OPTIONS IMAGE"], isRunnable: false),
                ])
    }

    /// What SELinux keeps from a container.
    private static func policy(_ node: NodeRecord, _ facts: AccessFacts) -> [Fix] {
        facts.domain?.fixes(engine: command(facts), node: node.place) ?? []
    }

    /// The program that starts the container.
    private static func command(_ facts: AccessFacts) -> String { facts.place.engine == .podman ? "podman" : "docker" }

    /// The user's own groups are the image's; what counts are the numbers that the container is started with.
    private static func inContainer(_ access: NodeAccess?, _ facts: AccessFacts) -> [Fix] {
        let group = access.map { String($0.groupID) } ?? "GROUP"
        return [
            Fix(
                "Start the container with the node's group, by its number",
                commands: ["\(command(facts)) run --group-add \(group) IMAGE"], isRunnable: false),
            Fix(
                "In a compose file", commands: ["group_add: [\"\(group)\"]"], isRunnable: false),
        ]
    }

    private static func staleGroup(
        _ node: NodeRecord, _ group: String, _ facts: AccessFacts, _ evidence: [EvidenceLine]
    ) -> Finding {
        Finding(
            .accessStaleGroup, .fail,
            "\(facts.userName) is in group \(group), but this login session started before the user was added",
            evidence: evidence + [
                EvidenceLine("getgrouplist(\(facts.userName))", "includes \(group)"),
                EvidenceLine("getgroups()", "does not include \(group)"),
            ],
            effect: "no program started in this session can open the camera",
            fixes: [
                Fix(
                    "Log out and in again; if that does not help, reboot (a user service may have kept running)"
                ),
                Fix(
                    "For this terminal only, start a shell with the group", commands: ["newgrp \(Words.shell(group))"],
                    isRunnable: false),
            ])
    }

    private static func noSeat(
        _ node: NodeRecord, _ group: String, _ facts: AccessFacts, _ evidence: [EvidenceLine]
    ) -> Finding {
        Finding(
            .accessNoSeat, .fail,
            "this session is not at the screen (SSH, a service, another user's screen), and udev gives access to \(node.place) only there",
            evidence: evidence + [
                EvidenceLine("udev tag uaccess", "set, so no rule is missing"),
                EvidenceLine("/run/systemd/sessions", facts.sessions),
            ],
            effect: effect, fixes: [join(group, facts), service(group, facts)])
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
                facts.place.cameraRule("Install a rule that is read in time"),
                Fix("And fix or remove the rule that is named above"),
            ])
    }

    /// devtmpfs creates nodes as root:root 0600; udev's rules give them to the group.
    private static func noRules(
        _ node: NodeRecord, _ facts: AccessFacts, _ snapshot: Snapshot, _ evidence: [EvidenceLine]
    ) -> Finding {
        if snapshot.host.value?.hasUdev == false {
            return Finding(
                .accessNoUdev, .fail, "no udev is running, so only root can open \(node.place)",
                evidence: evidence + [EvidenceLine("/run/udev/control", "missing")], effect: effect,
                fixes: facts.place.startingDeviceManager)
        }
        return Finding(
            .accessNotPermitted, .fail,
            "no group has permission to open \(node.place): udev's rules did not run for it, or something changed its mode",
            evidence: evidence, effect: effect,
            fixes: [
                Fix(
                    "Run udev's rules for it again",
                    commands: ["sudo udevadm trigger --subsystem-match=video4linux --action=add --settle"],
                    needsRoot: true),
                facts.place.cameraRule("Or install the rule that sets its group and permissions"),
            ])
    }

    /// In a container nobody but the host can change whom a node belongs to.
    private static func hostOnly(
        _ node: NodeRecord, _ access: NodeAccess, _ facts: AccessFacts, _ evidence: [EvidenceLine]
    ) -> Finding {
        Finding(
            .accessGroupMismatch, .fail,
            "\(node.place) belongs to no group that this container's users can be in",
            evidence: evidence + [EvidenceLine("container", facts.container ?? "yes")], effect: effect,
            fixes: given(node, facts) ?? [
                Fix(
                    "On the host, look at the node's group, and start the container with its number",
                    commands: [
                        "stat --format '%a %u:%g' \(Words.shell(node.place))", "docker run --group-add GROUP IMAGE",
                    ],
                    isRunnable: false),
                Fix(
                    "With rootless Podman, keep the groups of the user who starts it",
                    commands: ["podman run --group-add keep-groups IMAGE"], isRunnable: false),
            ])
    }

    /// As the kernel makes it: no udev has given it to a group, because none runs there (Docker Desktop, WSL), or because
    /// its rules do not do it.
    private static func ownerOnly(
        _ node: NodeRecord, _ access: NodeAccess, _ facts: AccessFacts, _ evidence: [EvidenceLine]
    ) -> Finding {
        let owner = access.owner ?? String(access.ownerID)
        return Finding(
            .accessGroupMismatch, .fail,
            "\(node.place) belongs to \(owner) alone: its mode gives no group anything, so no group of the container helps",
            evidence: evidence + [EvidenceLine("container", facts.container ?? "yes")], effect: effect,
            fixes: given(node, facts) ?? [
                facts.isWSL
                    ? Fix(
                        "In the WSL distribution where Docker runs (docker-desktop), where no udev gives it to a group, give it to the container's user, each time the camera was attached",
                        commands: [
                            "wsl -d docker-desktop chown \(facts.userID):\(facts.userID) \(Words.shell(node.place))"
                        ],
                        isRunnable: false)
                    : Fix(
                        "On the host, let udev give it to the group video, and then start the container with that group's number",
                        commands: [
                            "sudo candela udev install", "stat --format '%a %u:%g' \(Words.shell(node.place))",
                            "docker run --group-add GROUP IMAGE",
                        ], isRunnable: false),
                Fix(
                    "Or run this program in the container as \(owner)",
                    commands: ["docker run --user \(access.ownerID) IMAGE"], isRunnable: false),
            ])
    }

    /// The host gives the node to a group that a container with accounts of its own has; `nil` for others, which are started with
    /// the number of the host's group.
    private static func given(_ node: NodeRecord, _ facts: AccessFacts) -> [Fix]? {
        guard facts.place.hasOwnAccounts else { return nil }
        return facts.place.passIn(node.place, "", isRoot: facts.userID == 0, group: facts.videoGroup ?? 44)
            + (facts.userID == 0 ? [] : [join("video", facts)])
    }

    private static func groupMismatch(
        _ node: NodeRecord, _ access: NodeAccess, _ facts: AccessFacts, _ evidence: [EvidenceLine]
    ) -> Finding {
        Finding(
            .accessGroupMismatch, .fail,
            "\(node.place) belongs to the host's group \(access.groupID), which \(access.group.map { "is \($0)" } ?? "does not exist") in this container",
            evidence: evidence + [
                EvidenceLine("container", facts.container ?? "yes"),
                EvidenceLine("group video in the container", facts.videoGroup.map(String.init) ?? "none"),
            ],
            effect: effect,
            fixes: given(node, facts) ?? [
                Fix(
                    "Start the container with the group's number",
                    commands: [
                        // The number of every group that the user namespace does not map.
                        access.groupID == 65534
                            ? "podman run --group-add keep-groups IMAGE"
                            : "docker run --group-add \(access.groupID) IMAGE"
                    ], isRunnable: false)
            ])
    }

    static func sandbox(
        _ node: NodeRecord, _ sandbox: String, _ facts: AccessFacts, _ evidence: [EvidenceLine]
    ) -> Finding {
        // From inside a sandbox neither can be run.
        let fix =
            sandbox == "snap"
            ? connectSnap(facts.snapName ?? "NAME", isRunnable: false)
            : allowFlatpak("APPLICATION", isRunnable: false)
        return Finding(
            .accessSandbox, .fail, "the \(sandbox) sandbox that this program runs in blocks \(node.place)",
            evidence: evidence + [EvidenceLine("sandbox", sandbox)], effect: effect,
            fixes: [
                fix,
                Fix(
                    "Or scan through the desktop's camera portal, which needs no device in the sandbox",
                    commands: ["candela scan portal:"], isRunnable: false),
            ])
    }

    static func connectSnap(_ name: String, isRunnable: Bool) -> Fix {
        Fix(
            "Connect the snap's camera interface", commands: ["sudo snap connect \(Words.shell(name)):camera"],
            needsRoot: true, undo: ["sudo snap disconnect \(Words.shell(name)):camera"], isRunnable: isRunnable)
    }

    static func allowFlatpak(_ name: String, isRunnable: Bool) -> Fix {
        Fix(
            "Allow the Flatpak to use devices",
            commands: ["flatpak override --user --device=all \(Words.shell(name))"],
            undo: ["flatpak override --user --nodevice=all \(Words.shell(name))"], isRunnable: isRunnable)
    }

    private static func security(_ node: NodeRecord, _ facts: AccessFacts, _ evidence: [EvidenceLine]) -> Finding {
        var evidence = evidence
        evidence.append(EvidenceLine("mode and ACL", node.access == nil ? "could not be read" : "allow access"))
        if let options = facts.devMount, options.split(separator: ",").contains("nodev") {
            return Finding(
                .accessSecurityModule, .fail,
                "\(node.place) is on a file system mounted with nodev, where no device can be opened",
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
                ? "\(facts.userName) is denied access to \(node.place), and its permissions cannot be read"
                : "mode and ACL allow \(facts.userName) to open \(node.place), but \(facts.securityModule?.name ?? "a security module") denies it",
            confidence: facts.securityModule == nil || node.access == nil ? .possible : .likely, evidence: evidence,
            effect: effect,
            fixes: policy(node, facts) + showDenials)
    }

    /// What a security module denied is in its log only.
    static let showDenials = [
        Fix("Show what was denied (SELinux)", commands: ["sudo ausearch -m avc -c candela"], needsRoot: true),
        Fix("Show what was denied (AppArmor and others)", commands: ["sudo journalctl -k -g DENIED"], needsRoot: true),
    ]
}

extension NodeAccess {
    /// The entries of the ACL; `nil` without an ACL.
    fileprivate var entries: [AccessControlEntry]? { accessControlList.flatMap(AccessControlList.entries) }
}

extension AccessControlEntry {
    /// Such as `user 1000 rw-`; `nil` for entries that only repeat the mode.
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
    /// The file and line, and what is wrong there.
    var evidence: EvidenceLine { EvidenceLine(file + (line.map { ":\($0)" } ?? ""), explanation) }
}
