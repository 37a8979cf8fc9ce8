// SPDX-License-Identifier: Apache-2.0

/// A source of video that PipeWire offers. Its texts come from other programs: escape them before showing.
public struct PipeWireCamera: Hashable, Sendable, Codable {
    /// A program that reads from a source.
    public struct Client: Hashable, Sendable, Codable {
        public var application: String
        public var process: Int?

        public init(application: String, process: Int? = nil) {
            self.application = application
            self.process = process
        }
    }

    public enum State: Int, Hashable, Sendable, Codable {
        case error = -1
        case creating, suspended, idle, running
    }

    /// The number of the node in the daemon; another one after a restart.
    public var id: UInt32
    /// The node's number that is not used again while the daemon runs.
    public var serial: UInt64
    /// Lasting: `v4l2_input.pci-0000_00_14.0-usb-0_8_1.0`.
    public var name: String
    public var description: String?
    /// The interface of the device: `v4l2`, `libcamera`; `nil` for a source that is a program.
    public var api: String?
    /// The video node, if PipeWire reads one.
    public var devicePath: String?
    /// libcamera's name of the camera, if PipeWire uses libcamera.
    public var libcameraID: String?
    /// `Camera`, `Screen`, or what its maker says.
    public var role: String?
    public var state: State
    /// Why it is in the state `error`.
    public var error: String?
    /// Who reads from it, as far as this is seen.
    public var clients: [Client]

    public init(
        id: UInt32, serial: UInt64, name: String, description: String? = nil, api: String? = nil,
        devicePath: String? = nil, libcameraID: String? = nil, role: String? = nil, state: State = .suspended,
        error: String? = nil, clients: [Client] = []
    ) {
        self.id = id
        self.serial = serial
        self.name = name
        self.description = description
        self.api = api
        self.devicePath = devicePath
        self.libcameraID = libcameraID
        self.role = role
        self.state = state
        self.error = error
        self.clients = clients
    }

    /// What people call it.
    public var title: String { description ?? name }

    /// The shortest name that finds it again.
    public var address: String { "pipewire:" + name }
}

/// What PipeWire has, at one moment.
public struct PipeWireSurvey: Hashable, Sendable, Codable {
    /// The daemon's version, `1.4.2`.
    public var version: String
    /// Whether a session manager (WirePlumber) has registered; `nil` if this cannot be seen, as through the portal.
    public var hasManager: Bool?
    public var cameras: [PipeWireCamera]

    public init(version: String, hasManager: Bool?, cameras: [PipeWireCamera]) {
        self.version = version
        self.hasManager = hasManager
        self.cameras = cameras
    }
}
