// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

extension AbsentCamera {
    /// Somebody who has a hand-held scanner and no camera asks about that scanner.
    func handScanner(_ scanner: HandScanner) -> Finding {
        let name = scanner.title.map { "\($0) (\(scanner.identifier))" } ?? scanner.identifier
        if let mode = scanner.mode { return silentScanner(scanner, name, mode) }
        if let container = ScannerInContainer(scanner, snapshot) { return container.finding(name, handScannerLine(scanner), evidence) }
        let reports = KeyReports(scanner, snapshot)
        return Finding(
            .deviceNone, .fail,
            "there is no camera on this machine, but a hand-held barcode scanner, \(name): it types what it reads as a keyboard does, without a camera and without candela"
                + (reports?.words ?? scanner.reader.map { "; the program \($0.name) was started to read it" } ?? ""),
            confidence: .likely,
            evidence: [handScannerLine(scanner)] + (reports?.evidence ?? []) + (scanner.node == nil
                    ? [] : [EvidenceLine("its input device", [scanner.node, scanner.link].compactMap(\.self).joined(separator: ", "))])
                + (scanner.reader.map { [EvidenceLine("command of \($0.name) (process \($0.processID))", $0.argument + ($0.isOpen.map { $0 ? ", which it has open" : ", which it does not have open now" } ?? ""))] } ?? [])
                + (scanner.layout.map { [EvidenceLine("layout of the keyboards, by the system's files", $0)] } ?? []) + evidence,
            effect:
                "candela has nothing to scan with; a scanner that types the keys of another country than the layout gives wrong digits or letters, and a program that waits for Enter after a code does nothing if the scanner is set to send none",
            fixes: handScannerFixes(scanner) + [
                Fix("To scan with a camera, plug one in while this command runs", commands: ["candela list --watch"], isRunnable: false)
            ] + moduleFixes)
    }

    /// One that is set to speak to a program, and types nothing.
    private func silentScanner(_ scanner: HandScanner, _ name: String, _ mode: HandScanner.Mode) -> Finding {
        Finding(
            .deviceNone, .fail,
            "there is no camera on this machine, but a hand-held barcode scanner, \(name), in a mode in which it types nothing: "
                + (mode == .pointOfSale
                    ? "it has a HID mode that is no keyboard's (such as HID POS, or Zebra's SNAPI)" : mode == .serial ? "it speaks as a serial port" : "it has an interface of its maker's own, mostly a serial port"),
            confidence: .likely, evidence: [handScannerLine(scanner)] + (port(of: scanner)?.evidence ?? []) + evidence,
            effect: "what it reads reaches only a program that was made for this mode"
                + (mode == .pointOfSale ? ", and that has permission to open its node" : ""),
            fixes: handScannerFixes(scanner) + [
                Fix("To scan with a camera, plug one in while this command runs", commands: ["candela list --watch"], isRunnable: false)
            ] + moduleFixes)
    }

    private var moduleFixes: [Fix] {
        // A board may have a camera on its connector that nobody has set up.
        let place = Place(snapshot)
        return place.platform.hasDeviceTree && !place.isLaptop
            ? [Fix("If a camera module on the board is meant, this page says why it may be missing", commands: ["candela doctor --explain device.sensor-missing"])]
            : []
    }

