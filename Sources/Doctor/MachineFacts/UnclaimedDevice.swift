// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A USB device that no driver of this kernel takes: one whose interfaces are all of a maker's own class without a module for
/// them, or one that the kernel could not configure.
package struct UnclaimedDevice: Codable, Hashable, Sendable {
    /// Its name in sysfs: `1-1.4`.
    package var name: String
    /// Raw.
    package var title: String?
    /// Four hexadecimal digits each.
    package var vendorID: String
    package var productID: String
    /// Whether the kernel has set one of its configurations, so that it has interfaces.
    package var isConfigured: Bool
    /// Whether its own name says that it works only at USB 3, while its link is slower. Absent in older evidence.
    package var needsFasterLink: Bool?
    /// Its speed, Mb/s. Absent in older evidence.
    package var speed: Double?
    /// Whether a program has it open over USB (usbfs), as the libraries of its maker do; looked at for `hasMakersLibrary`, and for depth
    /// cameras that are no webcams as well. Absent in older evidence, and unless it is so.
    package var isInUse: Bool?
    /// Whether its link has the speed of USB 2, and its descriptor is that of a device which can do more. Absent in older evidence, and
    /// unless it is so.
    package var isSlowed: Bool?
    /// Who made it, by its own words: raw. Absent in older evidence.
    package var maker: String?

    package init(name: String, title: String?, vendorID: String, productID: String, isConfigured: Bool) {
        self.name = name
        self.title = title
        self.vendorID = vendorID
        self.productID = productID
        self.isConfigured = isConfigured
    }

    package var identifier: String { "\(vendorID):\(productID)" }
    /// `SM-USB 1001 (1c88:1001)`.
    package var words: String { title.map { "\($0) (\(identifier))" } ?? "the USB device \(identifier)" }

    /// Whether its own name or its maker's says that it has to do with pictures.
    package var soundsLikeVideo: Bool {
        let name = (title ?? "").lowercased()
        return ["cam", "video", "capture", "grab", "hdmi", "imaging", "vision", "easycap", "sm-usb", "dvr"].contains {
            name.contains($0)
        } || isOfCameraMaker || isDepthCamera || ownDriver != nil
    }

    /// The driver in the kernel's sources that is for this grabber or camera: not every kernel was built with it.
    package var ownDriver: String? { Self.grabbers[identifier.lowercased()] ?? GspcaCameras.driver(of: identifier.lowercased()) }

    /// What it is if it has such a driver, for a sentence.
    package var ownKind: String { Self.grabbers[identifier.lowercased()] == nil ? "camera" : "grabber" }

    /// Source: the device tables of the kernel's drivers/media/usb/usbtv, stk1160 and em28xx.
    private static let grabbers = [
        "1b71:3002": "usbtv", "1f71:3301": "usbtv", "1f71:3306": "usbtv", "05e1:0408": "stk1160", "eb1a:2820": "em28xx",
        "eb1a:2821": "em28xx", "eb1a:2860": "em28xx", "eb1a:2861": "em28xx", "eb1a:2863": "em28xx",
    ]

    /// Their names in whole words: a maker's name says less than a product's, and Cambridge Silicon Radio makes no cameras.
    private var isOfCameraMaker: Bool {
        hasMakersLibrary || (maker ?? "").lowercased().split { !$0.isLetter }.contains { ["imaging", "camera", "cameras", "webcam", "photometrics"].contains($0) }
    }

    /// Whether its maker makes cameras for astronomy or machine vision, which the maker's own library opens over USB, without a driver of
    /// the kernel.
    package var hasMakersLibrary: Bool { Self.cameraMakers.contains(vendorID.lowercased()) || (maker ?? "").lowercased().contains("photometrics") }

    /// ZWO, QHYCCD, Starlight Xpress, Finger Lakes Instrumentation, Apogee, SBIG, Moravian Instruments; Basler, FLIR (Point Grey), IDS,
    /// The Imaging Source, XIMEA, Matrix Vision. Source: the udev rules of the makers and of INDI.
    private static let cameraMakers: Set = [
        "03c3", "1618", "1278", "0f18", "125c", "0d97", "1347", "2676", "1e10", "1409", "199e", "20f7", "164c",
    ]

    /// Whether its own name is that of a camera that measures distances: such ones have a library of their own, on USB.
    package var isDepthCamera: Bool { Self.isDepthCamera(named: title ?? "") }

    /// Whether it is a depth camera that gives no pictures, or few, at the speed of USB 2. The Kinect for Xbox 360 and most cameras with
    /// PrimeSense's chip, such as the Xtion, are made for USB 2.
    package var isDepthCameraForUSB3: Bool {
        isDepthCamera
            && (isSlowed == true || Self.kinectParts.contains(identifier.lowercased()) || Self.azureKinect.contains(identifier.lowercased())
                || (title ?? "").lowercased().contains("realsense"))
    }

    /// The depth camera and the colour camera of an Azure Kinect. Source: microsoft/Azure-Kinect-Sensor-SDK, scripts/99-k4a.rules.
    private static let azureKinect: Set = ["045e:097c", "045e:097d"]

    /// Whether the library of its maker opens it over USB, beside or in place of the kernel's driver: depth cameras, and the cameras of Pupil
    /// Labs' eye trackers. Source of their names: pupil-labs/pupil, video_capture/uvc_backend.py.
    package static func isOpenedOverUSB(named title: String) -> Bool {
        isDepthCamera(named: title) || ["Pupil Cam", "PI world v", "PI left v", "PI right v"].contains(where: title.hasPrefix)
    }

    package static func isDepthCamera(named title: String) -> Bool {
        let name = title.lowercased()
        return ["kinect", "xbox nui", "nui sensor", "depth", "xtion", "primesense", "orbbec", "realsense", "structure sensor"]
            .contains {
                name.contains($0)
            }
    }

    /// Whether it is an Intel RealSense whose firmware is damaged or half written: it then waits for another, in a class of its own (DFU).
    /// Source: librealsense, the products named "recovery" among those of its series D400, SR300 and L500.
    package var awaitsRecovery: Bool { Self.recoveries.contains(identifier.lowercased()) }
    private static let recoveries: Set = ["8086:0adb", "8086:0adc", "8086:0ab3", "8086:0b55"]

    /// Whether it is the hub inside a Kinect v2. It is there twice, for USB 2 and for USB 3, and the cameras behind it at USB 3 only. Source:
    /// OpenKinect/libfreenect2.
    package var isCameraHub: Bool { identifier.lowercased() == Self.kinectHub }

    private static let kinectHub = "045e:02d9"
    fileprivate static let kinectParts: Set = [kinectHub, "045e:02c4", "045e:02d8"]

    /// Whether it is a camera of QHYCCD that waits for its firmware: those have no name, or that of their chip's boot loader. Source: QHYCCD's
    /// 85-qhyccd.rules.
    package var waitsForFirmware: Bool { vendorID == "1618" && (title == nil || isBootLoader) }

    /// Whether its own name says that it is a boot loader, which waits for the firmware of the device.
    package var isBootLoader: Bool {
        let words = (title ?? "").lowercased().split { !$0.isLetter }
        // WestBridge is what the bare loader of Cypress's FX3 calls itself.
        return words.contains { ["boot", "bootloader", "dfu", "loader", "westbridge"].contains($0) }
    }
}

