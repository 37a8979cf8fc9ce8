// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import UdevRules

/// May this user open the node?
enum AccessJudge {
    static func judge(_ snapshot: Snapshot) -> CheckReport {
        guard let node = snapshot.chosen else { return .unseen(.access, snapshot.selection) }
        let facts = AccessFacts(snapshot)
        guard node.path != nil else {
            return CheckReport(.access, findings: [missing(node, facts)], passed: "")
        }
        switch node.open {
        case .opened, .silent:
            return CheckReport(
                .access,
                findings: [AccessWarnings.worldWritable(node, snapshot), AccessWarnings.noUdev(node, snapshot)]
                    .compactMap(\.self),
                passed: "\(facts.userName) may open \(node.place)",
                evidence: [EvidenceLine("open(\(node.place))", "opened")]
                    + (node.access.map { [EvidenceLine("mode", $0.description)] } ?? []))
        case .refused("EPERM"): return CheckReport(.access, findings: [notPermitted(node, facts)], passed: "")
        case .refused("EACCES"):
            return CheckReport(.access, findings: [DeniedAccess.judge(node, facts, snapshot)], passed: "")
        case .refused("ENOENT"): return CheckReport(.access, findings: [missing(node, facts)], passed: "")
        case .refused("EBUSY"):
            return CheckReport(
                .access, .pass, "\(node.place) is there and allowed, though busy",
                evidence: [EvidenceLine("open(\(node.place))", "EBUSY")])
        case .refused(let errno):
            return CheckReport(
                .access, .unknown, "open(\(node.place)) failed with \(errno), which says nothing about access")
        case .notTried: return CheckReport(.access, .unknown, "\(node.place) was not opened")
        }
    }

    private static func missing(_ node: NodeRecord, _ facts: AccessFacts) -> Finding {
        let path = "/dev/\(node.sysname)"
        let evidence = [
            EvidenceLine("/sys/class/video4linux/\(node.sysname)", "present"), EvidenceLine("stat(\(path))", "ENOENT"),
        ]
        let effect = "the kernel has the camera, but there is nothing to open"
        if let container = facts.container {
            return Finding(
                .accessNodeMissing, .fail, "the container has no \(path), though the host has the camera",
                evidence: evidence + [EvidenceLine("container", container)], effect: effect,
                fixes: [
                    Fix(
                        "On the host, start the container with the device (a device plugged in later is not passed on)",
                        commands: ["docker run --device \(path) --group-add $(stat -c %g \(path)) IMAGE"],
                        isRunnable: false),
                    Fix(
                        "For cameras that come and go",
                        commands: ["docker run --device-cgroup-rule 'c 81:* rmw' --volume /dev:/dev IMAGE"],
                        isRunnable: false),
                ])
        }
        return Finding(
            .accessNodeMissing, .fail, "\(path) is missing, though the kernel has the camera",
            evidence: evidence, effect: effect,
            fixes: [
                Fix(
                    "Plug the camera in again: the kernel makes the node when the device is registered, and never later"
                ),
                Fix(
                    "Or let the driver register it again",
                    commands: ["sudo modprobe -r uvcvideo", "sudo modprobe uvcvideo"],
                    needsRoot: true, isRunnable: node.driver == "uvcvideo"),
                Fix("If this is a chroot or a namespace with a /dev of its own: bind the host's node into it"),
            ])
    }

    /// EPERM is no matter of modes: something filters devices before they are looked at.
    private static func notPermitted(_ node: NodeRecord, _ facts: AccessFacts) -> Finding {
        var evidence = [EvidenceLine("open(\(node.place))", "EPERM")]
        if let access = node.access { evidence.append(EvidenceLine("mode", access.description)) }
        if let sandbox = facts.sandbox { return DeniedAccess.sandbox(node, sandbox, facts, evidence) }
        if let container = facts.container { evidence.append(EvidenceLine("container", container)) }
        return Finding(
            .accessDeviceCgroup, .fail, "a device filter forbids \(node.place), whatever its mode allows",
            confidence: facts.container == nil ? .likely : .certain,
            evidence: evidence + [
                EvidenceLine(
                    "EPERM rather than EACCES", "the kernel's device controller or a seccomp filter",
                    source: "cgroup-v2.rst, Device controller")
            ],
            effect: "no program in this container or service can open the camera; running as root does not help",
            fixes: [
                Fix(
                    "On the host, start the container with the device; --privileged is not needed",
                    commands: ["docker run --device \(node.place) --group-add $(stat -c %g \(node.place)) IMAGE"],
                    isRunnable: false),
                Fix(
                    "In a systemd service: allow it in the unit",
                    commands: ["systemctl edit UNIT   # [Service] DeviceAllow=char-video4linux rw"],
                    isRunnable: false),
            ])
    }
}

/// What is allowed, but should not be left so.
enum AccessWarnings {
    static func worldWritable(_ node: NodeRecord, _ snapshot: Snapshot) -> Finding? {
        guard let access = node.access, access.mode & 0o002 != 0 else { return nil }
        var evidence = [EvidenceLine("mode", access.description, threshold: "0660", source: "50-udev-default.rules")]
        let culprits = snapshot.rules.value?.problems.filter { $0.kind == .worldWritable } ?? []
        evidence += culprits.prefix(3).map(\.evidence)
        let isRule = !culprits.isEmpty
        return Finding(
            .accessWorldWritable, .warn, "every account of this machine may watch through \(node.place)",
            evidence: evidence,
            effect: "any program of any user, and any service that is broken into, can see what the camera sees",
            fixes: [
                Fix(
                    isRule
                        ? "For now; and for good change MODE in that rule to \"0660\""
                        : "Take the permission back (a rule or script set it, and will again: look for chmod 666)",
                    commands: ["sudo chmod o-rw \(Words.shell(node.place))"], needsRoot: true,
                    undo: ["sudo chmod o+\(access.mode & 4 != 0 ? "r" : "")w \(Words.shell(node.place))"])
            ])
    }

    /// Without udev a node has no stable name and no rule ever runs; it works until it is replugged.
    static func noUdev(_ node: NodeRecord, _ snapshot: Snapshot) -> Finding? {
        guard snapshot.host.value?.hasUdev == false else { return nil }
        return Finding(
            .accessNoUdev, .warn, "no udev runs here: cameras have no stable names, and access rules are not applied",
            evidence: [EvidenceLine("/run/udev/control", "not there")],
            effect: "after replugging, another number or mode may meet you",
            fixes: AccessWarnings.startUdev(snapshot))
    }

    static func startUdev(_ snapshot: Snapshot) -> [Fix] {
        let facts = AccessFacts(snapshot)
        if facts.sandbox != nil { return [Fix("This sandbox hides udev; outside of it there may be one")] }
        guard facts.container == nil else {
            return [
                Fix(
                    "In a container: mount the host's database read-only",
                    commands: ["docker run --volume /run/udev:/run/udev:ro IMAGE"], isRunnable: false)
            ]
        }
        return [
            Fix(
                "Start udev and let it look at what is there",
                commands: [
                    "sudo systemctl start systemd-udevd",
                    "sudo udevadm trigger --subsystem-match=video4linux --action=add --settle",
                ],
                needsRoot: true)
        ]
    }
}
