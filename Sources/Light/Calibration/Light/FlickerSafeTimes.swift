// SPDX-License-Identifier: Apache-2.0

/// Exposure times at which a lamp on the mains lights every row alike: whole swings of its light, of which there are two
/// a period. Shorter than one swing nothing helps.
public struct FlickerSafeTimes: Hashable, Sendable {
    public enum Lamp: Hashable, Sendable {
        /// Bands were looked for and not found.
        case steady
        /// Hertz of the mains.
        case mains(Int)
        /// It could not be told, too dark for instance: whole swings of 50 Hz and of 60 Hz alike, from 50 ms on.
        case unknown
    }
    public var lamp: Lamp

    public init(_ lamp: Lamp) { self.lamp = lamp }

    /// Seconds between times that are safe; `nil` when all are.
    var period: Double? {
        switch lamp {
        case .steady: nil
        case .mains(let hertz): hertz > 0 ? 1 / Double(2 * hertz) : nil
        case .unknown: 0.05
        }
    }

    /// The longest safe time not above `seconds`; `seconds` itself where it is shorter than any safe one.
    public func atMost(_ seconds: Double) -> Double {
        guard let period, seconds >= period * 0.999 else { return seconds }
        // A control's units of 100 µs cannot say 8.33 ms: a hundredth of a swing does not show.
        return (seconds / period + 0.01).rounded(.down) * period
    }

    /// The next safe time that is more than a tenth longer; a tenth longer where all are safe.
    public func after(_ seconds: Double) -> Double {
        guard let period else { return 1.1 * seconds }
        return ((1.1 * seconds / period).rounded(.down) + 1) * period
    }

    public func isSafe(_ seconds: Double) -> Bool {
        guard let period else { return true }
        let swings = seconds / period
        return swings > 0.98 && abs(swings - swings.rounded()) < 0.03 * max(1, swings / 4)
    }
}
