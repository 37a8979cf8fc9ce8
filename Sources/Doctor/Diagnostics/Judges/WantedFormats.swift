// SPDX-License-Identifier: Apache-2.0

/// Judges the format that the command of a service or program asks for: one that the camera does not offer explains why it gets
/// no pictures, however well the camera works here.
enum WantedFormats {
    /// - Parameter holders: the programs that have the node open.
    static func find(_ client: CameraClientRecord, _ node: NodeRecord, holders: [HoldersRecord.Holder] = []) -> Finding? {
        guard let wanted = client.wantedFormat, !node.formats.isEmpty, Set(wanted.fourCCs).isDisjoint(with: node.formats),
            client.namedDevices.map({ isOf(node, wanted, $0) }) ?? has(client, node, wanted, holders)
        else { return nil }
        // Only a driver that falls back to something else leaves it without a picture.
        if let also = wanted.alsoTaken, Set(node.formats).isSubset(of: also) { return nil }
        if let version = wanted.robot { return ofRobot(client, node, wanted, version) }
        let plain = node.formats.first { ["YUYV", "UYVY", "NV12", "YU12"].contains($0) } ?? node.formats[0]
        return Finding(
            .nodeWrongFormat, .fail,
            "\(client.title) \(wanted.isDefault ? "takes only" : "is told to take") \(wanted.name), and this camera does not offer that: it gives \(node.formats.prefix(4).joined(separator: ", "))",
            confidence: wanted.isDefault || wanted.alsoTaken != nil ? .likely : .certain,
            evidence: [
                EvidenceLine("command of \(client.title)", wanted.command),
                EvidenceLine("formats of \(node.place)", node.formats.joined(separator: " ")),
            ],
            effect: "it ends, or shows no picture; the camera is not at fault",
            fixes: [use(client, wanted, plain)]
                + (wanted.fourCCs.contains("H264") || wanted.isDefault
                    ? [
                        Fix(
                            "Or compress its pictures on the way: ffmpeg or GStreamer (v4l2compress into a v4l2loopback device), or a camera that compresses by itself"
                        )
                    ] : []))
    }

    /// Whether a program that names no device has this camera open, and no other one. What it takes by itself, it has found there.
    private static func has(
        _ client: CameraClientRecord, _ node: NodeRecord, _ wanted: CameraClientRecord.WantedFormat, _ holders: [HoldersRecord.Holder]
    ) -> Bool {
        guard !wanted.isDefault, let process = client.processID, holders.contains(where: { $0.processID == process }) else { return false }
        return client.openNodes.map { $0 == [node.place] } ?? true
    }

    /// V4L2 lets a driver give another format than it was asked for, and says which. Versions of usb_cam that do not look at it publish the
    /// pictures as what they asked for. Source: usb_cam's `init_device`; later ones end with "Specified format … is unsupported by the selected
    /// device".
    private static func ofRobot(
        _ client: CameraClientRecord, _ node: NodeRecord, _ wanted: CameraClientRecord.WantedFormat, _ version: Int
    ) -> Finding {
        // Its names for what this camera gives.
        let names: [(code: String, name: String)] =
            version == 1 ? [("YUYV", "yuyv"), ("MJPG", "mjpeg"), ("UYVY", "uyvy")] : [("YUYV", "yuyv2rgb"), ("MJPG", "mjpeg2rgb"), ("UYVY", "uyvy2rgb")]
        let offered = names.filter { node.formats.contains($0.code) }
        let old = version == 1 ? [] : offered.map { $0.code == "MJPG" ? "mjpeg" : $0.code.lowercased() }
        let place = Words.shell(node.place)
        return Finding(
            .nodeWrongFormat, .fail,
            "\(client.title), a node of ROS, is told to take \(wanted.name), and this camera does not offer that: it gives \(node.formats.prefix(4).joined(separator: ", "))",
            confidence: .likely,
            evidence: [
                EvidenceLine("command of \(client.title)", wanted.command),
                EvidenceLine("formats of \(node.place)", node.formats.joined(separator: " ")),
            ],
            effect: "the driver gives another format in its place, and a node that does not look at that publishes those pictures as \(wanted.name), in wrong colours or as noise; newer versions of usb_cam end instead",
            fixes: [
                Fix(
                    "Start it with a pixel_format that the camera offers"
                        + (offered.isEmpty ? "" : ": " + Words.list(offered.map { "\($0.name) (\($0.code))" }))
                        + (old.isEmpty ? "" : "; old versions call \(old.count == 1 ? "this" : "these") \(Words.list(old))"),
                    commands: offered.first.map { best in
                        version == 1
                            ? ["rosrun usb_cam usb_cam_node _pixel_format:=\(best.name) _video_device:=\(place)"]
                            : ["ros2 run usb_cam usb_cam_node_exe --ros-args -p pixel_format:=\(best.name) -p video_device:=\(place)"]
                    } ?? [], isRunnable: false)
            ])
    }

    /// Whether it asks this camera, and not another one or an output that the command names.
    private static func isOf(
        _ node: NodeRecord, _ wanted: CameraClientRecord.WantedFormat, _ devices: [CameraClientRecord.NamedDevice]
    ) -> Bool {
        let asked = wanted.device.map { path in devices.filter { $0.path == path } } ?? devices
        guard asked.count == 1, let device = asked.first else { return false }
        return device.target == node.place || device.path == node.place || node.byID.contains(device.path)
    }

    private static func use(
        _ client: CameraClientRecord, _ wanted: CameraClientRecord.WantedFormat, _ plain: String
    ) -> Fix {
        let title =
            wanted.isDefault
            ? "Name a format that the camera offers in its command: -f\(plain)"
            : "Ask for a format that the camera offers in its command: \(plain) in place of \(wanted.name), or leave the option out"
        guard let unit = client.ownUnit else { return Fix(title) }
        let systemctl = client.systemctl
        return Fix(
            title,
            commands: [
                "\(systemctl) edit --full \(Words.shell(unit))   # in ExecStart, or in the file of settings that it reads",
                "\(systemctl) restart \(Words.shell(unit))",
            ], needsRoot: client.kind != .userUnit, isRunnable: false)
    }
}
