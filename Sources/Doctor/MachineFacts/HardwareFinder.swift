// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Finds devices that are or may be cameras by their classes, and by the modules that the kernel's index names for them.
struct HardwareFinder {
    let files: SystemFiles
    let index: ModuleIndex
    /// The indexes of other kernels on disk, read only for a device that has no driver: each is a megabyte.
    let others: () -> [ModuleIndex]

    func find() -> [CameraHardware] { usbDevices() + pciDevices() }

    // MARK: USB

    private func usbDevices() -> [CameraHardware] {
        let folder = "/sys/bus/usb/devices"
        let names = files.names(folder) ?? []
        var found: [CameraHardware] = []
        for name in names where name.contains(":") {
            let path = "\(folder)/\(name)"
            let device = "\(folder)/" + name.prefix { $0 != ":" }
            let identifier = files.line(path + "/modalias") ?? identifier(device, path)
            guard var camera = usbCamera(name, path, device, identifier) else { continue }
            camera.driver = files.linkName(path + "/driver")
            camera.driverModule = files.linkName(path + "/driver/module")
            // Some drivers make it of the device, others of its interface.
            if files.exists(path + "/dvb") || files.exists(device + "/dvb") { camera.hasTuner = true }
            // One entry for each device, its interface with a driver first: a spare one has none.
            if let same = found.firstIndex(where: { $0.device == camera.device && $0.kind == camera.kind }) {
                if found[same].driver == nil, camera.driver != nil { found[same] = camera }
            } else {
                found.append(camera)
            }
        }
        // The kernel removes the interfaces of an unauthorised device.
        for name in names where !name.contains(":") && files.line("\(folder)/\(name)/authorized") == "0" {
            if let camera = unauthorised(name, "\(folder)/\(name)") { found.append(camera) }
        }
        return found
    }

    private func usbCamera(_ name: String, _ path: String, _ device: String, _ identifier: String) -> CameraHardware? {
        let kind = (files.line(path + "/bInterfaceClass"), files.line(path + "/bInterfaceSubClass"))
        guard kind.0 != "0e" else { return nil }
        let modules = index.modules(for: identifier)
        if kind == ("ef", "05") { return camera(.usb3Vision, name, device, identifier, modules) }
        let wanted = modules.filter { isCameraModule($0, index) }
        // Aliases by id match a camera's microphone and buttons, too: classes 01 and 03.
        if !wanted.isEmpty, !["01", "03"].contains(kind.0 ?? "") {
            return camera(.own, name, device, identifier, wanted)
        }
        if !modules.filter(Self.bridges.contains).isEmpty || Self.isBridge(files, device) {
            return camera(.bridge, name, device, identifier, modules)
        }
        if isForFiles(kind, path) { return camera(.filesOnly, name, device, identifier, []) }
        if kind.0 == "08", CameraName.isOfCamera(device, files), !hasOtherWay(device) {
            var disk = camera(.filesOnly, name, device, identifier, [])
            disk.isStorage = true
            return disk
        }
        // Only another kernel on disk knows it as a camera.
        guard kind.0 == "ff", !files.exists(path + "/driver"),
            others().contains(where: { other in
                other.modules(for: identifier).contains { isCameraModule($0, other) }
            })
        else { return nil }
        return camera(.own, name, device, identifier, [])
    }

    /// Whether an interface is a photo camera's or phone's: the class Still Image (06), MTP, which makers give the class ff and
    /// that name, or Android's debug bridge. Source: usb.org's class codes; libmtp's examples; adb's `ADB_CLASS`.
    private func isForFiles(_ kind: (String?, String?), _ path: String) -> Bool {
        kind.0 == "06" || kind == ("ff", "42") || kind.0 == "ff" && files.line(path + "/interface") == "MTP"
    }

    /// Whether a device that is a disk has an interface for video (0e) or for pictures (06) as well.
    private func hasOtherWay(_ device: String) -> Bool {
        let own = (device.split(separator: "/").last.map(String.init) ?? "") + ":"
        return (files.names("/sys/bus/usb/devices") ?? []).contains { other in
            other.hasPrefix(own) && ["0e", "06"].contains(files.line("/sys/bus/usb/devices/\(other)/bInterfaceClass"))
        }
    }

