// SPDX-License-Identifier: Apache-2.0

/// How many stops a camera's gain control stands for. V4L2 gives gain no unit, so this is measured, or assumed.
public struct GainScale: Hashable, Sendable {
    /// Stops a step of the control.
    public var stopsPerStep: Double
    /// How far a stop so computed may be off, in stops.
    public var relativeError: Double

    public init(stopsPerStep: Double, relativeError: Double) {
        self.stopsPerStep = stopsPerStep
        self.relativeError = relativeError
    }

    /// Four stops over the control's range, even steps in stops: analogue gain of 16, the most that sensors of webcams
    /// commonly offer. The truth may be half or twice that, or even steps in gain.
    public static func assumed(minimum: Int64, maximum: Int64) -> GainScale {
        let range = Double(max(1, maximum.subtractingReportingOverflow(minimum).partialValue))
        return GainScale(stopsPerStep: 4 / range, relativeError: 0.5)
    }

    /// A value's stops above the control's least.
    public func stops(_ value: Int64, above minimum: Int64) -> Double {
        (Double(value) - Double(minimum)) * stopsPerStep
    }
}
