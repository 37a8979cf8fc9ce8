// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Reads what decides about cameras on boards and in the start of the machine, and is no property of one device.
struct BoardFacts {
    let files: SystemFiles

    /// The overlays that config.txt names for sensors and that are not among the firmware's files. Empty if those cannot be
    /// read. See: the firmware's `overlays/README`; it maps some names to those of a board, such as `imx500-pi5`.
    func missingOverlays(_ configuration: [String]) -> [String] {
        let folders = ["/boot/firmware/overlays", "/boot/firmware/current/overlays", "/boot/overlays", "/mnt/boot/overlays"]
        let present = folders.flatMap { files.names($0) ?? [] }
        guard !present.isEmpty else { return [] }
        return configuration.compactMap { line in
            guard line.hasPrefix("dtoverlay=") else { return nil }
            let name = String(line.dropFirst(10).prefix { $0 != "," && $0 != " " })
            let sensor = name.prefix { $0 != "-" }
            guard ["imx", "ov", "arducam", "gc2", "irs"].contains(where: { name.hasPrefix($0) }), name != "overlay_map"
            else { return nil }
            return present.contains { $0.hasPrefix(sensor) } ? nil : name
        }
    }

    /// Whether config.txt names a sensor and every receiver of the running system is off all the same: the firmware applies overlays
    /// when it starts the machine, so the line is newer than that, or it failed. `nil` if the device tree does not show.
    func isOverlayUnapplied(_ configuration: [String]) -> Bool? {
        guard configuration.contains(where: { line in ["dtoverlay=imx", "dtoverlay=ov"].contains { line.hasPrefix($0) } }) else {
            return nil
        }
        let folder = "/proc/device-tree/soc"
        // A node without a status is on.
        let states = (files.names(folder) ?? []).filter { $0.hasPrefix("csi@") }
            .map { files.line("\(folder)/\($0)/status") ?? "okay" }
        return states.isEmpty ? nil : states.allSatisfy { $0 == "disabled" }
    }