/// Finds the USB devices that no driver takes.
struct UnclaimedFinder {
    let files: SystemFiles
    let index: ModuleIndex

    func find() -> [UnclaimedDevice] {
        let folder = "/sys/bus/usb/devices"
        let names = files.names(folder) ?? []
        return names.compactMap { name in
            guard !name.contains(":"), !name.hasPrefix("usb") else { return nil }
            let path = "\(folder)/\(name)"
            guard let vendor = files.line(path + "/idVendor"), let product = files.line(path + "/idProduct"),
                files.line(path + "/authorized") != "0",
                !Self.others.contains(vendor.lowercased())
            else { return nil }
            if files.line(path + "/bDeviceClass") == "09" {
                var hub = UnclaimedDevice(name: name, title: "the hub inside a Kinect v2", vendorID: vendor, productID: product, isConfigured: true)
                guard hub.isCameraHub, files.line(path + "/speed") == "480", !hasRest(of: name, names) else { return nil }
                (hub.needsFasterLink, hub.speed) = (true, 480)
                return hub
            }
            let interfaces = names.filter { $0.hasPrefix(name + ":") }
            let title = files.line(path + "/product").flatMap { $0.isEmpty ? nil : $0 }
            guard !(title ?? "").lowercased().contains("fingerprint") else { return nil }
            let isConfigured = !interfaces.isEmpty
            let speed = files.line(path + "/speed").flatMap { Double($0) } ?? 480
            if speed <= 480, Self.asksForUSB3(title ?? "") {
                var device = UnclaimedDevice(
                    name: name, title: title, vendorID: vendor, productID: product, isConfigured: isConfigured)
                device.needsFasterLink = true
                return device
            }
            // Without interfaces, the files of the configuration are there and empty.
            var device = UnclaimedDevice(
                name: name, title: title, vendorID: vendor, productID: product, isConfigured: isConfigured)
            device.speed = speed
            // A device of USB 3 calls itself 2.10 at USB 2. Source: USB 3.2 specification, 9.6.1.
            if speed == 480, let release = files.line(path + "/version").flatMap({ Double($0.trimmed) }), release >= 2.1 { device.isSlowed = true }
            device.maker = files.line(path + "/manufacturer").flatMap { $0.isEmpty ? nil : $0 }
            // The microphone of a camera has its driver.
            let own = device.soundsLikeVideo ? interfaces.filter { isOfMaker($0) } : interfaces
            // One that is a webcam as well has its pictures from the kernel's driver.
            let isOnlyOfLibrary = device.hasMakersLibrary || device.isDepthCamera && !interfaces.contains(where: isVideo)
            if device.awaitsRecovery { return device }
            if isOnlyOfLibrary, interfaces.contains(where: isOpen) { device.isInUse = true }
            guard isConfigured ? device.isInUse == true || !own.isEmpty && own.allSatisfy(isFree) : isEmpty(path) else { return nil }
            return device
        }
    }

