// SPDX-License-Identifier: Apache-2.0

/// The purpose of a video node. The raw values appear in reports and never change.
package enum NodeClass: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Captures video that applications can use.
    case capture
    /// Captures video of an infrared sensor beside a colour camera (face unlocking).
    case infrared
    /// Captures distances, not pictures.
    case depth
    /// Receives its video from a program on this machine.
    case loopback
    /// Carries metadata about frames, in or out.
    case metadata
    /// Displays or transmits frames.
    case output
    /// Takes frames and returns them processed: a codec, a scaler.
    case memoryToMemory = "memory-to-memory"
    /// Part of a pipeline: a sensor, a lens, a flash.
    case subdevice
    /// A camera whose raw data only libcamera can process.
    case needsLibcamera = "needs-libcamera"
    case radio
    /// Vertical blanking data: teletext, closed captions.
    case vbi
    case softwareRadio = "software-radio"
    case touch
    case other

    package var description: String { rawValue }

    /// For use in "it is a metadata node".
    package var phrase: String {
        switch self {
        case .capture: "a capture node"
        case .infrared: "an infrared camera"
        case .depth: "a depth camera, which captures distances, not pictures"
        case .loopback: "a loopback device"
        case .metadata: "a metadata node, which does not capture video"
        case .output: "an output node, which does not capture video"
        case .memoryToMemory: "a memory-to-memory node (a codec or scaler), not a camera"
        case .subdevice: "a sub-device of a camera pipeline, which does not capture video"
        case .needsLibcamera: "part of a camera that only libcamera can drive"
        case .radio: "a radio"
        case .vbi: "a vertical-blanking (teletext) node"
        case .softwareRadio: "a software-defined radio"
        case .touch: "a touch sensor"
        case .other: "not a capture node"
        }
    }
}

/// The class of a node, and why.
package struct NodeClassification: Hashable, Sendable {
    package var nodeClass: NodeClass
    /// A clause without a full stop. May contain text of the driver: escape before showing.
    package var reason: String
    /// Whether it can capture now, as far as known; a loopback device without a producer cannot.
    package var yieldsPictures: Bool

    package init(_ nodeClass: NodeClass, _ reason: String, yieldsPictures: Bool = false) {
        self.nodeClass = nodeClass
        self.reason = reason
        self.yieldsPictures = yieldsPictures
    }
}
