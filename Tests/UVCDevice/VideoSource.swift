// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import Frames

/// What the camera sees: frames and the controls that shape them.
package protocol VideoSource {
    var controls: any ControlSurface { get }

    /// Prepares for frames of this size, `interval` apart.
    mutating func start(size: FrameSize, interval: FrameInterval) throws

    /// The next frame; its timestamp is on the source's own clock.
    mutating func nextFrame() -> Frame
}
