// SPDX-License-Identifier: Apache-2.0

internal import CameraCalibration
internal import Terminal

/// The lamp that a calibration may use.
struct CalibrationTorch {
    var isAllowed: Bool
    var options: TorchOptions

    /// Naming a lamp allows its use.
    func lamp() throws(CommandFailure) -> CalibrationLamp? {
        guard isAllowed || options.torchSource != nil || options.torchCommand != nil else { return nil }
        return CalibrationLamp(
            name: options.torchSource, command: try options.template(), commandText: options.torchCommand)
    }
}
