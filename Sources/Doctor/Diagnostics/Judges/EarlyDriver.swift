// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A driver that the initial file system (initramfs) loaded before the one that has its firmware: the file is there, and was not when
/// the driver asked for it.
struct EarlyDriver {
    /// Below `/lib/firmware`.
    let file: String

    init?(_ line: String, _ host: HostRecord) {
        // The line itself, or the one before it that names the file.
        let names = [line].compactMap { MissingFirmware.file(in: $0) } + KernelLogFacts(host).unfoundFirmware
        guard let file = names.first(where: { host.machine?.presentFirmware?.contains($0) == true }) else { return nil }
        self.file = file
    }

    /// - Parameter driver: its module's name; `nil` if that is not known.
    func finding(_ title: String, driver: String?, _ place: Place, _ evidence: [EvidenceLine]) -> Finding {
        let path = "/lib/firmware/\(file)"
        let rebuild: Fix =
            switch place.platform.packages {
            case .apt:
                Fix(
                    "Keep the driver out of the initramfs, or put the file into it: a hook in /etc/initramfs-tools/hooks that copies it (copy_file), then build it again",
                    commands: ["sudo update-initramfs -u"], needsRoot: true, isRunnable: false)
            default:
                Fix(
                    "Put the file into the initramfs, and build that again: with dracut in a file of /etc/dracut.conf.d, with mkinitcpio in FILES=() of /etc/mkinitcpio.conf",
                    commands: [
                        "echo 'install_items+=\" \(path) \"' | sudo tee /etc/dracut.conf.d/camera-firmware.conf",
                        "sudo dracut --force   # with mkinitcpio: sudo mkinitcpio -P",
                    ], needsRoot: true, isRunnable: false)
            }
        return Finding(
            .deviceNoFirmware, .fail,
            "the driver of \(title) was loaded too early: it did not find its firmware \(file) at the start, although the file is there now (the initramfs, from which it was loaded, lacks it)",
            confidence: .likely, evidence: evidence + [EvidenceLine(path, "present")],
            effect: "the device has no program, so there is no camera until the driver is loaded again",
            fixes: (driver.map { name in
                [
                    Fix(
                        "Load the driver again, now that the file can be read; if something uses it, restart the machine without it in the initramfs",
                        commands: ["sudo modprobe -r \(name)", "sudo modprobe \(name)"], needsRoot: true, isRunnable: false)
                ]
            } ?? []) + [rebuild])
    }
}
