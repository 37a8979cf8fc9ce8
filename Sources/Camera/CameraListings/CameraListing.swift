// SPDX-License-Identifier: Apache-2.0

public import CameraControls
public import Frames

/// A camera as `v4l2-ctl` lists it: its nodes, each with its controls, formats, sizes and rates.
///
/// From the text of `--all`, `--list-ctrls-menus` and `--list-formats-ext` of any version, of one node or several.
public struct CameraListing: Hashable, Sendable, CustomStringConvertible {
    public var name: String
    /// The lines `# key: value` at the beginning.
    public var facts: [Fact] = []
    public var nodes: [Node] = []

    public var description: String { name }

    public struct Fact: Hashable, Sendable {
        public var key: String
        public var value: String
    }

    public struct Node: Hashable, Sendable {
        /// `/dev/video2`, as the text names it; `nil` if it does not.
        public var path: String?
        public var driver: String?
        public var card: String?
        public var busInfo: String?
        public var capabilities: UInt32?
        public var deviceCaps: UInt32?
        /// Whether the text says that the node has no format.
        public var hasNoFormat = false
        public var formats: [Format] = []
        public var controls: [Control] = []

        public init() {}

        /// Whether it tells anything.
        public var isEmpty: Bool {
            driver == nil && deviceCaps == nil && formats.isEmpty && controls.isEmpty && !hasNoFormat
        }
    }

    /// A pixel format of a node, with its sizes.
    public struct Format: Hashable, Sendable {
        public var fourCC: FourCC
        public var sizes: [Size] = []
        /// From least to most, if the driver takes any size between.
        public var range: SizeRange?

        public struct Size: Hashable, Sendable {
            public var size: FrameSize
            /// Frames per second, as listed.
            public var rates: [Double] = []

            public init(size: FrameSize, rates: [Double] = []) {
                self.size = size
                self.rates = rates
            }
        }

        public struct SizeRange: Hashable, Sendable {
            public var minimum: FrameSize
            public var maximum: FrameSize
            public var step: FrameSize
        }

        public init(_ fourCC: FourCC) { self.fourCC = fourCC }
    }

    public struct Control: Hashable, Sendable {
        public var description: ControlDescription
        /// What stood in it at that moment.
        public var value: Int64?
        /// The errno with which the camera answered when it was read.
        public var failure: Int?

        public init(_ description: ControlDescription, value: Int64? = nil, failure: Int? = nil) {
            self.description = description
            self.value = value
            self.failure = failure
        }
    }

    /// The value of the first line `# key: …`.
    public func fact(_ key: String) -> String? { facts.first { $0.key == key }?.value }

    /// The first USB id of the text, `046d:082d`.
    public var usbID: String? {
        for fact in facts where fact.key == "usb id" {
            for word in fact.value.split(whereSeparator: { !$0.isHexDigit && $0 != ":" }) {
                let parts = word.split(separator: ":", omittingEmptySubsequences: false)
                if parts.count == 2, parts.allSatisfy({ $0.count == 4 }) { return word.lowercased() }
            }
        }
        return nil
    }

    /// The driver's name: what a node answers, else what the facts say.
    public var driver: String? {
        nodes.lazy.compactMap(\.driver).first
            ?? fact("driver").flatMap { $0.split(whereSeparator: { " ,(".contains($0) }).first.map(String.init) }
    }

    /// The controls of all its nodes; of one that several nodes have, the first.
    public var controls: [Control] {
        var seen: Set<ControlID> = []
        return nodes.flatMap(\.controls).filter { seen.insert($0.description.id).inserted }
    }
}
