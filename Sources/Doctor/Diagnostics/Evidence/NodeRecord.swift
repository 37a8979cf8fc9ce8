// SPDX-License-Identifier: Apache-2.0

public import CameraDiscovery

/// A video node as it was found. Texts of the device are raw.
public struct NodeRecord: Codable, Hashable, Sendable {
    /// `video0`.
    public var sysname: String
    /// `/dev/video0`; `nil` when there is no such node here.
    public var path: String?
    public var title: String
    /// The class's word, `metadata`, and why.
    public var nodeClass: String
    public var classReason: String
    public var yieldsPictures: Bool
    public var driver: String?
    public var serial: String?
    public var identity: String
    public var byID: [String] = []
    public var byPath: [String] = []
    /// Nodes of one camera share it.
    public var cameraKey: String
    public var bus: String
    /// Mb/s.
    public var usbSpeed: Double?
    /// In binary-coded decimal.
    public var usbRelease: Int?
    /// `power/control` of its USB device: `auto` lets the port save power.
    public var usbPowerControl: String?
    /// udev's tags of the last run of its rules.
    public var tags: [String] = []
    /// udev's `ID_V4L_CAPABILITIES`; `nil` when its rules have not run.
    public var udevCapabilities: String?
    /// Who may open it; `nil` when there is no node to ask about.
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

/// What opening a node came to.
public enum OpenRecord: Codable, Hashable, Sendable {
    case notTried
    case opened
    /// `open` itself failed: the errno's name.
    case refused(String)
    /// It opened, but does not answer VIDIOC_QUERYCAP.
    case silent(String)

    /// The errno's name, when `open` failed.
    public var refusal: String? { if case .refused(let name) = self { name } else { nil } }
}

/// Which node is looked into, or why none is.
public struct SelectionRecord: Codable, Hashable, Sendable {
    /// The node's; `nil` when the name leads to none.
    public var sysname: String?
    /// Which and why, when the choice was ours.
    public var sentence: String?
    /// Why the name leads to no node.
    public var failure: Failure?

    public struct Failure: Codable, Hashable, Sendable {
        public enum Kind: String, Codable, Sendable {
            /// There is no such path, and sysfs knows no such device.
            case noSuchPath
            /// The path is something else.
            case notVideo
            /// No camera is named so, or several are.
            case noMatch, ambiguous
            /// A folder on the way cannot be searched.
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
    /// Why the list may lack some; `nil` when everything could be seen.
    public var limitation: String?

    public struct Holder: Codable, Hashable, Sendable {
        public var processID: Int
        /// The kernel's `comm`, raw.
        public var name: String
        public var user: String
        /// Whether its program file is ours.
        public var isOurs: Bool

        public init(processID: Int, name: String, user: String, isOurs: Bool) {
            self.processID = processID
            self.name = name
            self.user = user
            self.isOurs = isOurs
        }
    }

    public init(holders: [Holder], limitation: String?) {
        self.holders = holders
        self.limitation = limitation
    }
}
