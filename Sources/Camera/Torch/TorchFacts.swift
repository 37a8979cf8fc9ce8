// SPDX-License-Identifier: Apache-2.0

public import CameraControls

/// The facts about lights of a machine that could serve a camera, without judgement.
public struct TorchFacts: Hashable, Sendable {
    /// An LED of the LED class.
    public struct LED: Hashable, Sendable {
        /// `white:flash`.
        public var name: String
        /// Its directory, `/sys/class/leds/white:flash`.
        public var folder: String
        /// The sysfs directory of its parent device, with links resolved; `nil` if it has none.
        public var device: String?
        /// Whether this user may write its brightness file.
        public var isWritable: Bool

        public init(name: String, folder: String, device: String?, isWritable: Bool) {
            self.name = name
            self.folder = folder
            self.device = device
            self.isWritable = isWritable
        }
    }

    /// A V4L2 sub-device that is a flash, or is named like one.
    public struct Flash: Hashable, Sendable {
        /// sysfs's `name`: `white:flash`.
        public var name: String
        public var path: String
        public var device: String?
        public var isPermitted: Bool
        /// Its place in the camera's media graph; `nil` if it is not there.
        public var inGraph: InGraph?

        public struct InGraph: Hashable, Sendable {
            public var graph: String
            /// Whether it is linked to the camera's sensor, not just present.
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

    /// A light of a vendor class.
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

    /// The sysfs directory of the camera's device; `nil` if the camera is not a device of this machine.
    public var cameraDevice: String?
    /// Whether the camera is simulated: then no light of the machine affects its pictures.
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
