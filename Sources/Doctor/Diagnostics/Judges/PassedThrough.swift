// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// What a virtual machine is to have, so that this machine does not: a capture card, or a USB controller with all that is plugged in there.
enum PassedThrough {
    /// A capture card.
    static func find(_ host: HostRecord) -> Finding? {
        guard let card = host.machine?.hardware.first(where: \.isPassedThrough), let driver = card.driver else { return nil }
        let title = KnownHardware.name(card) ?? card.title ?? card.modules.first.map { "the card for \($0)" } ?? card.identifier
        return Finding(
            .deviceDriverRefused, .fail,
            "there is no camera for this machine: \(title) (\(card.identifier)) is passed through to a virtual machine, for which \(driver) keeps it",
            confidence: .likely, evidence: [EvidenceLine("\(card.device)/driver", driver)],
            effect: "this machine gets no video node of it; the virtual machine does while it runs",
            fixes: [
                Fix("If that is intended: scan in the virtual machine that has the card, or use another camera here"),
                giveBack("the card", driver),
            ])
    }

    /// A USB controller: whether a camera is plugged in there, this machine cannot see. So nothing else may be known. A graphics card that
    /// is passed through brings a controller of its own along, which hardly anybody uses.
    static func controller(_ host: HostRecord) -> Finding? {
        guard host.machine?.handScanner == nil else { return nil }
        return host.machine?.passedControllers?.first { !KernelLogFacts.isOfGraphicsCard($0.name) }
            .map { controller($0, camera: nil, [], .possible) }
    }

    /// A camera that this machine had, until the controller that it is plugged into was given away: it was not unplugged.
    static func camera(_ host: HostRecord) -> Finding? {
        let facts = KernelLogFacts(host)
        let log = facts.lines
        for controller in host.machine?.passedControllers ?? [] {
            let buses = facts.buses(of: controller.name)
            guard
                let found = log.lastIndex(where: { line in
                    line.contains("New USB device found") && USBPort(line: line).map { buses.contains($0.bus) && !$0.path.isEmpty } == true
                        && isCamera(line, in: log)
                }), let ids = KernelLogFacts.usbID(log[found]),
                // It was at another controller after that.
                !log[(found + 1)...].contains(where: { $0.contains("New USB device found") && KernelLogFacts.usbID($0) == ids })
            else { continue }
            let left = log[found...].filter { line in
                line.contains("USB disconnect") && USBPort(line: line) == USBPort(line: log[found])
                    || line.contains(controller.name) && line.contains("deregistered")
            }
            return self.controller(controller, camera: ids, [log[found]] + left.suffix(2), .likely)
        }
        return nil
    }

    /// Whether the kernel took what it found there for a camera.
    private static func isCamera(_ line: String, in log: [String]) -> Bool {
        KernelLogFacts.usbID(line).map { id in log.contains { $0.contains("Found UVC") && $0.contains("(\(id))") } } == true
    }

    private static func controller(
        _ controller: PassedController, camera: String?, _ lines: [String], _ confidence: Finding.Confidence
    ) -> Finding {
        Finding(
            .deviceDriverRefused, .fail,
            "there is no camera for this machine: its USB controller \(controller.name) is passed through to a virtual machine, for which \(controller.driver) keeps it, "
                + (camera.map { "and with it the camera \($0) that is plugged in there" } ?? "and with it all that is plugged into its ports"),
            confidence: confidence,
            evidence: [EvidenceLine("/sys/bus/pci/devices/\(controller.name)/driver", controller.driver)]
                + lines.map { EvidenceLine("kernel log", $0) },
            effect: "this machine sees nothing of what is plugged into these ports; the virtual machine does while it runs",
            fixes: [
                Fix("If that is intended: scan in the virtual machine that has the controller"),
                Fix("If the camera is for this machine: plug it into a port of another controller, such as those on a card or on the other side of the machine; the list shows when it appears", commands: ["candela list --watch"], isRunnable: false),
                Fix("If the virtual machine needs only some devices: pass these on one by one, by their ids, in place of the whole controller"),
                giveBack("the controller", controller.driver),
            ])
    }

    private static func giveBack(_ what: String, _ driver: String) -> Fix {
        Fix(
            "If this machine is to have it: take \(what) out of the virtual machine's settings and out of the lines that give it to \(driver), make the initramfs again, and restart",
            commands: ["grep -rn -e vfio -e pci-stub -e pciback /etc/modprobe.d /proc/cmdline"], isRunnable: false)
    }
}