    private func unauthorised(_ name: String, _ device: String) -> CameraHardware? {
        guard let vendor = files.line(device + "/idVendor"), let product = files.line(device + "/idProduct") else {
            return nil
        }
        // Without interfaces the ids decide; cameras of the standard class are found by their descriptors elsewhere.
        let identifier = "usb:v\(vendor.uppercased())p\(product.uppercased())d0000dc00dsc00dp00icFFiscFFipFFin00"
        let modules = index.modules(for: identifier)
        let wanted = modules.filter { isCameraModule($0, index) }
        if !wanted.isEmpty { return camera(.own, name, device, identifier, wanted) }
        if !modules.filter(Self.bridges.contains).isEmpty || Self.isBridge(files, device) {
            return camera(.bridge, name, device, identifier, modules)
        }
        // A camera of the standard class has no ids in any index: where its descriptors cannot be read, its name tells.
        let title = (files.line(device + "/product") ?? "").lowercased()
        if ["camera", "webcam"].contains(where: title.contains) { return camera(.own, name, device, identifier, []) }
        return nil
    }

    private func camera(
        _ kind: CameraHardware.Kind, _ name: String, _ device: String, _ identifier: String, _ modules: [String]
    ) -> CameraHardware {
        var camera = CameraHardware(kind, name: name, bus: "usb")
        camera.vendorID = files.line(device + "/idVendor")
        camera.productID = files.line(device + "/idProduct")
        camera.title = files.line(device + "/product")
        camera.isAuthorized = files.line(device + "/authorized").map { $0 != "0" }
        camera.modules = modules
        if kind == .usb3Vision { camera.speed = files.line(device + "/speed").flatMap { Double($0) } }
        guard !files.exists("/sys/bus/usb/devices/\(name)/driver") else { return camera }
        camera.elsewhere = elsewhere(identifier)
        let own = name.prefix { $0 != ":" } + ":"
        let taken = (files.names("/sys/bus/usb/devices") ?? []).filter { $0.hasPrefix(own) && $0 != name }.compactMap { other in
            files.linkName("/sys/bus/usb/devices/\(other)/driver").map { "\(other) \($0)" }
        }
        if !taken.isEmpty { camera.taken = taken }
        return camera
    }

