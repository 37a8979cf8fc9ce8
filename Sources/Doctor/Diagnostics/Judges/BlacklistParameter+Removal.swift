// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

extension BlacklistParameter {
    /// How the module is taken out of it, where this system keeps the command line of its kernel.
    func removal(of module: String, _ place: Place) -> Fix {
        let kept = without(module)
        let what = kept == nil ? text : "\(module) in \(text)"
        let old = Words.shell(text)
        let new = kept.map(Words.shell)
        func fix(_ title: String, _ commands: [String] = [], undo: [String] = []) -> Fix {
            Fix(
                title, commands: commands.isEmpty ? [] : commands + ["sudo reboot"], needsRoot: !commands.isEmpty, undo: undo, isRunnable: false)
        }
        if place.isGuest { return fix("On the host: remove \(what) on the kernel command line, and restart it") }
        if place.isWSL {
            return Fix(
                "Remove \(what) in the line kernelCommandLine of .wslconfig, in the folder of the Windows user, and start WSL again",
                commands: ["wsl --shutdown"], isRunnable: false)
        }
        let platform = place.platform
        if platform.packages == .nix {
            return fix(
                "Remove \(what) in boot.kernelParams of the system's configuration, and reboot", ["sudo nixos-rebuild boot"])
        }
        if platform.isRaspberryPi {
            return fix(
                "Remove \(what) in the line of /boot/firmware/cmdline.txt (older systems: /boot/cmdline.txt), which is the kernel command line, and reboot")
        }
        if platform.hasDeviceTree {
            return fix(
                "Remove \(what) where this board keeps the kernel command line (APPEND in /boot/extlinux/extlinux.conf, extraargs in /boot/armbianEnv.txt), and reboot")
        }
        let title = "Remove \(what) from the kernel command line, unless somebody added it on purpose, and reboot"
        switch platform.packages {
        case .rpmOSTree:
            return fix(
                title, ["sudo rpm-ostree kargs --delete=\(old)" + (new.map { " --append=\($0)" } ?? "")],
                undo: ["sudo rpm-ostree kargs --append=\(old)" + (new.map { " --delete=\($0)" } ?? "")])
        case .dnf:
            return fix(
                title, ["sudo grubby --update-kernel=ALL --remove-args=\(old)" + (new.map { " --args=\($0)" } ?? "")],
                undo: ["sudo grubby --update-kernel=ALL --args=\(old)" + (new.map { " --remove-args=\($0)" } ?? "")])
        case .transactional:
            // Newer ones are installed with either boot loader.
            return fix(
                "Remove \(what) on the kernel command line, unless somebody added it on purpose: with GRUB (there is /etc/default/grub) in that file, GRUB_CMDLINE_LINUX_DEFAULT or GRUB_CMDLINE_LINUX, then `sudo transactional-update grub.cfg`; with systemd-boot, as Aeon has it, in /etc/kernel/cmdline, then `sudo sdbootutil update-all-entries`. Then reboot"
            )
        case .apt where platform.distribution == "pop":
            return fix(
                title, ["sudo kernelstub --delete-options \(old)"] + (new.map { ["sudo kernelstub --add-options \($0)"] } ?? []))
        case .apt:
            return fix(
                "Remove \(what) on the kernel command line, GRUB_CMDLINE_LINUX_DEFAULT or GRUB_CMDLINE_LINUX in /etc/default/grub, unless somebody added it on purpose; then write GRUB's configuration again, and reboot",
                ["sudo update-grub"])
        default:
            return fix(
                "Remove \(what) on the kernel command line, unless somebody added it on purpose: with GRUB in /etc/default/grub, then `grub-mkconfig -o /boot/grub/grub.cfg` (openSUSE: `grub2-mkconfig -o /boot/grub2/grub.cfg`); with systemd-boot in the line `options` of /boot/loader/entries/*.conf. Then reboot"
            )
        }
    }
}
