// SPDX-License-Identifier: Apache-2.0

/// A device that is, or may be, a camera, whether or not a driver is bound to it: a USB interface, a PCI device. USB cameras of
/// the standard class, which uvcvideo drives, are not among them: `HostRecord.usbCameras` has those.
package struct CameraHardware: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable {
        /// A USB or PCI camera or frame grabber with a driver of its own.
        case own
        /// An industrial camera of the class USB3 Vision, which V4L2 does not know.
        case usb3Vision = "usb3-vision"
        /// A phone or a photo camera that is connected for files (PTP, MTP, as a disk) or for debugging (adb), not as a webcam.
        case filesOnly = "files-only"
        /// The image processor of a laptop whose camera is a bare sensor (Intel IPU).
        case imageProcessor = "image-processor"
        /// A chip between such a sensor and the machine.
        case bridge
    }

    package var kind: Kind
    /// Its name in sysfs: `1-1.2:1.0`, `0000:00:05.0`.
    package var name: String
    /// `usb` or `pci`.
    package var bus: String
    /// From the device: raw.
    package var title: String?
    /// Four hexadecimal digits each.
    package var vendorID: String?
    package var productID: String?
    /// The driver bound to it.
    package var driver: String?
    /// The modules that the running kernel's index names for it.
    package var modules: [String] = []
    /// Modules that name it in the index of another kernel on disk, as `module (release)`.
    package var elsewhere: [String] = []
    /// sysfs's `authorized` of a USB device.
    package var isAuthorized: Bool?
    /// The speed of a USB3 Vision camera, Mb/s; absent in older evidence.
    package var speed: Double?
    /// The link of a PCI Express card; absent in older evidence.
    package var link: PCILink?
    /// Other interfaces of a USB device that have a driver, as `1-4:1.1 snd-usb-audio`; absent in older evidence, and without any.
    package var taken: [String]?
    /// The module that its driver belongs to, `ddbridge`; absent in older evidence, and without one.
    package var driverModule: String?
    /// Whether its driver has made a receiver of digital television (`/dev/dvb`) of it: such a device need not have a video node. Absent in
    /// older evidence, and unless it is so.
    package var hasTuner: Bool?

    /// Whether what is connected for files is a disk to the machine (USB mass storage), so that no program can ask it for its live view.
    /// Absent in older evidence, and unless it is so.
    package var isStorage: Bool?

    package init(_ kind: Kind, name: String, bus: String) {
        self.kind = kind
        self.name = name
        self.bus = bus
    }

    /// The sysfs folder of the device; for a USB interface that of its device.
    package var device: String {
        bus == "usb" ? "/sys/bus/usb/devices/" + name.prefix { $0 != ":" } : "/sys/bus/pci/devices/" + name
    }
    package var identifier: String { "\(vendorID ?? "????"):\(productID ?? "????")" }

    /// Cameras for which the kernel has no driver of its own, and the module that drives them: the FaceTime HD. Source:
    /// patjak/facetimehd.
    package static let driversApart = ["14e4:1570": "facetimehd"]
    /// The driver that is not part of the kernel.
    package var driverApart: String? { Self.driversApart[identifier] }
}

/// The sensor of a camera that is not on USB, as the kernel describes it.
package struct CameraSensor: Codable, Hashable, Sendable {
    /// Its name in sysfs: `i2c-OVTI02C1:00`, `10-001a`.
    package var name: String
    /// What the firmware or device tree calls it: `OVTI02C1`, `imx708`.
    package var model: String?
    /// The driver bound to it.
    package var driver: String?
    package var modules: [String] = []
    /// Whether it waits for a device that it depends on, such as its power supply; absent in older evidence and kernels.
    package var isWaiting: Bool?
    /// Modules that name it in the index of another kernel on disk, as `module (release)`, if this one has none.
    package var elsewhere: [String]?

    package init(name: String) { self.name = name }
}
