// SPDX-License-Identifier: Apache-2.0

/// Why no camera could be chosen.
///
/// The sentences quote device names and the user's words raw: escape before showing.
public struct SelectionError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// The machine has no video node at all.
        case noCamera
        /// It has some, but none that gives pictures to this user.
        case noUsableCamera
        /// The path does not exist.
        case noSuchDevice
        /// The path is something else than a video node.
        case notVideoNode
        /// No camera has that serial or name.
        case noMatch
        /// Several cameras do.
        case ambiguous
        /// The node is not one to take pictures from.
        case wrongClass(NodeClass)
        /// A loopback device that no program feeds.
        case noProducer
        /// EACCES.
        case accessDenied
        /// EPERM.
        case notPermitted
        /// The kernel knows the device, but there is no node to open.
        case noDeviceNode
        /// It was there a moment ago.
        case gone
        /// It opens, but the driver fails to answer.
        case failed
        /// udev failed.
        case cannotList
    }
    public var kind: Kind
    /// A whole sentence: verb, object, place: cause; next step.
    public var description: String
    /// Those to choose from, when there are.
    public var candidates: [VideoNode]
    /// The node that was meant but cannot be used; `nil` when none was found.
    public var subject: VideoNode?

    public init(_ kind: Kind, _ description: String, candidates: [VideoNode] = []) {
        self.kind = kind
        self.description = description
        self.candidates = candidates
    }
}

/// The camera that was chosen.
public struct CameraChoice: Hashable, Sendable {
    public var node: VideoNode
    /// Which and why, a sentence without a full stop: "using /dev/video2 (C920): it was plugged in and …".
    public var sentence: String

    public init(node: VideoNode, sentence: String) {
        self.node = node
        self.sentence = sentence
    }
}
