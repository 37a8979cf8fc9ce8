// SPDX-License-Identifier: Apache-2.0

/// Magnifications of a camera's zoom as the driver's numbers.
///
/// Magnifications are relative to the widest view. Not zooming, 1, is the start: the value before anyone zoomed.
public struct ZoomScale: Hashable, Sendable {
    private let control: ControlDescription
    private let start: Int64
    private let unit: ControlUnit?

    /// If the driver's range begins at 0, its unit is unknown: the whole range then counts as this.
    private static let assumedMost = 4.0

    /// - Parameters:
    ///   - control: `zoom_absolute`.
    ///   - start: its value now.
    public init(_ control: ControlDescription, start: Int64) {
        self.control = control
        self.start = start
        unit = ControlUnit(control).flatMap { $0.kind == .magnification ? $0 : nil }
    }

    /// The largest magnification.
    public var most: Double {
        guard let unit else { return control.maximum > control.minimum ? Self.assumedMost : 1 }
        return unit.number(of: control.maximum) ?? 1
    }

    /// The driver's number for a magnification; never less than the start.
    public func value(of magnification: Double) -> Int64 {
        guard magnification > 1, most > 1 else { return start }
        let (low, high) = (Double(control.minimum), Double(control.maximum))
        let raw = unit?.raw(of: magnification) ?? low + (high - low) * (magnification - 1) / (most - 1)
        return max(start, control.step(nearest: raw))
    }

    /// The driver's number one of `steps` equal parts of the range in (1) or out (-1) from a value, or the start (0).
    public func value(from now: Int64, moved direction: Int, steps: Int = 20) -> Int64 {
        guard direction != 0 else { return start }
        // Whole steps of the driver, so that a step out undoes a step in.
        let step = Double(max(1, control.step))
        let part = (Double(control.maximum) - Double(control.minimum)) / Double(max(1, steps))
        return control.step(nearest: Double(now) + Double(direction) * max(1, (part / step).rounded()) * step)
    }
}
