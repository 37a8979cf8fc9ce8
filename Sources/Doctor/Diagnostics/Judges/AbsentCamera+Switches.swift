// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A laptop or tablet whose own camera is switched off by a key or in the setup.
extension AbsentCamera {
    /// The switch that tells why there is no camera; `nil` without one.
    ///
    /// Of a tablet's two cameras, the one at the back may be off for good: the other one is missed then.
    var offSwitch: MachineRecord.Switch? {
        let switches = host.machine?.switches ?? []
        let hasFront = switches.contains { !$0.isOff && $0.isInSetup && Self.side($0) != .back && !$0.isOfMicrophone }
        return switches.first { $0.isOff && !$0.isOfMicrophone && !(hasFront && Self.side($0) == .back) }
            ?? switches.first { $0.isOff && $0.isOfMicrophone && !switches.contains { !$0.isOfMicrophone } }
    }

    private enum Side {
        case front, back
    }

    private static func side(_ item: MachineRecord.Switch) -> Side? {
        let words = item.attribute.lowercased()
        if ["rear", "back", "world"].contains(where: words.contains) { return .back }
        return ["front", "user"].contains(where: words.contains) ? .front : nil
    }

    /// The built-in camera is off, and perhaps so for good: another one that was plugged in, and is lost or has no driver, is what
    /// somebody waits for.
    func switchedOff(_ off: MachineRecord.Switch) -> Finding {
        let own = ownSwitchedOff(off)
        return other(than: off)?.besides(own, fixes: 1) ?? own
    }

    /// What became of a camera that the switch has no power over.
    private func other(than off: MachineRecord.Switch) -> Finding? {
        let log = KernelLogFacts(host)
        if let dead = log.deadController, !dead.isAside { return deadController(dead.line, log) }
        if let failed = log.failedEnumeration, log.isAfterStart(failed.line), !log.isBeforeDisconnect(failed.line) {
            return silentDevice(failed.port, failed.line)
        }
        if let lines = log.vanishedCamera, off.isInSetup || isPluggedIn(lines) { return vanished(lines, isOwn: false) }
        if let device = host.machine?.unclaimed?.first(where: { $0.soundsLikeVideo && $0.isInUse != true }) {
            return notClaimed(device)
        }
        // A key is pressed by chance, and a telephone is plugged in to be charged.
        guard off.isInSetup, let device = host.machine?.hardware.first(where: { $0.kind == .filesOnly && $0.vendorID != "05ac" }) else { return nil }
        return filesOnly(device)
    }

    /// Whether the camera that has left was surely not the built-in one, which leaves when its key is pressed: it was at a hub that
    /// somebody has plugged in, or its maker makes no cameras for laptops.
    private func isPluggedIn(_ lines: [String]) -> Bool {
        let log = KernelLogFacts(host)
        let port = lines.first.flatMap { USBPort(line: $0) } ?? lines.last.flatMap { USBPort(line: $0) }
        // Hubs on a machine's own board have the same chips; they are there from its start.
        let isLate = { (hub: USBPort) in
            log.lines.contains { $0.contains("New USB device found") && USBPort(line: $0) == hub && log.isAfterStart($0) }
        }
        if (port?.hubs ?? []).contains(where: { SolderedHub($0, log, host.machine?.platform) == nil && isLate($0) }) { return true }
        return Self.isOfWebcamMaker(lines.first.flatMap(KernelLogFacts.lastIdentifier))
    }

    /// Whether these ids, `046d:082d`, are those of a maker who makes no cameras for laptops.
    static func isOfWebcamMaker(_ identifier: String?) -> Bool { makersOfWebcams.contains(String((identifier ?? "").prefix(4))) }

    /// Logitech, Creative, Razer, Elgato, AVerMedia. Source: usb.ids.
    private static let makersOfWebcams: Set = ["046d", "041e", "1532", "0fd9", "07ca"]

    private func ownSwitchedOff(_ off: MachineRecord.Switch) -> Finding {
        // Samsung's block_recording is 1 to switch it off, MSI's webcam has words.
        let (on, back) = off.isBlock ? ("0", "1") : off.value == "off" ? ("on", "off") : ("1", "0")
        return Finding(
            .deviceSwitchedOff, .fail, "the built-in camera is switched off by this machine's firmware",
            evidence: [EvidenceLine(off.path, off.value)] + evidence, effect: effect,
            fixes: [
                off.isInSetup
                    ? Fix("Enable the camera in the firmware setup (the screen before Linux starts)")
                    : Fix(
                        "Switch it on", commands: ["echo \(on) | sudo tee \(off.path)"], needsRoot: true,
                        undo: ["echo \(back) | sudo tee \(off.path)"],
                        isRunnable: DriverJudge.isSafePath(off.path))
            ] + [Fix("Or press the key with the camera's symbol")])
    }
}

extension MachineRecord.Switch {
    /// Samsung's, which the camera's key sets.
    fileprivate var isBlock: Bool { path.contains("block_recording") }
    /// Whether it is one of the firmware's setup, in force from the start of the machine on.
    fileprivate var isInSetup: Bool { path.contains("firmware-attributes") && !isBlock }
    /// The name of the setup's attribute: `Integrated Rear Camera`.
    fileprivate var attribute: String {
        let parts = path.split(separator: "/")
        return isInSetup && parts.count > 1 ? String(parts[parts.count - 2]) : ""
    }
    /// Some setups have one for the camera and another for its microphone.
    fileprivate var isOfMicrophone: Bool { attribute.lowercased().contains("mic") }
}