    /// The memory that the kernel keeps for pictures of cameras without an IOMMU, in KiB. See: `man 5 proc_meminfo`, CmaTotal.
    func contiguousMemory() -> Int? {
        let line = (files.text("/proc/meminfo") ?? "").split(separator: "\n").first { $0.hasPrefix("CmaTotal:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    /// The programs that have this device open, as far as this user can see: their names and processes.
    func holders(of device: String) -> [String] {
        (files.names("/proc") ?? []).filter { $0.allSatisfy(\.isNumber) }.compactMap { process in
            let folder = "/proc/\(process)/fd"
            guard (files.names(folder) ?? []).contains(where: { files.link("\(folder)/\($0)") == device }) else {
                return nil
            }
            return "\(files.line("/proc/\(process)/comm") ?? "?") (process \(process))"
        }
    }

    /// Docks and other devices on Thunderbolt that have not been authorised: what is plugged into them is not there. See: the
    /// kernel's ABI documentation, sysfs-bus-thunderbolt.
    func refusedDocks() -> [String] {
        let folder = "/sys/bus/thunderbolt/devices"
        let names = files.names(folder) ?? []
        // With the levels `none`, `dponly` and `usbonly` nothing waits for a permission.
        let levels = names.filter { $0.hasPrefix("domain") }.compactMap { files.line("\(folder)/\($0)/security") }
        guard levels.isEmpty || levels.contains(where: { ["user", "secure"].contains($0) }) else { return [] }
        return names.filter { files.line("\(folder)/\($0)/authorized") == "0" }.prefix(4)
            .map { String((files.line("\(folder)/\($0)/device_name") ?? $0).prefix(60)) }
    }

    /// Whether ChromeOS's own marks are here, with which its containers are made.
    var isInChromeOS: Bool {
        files.exists("/dev/.cros_milestone") || files.exists("/opt/google/cros-containers/bin/garcon")
    }

    /// `state:      closed`
    var isLidClosed: Bool {
        let folder = "/proc/acpi/button/lid"
        let lids = files.names(folder) ?? []
        return !lids.isEmpty && lids.allSatisfy { files.line("\(folder)/\($0)/state")?.hasSuffix("closed") == true }
    }

    /// The policy that is in force: the one in brackets. See: the kernel's parameter pcie_aspm.policy.
    func linkPowerPolicy() -> String? {
        let line = files.line("/sys/module/pcie_aspm/parameters/policy")
        return line?.split(separator: " ").first { $0.hasPrefix("[") && $0.hasSuffix("]") }.map {
            String($0.dropFirst().dropLast())
        }
    }

    /// The folder that the firmware starts the kernel from, if /etc/fstab names it and nothing is mounted there: a new kernel is
    /// then written to a place that nothing starts from.
    func unmountedBoot() -> String? {
        func fields(_ file: String) -> [[Substring]] {
            (files.text(file, limit: 1 << 20) ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }
                .map { $0.split { $0 == " " || $0 == "\t" } }
        }
        let mounted = fields("/proc/self/mounts").compactMap { $0.count > 1 ? $0[1] : nil }
        guard !mounted.isEmpty else { return nil }
        let wanted = fields("/etc/fstab").joined()
        return ["/boot/firmware", "/boot"].first { place in
            wanted.contains { $0 == place } && !mounted.contains { $0 == place }
        }
    }

    /// A Raspberry Pi slows its processor down from 80 °C, further from 85 °C. Source: Raspberry Pi's documentation of config.txt,
    /// "temp_limit".
    static let hotPi = 80

    /// The temperature of the processor, and from which the kernel slows it down, in °C, which the kernel has in thousandths: of
    /// several sensors the hottest. Source: the kernel's Documentation/ABI/testing/sysfs-class-thermal.
    func heat() -> (temperature: Int, limit: Int?)? {
        let folder = "/sys/class/thermal"
        func degrees(_ file: String) -> Int? {
            files.line(file).flatMap { Int($0) }.flatMap { (-40_000...200_000).contains($0) ? Int((Double($0) / 1000).rounded()) : nil }
        }
        let zones = (files.names(folder) ?? []).filter { name in
            let type = (files.line("\(folder)/\(name)/type") ?? "").lowercased()
            return name.hasPrefix("thermal_zone") && ["cpu", "soc"].contains { type.contains($0) }
        }
        let hottest = zones.compactMap { zone in degrees("\(folder)/\(zone)/temp").map { (zone, $0) } }.max { $0.1 < $1.1 }
        guard let (zone, temperature) = hottest else { return nil }
        let limits = (0..<12).compactMap { point -> Int? in
            let file = "\(folder)/\(zone)/trip_point_\(point)"
            return files.line(file + "_type") == "passive" ? degrees(file + "_temp").flatMap { $0 >= 60 ? $0 : nil } : nil
        }
        // Of two, the first switches the control on (power_allocator), and the last is what it keeps.
        return (temperature, limits.max())
    }

    /// A receiver of HDMI, which makes a video node of what another device shows, and which the device tree describes and disables.
    /// Rockchip: `hdmirx-controller@fdee0000`, later `hdmi_receiver@fdee0000`.
    func disabledInput() -> String? {
        let tree = "/proc/device-tree"
        for folder in [tree, tree + "/soc"] {
            for name in files.names(folder) ?? []
            where ["hdmirx", "hdmi_receiver", "hdmi-receiver"].contains(where: name.hasPrefix) {
                let status = (files.text("\(folder)/\(name)/status") ?? "").prefix { $0 != "\0" }
                if status == "disabled" { return "\(folder)/\(name)" }
            }
        }
        return nil
    }

    /// Why somebody expects a virtual camera here: the file that loads its module at the start, its tool, or its sources.
    func virtualCameraSign() -> String? {
        if let file = wantedVirtual.first?.file { return file }
        let sources = (files.names("/usr/src") ?? []).first { $0.hasPrefix("v4l2loopback") }.map { "/usr/src/\($0)" }
        return sources ?? Self.phoneClients.first(where: files.exists)
            ?? (files.exists("/usr/bin/v4l2loopback-ctl") ? "/usr/bin/v4l2loopback-ctl" : nil)
    }

    /// Programs that feed a virtual camera with what a phone sees: DroidCam's.
    private static let phoneClients = ["/usr/bin/droidcam-cli", "/usr/local/bin/droidcam-cli", "/usr/bin/droidcam", "/usr/local/bin/droidcam"]

    /// The modules of virtual cameras that modules-load.d or /etc/modules asks for, as programs that feed such a camera put them there: there are
    /// variants with names of their own, such as DroidCam's `v4l2loopback_dc`.
    var wantedVirtual: [(file: String, module: String)] {
        // Debian's /etc/modules is linked to from modules-load.d. Source: its package kmod.
        let own = (files.text("/etc/modules") ?? "").split(separator: "\n").map { (file: "/etc/modules", line: $0) }
        return (ModulesFolder.loadedAtStart.flatMap(files.configurationLines) + own).filter { $0.line.hasPrefix("v4l2loopback") }
            .map { ($0.file, String($0.line.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })) }
    }

    /// The numbers that modprobe.d gives virtual cameras (video_nr=13,14).
    func virtualNumbers() -> [Int] {
        let lines = files.configurationLines(in: "/etc/modprobe.d").map(\.line)
        return lines.filter { $0.hasPrefix("options v4l2loopback") }.flatMap { line in
            line.split(separator: " ").filter { $0.hasPrefix("video_nr=") }
                .flatMap { $0.dropFirst("video_nr=".utf8.count).split(separator: ",").compactMap { Int($0) } }
        }
    }

    /// The first line of modules-load.d, which takes names of modules only, that gives options for v4l2loopback.
    func misplacedOptions() -> String? {
        for (file, line) in files.configurationLines(in: "/etc/modules-load.d") {
            let words = line.split { $0 == " " || $0 == "\t" }
            if words.count > 2, words[0] == "options", words[1] == "v4l2loopback" { return "\(file): options v4l2loopback …" }
            if words.count > 1, words[0] == "v4l2loopback" { return "\(file): v4l2loopback …" }
        }
        return nil
    }

    /// Camera sensors in the firmware's tables (ACPI) whose status says that they are not there. Source: the ids of sensors in the
    /// kernel's ipu-bridge.c.
    func hiddenSensors() -> [String] {
        let folder = "/sys/bus/acpi/devices"
        let kinds = ["OVTI", "INT33BE", "INT347A", "INT3474", "INT347E", "INT3537", "HIMX", "SONY", "GCTI", "SAMS"]
        let sensors = (files.names(folder) ?? []).filter { name in kinds.contains { name.hasPrefix($0) } }
        // Tables list the sensors of all models of a series; the one that is built in has another status.
        return sensors.allSatisfy { files.line("\(folder)/\($0)/status") == "0" } ? sensors : []
    }

    /// Sensors of cameras behind the image processor ISP4 of an AMD processor, if the firmware does not say that they are not there.
    /// Source: the kernel's drivers/platform/x86/amd/amd_isp4.c.
    func sensorsBehindAMD() -> [String] {
        let folder = "/sys/bus/acpi/devices"
        let kinds = ["OMNI5C10"]
        let found = (files.names(folder) ?? []).filter { name in
            kinds.contains { name.hasPrefix($0 + ":") } && files.line("\(folder)/\(name)/status") != "0"
        }
        return found.map { String($0.prefix { $0 != ":" }) }
    }

    /// Whether Apple's chip T2 is there and has no driver. Source: the table of devices of t2linux/apple-bce-drv.
    var lacksT2Driver: Bool {
        let folder = "/sys/bus/pci/devices"
        return (files.names(folder) ?? []).contains { name in
            files.line("\(folder)/\(name)/vendor") == "0x106b" && files.line("\(folder)/\(name)/device") == "0x1801"
                && !files.exists("\(folder)/\(name)/driver")
        }
    }

    /// Source: the device tree specification, "chassis-type". Its texts end with a zero byte.
    var isHandset: Bool {
        ["handset", "watch"].contains((files.text("/proc/device-tree/chassis-type") ?? "").filter(\.isLetter))
    }

    /// Under WSL, what says that its kernel is not Microsoft's: who built it, or a file of the Windows user.
    func ownKernelOfWSL(_ release: String) -> String? {
        guard release.lowercased().contains("microsoft") else { return nil }
        for user in files.names("/mnt/c/Users") ?? [] {
            let path = "/mnt/c/Users/\(user)/.wslconfig"
            let lines = (files.text(path) ?? "").split(separator: "\n").map { $0.filter { $0 != " " } }
            if lines.contains(where: { $0.lowercased().hasPrefix("kernel=") }) { return ".wslconfig names a kernel" }
        }
        // Microsoft's are built by oe-user@oe-host, newer ones by root in a container.
        let version = files.line("/proc/version") ?? ""
        guard let begin = version.firstIndex(of: "("), let end = version[begin...].firstIndex(of: ")") else {
            return nil
        }
        let builder = version[version.index(after: begin)..<end]
        guard builder.contains("@"), !builder.hasPrefix("oe-user@"), !builder.hasPrefix("root@") else { return nil }
        return "/proc/version: built by somebody else than Microsoft"
    }

    /// The program of the desktop that mounts photo cameras as file systems, or watches for them and holds this one, with its process,
    /// and whether it is seen to hold it; `nil` if there is none.
    ///
    /// - Parameter device: the camera's name in sysfs.
    func photoMounter(of device: String) -> (words: String, holds: Bool)? {
        let node = files.usbNode(of: device)
        func holds(_ process: String) -> Bool {
            let descriptors = "/proc/\(process)/fd"
            return node != nil && (files.names(descriptors) ?? []).contains { files.link("\(descriptors)/\($0)") == node }
        }
        // It runs for a camera that it has mounted.
        if let mounter = files.process(named: "gvfsd-gphoto2") { return ("gvfsd-gphoto2 (process \(mounter))", holds(mounter)) }
        // This one always runs, and mostly holds none. The kernel keeps 15 bytes of its name.
        guard let monitor = files.process(named: "gvfs-gphoto2-vo"), holds(monitor) else { return nil }
        return ("gvfs-gphoto2-volume-monitor (process \(monitor))", true)
    }

    /// Receivers of a Raspberry Pi's camera connectors, by their names on the platform bus, that the device tree has and no driver takes.
    var idleReceivers: [String] {
        let folder = "/sys/bus/platform/devices"
        return (files.names(folder) ?? []).filter { name in
            guard name.hasSuffix(".csi"), let identifier = files.line("\(folder)/\(name)/modalias") else { return false }
            return (identifier.contains("rp1-cfe") || identifier.contains("unicam")) && !files.exists("\(folder)/\(name)/driver")
        }
    }

    /// Whether the kernel has nodes of Rockchip's own image processor, `rkisp_mainpath`.
    var hasRockchipNodes: Bool {
        let folder = "/sys/class/video4linux"
        return (files.names(folder) ?? []).contains {
            files.line("\(folder)/\($0)/name")?.hasPrefix("rkisp_") == true
        }
    }
}

extension SystemFiles {
    /// The node of a USB device, such as `/dev/bus/usb/001/006`; `nil` for what is none.
    ///
    /// - Parameter device: its name in sysfs; that of an interface counts as its device's.
    package func usbNode(of device: String) -> String? {
        let folder = "/sys/bus/usb/devices/" + device.prefix { $0 != ":" }
        guard let bus = line(folder + "/busnum").flatMap({ Int($0) }), let number = line(folder + "/devnum").flatMap({ Int($0) }),
            (1..<1000).contains(bus), (1..<1000).contains(number)
        else { return nil }
        func padded(_ number: Int) -> String { String("\(1000 + number)".dropFirst()) }
        return "/dev/bus/usb/\(padded(bus))/\(padded(number))"
    }
}
