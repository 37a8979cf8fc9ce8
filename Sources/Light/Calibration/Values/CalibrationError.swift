// SPDX-License-Identifier: Apache-2.0

public import CameraControls
public import Frames

/// Why a calibration could not be brought to its end.
public enum CalibrationError: Error, CustomStringConvertible {
    /// The stream was stopped, by a signal for instance.
    case stopped
    case stream(FrameSourceError)
    /// The camera has gone, or does not even list its controls.
    case controls(ControlError)

    public var description: String {
        switch self {
        case .stopped: "cannot go on calibrating: the stream was stopped; run it again"
        case .stream(let error): error.description
        case .controls(let error): error.description
        }
    }
}
