// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A camera on USB that the kernel log tells of: it left, or does not come up, or its controller does not.
extension AbsentCamera {
    /// The kernel has given the USB controller up, and with it all that was plugged in. Source: `xhci_hc_died` in
    /// drivers/usb/host/xhci-ring.c.
    func deadController(_ line: String, _ log: KernelLogFacts) -> Finding {
        // `xhci_hcd 0000:00:14.0: HC died; cleaning up`
        let words = line.split(separator: " ").map { String($0.hasSuffix(":") ? $0.dropLast() : $0) }
        // The name of a PCI device: its domain, bus, slot and function.
        let device = words.first { $0.utf8.count == 12 && $0.contains(".") && $0.split(separator: ":").count == 3 }
        let driver = words.first { $0.hasSuffix("_hcd") || $0.hasSuffix("-hcd") } ?? "xhci_hcd"
        // What the camera did not answer before it.
        let silent = log.lines.filter { $0.contains("uvcvideo") && $0.contains("Failed to") }.suffix(2)
        let camera = log.lines.last { $0.contains("Found UVC") }.flatMap(KernelLogFacts.lastIdentifier)
            .flatMap { id in id.allSatisfy { $0.isHexDigit || $0 == ":" } ? id : nil }
        var fixes: [Fix] = []
        if let device, DriverJudge.isSafePath(device), DriverJudge.isSafePath(driver) {
            fixes.append(
                Fix(
                    "Start the controller again, with all that is plugged into it, or restart the machine",
                    commands: [
                        "echo \(device) | sudo tee /sys/bus/pci/drivers/\(driver)/unbind",
                        "echo \(device) | sudo tee /sys/bus/pci/drivers/\(driver)/bind",
                    ], needsRoot: true, isRunnable: false))
        } else {
            fixes.append(Fix("Restart the machine: that starts the controller again"))
        }
        if let camera, !silent.isEmpty {
            fixes.append(
                Fix(
                    "If it happens again with this camera (\(camera)): keep the link from saving power (LPM), with the kernel parameter usbcore.quirks=\(camera):k (Debian: GRUB_CMDLINE_LINUX in /etc/default/grub, then sudo update-grub), or plug it into a port of USB 2"
                ))
        }
        fixes.append(Place(snapshot).newerKernel("Update to a newer kernel, which knows more such devices, and look for newer firmware of the machine"))
        return Finding(
            .deviceNone, .fail,
            "the USB controller\(device.map { " \($0)" } ?? "") has died: the kernel got no answer from it any more, and switched it off with all that was plugged in",
            confidence: .likely,
            evidence: (silent + [line]).map { EvidenceLine("kernel log", $0) } + evidence, effect: effect, fixes: fixes)
    }

    /// A USB controller that the kernel could not start: nothing that is plugged into it is there.
    func failedController(_ probe: KernelLogFacts.FailedProbe) -> Finding {
        // The controller of a Raspberry Pi 4, on PCI, has its firmware from the start's own files, and from the kernel where these are newer.
        let isPi = host.machine?.platform.isRaspberryPi == true && probe.device.contains(":")
        if var finding = ControllerFirmware.find(probe, KernelLogFacts(host), Place(snapshot)) {
            finding.evidence += evidence
            return finding
        }
        return Finding(
            .deviceNone, .fail,
            "the kernel could not start the USB controller \(probe.device) of this machine, so that nothing that is plugged into it is there, and so no camera on it",
            confidence: .likely, evidence: probe.lines.map { EvidenceLine("kernel log", $0) } + evidence, effect: effect,
            fixes: [
                isPi
                    ? Fix(
                        "Update the whole system: kernel and start files (start4.elf, fixup4.dat, and the boot loader's EEPROM) must be of one age, or the controller (VL805) gets no firmware; copying newer start files into an old image is not enough",
                        commands: ["sudo apt update", "sudo apt full-upgrade", "sudo rpi-eeprom-update -a"], needsRoot: true, isRunnable: false)
                    : Place(snapshot).newerKernel("Update the kernel and the machine's firmware"),
                Fix("Switch the machine off, wait, and switch it on: a restart alone does not reset every controller"),
                Fix("If it stays so, what does work is another controller: other ports, or a card with ports"),
            ])
    }

