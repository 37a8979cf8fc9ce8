// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// How firmware for devices comes onto this system.
extension Place {
    /// The packages of firmware; `nil` where nothing is known of them.
    /// - Parameter names: as for `install`.
    func firmwarePackages(_ title: String, _ names: [Platform.Packages: String]) -> Fix? {
        switch platform.packages {
        case .nix where !isGuest:
            Fix(
                "\(title) (NixOS: in its configuration; what is in linux-firmware comes with this option)",
                commands: ["# \(Self.nixFile): hardware.enableRedistributableFirmware = true;", Self.nixRebuild, "sudo reboot"], needsRoot: true,
                isRunnable: false)
        case .guix where !isGuest:
            Fix(
                "\(title) (Guix: in the field firmware of its configuration; Guix itself has only free firmware, the channel nonguix has linux-firmware)",
                commands: ["# \(Self.guixFile): (firmware (list linux-firmware))", Self.guixRebuild, "sudo reboot"], needsRoot: true,
                isRunnable: false)
        default: install(title, names)
        }
    }

    /// Debian's package of the firmware for Intel's image processors. Debian 13 has split it.
    var debianIntelFirmware: String {
        let old = "firmware-misc-nonfree"
        guard ["debian", "kali"].contains(platform.distribution ?? ""), platform.version.flatMap({ Int($0.prefix(while: \.isNumber)) }) ?? 13 >= 13
        else { return old }
        return "firmware-intel-misc \(old)"
    }

    /// Whether a file of firmware has another place than /lib/firmware, which cannot be written.
    var hasFirmwareElsewhere: Bool { platform.isDeclared || platform.hasReadOnlyUsr }

    /// Puts one file of firmware where the kernel looks for it.
    ///
    /// - Parameters:
    ///   - file: as the kernel names it, such as `intel/ipu/ipu6ep_fw.bin`; `nil` if that is not known.
    ///   - usual: what to do on systems whose /lib/firmware can be written. Its commands load the driver again.
    func firmwareFile(_ file: String?, usual: Fix) -> Fix {
        let name = file ?? "the name in the kernel log"
        switch platform.packages {
        case .nix:
            return Fix(
                "If linux-firmware does not have it: make a package with the file, as \(name) in its folder lib/firmware, and add that to hardware.firmware in \(Self.nixFile)",
                commands: [Self.nixRebuild, "sudo reboot"], needsRoot: true, isRunnable: false)
        case .guix:
            return Fix(
                "If linux-firmware does not have it: make a package with the file, as \(name) in its folder lib/firmware, and add that to the field firmware in \(Self.guixFile)",
                commands: [Self.guixRebuild, "sudo reboot"], needsRoot: true, isRunnable: false)
        default: break
        }
        guard platform.hasReadOnlyUsr else { return usual }
        // The kernel looks there first, and then in its usual folders.
        let folder = "/var/lib/firmware"
        let path = file.flatMap { DriverJudge.isSafePath($0) && !$0.contains("..") ? $0 : nil } ?? "FILE"
        let isOSTree = platform.packages == .rpmOSTree
        return Fix(
            "\(usual.title.hasPrefix("Or ") ? "Or put" : "Put") the file into a folder that can be written, as \(name) below it, since /usr is read-only here, and name the folder to the kernel"
                + (isOSTree ? "" : " (the second command until the next start; for good with the kernel parameter firmware_class.path=\(folder))")
                + ". Then \(isOSTree ? "restart" : "load the driver again")",
            commands: ["sudo install -D -m 644 \(path.split(separator: "/").last ?? "FILE") \(folder)/\(path)"]
                + (isOSTree
                    ? ["sudo rpm-ostree kargs --append=firmware_class.path=\(folder)", "sudo reboot"]
                    : ["echo -n \(folder) | sudo tee /sys/module/firmware_class/parameters/path"] + usual.commands),
            needsRoot: true,
            undo: isOSTree
                ? ["sudo rpm-ostree kargs --delete=firmware_class.path=\(folder)", "sudo rm \(folder)/\(path)"] : ["sudo rm \(folder)/\(path)"],
            isRunnable: false)
    }
}
