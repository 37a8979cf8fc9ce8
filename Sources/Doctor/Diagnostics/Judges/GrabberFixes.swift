// SPDX-License-Identifier: Apache-2.0

/// What to do if a grabber (see `VideoGrabber`) shows nothing: the trouble is nearly always before its input.
enum GrabberFixes {
    /// For a card inside the machine.
    static let card = [
        Fix(
            "If the source is right: switch the machine off completely and on again, so that the card loads its own firmware again; cards whose firmware the maker's driver loads need that driver, or a program that does the same"
        ),
        Fix("Look for a newer version of the card's driver, and report the lines of the kernel log to its developers"),
    ]

    /// For a built-in camera on PCIe.
    ///
    /// - Parameter policy: how the links save power.
    static func builtIn(_ policy: String?) -> [Fix] {
        (policy.map { $0.hasPrefix("power") } == true
            ? [
                Fix(
                    "Switch off the power saving of PCIe links (ASPM), with which some of these cameras lose data; TLP sets it on battery: PCIE_ASPM_ON_BAT=default in /etc/tlp.conf keeps it off",
                    commands: ["echo performance | sudo tee /sys/module/pcie_aspm/parameters/policy"], needsRoot: true,
                    undo: ["echo \(policy ?? "default") | sudo tee /sys/module/pcie_aspm/parameters/policy"])
            ] : []) + [
                Fix(
                    "Look for a newer version of the camera's driver, and report the lines of the kernel log to its developers"
                ),
                Fix("Switch the machine off completely and on again, so that the camera loads its firmware again"),
            ]
    }

    /// The driver says itself that the card is none of its list: it then knows neither its inputs nor its chips.
    static func unknownBoard(_ seen: [EvidenceLine], _ subject: StreamSubject) -> Finding? {
        guard let driver = subject.node?.driver, !subject.unknownBoard.isEmpty else { return nil }
        let module = Words.shell(driver)
        let hasList = driver == "em28xx" || subject.unknownBoard.contains { $0.contains("card=") }
        return Finding(
            .streamNone, .fail,
            "\(subject.name) starts streaming, but no frame arrives: its driver \(driver) does not know this board, and treats it as one of unknown kind",
            confidence: .likely, evidence: seen + subject.unknownBoard.suffix(3).map { EvidenceLine("kernel log", $0) },
            effect: "no picture can be captured, whatever is connected to its input",
            fixes: [
                Fix(
                    "Compare the card's ids with the driver's list: cards of one maker with nearly the same name can be different hardware, which the driver does not support",
                    commands: [subject.node?.bus == "usb" ? "lsusb" : "lspci -nnk"], isRunnable: false)
            ]
                + (hasList
                    ? [
                        Fix(
                            "If the card is in that list under a number, tell the driver so; a wrong number can set its outputs wrongly, so try none by chance",
                            commands: ["modinfo --parameters \(module)", "sudo modprobe -r \(module)", "sudo modprobe \(module) card=NUMBER"],
                            needsRoot: true, undo: ["sudo modprobe -r \(module)", "sudo modprobe \(module)"], isRunnable: false)
                    ] : []) + [
                    Fix("Look for a newer version of the driver, and tell its developers the ids and the lines of the kernel log"),
                    Fix("If none supports it, use another card, or a grabber on USB that needs no driver of its own (UVC)"),
                ])
    }

    static let signal = [
        Fix(
            "See to the signal at its input: the source is switched on and sends a picture, the HDMI or video lead is plugged in at both ends, and a splitter or switch between them has power and this output selected"
        ),
        Fix(
            "Connect the source to it without a splitter, or try another source: many grabbers accept only some resolutions, and none that is copy-protected (HDCP)"
        ),
    ]
}