    func handScannerLine(_ scanner: HandScanner) -> EvidenceLine {
        let way =
            switch scanner.mode {
            case nil:
                "types as a keyboard (HID)"
                    + (scanner.rawNode.map { "; a program that opens it itself needs access to \(node($0, scanner.rawPermissions))" } ?? "")
            case .pointOfSale:
                "has no keyboard's interface (HID POS, SNAPI); programs open it as \(node(scanner.rawNode ?? "/dev/hidraw*", scanner.rawPermissions)), or through libusb as \(node(scanner.usbNode ?? "/dev/bus/usb/*", scanner.usbPermissions))"
            case .serial:
                scanner.serialDriver.map { "is a serial port: the driver \($0) has it, as \(serialNode(scanner))" } ?? "has the interfaces of a serial port"
            case .vendor: "has an interface of its maker's own (class ff)"
            }
        return EvidenceLine("\(scanner.isBluetooth == true ? "Bluetooth" : "USB") device \(scanner.identifier)", "\(scanner.title ?? "without a name"): a barcode scanner that \(way)")
    }

    /// `/dev/hidraw2 (only root may open it)`. Both of its nodes are opened for reading and writing.
    private func node(_ path: String, _ permissions: UInt32?) -> String {
        guard let permissions else { return path }
        if permissions & 0o066 == 0 { return path + " (only root may open it)" }
        return path + (permissions & 0o006 == 0o006 ? " (any user may open it)" : " (mode 0\(String(permissions & 0o777, radix: 8)))")
    }

    private func serialNode(_ scanner: HandScanner) -> String {
        scanner.serialPort ?? (scanner.serialDriver == "cdc_acm" ? "/dev/ttyACM*" : "/dev/ttyUSB*")
    }

    /// Its serial port, if the user may not open that or ModemManager speaks to it.
    func port(of scanner: HandScanner) -> SerialPortAccess? {
        guard scanner.mode == .serial, let path = scanner.serialPort else { return nil }
        return SerialPortAccess(snapshot) { $0.node.path == path }
    }

    private func modeFixes(_ scanner: HandScanner, _ mode: HandScanner.Mode) -> [Fix] {
        let id = scanner.identifier.split(separator: ":")
        let keyboard = Fix(
            "If the hand-held scanner is meant: scan the code for the mode of a USB keyboard (HID keyboard, keyboard wedge) in its manual; from then on it types what it reads")
        if mode == .serial {
            let known = scanner.serialDriver.map { ": the driver \($0) has it, as \(serialNode(scanner))" } ?? ""
            let port = port(of: scanner)
            return [
                keyboard,
                Fix(
                    "Or let a program read it as a serial port\(known). Its user must \(port?.isClosed == true ? "have permission to open it" : "be in the node's group (dialout on most systems, uucp on Arch)")",
                    commands: ["ls -l /dev/serial/by-id"], isRunnable: false),
            ] + (port?.fixes ?? [])
        }
        if mode == .pointOfSale { return [keyboard] + (access(to: scanner).map { [$0] } ?? []) }
        guard mode == .vendor, id.count == 2, id.allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) }) else { return [keyboard] }
        return [
            keyboard,
            Fix(
                "Or try whether the general driver of serial ports can speak to it, so that a program can read it (/dev/ttyUSB0); if nothing arrives there, it is no serial port",
                commands: ["sudo modprobe usbserial", "echo \(id[0]) \(id[1]) | sudo tee /sys/bus/usb-serial/drivers/generic/new_id", "ls -l /dev/serial/by-id"],
                needsRoot: true, isRunnable: false),
        ]
    }

    func handScannerFixes(_ scanner: HandScanner) -> [Fix] {
        if let mode = scanner.mode { return modeFixes(scanner, mode) }
        // Its keys are those of the USA unless somebody has set it up for another country.
        let layout = scanner.layout.flatMap { $0 == "us" || $0.hasPrefix("us,") ? nil : $0 }
        let typing = [
            Fix("If the hand-held scanner is meant: try it in any text field, where what it reads appears as if typed"),
            Fix(
                "If its digits or letters arrive as others: its keys and the desktop's layout must be of the same country\(layout.map { ", here \($0)" } ?? ""). Scan the code for that country in its manual, or choose its layout (mostly US) in the desktop's settings"
            ),
            scanner.isBluetooth == true
                ? Fix("If a program should read it without typing: scan the code for its serial mode in its manual (SPP over Bluetooth, or a serial port with its USB cable)")
                : Fix("If a program should read it without typing: scan the code for a serial port (USB CDC) in its manual"),
        ]
        let number = numbered(scanner).map { [$0] } ?? []
        if let reports = KeyReports(scanner, snapshot) { return reports.fixes + typing.dropLast() + [Self.suffix] + number }
        // What has it open may read it.
        if scanner.reader?.isOpen == true { return [Self.suffix] + typing + number }
        return typing + [Self.suffix] + number + (access(to: scanner).map { [$0] } ?? []) + membership
    }

    /// Many programs take a code as complete only with the key Enter at its end, which is a setting of the scanner's.
    private static let suffix = Fix(
        "If the digits arrive and the program does nothing with them: scan the code for the suffix Enter (CR, carriage return; some manuals call it terminator) in its manual. In a text editor, the cursor must then go to a new line after each code"
    )

    /// Numbers of input devices change from start to start, and a program goes on reading what has its number now.
    private func numbered(_ scanner: HandScanner) -> Fix? {
        guard let node = scanner.node, let link = scanner.link else { return nil }
        return Fix(
            "If a program or container reads it as an input device by its number, nothing arrives after a start at which the number has changed: it is \(node) now. Name it by \(link), which stays"
                + (snapshot.client?.kind == .container ? " (in --device, and in devices: of a compose file, to the left of the colon), and create the container again" : ""),
            commands: ["ls -l /dev/input/by-id"], isRunnable: false)
    }

    /// For another account than that of the person who asks, as of a service, which no seat gives the nodes to.
    private var membership: [Fix] {
        // Programs of a container have accounts and groups of their own.
        guard let client = snapshot.client, client.kind != .container, !Place(snapshot).isGuest, let user = snapshot.user.value, let name = user.name, user.id != 0,
            !user.accountGroups.contains(where: { $0.name == "input" })
        else { return [] }
        return [
            Place(snapshot).join(
                "input", name,
                "If it is a service that runs as \(name) and reads the scanner as an input device (/dev/input/event*): that user is not in the group input, which may read all keyboards. Add it, and start the service again",
                isRunnable: false)
        ]
    }

    /// For programs that open its nodes themselves (hidraw, libusb, evdev), which only root may.
    private func access(to scanner: HandScanner) -> Fix? {
        let id = scanner.identifier.split(separator: ":")
        guard scanner.isBluetooth != true, !Place(snapshot).isGuest, id.count == 2, id.allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) }) else { return nil }
        // Systems of Debian's family have a group for such devices.
        let group = snapshot.user.value?.accountGroups.contains { $0.name == "plugdev" } == true ? ", GROUP=\"plugdev\"" : ""
        return Place(snapshot).udevRule(
            "If a program that opens the scanner itself (hidraw, libusb) is told that it may not: let udev give its nodes to the user at this machine\(group.isEmpty ? "" : " and to the group plugdev"), then plug it in again. That user's programs can then read everything that is scanned",
            // Its input nodes keep the group `input`, by which services read them.
            [
                "SUBSYSTEM==\"hidraw\", ATTRS{idVendor}==\"\(id[0])\", ATTRS{idProduct}==\"\(id[1])\", MODE=\"0660\"\(group), TAG+=\"uaccess\"",
                "SUBSYSTEM==\"usb\", ATTR{idVendor}==\"\(id[0])\", ATTR{idProduct}==\"\(id[1])\", MODE=\"0660\"\(group), TAG+=\"uaccess\"",
            ], file: "70-hand-scanner.rules")
    }
}
