// SPDX-License-Identifier: Apache-2.0

public import CameraControls
public import Frames

/// An open camera of any kind.
public struct OpenCamera: Sendable {
    /// What names it in messages and in `"source"`: `/dev/video0`, `sim:dim`, `-`.
    public var name: String
    /// The identity that outlives replugging, `usb-046d_HD_Pro_Webcam_C920_1234`; the name where there is none.
    public var identity: String
    public var source: any FrameSource
    /// `nil` for a stream on standard input.
    public var controls: (any ControlSurface)?
    /// What was chosen and why, for `--verbose`.
    public var notes: [String]
    /// Its other modes; `nil` for what has one only.
    public var switching: (any ModeSwitching)?
}
