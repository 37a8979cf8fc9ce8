// SPDX-License-Identifier: Apache-2.0

/// Exposure times at which a lamp on the mains lights all rows equally: whole flicker periods, of which there are two
/// per mains period. No time shorter than one flicker period is safe.
package struct FlickerSafeTimes: Hashable, Sendable {
    package enum Lamp: Hashable, Sendable {
        /// Bands were looked for and not found.
        case steady
        /// Mains frequency, hertz.
        case mains(Int)
        /// Not measured, for example because it was too dark: safe times suit both 50 Hz and 60 Hz, multiples of 50 ms.
        case unknown
    }
    package var lamp: Lamp

    package init(_ lamp: Lamp) { self.lamp = lamp }

    /// Seconds between safe times; `nil` if all times are safe.
    var period: Double? {
        switch lamp {
        case .steady: nil
        case .mains(let hertz): hertz > 0 ? 1 / Double(2 * hertz) : nil
        case .unknown: 0.05
        }
    }

    /// The longest safe time not above `seconds`; `seconds` itself if it is shorter than every safe time.
    package func atMost(_ seconds: Double) -> Double {
        guard let period, seconds >= period * 0.999 else { return seconds }
        // The control's unit of 100 µs cannot express 8.33 ms; an error of 1 % of a period is invisible.
        return (seconds / period + 0.01).rounded(.down) * period
    }

    /// The next safe time that is more than 10 % longer; 10 % longer if all times are safe.
    package func after(_ seconds: Double) -> Double {
        guard let period else { return 1.1 * seconds }
        return ((1.1 * seconds / period).rounded(.down) + 1) * period
    }

    package func isSafe(_ seconds: Double) -> Bool {
        guard let period else { return true }
        let swings = seconds / period
        return swings > 0.98 && abs(swings - swings.rounded()) < 0.03 * max(1, swings / 4)
    }
}
