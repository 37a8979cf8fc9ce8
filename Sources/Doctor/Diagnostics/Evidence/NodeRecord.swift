// SPDX-License-Identifier: Apache-2.0

public import CameraDiscovery

/// A video node as it was found. Texts from the device are raw.
public struct NodeRecord: Codable, Hashable, Sendable {
    /// `video0`.
    public var sysname: String
    /// `/dev/video0`; `nil` if the node does not exist here.
    public var path: String?
    public var title: String
    /// The name of the class, such as `metadata`.
    public var nodeClass: String
    public var classReason: String
    public var yieldsPictures: Bool
    public var driver: String?
    public var serial: String?
    public var identity: String
    public var byID: [String] = []
    public var byPath: [String] = []
    /// The same for all nodes of one camera.
    public var cameraKey: String
    public var bus: String
    /// Mb/s.
    public var usbSpeed: Double?
    /// In binary-coded decimal.
    public var usbRelease: Int?
    /// `power/control` of its USB device: `auto` lets the port save power.
    public var usbPowerControl: String?
    /// `power/runtime_suspended_time` of its USB device: how long it has been suspended so far. Absent in older evidence.
    public var usbSuspendedMs: Int?
    /// Tags from the last run of udev's rules.
    public var tags: [String] = []
    /// udev's `ID_V4L_CAPABILITIES`; `nil` if its rules have not run.
    public var udevCapabilities: String?
    /// The permissions of the node; `nil` without a node.
    public var access: NodeAccess?
    public var open: OpenRecord = .notTried
    /// FourCCs.
    public var formats: [String] = []

    public init(
        sysname: String, path: String?, title: String, nodeClass: String, classReason: String, yieldsPictures: Bool,
        cameraKey: String, bus: String
    ) {
        self.sysname = sysname
        self.path = path
        self.title = title
        self.nodeClass = nodeClass
        self.classReason = classReason
        self.yieldsPictures = yieldsPictures
        self.cameraKey = cameraKey
        self.bus = bus
        identity = sysname
    }

    public var place: String { path ?? "/dev/" + sysname }
}

/// The result of opening a node.
public enum OpenRecord: Codable, Hashable, Sendable {
    case notTried
    case opened
    /// `open` failed, with the name of the errno.
    case refused(String)
    /// It opened, but VIDIOC_QUERYCAP failed, with the name of the errno.
    case silent(String)

    /// The name of the errno if `open` failed.
    public var refusal: String? { if case .refused(let name) = self { name } else { nil } }
}

/// The node that was selected, or why none was.
public struct SelectionRecord: Codable, Hashable, Sendable {
    /// The selected node; `nil` if the name matches none.
    public var sysname: String?
    /// Which node and why, if candela chose it.
    public var sentence: String?
    /// Why the name matches no node.
    public var failure: Failure?

    public struct Failure: Codable, Hashable, Sendable {
        public enum Kind: String, Codable, Sendable {
            /// The path does not exist, and sysfs knows no such device.
            case noSuchPath
            /// The path is a folder or a file.
            case noDevice
            /// The path is another kind of device.
            case notVideo
            /// The path is a video node whose number no camera has now.
            case staleNode
            /// The name matches no camera, or several.
            case noMatch, ambiguous
            /// A directory in the path cannot be searched.
            case unreachable
        }
        public var kind: Kind
        public var message: String

        public init(_ kind: Kind, _ message: String) {
            self.kind = kind
            self.message = message
        }
    }

    public init(sysname: String? = nil, sentence: String? = nil, failure: Failure? = nil) {
        self.sysname = sysname
        self.sentence = sentence
        self.failure = failure
    }
}

/// The programs that have the node open.
public struct HoldersRecord: Codable, Hashable, Sendable {
    public var holders: [Holder]
    /// Why the list may be incomplete; `nil` if it is complete.
    public var limitation: String?

    public struct Holder: Codable, Hashable, Sendable {
        public var processID: Int
        /// The kernel's `comm`, raw.
        public var name: String
        public var user: String
        /// Whether it runs our program file.
        public var isOurs: Bool
        /// The unit of systemd that it runs in; absent in older evidence, and for programs that a person has started.
        public var unit: String?
        /// Whether that is a unit of the user's own systemd.
        public var isUserUnit: Bool?
        /// Whether it has mapped the node's memory, as a program does that streams; absent if that cannot be read, and in older
        /// evidence.
        public var hasMapped: Bool?

        public init(processID: Int, name: String, user: String, isOurs: Bool) {
            self.processID = processID
            self.name = name
            self.user = user
            self.isOurs = isOurs
        }

        /// For sentences: `v4l2-ctl (process 4711, user ada)`.
        var title: String { "\(name) (process \(processID), user \(user))" }
    }

    public init(holders: [Holder], limitation: String?) {
        self.holders = holders
        self.limitation = limitation
    }
}
