// SPDX-License-Identifier: Apache-2.0

package import Udev

/// One device node of the video4linux subsystem, classified.
///
/// Names come from the device and are raw: escape before showing.
package struct VideoNode: Hashable, Sendable {
    /// The kernel's name, `video0`.
    package var sysname: String
    /// Its sysfs directory.
    package var syspath: String
    /// The path of the device node, `/dev/video0`; `nil` if it does not exist (a container, or devtmpfs missing).
    package var path: String?
    package var deviceNumber: DeviceNumber?
    /// sysfs's `name`.
    package var name: String
    /// sysfs's `index`: the position of the node in its device.
    package var index: Int?
    /// udev's links: in `/dev/v4l/by-id`, in `/dev/v4l/by-path`, and all others.
    package var byID: [String]
    package var byPath: [String]
    package var otherLinks: [String]
    /// Four hexadecimal digits each, for USB and PCI devices.
    package var vendorID: String?
    package var productID: String?
    package var vendor: String?
    package var product: String?
    package var serial: String?
    package var bus: Bus
    /// The driver's name: as the node reports it if opened, else from sysfs.
    package var driver: String?
    package var usb: USBLink?
    /// The sysfs directory of the physical device: the USB device, the platform device.
    package var parent: String
    /// The key shared by exactly the nodes of one camera.
    package var cameraKey: String
    /// udev's tags from the last run of its rules; `uaccess` gives the user at the seat access.
    package var tags: Set<String>
    /// udev's raw `ID_V4L_CAPABILITIES`, `:capture:`; `nil` if its rules have not run.
    package var udevCapabilities: String?
    /// Identifies the camera across replugging and reboots, `usb-046d_HD_Pro_Webcam_C920_1234`: see `CameraIdentity`.
    package var identity: String
    /// Whether another camera has the same identity (a model without serial numbers); then use the path to tell them apart.
    package var identityIsShared: Bool
    package var classification: NodeClassification
    package var judgement: Judgement
    /// What the node reported when opened.
    package var capabilities: NodeCapabilities?
    /// `nil` if there is no device node.
    package var access: NodeAccess?

    /// The basis of the classification.
    package enum Judgement: Hashable, Sendable {
        case opened
        /// The name tells the kind of node; no need to open it.
        case byName
        /// From udev's properties and sysfs only, because it could not be opened.
        case unopened(NodeOpenFailure)
        /// From udev's properties and sysfs only, because no probe was requested.
        case notAsked
    }

    package enum Bus: Hashable, Sendable, CustomStringConvertible {
        case usb, pci, platform, virtual
        /// Another kernel subsystem, by name.
        case other(String)

        package var description: String {
            switch self {
            case .usb: "usb"
            case .pci: "pci"
            case .platform: "platform"
            case .virtual: "virtual"
            case .other(let name): name
            }
        }
    }

    package init(sysname: String, syspath: String) {
        self.sysname = sysname
        self.syspath = syspath
        name = ""
        byID = []
        byPath = []
        otherLinks = []
        bus = .virtual
        parent = syspath
        cameraKey = syspath
        tags = []
        identity = sysname
        identityIsShared = false
        classification = NodeClassification(.other, "not classified")
        judgement = .notAsked
    }
}

extension VideoNode {
    package var nodeClass: NodeClass { classification.nodeClass }

    /// The number at the end of the kernel's name: 12 for `video12`.
    package var number: Int? {
        Int(String(sysname.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()))
    }

    /// Why it could not be opened, if that was tried.
    package var openFailure: NodeOpenFailure? {
        if case .unopened(let failure) = judgement { failure } else { nil }
    }

    /// Whether this user can capture from it, as far as known.
    package var isUsable: Bool {
        guard classification.yieldsPictures, path != nil else { return false }
        switch judgement {
        case .opened: return true
        case .byName: return false
        // A busy camera is usable again when the other program closes it.
        case .unopened(let failure): return failure.kind == .busy
        case .notAsked: return access?.mayOpen ?? false
        }
    }

    /// The name for messages: the product's name, else the driver's card name, else the node's name.
    package var title: String {
        if let product, !product.isEmpty { return product }
        if let card = capabilities?.card, !card.isEmpty { return card }
        return name.isEmpty ? sysname : name
    }

    /// The node's path; its kernel name if it has no device node.
    package var place: String { path ?? sysname }

    /// All links to it.
    package var links: [String] { byID + byPath + otherLinks }
}

/// The USB connection of a camera. Source: `Documentation/ABI/*/sysfs-bus-usb` of the kernel.
package struct USBLink: Hashable, Sendable {
    /// Mb/s: 1.5, 12, 480, 5000, 10000, 20000. `nil` if unknown.
    package var speed: Double?
    /// The USB release that the device supports, in binary-coded decimal: 0x0200.
    package var bcdUSB: UInt16?
    /// Whether the port is internal or external.
    package var removable: Removability
    /// `bInterfaceNumber` of the video function; a device with a colour and an infrared camera has two.
    package var interface: Int?

    package enum Removability: String, Hashable, Sendable { case fixed, removable, unknown }

    package init(speed: Double?, bcdUSB: UInt16?, removable: Removability, interface: Int?) {
        self.speed = speed
        self.bcdUSB = bcdUSB
        self.removable = removable
        self.interface = interface
    }

    /// Whether a USB 3 camera runs at USB 2 speed: a cable or port without the SuperSpeed wires.
    package var isSlowerThanDevice: Bool {
        guard let speed, let bcdUSB else { return false }
        return bcdUSB >= 0x0300 && speed < 5000
    }
}
