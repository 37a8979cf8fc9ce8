// SPDX-License-Identifier: Apache-2.0

public import CameraControls
public import Frames
public import OnvifCameras
public import PipeWireCameras

/// An open camera of any kind.
public struct OpenCamera: Sendable {
    /// The name in messages and in `"source"`: `/dev/video0`, `sim:dim`, `-`.
    public var name: String
    /// The identity that survives replugging, `usb-046d_HD_Pro_Webcam_C920_1234`; the name if there is none.
    public var identity: String
    public var source: any FrameSource
    /// `nil` for a stream on standard input.
    public var controls: (any ControlSurface)?
    /// What was chosen and why, for `--verbose`.
    public var notes: [String]
    /// What would be better with a library that is missing; to be told in any case.
    public var warnings: [String] = []
    /// The other modes; `nil` if there is only one.
    public var switching: (any ModeSwitching)?
    /// The video node through which its lights are found; `nil` if it is `name`.
    var lightNode: String?
    /// The node, if it is a camera of PipeWire.
    public var pipeWire: PipeWireCamera?
    /// Where its video was found, if it was asked over ONVIF.
    public var onvif: OnvifStream?
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
