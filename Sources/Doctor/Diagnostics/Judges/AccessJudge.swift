// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import MachineFacts
internal import UdevRules
internal import UserSession

/// Judges whether this user can open the node.
enum AccessJudge {
    static func judge(_ snapshot: Snapshot) -> CheckReport {
        let report = access(snapshot).adding(notes: [OBSFeeder.withoutModule(snapshot)].compactMap(\.self) + UnaskedUnit.notes(snapshot))
        return OBSLoading(snapshot)?.besideCamera.map(report.adding) ?? report
    }

    private static func access(_ snapshot: Snapshot) -> CheckReport {
        guard let node = snapshot.chosen ?? snapshot.nodeless else {
            guard let failure = snapshot.selection.value?.failure, failure.kind == .staleNode else {
                return .unseen(.access, snapshot.selection)
            }
            return CheckReport(.access, findings: [StaleNode.numberGone(snapshot, failure)], passed: "")
        }
        let facts = AccessFacts(snapshot)
        guard node.path != nil else {
            return CheckReport(.access, findings: [missing(node, facts)], passed: "")
        }
        if let client = snapshot.client {
            if let finding = PortalApplication.trouble(snapshot) { return CheckReport(.access, findings: [finding], passed: "") }
            // An application that has asked the portal gets cameras from it, and needs no devices in its sandbox.
            if client.kind == .flatpak,
                let stored = snapshot.desktop?.value?.permissions.first(where: { $0.application == client.name })
            {
                let report = PortalPermission.judge(client, stored)
                // One that has all devices may open the node past the portal, and then needs permission for that.
                guard client.isFiltered == false else { return report }
                return judge(client, node, snapshot).adding(notes: report.notes)
            }
            let beside = besideVideo(snapshot, node)
            let report = judge(client, node, snapshot).adding(
                notes: [BrowserPage.withoutSound(client, snapshot.host.value)].compactMap(\.self) + beside.filter { $0.severity == .note })
            return beside.first { $0.severity != .note }.map(report.adding) ?? report
        }
        return judge(node, facts, snapshot).adding(notes: services(snapshot, node) + besideVideo(snapshot, node))
            .adding(notes: (snapshot.insecurePages ?? []).map { BrowserPage.note($0) } + [KilledProgram.note(snapshot), KilledProgram.crash(snapshot)].compactMap(\.self))
    }

    /// Other nodes of a camera that may be opened, which this user may not open.
    private static func besideVideo(_ snapshot: Snapshot, _ node: NodeRecord) -> [Finding] {
        [ClosedUSBNode.besideVideo(snapshot, node), SerialPortAccess.besideVideo(snapshot, node)].compactMap(\.self)
    }

    /// The check for somebody else than the user of this process.
    private static func judge(_ client: CameraClientRecord, _ node: NodeRecord, _ snapshot: Snapshot) -> CheckReport {
        let place = Place(snapshot)
        let early = snapshot.host.value.flatMap { EarlyService.find(client, node, $0, place: place) }
        if let finding = denied(snapshot, node, client)
            ?? ClientJudge.find(client, node, own: snapshot.user.value, desktop: snapshot.desktop?.value, place: place) ?? early
            ?? ownTrouble(client, snapshot, place) ?? InfraredChoice.find(client, snapshot) ?? BrowserPage.find(client)
        {
            return CheckReport(.access, findings: [finding], passed: "")
        }
        let decides: String? =
            switch client.kind {
            case .flatpak, .snap: client.filter
            default: client.user.map { "user \($0.label)" }
            }
        guard node.access != nil || client.user == nil || client.user?.id == 0 else {
            return CheckReport(.access, .unknown, "the permissions of \(node.place) cannot be read")
        }
        return CheckReport(
            .access, .pass, "\(client.title) can open \(node.place)",
            evidence: [EvidenceLine(client.title, decides ?? "nothing keeps it from the camera")]
                + (node.access.map { [EvidenceLine("mode", $0.description)] } ?? [])
        ).adding(notes: [ContainerJudge.noUdev(client, snapshot.holders.value?.holders ?? [])].compactMap(\.self))
    }