    /// The identifier of an interface whose `modalias` cannot be read, from its numbers. Source: `usb_uevent` in the
    /// kernel's drivers/usb/core/driver.c.
    private func identifier(_ device: String, _ interface: String) -> String {
        func number(_ file: String, _ digits: Int) -> String {
            let text = (files.line(file) ?? "").uppercased()
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return "usb:v\(number(device + "/idVendor", 4))p\(number(device + "/idProduct", 4))"
            + "d\(number(device + "/bcdDevice", 4))dc\(number(device + "/bDeviceClass", 2))"
            + "dsc\(number(device + "/bDeviceSubClass", 2))dp\(number(device + "/bDeviceProtocol", 2))"
            + "ic\(number(interface + "/bInterfaceClass", 2))isc\(number(interface + "/bInterfaceSubClass", 2))"
            + "ip\(number(interface + "/bInterfaceProtocol", 2))in\(number(interface + "/bInterfaceNumber", 2))"
    }

    // MARK: PCI

    private func pciDevices() -> [CameraHardware] {
        let folder = "/sys/bus/pci/devices"
        return (files.names(folder) ?? []).compactMap { name in
            let device = "\(folder)/\(name)"
            let type = files.line(device + "/class") ?? ""
            let identifier = files.line(device + "/modalias") ?? ""
            let modules = index.modules(for: identifier).filter { isCameraModule($0, index) || Self.isIPU($0) }
            let vendor = files.line(device + "/vendor").map { String($0.dropFirst(2)) }
            let product = files.line(device + "/device").map { String($0.dropFirst(2)) }
            // Only for what may be a camera at all.
            let isMultimedia = type.hasPrefix("0x0400") || type.hasPrefix("0x0480")
            let isOff = Self.switchingOff.contains(files.linkName(device + "/driver") ?? "")
            let isBound = files.exists(device + "/driver") && !isOff
            // 0x0400 is video itself: whatever module wants it is its driver, built apart from the kernel or not.
            let isVideo = type.hasPrefix("0x0400")
            let elsewhere =
                isMultimedia && modules.isEmpty && !isBound ? elsewhere(identifier, ofAnyKind: isVideo) : []
            let isOfGrabberMaker = type.hasPrefix("0x0480") && Self.grabberMakers.contains(vendor ?? "")
            let isUndriven = (isVideo || isOfGrabberMaker) && !isBound && index.modules(for: identifier).isEmpty
            // 0x0480, another multimedia controller, is Intel's class for its image processors; of other makers it may as
            // well be a sound chip. Source: the kernel's linux/pci_ids.h.
            let isProcessor = modules.isEmpty && vendor == "8086" && type.hasPrefix("0x0480")
            let isKnown = CameraHardware.driversApart["\(vendor ?? ""):\(product ?? "")"] != nil
            guard isProcessor || isKnown || isUndriven || !modules.isEmpty || !elsewhere.isEmpty else { return nil }
            let isIPU = isProcessor || modules.contains(where: Self.isIPU)
            var camera = CameraHardware(isIPU ? .imageProcessor : .own, name: name, bus: "pci")
            camera.vendorID = vendor
            camera.productID = product
            if !isOff {
                camera.driver = files.linkName(device + "/driver")
                camera.driverModule = files.linkName(device + "/driver/module")
            }
            if files.exists(device + "/dvb") { camera.hasTuner = true }
            camera.modules = modules
            camera.elsewhere = elsewhere
            camera.link = PCILink(device, files)
            return camera
        }
    }

    /// Drivers that bind to an image processor to switch it off, where the kernel was built without the one that uses it. Source:
    /// drivers/platform/x86/intel/atomisp2/pm.c.
    private static let switchingOff: Set = ["intel_atomisp2_pm"]

    /// Makers of capture cards whose drivers are their own, by their PCI ids: TBS, Magewell, Blackmagic Design, AVerMedia, YUAN, AJA.
    /// Source: the PCI ID Repository (pci.ids).
    private static let grabberMakers: Set = ["544d", "1cd7", "bdbd", "1461", "12ab", "f1d0"]

    // MARK: Modules

    private func elsewhere(_ identifier: String, ofAnyKind isAny: Bool = false) -> [String] {
        others().flatMap { other in
            other.modules(for: identifier).filter { isAny || isCameraModule($0, other) || Self.isIPU($0) }
                .map { "\($0) (\(other.release))" }
        }
    }

    /// Whether a module drives cameras or frame grabbers: by its folder in the kernel's tree, or, if it was built apart from
    /// the kernel, because its device was looked up as a camera. Receivers of radio and television are in other folders or
    /// named here.
    private func isCameraModule(_ module: String, _ index: ModuleIndex) -> Bool {
        if module == Self.loader { return true }
        guard let folder = index.folder(of: module) else { return module == "uvcvideo" && index.lists(module) }
        // What is built apart from the kernel, and makes video nodes.
        if !folder.hasPrefix("kernel/") {
            return Self.foreign.contains(module) || folder.contains("/media/") || index.needs(module, "videodev")
        }
        let isInside = ["/drivers/media/usb/", "/drivers/media/pci/", "/drivers/media/platform/", "/drivers/staging/media/"].contains {
            folder.contains($0)
        }
        // Among those that wait for a better place were remote controls (lirc), too.
        return isInside
            && !["dvb", "/ttusb", "/b2c2", "/airspy", "/hackrf", "/msi2500", "/siano", "/as102", "/lirc", "/cxd2099"].contains {
                folder.contains($0)
            }
    }

    /// Whether a module drives one of Intel's image processors: those of laptops, and that of Atoms for tablets.
    private static func isIPU(_ module: String) -> Bool {
        ["intel_ipu", "ipu3_", "ipu6", "ipu7", "atomisp"].contains { module.hasPrefix($0) }
    }

    /// The driver that gives Apple's iSight its firmware, after which the camera comes back as one of the standard class. Source:
    /// drivers/usb/misc/isight_firmware.c.
    private static let loader = "isight_firmware"

    /// Drivers of cameras that are built apart from the kernel.
    private static let foreign: Set = ["facetimehd", "intel_ipu6", "intel_ipu6_isys", "intel_ipu6_psys", "uvcvideo"]

    /// The drivers of the chips between a laptop's sensor and the machine. Source: drivers/usb/misc/usb-ljca.c,
    /// drivers/misc/mei/vsc-tp.c and Intel's CVS driver.
    private static let bridges: Set = ["usb_ljca", "ljca", "intel_cvs", "icvs", "gpio_usbio", "usbio"]

    /// The same chips by their ids, for kernels without these drivers. Source: intel/ivsc-driver, intel/usbio-drivers and
    /// intel/vision-drivers.
    private static func isBridge(_ files: SystemFiles, _ device: String) -> Bool {
        let id = (files.line(device + "/idVendor") ?? "") + ":" + (files.line(device + "/idProduct") ?? "")
        return ["8086:0b63", "2ac1:20c9", "2ac1:20c1", "2ac1:20cb", "06cb:0701"].contains(id)
    }
}
