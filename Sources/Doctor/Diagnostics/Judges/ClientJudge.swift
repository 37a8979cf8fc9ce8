// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import UserSession

/// Judges whether somebody else can open the node: another user, a service, a process, a container, an application.
enum ClientJudge {
    /// The finding; `nil` if nothing keeps it from the camera, as far as is known.
    ///
    /// - Parameters:
    ///   - own: the user of this process.
    ///   - desktop: the way of the desktop's programs to the camera, if it is known.
    ///   - place: the system, whose remedies are its own.
    static func find(
        _ client: CameraClientRecord, _ node: NodeRecord, own: UserRecord? = nil, desktop: DesktopRecord? = nil, place: Place = Place()
    ) -> Finding? {
        switch client.kind {
        case .flatpak, .snap: return client.isFiltered == true ? sandbox(client, desktop) : nil
        case .user, .unit, .userUnit, .process, .container: break
        }
        if let finding = ContainerJudge.find(client, node) ?? broken(client, place) { return finding }
        if client.isFiltered == true { return filtered(client, node, place) }
        if let gone = client.goneNode { return StaleNode.goneOfClient(client, node, gone) }
        // A container that was given the camera under another name has it.
        let isRenamed = client.setup?.devices.contains { $0.isExamined && $0.inside != node.place } == true
        if client.hasNode == false, !isRenamed { return missing(client, node, place) }
        if let finding = byPolicy(client, node) { return finding }
        if let leftover = client.leftover { return StaleNode.ofClient(client, node, leftover) }
        if let finding = SeatAccess.find(client, node, isOpenToUs: mayOpenAsWe(client, node, own), place) { return finding }
        if mayOpenAsWe(client, node, own) { return nil }
        return denied(client, node, place) ?? worker(client, node, place)
    }

    /// Why a service or container does not run at all, whatever the camera is like.
    static func broken(_ client: CameraClientRecord, _ place: Place = Place()) -> Finding? {
        if let stopped = client.stopped { return notRunning(client, stopped) }
        if client.isMasked == true { return masked(client) }
        if let account = client.missingAccount { return noAccount(client, account, place) }
        if let program = client.missingProgram { return noProgram(client, program, place) }
        if let file = client.missingSettings { return noSettings(client, file, place) }
        if let finding = FailedStep.find(client, place) { return finding }
        if let conditions = client.unmetConditions { return skipped(client, conditions) }
        if client.neverForks == true { return neverForks(client, place) }
        return OtherPython.find(client)
    }

    /// systemd starts a unit only if all of its conditions are met, and says nothing if one is not.
    private static func skipped(_ client: CameraClientRecord, _ conditions: [String]) -> Finding {
        let unit = Words.shell(client.name)
        let systemctl = client.systemctl
        let folder = conditions.count == 1 ? conditions.first.flatMap(markerFolder) : nil
        return Finding(
            .accessServiceBroken, .fail,
            "systemd has skipped \(client.title), because a start condition of its unit is not met (\(Words.list(conditions)))",
            evidence: [EvidenceLine("systemctl show \(client.name)", "ConditionResult=no")]
                + conditions.map { EvidenceLine("systemctl cat \(client.name)", $0) },
            effect: "the service never reaches the camera, which is not at fault",
            fixes: [
                Fix(
                    "Look which condition it is: the file or folder that it names is mostly made by another service or by a choice in the program's own configuration, which must come first",
                    commands: [
                        "systemctl status \(unit)", "systemctl list-units --state=failed", "systemctl list-unit-files --state=disabled",
                    ], isRunnable: false),
                folder.map { folder in
                    Fix(
                        "If it is a folder and the service that makes it cannot be repaired (its journal says what it lacks), make it by hand; the condition asks only whether it is there",
                        commands: ["sudo mkdir -p \(Words.shell(folder))"], needsRoot: true,
                        undo: ["sudo rmdir \(Words.shell(folder))"], isRunnable: false)
                },
                Fix("Then start it", commands: ["\(systemctl) start \(unit)"], needsRoot: client.kind != .userUnit, isRunnable: false),
            ].compactMap(\.self))
    }

