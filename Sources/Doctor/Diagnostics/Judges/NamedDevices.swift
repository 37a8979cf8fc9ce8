// SPDX-License-Identifier: Apache-2.0

/// Judges the devices that the command of a service or program names: one that does not exist, or is no camera, explains why it
/// gets no pictures, however well the camera works here.
enum NamedDevices {
    /// The first that is no camera; `nil` if all are, or the command names none.
    ///
    /// - Parameter node: the camera that is examined.
    static func find(_ client: CameraClientRecord, _ node: NodeRecord, _ nodes: [NodeRecord]) -> Finding? {
        let devices = known(client, nodes)
        // Many programs take a converter or an output beside the camera, and some another camera that is not here now.
        guard !devices.contains(where: { $1?.yieldsPictures == true || $0.target != nil && $1 == nil }) else { return nil }
        for case (let device, nil) in devices { return missing(client, device, node) }
        for case (let device, let known?) in devices
        where ["metadata", "memory-to-memory", "output"].contains(known.nodeClass) {
            return other(client, device, known, node)
        }
        return nil
    }

    /// The devices that its command names, each with the node that it is.
    private static func known(
        _ client: CameraClientRecord, _ nodes: [NodeRecord]
    ) -> [(CameraClientRecord.NamedDevice, NodeRecord?)] {
        (client.namedDevices ?? []).map { device in
            let known =
                nodes.first { $0.isNamed(device.path) }
                ?? device.target.flatMap { target in nodes.first { $0.isNamed(target) } }
            return (device, known)
        }
    }

    /// Somebody asks why a service does not show this camera, and its command names another one, which works.
    static func otherCamera(_ snapshot: Snapshot, _ node: NodeRecord, _ nodes: [NodeRecord]) -> Finding? {
        guard let client = snapshot.client, snapshot.subject.isNamed else { return nil }
        let devices = known(client, nodes)
        guard devices.allSatisfy({ $1?.yieldsPictures == true && $1?.cameraKey != node.cameraKey }),
            case let (device, other?)? = devices.first
        else { return nil }
        return Finding(
            .nodeMoved, .note,
            "\(client.title) is told to use \(device.path), which is another camera (\(other.title)); this one, \(node.title), is \(node.place)",
            confidence: .likely,
            evidence: [
                EvidenceLine(device.file ?? "command of \(client.title)", device.command), EvidenceLine(device.path, other.title),
                EvidenceLine(node.place, node.title),
            ],
            effect: "it shows the other camera; both work"
                + (device.path.hasPrefix("/dev/video")
                    ? ". The kernel gives numbers in the order in which cameras come up, which can change with every start" : ""),
            fixes: [use(client, device, node)])
    }

    /// A camera of libcamera's that its command names and that libcamera does not have.
    static func sensor(_ client: CameraClientRecord, _ libcamera: LibcameraRecord?) -> Finding? {
        guard let wanted = client.namedSensor, let cameras = libcamera?.cameras, !cameras.isEmpty,
            !cameras.contains(where: { $0.contains(wanted) })
        else { return nil }
        let unit = client.ownUnit
        return Finding(
            .nodeMoved, .fail,
            "\(client.title) is told to use the camera \(wanted), which libcamera does not have; it has \(Words.list(cameras))",
            evidence: [
                EvidenceLine("command of \(client.title)", wanted), EvidenceLine("cam --list", Words.list(cameras)),
            ],
            effect: "it ends at once, and gets no picture; the camera that is there is not at fault",
            fixes: [
                Fix(
                    "Give its command the name of the camera that is there (\(cameras[0])), or start the service that belongs to that camera",
                    commands: unit.map { ["\(client.systemctl) edit --full \(Words.shell($0))   # ExecStart", "\(client.systemctl) restart \(Words.shell($0))"] } ?? [],
                    needsRoot: unit != nil && client.kind != .userUnit, isRunnable: false)
            ])
    }

