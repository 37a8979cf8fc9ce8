// SPDX-License-Identifier: Apache-2.0

/// Judges what a container was created with: names of devices that its program does not open, switches in its environment, a missing
/// udev.
enum ContainerJudge {
    /// What keeps its program from the camera, whatever it may open.
    static func find(_ client: CameraClientRecord, _ node: NodeRecord) -> Finding? {
        guard client.kind == .container, let setup = client.setup else { return nil }
        return otherName(client, setup, node) ?? switchedOff(client, setup, node)
    }

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
                    EvidenceLine("\(engine) logs \(client.name)", line),
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
