// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A board whose only USB port makes it a device (gadget) for another computer, such as a network card: nothing that is plugged in
/// there appears. Source: Raspberry Pi's firmware, overlays/README, dwc2; the kernel's Documentation/ABI/stable/sysfs-class-udc.
struct DevicePort {
    /// The line of config.txt that sets the mode.
    private let line: String?
    /// `3f980000.usb`
    private let controller: String?
    private let isPi: Bool
    /// Whether a camera on USB is what is missed: many boards have their port in that mode from the start, and a camera at a connector of
    /// their own.
    let isMeant: Bool

    init?(_ snapshot: Snapshot, _ host: HostRecord) {
        let log = host.kernelLog.value ?? []
        guard let machine = host.machine, machine.platform.hasDeviceTree, machine.hostControllers.isEmpty, host.hidesUSB != true,
            !Place(snapshot).isGuest, !Place(snapshot).isLaptop, machine.isHandset != true, machine.platform.board?.hasPrefix("Apple ") != true,
            !log.contains(where: { $0.contains("new USB bus registered") })
        else { return nil }
        line = machine.bootConfiguration?.last { $0.hasPrefix("dtoverlay=dwc2") }
        controller = machine.deviceControllers?.first
        guard line?.contains("dr_mode=peripheral") == true || controller != nil else { return nil }
        isPi = machine.platform.isRaspberryPi
        // Those with a keyboard have no connector for cameras.
        let isKeyboard = ["Pi 400", "Pi 500"].contains { machine.platform.board?.contains($0) == true }
        isMeant = log.contains { $0.contains("Found UVC") } || isPi && (isKeyboard || SensorJudge(snapshot, host).asksForNoSensor)
    }

    private var isSet: Bool { line?.contains("dr_mode=peripheral") == true }

    private var lines: [EvidenceLine] {
        (line.map { [EvidenceLine("config.txt", $0)] } ?? [])
            + (controller.map { [EvidenceLine("/sys/class/udc", "\($0): a USB port that works as a device (gadget) for another computer")] } ?? [])
            + [EvidenceLine("/sys/bus/usb/devices", "no root hub")]
    }

    func finding(_ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceNone, .fail,
            "this board has no USB bus, so that no camera on USB can be there: its USB port works as a device (gadget, peripheral mode) for another computer"
                + (isSet ? ", because config.txt sets dr_mode=peripheral" : ""),
            confidence: .likely, evidence: lines + evidence.filter { $0.what != "config.txt" },
            effect: "there is no camera to capture from",
            fixes: [
                switching,
                Fix(
                    "Plug the camera in through an adapter for the port's host mode (OTG), and see whether it appears", commands: ["lsusb"], isRunnable: false),
                Fix(
                    "If a camera module at the board's own connector is meant: this page says why one may be missing",
                    commands: ["candela doctor --explain device.sensor-missing"]),
            ])
    }

    /// Adds what it means for a camera on USB to a finding about one at the board's connector.
    func explain(_ finding: inout Finding) {
        finding.evidence += lines.filter { line in line.what != "config.txt" || !finding.evidence.contains { $0.what == "config.txt" } }
        finding.fixes.append(switching)
    }

    private var switching: Fix {
        isPi
            ? Fix(
                "If the camera is on USB: this board has no USB bus, because its USB port works as a device (gadget) for another computer. Write dtoverlay=dwc2,dr_mode=host into config.txt in place of \(line ?? "the other line for dwc2"), remove g_ether and other gadget modules (g_…) from modules-load= in cmdline.txt and from /etc/modules, and reboot. A network over this port ends with that, so have another way to the machine first"
            )
            : Fix(
                "If the camera is on USB: this board has no USB bus, because its USB port works as a device (gadget) for another computer. Switch the port to host mode with the board's own tool or overlay (device tree: dr_mode = \"host\"), remove the gadget (g_ether, g_serial, a script for configfs) from the start of the system, and reboot. A network over this port ends with that, so have another way to the machine first"
            )
    }
}
