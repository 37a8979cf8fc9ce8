// SPDX-License-Identifier: Apache-2.0

/// Judges the format that the command of a service or program asks for: one that the camera does not offer explains why it gets
/// no pictures, however well the camera works here.
enum WantedFormats {
    static func find(_ client: CameraClientRecord, _ node: NodeRecord) -> Finding? {
        guard let wanted = client.wantedFormat, !node.formats.isEmpty, Set(wanted.fourCCs).isDisjoint(with: node.formats),
            let devices = client.namedDevices, isOf(node, wanted, devices)
        else { return nil }
        // Only a driver that falls back to something else leaves it without a picture.
        if let also = wanted.alsoTaken, Set(node.formats).isSubset(of: also) { return nil }
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
