// SPDX-License-Identifier: Apache-2.0

/// How a camera is connected to this machine, which decides what can be done about the connection.
enum Attachment: Equatable {
    /// A plug of USB.
    case plug
    /// USB without a plug: a camera inside a laptop or a monitor.
    case inside
    /// The ribbon cable of a board's receiver.
    case ribbon
    /// A capture card in a slot.
    case card
    /// Nothing but a program: a virtual camera.
    case program
    /// USB/IP, and whether Windows is at the other end, as in WSL.
    case network(isWSL: Bool)
    /// USB that the host of a virtual machine passes on; with the machine's name.
    case host(String)

    init(_ node: NodeRecord?) {
        guard let node else {
            self = .plug
            return
        }
        if node.isFed {
            self = .program
        } else if node.bus == "platform" || node.driver == FirmwareCamera.driver {
            self = .ribbon
        } else if node.bus == "usb", node.cameraKey.contains("vhci_hcd") {
            self = .network(isWSL: false)
        } else if node.bus == "pci" {
            self = node.driver == "facetimehd" ? .inside : .card
        } else {
            self = .plug
        }
    }

    init(_ subject: StreamSubject) {
        self.init(subject.node)
        if subject.kind == .libcamera, subject.node?.bus != "usb", !Self.isOnUSB(libcamera: subject.name) {
            self = subject.isLaptop ? .inside : subject.isBoard ? .ribbon : .plug
        } else if case .network = self {
            self = .network(isWSL: subject.isWSL)
        } else if let machine = subject.guest {
            self = .host(machine)
        } else if subject.isLaptop, let node = subject.node, self == .ribbon || node.bus == "usb" && node.usbRemovable == "fixed" {
            // Firmware of other machines marks sockets as fixed as well, and a monitor has a plug.
            self = .inside
        }
    }

    /// libcamera names a camera on USB by its path, interface and ids: `\_SB_.PCI0.RP05.PXSX-2:1.0-046d:082d`.
    private static func isOnUSB(libcamera name: String) -> Bool {
        name.firstMatch(of: #/-[0-9.]+:\d+\.\d+-[0-9a-f]{4}:[0-9a-f]{4}$/#) != nil
    }

    /// What makes a connection that fails a good one again.
    ///
    /// - Parameter keepsAwake: whether to switch off power saving as well.
    func fixes(_ node: NodeRecord?, keepsAwake: Bool = true) -> [Fix] {
        let awake = keepsAwake ? Self.keepAwake(node) : []
        return fixes(node, awake)
    }

    private func fixes(_ node: NodeRecord?, _ awake: [Fix]) -> [Fix] {
        switch self {
        case .plug:
            [Fix("Unplug the camera and plug it directly into another port, with a shorter cable, or use a powered hub")]
                + awake
        case .inside:
            Self.reset(node) + [
                Fix("Shut the machine down completely (a restart is not enough), unplug its charger for a minute, and switch it on again")
            ] + awake + [
                Fix("If it comes back each time: the camera's cable inside the case may have a poor contact; have a workshop reconnect it")
            ]
        case .ribbon:
            [
                // If it answers and sends nothing, its lanes end at another port than the overlay says.
                Fix(
                    "Check that the device tree (its overlay) names the port and the number of lanes to which this board's connector leads: with the wrong one the sensor answers, and its pictures go nowhere"
                ),
                Fix("Switch the board off, and seat the camera's ribbon cable again at both connectors"),
            ]
        case .card: GrabberFixes.card
        case .program: Self.feed(Words.shell(node?.place ?? "/dev/videoN"), "Look at the program that feeds this virtual camera, and restart it", "droidcam-cli")
        case .network(let isWSL): [Self.attach(isWSL: isWSL)]
        case .host(let machine):
            [
                Fix(
                    "Give the camera to this virtual machine (\(machine)) again, in the hypervisor's menu of USB devices, and close what uses it on the host"
                ),
                Fix("If it comes back each time: switch the virtual machine's USB controller to USB 3 (xHCI) in its settings, and start it again"),
                Fix("Or capture on the host, and pipe the frames in"),
            ]
        }
    }

    /// - Parameters:
    ///   - place: of a virtual camera, for a shell.
    ///   - title: what to do with its feeder.
    ///   - phone: how DroidCam's client is started.
    static func feed(_ place: String, _ title: String, _ phone: String) -> [Fix] {
        [
            Fix("\(title): Start Virtual Camera in OBS, \(phone), FFmpeg with -f v4l2 \(place)"),
            Fix("Or scan the camera itself whose pictures it passes on", commands: ["candela list"], isRunnable: false),
        ]
    }

    private static func attach(isWSL: Bool) -> Fix {
        isWSL
            ? Fix(
                "In PowerShell on Windows, attach the camera to WSL again: Windows takes it back when it sleeps, or when the camera is replugged",
                commands: ["usbipd list", "usbipd attach --wsl --busid BUSID"], undo: ["usbipd detach --busid BUSID"], isRunnable: false)
            : Fix(
                "Attach the camera again from the machine that has it, after it has shared it (usbip bind)",
                commands: ["usbip list --remote HOST", "sudo usbip attach --remote HOST --busid BUSID"], needsRoot: true, isRunnable: false)
    }

    private static func keepAwake(_ node: NodeRecord?) -> [Fix] {
        guard let key = node?.cameraKey, node?.usbPowerControl == "auto", DriverJudge.isSafePath(key) else { return [] }
        return [
            Fix(
                "Disable power saving for the port", commands: ["echo on | sudo tee \(key)/power/control"], needsRoot: true,
                undo: ["echo auto | sudo tee \(key)/power/control"])
        ]
    }

    /// As if it had been unplugged and plugged in again.
    static func reset(_ node: NodeRecord?) -> [Fix] {
        guard let node, node.bus == "usb", DriverJudge.isSafePath(node.cameraKey) else { return [] }
        let file = "\(node.cameraKey)/authorized"
        return [
            Fix(
                "Reset the camera, as if it had been unplugged and plugged in again",
                commands: ["echo 0 | sudo tee \(file)", "echo 1 | sudo tee \(file)"], needsRoot: true, undo: ["echo 1 | sudo tee \(file)"])
        ]
    }
}

extension NodeRecord {
    /// Whether it is a virtual camera, which has the pictures of a program that feeds it.
    var isFed: Bool { nodeClass == "loopback" || driver?.contains("loopback") == true }
}

extension StreamSubject {
    var attachment: Attachment { Attachment(self) }

    /// The virtual machine, if the camera comes to it from its host over USB.
    var guest: String? {
        if case .network = link { return nil }
        return kind == .camera && node?.bus == "usb" ? virtualMachine : nil
    }

    /// Whether the camera is on USB, as far as is known.
    var isOnUSB: Bool { node.map { $0.bus == "usb" } ?? ![.libcamera, .network, .stream, .genICam].contains(kind) }

    /// Whether it comes over USB/IP.
    var isOverNetwork: Bool { if case .network = link { true } else { false } }
}