    /// - Parameter line: what the kernel said of the device.
    func silentDevice(_ port: String, _ line: String) -> Finding {
        let log = KernelLogFacts(host)
        if let network = USBOverNetwork(port, host, Place(snapshot)) { return network.silent(line, evidence) }
        if let machine = guest(at: port) { return silentInGuest(machine, port, line) }
        let current = log.overCurrent(at: port, near: line)
        if !current.isEmpty { return overCurrent(.deviceNotRecognised, port, current.suffix(3) + (current.contains(line) ? [] : [line])) }
        let platform = host.machine?.platform
        let hubs = (USBPort(name: port)?.hubs ?? []).map { SolderedHub($0, log, platform) }
        let isAtHub = hubs.contains(nil)
        let isOnBoard = platform?.hasDeviceTree == true || hubs.contains(SolderedHub.board)
        return Finding(
            .deviceNotRecognised, .fail,
            (KernelLogFacts.isLooseContact(line)
                ? "the connection of a device at USB port \(port)\(isAtHub ? ", at a hub," : "") breaks off before Linux can ask the device what it is: a plug or socket without steady contact, a bad cable"
                : "a device at USB port \(port)\(isAtHub ? ", at a hub," : "") does not identify itself, so Linux cannot tell what it is: a bad cable, plug or hub")
                + ", or too little power, is the usual cause",
            confidence: .likely,
            evidence: [EvidenceLine("kernel log", line)] + evidence, effect: effect,
            fixes: [
                Fix(
                    "Unplug it, wait ten seconds, and plug it directly into another port of the machine, with another cable"
                ),
                isAtHub
                    ? Fix(
                        "If it must stay at the hub: give the hub a power supply of its own, or unplug other devices from it. All of them together get no more than one port gives, and take the most when they start"
                    ) : nil,
                isOnBoard && !isAtHub
                    ? Fix(
                        "If another port does not help: check the board's own power supply, and connect the device through a hub that has its own supply. The ports of a small board give little current together"
                    ) : nil,
                Fix("If it is built in, switch the machine off completely (not only restart it), and on again"),
                Fix("Try it on another computer: if it works there, this machine's port is at fault; if it fails there too, and with another cable, the fault is in the camera"),
            ].compactMap(\.self))
    }

    /// The kernel has switched a port off, or the hub has: source: `port_event` and `hub_event` in drivers/usb/core/hub.c.
    private func overCurrent(_ id: FindingID, _ port: String, _ lines: [String]) -> Finding {
        Finding(
            id, .fail,
            "there is no camera on this machine now: at USB port \(port) too much current flowed (over-current), so that the port was switched off: a short circuit in the cable, plug or device, or devices that take more than the port gives",
            confidence: .likely, evidence: lines.map { EvidenceLine("kernel log", $0) } + evidence, effect: effect,
            fixes: [
                Fix("Unplug it, look for a bent contact or dirt in the socket and the plug, and plug it into another port with another cable"),
                Fix("Leave out the other devices at the same hub or port, or connect them through a hub that has its own power supply"),
                Fix("If the port stays dead, switch the machine off completely and on again"),
                Fix("If it happens at every port with every cable, the device itself has a short circuit: use another one"),
            ])
    }

    /// The virtual machine, if its host passes on what is plugged in at this port. A guest can have a controller of hardware for itself
    /// (PCI passthrough), whose ports are real ones.
    private func guest(at port: String?) -> String? {
        guard let machine = host.machine, let name = machine.platform.virtualMachine else { return nil }
        guard let hub = port.flatMap({ USBPort(name: $0) }).map({ "usb\($0.bus)" }), let id = machine.hostControllerIDs?[hub] else { return name }
        return EmulatedController.isKnown(id) ? name : nil
    }

    /// What a virtual machine's ports carry, its host passes on, and on a controller of USB 2 no camera of USB 3.
    private func silentInGuest(_ machine: String, _ port: String, _ line: String) -> Finding {
        let controllers = (host.machine?.hostControllers ?? [:]).values
        let isOld = !controllers.isEmpty && !controllers.contains { $0.hasPrefix("xhci") }
        return Finding(
            .deviceNotRecognised, .fail,
            "a device at USB port \(port) of this virtual machine (\(machine)) does not identify itself: its host does not pass it on completely"
                + (isOld ? ", and the virtual machine has no USB 3 controller" : ""),
            confidence: .likely,
            evidence: [EvidenceLine("kernel log", line)]
                + (isOld ? [EvidenceLine("USB controllers", Words.list(Set(controllers).sorted()))] : []) + evidence,
            effect: effect,
            fixes: [
                Fix(
                    "Shut the virtual machine down, give it a USB 3 (xHCI) controller in its settings, start it, and pass the camera through from the host again"
                ),
                Fix(
                    "Look on the host whether the camera works there, and close what uses it there: a device can be passed on only if nobody has it"
                ),
                Fix("Or scan on the host itself, or read the camera over the network"),
            ])
    }

    /// - Parameter isOwn: `false` if it surely was not a laptop's own camera.
    func vanished(_ lines: [String], isOwn: Bool = true) -> Finding {
        let gone = lines.last { $0.contains("USB disconnect") }
        let port = gone.flatMap { USBPort(line: $0) }?.name
        if let gone, let port {
            let current = KernelLogFacts(host).overCurrent(at: port, near: gone)
            if !current.isEmpty { return overCurrent(.deviceNone, port, lines + current.suffix(3)) }
            if let network = USBOverNetwork(port, host, Place(snapshot)) { return network.vanished(lines, evidence) }
        }
        if namedVirtualMachine != nil, let machine = guest(at: port) { return takenBack(machine, lines) }
        let slept = lines.contains(where: MachineSleep.isOf)
        let loss = CameraLoss(lines, KernelLogFacts(host), host.machine?.platform)
        // Cameras with drivers of their own, and grabbers, are seldom built in.
        let isPortable = isOwn && host.machine?.platform.isPortable == true && lines.first?.contains("Found UVC") != false
        if let hub = loss.hub {
            let mayBeInside = isOwn && (slept || isPortable) && !Self.isOfWebcamMaker(loss.identifier)
            return leftWithHub(hub, lines, slept, mayBeInside: mayBeInside, isPortable: isPortable)
        }
        if !loss.losses.isEmpty { return looseContact(loss.losses, lines) }
        return Finding(
            .deviceNone, .fail,
            "there is no camera on this machine now; one was there and has disconnected\(slept ? ", and this machine has slept since it started" : "")"
                + (isPortable ? "; many laptops do that with their own camera while its privacy switch or key is on" : ""),
            evidence: evidence + lines.map { EvidenceLine("kernel log", $0) }, effect: effect,
            fixes: [
                isPortable ? Self.switchOn : nil,
                Fix(
                    isPortable
                        ? "Replug another one, directly into the machine"
                        : "Replug it, directly into the machine\(isOwn ? "; for a built-in one, look for its switch or key" : "")"),
                Self.powerOff,
                Fix("If it happens after every sleep, look for newer firmware of this machine"),
            ].compactMap(\.self))
    }

