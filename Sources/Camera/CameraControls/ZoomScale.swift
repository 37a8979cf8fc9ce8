// SPDX-License-Identifier: Apache-2.0

/// Magnifications of a camera's zoom as the driver's numbers.
///
/// Magnifications are relative to the start, the value before anyone zoomed: 2 shows half of what was seen then.
package struct ZoomScale: Hashable, Sendable {
    private let control: ControlDescription
    private let start: Int64
    private let unit: ControlUnit?

    /// If the driver's numbers have no known unit, the whole range counts as this.
    private static let assumedMost = 4.0

    /// - Parameters:
    ///   - control: `zoom_absolute`.
    ///   - start: its value now. One outside of the range, which firmware can report, counts as the nearest inside.
    package init(_ control: ControlDescription, start: Int64) {
        self.control = control
        self.start = min(max(control.minimum, control.maximum), max(control.minimum, start))
        unit = ControlUnit(control).flatMap { $0.kind == .magnification ? $0 : nil }
    }

    /// Whether magnifications are assumed, because the unit of the driver's numbers is not known.
    package var isAssumed: Bool { unit == nil && control.maximum > control.minimum }

    /// The largest magnification; 1 if the camera stands at its longest.
    package var most: Double { control.maximum > control.minimum ? power(control.maximum) / power(start) : 1 }

    /// The driver's number for a magnification; never less than the start.
    package func value(of magnification: Double) -> Int64 {
        guard magnification > 1, most > 1 else { return start }
        let (low, high) = (Double(control.minimum), Double(control.maximum))
        let wanted = power(start) * magnification
        let raw = unit?.raw(of: wanted) ?? low + (high - low) * (wanted - 1) / (Self.assumedMost - 1)
        return max(start, control.step(nearest: raw))
    }

    /// The magnification of a value against the widest view.
    private func power(_ value: Int64) -> Double {
        if let unit, let number = unit.number(of: value) { return max(number, 1e-3) }
        let (low, high) = (Double(control.minimum), Double(control.maximum))
        return 1 + (Self.assumedMost - 1) * (Double(value) - low) / max(1, high - low)
    }

    /// The driver's number one of `steps` equal parts of the range in (1) or out (-1) from a value, or the start (0).
    package func value(from now: Int64, moved direction: Int, steps: Int = 20) -> Int64 {
        guard direction != 0 else { return start }
        // Whole steps of the driver, so that a step out undoes a step in.
        let step = Double(max(1, control.step))
        let part = (Double(control.maximum) - Double(control.minimum)) / Double(max(1, steps))
        return control.step(nearest: Double(now) + Double(direction) * max(1, (part / step).rounded()) * step)
    }
}
