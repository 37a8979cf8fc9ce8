// SPDX-License-Identifier: Apache-2.0

/// A source of video that PipeWire offers. Its texts come from other programs: escape them before showing.
package struct PipeWireCamera: Hashable, Sendable, Codable {
    /// A program that reads from a source.
    package struct Client: Hashable, Sendable, Codable {
        package var application: String
        package var process: Int?

        package init(application: String, process: Int? = nil) {
            self.application = application
            self.process = process
        }
    }

    package enum State: Int, Hashable, Sendable, Codable {
        case error = -1
        case creating, suspended, idle, running
    }

    /// The number of the node in the daemon; another one after a restart.
    package var id: UInt32
    /// The node's number that is not used again while the daemon runs.
    package var serial: UInt64
    /// Lasting: `v4l2_input.pci-0000_00_14.0-usb-0_8_1.0`.
    package var name: String
    package var description: String?
    /// The interface of the device: `v4l2`, `libcamera`; `nil` for a source that is a program.
    package var api: String?
    /// The video node, if PipeWire reads one.
    package var devicePath: String?
    /// libcamera's name of the camera, if PipeWire uses libcamera.
    package var libcameraID: String?
    /// `Camera`, `Screen`, or what its maker says.
    package var role: String?
    package var state: State
    /// Why it is in the state `error`.
    package var error: String?
    /// Who reads from it, as far as this is seen.
    package var clients: [Client]

    package init(
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
    package var title: String { description ?? name }

    /// The shortest name that finds it again.
    package var address: String { "pipewire:" + name }
}

/// What PipeWire has, at one moment.
package struct PipeWireSurvey: Hashable, Sendable, Codable {
    /// The daemon's version, `1.4.2`.
    package var version: String
    /// Whether a session manager (WirePlumber) has registered; `nil` if this cannot be seen, as through the portal.
    package var hasManager: Bool?
    package var cameras: [PipeWireCamera]

    package init(version: String, hasManager: Bool?, cameras: [PipeWireCamera]) {
        self.version = version
        self.hasManager = hasManager
        self.cameras = cameras
    }
}
