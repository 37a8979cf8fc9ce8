// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// The facts about lights of a machine that could serve a camera, without judgement.
package struct TorchFacts: Hashable, Sendable {
    /// An LED of the LED class.
    package struct LED: Hashable, Sendable {
        /// `white:flash`.
        package var name: String
        /// Its directory, `/sys/class/leds/white:flash`.
        package var folder: String
        /// The sysfs directory of its parent device, with links resolved; `nil` if it has none.
        package var device: String?
        /// Whether this user may write its brightness file.
        package var isWritable: Bool

        package init(name: String, folder: String, device: String?, isWritable: Bool) {
            self.name = name
            self.folder = folder
            self.device = device
            self.isWritable = isWritable
        }
    }

    /// A V4L2 sub-device that is a flash, or is named like one.
    package struct Flash: Hashable, Sendable {
        /// sysfs's `name`: `white:flash`.
        package var name: String
        package var path: String
        package var device: String?
        package var isPermitted: Bool
        /// Its place in the camera's media graph; `nil` if it is not there.
        package var inGraph: InGraph?

        package struct InGraph: Hashable, Sendable {
            package var graph: String
            /// Whether it is linked to the camera's sensor, not just present.
            package var isLinked: Bool

            package init(graph: String, isLinked: Bool) {
                self.graph = graph
                self.isLinked = isLinked
            }
        }

        package init(name: String, path: String, device: String?, isPermitted: Bool, inGraph: InGraph?) {
            self.name = name
            self.path = path
            self.device = device
            self.isPermitted = isPermitted
            self.inGraph = inGraph
        }
    }

    /// A light of a vendor class.
    package struct Vendor: Hashable, Sendable {
        package var name: String
        package var level: String
        package var maximum: String
        package var device: String?
        package var isWritable: Bool

        package init(name: String, level: String, maximum: String, device: String?, isWritable: Bool) {
            self.name = name
            self.level = level
            self.maximum = maximum
            self.device = device
            self.isWritable = isWritable
        }
    }

    /// The sysfs directory of the camera's device; `nil` if the camera is not a device of this machine.
    package var cameraDevice: String?
    /// Whether the camera is simulated: then no light of the machine affects its pictures.
    package var isSimulated = false
    package var leds: [LED] = []
    package var flashes: [Flash] = []
    package var vendors: [Vendor] = []
    package var controls: [ControlDescription] = []
    /// The user's own command.
    package var command: CommandTemplate?
    package var gaps: [String] = []

    package init() {}
}
