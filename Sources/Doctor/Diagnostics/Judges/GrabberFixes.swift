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

    static let signal = [
        Fix(
            "See to the signal at its input: the source is switched on and sends a picture, the HDMI or video lead is plugged in at both ends, and a splitter or switch between them has power and this output selected"
        ),
        Fix(
            "Connect the source to it without a splitter, or try another source: many grabbers accept only some resolutions, and none that is copy-protected (HDCP)"
        ),
    ]
}
