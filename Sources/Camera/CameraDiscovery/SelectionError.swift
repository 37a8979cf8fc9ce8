// SPDX-License-Identifier: Apache-2.0

/// Why no camera could be chosen.
///
/// The texts quote device names and the user's words raw: escape before showing.
package struct SelectionError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The machine has no video node at all.
        case noCamera
        /// There are video nodes, but this user cannot capture from any.
        case noUsableCamera
        /// The path does not exist.
        case noSuchDevice
        /// The path is no device at all: a folder, a file.
        case notVideoNode
        /// The path is another kind of device.
        case otherDevice
        /// The path is a video node whose number no device has any more, or not yet.
        case staleNode
        /// No camera has that serial or name.
        case noMatch
        /// Several cameras match.
        case ambiguous
        /// The node is of a class that cannot capture.
        case wrongClass(NodeClass)
        /// A loopback device that no program feeds.
        case noProducer
        /// EACCES.
        case accessDenied
        /// EPERM.
        case notPermitted
        /// The kernel knows the device, but there is no device node.
        case noDeviceNode
        /// The device was unplugged a moment ago.
        case gone
        /// It opens, but the driver does not answer.
        case failed
        /// udev failed.
        case cannotList
    }
    package var kind: Kind
    /// A whole sentence: verb, object, place: cause; next step.
    package var description: String
    /// The cameras to choose from, if any.
    package var candidates: [VideoNode]
    /// The node that the user meant but that cannot be used; `nil` if none was found.
    package var subject: VideoNode?

    package init(_ kind: Kind, _ description: String, candidates: [VideoNode] = []) {
        self.kind = kind
        self.description = description
        self.candidates = candidates
    }
}

/// The camera that was chosen.
package struct CameraChoice: Hashable, Sendable {
    package var node: VideoNode
    /// Which camera and why, a sentence without a full stop: "using /dev/video2 (C920): it was plugged in and …".
    package var sentence: String

    package init(node: VideoNode, sentence: String) {
        self.node = node
        self.sentence = sentence
    }
}
