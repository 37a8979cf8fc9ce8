// SPDX-License-Identifier: Apache-2.0

/// The levels of a lamp, and their conversion from percent.
///
/// 100 % is the driver's maximum for a torch, a current that the lamp can sustain; a flash is brighter.
package struct LightScale: Hashable, Sendable {
    package enum Unit: String, Hashable, Sendable {
        /// Levels of the driver, without unit.
        case steps
        case milliamperes
        /// On and off.
        case onOff
        /// Percent, unconverted.
        case percent
    }

    /// The lowest level above 0 that gives light.
    package let minimum: Int64
    package let maximum: Int64
    /// The distance between levels, starting at `minimum`.
    package let step: Int64
    package let unit: Unit

    /// The numbers come from drivers; invalid ones are corrected.
    package init(minimum: Int64, maximum: Int64, step: UInt64 = 1, unit: Unit) {
        let bound = Int64(Int32.max)
        self.maximum = min(max(1, maximum), bound)
        self.minimum = min(max(1, minimum), self.maximum)
        self.step = max(1, Int64(clamping: min(step, UInt64(bound))))
        self.unit = unit
    }

    /// The level for 1 to 100 percent, rounded as V4L2 rounds: to the nearest step from the minimum, never to 0.
    /// Source: `ROUND_TO_RANGE` in the kernel's `v4l2-ctrls-core.c`.
    package func level(percent: Int) -> Int64 {
        let share = Int64(min(max(percent, 1), 100))
        let wanted = min(max((maximum * share + 50) / 100, minimum), maximum)
        let rounded = minimum + (wanted - minimum + step / 2) / step * step
        return rounded > maximum ? rounded - step : rounded
    }

    /// The percentage of a level; 0 only for level 0.
    package func percent(level: Int64) -> Int {
        guard level > 0 else { return 0 }
        return Int(min(100, max(1, (min(level, maximum) * 100 + maximum / 2) / maximum)))
    }

    /// A level as text for people: `75 of 375 mA`, `8 of 15`, `on`.
    package func text(level: Int64) -> String {
        switch unit {
        case .steps: "\(level) of \(maximum)"
        case .milliamperes: "\(level) of \(maximum) mA"
        case .onOff: level > 0 ? "on" : "off"
        case .percent: "\(level) %"
        }
    }
}
