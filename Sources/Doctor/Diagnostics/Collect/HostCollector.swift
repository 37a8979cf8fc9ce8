// SPDX-License-Identifier: Apache-2.0

package import CameraDiscovery
package import MachineFacts
internal import UdevRules
package import UserSession

/// Reads sysfs, procfs and the kernel log about cameras. Opens no device.
package struct HostCollector {
    private let files: SystemFiles
    private let ask: MachineCollector.Ask
    private let access: (String) -> NodeAccess?

    /// - Parameter access: who may open a device node of this machine.
    package init(
        files: SystemFiles = SystemFiles(), ask: @escaping MachineCollector.Ask = MachineCollector.askSystem,
        access: @escaping (String) -> NodeAccess? = { SystemDeviceFiles().access(toNodeAt: $0) }
    ) {
        self.files = files
        self.ask = ask
        self.access = access
    }

    package func collect() -> HostRecord {
        let release = files.line("/proc/sys/kernel/osrelease") ?? ""
        let ask = MachineCollector.remembering(self.ask)
        var machine = MachineCollector(files: files, ask: ask).collect(release: release)
        let raw = RawKeyboards(files: files).find(machine.handScanner)
        machine.handScanner = raw.scanner
        let modules = ModulesFolder.root(of: release, files)
        var host = HostRecord(
            kernelRelease: release, hasModulesFolder: files.names("\(modules)/\(release)") != nil,
            uvcDriver: uvcDriver(machine, modules), hasUdev: files.exists("/run/udev/control"))
        if modules != ModulesFolder.usual { host.modulesRoot = modules }
        if files.line("/proc/sys/kernel/modules_disabled") == "1" { host.isModuleLoadingLocked = true }
        host.blacklisting = blacklisting(
            of: ["uvcvideo", "v4l2loopback"] + machine.hardware.flatMap(\.modules) + machine.sensors.flatMap(\.modules)
                + (machine.platform.isRaspberryPi ? MachineRecord.raspberryPiChain : []))
        host.lockdown = files.line("/sys/kernel/security/lockdown")
        host.usbCameras = usbCameras()
        readKernelLog(of: machine, &host)
        // Asked about only for devices that want it: there are hundreds of files.
        lazy var rules = RuleFiles(root: files.root)
        if !hasCameraNode {
            let loaders = Self.firmwareLoaders(host.kernelLog.value ?? [], files, rules)
            if !loaders.isEmpty { host.firmwareLoaders = loaders }
        }
        let isWithout = files.names("/sys/class") != nil && files.isMissing("/sys/class/video4linux")
        host.videoNames = files.names("/sys/class/video4linux") ?? (isWithout ? [] : nil)
        host.hidesUSB = files.names("/sys/bus/usb/devices") == nil && !files.isMissing("/sys/bus/usb/devices")
        let unfound = KernelLogFacts(host).unfoundFirmware.compactMap { name in
            ["", ".xz", ".zst"].map { name + $0 }.first { file in Self.firmwareFolders.contains { files.exists("\($0)/\(file)") } }
        }
        if !unfound.isEmpty { machine.presentFirmware = unfound }
        host.mediaDevices = (files.names("/dev") ?? []).count { $0.hasPrefix("media") }
        host.isSELinuxEnforcing = files.line("/sys/fs/selinux/enforce").map { $0 == "1" }
        host.securityLabel = files.line("/proc/self/attr/current").flatMap { $0.isEmpty ? nil : $0 }
        host.devMountOptions = devMountOptions()
        host.machine = machine
        let own = USBOpeners(files).added(to: usbNodes(machine, rules))
        // Programs with libuvc open webcams so. Who has those open, their video nodes tell.
        let nodes = own + usbNodes(of: host.usbCameras.map(\.device).filter { device in !own.contains { $0.device == device } }, rules)
        if !nodes.isEmpty { host.usbNodes = nodes }
        let ports = SerialPorts(files: files, access: access).find(cameras: host.usbCameras.map(\.device), scanner: machine.handScanner?.serialPort)
        if !ports.isEmpty { host.serialPorts = ports }
        if machine.platform.isRaspberryPi {
            let nodes = ["vchiq", "vcsm", "vcsm-cma"].compactMap { name in
                files.exists("/dev/" + name) ? access("/dev/" + name).map { USBNodeRecord(device: name, path: "/dev/" + name, access: $0) } : nil
            }
            if !nodes.isEmpty { host.firmwareNodes = nodes }
        }
        host.rawKeyboard = raw.keyboard
        host.unsetProducerPath = ProducerPaths(files: files).find()
        let feeders = RuleFeeders(files: files, ask: ask).find()
        if !feeders.isEmpty { host.ruleFeeders = feeders }
        if files.exists("/run/udev/control"), files.names("/run/udev/data")?.isEmpty == true { host.isUdevEmpty = true }
        host.obs = OBSSigns.find(files, ask: ask)
        host.loopback = LoadedLoopback.find(files)
        host.relay = machine.relay.flatMap { RelaySigns.find($0, files, ask) }
        let disabling = disablingRules(host, machine, rules)
        if !disabling.isEmpty { host.disablingRules = disabling }
        host.localAccounts = localAccounts()
        host.gstreamerWithoutCameras = gstreamerWithoutCameras()
        host.unconfiguredProgram = MegapixelsSetup.find(files)
        host.faceLogin = HowdySettings.find(files)
        if machine.platform.isJetson {
            let programs = ArgusPrograms.find(files, ask)
            if !programs.isEmpty { host.argusPrograms = programs }
        }
        host.videoGroup = (files.text("/etc/group") ?? "").split(separator: "\n").first { $0.hasPrefix("video:") }
            .flatMap { $0.split(separator: ":", omittingEmptySubsequences: false).dropFirst(2).first }
            .flatMap { UInt32($0) }
        return host
    }

    /// NixOS has no /lib/firmware.
    private static let firmwareFolders = ["/lib/firmware", "/run/current-system/firmware"]

    /// `nil` without the file, and if it is so long that its end has not been read.
    private func localAccounts() -> [UInt32]? {
        let limit = 1 << 18
        guard let text = files.text("/etc/passwd", limit: limit), text.utf8.count < limit else { return nil }
        return text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            return fields.count > 2 ? UInt32(fields[2]) : nil
        }.filter { $0 >= Accounts.systemLimit }
    }

    /// Whether a device on USB or PCI has a video node; codecs of a board and virtual cameras have others.
    private var hasCameraNode: Bool {
        let folder = "/sys/class/video4linux"
        return (files.names(folder) ?? []).contains { ["usb", "pci"].contains(files.linkName("\(folder)/\($0)/device/subsystem")) }
    }

    private func disablingRules(_ host: HostRecord, _ machine: MachineRecord, _ rules: @autoclosure () -> RuleFiles) -> [String: String] {
        let cameras = host.usbCameras.filter { $0.isAuthorized == false }.map(\.device)
        let others = machine.hardware.filter { $0.bus == "usb" && $0.isAuthorized == false }.map { String($0.name.prefix { $0 != ":" }) }
        var found: [String: String] = [:]
        for device in Set(cameras + others).sorted().prefix(8) {
            func attribute(_ name: String) -> String? { files.line("/sys/bus/usb/devices/\(device)/\(name)") }
            guard let vendor = attribute("idVendor"), let product = attribute("idProduct") else { continue }
            found[device] = DisablingRule(device: device, vendor: vendor, product: product, attribute: attribute).file(in: rules())
        }
        return found
    }

    /// The nodes of what no driver takes, of cameras that are connected for files or are industrial, and of cameras whose libraries
    /// may open them beside the driver.
    private func usbNodes(_ machine: MachineRecord, _ rules: @autoclosure () -> RuleFiles) -> [USBNodeRecord] {
        let files = machine.hardware.filter { [.filesOnly, .usb3Vision].contains($0.kind) }.map { String($0.name.prefix { $0 != ":" }) }
        let depth = (self.files.names("/sys/bus/usb/devices") ?? []).filter { device in
            !device.contains(":") && self.files.line("/sys/bus/usb/devices/\(device)/product").map(UnclaimedDevice.isOpenedOverUSB) == true
        }
        var seen = Set<String>()
        return usbNodes(of: ((machine.unclaimed ?? []).map(\.name) + files + depth).filter { seen.insert($0).inserted }, rules())
    }

    /// - Parameter devices: their names in sysfs.
    private func usbNodes(of devices: [String], _ rules: @autoclosure () -> RuleFiles) -> [USBNodeRecord] {
        devices.prefix(8).compactMap { device in
            guard let path = self.files.usbNode(of: device), let access = access(path) else { return nil }
            var node = USBNodeRecord(device: device, path: path, access: access)
            let ids = ["idVendor", "idProduct"].compactMap { self.files.line("/sys/bus/usb/devices/\(device)/\($0)") }
            if ids.count == 2 { node.rule = DeviceRule.file(vendor: ids[0], product: ids[1], in: rules()) }
            return node
        }
    }

    private func uvcDriver(_ machine: MachineRecord, _ modules: String) -> HostRecord.UVCDriver {
        if files.exists("/sys/bus/usb/drivers/uvcvideo") {
            return files.exists("/sys/module/uvcvideo/refcnt") ? .loaded : .builtIn
        }
        let module = machine.module("uvcvideo")
        if module?.isBuiltIn == true { return .builtIn }
        if module?.isAvailable == true { return .available }
        return files.names(modules) == nil ? .unknown : .absent
    }

    /// Where GStreamer has its plug-ins, unless one of them captures.
    private func gstreamerWithoutCameras() -> String? {
        let folders = files.gstreamerFolders
        let hasSource = folders.contains { $0.names.contains("libgstvideo4linux2.so") || $0.names.contains("libgstpipewire.so") }
        return hasSource ? nil : folders.first?.path
    }

    /// See: `man 5 modprobe.d`. `install uvcvideo /bin/false` is another way to disable a module, and the kernel's command line a third.
    /// Hyphens and underscores are the same there.
    private func blacklisting(of modules: [String]) -> [String] {
        var found: [String] = []
        for folder in [
            "/etc/modprobe.d", "/run/modprobe.d", "/usr/local/lib/modprobe.d", "/usr/lib/modprobe.d", "/lib/modprobe.d",
        ] {
            for (file, line) in files.configurationLines(in: folder) {
                let words = line.split { $0 == " " || $0 == "\t" }
                guard words.count >= 2, modules.contains(String(words[1]).replacing("-", with: "_")) else { continue }
                if words[0] == "blacklist" || words[0] == "install" { found.append("\(file): \(line)") }
            }
        }
        for parameter in BlacklistParameter.all(in: files.text(BlacklistParameter.file) ?? "")
        where modules.contains(where: parameter.modules.contains) {
            found.append("\(BlacklistParameter.file): \(parameter.text)")
        }
        // On merged systems /lib is /usr/lib.
        return found.enumerated().filter { index, line in
            !found[..<index].contains { $0.hasSuffix(line.drop { $0 != ":" }) }
        }
        .map(\.element)
    }

    private func usbCameras() -> [USBCameraRecord] {
        let folder = "/sys/bus/usb/devices"
        return (files.names(folder) ?? []).compactMap { name in
            guard let interface = cameraInterface(name, folder) else { return nil }
            var camera = USBCameraRecord(interface: interface)
            let device = "\(folder)/\(camera.device)"
            camera.driver = files.linkName("\(folder)/\(interface)/driver")
            camera.vendorID = files.line(device + "/idVendor")
            camera.productID = files.line(device + "/idProduct")
            camera.product = files.line(device + "/product")
            camera.number = files.line(device + "/dev")
            camera.isAuthorized = files.line(device + "/authorized").map { $0 != "0" }
            return camera
        }
    }

    /// The camera's control interface in a directory entry; `nil` if it has none. The kernel removes the interfaces of an
    /// unauthorised device, so its descriptors are read instead.
    private func cameraInterface(_ name: String, _ folder: String) -> String? {
        let path = "\(folder)/\(name)"
        if name.contains(":") {
            let isCamera =
                files.line(path + "/bInterfaceClass") == "0e" && files.line(path + "/bInterfaceSubClass") == "01"
            return isCamera ? name : nil
        }
        guard files.line(path + "/authorized") == "0", let bytes = files.bytes(path + "/descriptors") else {
            return nil
        }
        return USBDescriptors.cameraInterface(bytes).map { "\(name):\($0)" }
    }

    /// The options of the last mount at `/dev`, which covers earlier ones. See: `man 5 proc`, mountinfo: the fifth field
    /// is the mount point, the sixth the options.
    private func devMountOptions() -> String? {
        let mounts = (files.text("/proc/self/mountinfo", limit: 1 << 20) ?? "").split(separator: "\n")
        return mounts.last { line in
            let fields = line.split(separator: " ")
            return fields.count > 5 && fields[4] == "/dev"
        }.map { String($0.split(separator: " ")[5]) }
    }

    private func readKernelLog(of machine: MachineRecord, _ host: inout HostRecord) {
        let hardware = machine.hardware.filter { $0.kind != .filesOnly }
        let devices = hardware.flatMap { [$0.name, String($0.name.prefix { $0 != ":" })] }
            + host.usbCameras.flatMap { [$0.interface, $0.device] } + machine.sensors.map(\.name)
        // A PCI device has the domain before its first colon.
        let names = Set(devices.filter { $0.contains("-") || $0.contains(".") })
        do throws(KernelLog.Unreadable) {
            guard let text = try KernelLog.text(files) else { return }
            host.kernelLog = .seen(KernelLog.relevant(text, names.sorted()))
            host.hungTask = HungTaskRecord.find(text, files)
        } catch {
            host.kernelLog = .unknown(error.reason)
        }
    }
}
