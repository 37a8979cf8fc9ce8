// SPDX-License-Identifier: Apache-2.0

/// The desktop's own way from a camera to its programs: PipeWire, WirePlumber, the camera portal and its permissions.
package struct DesktopRecord: Codable, Hashable, Sendable {
    /// `XDG_CURRENT_DESKTOP`, in its order.
    package var names: [String] = []
    /// What the portal's property `IsCameraPresent` says; `nil` if the portal does not run or did not answer.
    package var isCameraPresent: Bool?
    /// The permissions for cameras that the portal has stored, by application; the empty name is that of programs outside a
    /// sandbox.
    package var permissions: [Permission] = []
    /// The portal's back ends on disk.
    package var backEnds: [BackEnd] = []
    /// The back ends that the desktop's configuration names for dialogues (`Access`), or for everything.
    package var preferred: [String]?
    /// Those that it names for dialogues, and those that it names for everything else; absent in older evidence, and where it names none.
    package var preferredForAccess: [String]?
    package var preferredByDefault: [String]?
    /// The settings of WirePlumber with which somebody has switched cameras off; absent in older evidence, and without such.
    package var disabledMonitors: [DisabledMonitor]?
    /// Whether PipeWire's plug-in for libcamera is on disk; absent in older evidence, and where none of its plug-ins was found.
    package var hasLibcameraPlugin: Bool?
    /// The cameras that PipeWire offers; `nil` if it was not asked or did not answer.
    package var sources: [Source]?
    /// User services and whether they run.
    package var services: [Service] = []

    package struct Permission: Codable, Hashable, Sendable {
        package var application: String
        /// `yes`, `no`, `ask`.
        package var answer: String

        package init(application: String, answer: String) {
            self.application = application
            self.answer = answer
        }
    }

    /// A line of WirePlumber's configuration that keeps it from listing cameras.
    package struct DisabledMonitor: Codable, Hashable, Sendable {
        /// The file's name without its folder.
        package var file: String
        /// Whether it is one of the user's own.
        package var isUsers: Bool
        /// `monitor.v4l2 = disabled`.
        package var line: String

        package init(file: String, isUsers: Bool, line: String) {
            self.file = file
            self.isUsers = isUsers
            self.line = line
        }
    }

    package struct BackEnd: Codable, Hashable, Sendable {
        /// The file's name without its ending: `gtk`.
        package var name: String
        /// Whether it can show the question for access.
        package var hasAccess: Bool
        /// The desktops it is for, in lower case.
        package var desktops: [String]

        package init(name: String, hasAccess: Bool, desktops: [String]) {
            self.name = name
            self.hasAccess = hasAccess
            self.desktops = desktops
        }
    }

    package struct Source: Codable, Hashable, Sendable {
        package var name: String
        /// Its lasting name in PipeWire, `node.name`. Absent in older evidence.
        package var nodeName: String?
        /// Its video node, such as `/dev/video0`; `nil` for cameras of libcamera.
        package var path: String?
        /// `suspended`, `idle`, `running`.
        package var state: String
        /// The programs that are linked to it.
        package var clients: [String]

        package init(name: String, nodeName: String? = nil, path: String?, state: String, clients: [String]) {
            self.name = name
            self.nodeName = nodeName
            self.path = path
            self.state = state
            self.clients = clients
        }
    }

    package struct Service: Codable, Hashable, Sendable {
        package var name: String
        package var state: String
        /// Microseconds since the start of the machine.
        package var since: Int?
        /// Whether systemd knows no such unit; absent in older evidence, and if it does.
        package var isMissing: Bool?

        package init(name: String, state: String, since: Int?) {
            self.name = name
            self.state = state
            self.since = since
        }
    }

    package init() {}
}
