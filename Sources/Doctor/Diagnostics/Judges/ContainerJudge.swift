// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import UserSession

/// Judges what a container was created with: names of devices that its program does not open, switches in its environment, a missing
/// udev.
enum ContainerJudge {
    /// What keeps its program from the camera, whatever it may open.
    static func find(_ client: CameraClientRecord, _ node: NodeRecord) -> Finding? {
        guard client.kind == .container, let setup = client.setup else { return nil }
        return otherName(client, setup, node) ?? switchedOff(client, setup, node) ?? forbidden(client, setup, node)
    }

    /// Docker's container sees the node, for /dev of the host is in it, and its device cgroup refuses it, to root as well. Podman
    /// without root has no such cgroup.
    private static func forbidden(_ client: CameraClientRecord, _ setup: ContainerSetup, _ node: NodeRecord) -> Finding? {
        guard client.containerEngine == "docker", client.stopped == nil, setup.forbidsCamera == true, client.hasNode == true,
            client.goneNode == nil
        else { return nil }
        let name = Words.shell(node.place)
        return Finding(
            .accessDeviceCgroup, .fail,
            "\(client.title) sees \(node.place), and may not open it (\"Operation not permitted\"): Docker lets a container use only the devices that it was started with, and a folder that is mounted into it (-v /dev:/dev) gives it none",
            evidence: [
                EvidenceLine("docker inspect \(client.name)", "Privileged false; neither Devices nor DeviceCgroupRules name the camera")
            ] + (client.complaints ?? []).suffix(1).map { EvidenceLine(client.ownLog, $0) },
            effect: "no program in it can capture from the camera, not even root's",
            fixes: [
                Fix(
                    "Create it again with the camera; or with the rule for all cameras, which also holds for those that are plugged in later",
                    commands: [
                        "docker run --device \(name) IMAGE",
                        "docker run --volume /dev:/dev --device-cgroup-rule 'c 81:* rmw' IMAGE",
                        "# docker-compose.yml: devices: [\"\(name)\"] or device_cgroup_rules: [\"c 81:* rmw\"]",
                    ], isRunnable: false),
                Fix(
                    "A camera that its program opens over USB itself (depth cameras, scanners) needs --device-cgroup-rule 'c 189:* rmw' and --volume /dev/bus/usb:/dev/bus/usb as well"
                ),
            ])
    }

    /// A program in a container that asks a Raspberry Pi's firmware for pictures, or lets it encode them, and has no way to it.
    static func firmware(_ client: CameraClientRecord, _ host: HostRecord) -> Finding? {
        // Other machines have no such device, and a container that has it lacks something else.
        guard client.kind == .container, client.setup?.isPrivileged != true, host.firmwareNodes?.contains(where: { $0.device == "vchiq" }) == true,
            client.setup?.devices.contains(where: { $0.outside == "/dev/vchiq" }) != true,
            let line = (client.complaints ?? []).last(where: { line in
                let small = line.lowercased()
                return small.contains("vchiq") && ["fail", "can't", "cannot", "unable", "could not", "error", "no such"].contains { small.contains($0) }
            })
        else { return nil }
        let engine = client.containerEngine
        return Finding(
            .accessNodeMissing, .fail,
            "\(client.title) cannot open /dev/vchiq, over which programs talk to the Raspberry Pi's firmware: its camera, and its encoder for H.264",
            confidence: .likely, evidence: [EvidenceLine(client.ownLog, line)],
            effect: "its program ends, or gets no pictures",
            fixes: [
                Fix(
                    "Create it again with that device",
                    commands: [
                        "\(engine) run --device /dev/vchiq IMAGE", "# docker-compose.yml: devices: [\"/dev/vchiq\"]",
                    ], isRunnable: false),
                Fix("Or let its program encode without the firmware: libx264 in place of h264_omx or h264_mmal"),
            ])
    }

    /// A container that may use every device has those that were there when it started.
    static func lateCamera(_ client: CameraClientRecord, _ node: NodeRecord, _ place: Place) -> Finding? {
        guard client.kind == .container, client.stopped == nil, client.setup?.isPrivileged == true else { return nil }
        let engine = client.containerEngine
        let name = Words.shell(client.name)
        return Finding(
            .accessNodeMissing, .fail,
            "\(client.title) may use the camera, and has no \(node.place): it was started before the camera was there, and a container gets the devices that are there at its start",
            confidence: .likely,
            evidence: [
                EvidenceLine("/proc/\(client.processID.map(String.init) ?? "PID")/root\(node.place)", "does not exist"),
                EvidenceLine("\(engine) inspect \(client.name)", "Privileged"),
            ],
            effect: "\(client.title) cannot capture from the camera until it is started again",
            fixes: [
                Fix("Restart it, now that the camera is there", commands: ["\(engine) restart \(name)"], isRunnable: false),
            ] + (engine == "docker"
                ? [
                    Fix(
                        "If it is so after every start of the machine: let Docker start later, when USB devices have come up",
                        commands: place.editUnit("docker.service", ["[Service]", "ExecStartPre=/bin/sleep 20"]), isRunnable: false),
                    Fix(
                        "Or create it with the host's own folder of devices, which shows cameras that come later",
                        commands: ["docker run --volume /dev:/dev --device-cgroup-rule 'c 81:* rmw' IMAGE"], isRunnable: false),
                ]
                : [
                    Fix("If it is so after every start of the machine: let the unit that starts this container wait until USB devices have come up")
                ]))
    }

