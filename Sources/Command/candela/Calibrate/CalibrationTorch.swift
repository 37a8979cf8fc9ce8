// SPDX-License-Identifier: Apache-2.0

internal import CameraCalibration
internal import Terminal

/// Which lamp a calibration may use.
struct CalibrationTorch {
    var isAllowed: Bool
    var options: TorchOptions

    /// To name one is to allow it.
    func lamp() throws(CommandFailure) -> CalibrationLamp? {
        guard isAllowed || options.torchSource != nil || options.torchCommand != nil else { return nil }
        return CalibrationLamp(
            name: options.torchSource, command: try options.template(), commandText: options.torchCommand)
    }
}
