// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Judges whether there is a camera.
enum PresenceJudge {
    static func judge(_ snapshot: Snapshot) -> CheckReport {
        guard let host = snapshot.host.value else { return .unseen(.presence, snapshot.host) }
        if let node = snapshot.chosen { return found(node, host) }
        if let unbound = host.usbCameras.first {
            return CheckReport(
                .presence, findings: [], passed: "\(unbound.title) is plugged in at USB \(unbound.device)",
                evidence: [unbound.classEvidence])
        }
        if let nodes = snapshot.nodes.value, !nodes.isEmpty {
            return CheckReport(
                .presence, findings: [],
                passed: "the kernel lists \(nodes.count) video \(nodes.count == 1 ? "node" : "nodes")",
                evidence: [EvidenceLine("/sys/class/video4linux", nodes.map(\.sysname).joined(separator: " "))])
        }
        guard let names = host.videoNames, host.hidesUSB != true else {
            return CheckReport(.presence, .unknown, "sysfs cannot be read, so it is unknown what is plugged in")
        }
        if !names.isEmpty, let reason = snapshot.nodes.unknown { return CheckReport(.presence, .unknown, reason) }
        if host.mediaDevices > 0 {
            return CheckReport(
                .presence, findings: [], passed: "there is a media device, but no video node",
                evidence: [EvidenceLine("/dev/media*", "\(host.mediaDevices)")])
        }
        return CheckReport(.presence, findings: [missing(snapshot, host)], passed: "")
    }

    private static func found(_ node: NodeRecord, _ host: HostRecord) -> CheckReport {
        var findings: [Finding] = []
        let speed = node.usbSpeed.map { "USB at \(Words.number($0)) Mb/s" } ?? node.bus
        if let speed = node.usbSpeed, let release = node.usbRelease, release >= 0x0300, speed < 5000 {
            findings.append(slowLink(node, speed, "it supports USB \(release >> 8).\(release >> 4 & 15)"))
        } else if let speed = node.usbSpeed, speed < 480 {
            findings.append(slowLink(node, speed, "video needs at least 480 Mb/s (USB 2)"))
        }
        return CheckReport(
            .presence, findings: findings, passed: "\(node.title), \(speed)",
            evidence: [EvidenceLine("/sys/class/video4linux/\(node.sysname)", node.title), EvidenceLine("bus", speed)])
    }

    private static func slowLink(_ node: NodeRecord, _ speed: Double, _ why: String) -> Finding {
        Finding(
            .deviceSlowLink, .warn, "\(node.title) is connected at \(Words.number(speed)) Mb/s, but \(why)",
            evidence: [
                EvidenceLine(
                    "speed", "\(Words.number(speed)) Mb/s", threshold: why,
                    source: "kernel ABI documentation, sysfs-bus-usb"),
                EvidenceLine("version", node.usbRelease.map { "\($0 >> 8).\($0 >> 4 & 15)" } ?? "unknown"),
            ],
            effect: "large or fast formats are not offered, or frames are lost",
            fixes: [Fix("Use another port or cable: one cable, port or hub on the path is slower")])
    }

    private static func missing(_ snapshot: Snapshot, _ host: HostRecord) -> Finding {
        let evidence = [
            EvidenceLine("/sys/class/video4linux", "no node"),
            EvidenceLine("/sys/bus/usb/devices/*/bInterfaceClass", "no 0e (video)"),
            EvidenceLine("/dev/media*", "none"),
        ]
        if snapshot.isWSL {
            return Finding(
                .deviceVirtualHost, .fail,
                "this is the Windows Subsystem for Linux (WSL), which passes no camera through by default",
                evidence: evidence + [EvidenceLine("/proc/sys/kernel/osrelease", host.kernelRelease)],
                effect: "no live picture can be captured; picture files can be scanned",
                fixes: [
                    Fix(
                        "In PowerShell on Windows, attach the USB camera (usbipd-win must be installed)",
                        commands: ["usbipd list", "usbipd bind --busid BUSID", "usbipd attach --wsl --busid BUSID"],
                        undo: ["usbipd detach --busid BUSID"], isRunnable: false),
                    Fix(
                        "Use a kernel built with CONFIG_USB_VIDEO_CLASS: the default kernel of WSL has no camera driver"
                    ),
                ])
        }
        return Finding(
            .deviceNone, .fail, "there is no camera on this machine",
            evidence: evidence, effect: "there is no camera to capture from",
            fixes: [
                Fix(
                    "Plug in a camera while this command runs: it should appear in the list",
                    commands: ["candela list --watch"],
                    isRunnable: false),
                Fix(
                    "For a built-in camera, look for its switch or key, and check that the firmware setup does not disable it"
                ),
                Fix("In a virtual machine, pass the USB device through from the host"),
                Fix("Try everything else with the simulated camera", commands: ["candela scan sim:bench --once"]),
            ])
    }
}

extension Snapshot {
    /// Whether this is the Windows Subsystem for Linux.
    var isWSL: Bool { surroundings.value?.signs.contains { $0.kind == .wsl } == true }
}