    /// The folder that a condition asks for, where somebody's settings or data are: `ConditionPathExists=/etc/octopi_streamer/mjpeg`.
    /// A device, a program or a file with an ending is no folder, and one in its place would be in the way of it.
    private static func markerFolder(_ condition: String) -> String? {
        let parts = condition.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0] == "ConditionPathExists" || parts[0] == "ConditionPathIsDirectory",
            ["/etc/", "/var/lib/", "/opt/", "/srv/"].contains(where: parts[1].hasPrefix), !parts[1].contains("*"),
            let last = parts[1].split(separator: "/").last, !last.contains("."),
            // Programs, and files of settings without an ending.
            !parts[1].split(separator: "/").dropLast().contains(where: {
                ["bin", "sbin", "lib", "default", "sysconfig", "conf.d"].contains($0)
            })
        else { return nil }
        return String(parts[1])
    }

    /// systemd waits for a unit of Type=forking until its first process ends, and ends it after the time limit for the start.
    private static func neverForks(_ client: CameraClientRecord, _ place: Place) -> Finding {
        let unit = Words.shell(client.name)
        let systemctl = client.systemctl
        return Finding(
            .accessServiceBroken, .fail,
            "\(client.title) is of Type=forking, but its program stays in the foreground: systemd takes the start for failed after its time limit and ends it",
            confidence: .likely,
            evidence: [
                EvidenceLine("systemctl show \(client.name)", "Type=forking"),
                EvidenceLine("systemd", "its start has timed out"),
            ],
            effect: "it has the camera for a while, and is then ended and perhaps started again; the camera is not at fault",
            fixes: [
                Fix(
                    "Tell systemd that the program stays in the foreground",
                    commands: place.editUnit(client.name, ["[Service]", "Type=simple"], isUser: client.kind == .userUnit)
                        + ["\(systemctl) restart \(unit)"],
                    needsRoot: client.kind != .userUnit, isRunnable: false),
                Fix("Or let the program put itself into the background, if it has an option for that (motion: daemon on, or -b)"),
            ])
    }

    /// A program that puts itself into the background ends its first process, which systemd takes for the end of the service.
    static func background(_ client: CameraClientRecord, _ place: Place = Place()) -> Finding? {
        guard client.endedAtOnce == true else { return nil }
        let unit = Words.shell(client.name)
        let systemctl = client.systemctl
        return Finding(
            .accessServiceBroken, .fail,
            "\(client.title) ended right after its start without an error: its program may put itself into the background (daemon), which this unit takes for its end",
            confidence: .likely,
            evidence: [EvidenceLine("systemctl show \(client.name)", "Type=simple, status 0, ended within seconds")],
            effect: "the service does not run, so it does not use the camera",
            fixes: [
                Fix(
                    "Let the program stay in the foreground, by its configuration or option (motion: daemon off, or -n)",
                    commands: ["\(systemctl) restart \(unit)"], needsRoot: client.kind != .userUnit, isRunnable: false),
                Fix(
                    "Or tell systemd that it goes into the background",
                    commands: place.editUnit(client.name, ["[Service]", "Type=forking"], isUser: client.kind == .userUnit)
                        + ["\(systemctl) restart \(unit)"],
                    needsRoot: client.kind != .userUnit, isRunnable: false),
            ])
    }

    /// Whether the kernel lets us open the node as the same account, although its mode and groups alone would not: then something
    /// else, such as an ACL that could not be read, lets that account.
    private static func mayOpenAsWe(_ client: CameraClientRecord, _ node: NodeRecord, _ own: UserRecord?) -> Bool {
        guard client.kind != .container, let own, let user = client.user, user.id == own.id, own.id != 0, let access = node.access,
            access.mayOpen
        else { return false }
        return !access.isOpen(toUser: own.id, groups: own.groups)
    }

    /// The first program of a container may be root's, and those that open the camera another account's. Not every account needs
    /// the camera, so it is no more than a warning.
    private static func worker(_ client: CameraClientRecord, _ node: NodeRecord, _ place: Place) -> Finding? {
        for user in client.workers ?? [] where !helpers.contains(user.name ?? "") {
            var copy = client
            copy.user = user
            copy.processID = nil
            guard var finding = denied(copy, node, place) else { continue }
            finding.severity = .warn
            finding.confidence = .likely
            finding.message = finding.message.replacing(
                "which runs as \(user.label),", with: "some of whose programs run as \(user.label),")
            finding.effect = "if these are the programs that open the camera, they cannot"
            return finding
        }
        return nil
    }

    /// Accounts of programs that need no camera: databases, web servers, loggers.
    private static let helpers: Set = [
        "nobody", "nginx", "postgres", "mysql", "redis", "mosquitto", "messagebus", "syslog",
    ]

    private static func notRunning(_ client: CameraClientRecord, _ stopped: String) -> Finding {
        // `error gathering device information while adding custom device "/dev/video0": no such file or directory`
        let lacksDevice = stopped.contains("gathering device information")
        let engine = client.containerEngine
        let name = Words.shell(client.name)
        let logs = Fix("Read what it said last", commands: ["\(engine) logs --tail 50 \(name)"], isRunnable: false)
        let start =
            stopped.hasPrefix("paused")
            ? [Fix("Let it go on", commands: ["\(engine) unpause \(name)"], isRunnable: false)]
            : stopped.hasPrefix("restarting")
                ? [] : [Fix("Start it", commands: ["\(engine) start \(name)"], isRunnable: false)]
        return Finding(
            .accessServiceBroken, .fail,
            lacksDevice
                ? "\(client.title) does not run: it was created with a device that is not there now"
                : "\(client.title) does not run: it is \(stopped.prefix { $0.isLetter })",
            evidence: [EvidenceLine("\(engine) inspect \(client.name)", stopped)], effect: effect(client),
            fixes: (lacksDevice
                ? [
                    Fix(
                        "Create it again with the camera that is there; a container cannot be given another device afterwards",
                        commands: ["\(engine) run --device /dev/v4l/by-id/NAME:/dev/video0 IMAGE"], isRunnable: false)
                ] : []) + start + [logs])
    }

    /// SELinux has denied it, whatever mode and ACL say.
    private static func byPolicy(_ client: CameraClientRecord, _ node: NodeRecord) -> Finding? {
        guard let line = client.denials?.last else { return nil }
        // scontext=system_u:system_r:xdm_t:s0
        let domain = line.firstRange(of: "scontext=").map { line[$0.upperBound...].split(separator: ":") }
            .flatMap { $0.count > 2 ? String($0[2]) : nil }
        let permission = line.firstRange(of: "{ ").map { line[$0.upperBound...].prefix { $0 != "}" } } ?? ""
        return Finding(
            .accessSecurityModule, .fail,
            "SELinux denies \(domain ?? client.title) the permission \(permission.filter { $0 != " " }) on the camera's node, although mode and ACL of \(node.place) allow it",
            confidence: .likely,
            evidence: (client.denials ?? []).map { EvidenceLine("SELinux's log", $0) }, effect: effect(client),
            fixes: domain.flatMap { ContainerDomain($0) }?.fixes(engine: client.engine ?? "podman", node: node.place) ?? [
                Fix(
                    "Make a policy module out of exactly what was denied, read it, and install it",
                    commands: [
                        "sudo ausearch -m avc -ts boot | audit2allow -M local-camera", "cat local-camera.te",
                        "sudo semodule -i local-camera.pp",
                    ], needsRoot: true, undo: ["sudo semodule -r local-camera"], isRunnable: false),
                Fix("Report it to the distribution: its policy lacks a rule for this service"),
            ])
    }

    static func effect(_ client: CameraClientRecord) -> String {
        "\(client.title) cannot capture from the camera"
    }

    /// systemd looks the account up before it runs anything, so the unit fails whatever the camera is like.
    private static func noAccount(_ client: CameraClientRecord, _ account: String, _ place: Place) -> Finding {
        let systemctl = client.systemctl
        let unit = Words.shell(client.name)
        return Finding(
            .accessNoAccount, .fail,
            "\(client.title) is to run as the user \(account), and this system has no such account: systemd cannot start it",
            evidence: [
                EvidenceLine("systemctl show \(client.name)", "User=\(account)"),
                EvidenceLine("account \(account)", "does not exist"),
            ]
                + (client.exitStatus == "217"
                    ? [EvidenceLine("systemctl show \(client.name)", "ExecMainStatus=217 (USER)")] : []),
            effect: "the service never reaches the camera, which is not at fault",
            fixes: [
                Fix(
                    "Name an account that exists in the unit, such as your own, and look whether its paths fit that account",
                    commands: place.editUnit(client.name, ["[Service]", "User=NAME"], isUser: client.kind == .userUnit)
                        + ["\(systemctl) restart \(unit)"],
                    needsRoot: client.kind != .userUnit, isRunnable: false),
                Fix(
                    "Or create the account, in the group of the cameras",
                    commands: [
                        "sudo useradd --system --groups video \(Words.shell(account))", "\(systemctl) restart \(unit)",
                    ], needsRoot: true, isRunnable: false),
            ])
    }

    /// systemd starts no masked unit. An empty file masks it as well as a link to /dev/null.
    private static func masked(_ client: CameraClientRecord) -> Finding {
        let unit = Words.shell(client.name)
        let systemctl = client.systemctl
        return Finding(
            .accessServiceBroken, .fail,
            "\(client.title) is masked: its unit file is empty or a link to /dev/null, so systemd does not start it",
            evidence: [EvidenceLine("systemctl show \(client.name)", "LoadState=masked")],
            effect: "the service never reaches the camera, which is not at fault",
            fixes: [
                Fix(
                    "Look what the unit file is; if it was masked on purpose, unmask it",
                    commands: ["\(systemctl) cat \(unit)", "\(systemctl) unmask \(unit)", "\(systemctl) start \(unit)"],
                    needsRoot: client.kind != .userUnit, undo: ["\(systemctl) mask \(unit)"], isRunnable: false),
                Fix(
                    "If the file is empty, what was to write it has failed: remove the file, install the service or its camera again, and reload",
                    commands: ["\(systemctl) daemon-reload"], needsRoot: client.kind != .userUnit, isRunnable: false),
            ])
    }

    private static func noProgram(_ client: CameraClientRecord, _ program: String, _ place: Place) -> Finding {
        lacks(
            client, place, "its program \(program) does not exist on this machine", said: "ExecMainStatus=203 (EXEC)", file: program,
            effect: "the service never reaches the camera, which is not at fault",
            first: Fix("Install the program, or build it where the unit expects it; if that failed before, its messages say why"),
            correct: "Or correct the path in ExecStart")
    }

    private static func noSettings(_ client: CameraClientRecord, _ file: String, _ place: Place) -> Finding {
        lacks(
            client, place, "the file of settings that its unit names (EnvironmentFile=\(file)) does not exist", said: "Result=resources", file: file,
            effect: "systemd does not even run its program, so the program writes nothing; the camera is not at fault",
            first: Fix("Put the file there: what makes it (an installer, a copy of an example) may not have run"),
            correct:
                "Or correct the path in EnvironmentFile, which may be that of the machine or account it was written for; a minus before it (EnvironmentFile=-PATH) makes the file optional"
        )
    }

    /// - Parameters:
    ///   - said: what systemd says of it.
    ///   - file: what is not there.
    private static func lacks(
        _ client: CameraClientRecord, _ place: Place, _ what: String, said: String, file: String, effect: String, first: Fix, correct: String
    ) -> Finding {
        let systemctl = client.systemctl
        let unit = Words.shell(client.name)
        return Finding(
            .accessServiceBroken, .fail, "\(client.title) cannot start: \(what)",
            evidence: [EvidenceLine("systemctl show \(client.name)", said), EvidenceLine(file, "does not exist")],
            effect: effect,
            fixes: [
                first,
                Fix(
                    correct,
                    commands: place.editWholeUnit(client.name, isUser: client.kind == .userUnit) + ["\(systemctl) restart \(unit)"],
                    needsRoot: client.kind != .userUnit, isRunnable: false),
            ])
    }

    private static func sandbox(_ client: CameraClientRecord, _ desktop: DesktopRecord?) -> Finding {
        let name = Words.shell(client.name)
        let isSnap = client.kind == .snap
        if client.filter?.contains(CameraClientRecord.prompt) == true { return prompting(client) }
        if let unanswered = PortalApplication.unanswered(client, desktop) { return unanswered }
        let unasked = isSnap ? nil : PortalPermission.unasked(client)
        let way = unasked?.fixes ?? (desktop?.isCameraPresent == true ? [PortalPermission.hint(client)] : [])
        return Finding(
            .accessSandbox, .fail,
            isSnap
                ? client.filter == CameraClientRecord.noPlug
                    ? "\(client.title) was built without a plug for cameras, so its sandbox keeps them from it"
                    : "the camera interface of \(client.title) is not connected, so its sandbox keeps cameras from it"
                : "the sandbox of \(client.title) has no permission for devices, which keeps cameras from it",
            evidence: [
                EvidenceLine(
                    isSnap ? "snap connections \(name)" : "flatpak info --show-permissions \(name)",
                    client.filter ?? "no camera")
            ] + [unasked?.evidence].compactMap(\.self),
            effect: effect(client),
            fixes: isSnap && client.filter == CameraClientRecord.noPlug
                ? [
                    Fix(
                        "Take a newer version or another channel: this one was built without the plug for cameras, so that there is nothing to connect",
                        commands: ["sudo snap refresh \(name)"], needsRoot: true, isRunnable: false),
                    Fix(
                        "If the version before had it, go back to that", commands: ["sudo snap revert \(name)"], needsRoot: true, isRunnable: false),
                    otherThanSnap,
                ]
                : isSnap
                    ? [DeniedAccess.connectSnap(client.name, isRunnable: true)]
                    : [
                        DeniedAccess.allowFlatpak(client.name, isRunnable: true),
                        Fix("Then end the application and start it again"),
                    ] + way)
    }

    static let otherThanSnap = Fix(
        "Or use another package of it that is no snap, such as a .deb; if the snap has no plug for cameras, tell its publisher")

    /// snapd asks the user before a snap opens a camera. If nobody can ask, or the answer was no, the snap is denied.
    private static func prompting(_ client: CameraClientRecord) -> Finding {
        Finding(
            .accessSandbox, .fail,
            "permission prompting is on: the system asks before \(client.title) opens a camera, and AppArmor denies it until somebody has allowed it",
            confidence: .likely,
            evidence: [EvidenceLine("profile of AppArmor", client.filter ?? "prompt")], effect: effect(client),
            fixes: [
                Fix(
                    "Answer the question, or allow it in the Security Center (App permissions); if no question appears, the prompting client is too old to ask for cameras: update both",
                    commands: ["sudo snap refresh snapd prompting-client desktop-security-center"], needsRoot: true,
                    isRunnable: false),
                Fix(
                    "Or turn prompting off: in the Security Center, \"Require apps to ask for system permissions\"",
                    commands: ["sudo snap set system experimental.apparmor-prompting=false"], needsRoot: true,
                    undo: ["sudo snap set system experimental.apparmor-prompting=true"], isRunnable: false),
            ])
    }

    private static func filtered(_ client: CameraClientRecord, _ node: NodeRecord, _ place: Place) -> Finding {
        let systemctl = client.systemctl
        return Finding(
            .accessDeviceCgroup, .fail, "the settings of \(client.title) keep \(node.place) from it",
            evidence: [EvidenceLine("systemctl show \(client.name)", client.filter ?? "its device filter")],
            effect: effect(client),
            fixes: [
                Fix(
                    "Allow cameras in the unit, and restart it",
                    commands: place.editUnit(
                        client.name,
                        ["[Service]", "PrivateDevices=no", "DeviceAllow=char-video4linux rw"]
                            + (node.nodeClass == "needs-libcamera" ? ["DeviceAllow=char-media rw", "DeviceAllow=char-dma_heap rw"] : []),
                        isUser: client.kind == .userUnit)
                        + ["\(systemctl) restart \(Words.shell(client.name))"],
                    needsRoot: client.kind != .userUnit, isRunnable: false)
            ])
    }

    private static func missing(_ client: CameraClientRecord, _ node: NodeRecord, _ place: Place) -> Finding {
        let process = client.processID.map(String.init) ?? "PID"
        if client.isJailed == true { return jailed(client, node, process) }
        if let late = ContainerJudge.lateCamera(client, node, place) { return late }
        let group = client.containerEngine == "podman" && client.mapsUsers != false
            ? "keep-groups" : node.access.map { String($0.groupID) } ?? "GROUP"
        let groups = client.user?.id == 0 ? "" : " --group-add \(group)"
        return Finding(
            .accessNodeMissing, .fail, "\(client.title) has no \(node.place), although this machine has the camera",
            evidence: [EvidenceLine("/proc/\(process)/root\(node.place)", "does not exist")], effect: effect(client),
            fixes: client.kind == .container
                ? [KnownProgram.fix(client, node, group: node.access?.groupID)].compactMap(\.self) + [
                    Fix(
                        "Start the container with the device (devices plugged in later are not passed in)",
                        commands: [
                            "\(client.containerEngine) run --device \(Words.shell(node.place))\(groups) IMAGE"
                        ], isRunnable: false)
                ]
                : [
                    Fix("It has a /dev of its own: let the sandbox or chroot in which it runs have the node"),
                    Fix(
                        "In a systemd unit, PrivateDevices=no gives it the machine's devices",
                        commands: client.unit.map { place.editUnit($0, ["[Service]", "PrivateDevices=no"]) } ?? [], isRunnable: false),
                ])
    }

    /// Firejail's profiles of many programs have `novideo`. Source: firejail(1), "--novideo", and firejail-profile(5), "ignore".
    private static func jailed(_ client: CameraClientRecord, _ node: NodeRecord, _ process: String) -> Finding {
        // The name of a program is whatever it gives itself.
        let isPlain = !client.name.isEmpty && client.name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        let program = isPlain ? client.name.lowercased() : "PROFILE"
        let file = "~/.config/firejail/\(Words.shell(program)).local"
        return Finding(
            .accessSandbox, .fail,
            "\(client.title) runs in a sandbox of firejail, which keeps \(node.place) from it (novideo in its profile)",
            confidence: .likely,
            evidence: [
                EvidenceLine("/proc/\(process)/root\(node.place)", "does not exist"),
                EvidenceLine("a parent of process \(process)", "firejail"),
            ], effect: effect(client),
            fixes: [
                Fix(
                    "Let it have cameras: a line of your own for its profile (which firejail names when it starts); then end the program, and start it again",
                    commands: ["mkdir -p ~/.config/firejail", "echo 'ignore novideo' >> \(file)"],
                    undo: ["sed -i '/^ignore novideo$/d' \(file)"], isRunnable: false),
                Fix(
                    "Or for once only", commands: ["firejail --ignore=novideo \(Words.shell(program))"], isRunnable: false),
            ])
    }

    /// Whether the mode and ACL of a node keep it from an account and its groups.
    static func denied(_ client: CameraClientRecord, _ node: NodeRecord, _ place: Place) -> Finding? {
        guard let user = client.user, user.id != 0, let access = node.access else { return nil }
        let has = user.groups
        guard !access.isOpen(toUser: user.id, groups: has) else { return nil }
        let group = access.group ?? String(access.groupID)
        let groupMay = access.isOpen(toUser: .max, groups: [access.groupID])
        let evidence = [
            EvidenceLine("mode of \(node.place)", access.description),
            EvidenceLine(
                client.processID.map { "/proc/\($0)/status" } ?? "account",
                "user \(user.label), groups \(has.sorted().map(String.init).joined(separator: " "))"),
        ]
        guard groupMay, access.groupID != 0 else {
            return Finding(
                .accessNotPermitted, .fail,
                "\(who(client, user)) has no permission to open \(node.place), and no group has",
                evidence: evidence, effect: effect(client),
                fixes: [
                    Fix(
                        "Let udev's rules set its group and permissions again",
                        commands: ["sudo udevadm trigger --subsystem-match=video4linux --action=add --settle"],
                        needsRoot: true)
                ])
        }
        // What the host's account with this number may do says nothing of a container's.
        if client.kind != .container, user.accountGroups.contains(where: { $0.id == access.groupID }) {
            return Finding(
                .accessStaleGroup, .fail,
                "the account \(user.label) is in group \(group), but \(client.title) started before it was added",
                evidence: evidence, effect: effect(client), fixes: [restart(client)])
        }
        return Finding(
            .accessNotPermitted, .fail,
            "\(who(client, user)) has no permission to open \(node.place): it is not in the group \(group)",
            evidence: evidence, effect: effect(client), fixes: remedies(client, node, user, group, access, place))
    }

    static func who(_ client: CameraClientRecord, _ user: UserRecord) -> String {
        client.kind == .user ? "the user \(user.label)" : "\(client.title), which runs as \(user.label),"
    }

    /// How an account, or the service that runs as it, gets a group.
    static func remedies(
        _ client: CameraClientRecord, _ node: NodeRecord, _ user: UserRecord, _ group: String, _ access: NodeAccess, _ place: Place
    ) -> [Fix] {
        let join = place.join(group, user.label, "Put the account \(user.label) into the group \(group)")
        switch client.kind {
        case .container: return ContainerJudge.groupFixes(client, node, user, access)
        case .userUnit:
            return [
                join,
                Fix(
                    "Log out and in again, or reboot: a user's services get the group with the next login (SupplementaryGroups= does not work in them)"
                ),
            ]
        default:
            guard let unit = unit(of: client) else {
                return [join, Fix("Then restart the program, or reboot: a running process keeps its groups")]
            }
            return [
                Fix(
                    "Give \(client.kind == .unit ? "the" : "its") service the group",
                    commands: place.editUnit(unit, ["[Service]", "SupplementaryGroups=\(group)"]) + [restart(unit)], needsRoot: true,
                    isRunnable: false),
                Fix(
                    "Or \(join.title.prefix(1).lowercased())\(join.title.dropFirst()); then restart the service",
                    commands: join.commands + [restart(unit)], needsRoot: true, undo: join.undo, isRunnable: false),
            ]
        }
    }

    private static func restart(_ client: CameraClientRecord) -> Fix {
        guard let unit = unit(of: client) else {
            return Fix("Restart the program, or reboot: a running process keeps its groups")
        }
        return Fix(
            "Restart the service: a running process keeps its groups", commands: [restart(unit)], needsRoot: true,
            isRunnable: false)
    }

    private static func restart(_ unit: String) -> String { "sudo systemctl restart \(Words.shell(unit))" }

    /// The system's unit that the client is, or that its process belongs to.
    private static func unit(of client: CameraClientRecord) -> String? {
        client.kind == .unit ? client.name : client.unit
    }
}
