// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import MachineFacts

/// What makes device nodes here and gives them to groups: udev on most systems, others on small ones.
extension Place {
    /// Whether nothing is wrong if no udev runs: OpenWrt never has it, and with BusyBox's mdev or a program like it, a node has got a group.
    /// The kernel itself makes nodes that only root can open.
    func isWithoutUdev(_ access: NodeAccess?) -> Bool {
        switch platform.packages {
        case .openwrt: true
        case .apk, .none: platform.hasSystemd == false && access.map { $0.groupID != 0 } == true
        default: false
        }
    }

    /// Has the device manager of this system process the nodes that are there.
    var startingDeviceManager: [Fix] {
        switch platform.packages {
        case .openwrt:
            return [
                Fix(
                    "Run the program as root: OpenWrt has no udev, and its hotplug gives nodes to root alone. Or let a script in /etc/hotplug.d/usb give the node to a group"
                )
            ]
        case .apk where platform.hasSystemd != true:
            return [
                Fix(
                    "If mdev manages the devices here, as on Alpine without a desktop: let it process them again, with the lines of /etc/mdev.conf",
                    commands: ["sudo mdev -s"], needsRoot: true, isRunnable: false),
                Fix("Or manage them with udev from now on", commands: ["sudo setup-devd udev"] + Self.trigger, needsRoot: true, isRunnable: false),
            ]
        default:
            return [
                Fix(
                    "Start udev and let it process the devices that are present",
                    commands: [udevCommand]
                        + (platform.hasSystemd == false && !isWSL
                            ? Self.trigger : ["sudo udevadm trigger --subsystem-match=video4linux --action=add --settle"]),
                    needsRoot: true)
            ]
        }
    }

    /// The udev of systems without systemd (eudev) cannot wait within the trigger.
    private static let trigger = ["sudo udevadm trigger --subsystem-match=video4linux --action=add", "sudo udevadm settle"]

    /// What starts udev here. Source: the services of Void Linux, Gentoo, Artix and Guix.
    var udevCommand: String {
        guard platform.hasSystemd == false || isWSL && platform.hasSystemd != true else { return "sudo systemctl start systemd-udevd" }
        switch (platform.packages, platform.initProgram) {
        case (.xbps, _), (_, "runit"): return "sudo sv up udevd"
        case (_, "dinit"): return "sudo dinitctl start udevd"
        case (_, "s6-svscan"): return "sudo s6-rc -u change udevd"
        case (.guix, _), (_, "shepherd"): return "sudo herd start udev"
        case (.portage, _), (.pacman, _), (.apk, _), (_, "openrc-init"): return "sudo rc-service udev start"
        default: return "sudo service udev start"
        }
    }
}
