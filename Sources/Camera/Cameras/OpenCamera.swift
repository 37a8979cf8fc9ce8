// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import Frames
package import OnvifCameras
package import PipeWireCameras

/// An open camera of any kind.
package struct OpenCamera: Sendable {
    /// The name in messages and in `"source"`: `/dev/video0`, `sim:dim`, `-`.
    package var name: String
    /// The identity that survives replugging, `usb-046d_HD_Pro_Webcam_C920_1234`; the name if there is none.
    package var identity: String
    package var source: any FrameSource
    /// `nil` for a stream on standard input.
    package var controls: (any ControlSurface)?
    /// What was chosen and why, for `--verbose`.
    package var notes: [String]
    /// What would be better with a library that is missing; to be told in any case.
    package var warnings: [String] = []
    /// The other modes; `nil` if there is only one.
    package var switching: (any ModeSwitching)?
    /// The video node through which its lights are found; `nil` if it is `name`.
    var lightNode: String?
    /// The node, if it is a camera of PipeWire.
    package var pipeWire: PipeWireCamera?
    /// Where its video was found, if it was asked over ONVIF.
    package var onvif: OnvifStream?
}

extension OpenCamera {
    /// The name by which its lights are found: a video node of the camera, if it has one.
    package var lightsAt: String { lightNode ?? name }

    /// What to tell a person: the choice is always told if nobody named the camera.
    package func words(isVerbose: Bool, isNamed: Bool) -> [String] {
        if isVerbose { return notes }
        return (isNamed ? [] : Array(notes.prefix(1))) + warnings
    }
}
