// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A port of the virtual controller (vhci_hcd) over which another computer, or another virtual machine under Qubes, hands a USB device
/// on with USB/IP: no cable of this machine leads to it. Source: the kernel's tools/usb/usbip/README.
struct USBOverNetwork {
    private let port: String
    private let giver: Giver

    private enum Giver {
        case computer
        /// Under Qubes the devices come from another virtual machine.
        case qube
        /// The Windows under which WSL runs, by usbipd-win.
        case windows
    }

    /// `nil` for a port of another controller.
    init?(_ port: String, _ host: HostRecord, _ place: Place) {
        let hub = USBPort(name: port).map { "usb\($0.bus)" } ?? ""
        let owner = KernelLogFacts(host).controller(ofPort: port) ?? host.machine?.hostControllers[hub] ?? ""
        guard owner.hasPrefix("vhci") else { return nil }
        self.port = port
        let isQubes = host.machine?.platform.isQube == true || host.kernelRelease.contains("qubes")
        giver = place.isWSL ? .windows : isQubes ? .qube : .computer
    }

    private var origin: String {
        switch giver {
        case .computer: "another computer hands on over the network (USB/IP)"
        case .qube: "another virtual machine of this computer hands on (USB/IP under Qubes)"
        case .windows: "Windows hands on to WSL (usbipd, USB/IP)"
        }
    }

    /// - Parameter lines: those in which a camera was found and has left.
    func vanished(_ lines: [String], _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceNone, .fail,
            "there is no camera on this machine now; one was there that \(origin), and it has disconnected: the connection has ended, or it was taken back or unplugged there",
            confidence: .likely,
            evidence: evidence + lines.map { EvidenceLine("kernel log", $0) } + [controller],
            effect: "there is no camera to capture from", fixes: attach)
    }

    /// - Parameter line: what the kernel said of the device.
    func silent(_ line: String, _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceNotRecognised, .fail,
            "a device at port \(port) that \(origin) does not answer: the connection has ended, or it does not carry what this device asks for",
            confidence: .likely, evidence: [EvidenceLine("kernel log", line), controller] + evidence,
            effect: "there is no camera to capture from", fixes: attach)
    }

    private var controller: EvidenceLine { EvidenceLine("controller of USB port \(port)", "vhci_hcd (USB/IP)") }

    private var attach: [Fix] {
        switch giver {
        case .qube:
            return [
                Fix(
                    "In dom0, detach the camera from this virtual machine and attach it again, by the name that the list shows",
                    commands: ["qvm-usb list", "qvm-usb detach VM sys-usb:DEVICE", "qvm-usb attach VM sys-usb:DEVICE"], isRunnable: false),
                Fix("If it is lost again: use the camera in the virtual machine that has the USB controller (sys-usb), or give this one a USB controller of its own (PCI)"),
            ]
        case .windows:
            return [
                Fix(
                    "In PowerShell on Windows, see that the camera is in the list, and attach it again; with --auto-attach that happens by itself each time it comes back",
                    commands: ["usbipd list", "usbipd attach --wsl --busid BUSID"], undo: ["usbipd detach --busid BUSID"], isRunnable: false),
                Fix("If it is not in the list: plug it in again, and close what uses it on Windows"),
                Fix("If it is lost again and again: scan on Windows, or send its picture over the network (RTSP)"),
            ]
        case .computer: break
        }
        return [
            Fix(
                "Attach it again, by the bus number that the list of the other computer shows",
                commands: ["usbip list --remote=SERVER", "sudo usbip attach --remote=SERVER --busid=BUSID"], needsRoot: true, isRunnable: false),
            Fix(
                "If the list is empty: see on the other computer that the camera is plugged in, that its service (usbipd) runs, and hand the camera on again",
                commands: ["usbip list --local", "sudo usbip bind --busid=BUSID"], needsRoot: true, isRunnable: false),
            Fix("If it is lost again and again: connect both computers by cable, or scan on the other one, or let it send its picture over the network (RTSP)"),
        ]
    }
}
