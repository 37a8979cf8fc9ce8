// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import Frames

/// Why a calibration did not finish.
package enum CalibrationError: Error, CustomStringConvertible {
    /// The stream was stopped, by a signal for instance.
    case stopped
    case stream(FrameSourceError)
    /// The camera is gone, or does not list its controls.
    case controls(ControlError)

    package var description: String {
        switch self {
        case .stopped: "cannot calibrate: the stream was stopped; calibrate again"
        case .stream(let error): error.description
        case .controls(let error): error.description
        }
    }
}
