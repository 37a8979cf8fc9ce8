// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A USB controller that could not start because the kernel did not find its firmware, as those of Tegra (xusb.bin).
enum ControllerFirmware {
    static func find(_ probe: KernelLogFacts.FailedProbe, _ log: KernelLogFacts, _ place: Place, isOnly: Bool = true) -> Finding? {
        guard let missing = MissingFirmware(of: probe.driver, in: log), missing.line.contains(probe.device) else { return nil }
        let install = place.firmwarePackages(
            "Install the packages of firmware, if one of them holds \(missing.file)",
            [
                .apt: place.platform.isUbuntu ? "linux-firmware" : "firmware-misc-nonfree", .dnf: "linux-firmware", .rpmOSTree: "linux-firmware",
                .pacman: "linux-firmware", .zypper: "kernel-firmware-all", .apk: "linux-firmware", .xbps: "linux-firmware",
                .portage: "sys-kernel/linux-firmware",
            ])
        return Finding(
            .deviceNone, .fail,
            "the USB controller \(probe.device) of this machine did not start: its driver \(probe.driver) did not find its firmware, \(missing.file), so no device on its ports is detected\(isOnly ? ", and no camera" : "; if the camera is at one of these, that is why it is missing")",
            confidence: .likely,
            evidence: ((probe.lines.contains(missing.line) ? [] : [missing.line]) + probe.lines).map { EvidenceLine("kernel log", $0) },
            effect: "there is no camera to capture from",
            fixes: [
                install,
                place.firmwareFile(
                    missing.file, usual: Fix("Or put the file at /lib/firmware/\(missing.file), from linux-firmware or from the board maker's system")),
                Fix(
                    "Then reboot; if the driver starts before the root file system, the file must be in the initial RAM disk (Debian: sudo update-initramfs -u)",
                    commands: ["sudo reboot"], needsRoot: true, isRunnable: false),
            ].compactMap(\.self))
    }
}
