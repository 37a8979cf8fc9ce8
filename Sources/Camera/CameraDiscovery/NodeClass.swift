// SPDX-License-Identifier: Apache-2.0

/// What a video node is for. The raw values are the words of reports and never change.
public enum NodeClass: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Gives pictures an application can use.
    case capture
    /// Gives pictures of an infrared sensor beside a colour camera (face unlocking).
    case infrared
    /// Gives distances, not pictures.
    case depth
    /// Fed by a program on this machine.
    case loopback
    /// Gives, or takes, data about pictures.
    case metadata
    /// Takes pictures.
    case output
    /// Takes pictures and gives them back changed: a codec, a scaler.
    case memoryToMemory = "memory-to-memory"
    /// A part of a pipeline: a sensor, a lens, a flash.
    case subdevice
    /// A camera whose raw data only libcamera turns into pictures.
    case needsLibcamera = "needs-libcamera"
    case radio
    /// Vertical blanking data: teletext, closed captions.
    case vbi
    case softwareRadio = "software-radio"
    case touch
    case other

    public var description: String { rawValue }

    /// As in "… is a metadata node".
    public var phrase: String {
        switch self {
        case .capture: "a capture node"
        case .infrared: "an infrared camera"
        case .depth: "a depth camera, which gives distances and no pictures"
        case .loopback: "a loopback device"
        case .metadata: "a metadata node, which gives no pictures"
        case .output: "an output node, which takes pictures and gives none"
        case .memoryToMemory: "a memory-to-memory node (a codec or scaler), not a camera"
        case .subdevice: "a sub-device of a camera pipeline, which gives no pictures"
        case .needsLibcamera: "part of a camera that only libcamera can drive"
        case .radio: "a radio"
        case .vbi: "a vertical-blanking (teletext) node"
        case .softwareRadio: "a software-defined radio"
        case .touch: "a touch sensor"
        case .other: "not a capture node"
        }
    }
}

/// A node's class, and why.
public struct NodeClassification: Hashable, Sendable {
    public var nodeClass: NodeClass
    /// A clause that ends without a full stop. May hold the driver's text: escape before showing.
    public var reason: String
    /// Whether pictures can be had from it now, as far as is known; a loopback device without a producer gives none.
    public var yieldsPictures: Bool

    public init(_ nodeClass: NodeClass, _ reason: String, yieldsPictures: Bool = false) {
        self.nodeClass = nodeClass
        self.reason = reason
        self.yieldsPictures = yieldsPictures
    }
}
