// SPDX-License-Identifier: Apache-2.0

/// An event: nodes of one camera appeared, disappeared or changed.
package struct CameraEvent: Hashable, Sendable {
    package enum Change: String, Hashable, Sendable {
        /// Plugged in, or its driver was bound.
        case appeared
        /// Unplugged, or its driver was unbound. A camera that returns at once gives this and then `appeared`: files that
        /// were open no longer work.
        case disappeared
        /// Access, links, class or properties have changed.
        case changed
    }
    package var change: Change
    /// The nodes concerned, not necessarily all of the camera's; for `disappeared` in their last known state.
    package var camera: Camera

    package init(_ change: Change, _ camera: Camera) {
        self.change = change
        self.camera = camera
    }
}
