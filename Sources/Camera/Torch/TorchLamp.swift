// SPDX-License-Identifier: Apache-2.0

/// The state of a light.
package struct TorchState: Hashable, Sendable {
    /// 0 (off) to 100; `nil` if it cannot be read, as with a user's command.
    package var percent: Int?
    /// The level in the driver's unit, `8 of 15`; `nil` if there is none or the light is off.
    package var level: String?
    /// The faults that the light reports; reading may clear them.
    package var faults: [String]

    package init(percent: Int?, level: String? = nil, faults: [String] = []) {
        self.percent = percent
        self.level = level
        self.faults = faults
    }

    package var isOn: Bool? { percent.map { $0 > 0 } }
}

/// A light opened for switching. Calls block as long as the driver does; a command for up to ten seconds.
package protocol TorchLamp: AnyObject, Sendable {
    var source: TorchSource { get }

    /// Reads the current state.
    func state() throws(TorchError) -> TorchState

    /// Sets 0 (off) to 100 percent and returns the resulting state: drivers round, and some have only on and off.
    func set(percent: Int) throws(TorchError) -> TorchState
}
