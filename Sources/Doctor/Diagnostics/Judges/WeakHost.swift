// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A USB host controller that is known to lose data of isochronous streams, as cameras send them.
enum WeakHost: String {
    /// It splits transfers in software. Source: the issues of raspberrypi/linux and hardkernel/linux.
    case dwc2
    case dwcOTG = "dwc_otg"
    /// The BeagleBone's, Allwinner's and others'. Source: the issues about select timeouts with it, and its own errata about
    /// isochronous transfers with DMA.
    case musb
    /// The Raspberry Pi 4's, whose firmware of 2019 lost isochronous packets. Source: guysoft/OctoPi#621 and rpi-eeprom's
    /// release notes.
    case vl805 = "VL805"

    /// - Parameters:
    ///   - driver: of the controller's device.
    ///   - id: on PCI.
    ///   - key: the camera's path in sysfs: old kernels name the controller's device after the driver, and have no link.
    init?(driver: String, id: String?, key: String) {
        let drivers: [(String, WeakHost)] = [
            ("dwc2", .dwc2), ("dwc_otg", .dwcOTG), ("musb-hdrc", .musb), ("musb_hdrc", .musb), ("musb", .musb),
        ]
        if id == "1106:3483" {
            self = .vl805
        } else if let found = drivers.first(where: { driver == $0.0 || key.contains("/\($0.0)") }) {
            self = found.1
        } else {
            return nil
        }
    }

    /// What helps besides a smaller picture.
    func fixes(_ subject: StreamSubject) -> [Fix] {
        switch self {
        case .dwc2, .dwcOTG:
            return [
                Fix(
                    "This board's USB host controller (\(rawValue)) is known to lose data of isochronous streams: use a newer kernel, or another board or machine"
                )
            ]
        case .musb:
            let other = Fix("Or use a newer kernel, or another board or machine")
            // The parameters are those of uvcvideo.
            guard subject.node?.driver == "uvcvideo" else {
                return [
                    Fix(
                        "Ask for fewer frames or a smaller picture: this board's USB host controller (\(rawValue)) is known to lose data of isochronous streams, and loses less of small ones",
                        commands: ["candela scan \(subject.argument) --fps 15"], isRunnable: false),
                    other,
                ]
            }
            return [
                Fix(
                    "Let the driver pass on incomplete frames, which it drops by default, and wait longer for them",
                    commands: ["sudo modprobe -r uvcvideo", "sudo modprobe uvcvideo nodrop=1 timeout=5000"],
                    needsRoot: true, undo: ["sudo modprobe -r uvcvideo", "sudo modprobe uvcvideo"], isRunnable: false),
                other,
            ]
        case .vl805:
            guard subject.isRaspberryPi else {
                return [Fix("Update the firmware of the USB controller (\(rawValue)) with its maker's tool")]
            }
            return [
                Fix(
                    "Update the firmware of the Pi's USB controller (\(rawValue)): from 000137ad on it no longer loses these packets",
                    commands: ["sudo rpi-eeprom-update -a", "sudo reboot"], needsRoot: true, isRunnable: false)
            ]
        }
    }
}

extension Platform {
    /// Whether the USB sockets are those of a hub on the board: the Raspberry Pi 1 B+ to 4 B. Source: their schematics (LAN9512,
    /// LAN9514, LAN7515, VL805 with its hub).
    var hasSolderedHub: Bool {
        guard let board, board.hasPrefix("Raspberry Pi"), board.contains("Model B") else { return false }
        return !board.hasPrefix("Raspberry Pi 5")
    }
}