    private static let switchOn = Fix(
        "For the built-in one, switch it on again: a slider beside the lens, a switch at the side, or a key with a camera on it (with Fn, often F6 to F10)"
    )
    private static let powerOff = Fix(
        "If it is built in, switch the machine off completely and on again: after sleep the firmware may not have switched the camera on"
    )

    /// All that was plugged into the hub left in one moment: nobody has to look at the camera.
    ///
    /// - Parameter mayBeInside: whether the hub can be one on the machine's own board, at which its built-in camera is: those have the
    ///   same chips as others.
    private func leftWithHub(_ hub: CameraLoss.Hub, _ lines: [String], _ slept: Bool, mayBeInside: Bool, isPortable: Bool) -> Finding {
        let name = hub.identifier.map { "\(hub.port.name) (\($0))" } ?? hub.port.name
        return Finding(
            .deviceNone, .fail,
            "there is no camera on this machine now; one was there and has disconnected together with the hub at USB port \(name) \(mayBeInside ? "at which it was" : "into which it was plugged"): a hub, a dock or the hub in a monitor\(mayBeInside ? ", or one inside this machine, which its built-in camera is at" : "")"
                + (hub.isBack ? "; the hub has come back, and the camera has not" : "")
                + (slept ? "; this machine has slept since it started" : ""),
            confidence: .likely,
            evidence: evidence + (lines.contains(hub.line) ? lines : lines + [hub.line]).map { EvidenceLine("kernel log", $0) }, effect: effect,
            fixes: [
                hub.isBack
                    ? Fix("Unplug the camera from the hub (dock, monitor), and plug it in again")
                    : Fix("Plug the hub (dock, monitor) in again, and see that it is switched on: a monitor that is off or sleeps often switches its hub off"),
                Fix("If nobody unplugged it or switched it off: use another cable to the hub, and give the hub a power supply of its own"),
                Fix("If it happens again, plug the camera directly into the machine"),
                mayBeInside && isPortable ? Self.switchOn : nil,
                mayBeInside ? Self.powerOff : nil,
                mayBeInside && slept ? Fix("If it happens after every sleep, look for newer firmware of this machine") : nil,
            ].compactMap(\.self))
    }

    /// Before, it came back at once, or the hub spoke of interference: nobody has unplugged it.
    private func looseContact(_ losses: [String], _ lines: [String]) -> Finding {
        Finding(
            .deviceNone, .fail,
            "there is no camera on this machine now; one was there and has disconnected, and the log shows that its connection breaks off by itself: a plug or socket without steady contact, a bad or too long cable, or too little power, is the usual cause",
            confidence: .likely,
            evidence: evidence + (losses.suffix(4) + lines.suffix(1).filter { !losses.suffix(4).contains($0) }).map { EvidenceLine("kernel log", $0) },
            effect: effect,
            fixes: [
                Fix("Plug it directly into another port of the machine, with another cable, a short one, and without an extension"),
                Fix("If it must be far away or behind a hub: use a hub with its own power supply (powered hub), or an active extension"),
                Fix("If it is built in: its cable, mostly through the hinge of the lid, is damaged or loose"),
                Fix("Try it on another computer: if it is lost there, too, the fault is in the camera or its own cable"),
            ])
    }

    /// A camera of a virtual machine goes back to its host when somebody disconnects it there, and often when the host sleeps.
    private func takenBack(_ machine: String, _ lines: [String]) -> Finding {
        Finding(
            .deviceNone, .fail,
            "there is no camera in this virtual machine (\(machine)) now; one was there and has disconnected: its host has taken it back, or it was unplugged there",
            confidence: .likely, evidence: lines.map { EvidenceLine("kernel log", $0) } + evidence, effect: effect,
            fixes: [
                Self.passing(machine),
                Fix(
                    "Look on the host whether the camera is there and works, and close what uses it there: a device can be passed on only if nobody has it"
                ),
                Fix("If the host has slept since: pass the camera on again after it wakes"),
                Fix("Then watch it appear in the list", commands: ["candela list --watch"], isRunnable: false),
            ])
    }
}
