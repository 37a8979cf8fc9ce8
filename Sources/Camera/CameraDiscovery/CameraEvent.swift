// SPDX-License-Identifier: Apache-2.0

/// An event: nodes of one camera appeared, disappeared or changed.
public struct CameraEvent: Hashable, Sendable {
    public enum Change: String, Hashable, Sendable {
        /// Plugged in, or its driver was bound.
        case appeared
        /// Unplugged, or its driver was unbound. A camera that returns at once gives this and then `appeared`: files that
        /// were open no longer work.
        case disappeared
        /// Access, links, class or properties have changed.
        case changed
    }
    public var change: Change
    /// The nodes concerned, not necessarily all of the camera's; for `disappeared` in their last known state.
    public var camera: Camera

    public init(_ change: Change, _ camera: Camera) {
        self.change = change
        self.camera = camera
    }
}
