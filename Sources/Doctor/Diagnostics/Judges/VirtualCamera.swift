// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A virtual camera, which has the pictures of a program that feeds it, and none without one.
enum VirtualCamera {
    /// Whether it is the one to which a relay copies what the maker's software makes of a laptop's own camera.
    static func isRelayed(_ snapshot: Snapshot, _ host: HostRecord) -> Bool {
        guard let node = snapshot.chosen, node.isFed, host.machine?.hardware.contains(where: { $0.kind == .imageProcessor }) == true
        else { return false }
        let holders = snapshot.holders.value?.holders.map { $0.name.lowercased() } ?? []
        if holders.contains(where: { $0.hasPrefix("v4l2-relayd") }) { return true }
        if isOfOthers(node.title) { return false }
        if hasRelaysName(node.title) { return true }
        if holders.contains(where: isOfOthers) { return false }
        // Where there are several, the relay's is the one that is called so.
        let others = (snapshot.nodes.value ?? []).filter { $0.isFed && $0.cameraKey != node.cameraKey }
        return !others.contains { hasRelaysName($0.title) }
    }

    /// Programs that feed virtual cameras of their own, by whose names these are called.
    private static func isOfOthers(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("obs") || ["droidcam", "scrcpy", "iriun", "ivcam", "akvcam", "webcamoid", "gphoto"].contains(where: name.contains)
    }

    private static func hasRelaysName(_ title: String) -> Bool {
        let title = title.lowercased()
        return ["relay", "mipi", "isp camera", "ipu", "integrated", "built-in"].contains(where: title.contains)
    }

    static func unfed(_ began: Bool, _ evidence: [EvidenceLine], _ subject: StreamSubject) -> Finding? {
        guard let node = subject.node, !subject.isRelayed, node.isFed else { return nil }
        return Finding(
            .streamNone, .fail,
            "\(subject.name) is a virtual camera (\(node.title)), and "
                + (began ? "the program that feeds it has stopped sending frames" : "no program feeds it with frames") + (subject.udevFeeder?.words ?? ""),
            confidence: .likely, evidence: evidence + (subject.udevFeeder?.evidence ?? []), effect: "the scan waits for frames that do not arrive",
            fixes: (subject.udevFeeder.map { [$0.fix] } ?? []) + Attachment.feed(subject.argument, "Start what feeds it, and let it run beside the scan", "droidcam-cli in another window or with &"))
    }

    /// A relay that takes the pictures from libcamera, whose software image processing gets its memory from dma-buf heaps or udmabuf.
    /// Source: libcamera's dma_buf_allocator.cpp.
    private static func withoutMemory(_ seen: [EvidenceLine], _ subject: StreamSubject) -> Finding? {
        guard let process = subject.relay, let relay = subject.relayRecord, let unit = relay.unit, let allowed = relay.allowedDevices
        else { return nil }
        return Finding(
            .streamNone, .fail,
            "no picture arrives at \(subject.name), a virtual camera: the relay that feeds it (v4l2-relayd, process \(process)) takes its pictures from libcamera, and its unit \(unit) does not let it open /dev/dma_heap or /dev/udmabuf, from which libcamera's software image processing gets its memory",
            confidence: .likely,
            evidence: seen + [EvidenceLine("systemctl show \(unit), DeviceAllow", allowed.isEmpty ? "nothing" : Words.list(allowed))],
            effect: "no picture can be captured through it",
            fixes: [
                Fix(
                    "Let the unit open these devices, and restart the relay",
                    commands: subject.place.editUnit(unit, ["[Service]", "DeviceAllow=char-dma_heap rw", "DeviceAllow=/dev/udmabuf rw"])
                        + ["sudo systemctl restart \(Words.shell(unit))"],
                    needsRoot: true, isRunnable: false),
                Fix("See what the relay says", commands: ["journalctl -b -u \(Words.shell(unit)) --no-pager"], isRunnable: false),
                Fix("Or use the camera without the relay, through libcamera", commands: ["candela scan libcamera:"]),
            ])
    }

    /// The relay itself says that GStreamer lacks what reads the camera.
    private static func withoutElement(_ subject: StreamSubject) -> Finding? {
        guard let unit = subject.relayUnit, var finding = LacksElement.find(unit, [], subject.place) else { return nil }
        finding.id = .streamNone
        finding.severity = .fail
        finding.message = "no picture arrives at \(subject.name), a virtual camera: \(finding.message)"
        return finding
    }

    static func noRelay(_ seen: [EvidenceLine], _ subject: StreamSubject) -> Finding {
        if let finding = withoutMemory(seen, subject) ?? withoutElement(subject) { return finding }
        let source = subject.relayRecord != nil ? "libcamera" : "the maker's camera software (HAL and its plugin for this image processor)"
        return Finding(
            .streamNone, .fail,
            subject.relay.map {
                "no picture arrives at \(subject.name), a virtual camera: the relay that feeds it (v4l2-relayd, process \($0)) gets none from \(source)"
            }
                ?? "no picture arrives at \(subject.name), a virtual camera: the relay that is to feed it with the built-in camera's pictures (v4l2-relayd) does not run",
            confidence: .likely,
            evidence: seen + [EvidenceLine("/proc/*/comm", subject.relay == nil ? "no v4l2-relayd" : "v4l2-relayd")],
            effect: "no picture can be captured through it",
            fixes: [
                Fix("Use the camera without the relay, through libcamera", commands: ["candela scan libcamera:"]),
                Fix(
                    "See what the relay and the HAL say", commands: ["journalctl -b -u 'v4l2-relayd*' --no-pager"],
                    isRunnable: false),
                Fix(
                    subject.relay == nil
                        ? "Start the relay"
                        : "If a library or plugin is missing there: install the package of the HAL that is made for this image processor (its plugin has the processor's name, such as ipu6, ipu6ep, ipu7x; on Ubuntu install libcamhal-ipu6, libcamhal-ipu6ep and so on; packages whose names end in 0 can be empty), and restart the relay",
                    commands: ["sudo systemctl restart v4l2-relayd"], needsRoot: true, isRunnable: false),
            ])
    }
}
