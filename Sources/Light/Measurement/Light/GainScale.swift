// SPDX-License-Identifier: Apache-2.0

/// The effect of a camera's gain control in stops. V4L2 gives gain no unit, so this is measured or assumed.
package struct GainScale: Hashable, Sendable {
    /// Stops per step of the control.
    package var stopsPerStep: Double
    /// The error of each computed stop, in stops.
    package var relativeError: Double

    package init(stopsPerStep: Double, relativeError: Double) {
        self.stopsPerStep = stopsPerStep
        self.relativeError = relativeError
    }

    /// Four stops over the control's range, linear in stops: an analogue gain of 16, the usual maximum of webcam sensors.
    /// The truth may be half or twice that, or linear in gain.
    package static func assumed(minimum: Int64, maximum: Int64) -> GainScale {
        let range = Double(max(1, maximum.subtractingReportingOverflow(minimum).partialValue))
        return GainScale(stopsPerStep: 4 / range, relativeError: 0.5)
    }

    /// The stops of a value above the control's minimum.
    package func stops(_ value: Int64, above minimum: Int64) -> Double {
        (Double(value) - Double(minimum)) * stopsPerStep
    }
}
