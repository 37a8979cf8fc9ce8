// SPDX-License-Identifier: Apache-2.0

/// The desktop's own way from a camera to its programs: PipeWire, WirePlumber, the camera portal and its permissions.
public struct DesktopRecord: Codable, Hashable, Sendable {
    /// `XDG_CURRENT_DESKTOP`, in its order.
    public var names: [String] = []
    /// What the portal's property `IsCameraPresent` says; `nil` if the portal does not run or did not answer.
    public var isCameraPresent: Bool?
    /// The permissions for cameras that the portal has stored, by application; the empty name is that of programs outside a
    /// sandbox.
    public var permissions: [Permission] = []
    /// The portal's back ends on disk.
    public var backEnds: [BackEnd] = []
    /// The back ends that the desktop's configuration names for dialogues (`Access`), or for everything.
    public var preferred: [String]?
    /// The cameras that PipeWire offers; `nil` if it was not asked or did not answer.
    public var sources: [Source]?
    /// User services and whether they run.
    public var services: [Service] = []

    public struct Permission: Codable, Hashable, Sendable {
        public var application: String
        /// `yes`, `no`, `ask`.
        public var answer: String

        package init(application: String, answer: String) {
            self.application = application
            self.answer = answer
        }
    }

    public struct BackEnd: Codable, Hashable, Sendable {
        /// The file's name without its ending: `gtk`.
        public var name: String
        /// Whether it can show the question for access.
        public var hasAccess: Bool
        /// The desktops it is for, in lower case.
        public var desktops: [String]
    }

    public struct Source: Codable, Hashable, Sendable {
        public var name: String
        /// Its lasting name in PipeWire, `node.name`. Absent in older evidence.
        public var nodeName: String?
        /// Its video node, such as `/dev/video0`; `nil` for cameras of libcamera.
        public var path: String?
        /// `suspended`, `idle`, `running`.
        public var state: String
        /// The programs that are linked to it.
        public var clients: [String]

        package init(name: String, nodeName: String? = nil, path: String?, state: String, clients: [String]) {
            self.name = name
            self.nodeName = nodeName
            self.path = path
            self.state = state
            self.clients = clients
        }
    }

    public struct Service: Codable, Hashable, Sendable {
        public var name: String
        public var state: String
        /// Microseconds since the start of the machine.
        public var since: Int?

        package init(name: String, state: String, since: Int?) {
            self.name = name
            self.state = state
            self.since = since
        }
    }

    public init() {}
}
