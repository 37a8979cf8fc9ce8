// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// The values that a numeric control accepts.
package struct ControlRange: Hashable, Sendable {
    package var minimum: Int64
    package var maximum: Int64
    /// At least 1.
    package var step: Int64
    package var defaultValue: Int64
    /// The only values that the camera obeys, ascending; empty if all.
    package var obeyed: [Int64] = []

    package init(minimum: Int64, maximum: Int64, step: Int64 = 1, defaultValue: Int64) {
        self.minimum = minimum
        self.maximum = max(minimum, maximum)
        self.step = max(1, step)
        self.defaultValue = min(self.maximum, max(minimum, defaultValue))
    }

    /// `nil` for a control that has only one value or is not numeric.
    package init?(_ control: ControlDescription) {
        guard control.kind == .integer || control.kind == .integer64 || control.kind == .boolean,
            control.maximum > control.minimum, control.dimensions.isEmpty,
            // The limits come from a driver: their difference can overflow.
            !control.maximum.subtractingReportingOverflow(control.minimum).overflow
        else { return nil }
        self.init(
            minimum: control.minimum, maximum: control.maximum, step: Int64(clamping: control.step),
            defaultValue: control.defaultValue)
        obeyed = control.obeyed
    }

    package var span: Int64 { maximum - minimum }

    /// The allowed value nearest to `value`.
    package func nearest(_ value: Double) -> Int64 {
        if let obeyed = obeyed.nearest(byRatioTo: value) { return obeyed }
        guard value > Double(minimum) else { return minimum }
        let steps = ((min(value, Double(maximum)) - Double(minimum)) / Double(step)).rounded()
        let last = span / step
        return minimum + min(last, Int64(steps)) * step
    }

    /// The largest allowed value not above `value`; the minimum if all are above.
    package func atMost(_ value: Double) -> Int64 {
        if let least = obeyed.first { return obeyed.last { Double($0) <= value } ?? least }
        guard value > Double(minimum) else { return minimum }
        let steps = ((min(value, Double(maximum)) - Double(minimum)) / Double(step) + 1e-9).rounded(.down)
        return minimum + min(span / step, Int64(steps)) * step
    }
}