    private static func missing(
        _ client: CameraClientRecord, _ device: CameraClientRecord.NamedDevice, _ node: NodeRecord
    ) -> Finding {
        let isNumbered = device.path.hasPrefix("/dev/video") || device.path.hasPrefix("/dev/v4l/")
        return Finding(
            .nodeMoved, .fail,
            "\(client.title) is told to use \(device.path), which does not exist; the camera is \(node.place)",
            evidence: [
                EvidenceLine(device.file ?? "command of \(client.title)", device.command),
                EvidenceLine("stat(\(device.path))", "ENOENT"),
                EvidenceLine("camera", "\(node.place) (\(node.title))"),
            ],
            effect: "it ends or waits at once, and gets no picture; the camera is not at fault",
            fixes: [use(client, device, node)]
                + (isNumbered
                    ? []
                    : [
                        Fix(
                            "Or let udev make that name: one rule, after which the camera is plugged in again. A name of its own is not one of the kernel's",
                            commands: [rule(device, node)].compactMap(\.self), needsRoot: true,
                            undo: ["sudo rm /etc/udev/rules.d/72-camera-name.rules"], isRunnable: false)
                    ].filter { !$0.commands.isEmpty }))
    }

    private static func other(
        _ client: CameraClientRecord, _ device: CameraClientRecord.NamedDevice, _ known: NodeRecord, _ node: NodeRecord
    ) -> Finding {
        let what =
            switch known.nodeClass {
            case "metadata": "a metadata node and captures no pictures"
            case "memory-to-memory": "not a camera, but a converter of pictures in memory (\(known.title))"
            default: "not a camera, but an output (\(known.title))"
            }
        return Finding(
            known.nodeClass == "metadata" ? .nodeMetadata : .nodeNotCapture, .fail,
            "\(client.title) is told to use \(device.path), which is \(what); the camera is \(node.place)",
            evidence: [
                EvidenceLine(device.file ?? "command of \(client.title)", device.command),
                EvidenceLine(known.place, "\(known.nodeClass): \(known.classReason)"),
                EvidenceLine("camera", "\(node.place) (\(node.title))"),
            ],
            effect: "it gets no picture; the camera is not at fault", fixes: [use(client, device, node)])
    }

    /// The camera's name in place of the one that was given, where its command stands.
    private static func use(
        _ client: CameraClientRecord, _ device: CameraClientRecord.NamedDevice, _ node: NodeRecord
    ) -> Fix {
        let name = node.byID.first ?? node.byPath.first ?? node.place
        let lasts = name == node.place ? "" : ", a name that stays the same after a restart,"
        if let file = device.file {
            return Fix(
                "Write \(Words.shell(name))\(lasts) in place of \(device.path) in \(file), and start the program again",
                commands: client.ownUnit.map { ["\(client.systemctl) restart \(Words.shell($0))"] } ?? [],
                needsRoot: client.ownUnit != nil && client.kind != .userUnit, isRunnable: false)
        }
        guard let unit = client.ownUnit else {
            return Fix("Start it with \(Words.shell(name))\(lasts) in place of \(device.path)")
        }
        let systemctl = client.systemctl
        return Fix(
            "Give its command \(Words.shell(name))\(lasts) in place of \(device.path), and restart the service",
            commands: [
                "\(systemctl) edit --full \(Words.shell(unit))   # in ExecStart, or in the file of settings that it reads",
                "\(systemctl) restart \(Words.shell(unit))",
            ], needsRoot: client.kind != .userUnit, isRunnable: false)
    }

    /// A rule that gives this camera the missing name, by the port's path, which all cameras have, and only for the node that
    /// captures. `nil` if its port is not known, or the name is not a plain one.
    private static func rule(_ device: CameraClientRecord.NamedDevice, _ node: NodeRecord) -> String? {
        let name = device.path.dropFirst("/dev/".utf8.count)
        guard let link = node.byPath.first?.split(separator: "/").last,
            let end = link.firstRange(of: "-video-index"), name.allSatisfy(\.isNameCharacter),
            link.allSatisfy({ $0.isNameCharacter || $0 == ":" })
        else { return nil }
        let index = link[end.upperBound...]
        let match =
            "SUBSYSTEM==\"video4linux\", ENV{ID_PATH}==\"\(link[..<end.lowerBound])\", ATTR{index}==\"\(index)\""
        return "echo '\(match), SYMLINK+=\"\(name)\"' | sudo tee /etc/udev/rules.d/72-camera-name.rules"
    }
}

extension Character {
    fileprivate var isNameCharacter: Bool { isASCII && (isLetter || isNumber || "._-".contains(self)) }
}

extension NodeRecord {
    /// Whether a path is this node, or one of its links.
    fileprivate func isNamed(_ path: String) -> Bool {
        place == path || byID.contains(path) || byPath.contains(path)
    }
}
