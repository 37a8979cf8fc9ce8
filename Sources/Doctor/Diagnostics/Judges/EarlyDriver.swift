// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A driver that asked for its firmware before the file could be read, mostly because the initial file system (initramfs) loaded the
/// driver and has no firmware: the file is there now.
struct EarlyDriver {
    /// Below `/lib/firmware`, as it lies there: perhaps compressed.
    let file: String

    /// - Parameter line: what the kernel said; if it names no file, the line before it of the same device does.
    init?(_ line: String, _ host: HostRecord) {
        let lines = KernelLogFacts(host).lines
        var named = MissingFirmware.file(in: line)
        if named == nil, let end = lines.lastIndex(of: line), let device = Self.device(in: line) {
            named = lines[..<end].suffix(6).last { $0.contains(device) && MissingFirmware.file(in: $0) != nil }
                .flatMap(MissingFirmware.file)
        }
        guard let named, let file = host.machine?.presentFirmware?.first(where: { $0 == named || $0.hasPrefix(named + ".") }) else {
            return nil
        }
        self.file = file
    }

    /// `0000:00:05.0` in `intel-ipu6 0000:00:05.0: Requesting signed firmware failed`.
    private static func device(in line: String) -> String? {
        line.split(separator: " ").map { String($0.hasSuffix(":") ? $0.dropLast() : $0) }
            .first { $0.utf8.count == 12 && $0.contains(".") && $0.split(separator: ":").count == 3 }
    }

    /// How the initramfs is made again with the file in it.
    private func rebuild(_ place: Place) -> Fix {
        let path = "/lib/firmware/\(file)"
        let dracut = [
            "echo 'install_items+=\" \(path) \"' | sudo tee /etc/dracut.conf.d/camera-firmware.conf", "sudo dracut --force",
        ]
        return switch place.platform.packages {
        case .apt:
            Fix(
                "Or keep it from happening at the next start: build the initramfs again, which then has the firmware of the drivers in it",
                commands: ["sudo update-initramfs -u"], needsRoot: true, isRunnable: false)
        case .dnf, .zypper:
            Fix(
                "Or keep it from happening at the next start: put the file into the initramfs, and build that again", commands: dracut,
                needsRoot: true, undo: ["sudo rm /etc/dracut.conf.d/camera-firmware.conf"], isRunnable: false)
        case .transactional:
            Fix(
                "Or keep it from happening at the next start: put the file into the initramfs, and build that again in a new snapshot",
                commands: [dracut[0], "sudo transactional-update initrd", "sudo reboot"], needsRoot: true,
                undo: ["sudo rm /etc/dracut.conf.d/camera-firmware.conf"], isRunnable: false)
        case .rpmOSTree:
            // The image's own initramfs cannot be changed: one is then built here at every upgrade.
            Fix(
                "Or keep it from happening at the next start: have the initramfs built on this machine, with the file in it",
                commands: ["sudo rpm-ostree initramfs --enable --arg=-I --arg=\(path)", "sudo reboot"], needsRoot: true,
                undo: ["sudo rpm-ostree initramfs --disable"], isRunnable: false)
        case .nix:
            Fix(
                "Or keep it from happening at the next start: take the driver out of boot.initrd.kernelModules and boot.initrd.availableKernelModules in \(Place.nixFile), so that it is loaded when the file can be read",
                commands: ["sudo nixos-rebuild boot", "sudo reboot"], needsRoot: true, isRunnable: false)
        default:
            Fix(
                "Or keep it from happening at the next start: put \(path) into the initramfs, and build that again (mkinitcpio: FILES=(\(path)) in /etc/mkinitcpio.conf, then mkinitcpio -P; dracut: install_items in /etc/dracut.conf.d, then dracut --force)"
            )
        }
    }

    /// - Parameter driver: its module's name; `nil` if that is not known.
    func finding(_ title: String, driver: String?, _ place: Place, _ evidence: [EvidenceLine]) -> Finding {
        var rebuilding = rebuild(place)
        // Without a first remedy, this is the first, and works from the next start on.
        if driver == nil { rebuilding.title = rebuilding.title.replacing("Or keep it", with: "Keep it") }
        return Finding(
            .deviceNoFirmware, .fail,
            "the driver of \(title) was loaded too early: it did not find its firmware \(file) then, and the file is there now (the initramfs, from which drivers are loaded first, lacks it, or it was installed later)",
            confidence: .likely, evidence: evidence + [EvidenceLine("/lib/firmware/\(file)", "present")],
            effect: "the device has no program, so there is no camera until the driver is loaded again",
            fixes: (driver.map { name in
                [
                    Fix(
                        "Load the driver again, now that the file can be read; if something uses it, restart the machine without it in the initramfs",
                        commands: ["sudo modprobe -r \(name)", "sudo modprobe \(name)"], needsRoot: true, isRunnable: false)
                ]
            } ?? []) + [rebuilding])
    }
}