    /// What keeps it from pictures by its own words, or by systemd's.
    private static func ownTrouble(_ client: CameraClientRecord, _ snapshot: Snapshot, _ place: Place) -> Finding? {
        let holders = snapshot.holders.value?.holders ?? []
        if let finding = MissingBus.find(client, snapshot.host.value, place) ?? LacksElement.find(client, holders, place) { return finding }
        if let finding = KnownError.find(client, snapshot) ?? UnreadableAddress.find(client, .warn) ?? UnknownStreams.find(client, .warn) { return finding }
        if let finding = FailedService.find(client, place: place) ?? FailedChild.find(client, holders, place: place) { return finding }
        return ClientJudge.background(client, place)
    }

    /// Running services that cannot open the camera, which this user would only notice in their logs.
    private static func services(_ snapshot: Snapshot, _ node: NodeRecord) -> [Finding] {
        // What the portal let through needs no devices in its sandbox.
        let portal = Set((snapshot.desktop?.value?.permissions ?? []).map(\.application))
        // What has the camera may open it, whatever its account is here: that of a container has another number inside.
        let holders = Set((snapshot.holders.value?.holders ?? []).map(\.processID))
        return (snapshot.services ?? []).filter { service in
            (service.kind != .flatpak || !portal.contains(service.name) && !PortalApplication.isOne(service)) && service.processID.map { holders.contains($0) } != true
        }.compactMap { service in
            var finding = ClientJudge.find(
                service, node, own: snapshot.user.value, desktop: snapshot.desktop?.value, place: Place(snapshot))
            finding?.severity = .note
            return finding.map { GuessedApplication.softened($0, service) }
        }
    }

    private static func judge(_ node: NodeRecord, _ facts: AccessFacts, _ snapshot: Snapshot) -> CheckReport {
        switch node.open {
        case .opened, .silent:
            return CheckReport(
                .access,
                findings: [
                    denied(snapshot, node), AccessWarnings.worldWritable(node, snapshot),
                    AccessWarnings.noUdev(node, snapshot),
                ]
                .compactMap(\.self),
                passed: "\(facts.userName) can open \(node.place)",
                evidence: [EvidenceLine("open(\(node.place))", "opened")]
                    + (node.access.map { [EvidenceLine("mode", $0.description)] } ?? []))
        case .refused where node.access.map { $0.mode & 0o777 == 0 } == true:
            return CheckReport(.access, findings: [DeniedAccess.judge(node, facts, snapshot)], passed: "")
        case .refused("EPERM"): return CheckReport(.access, findings: [notPermitted(node, facts)], passed: "")
        case .refused("EACCES"):
            return CheckReport(.access, findings: [DeniedAccess.judge(node, facts, snapshot)], passed: "")
        case .refused("ENOENT"): return CheckReport(.access, findings: [missing(node, facts)], passed: "")
        case .refused("EISDIR"): return CheckReport(.access, findings: [folder(node)], passed: "")
        case .refused("EBUSY"):
            return CheckReport(
                .access, .pass, "\(node.place) exists and can be opened by this user, but is busy",
                evidence: [EvidenceLine("open(\(node.place))", "EBUSY")])
        case .refused(let errno):
            return CheckReport(
                .access, .unknown, "open(\(node.place)) failed with \(errno), which is not a permission error")
        case .notTried: return CheckReport(.access, .unknown, "\(node.place) was not opened")
        }
    }

