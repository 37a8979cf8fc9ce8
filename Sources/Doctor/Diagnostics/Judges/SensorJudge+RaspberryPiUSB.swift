// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A Raspberry Pi whose camera is one on USB, as far as anything tells: its default settings (camera_auto_detect=1, and start_x=1
/// in the images for 3D printers) look for a module in every system, and so say nothing about one.
extension SensorJudge {
    /// Whether nothing names a sensor at the camera connector, and none is seen there.
    var isModuleUnasked: Bool {
        let lines = (machine?.bootConfiguration ?? []) + (machine?.strayBootConfiguration ?? [])
        let inputs = Self.sensors + Self.bridges
        guard !lines.contains(where: { Self.isOverlay($0, of: inputs) }) else { return false }
        guard receiver == nil, silent == nil, log.refusedSensor == nil else { return false }
        return machine?.firmwareCamera?.contains("detected=1") != true && machine?.sensors.contains(where: { $0.driver != nil }) != true
    }

    /// What happened to a camera on USB, or to its controller.
    func lostBesideModule() -> Finding? {
        guard var finding = AbsentCamera(snapshot, host).lostOnUSB() else { return nil }
        finding.fixes.append(
            Fix(
                "If a camera module at the board's own connector is meant: this page says why one may be missing",
                commands: ["candela doctor --explain device.sensor-missing"]))
        return finding
    }

    /// A camera on USB that was found, and left after a sensor had not answered: that sensor was as silent while the camera worked, as where
    /// an overlay still names a module that somebody has taken off.
    func lostAfterSensor() -> Finding? {
        let line = silent ?? log.refusedSensor?.lines.last
        guard let line, receiver == nil, host.usbCameras.isEmpty, machine?.hardware.contains(where: { $0.kind == .usb3Vision }) != true,
            let gone = log.vanishedCamera?.last, let start = log.lines.lastIndex(of: line), let end = log.lines.lastIndex(of: gone), end > start,
            var finding = AbsentCamera(snapshot, host).lostOnUSB()
        else { return nil }
        finding.message +=
            "; besides, the sensor \(isInCase ? "of the built-in camera" : "at the board's camera connector") \(silent == nil ? "was not accepted by its driver" : "does not answer"), and did not while the other camera worked"
        finding.evidence.append(EvidenceLine("kernel log", line))
        guard !isInCase else { return finding }
        finding.fixes += [
            isPi
                ? Self.cable.under("If the camera module is meant")
                : Fix("If the camera module is meant: switch the board off and reseat its cable at both ends; then try another cable"),
            Fix("If there is no camera module any more: remove its overlay, so that no driver looks for it"),
        ]
        return finding
    }

    /// A Compute Module 4 starts with its USB switched off, and the makers of some systems leave it so. Source: Raspberry Pi's
    /// documentation, "Compute Module 4 IO Board", and of config.txt, "otg_mode".
    func withoutUSB(_ evidence: [EvidenceLine]) -> Finding? {
        if let port = DevicePort(snapshot, host), port.isMeant { return port.finding(evidence) }
        guard let machine, machine.platform.board?.contains("Compute Module 4") == true, machine.hostControllers.isEmpty,
            host.hidesUSB != true, place.container == nil, let configuration = machine.bootConfiguration,
            !configuration.contains(where: { $0.hasPrefix("otg_mode=1") || $0.hasPrefix("dtoverlay=dwc2") }),
            !log.lines.contains(where: { $0.contains("new USB bus registered") })
        else { return nil }
        return Finding(
            .deviceNone, .fail,
            "this Compute Module 4 has no USB bus, so that no camera on USB can be there: its USB is switched off unless config.txt switches it on; and no camera module has been detected either",
            confidence: .likely,
            evidence: evidence + [EvidenceLine("/sys/bus/usb/devices", "no root hub")], effect: "there is no camera to capture from",
            fixes: [
                Fix(
                    "If the camera is on USB: write otg_mode=1 into config.txt, below [cm4] or [all] (or dtoverlay=dwc2,dr_mode=host, with kernels without Raspberry Pi's changes), and reboot; then the camera appears in this list",
                    commands: ["lsusb"], isRunnable: false),
                Fix(
                    "If a camera module is meant: switch the board off, and seat its flat cable again at both ends, with the contacts towards those of the connector. Then check what the module sees",
                    commands: ["rpicam-hello --list-cameras"], isRunnable: false),
            ])
    }
}
