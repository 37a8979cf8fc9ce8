// SPDX-License-Identifier: Apache-2.0

public import CameraControls

/// What a machine says of lights that could serve a camera: seen, not judged.
public struct TorchFacts: Hashable, Sendable {
    /// An LED of the LED class.
    public struct LED: Hashable, Sendable {
        /// `white:flash`.
        public var name: String
        /// Its folder, `/sys/class/leds/white:flash`.
        public var folder: String
        /// The folder of the device it hangs on, without symbolic links; `nil` for one that hangs on none.
        public var device: String?
        /// Whether this user may write its brightness.
        public var isWritable: Bool

        public init(name: String, folder: String, device: String?, isWritable: Bool) {
            self.name = name
            self.folder = folder
            self.device = device
            self.isWritable = isWritable
        }
    }

    /// A V4L2 sub-device that is known, or named like one, to be a flash.
    public struct Flash: Hashable, Sendable {
        /// sysfs's `name`: `white:flash`.
        public var name: String
        public var path: String
        public var device: String?
        public var isPermitted: Bool
        /// How the camera's media graph knows it; `nil` when it does not.
        public var inGraph: InGraph?

        public struct InGraph: Hashable, Sendable {
            public var graph: String
            /// Linked to the camera's sensor, rather than just there.
            public var isLinked: Bool

            public init(graph: String, isLinked: Bool) {
                self.graph = graph
                self.isLinked = isLinked
            }
        }

        public init(name: String, path: String, device: String?, isPermitted: Bool, inGraph: InGraph?) {
            self.name = name
            self.path = path
            self.device = device
            self.isPermitted = isPermitted
            self.inGraph = inGraph
        }
    }

    /// A light of a vendor's class.
    public struct Vendor: Hashable, Sendable {
        public var name: String
        public var level: String
        public var maximum: String
        public var device: String?
        public var isWritable: Bool

        public init(name: String, level: String, maximum: String, device: String?, isWritable: Bool) {
            self.name = name
            self.level = level
            self.maximum = maximum
            self.device = device
            self.isWritable = isWritable
        }
    }

    /// The folder of the device the camera's node hangs on; `nil` for a camera that is no device here.
    public var cameraDevice: String?
    /// Whether the camera is made up: then no light of the machine shines on what it sees.
    public var isSimulated = false
    public var leds: [LED] = []
    public var flashes: [Flash] = []
    public var vendors: [Vendor] = []
    public var controls: [ControlDescription] = []
    /// The user's own command.
    public var command: CommandTemplate?
    public var gaps: [String] = []

    public init() {}
}