    /// Another program that AppArmor keeps from cameras: this user can open them, and wonders why that program does not.
    private static func denied(
        _ snapshot: Snapshot, _ node: NodeRecord, _ client: CameraClientRecord? = nil
    ) -> Finding? {
        // What snapd and Flatpak let through is their own setting, not the profile's.
        guard client?.kind != .snap, client?.kind != .flatpak, var host = snapshot.host.value else { return nil }
        // What was denied before somebody connected the snap's plug is allowed now.
        let open = (snapshot.services ?? []).filter { $0.kind == .snap && $0.isFiltered == false }.map { "profile=\"snap.\($0.name)." }
        host.kernelLog.value?.removeAll { line in open.contains { line.contains($0) } }
        guard let denial = KernelLogFacts(host).appArmorDenial(of: client) else { return nil }
        let program = client?.title ?? denial.program
        let profile = Words.shell(denial.profile)
        return Finding(
            .accessSecurityModule, client == nil ? .warn : .fail,
            "AppArmor does not let \(program) open \(denial.path): its profile \(denial.profile) does not allow the camera",
            confidence: .likely,
            evidence: [
                EvidenceLine("open(\(node.place))", node.open.refusal ?? "opened by this program"),
                EvidenceLine("kernel log", denial.line),
            ],
            effect: "\(program) gets no picture, while others do",
            fixes: denial.snap.map { name in
                [
                    Fix(
                        "Look whether the snap's plug for cameras is there and connected (the row camera; - in the column Slot means that it is not). If it is, the system asks before (Security Center, App permissions)",
                        commands: ["snap connections \(Words.shell(name))"], isRunnable: false),
                    DeniedAccess.connectSnap(name, isRunnable: false), ClientJudge.otherThanSnap,
                ]
            } ?? [
                Fix(
                    "Add the camera to what the profile allows, in its local part, and load it again: the line `/dev/video[0-9]* rw,`, or `include <abstractions/video>`",
                    commands: ["sudoedit /etc/apparmor.d/local/\(profile)", "sudo systemctl reload apparmor"],
                    needsRoot: true, isRunnable: false),
                Fix(
                    "To see whether that is all, let the profile only report for a while",
                    commands: ["sudo aa-complain \(profile)"], needsRoot: true, undo: ["sudo aa-enforce \(profile)"],
                    isRunnable: false),
            ])
    }

    /// Docker makes a folder for a volume whose source is missing, and udev then cannot make the node.
    private static func folder(_ node: NodeRecord) -> Finding {
        let place = Words.shell(node.place)
        return Finding(
            .accessNodeMissing, .fail,
            "\(node.place) is a folder, not a device: something made it while the camera was not there, such as Docker for a volume of that name",
            evidence: [
                EvidenceLine("open(\(node.place))", "EISDIR"),
                EvidenceLine("/sys/class/video4linux/\(node.sysname)", "present"),
            ], effect: "the kernel lists the camera, but programs find no node under its name",
            fixes: [
                Fix(
                    "Remove the folder, which is empty, and let udev make the node",
                    commands: [
                        "sudo rmdir \(place)",
                        "sudo udevadm trigger --action=add /sys/class/video4linux/\(Words.shell(node.sysname))",
                    ], needsRoot: true, isRunnable: false),
                Fix(
                    "Give a container the camera with --device instead of --volume: that fails if the camera is not there, and makes nothing",
                    commands: ["docker run --device \(place) IMAGE"], isRunnable: false),
            ])
    }

    private static func missing(_ node: NodeRecord, _ facts: AccessFacts) -> Finding {
        let path = "/dev/\(node.sysname)"
        let evidence = [
            EvidenceLine("/sys/class/video4linux/\(node.sysname)", "present"), EvidenceLine("stat(\(path))", "ENOENT"),
        ]
        let effect = "the kernel lists the camera, but there is no node to open"
        if let container = facts.container {
            return Finding(
                .accessNodeMissing, .fail, "the container has no \(path), but the host has the camera",
                evidence: evidence + [EvidenceLine("container", container)], effect: effect,
                fixes: facts.place.passIn(
                    path, "On the host, start the container with the device (devices plugged in later are not passed in)",
                    isRoot: facts.userID == 0, group: facts.videoGroup ?? 44)
                    + allDevices("If cameras are plugged in and out, give the container all video devices", facts, " --volume /dev:/dev"))
        }
        return Finding(
            .accessNodeMissing, .fail, node.nodeClass == "loopback"
                ? "\(path) is missing: the module of virtual cameras is loaded and the kernel lists this one, so its node has been deleted"
                : "\(path) is missing, but the kernel lists the camera",
            evidence: evidence, effect: effect,
            fixes: [
                node.nodeClass == "loopback"
                    ? nil : Fix("Replug the camera: the kernel creates the node only when it registers the device"),
                node.nodeClass == "loopback"
                    ? Fix(
                        "Close what uses virtual cameras, and load their module again, which makes their nodes; they are removed by modprobe -r, not by rm",
                        commands: ["sudo modprobe -r v4l2loopback", "sudo modprobe v4l2loopback"], needsRoot: true, isRunnable: false)
                    : Fix(
                        "Or reload the driver, which registers the device again",
                        commands: ["sudo modprobe -r uvcvideo", "sudo modprobe uvcvideo"],
                        needsRoot: true, isRunnable: node.driver == "uvcvideo"),
                Fix("If this is a chroot or a namespace with its own /dev, bind-mount the host's node into it"),
            ].compactMap(\.self))
    }

