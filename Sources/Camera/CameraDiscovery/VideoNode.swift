// SPDX-License-Identifier: Apache-2.0

public import Udev

/// One device node of subsystem video4linux, classified.
///
/// Names come from the device and are raw: escape them before showing them.
public struct VideoNode: Hashable, Sendable {
    /// The kernel's name, `video0`.
    public var sysname: String
    /// Its folder in sysfs.
    public var syspath: String
    /// The path of the device node, `/dev/video0`; `nil` when it is not there (a container, or devtmpfs missing).
    public var path: String?
    public var deviceNumber: DeviceNumber?
    /// sysfs's `name`.
    public var name: String
    /// sysfs's `index`: the how-manieth node of its device.
    public var index: Int?
    /// udev's links in `/dev/v4l/by-id`, `/dev/v4l/by-path`, and every other one.
    public var byID: [String]
    public var byPath: [String]
    public var otherLinks: [String]
    /// Four hexadecimal digits each, for USB and PCI devices.
    public var vendorID: String?
    public var productID: String?
    public var vendor: String?
    public var product: String?
    public var serial: String?
    public var bus: Bus
    /// The driver's name: its own if the node was opened, else sysfs's.
    public var driver: String?
    public var usb: USBLink?
    /// The folder in sysfs of the thing that is plugged in: the USB device, the platform device.
    public var parent: String
    /// Nodes of one camera share it, and no others.
    public var cameraKey: String
    /// udev's tags of the last run of its rules; `uaccess` lets the person at the screen open the node.
    public var tags: Set<String>
    /// udev's `ID_V4L_CAPABILITIES` as it is, `:capture:`; `nil` when its rules have not run.
    public var udevCapabilities: String?
    /// Names the camera across replugging and reboots, `usb-046d_HD_Pro_Webcam_C920_1234`: see `CameraIdentity`.
    public var identity: String
    /// Whether another camera has the same identity (a model without serial numbers): then tell them apart by path.
    public var identityIsShared: Bool
    public var classification: NodeClassification
    public var judgement: Judgement
    /// What the node said when opened.
    public var capabilities: NodeCapabilities?
    /// `nil` when there is no node to ask about.
    public var access: NodeAccess?

    /// What the classification rests on.
    public enum Judgement: Hashable, Sendable {
        case opened
        /// The kind of node shows in its name: no need to open it.
        case byName
        /// From udev's properties and sysfs only, as it could not be opened.
        case unopened(NodeOpenFailure)
        /// From udev's properties and sysfs only, as nobody asked for more.
        case notAsked
    }

    public enum Bus: Hashable, Sendable, CustomStringConvertible {
        case usb, pci, platform, virtual
        /// Another subsystem of the kernel, by its name.
        case other(String)

        public var description: String {
            switch self {
            case .usb: "usb"
            case .pci: "pci"
            case .platform: "platform"
            case .virtual: "virtual"
            case .other(let name): name
            }
        }
    }

    public init(sysname: String, syspath: String) {
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
        classification = NodeClassification(.other, "not judged")
        judgement = .notAsked
    }
}

extension VideoNode {
    public var nodeClass: NodeClass { classification.nodeClass }

    /// The number at the end of the kernel's name: 12 for `video12`.
    public var number: Int? {
        Int(String(sysname.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()))
    }

    /// Why it could not be opened, if it was tried.
    public var openFailure: NodeOpenFailure? {
        if case .unopened(let failure) = judgement { failure } else { nil }
    }

    /// Whether a program of this user can take pictures from it, as far as is known.
    public var isUsable: Bool {
        guard classification.yieldsPictures, path != nil else { return false }
        switch judgement {
        case .opened: return true
        case .byName: return false
        // A camera that somebody else has open answers again when it is let go.
        case .unopened(let failure): return failure.kind == .busy
        case .notAsked: return access?.mayOpen ?? false
        }
    }

    /// What to call it in a sentence: the product's name, else the driver's card name, else the node's.
    public var title: String {
        if let product, !product.isEmpty { return product }
        if let card = capabilities?.card, !card.isEmpty { return card }
        return name.isEmpty ? sysname : name
    }

    /// The node's path; its kernel name when there is no node.
    public var place: String { path ?? sysname }

    /// Every link that leads to it.
    public var links: [String] { byID + byPath + otherLinks }
}

/// How a camera hangs on USB. Source: `Documentation/ABI/*/sysfs-bus-usb` of the kernel.
public struct USBLink: Hashable, Sendable {
    /// Mb/s: 1.5, 12, 480, 5000, 10000, 20000. `nil` when unknown.
    public var speed: Double?
    /// The USB release the device was made for, in binary-coded decimal: 0x0200.
    public var bcdUSB: UInt16?
    /// Whether the port is inside the machine or for plugging in.
    public var removable: Removability
    /// `bInterfaceNumber` of the video function; a device with a colour and an infrared camera has two.
    public var interface: Int?

    public enum Removability: String, Hashable, Sendable { case fixed, removable, unknown }

    public init(speed: Double?, bcdUSB: UInt16?, removable: Removability, interface: Int?) {
        self.speed = speed
        self.bcdUSB = bcdUSB
        self.removable = removable
        self.interface = interface
    }

    /// A USB 3 camera on a USB 2 path: a cable or port without the faster wires.
    public var isSlowerThanDevice: Bool {
        guard let speed, let bcdUSB else { return false }
        return bcdUSB >= 0x0300 && speed < 5000
    }
}
