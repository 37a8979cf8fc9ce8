// SPDX-License-Identifier: Apache-2.0

/// A light as it is.
public struct TorchState: Hashable, Sendable {
    /// 0 off to 100; `nil` when it cannot be known, as with a user's command.
    public var percent: Int?
    /// The same in the driver's words, `8 of 15`; `nil` where it has none or the light is off.
    public var level: String?
    /// What the light says is wrong with it; reading may clear it.
    public var faults: [String]

    public init(percent: Int?, level: String? = nil, faults: [String] = []) {
        self.percent = percent
        self.level = level
        self.faults = faults
    }

    public var isOn: Bool? { percent.map { $0 > 0 } }
}

/// A light that was opened to be switched. Calls may block for as long as a driver does, a command for ten seconds.
public protocol TorchLamp: AnyObject, Sendable {
    var source: TorchSource { get }

    /// How it is now.
    func state() throws(TorchError) -> TorchState

    /// Sets it to 0 (off) to 100 percent and says what became of it: drivers round, and some only know on and off.
    func set(percent: Int) throws(TorchError) -> TorchState
}
