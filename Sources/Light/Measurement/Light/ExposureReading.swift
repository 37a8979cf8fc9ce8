// SPDX-License-Identifier: Apache-2.0

/// The exposure of a frame, as far as the camera reports it.
package struct ExposureReading: Hashable, Sendable {
    /// Seconds.
    package var time: Double
    /// The gain above the camera's least, in stops: log₂(g / g₀).
    package var gainStops: Double
    /// The error of `gainStops`, in stops.
    package var gainError: Double
    /// Whether exposure is manual; otherwise the values are those that an automatic mode reports.
    package var isManual: Bool
    /// Another control that changes luma, such as brightness away from its default, as a clause; `nil` if none is known.
    package var disturbance: String?

    package init(
        time: Double, gainStops: Double = 0, gainError: Double = 0, isManual: Bool = true, disturbance: String? = nil
    ) {
        self.time = time
        self.gainStops = gainStops
        self.gainError = gainError
        self.isManual = isManual
        self.disturbance = disturbance
    }
}

/// The exposure, or why it is not known.
package enum ExposureKnowledge: Hashable, Sendable {
    case known(ExposureReading)
    /// A clause: "the camera has no exposure time control".
    case unknown(reason: String)
}
