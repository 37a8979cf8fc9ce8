// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Is there a camera?
enum PresenceJudge {
    static func judge(_ snapshot: Snapshot) -> CheckReport {
        guard let host = snapshot.host.value else { return .unseen(.presence, snapshot.host) }
        if let node = snapshot.chosen { return found(node, host) }
        if let unbound = host.usbCameras.first {
            return CheckReport(
                .presence, findings: [], passed: "\(unbound.title) is plugged in, at USB \(unbound.device)",
                evidence: [unbound.classEvidence])
        }
        if let nodes = snapshot.nodes.value, !nodes.isEmpty {
            return CheckReport(
                .presence, findings: [],
                passed: "the kernel lists \(nodes.count) video \(nodes.count == 1 ? "node" : "nodes")",
                evidence: [EvidenceLine("/sys/class/video4linux", nodes.map(\.sysname).joined(separator: " "))])
        }
        guard let names = host.videoNames, host.hidesUSB != true else {
            return CheckReport(.presence, .unknown, "sysfs cannot be read here, so nobody can say what is plugged in")
        }
        if !names.isEmpty, let reason = snapshot.nodes.unknown { return CheckReport(.presence, .unknown, reason) }
        if host.mediaDevices > 0 {
            return CheckReport(
                .presence, findings: [], passed: "there is a media device, though no video node",
                evidence: [EvidenceLine("/dev/media*", "\(host.mediaDevices)")])
        }
        return CheckReport(.presence, findings: [missing(snapshot, host)], passed: "")
    }

    private static func found(_ node: NodeRecord, _ host: HostRecord) -> CheckReport {
        var findings: [Finding] = []
        let speed = node.usbSpeed.map { "USB at \(Words.number($0)) Mb/s" } ?? node.bus
        if let speed = node.usbSpeed, let release = node.usbRelease, release >= 0x0300, speed < 5000 {
            findings.append(slowLink(node, speed, "it is made for USB \(release >> 8).\(release >> 4 & 15)"))
        } else if let speed = node.usbSpeed, speed < 480 {
            findings.append(slowLink(node, speed, "video needs at least USB 2's 480"))
        }
        return CheckReport(
            .presence, findings: findings, passed: "\(node.title), \(speed)",
            evidence: [EvidenceLine("/sys/class/video4linux/\(node.sysname)", node.title), EvidenceLine("bus", speed)])
    }

    private static func slowLink(_ node: NodeRecord, _ speed: Double, _ why: String) -> Finding {
        Finding(
            .deviceSlowLink, .warn, "\(node.title) runs at \(Words.number(speed)) Mb/s, though \(why)",
            evidence: [
                EvidenceLine(
                    "speed", "\(Words.number(speed)) Mb/s", threshold: why, source: "sysfs-bus-usb of the kernel's ABI"),
                EvidenceLine("version", node.usbRelease.map { "\($0 >> 8).\($0 >> 4 & 15)" } ?? "not known"),
            ],
            effect: "large or fast formats are not offered, or frames are lost",
            fixes: [Fix("Use another port or cable: one of the wires or ports on the way is of an older kind")])
    }

    private static func missing(_ snapshot: Snapshot, _ host: HostRecord) -> Finding {
        let evidence = [
            EvidenceLine("/sys/class/video4linux", "no node"),
            EvidenceLine("/sys/bus/usb/devices/*/bInterfaceClass", "no 0e (video)"),
            EvidenceLine("/dev/media*", "none"),
        ]
        if snapshot.surroundings.value?.signs.contains(where: { $0.kind == .wsl }) == true {
            return Finding(
                .deviceVirtualHost, .fail, "this is Windows' Linux subsystem, which hands no camera through by itself",
                evidence: evidence + [EvidenceLine("/proc/sys/kernel/osrelease", host.kernelRelease)],
                effect: "no live picture can be taken; pictures from files can be scanned",
                fixes: [
                    Fix(
                        "In a PowerShell of Windows, hand the USB camera through (usbipd-win must be installed)",
                        commands: ["usbipd list", "usbipd bind --busid BUSID", "usbipd attach --wsl --busid BUSID"],
                        undo: ["usbipd detach --busid BUSID"], isRunnable: false),
                    Fix(
                        "Use a kernel built with CONFIG_USB_VIDEO_CLASS: the stock one of WSL has no camera driver"),
                ])
        }
        return Finding(
            .deviceNone, .fail, "there is no camera on this machine",
            evidence: evidence, effect: "there is nothing to take a picture with",
            fixes: [
                Fix(
                    "Plug a camera in while this runs, and watch it appear", commands: ["candela list --watch"],
                    isRunnable: false),
                Fix(
                    "For a built-in camera: look for its switch or key, and whether the firmware setup has it disabled"),
                Fix("In a virtual machine: pass the USB device through from the host"),
                Fix("Try everything else with the simulated camera", commands: ["candela scan sim:bench --once"]),
            ])
    }
}
