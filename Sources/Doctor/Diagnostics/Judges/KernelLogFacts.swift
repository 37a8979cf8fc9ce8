// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// What the lines of the kernel log tell about ports, modules, firmware and sensors.
struct KernelLogFacts {
    let lines: [String]

    init(_ host: HostRecord) {
        let all = host.kernelLog.value ?? []
        // A collected log is shorter. Evidence from elsewhere can be of any length, and some questions compare each line with all others.
        lines = all.count > 2 * Self.most ? Array(all.prefix(Self.most) + all.suffix(Self.most)) : all
    }

    private static let most = 400

    /// The last line that contains one of the words, whatever its case.
    func last(_ words: [String]) -> String? {
        lines.last { line in
            let line = line.lowercased()
            return words.contains { line.contains($0) }
        }
    }

    /// Lines in which one of these drivers or devices reports a failure.
    func failures(of names: [String]) -> [String] {
        lines.filter { line in
            let small = line.lowercased()
            return names.contains { small.contains($0) }
                && (["fail", "error", "can't", "cannot", "unable", "timed out", "timeout"].contains {
                    small.contains($0)
                }
                    || small.firstRange(of: #/ -\d{1,3}\b/#) != nil)
        }
    }

    /// The lines in which a driver of capture cards says that it does not know this board.
    ///
    /// Source: the kernel's drivers cx18, cx23885, bttv, saa7134 and em28xx, and those that were made after them.
    func unknownBoard(_ driver: String) -> [String] {
        let own = lines.filter { $0.lowercased().contains(driver.lowercased()) }
        // em28xx says that it needs a hint, and then finds one in many cards.
        if own.contains(where: { $0.contains("Board detected as") }) { return [] }
        return own.filter { line in
            ["isn't known (yet)", "unknown/generic", "board is currently unknown", "thus need a hint"].contains { line.lowercased().contains($0) }
        }
    }

    /// Lines about a port, `usb 1-1.2: …`.
    private func lines(of port: String) -> [String] { lines.filter { $0.contains("usb \(port):") } }

    /// The lines in which the kernel suspects the cable at a port: it names the hub's port, `usb6-port1` or `1-1-port2`.
    func badCable(of port: String) -> [String] {
        guard let cut = port.lastIndex(where: { $0 == "-" || $0 == "." }) else { return [] }
        let hub = port[cut] == "-" ? "usb\(port[..<cut])" : String(port[..<cut])
        let name = "\(hub)-port\(port[port.index(after: cut)...]):"
        return lines.filter { $0.contains(name) && $0.contains("cable is bad") }
    }

    /// Disconnects of the device at a port after which it was back within seconds, as with a loose contact and not when
    /// somebody replugs it. Without time stamps all count that were followed by a return.
    func quickDisconnects(of port: String) -> [String] {
        let own = lines(of: port)
        return own.indices.compactMap { index in
            guard own[index].contains("USB disconnect"),
                let back = own[(index + 1)...].first(where: { line in
                    ["New USB device found", "new high-speed", "new SuperSpeed", "Found UVC"].contains {
                        line.contains($0)
                    }
                })
            else { return nil }
            guard let gone = Self.seconds(own[index]), let returned = Self.seconds(back) else { return own[index] }
            let hasSlept = lines.contains { line in
                MachineSleep.isOf(line) && Self.seconds(line).map { abs($0 - gone) < 10 } == true
            }
            return returned - gone < 4 && !hasSlept ? own[index] : nil
        }
    }

    /// When a device was first found at this port, in seconds since the start, and the line that says so.
    func appearance(at port: String) -> (seconds: Double, line: String)? {
        guard
            let found = lines.firstIndex(where: { $0.contains("usb \(port):") && $0.contains("New USB device found") }),
            let seconds = Self.seconds(lines[found])
        else { return nil }
        // Its node is there only when the driver has found it, too, which may be loaded seconds later. Older kernels do not name
        // the port.
        if let ids = Self.usbID(lines[found]),
            let bound = lines[found...].first(where: { line in
                line.contains("Found UVC") && line.contains("(\(ids))")
                    && (!line.contains("usb ") || line.contains("\(port):"))
            }), let later = Self.seconds(bound), later > seconds
        {
            return (later, bound)
        }
        return (seconds, lines[found])
    }

    /// `… idVendor=04f2, idProduct=b66a …` → `04f2:b66a`.
    static func usbID(_ line: String) -> String? {
        func value(_ key: String) -> String? {
            line.firstRange(of: key).map { String(line[$0.upperBound...].prefix { $0.isHexDigit }) }
        }
        guard let vendor = value("idVendor="), let product = value("idProduct=") else { return nil }
        return "\(vendor):\(product)"
    }

    /// Requests of the driver that the camera at a port did not answer since it was last plugged in: EPROTO, ETIMEDOUT, EILSEQ. Older
    /// kernels do not name the port. A camera that refuses a control (EPIPE) answers, and many lack one that they name; that it refuses
    /// to negotiate a stream is another matter.
    func refusals(of port: String) -> [String] {
        let found = lines.lastIndex { $0.contains("usb \(port):") && $0.contains("New USB device found") }
        return lines[(found ?? 0)...].filter { line in
            line.contains("uvcvideo") && line.contains("Failed to")
                && (["-71", "-110", "-84"].contains { line.contains(" \($0) ") || line.hasSuffix(" \($0)") }
                    || line.contains(" -32") && ["probe control", "commit control"].contains { line.contains($0) })
                && (line.contains(" \(port):") || line.contains("uvcvideo: "))
        }
    }

    /// Isochronous data that the host controller did not deliver, by uvcvideo's trace: -18 is EXDEV, -71 EPROTO, -84 EILSEQ.
    var lostPackets: [String] {
        lines.filter { $0.contains("isochronous frame lost") || $0.contains("isochronous") && $0.contains("(-18)") }
    }

    /// Transfers that ended early without the host controller saying so: real ones do that seldom, emulated ones when they err.
    var shortTransfers: [String] {
        lines.filter { $0.contains("Successful completion on short TX") || $0.contains("XHCI_TRUST_TX_LENGTH") }
    }

    /// A supply voltage that was too low: the words of a Raspberry Pi's firmware, and those of its newer driver.
    var lowVoltage: [String] {
        lines.filter { line in
            let small = line.lowercased()
            return small.contains("under-voltage detected") || small.contains("undervoltage detected")
        }
    }

    /// The time stamp of a line, `[  123.456789] …`; `nil` without one.
    static func seconds(_ line: String) -> Double? {
        guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return nil }
        return Double(line[line.index(after: line.startIndex)..<end].filter { $0 != " " })
    }

    /// The USB controller that could not be started, on a machine on which no other runs.
    var failedController: FailedProbe? {
        func count(_ words: String) -> Int { lines.count { $0.contains(words) } }
        return count("new USB bus registered") <= count("deregistered") ? oneFailedController : nil
    }

    /// A USB controller that could not be started, whether others run or not.
    var oneFailedController: FailedProbe? {
        // On boards their names begin so: `dwc3-imx8mp`, `xhci-mtk`, `ehci-platform`.
        let drivers = ["xhci", "ehci", "ohci", "dwc2", "dwc3", "dwc_otg", "tegra-xusb", "cdns3", "cdns-usb3", "musb", "ci_hdrc"]
        guard let probe = failedProbe({ driver, _ in drivers.contains(where: driver.hasPrefix) }), !Self.isOfGraphicsCard(probe.device),
            // It may have been tried again.
            let end = probe.lines.last.flatMap(lines.lastIndex(of:)),
            !lines[end...].contains(where: { $0.contains("\(probe.device): new USB bus registered") })
        else { return nil }
        return probe
    }

    /// A driver of camera hardware that failed at its start.
    struct FailedProbe {
        var driver: String
        var device: String
        /// What it and the kernel said, oldest first.
        var lines: [String]

        /// Whether it is a chip on I²C, such as `7-003c`, that has not acknowledged its address.
        var isUnanswered: Bool {
            guard SensorName.isBusAddress(device) else { return false }
            return lines.contains { line in
                let small = line.lowercased()
                return small.contains("-121") || small.contains("not respond") || small.contains("no acknowledge")
            }
        }
    }

    /// The last failure of a driver of receivers, image processors or capture hardware to start, by the kernel's words
    /// (`really_probe` in drivers/base/dd.c), before and since Linux 6.8: `X: probe of DEVICE failed with error -19`, and
    /// `X DEVICE: probe with driver X failed with error -19`.
    var failedProbe: FailedProbe? {
        failedProbe { driver, _ in
            driver.split { !$0.isLetter && !$0.isNumber }.contains { Self.cameraParts.contains(String($0)) }
        }
    }

    /// The driver of a camera's sensor that has not taken it for another reason than that it does not answer: then the way to
    /// the sensor is not what is wrong.
    var refusedSensor: FailedProbe? {
        failedProbe { driver, line in
            SensorName.isOne(driver) && !["-121", "-5", "-110", "-6", "-19"].contains { line.hasSuffix("error \($0)") }
        }
    }

    /// - Parameter isMeant: by the driver's name in small letters, and the line.
    private func failedProbe(_ isMeant: (String, String) -> Bool) -> FailedProbe? {
        for line in lines.reversed() where line.contains("failed with error -") && !line.contains("error -517") {
            let words = line.split(separator: " ").map { $0.hasSuffix(":") ? String($0.dropLast()) : String($0) }
            guard let probe = words.firstIndex(of: "probe"), words.count > probe + 2, probe > 0 else { continue }
            let isNew = words[probe + 1] == "with"
            guard isNew ? words.count > probe + 3 : words[probe + 1] == "of" else { continue }
            let driver = isNew ? words[probe + 3] : words[probe - 1]
            let device = isNew ? words[probe - 1] : words[probe + 2]
            guard isMeant(driver.lowercased(), line) else { continue }
            let own = lines.filter { $0.contains(" \(device):") && $0 != line }
            return FailedProbe(driver: driver, device: device, lines: own.suffix(2) + [line])
        }
        return nil
    }

    /// A program that AppArmor has kept from a camera's device.
    struct Denial {
        var program: String
        var process: Int?
        var profile: String
        var path: String
        var line: String

        /// The snap whose profile it is, of those that snapd makes: `snap.NAME.APP`.
        var snap: String? {
            let parts = profile.split(separator: ".")
            return parts.count > 2 && parts[0] == "snap" ? String(parts[1]) : nil
        }
    }

    /// The last time that AppArmor has done so, to one program if it is named. See: apparmor(7), "Log messages".
    func appArmorDenial(of client: CameraClientRecord? = nil) -> Denial? {
        for line in lines.reversed() where line.contains("apparmor=\"DENIED\"") {
            func value(_ key: String) -> String? {
                line.firstRange(of: " \(key)=\"").map { String(line[$0.upperBound...].prefix { $0 != "\"" }) }
            }
            guard let path = value("name"), let profile = value("profile"),
                ["/dev/video", "/dev/media", "/dev/v4l"].contains(where: path.hasPrefix)
            else { continue }
            let process = line.firstRange(of: " pid=").flatMap { Int(line[$0.upperBound...].prefix(while: \.isNumber)) }
            let denial = Denial(
                program: value("comm") ?? profile, process: process, profile: profile, path: path, line: line)
            guard let client else { return denial }
            // A program that was started anew has another number, and the same profile.
            if client.processID == process && process != nil || client.name.lowercased() == profile.lowercased() {
                return denial
            }
        }
        return nil
    }

    /// Parts of the names of such drivers.
    private static let cameraParts: Set = [
        "isp", "csi", "csi2", "csis", "cam", "camss", "camera", "unicam", "cfe", "capture", "vin", "hdmirx", "cif",
        "rkcif",
        "rkisp", "rkisp1", "isys",
    ]

    /// The driver of a sensor or bridge on I²C that the kernel did not load because its symbols have other versions here, and
    /// the line.
    var mismatchedSensorModule: (module: String, line: String)? {
        for line in lines where line.contains("disagrees about version of symbol") {
            let words = line.drop { $0 == "[" || $0 == "." || $0 == "]" || $0 == " " || $0.isNumber }
            let module = String(words.prefix { $0 != ":" })
            guard !module.isEmpty, !module.contains(" ") else { continue }
            // `tevs 9-0048`: the device that waits for it.
            let device = lines.contains { line in
                line.split(separator: " ").indices.dropLast().contains { index in
                    let words = line.split(separator: " ")
                    return words[index] == module && words[index + 1].wholeMatch(of: #/\d+-[0-9a-f]{4}:?/#) != nil
                }
            }
            if device { return (module, line) }
        }
        return nil
    }

    /// A module for cameras, built apart from the kernel, that the kernel has not accepted because of a symbol.
    struct OwnDriver {
        var module: String
        var symbol: String
        /// Whether the symbol is there in another version, and not missing.
        var isOtherVersion: Bool
        var line: String

        /// Whether it may be that device's: `gspca` drives USB cameras of many makers, others have the product's name.
        func isLikely(for device: UnclaimedDevice) -> Bool {
            let title = (device.title ?? "").lowercased()
            return module.hasPrefix("gspca") || module.split(separator: "_").contains { $0.utf8.count > 3 && title.contains($0) }
        }
    }

    /// The last one: `gspca_main: Unknown symbol vb2_queue_init (err -2)`, `gspca_kinect2: disagrees about version of symbol
    /// gspca_frame_add`. Only one that the kernel names as of another source, which it does of the first such module that it
    /// loads: the kernel's own modules lack symbols for another reason.
    var refusedOwnDriver: OwnDriver? {
        var found: OwnDriver?
        for line in lines {
            let words = line.drop { $0 == "[" || $0 == "." || $0 == "]" || $0 == " " || $0.isNumber }
            let module = String(words.prefix { $0 != ":" })
            guard !module.isEmpty, !module.contains(" "), Self.soundsLikeCamera(module) else { continue }
            let isOther = line.contains("disagrees about version of symbol ")
            guard isOther || line.contains("Unknown symbol "), found?.module != module,
                lines.contains(where: { $0.contains("\(module): loading out-of-tree module") })
            else { continue }
            let symbol = line.firstRange(of: "symbol ").map { line[$0.upperBound...].prefix { $0 != " " } } ?? ""
            found = OwnDriver(module: module, symbol: String(symbol), isOtherVersion: isOther, line: line)
        }
        return found
    }

    private static func soundsLikeCamera(_ module: String) -> Bool {
        ["gspca", "uvc", "cam", "video", "kinect", "capture"].contains(where: module.contains) && !["v4l2loopback", "akvcam"].contains(module)
    }

    /// Packets from another machine to this one that the firewall has dropped on their way in, as it logs them: the sender, the port,
    /// and the last line.
    var firewallDrop: (sender: String, port: String, isUFW: Bool, line: String)? {
        guard let line = lines.last(where: Self.isFirewallDrop) else { return nil }
        guard let sender = KernelLog.packetField("SRC", of: line), let port = KernelLog.packetField("DPT", of: line), UInt16(port) != nil,
            sender.allSatisfy({ $0.isHexDigit || $0 == "." || $0 == ":" })
        else { return nil }
        return (sender, port, line.contains("UFW"), line)
    }

    /// Whether the firewall says in this line that it has dropped a packet to this machine, on its way in.
    static func isFirewallDrop(_ line: String) -> Bool {
        line.contains(" SRC=") && line.contains(" DPT=") && line.contains("IN=") && !line.contains("IN= ")
            && ["BLOCK", "DROP", "REJECT"].contains { line.uppercased().contains($0) } && !KernelLog.isPacketOfNobody(line)
    }

    /// What a driver said of broken transfers on the wire: -71 is EPROTO, -84 EILSEQ.
    func wireErrors(of driver: String) -> [String] {
        lines.filter { line in
            line.lowercased().contains(driver.lowercased())
                && (line.contains("Bit-stuff") || line.contains("bad cable") || line.contains("status -71")
                    || line.contains("status -84"))
        }
    }

    /// What the drivers of sensors said of requests that failed while the machine ran: `imx415 4-001a: write reg(0x3002 val:0x0)failed`.
    var sensorFailures: [String] {
        lines.filter { line in
            let small = line.lowercased()
            guard ["fail", "error", "timed out", "timeout", "nack"].contains(where: small.contains), let driver = SensorName.driver(in: line)
            else { return false }
            return SensorName.isOne(driver) || ["image sensor", "camera"].contains(where: small.contains)
        }
    }

    /// The bridges that the log names, such as `tc358743`, and no sensor beside them.
    var loneBridge: String? {
        let drivers = lines.compactMap { SensorName.driver(in: $0).map(String.init) }
        return drivers.contains(where: SensorName.isOne) ? nil : drivers.first(where: SensorName.isBridge)
    }

    /// Why the kernel did not accept a module, by its own words.
    enum Refusal {
        /// It was built for another kernel.
        case mismatch
        case signature
    }

    /// The last refusal of a module. Lines that name another module than this one do not count.
    ///
    /// - Parameter isNamed: whether only lines that name the module count.
    func refusal(of module: String, isNamed: Bool) -> (Refusal, String)? {
        let mismatch = [
            "unknown symbol", "disagrees about version", "version magic", "invalid module format", "exec format", "section size must match",
            "btf: -", "bpf:", "invalid name",
        ]
        // "module verification failed … tainting kernel" is only a warning: the module was loaded.
        let signature = ["required key", "unavailable key", "key was rejected", "unsigned module", "keyring"]
        for line in lines.reversed() {
            let small = line.lowercased()
            guard !small.contains("tainting kernel"), Self.concerns(small, module, isNamed) else { continue }
            if signature.contains(where: { small.contains($0) }) { return (.signature, line) }
            if mismatch.contains(where: { small.contains($0) }) { return (.mismatch, line) }
        }
        return nil
    }

    /// The last refusal of a module that is signed, but not with a key that the kernel trusts. It names no module.
    var untrustedSignature: String? {
        lines.last { $0.lowercased().contains("pkcs#7 signature not signed with a trusted key") }
    }

    /// The last allocation of contiguous memory that failed, in bytes, and its line: `cma_alloc: linux,cma: alloc failed, req-size:
    /// 4922 pages, ret: -12`.
    var failedAllocation: (bytes: Int, line: String)? {
        for line in lines.reversed() where line.contains("cma_alloc") && line.contains("alloc failed") {
            guard let size = line.firstRange(of: "req-size: ") else { continue }
            if let pages = Int(line[size.upperBound...].prefix(while: \.isNumber)), pages < 1 << 30 {
                return (pages * 4096, line)
            }
        }
        return nil
    }

    /// Whether a line is about this module or names none: `uvcvideo: Unknown symbol …`, `Lockdown: modprobe: …`.
    private static func concerns(_ line: String, _ module: String, _ isNamed: Bool) -> Bool {
        if line.contains(module) || line.contains(module.replacing("_", with: "-")) { return true }
        guard !isNamed else { return false }
        let words = line.drop { $0 == "[" || $0 == "." || $0 == "]" || $0 == " " || $0.isNumber }
        return ["lockdown:", "bpf:", "loading of", "request for unknown module key", "pkcs#7"].contains {
            words.hasPrefix($0)
        }
    }

    /// The files of firmware that the kernel could not find: -2 is ENOENT.
    var unfoundFirmware: [String] {
        lines.compactMap { line in
            let small = line.lowercased()
            guard small.contains("direct firmware load") && line.contains("-2") || small.contains("failed to load") else { return nil }
            return MissingFirmware.file(in: line)
        }
    }

    /// The last firmware that could not be loaded, among those of cameras.
    var missingFirmware: String? {
        lines.last { line in
            let small = line.lowercased()
            return
                (small.contains("direct firmware load") || small.contains("failed to load firmware")
                || small.contains("requesting signed firmware") || small.contains("request cpd fw failed"))
                && ["ipu", "vsc", "facetime", "camera", "uvc", "gspca", "imx500"].contains { small.contains($0) }
        }
    }

    /// Why the driver of a sensor did not take it, by the kernel's own words.
    enum SensorRefusal {
        /// It expects another clock than the one that the board gives.
        case clock
        /// It waits for something that has not come: -517 is EPROBE_DEFER.
        case waiting
        case other
    }

    /// The last line in which the driver of this sensor, or the kernel, refused it, and the lines about what powers it.
    func refusal(of sensor: String) -> (kind: SensorRefusal, line: String, power: [String])? {
        let own = lines.filter { line in
            let small = line.lowercased()
            // Older kernels name the driver first: `imx219: probe of 2-0010 failed with error -22`.
            return (line.contains("\(sensor):") || line.contains("probe of \(sensor) "))
                && (small.contains("fail") || small.contains("error") || small.contains("deferred probe")
                    || small.contains("not support"))
        }
        guard let last = own.last else { return nil }
        if let line = own.last(where: { line in
            line.contains("clock") && (line.contains("support") || line.contains("mismatch") || line.contains("EINVAL"))
        }) {
            return (.clock, line, [])
        }
        if let line = own.last(where: { $0.contains("-517") || $0.contains("deferred probe") }) {
            let power = lines.filter { line in
                let small = line.lowercased()
                return small.contains("int3472") && (small.contains("unknown") || small.contains("fail"))
            }
            return (.waiting, own.last { $0.contains("-517") } ?? line, power.suffix(2))
        }
        return (.other, last, [])
    }

    /// The last complaint of a sensor's driver that its chip does not answer: -121 is EREMOTEIO, -5 EIO, -110 ETIMEDOUT,
    /// -6 ENXIO, -19 ENODEV.
    var silentSensor: String? {
        lines.last { line in
            let small = line.lowercased()
            let words = small.split { !$0.isLetter && !$0.isNumber && $0 != "-" }
            // The driver's name comes first: `ov5693 i2c-OVTI5693:00: …`, `imx708 10-001a: …`. A chip on I²C that speaks of its sensor or
            // camera is one, whatever its name.
            let isSensor = words.prefix(4).contains(where: SensorName.isOne)
                || SensorName.driver(in: line) != nil && ["sensor id", "camera id"].contains(where: small.contains)
            // A Bluetooth chip tells its id, too, and without trouble.
            if isSensor, ["chip id", "sensor id", "camera id"].contains(where: small.contains),
                ["fail", "mismatch", "error", "read", "unexpected"].contains(where: { small.contains($0) })
            {
                return true
            }
            return isSensor && words.contains { ["-121", "-5", "-110", "-6", "-19"].contains($0) }
        }
    }
}
