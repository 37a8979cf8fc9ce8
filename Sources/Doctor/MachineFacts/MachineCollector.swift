// SPDX-License-Identifier: Apache-2.0

internal import Programs
package import UserSession

/// Reads a `MachineRecord` from sysfs, procfs, `/etc` and `/lib/modules`.
package struct MachineCollector {
    /// Runs a program for what it prints; `nil` if it is not installed, or fails.
    package typealias Ask = @Sendable (_ words: [String]) -> String?

    /// Asks the system's program, for three seconds at most.
    package static let askSystem: Ask = { SystemProgram.ask($0[0], Array($0.dropFirst()), limit: .seconds(3)) }

    /// What shows the last lines of NVIDIA's camera daemon.
    package static let argusJournal = ["journalctl", "-b", "-q", "--no-pager", "-n", "500", "-u", "nvargus-daemon"]

    private let files: SystemFiles
    private let ask: Ask

    package init(files: SystemFiles, ask: @escaping Ask = askSystem) {
        self.files = files
        self.ask = ask
    }

    package func collect(release: String) -> MachineRecord {
        var record = MachineRecord(platform: Platform.read(files))
        record.kernels = files.names(ModulesFolder.root(of: release, files)) ?? []
        let index = ModuleIndex(files, release: release)
        var read: [ModuleIndex]?
        let kernels = record.kernels
        let otherIndexes = {
            let indexes = read ?? others(than: release, kernels)
            read = indexes
            return indexes
        }
        record.hardware = HardwareFinder(files: files, index: index, others: otherIndexes).find()
        record.sensors = sensors(index, otherIndexes)
        for hub in files.names("/sys/bus/usb/devices") ?? [] where hub.hasPrefix("usb") {
            let controller = "/sys/bus/usb/devices/\(hub)/.."
            record.hostControllers[hub] = files.linkName(controller + "/driver")
            // `0x1106`
            if let vendor = files.line(controller + "/vendor"), let device = files.line(controller + "/device") {
                record.hostControllerIDs = record.hostControllerIDs ?? [:]
                record.hostControllerIDs?[hub] = "\(vendor.dropFirst(2)):\(device.dropFirst(2))"
            }
        }
        record.subdevices = (files.names("/sys/class/video4linux") ?? []).filter { $0.hasPrefix("v4l-subdev") }
            .compactMap { files.line("/sys/class/video4linux/\($0)/name") }
        if record.platform.isRaspberryPi {
            let board = BootBoard(record.platform.board ?? "", files)
            if let text = bootText {
                record.bootConfiguration = Self.cameraLines(text, board)
                record.filteredConfiguration = Self.filteredConfiguration(text, board)
            }
            record.strayBootConfiguration = strayBootConfiguration(board)
            let missing = missingFirmwareFiles(board)
            if !missing.isEmpty { record.missingFirmwareFiles = missing }
            if lacksCameraFirmware { record.lacksCameraFirmware = true }
        }
        let facts = BoardFacts(files: files)
        if facts.isHandset { record.isHandset = true }
        if record.platform.board?.hasPrefix("Apple ") == true, facts.lacksT2Driver { record.lacksT2Driver = true }
        record.recoveringT1 = RecoveringT1.find(files, board: record.platform.board)
        if !record.hardware.contains(where: { $0.kind == .imageProcessor }) {
            let sensors = facts.sensorsBehindAMD()
            if !sensors.isEmpty { record.sensorsBehindAMD = sensors }
        }
        record.modules = modules(record, index)
        record.stuckModule = StuckModule.find(record.modules.filter(\.isLoaded).map(\.name), files)
        record.isSecureBoot = secureBoot()
        record.requiresSignatures = files.line("/sys/module/module/parameters/sig_enforce").map { $0 == "Y" }
        // Only that firmware looks for a camera itself; with later ones the kernel does. Where config.txt says nothing of either,
        // the firmware knows.
        let isUndecided =
            record.bootConfiguration.map { lines in !lines.contains { $0.hasPrefix("camera_auto_detect") } } ?? record.platform.isRaspberryPi
        if record.isCameraFirmware || isUndecided { record.firmwareCamera = ask(["vcgencmd", "get_camera"])?.trimmed }
        if record.platform.isRaspberryPi,
            let answer = ask(["vcgencmd", "get_throttled"])?.split(separator: "\n").first.map(String.init),
            let bits = answer.split(separator: "x").last.flatMap({ Int($0, radix: 16) })
        {
            if bits & 0x10001 != 0 {
                record.throttled = answer
            } else if bits & 0x60006 != 0 {
                record.slowedByHeat = answer
            }
        }
        if record.platform.isJetson {
            let said = (ask(Self.argusJournal) ?? "")
                .split(separator: "\n").filter { line in
                    ["InvalidState", "Error Timeout", "not destroyed before client", "outstanding"].contains {
                        line.contains($0)
                    }
                }
            if !said.isEmpty { record.argusTrouble = said.suffix(3).map { String($0.prefix(500)) } }
        }
        record.switches = switches()
        collectOther(&record, index)
        return record
    }

    private func collectOther(_ record: inout MachineRecord, _ index: ModuleIndex) {
        let facts = BoardFacts(files: files)
        let unclaimed = UnclaimedFinder(files: files, index: index).find()
        if !unclaimed.isEmpty { record.unclaimed = unclaimed }
        let docks = facts.refusedDocks()
        if !docks.isEmpty { record.refusedDocks = docks }
        if facts.isInChromeOS { record.isInChromeOS = true }
        if facts.isLidClosed { record.isLidClosed = true }
        let unbuilt = UnbuiltModule.find(files, release: index.release)
        if !unbuilt.isEmpty { record.unbuilt = unbuilt }
        record.handScanner = HandScanner.find(files)
        let passed = PassedController.find(files)
        if !passed.isEmpty { record.passedControllers = passed }
        record.networkCamera = NetworkCameraOnUSB.find(files)
        record.fireWire = FireWireCamera.find(files)
        let rivals = RivalFinder(files: files, index: index).find()
        if !rivals.isEmpty { record.rivals = rivals }
        let uvc = UVCListing(files: files, index: index)
        (record.uvcListed, record.uvcQuirks) = (uvc.listed, uvc.parameter)
        if record.hardware.contains(where: { $0.kind == .imageProcessor }) {
            record.relay = files.process(named: "v4l2-relayd").flatMap { Int($0) }
            let hidden = facts.hiddenSensors()
            if !hidden.isEmpty { record.hiddenSensors = hidden }
        }
        if record.hardware.contains(where: { $0.kind == .usb3Vision }) {
            record.usbfsMemory = files.line("/sys/module/usbcore/parameters/usbfs_memory_mb").flatMap { Int($0) }
        }
        if record.isCameraFirmware {
            let clients = facts.holders(of: "/dev/vchiq")
            if !clients.isEmpty { record.firmwareClients = clients }
            let programs = FirmwareProgram.find(files)
            if !programs.isEmpty { record.firmwarePrograms = programs }
        }
        if record.hardware.contains(where: { $0.bus == "pci" }) { record.linkPowerPolicy = facts.linkPowerPolicy() }
        if record.platform.hasDeviceTree, let heat = facts.heat() {
            record.temperature = heat.temperature
            record.hotFrom = record.platform.isRaspberryPi ? BoardFacts.hotPi : heat.limit
        }
        record.virtualCameraSign = facts.virtualCameraSign()
        if record.virtualCameraSign != nil { record.hasHeaders = ModulesFolder.hasHeaders(of: index.release, files) }
        // Source: qubes-core-agent-linux, which installs it in every virtual machine.
        if files.exists("/usr/share/qubes/marker-vm") { record.isQubes = true }
        if files.names("/dev") != nil { record.hasMemoryHeaps = files.names("/dev/dma_heap")?.isEmpty == false }
        record.aravis = AravisTool.find(files)
        let realSense = RealSenseLibrary.find(files)
        if !realSense.isEmpty { record.realSenseLibraries = realSense }
        record.studioCard = StudioCard.find(files)
        record.akvcam = AkvcamSetup.find(files)
        record.unloadableZBar = UnloadableZBar.find(files, ask: ask)
        record.misplacedOptions = facts.misplacedOptions()
        record.strayVirtual = MisplacedModule.find(files)
        if index.lacksVideo { record.lacksVideo = true }
        // `00-00: ALC255 Analog : ALC255 Analog : playback 1 : capture 1`
        if let sound = files.text("/proc/asound/pcm"), !sound.contains("capture") { record.lacksMicrophone = true }
        // An index without other modules is no measure.
        if index.module("videodev").isAvailable {
            record.absentVirtual = facts.wantedVirtual.first { wanted in
                !index.module(wanted.module.replacing("-", with: "_")).isHere
            }.map { "\($0.file): \($0.module)" }
        }
        let numbers = facts.virtualNumbers()
        if !numbers.isEmpty { record.virtualNumbers = numbers }
        let sizes = FixedVirtualSize.find(files)
        if !sizes.isEmpty { record.fixedVirtualSizes = sizes }
        // Source: the driver's own documentation, DWC_otg core parameter `speed`: 1 is full speed.
        if files.line("/sys/module/dwc_otg/parameters/speed") == "1" { record.slowUSB = "dwc_otg.speed=1" }
        record.sensorTrigger = SensorTriggerParameter.find(files)
        record.unmountedBoot = facts.unmountedBoot()
        record.ownKernelOfWSL = facts.ownKernelOfWSL(index.release)
        if let lines = record.bootConfiguration {
            if facts.isOverlayUnapplied(lines) == true { record.isOverlayUnapplied = true }
            let undriven = Self.sensorOverlays(lines).filter { sensor in
                !sensor.modules.map(index.module).contains {
                    $0.isHere
                }
            }.map(\.name)
            // An index without the usual drivers is no measure.
            if !undriven.isEmpty, ["imx219", "ov5647", "uvcvideo"].contains(where: { index.module($0).isAvailable }) {
                record.undrivenSensors = undriven
            }
            let missing = facts.missingOverlays(lines)
            if !missing.isEmpty { record.missingOverlays = missing }
        }
        if record.platform.hasDeviceTree {
            record.contiguousMemory = facts.contiguousMemory()
            record.disabledInput = facts.disabledInput()
            let controllers = files.names("/sys/class/udc") ?? []
            if !controllers.isEmpty { record.deviceControllers = controllers }
        }
        if facts.hasRockchipNodes { record.hasRockchipControl = files.process(named: "rkaiq_3A_server") != nil }
        if let camera = record.hardware.first(where: { $0.kind == .filesOnly }), let mounter = facts.photoMounter(of: camera.name) {
            record.photoMounter = mounter.words
            record.holdsPhotoCamera = mounter.holds
        }
        let touch = BusTouch.find(beside: record.sensors, files)
        if !touch.isEmpty { record.busTouch = touch }
        if record.platform.isRaspberryPi {
            record.firmwareTouch = BusTouch.ofFirmware(files)
            let idle = facts.idleReceivers
            if !idle.isEmpty { record.idleReceivers = idle }
        }
    }

    /// At most three other kernels: each index is a megabyte.
    private func others(than release: String, _ kernels: [String]) -> [ModuleIndex] {
        kernels.filter { $0 != release }.suffix(3).map { ModuleIndex(files, release: $0) }
    }

    private func modules(_ record: MachineRecord, _ index: ModuleIndex) -> [KernelModule] {
        var names = ["uvcvideo", "v4l2loopback", "v4l2loopback_dc", AkvcamSetup.module]
        // The driver of a Raspberry Pi's camera that makes video nodes; later systems use libcamera instead.
        if record.platform.isRaspberryPi { names += ["bcm2835_v4l2"] + MachineRecord.raspberryPiChain }
        if record.lacksT2Driver == true { names.append(MachineRecord.driverOfT2) }
        if record.sensorsBehindAMD != nil { names.append(MachineRecord.driverOfISP4) }
        names += record.hardware.compactMap(\.driverApart)
        names += Self.sensorOverlays(record.bootConfiguration ?? []).flatMap(\.modules).filter { !names.contains($0) }
        let elsewhere = (record.hardware.flatMap(\.elsewhere) + record.sensors.flatMap { $0.elsewhere ?? [] })
            .map(\.firstWord)
        for name in (record.hardware.flatMap(\.modules) + record.sensors.flatMap(\.modules) + elsewhere)
        where !names.contains(name) {
            names.append(name)
        }
        let others = record.kernels.filter { $0 != index.release }
            .map { (release: $0, names: ModuleIndex.names(files, release: $0)) }
        return names.compactMap { name in
            var module = index.module(name)
            module.otherKernels = others.filter { $0.names.contains(name) }.map(\.release)
            // A module that is nowhere is worth a line only if everybody should have it.
            let isSomewhere =
                module.isHere || !module.otherKernels.isEmpty
            return isSomewhere || name == "uvcvideo" ? module : nil
        }
    }

    /// The sensors that config.txt names, and the modules any of which drives each: most have the name of the overlay. Source: the
    /// overlays of the Raspberry Pi's kernel, of several releases.
    private static func sensorOverlays(_ configuration: [String]) -> [(name: String, modules: [String])] {
        let others = ["ov9281": "ov9282", "imx327": "imx290", "imx462": "imx290", "imx378": "imx477"]
        return configuration.compactMap { line in
            guard line.hasPrefix("dtoverlay=") else { return nil }
            let name = String(line.dropFirst(10).prefix { $0.isLetter || $0.isNumber })
            let isSensor = ["imx", "ov"].contains { name.hasPrefix($0) && name.dropFirst($0.count).first?.isNumber == true }
            return isSensor ? (name, [name] + (others[name].map { [$0] } ?? [])) : nil
        }
    }

    /// The sensors that firmware or device tree describe on I²C: those whose driver is one of the media tree, and those
    /// with the ids that laptop makers give to camera sensors.
    private func sensors(_ index: ModuleIndex, _ others: () -> [ModuleIndex]) -> [CameraSensor] {
        let folder = "/sys/bus/i2c/devices"
        return (files.names(folder) ?? []).compactMap { name in
            let path = "\(folder)/\(name)"
            guard let model = files.line(path + "/name") else { return nil }
            let identifiers = [files.line(path + "/modalias"), "i2c:" + model].compactMap(\.self)
            var modules: [String] = []
            for identifier in identifiers {
                for module in index.modules(for: identifier)
                where index.folder(of: module)?.contains("media/i2c") == true && !modules.contains(module) {
                    modules.append(module)
                }
            }
            guard !modules.isEmpty || Self.isSensor(model) else { return nil }
            var sensor = CameraSensor(name: name)
            sensor.model = model
            sensor.driver = files.linkName(path + "/driver")
            sensor.modules = modules
            if files.line(path + "/waiting_for_supplier") == "1" { sensor.isWaiting = true }
            if sensor.driver == nil, modules.isEmpty {
                let found = others().flatMap { other in
                    identifiers.flatMap { other.modules(for: $0) }.map { "\($0) (\(other.release))" }
                }
                if !found.isEmpty { sensor.elsewhere = found }
            }
            return sensor
        }
    }

    /// Whether a name is one of a camera's sensor: OmniVision (OVTI…), Intel's generic ids, Hynix, GalaxyCore, Sony; in device
    /// trees the type itself, such as `imx219`.
    private static func isSensor(_ model: String) -> Bool {
        if SensorName.isOne(model) { return true }
        let model = model.uppercased()
        return ["OVTI", "INT33BE", "INT347", "INT3474", "HIMX", "GCTI", "SONY", "SSLC", "TBE2"].contains {
            model.hasPrefix($0) && model != "INT3472:00"
        }
    }

    /// See: the UEFI specification, "Globally Defined Variables". The first four bytes are the variable's attributes.
    private func secureBoot() -> Bool? {
        let name = "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c"
        guard let bytes = files.bytes(name, limit: 16), bytes.count >= 5 else { return nil }
        return bytes[4] == 1
    }

    private var bootText: String? {
        Self.bootFolders.lazy.compactMap { BootConfigurationFile.text(in: $0, files) }.first
    }

    /// Where systems mount the partition that a Raspberry Pi's firmware starts from; the last is Home Assistant OS.
    private static let bootFolders = ["/boot/firmware", "/boot", "/mnt/boot"]

    /// Whether the firmware's files are there, and none of the form with support for cameras is. Source: Raspberry Pi's documentation of
    /// config.txt, "start_file".
    private var lacksCameraFirmware: Bool {
        guard let folder = Self.bootFolders.first(where: { BootConfigurationFile.text(in: $0, files) != nil }) else { return false }
        let names = (files.names(folder) ?? []).map { $0.lowercased() }.filter { $0.hasPrefix("start") && $0.hasSuffix(".elf") }
        return !names.isEmpty && !names.contains { ["start_x.elf", "start4x.elf", "start_db.elf", "start4db.elf"].contains($0) }
    }

    /// Lines about cameras that the firmware ignores on this board, or may ignore, with what decides that. Not those that stand
    /// elsewhere, too, where they count.
    private static func filteredConfiguration(_ text: String, _ board: BootBoard) -> [MachineRecord.FilteredLine]? {
        let lines = BootSections.read(text, board: board).filter { isAboutCamera($0.text.trimmed) }
        let known = Set(lines.filter { $0.counts == true }.map(\.text.trimmed))
        let found = lines.filter { $0.counts != true && !known.contains($0.text.trimmed) }.prefix(16).map { line in
            MachineRecord.FilteredLine(line: line.text.trimmed, filter: line.filter, isPassedOver: line.counts == false)
        }
        return found.isEmpty ? nil : found
    }

    /// The firmware loads both files before anything else, from the partition that holds config.txt. Where none of its own files is to be
    /// seen, that partition is not mounted.
    private func missingFirmwareFiles(_ board: BootBoard) -> [String] {
        for folder in Self.bootFolders {
            guard let text = BootConfigurationFile.text(in: folder, files) else { continue }
            let names = Set(files.names(folder) ?? [])
            guard names.contains(where: { $0.hasPrefix("start") && $0.hasSuffix(".elf") }) else { return [] }
            // The partition is FAT, which knows no case, and of two lines the last one counts.
            let known = Set(names.map { $0.lowercased() })
            let lines = BootSections.lines(text, board: board).map(\.trimmed)
            return ["start_file=", "fixup_file="].compactMap { key in lines.last { $0.hasPrefix(key) } }.filter { line in
                let name = line.drop { $0 != "=" }.dropFirst().trimmed.lowercased()
                // A name in a folder is not looked for.
                return !name.isEmpty && !name.contains("/") && !known.contains(name)
            }
        }
        return []
    }

    /// Lines about cameras that stand only in the file that is not read: since Debian 12 the firmware's partition is mounted at
    /// /boot/firmware, and guides still name /boot/config.txt.
    private func strayBootConfiguration(_ board: BootBoard) -> [String]? {
        // The new place: the old file says so, or the partition is mounted there.
        guard let read = BootConfigurationFile.text(in: "/boot/firmware", files), files.link("/boot/config.txt") == nil,
            let other = BootConfigurationFile.text(in: "/boot", files),
            other.contains("/boot/firmware/config.txt")
                || (files.text("/proc/self/mounts") ?? "").contains(" /boot/firmware ")
        else { return nil }
        let known = Set(Self.cameraLines(read, board))
        let lines = Self.cameraLines(other, board).filter { !known.contains($0) }
        return lines.isEmpty ? nil : lines
    }

    private static func cameraLines(_ text: String, _ board: BootBoard) -> [String] {
        BootSections.lines(text, board: board).map { $0.trimmed }.filter(isAboutCamera)
    }

    private static func isAboutCamera(_ line: String) -> Bool {
        ["camera", "start_x", "start_file", "fixup_file", "gpu_mem", "dtoverlay", "otg_mode", "dtparam=i2c0", "dtparam=i2c_vc"].contains { line.hasPrefix($0) }
    }

    /// The switches of makers: Lenovo's `camera_power`, Asus's `camera`, MSI's `webcam`, attributes of the firmware setup with "camera" in their
    /// names, and Samsung's `block_recording`, which the camera key sets. Source: the kernel's sysfs-platform-ideapad-laptop,
    /// sysfs-platform-eeepc-laptop, sysfs-platform-asus-wmi and admin-guide/laptops/samsung-galaxybook.
    private func switches() -> [MachineRecord.Switch] {
        var found: [MachineRecord.Switch] = []
        let drivers = "/sys/bus/platform/drivers/ideapad_acpi"
        for device in files.names(drivers) ?? [] {
            let path = "\(drivers)/\(device)/camera_power"
            if let value = files.line(path) { found.append(.init(path: path, value: value, isOff: value == "0")) }
        }
        // MSI's, which writes words. Source: BeardOverflow/msi-ec, and the kernel's drivers/platform/x86/msi-ec.c.
        let webcam = "/sys/devices/platform/msi-ec/webcam"
        if let value = files.line(webcam), ["on", "off"].contains(value) { found.append(.init(path: webcam, value: value, isOff: value == "off")) }
        // The first is the driver of the Eee PCs of before 2010.
        for driver in ["eeepc", "eeepc-wmi", "asus-nb-wmi"] {
            let path = "/sys/devices/platform/\(driver)/camera"
            if let value = files.line(path) { found.append(.init(path: path, value: value, isOff: value == "0")) }
        }
        let firmware = "/sys/class/firmware-attributes"
        for maker in files.names(firmware) ?? [] {
            for name in files.names("\(firmware)/\(maker)/attributes") ?? [] {
                let isBlock = name == "block_recording"
                let path = "\(firmware)/\(maker)/attributes/\(name)/current_value"
                guard isBlock || name.lowercased().contains("camera"), let value = files.line(path) else { continue }
                let isOff = isBlock ? value == "1" : value.lowercased().hasPrefix("disable")
                found.append(.init(path: path, value: value, isOff: isOff))
            }
        }
        return found
    }
}