    /// Gives the program of a container the node's group. In a user namespace a number of a group is one of its own.
    static func groupFixes(_ client: CameraClientRecord, _ node: NodeRecord, _ user: UserRecord, _ access: NodeAccess) -> [Fix] {
        let place = Words.shell(node.place)
        let group = access.group ?? String(access.groupID)
        guard client.mapsUsers ?? (user.id >= mappedNumbers) else {
            let engine = client.containerEngine
            return [KnownProgram.fix(client, node, group: access.groupID)].compactMap(\.self) + [
                Fix(
                    "Start the container with the group's number",
                    commands: [
                        "\(engine) run --device \(place) --group-add \(access.groupID) IMAGE",
                        "# docker-compose: group_add: [\"\(access.groupID)\"]",
                    ], isRunnable: false)
            ]
        }
        if client.containerEngine == "podman" {
            return [
                Fix(
                    "Start the container with the groups of the user who starts it, and who must be in the group \(group) (with the runtime crun; in a Quadlet file: GroupAdd=keep-groups). A number names a group of the container's own",
                    commands: ["podman run --device \(place) --group-add keep-groups IMAGE"], isRunnable: false)
            ]
        }
        return Place.unmapped(node.place, user: String(user.id), reason: ". Inside of it, a group's number is one of its own")
    }

    /// Where the numbers begin that are given to user namespaces. Source: SUB_UID_MIN of login.defs(5).
    private static let mappedNumbers: UInt32 = 100_000

    /// The program opens a name that the container does not have, while it has the camera under another one.
    private static func otherName(_ client: CameraClientRecord, _ setup: ContainerSetup, _ node: NodeRecord) -> Finding? {
        let engine = client.containerEngine
        guard let given = setup.devices.first(where: \.isExamined) else { return nil }
        for line in (client.complaints ?? []).reversed() {
            guard let wanted = DevicesInCommand.find(in: line).first(where: { $0.hasPrefix("/dev/video") }),
                !setup.devices.contains(where: { $0.inside == wanted })
            else { continue }
            return Finding(
                // One that runs may only have tried it.
                .nodeMoved, client.stopped == nil ? .warn : .fail,
                "the program in \(client.title) opens \(wanted), and the container was given the camera as \(given.inside): there is no \(wanted) in it",
                confidence: .likely,
                evidence: [
                    EvidenceLine("\(engine) inspect \(client.name), Devices", "\(given.outside):\(given.inside)"),
                    EvidenceLine(client.ownLog, line),
                ],
                effect: "it finds no camera; the camera is not at fault",
                fixes: [
                    Fix(
                        "Give it the camera under the name that its program opens, and create the container again: devices in its compose file, or --device",
                        commands: [
                            "# docker-compose.yml: devices: [\"\(given.outside):\(wanted)\"]",
                            "\(engine) compose up -d --force-recreate",
                        ], isRunnable: false),
                    Fix("Or name \(given.inside) in the program's own settings"),
                ])
        }
        return nil
    }

    /// A switch of a known image.
    private static func switchedOff(_ client: CameraClientRecord, _ setup: ContainerSetup, _ node: NodeRecord) -> Finding? {
        guard client.stopped == nil, let line = setup.switches.first else { return nil }
        let engine = client.containerEngine
        let name = line.prefix { $0 != "=" }
        return Finding(
            .accessServiceBroken, .fail,
            "\(client.title) was created with \(line), so it starts no program that shows the camera; a restart of the container does not change that",
            confidence: .likely, evidence: [EvidenceLine("\(engine) inspect \(client.name), Env", line)],
            effect: "nothing in it opens the camera, which it has",
            fixes: [
                Fix(
                    "Set \(name)=true in its compose file, and create the container again: a restart keeps the old environment",
                    commands: ["\(engine) compose up -d --force-recreate"], isRunnable: false)
            ])
    }

    /// Programs that look for cameras through udev find none where its database is missing. `nil` if the container has it, or nothing
    /// is known.
    static func noUdev(_ client: CameraClientRecord, _ holders: [HoldersRecord.Holder]) -> Finding? {
        // One that has the camera open has found it.
        guard client.kind == .container, client.stopped == nil, client.setup?.lacksUdev == true,
            // Its FFmpeg opens the nodes by the names in its settings.
            !KnownProgram.opensByName(client),
            !holders.contains(where: { !$0.isOurs })
        else { return nil }
        return Finding(
            .accessNoUdev, .note,
            "\(client.title) may open the camera, and lacks the host's udev database (/run/udev): programs that look for cameras through udev find none in it",
            confidence: .likely,
            evidence: [EvidenceLine("/run/udev in \(client.title)", "missing")],
            effect: "programs that open /dev/video0 by its name work; those that list cameras (GStreamer's, libcamera's, many with a window) say that there is none",
            fixes: [
                Fix(
                    "Give the container that folder, to read",
                    commands: ["\(client.containerEngine) run --volume /run/udev:/run/udev:ro --device /dev/video0 IMAGE"], isRunnable: false)
            ])
    }
}
