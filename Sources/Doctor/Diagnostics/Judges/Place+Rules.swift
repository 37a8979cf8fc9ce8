// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// How this system is given a rule of udev: where its configuration makes `/etc`, no file can be put there.
extension Place {
    /// Gives devices to users by a rule.
    ///
    /// - Parameters:
    ///   - lines: of the rules file.
    ///   - file: its name, such as `70-usb-camera.rules`. Before 73, or the tag `uaccess` has no effect.
    ///   - subsystem: whose devices that are there are to get the rule at once; `nil` if the device is plugged in again.
    func udevRule(_ title: String, _ lines: [String], file: String, applyingTo subsystem: String? = nil) -> Fix {
        let trigger = subsystem.map { ["sudo udevadm trigger --subsystem-match=\(Words.shell($0)) --action=add"] } ?? []
        switch platform.packages {
        case .nix:
            // services.udev.extraRules is read last (99-local.rules).
            return Fix(
                "\(title) (NixOS: in its configuration)",
                commands: [
                    "# \(Self.nixFile): services.udev.packages = [ (pkgs.writeTextDir \"lib/udev/rules.d/\(file)\" \(Self.nixLines(lines))) ];",
                    Self.nixRebuild,
                ] + trigger, needsRoot: true, isRunnable: false)
        case .guix:
            let name = file.prefix { $0 != "." }
            return Fix(
                "\(title) (Guix: in its configuration)",
                commands: [
                    "# \(Self.guixFile), services: (udev-rules-service '\(name) (udev-rule \(Self.lispText(file)) \(Self.lispText(lines.joined(separator: "\n")))))",
                    Self.guixRebuild,
                ] + trigger, needsRoot: true, isRunnable: false)
        case .openwrt:
            return Fix("\(title) (OpenWrt has no udev: by a script in /etc/hotplug.d/usb that gives the device to a group)")
        default:
            let path = "/etc/udev/rules.d/\(file)"
            return Fix(
                title,
                commands: lines.enumerated().map { index, line in "echo \(Words.shell(line)) | sudo tee \(index == 0 ? "" : "-a ")\(path)" }
                    + ["sudo udevadm control --reload"] + trigger,
                needsRoot: true, undo: ["sudo rm \(path)", "sudo udevadm control --reload"], isRunnable: false)
        }
    }

    /// The commands that edit the rules of a file: of one outside of /etc, in a copy that takes its place, because an update of its package
    /// writes it again. See: udev(7), "Rules files".
    static func editingRules(_ path: String) -> [String] {
        let own = "/etc/udev/rules.d/\(path.split(separator: "/").last ?? "")"
        return (path.hasPrefix("/etc/") ? [] : ["sudo cp \(Words.shell(path)) /etc/udev/rules.d/"])
            + ["sudoedit \(Words.shell(path.hasPrefix("/etc/") ? path : own))", "sudo udevadm control --reload"]
    }

    /// A change of rules where the system's configuration makes them.
    func declaredRule(_ title: String) -> Fix {
        platform.packages == .guix
            ? Fix(
                "\(title) (Guix: udev-rules-service, or the package in the field rules of udev-service-type, in \(Self.guixFile))",
                commands: [Self.guixRebuild], needsRoot: true, isRunnable: false)
            : Fix(
                "\(title) (NixOS: services.udev.extraRules, or the package in services.udev.packages, in \(Self.nixFile))",
                commands: [Self.nixRebuild], needsRoot: true, isRunnable: false)
    }

    /// Installs candela's own rule, which gives cameras to the group video and to the user at the screen.
    func cameraRule(_ title: String) -> Fix {
        if platform.isDeclared {
            return udevRule(
                title, ["SUBSYSTEM==\"video4linux\", GROUP=\"video\", MODE=\"0660\", TAG+=\"uaccess\""], file: "70-cameras.rules",
                applyingTo: "video4linux")
        }
        return Fix(title, commands: ["sudo candela udev install"], needsRoot: true, undo: ["sudo candela udev uninstall"])
    }

    /// Gives cameras of USB3 Vision, which programs open over USB, to the user at the screen.
    ///
    /// - Parameter group: to whose members it gives them as well; `nil` for none.
    func usb3VisionRule(_ title: String, group: String? = nil) -> Fix {
        let giving = group.map { " MODE=\"0660\", GROUP=\"\($0)\"," } ?? ""
        return udevRule(
            title, ["SUBSYSTEM==\"usb\", ENV{ID_USB_INTERFACES}==\"*:ef05??:*\",\(giving) TAG+=\"uaccess\""], file: "70-usb3vision.rules",
            applyingTo: "usb")
    }

    /// As one text of Nix.
    private static func nixLines(_ lines: [String]) -> String {
        "\"" + lines.map { nixText($0).dropFirst().dropLast() }.joined(separator: "\\n") + "\""
    }
}
