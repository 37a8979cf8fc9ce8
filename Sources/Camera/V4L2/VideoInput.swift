// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2

/// One input of a device. A webcam has one; a grabber has several.
package struct VideoInput: Hashable, Sendable {
    package var index: Int
    /// Untrusted: escape before showing.
    package var name: String
    /// The faults that the driver detects now: "no-power", "no-signal", "no-colour".
    package var faults: [String]
    /// The television standards that an analog input can decode; empty for other inputs.
    package var standards: VideoStandard
}

extension VideoDevice {
    /// The inputs, in the driver's order.
    package func inputs() throws(V4L2Error) -> [VideoInput] {
        try enumerate(.enumerateInputs, intent: "list the inputs of") { index in
            var entry = v4l2_input()
            entry.index = index
            return entry
        } _: { entry in
            let faults: [(UInt32, String)] = [(0x1, "no-power"), (0x2, "no-signal"), (0x4, "no-colour")]
            return VideoInput(
                index: Int(entry.index), name: String(cField: entry.name),
                faults: faults.filter { entry.status & $0.0 != 0 }.map(\.1), standards: VideoStandard(rawValue: entry.std))
        }
    }

    /// The current input; `nil` if the device has no choice of inputs.
    package func currentInput() -> Int? {
        var index: CInt = 0
        do throws(SystemError) {
            try attempt(.getInput, &index)
        } catch {
            return nil
        }
        return Int(index)
    }
}
