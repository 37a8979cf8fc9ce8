// SPDX-License-Identifier: Apache-2.0

package import CameraDiscovery

/// A video node as it was found. Texts from the device are raw.
package struct NodeRecord: Codable, Hashable, Sendable {
    /// `video0`.
    package var sysname: String
    /// `/dev/video0`; `nil` if the node does not exist here.
    package var path: String?
    package var title: String
    /// The name of the class, such as `metadata`.
    package var nodeClass: String
    package var classReason: String
    package var yieldsPictures: Bool
    package var driver: String?
    package var serial: String?
    package var identity: String
    package var byID: [String] = []
    package var byPath: [String] = []
    /// The same for all nodes of one camera.
    package var cameraKey: String
    package var bus: String
    /// Mb/s.
    package var usbSpeed: Double?
    /// In binary-coded decimal.
    package var usbRelease: Int?
    /// Whether its descriptors (BOS) name SuperSpeed, whatever its speed is now; `nil` if the kernel does not give them.
    package var usbHasSuperSpeed: Bool?
    /// The numbers of its own unit and of the one that processes its pictures; absent in older evidence, and for other buses.
    package var usbUnits: USBUnits?
    /// `removable` of its USB device: `fixed` for one that is wired inside the machine, `removable` for one with a plug. Absent where the
    /// kernel does not know it, and in older evidence.
    package var usbRemovable: String?
    /// `power/control` of its USB device: `auto` lets the port save power.
    package var usbPowerControl: String?
    /// `power/runtime_suspended_time` of its USB device: how long it has been suspended so far. Absent in older evidence.
    package var usbSuspendedMs: Int?
    /// Tags from the last run of udev's rules.
    package var tags: [String] = []
    /// udev's `ID_V4L_CAPABILITIES`; `nil` if its rules have not run.
    package var udevCapabilities: String?
    /// The permissions of the node; `nil` without a node.
    package var access: NodeAccess?
    package var open: OpenRecord = .notTried
    /// FourCCs.
    package var formats: [String] = []

    package init(
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

    package var place: String { path ?? "/dev/" + sysname }

    package struct USBUnits: Codable, Hashable, Sendable {
        package var camera: Int?
        package var processing: Int?

        package init(camera: Int?, processing: Int?) {
            self.camera = camera
            self.processing = processing
        }
    }
}

/// The result of opening a node.
package enum OpenRecord: Codable, Hashable, Sendable {
    case notTried
    case opened
    /// `open` failed, with the name of the errno.
    case refused(String)
    /// It opened, but VIDIOC_QUERYCAP failed, with the name of the errno.
    case silent(String)

    /// The name of the errno if `open` failed.
    package var refusal: String? { if case .refused(let name) = self { name } else { nil } }
}

/// The node that was selected, or why none was.
package struct SelectionRecord: Codable, Hashable, Sendable {
    /// The selected node; `nil` if the name matches none.
    package var sysname: String?
    /// Which node and why, if candela chose it.
    package var sentence: String?
    /// Why the name matches no node.
    package var failure: Failure?

    package struct Failure: Codable, Hashable, Sendable {
        package enum Kind: String, Codable, Sendable {
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
        package var kind: Kind
        package var message: String

        package init(_ kind: Kind, _ message: String) {
            self.kind = kind
            self.message = message
        }
    }

    package init(sysname: String? = nil, sentence: String? = nil, failure: Failure? = nil) {
        self.sysname = sysname
        self.sentence = sentence
        self.failure = failure
    }
}

/// The programs that have the node open.
package struct HoldersRecord: Codable, Hashable, Sendable {
    package var holders: [Holder]
    /// Why the list may be incomplete; `nil` if it is complete.
    package var limitation: String?

    package struct Holder: Codable, Hashable, Sendable {
        package var processID: Int
        /// The kernel's `comm`, raw; for a known server of pictures, its program's name.
        package var name: String
        package var user: String
        /// Whether it runs our program file.
        package var isOurs: Bool
        /// The unit of systemd that it runs in; absent in older evidence, and for programs that a person has started.
        package var unit: String?
        /// Whether that is a unit of the user's own systemd.
        package var isUserUnit: Bool?
        /// Whether it has mapped the node's memory, as a program does that streams; absent if that cannot be read, and in older
        /// evidence.
        package var hasMapped: Bool?
        /// Whether it started the program that is examined, and is the same program; absent in older evidence.
        package var isSameProgramsParent: Bool?
        /// The container that it runs in; absent in older evidence, and outside of one.
        package var container: Container?
        /// Whether it writes the pictures of a virtual camera; absent in older evidence, and if nothing tells.
        package var isFeeder: Bool?
        /// What has started it, if that is no unit of its own; absent in older evidence.
        package var starter: Starter?
        /// The size of the pictures that it writes into a virtual camera; absent in older evidence, and if nothing tells.
        package var fedSize: FedSize?
        /// How it passes the pictures on to others; absent in older evidence, and if nothing tells that it does.
        package var serving: Serving?

        package init(processID: Int, name: String, user: String, isOurs: Bool) {
            self.processID = processID
            self.name = name
            self.user = user
            self.isOurs = isOurs
        }

        /// For sentences: `v4l2-ctl (process 4711, user ada)`.
        var title: String { "\(name) (process \(processID), user \(user)\(container.map { ", in \($0.title)" } ?? ""))" }
    }

    /// A container, as this machine knows it.
    package struct Container: Codable, Hashable, Sendable {
        /// What runs it.
        package enum Engine: String, Codable, Hashable, Sendable {
            case docker, podman, kubernetes, proxmox, lxd, incus, lxc, nspawn
        }
        package var engine: Engine
        /// Its number, of 64 hexadecimal digits, or its name: raw.
        package var name: String
        /// Whether a user without root started it; absent otherwise.
        package var isUsers: Bool?
        /// The unit of the container's own systemd that the program runs in; absent without one.
        package var unit: String?

        package init(_ engine: Engine, name: String) {
            self.engine = engine
            self.name = name
        }

        /// As people and programs write it: the first twelve digits of a number.
        var shortName: String {
            name.utf8.count == 64 && name.allSatisfy(\.isHexDigit) ? String(name.prefix(12)) : name
        }

        /// For sentences.
        var title: String {
            switch engine {
            case .docker: "the Docker container \(shortName)"
            case .podman: "the Podman container \(shortName)"
            case .kubernetes: "the Kubernetes container \(shortName)"
            case .proxmox, .lxd, .incus, .lxc: "the LXC container \(shortName)"
            case .nspawn: "the container \(shortName)"
            }
        }
    }

    package init(holders: [Holder], limitation: String?) {
        self.holders = holders
        self.limitation = limitation
    }
}