    /// Whether what belongs to a camera's hub is there: its other half, or a camera behind it.
    private func hasRest(of hub: String, _ names: [String]) -> Bool {
        names.contains { name in
            guard name != hub, let vendor = files.line("/sys/bus/usb/devices/\(name)/idVendor"),
                let product = files.line("/sys/bus/usb/devices/\(name)/idProduct")
            else { return false }
            return UnclaimedDevice.kinectParts.contains("\(vendor):\(product)".lowercased())
        }
    }

    /// A camera that gives no video at USB 2 can only say so by its name: `USB3-REQUIRED-FOR-FACECAM`.
    private static func asksForUSB3(_ title: String) -> Bool {
        let words = title.lowercased().replacing("-", with: " ").replacing("_", with: " ")
        return ["usb3", "usb 3", "superspeed", "super speed"].contains(where: words.contains)
            && ["require", "need", "only", "please"].contains(where: words.contains)
    }

    private func isEmpty(_ device: String) -> Bool {
        ["bNumInterfaces", "bConfigurationValue"].contains { file in
            files.exists("\(device)/\(file)") && ["", "0"].contains(files.line("\(device)/\(file)") ?? "")
        }
    }

    private func isOfMaker(_ interface: String) -> Bool {
        files.line("/sys/bus/usb/devices/\(interface)/bInterfaceClass") == "ff"
    }

    private func isVideo(_ interface: String) -> Bool { files.line("/sys/bus/usb/devices/\(interface)/bInterfaceClass") == "0e" }

    private func isOpen(_ interface: String) -> Bool {
        isOfMaker(interface) && files.linkName("/sys/bus/usb/devices/\(interface)/driver") == "usbfs"
    }

    private func isFree(_ interface: String) -> Bool {
        let path = "/sys/bus/usb/devices/\(interface)"
        return isOfMaker(interface) && !files.exists(path + "/driver")
            && files.line(path + "/modalias").map { index.modules(for: $0).isEmpty } ?? false
    }

    /// Makers of fingerprint readers, which have such a class and work without a driver: Goodix, Synaptics, Validity, LighTuning,
    /// Elan, AuthenTec, Upek, FPC. Source: libfprint's list of supported devices.
    private static let others: Set = ["27c6", "06cb", "138a", "1c7a", "04f3", "08ff", "147e", "10a5"]
}