    /// Docker and Podman can let a container use a whole kind of devices.
    private static func allDevices(_ title: String, _ facts: AccessFacts, _ volume: String) -> [Fix] {
        guard facts.container != nil, !facts.place.hasOwnAccounts else { return [] }
        let engine = facts.place.engine == .podman ? "podman" : "docker"
        return [Fix(title, commands: ["\(engine) run --device-cgroup-rule 'c 81:* rmw'\(volume) IMAGE"], isRunnable: false)]
    }

    /// EPERM does not come from the mode: a filter denies devices before the mode is checked.
    private static func notPermitted(_ node: NodeRecord, _ facts: AccessFacts) -> Finding {
        var evidence = [EvidenceLine("open(\(node.place))", "EPERM")]
        if let access = node.access { evidence.append(EvidenceLine("mode", access.description)) }
        if let sandbox = facts.sandbox { return DeniedAccess.sandbox(node, sandbox, facts, evidence) }
        if let container = facts.container { evidence.append(EvidenceLine("container", container)) }
        return Finding(
            .accessDeviceCgroup, .fail, "a device filter blocks \(node.place), regardless of its mode",
            confidence: facts.container == nil ? .likely : .certain,
            evidence: evidence + [
                EvidenceLine(
                    "EPERM instead of EACCES", "the kernel's device controller or a seccomp filter",
                    source: "cgroup-v2.rst, Device controller")
            ],
            effect: "no program in this container or service can open the camera; running as root does not help",
            fixes: facts.place.passIn(
                node.place, "On the host, start the container with the device; --privileged is not needed", isRoot: facts.userID == 0,
                group: facts.videoGroup ?? 44)
                + allDevices(
                    "If its number can change while the container runs, allow all video devices (some releases of docker compose leave out device_cgroup_rules: check what they pass on)",
                    facts, "")
                + [
                    Fix(
                        "In a systemd service, allow the device in the unit",
                        commands: facts.place.editUnit("UNIT", ["[Service]", "DeviceAllow=char-video4linux rw"]), isRunnable: false)
                ])
    }
}

/// Warnings about access that works but should not be left as it is.
enum AccessWarnings {
    static func worldWritable(_ node: NodeRecord, _ snapshot: Snapshot) -> Finding? {
        guard let access = node.access, access.mode & 0o002 != 0 else { return nil }
        var evidence = [EvidenceLine("mode", access.description, threshold: "0660", source: "50-udev-default.rules")]
        let culprits = snapshot.rules.value?.problems.filter { $0.kind == .worldWritable } ?? []
        evidence += culprits.prefix(3).map(\.evidence)
        let isRule = !culprits.isEmpty
        return Finding(
            .accessWorldWritable, .warn, "every user of this machine can use \(node.place)",
            evidence: evidence,
            effect: "any program of any user, and any compromised service, can see what the camera sees",
            fixes: [
                Fix(
                    isRule
                        ? "Remove the permission now, and change MODE in that rule to \"0660\" so that it stays removed"
                        : "Remove the permission (a rule or script set it and will set it again: search for chmod 666)",
                    commands: ["sudo chmod o-rw \(Words.shell(node.place))"], needsRoot: true,
                    undo: ["sudo chmod o+\(access.mode & 4 != 0 ? "r" : "")w \(Words.shell(node.place))"])
            ])
    }

    /// Without udev a node has no stable name and no rule runs. It works only until the camera is replugged.
    static func noUdev(_ node: NodeRecord, _ snapshot: Snapshot) -> Finding? {
        let place = Place(snapshot)
        // In a container it runs on the host.
        guard snapshot.host.value?.hasUdev == false, !place.isGuest, !place.isWithoutUdev(node.access) else { return nil }
        return Finding(
            .accessNoUdev, .warn, "no udev is running: cameras have no stable names, and access rules are not applied",
            evidence: [EvidenceLine("/run/udev/control", "missing")],
            effect: "after a replug, the device number and permissions can change",
            fixes: place.startingDeviceManager)
    }
}
