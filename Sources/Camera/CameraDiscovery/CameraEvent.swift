// SPDX-License-Identifier: Apache-2.0

/// Nodes of one camera came, went or changed.
public struct CameraEvent: Hashable, Sendable {
    public enum Change: String, Hashable, Sendable {
        /// Plugged in, or its driver was bound.
        case appeared
        /// Unplugged, or its driver was unbound. One that came back at once gives this and then `appeared`: files that
        /// were open are dead.
        case disappeared
        /// Access, links, class or properties are others than before.
        case changed
    }
    public var change: Change
    /// The nodes concerned, which need not be all of the camera's; for `disappeared` as they last were.
    public var camera: Camera

    public init(_ change: Change, _ camera: Camera) {
        self.change = change
        self.camera = camera
    }
}
