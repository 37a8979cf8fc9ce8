// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// A hand-held barcode scanner on USB or Bluetooth, which mostly types what it reads as a keyboard does. It is no camera, and needs none.
package struct HandScanner: Codable, Hashable, Sendable {
    /// Raw: `Symbol Bar Code Scanner`.
    package var title: String?
    /// `05e0:1200`.
    package var identifier: String
    /// The layout of keyboards on this machine, such as `fr`; `nil` if no file says.
    package var layout: String?

    /// Where its keys can be read: `/dev/input/event3`.
    package var node: String?
    /// A name for it that stays when the numbers change: `/dev/input/by-id/usb-Netum._HIDKB_18502-event-kbd`.
    package var link: String?
    /// Its serial number, which is a part of that name.
    package var serial: String?
    /// The way in which it speaks, if that is not a keyboard's. Absent in older evidence.
    package var mode: Mode?
    /// The driver of serial ports that has it, such as `opticon`, and the port that it makes: `/dev/ttyUSB0`. Absent in older evidence,
    /// and without them.
    package var serialDriver: String?
    package var serialPort: String?
    /// Where programs talk to one of the class HID: `/dev/hidraw2`. Absent in older evidence.
    package var rawNode: String?
    /// The permission bits of that node; `nil` if they could not be read.
    package var rawPermissions: UInt32?
    /// Where libusb talks to it: `/dev/bus/usb/001/005`, and the permission bits. Absent in older evidence.
    package var usbNode: String?
    package var usbPermissions: UInt32?

    /// Whether it is connected over Bluetooth; absent in older evidence, and unless it is.
    package var isBluetooth: Bool?
    /// Whether /dev lacks the node where its keys can be read, as in a container; absent in older evidence, and unless it does.
    package var isNodeMissing: Bool?
    /// The running program whose command names that node; absent in older evidence, and without one.
    package var reader: Reader?

    package struct Reader: Codable, Hashable, Sendable {
        package var processID: Int
        /// The kernel's `comm`, raw.
        package var name: String
        /// As the command has it: `/dev/input/event5`, or a link to it.
        package var argument: String
        /// Whether it has it open now; `nil` if that cannot be seen, as of another user's programs.
        package var isOpen: Bool?
    }

    package enum Mode: String, Codable, Sendable {
        /// A device of the class HID for which the kernel has no keys: the scanner of a point of sale (HID POS), or one of Zebra that speaks
        /// SNAPI, beside which it has an interface of its maker's own.
        case pointOfSale
        /// A serial port of the class CDC, or one of its maker's own kind that a driver has.
        case serial
        /// An interface of its maker's own, mostly a serial port.
        case vendor
    }

    package init(
        title: String?, identifier: String, layout: String?, node: String? = nil, link: String? = nil, serial: String? = nil
    ) {
        self.title = title
        self.identifier = identifier
        self.layout = layout
        self.node = node
        self.link = link
        self.serial = serial
    }

    /// Symbol (Zebra), Metrologic and Hand Held Products (Honeywell), PSC (Datalogic), Opticon, Newland: they make little else.
    /// Source: usb.ids.
    private static let makers: Set = ["05e0", "0c2e", "0536", "05f9", "065a", "1eab"]

    /// Makers of scanners whose USB identity is often that of the chip, and who make little else.
    private static let brands: Set = ["netum", "eyoyo", "symcode", "tera", "nadamoo", "datalogic", "newland", "opticon", "cino", "zebex"]

    static func find(_ files: SystemFiles) -> HandScanner? { onUSB(files) ?? onBluetooth(files) }

    /// The first keyboard on USB that the caller takes for a scanner, by its ids (`0581:011a`) and the number of its interfaces.
    package static func typing(_ files: SystemFiles, isWanted: @escaping (_ identifier: String, _ interfaces: Int) -> Bool) -> HandScanner? {
        onUSB(files, isWanted)
    }

    /// Whether the name of something that types says that it scans: `FuzzyScan`, `BARCODE SCANNER`. Scanners of documents have no keys;
    /// readers of cards and fingers may have.
    package static func saysScan(_ name: String) -> Bool {
        let words = name.lowercased()
        // Short for keyboard wedge, the mode in which a scanner types; and what many built-in modules call themselves.
        let isWedge = words.split { !$0.isLetter }.contains { $0 == "kbw" || $0 == "usbscn" }
        return words.replacing("bar code", with: "barcode").contains("barcode")
            || (isWedge || words.contains("scan")) && !["scandi", "finger", "rfid", "nfc", "card", "scan code", "scancode"].contains(where: words.contains)
    }

    /// Whether a maker's name is one of the brands, of something that is not called by another name.
    private static func isBrand(_ maker: String, title: String) -> Bool {
        let words = title.lowercased()
        return maker.lowercased().split { !$0.isLetter }.first.map { brands.contains(String($0)) } == true
            && !["keyboard", "mouse", "receiver"].contains(where: words.contains)
    }

    private static func onUSB(_ files: SystemFiles, _ isWanted: @escaping (String, Int) -> Bool = { _, _ in false }) -> HandScanner? {
        let folder = "/sys/bus/usb/devices"
        let names = files.names(folder) ?? []
        return names.sorted().lazy.compactMap { name -> HandScanner? in
            guard !name.contains(":"), let vendor = files.line("\(folder)/\(name)/idVendor")?.lowercased(),
                let product = files.line("\(folder)/\(name)/idProduct")?.lowercased()
            else { return nil }
            let title = files.line("\(folder)/\(name)/product").flatMap { $0.isEmpty ? nil : $0 }
            let words = (title ?? "").lowercased().replacing("bar code", with: "barcode")
            let maker = files.line("\(folder)/\(name)/manufacturer")
            let isBrand = isBrand(maker ?? "", title: words)
            let interfaces = names.filter { $0.hasPrefix(name + ":") }.map { "\(folder)/\($0)" }
            guard makers.contains(vendor) || words.contains("barcode") || isBrand
                || (saysScan(words) || isWanted("\(vendor):\(product)", interfaces.count)) && interfaces.contains(where: { isKeyboard($0, files) })
            else { return nil }
            let keyboard = interfaces.first { isKeyboard($0, files) } ?? interfaces.first { self.node($0, files) != nil }
            let port = keyboard == nil ? interfaces.lazy.compactMap { serialPort($0, files) }.first : nil
            let mode = keyboard == nil ? mode(interfaces, isSerial: port != nil, isOfMaker: makers.contains(vendor), files) : nil
            guard keyboard != nil || mode != nil else { return nil }
            let node = keyboard.flatMap { self.node($0, files) }
            let full = isBrand && !words.contains("barcode") && !words.hasPrefix((maker ?? "").lowercased()) ? [maker, title].compactMap(\.self).joined(separator: " ") : title
            var scanner = HandScanner(
                title: full, identifier: "\(vendor):\(product)", layout: layout(files), node: node.map { "/dev/input/\($0)" },
                link: node.flatMap { link($0, files) }, serial: files.line("\(folder)/\(name)/serial"))
            scanner.mode = mode
            // A container may have it under another number.
            if let path = scanner.node, files.isMissing(path), files.names("/dev/input")?.contains(where: { $0.hasPrefix("event") }) != true {
                scanner.isNodeMissing = true
            }
            scanner.reader = reader(of: scanner, files)
            if mode == .serial { (scanner.serialDriver, scanner.serialPort) = (port?.driver, port?.node) }
            if mode == .pointOfSale || mode == nil {
                scanner.rawNode = (keyboard.map { [$0] } ?? interfaces).lazy.compactMap { rawNode($0, files) }.first.map { "/dev/\($0)" }
                scanner.rawPermissions = scanner.rawNode.flatMap { files.device($0)?.permissions }
                scanner.usbNode = files.usbNode(of: name)
                scanner.usbPermissions = scanner.usbNode.flatMap { files.device($0)?.permissions }
            }
            return scanner
        }.first
    }

    /// The last program, as scripts start one after another, that was started with the scanner's input device, and better one that has it
    /// open: a script tries again and again, too, if it may not open it.
    private static func reader(of scanner: HandScanner, _ files: SystemFiles) -> Reader? {
        guard let node = scanner.node else { return nil }
        let paths = [node, scanner.link].compactMap(\.self)
        let readers = files.processes.reversed().compactMap { process -> Reader? in
            guard let argument = files.command(of: process, limit: 1 << 12).dropFirst().first(where: paths.contains),
                let name = files.line("/proc/\(process)/comm")
            else { return nil }
            // In a container the name can be another device's.
            if let own = files.device(node)?.number, let other = files.device("/proc/\(process)/root\(argument)")?.number, own != other { return nil }
            return Reader(processID: process, name: name, argument: argument, isOpen: hasOpen(process, node, files))
        }
        return readers.first { $0.isOpen == true } ?? readers.first
    }

    private static func hasOpen(_ process: Int, _ node: String, _ files: SystemFiles) -> Bool? {
        let open = files.openFiles(of: process)
        let own = files.device(node)?.number
        return open.isEmpty ? nil : open.contains { path in
            guard path.hasPrefix("/dev/") else { return false }
            if let own, let other = files.device("/proc/\(process)/root\(path)")?.number { return own == other }
            return path == node
        }
    }

    /// One that types over Bluetooth: the kernel has an input device for it, and USB knows nothing of it. Source: BUS_BLUETOOTH in the
    /// kernel's linux/input.h.
    private static func onBluetooth(_ files: SystemFiles) -> HandScanner? {
        let folder = "/sys/class/input"
        return (files.names(folder) ?? []).lazy.compactMap { input -> HandScanner? in
            guard input.hasPrefix("input"), files.line("\(folder)/\(input)/id/bustype") == "0005",
                let title = files.line("\(folder)/\(input)/name"), saysScan(title) || isBrand(title, title: title),
                let vendor = files.line("\(folder)/\(input)/id/vendor")?.lowercased(),
                let product = files.line("\(folder)/\(input)/id/product")?.lowercased()
            else { return nil }
            let node = numbered("event", in: "\(folder)/\(input)", files)
            var scanner = HandScanner(
                title: title, identifier: "\(vendor):\(product)", layout: layout(files), node: node.map { "/dev/input/\($0)" })
            scanner.isBluetooth = true
            return scanner
        }.first
    }

    /// `nil` for other kinds, such as cradles, and terminals with Android (ADB, ff/42). Source: "HID Point of Sale Usage Tables 1.02"; the
    /// classes 02 and ff of USB.
    ///
    /// - Parameters:
    ///   - isSerial: whether a driver of serial ports has it.
    ///   - isOfMaker: whether its maker makes little else than scanners.
    private static func mode(_ interfaces: [String], isSerial: Bool, isOfMaker: Bool, _ files: SystemFiles) -> Mode? {
        let classes = interfaces.compactMap { files.line($0 + "/bInterfaceClass") }
        if classes.isEmpty || interfaces.contains(where: { files.line($0 + "/bInterfaceSubClass") == "42" }) { return nil }
        if classes.allSatisfy({ $0 == "03" }) { return .pointOfSale }
        if classes.allSatisfy({ $0 == "ff" }) { return isSerial ? .serial : .vendor }
        // Zebra's SNAPI: HID without keys for what is read, and the maker's own interface for pictures.
        if isOfMaker, Set(classes) == ["03", "ff"] { return .pointOfSale }
        return classes.allSatisfy { ["02", "0a"].contains($0) } ? .serial : nil
    }

    /// The driver of an interface, if it makes a serial port of it, and that port's node if it is known.
    private static func serialPort(_ interface: String, _ files: SystemFiles) -> (driver: String, node: String?)? {
        guard let driver = files.linkName(interface + "/driver") else { return nil }
        let node = numbered("ttyUSB", in: interface, files) ?? numbered("ttyACM", in: interface + "/tty", files)
        guard node != nil || serialDrivers.contains(driver.replacing("-", with: "_")) else { return nil }
        return (driver, node.map { "/dev/\($0)" })
    }

    /// Those of scanners, and of the chips that scanners are made with. Source: the kernel's drivers/usb/serial.
    private static let serialDrivers: Set = [
        "opticon", "metro_usb", "symbolserial", "usbserial_generic", "cdc_acm", "pl2303", "ftdi_sio", "cp210x", "ch341",
    ]

    /// Source: Device Class Definition for HID 1.11, 4.1 to 4.3: class 3, protocol 1.
    private static func isKeyboard(_ interface: String, _ files: SystemFiles) -> Bool {
        files.line(interface + "/bInterfaceClass") == "03" && files.line(interface + "/bInterfaceProtocol") == "01"
    }

    /// `event3`. The interface has a HID device, that an input device, and that the node.
    private static func node(_ interface: String, _ files: SystemFiles) -> String? {
        for device in files.names(interface) ?? [] where device.contains(":") {
            for input in files.names("\(interface)/\(device)/input") ?? [] {
                if let node = numbered("event", in: "\(interface)/\(device)/input/\(input)", files) { return node }
            }
        }
        return nil
    }

    /// `hidraw2`.
    private static func rawNode(_ interface: String, _ files: SystemFiles) -> String? {
        (files.names(interface) ?? []).lazy.filter { $0.contains(":") }
            .compactMap { numbered("hidraw", in: "\(interface)/\($0)/hidraw", files) }.first
    }

    /// The first name in a folder that is `prefix` and a number.
    private static func numbered(_ prefix: String, in folder: String, _ files: SystemFiles) -> String? {
        (files.names(folder) ?? []).first { $0.hasPrefix(prefix) && $0.dropFirst(prefix.count).allSatisfy(\.isNumber) }
    }

    private static func link(_ node: String, _ files: SystemFiles) -> String? {
        let folder = "/dev/input/by-id"
        return (files.names(folder) ?? []).sorted().first { files.linkName("\(folder)/\($0)") == node }.map { "\(folder)/\($0)" }
    }

    /// Of the whole system; a desktop may have another one for each user. Source: keyboard(5), xorg.conf(5), vconsole.conf(5).
    private static func layout(_ files: SystemFiles) -> String? {
        for (file, key) in [
            ("/etc/default/keyboard", "XKBLAYOUT"), ("/etc/X11/xorg.conf.d/00-keyboard.conf", "XkbLayout"),
            ("/etc/vconsole.conf", "KEYMAP"),
        ] {
            for line in (files.text(file) ?? "").split(separator: "\n") {
                let words = line.prefix { $0 != "#" }.split { " \t=\"'".contains($0) }
                guard let place = words.firstIndex(where: { $0 == key }), place + 1 < words.count else { continue }
                let value = words[place + 1]
                let isName = value.count < 20 && value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_,".contains($0)) }
                if isName { return String(value) }
            }
        }
        return nil
    }
}
