// SPDX-License-Identifier: Apache-2.0

internal import Calibration
internal import Glibc

/// Chooses exposure and gain for a light: the longest exposure that neither smears nor flickers nor slows the frames down,
/// with the smallest gain; then more gain; then a longer exposure.
public struct LightPlan: Hashable, Sendable {
    public var abilities: LightAbilities
    public var response: LightResponse
    /// The longest exposure at which the code is not smeared, seconds.
    public var smear = Double.infinity
    /// As `LightAbilities.needed`, learned while running.
    public var needed: Double?
    /// Longer exposures than this changed nothing, seconds.
    public var longestUseful = Double.infinity

    /// Frames never get longer than this for the light, seconds: codes come and go.
    static let slowest = 0.2
    /// A safe exposure may be this much too bright, in stops; the paper is then still below clipping.
    static let excess = 0.8

    public init(_ abilities: LightAbilities) {
        self.abilities = abilities
        response = abilities.response
        needed = abilities.needed
    }

    private var unit: Double { 1e-4 }

    /// The longest exposure at all, in units.
    private var limit: Int64 {
        let seconds = min(smear, abilities.longest, longestUseful, max(abilities.interval, Self.slowest))
        return abilities.exposure.atMost(max(Double(abilities.exposure.minimum), seconds / unit))
    }

    /// The longest exposure that is preferred over gain, seconds.
    private func comfort(light: Double) -> Double {
        var seconds = abilities.interval
        if let needed { seconds = max(seconds, unit * exp2((needed - light) / response.slope)) }
        return min(seconds, Double(limit) * unit)
    }

    private func safe(_ seconds: Double) -> Int64 {
        // An unknown lamp hardly shows at an exposure of several of its periods.
        let time = abilities.safe.lamp == .unknown ? seconds : abilities.safe.atMost(seconds)
        let nearest = abilities.exposure.nearest(time / unit)
        return nearest > limit ? limit : nearest
    }

    /// The setting that has these stops of exposure and gain.
    ///
    /// - Parameters:
    ///   - stops: as `LightResponse.stops`.
    ///   - light: log₂ of the level at an exposure of one unit and a gain of no effect.
    public func setting(stops: Double, light: Double) -> LightSetting {
        let least = abilities.gain?.minimum ?? 0
        let alone = response.exposure(stops: stops, gain: least) * unit
        let comfort = comfort(light: light)
        guard alone > comfort else {
            var exposure = safe(max(Double(abilities.exposure.minimum) * unit, alone))
            if case .mains(let hertz) = abilities.safe.lamp, hertz > 0 {
                // Shorter than a period of the lamp, there are bands: rather a period, if the paper does not clip.
                let period = 1 / Double(2 * hertz)
                if alone < period, alone > period * exp2(-Self.excess), period <= comfort { exposure = safe(period) }
            }
            guard let gain = abilities.gain else { return LightSetting(exposure: exposure, gain: 0) }
            return LightSetting(exposure: exposure, gain: response.gain(stops: stops, exposure: exposure, in: gain))
        }
        var exposure = safe(comfort)
        guard let gain = abilities.gain else {
            return LightSetting(exposure: min(limit, safe(alone)), gain: 0)
        }
        let most = LightSetting(exposure: exposure, gain: gain.maximum)
        if response.stops(most) < stops {
            exposure = max(exposure, min(limit, safe(response.exposure(stops: stops, gain: gain.maximum) * unit)))
            return LightSetting(exposure: exposure, gain: response.gain(stops: stops, exposure: exposure, in: gain))
        }
        return LightSetting(exposure: exposure, gain: response.gain(stops: stops, exposure: exposure, in: gain))
    }

    /// The most stops of exposure and gain.
    public var mostStops: Double {
        response.stops(LightSetting(exposure: limit, gain: abilities.gain?.maximum ?? 0))
    }

    /// The fewest.
    public var leastStops: Double {
        response.stops(LightSetting(exposure: abilities.exposure.minimum, gain: abilities.gain?.minimum ?? 0))
    }
}
