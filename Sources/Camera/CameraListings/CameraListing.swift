// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import Frames

/// A camera as `v4l2-ctl` lists it: its nodes, each with its controls, formats, sizes and rates.
///
/// From the text of `--all`, `--list-ctrls-menus` and `--list-formats-ext` of any version, of one node or several.
package struct CameraListing: Hashable, Sendable, CustomStringConvertible {
    package var name: String
    /// The lines `# key: value` at the beginning.
    package var facts: [Fact] = []
    package var nodes: [Node] = []

    package var description: String { name }

    package struct Fact: Hashable, Sendable {
        package var key: String
        package var value: String
    }

    package struct Node: Hashable, Sendable {
        /// `/dev/video2`, as the text names it; `nil` if it does not.
        package var path: String?
        package var driver: String?
        package var card: String?
        package var busInfo: String?
        package var capabilities: UInt32?
        package var deviceCaps: UInt32?
        /// Whether the text says that the node has no format.
        package var hasNoFormat = false
        package var formats: [Format] = []
        package var controls: [Control] = []

        package init() {}

        /// Whether it tells anything.
        package var isEmpty: Bool {
            driver == nil && deviceCaps == nil && formats.isEmpty && controls.isEmpty && !hasNoFormat
        }
    }

    /// A pixel format of a node, with its sizes.
    package struct Format: Hashable, Sendable {
        package var fourCC: FourCC
        package var sizes: [Size] = []
        /// From least to most, if the driver takes any size between.
        package var range: SizeRange?

        package struct Size: Hashable, Sendable {
            package var size: FrameSize
            /// Frames per second, as listed.
            package var rates: [Double] = []

            package init(size: FrameSize, rates: [Double] = []) {
                self.size = size
                self.rates = rates
            }
        }

        package struct SizeRange: Hashable, Sendable {
            package var minimum: FrameSize
            package var maximum: FrameSize
            package var step: FrameSize
        }

        package init(_ fourCC: FourCC) { self.fourCC = fourCC }
    }

    package struct Control: Hashable, Sendable {
        package var description: ControlDescription
        /// What stood in it at that moment.
        package var value: Int64?
        /// The errno with which the camera answered when it was read.
        package var failure: Int?

        package init(_ description: ControlDescription, value: Int64? = nil, failure: Int? = nil) {
            self.description = description
            self.value = value
            self.failure = failure
        }
    }

    /// The value of the first line `# key: …`.
    package func fact(_ key: String) -> String? { facts.first { $0.key == key }?.value }

    /// The first USB id of the text, `046d:082d`.
    package var usbID: String? {
        for fact in facts where fact.key == "usb id" {
            for word in fact.value.split(whereSeparator: { !$0.isHexDigit && $0 != ":" }) {
                let parts = word.split(separator: ":", omittingEmptySubsequences: false)
                if parts.count == 2, parts.allSatisfy({ $0.count == 4 }) { return word.lowercased() }
            }
        }
        return nil
    }

    /// The driver's name: what a node answers, else what the facts say.
    package var driver: String? {
        nodes.lazy.compactMap(\.driver).first
            ?? fact("driver").flatMap { $0.split(whereSeparator: { " ,(".contains($0) }).first.map(String.init) }
    }

    /// The controls of all its nodes; of one that several nodes have, the first.
    package var controls: [Control] {
        var seen: Set<ControlID> = []
        return nodes.flatMap(\.controls).filter { seen.insert($0.description.id).inserted }
    }
}
