// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The flicker of a lamp on the mains: its light varies at twice the mains frequency.
///
///     L(t) = L₀ (1 + m cos(2πFt)),  F = 2f
///
/// Only the fundamental is modelled; real lamps have harmonics, which vanish at the same exposures.
package struct Flicker: Hashable, Sendable {
    /// The mains frequency in hertz; the light has twice that.
    package var mainsFrequency: Double
    /// The modulation m, 0 (steady) to 1 (dark twice a period).
    package var depth: Double

    package init(mainsFrequency: Double, depth: Double) {
        self.mainsFrequency = mainsFrequency
        self.depth = depth
    }

    /// The mean of L / L₀ over an exposure: the integral over a box, in closed form.
    ///
    ///     1 + m · sinc(F t) · cos(2πF (s + t/2)),  sinc x = sin πx / πx
    ///
    /// If the exposure is a multiple of 1/F, a row gets the same light whenever it starts.
    package func mean(from start: Double, exposure: Double) -> Double {
        let frequency = 2 * mainsFrequency
        let x = Double.pi * frequency * exposure
        let sinc = x == 0 ? 1 : sin(x) / x
        return 1 + depth * sinc * cos(2 * Double.pi * frequency * (start + exposure / 2))
    }
}
