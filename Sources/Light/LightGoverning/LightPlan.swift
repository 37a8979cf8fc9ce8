// SPDX-License-Identifier: Apache-2.0

internal import Calibration
internal import Glibc

/// Chooses exposure and gain for a light: the longest exposure that neither smears nor flickers nor slows the frames down,
/// with the smallest gain; then two stops of gain; then frames of twice the time and the rest of the gain; then a longer
/// exposure, once the picture is so dark that noise counts.
package struct LightPlan: Hashable, Sendable {
    package var abilities: LightAbilities
    package var response: LightResponse
    /// The longest exposure in which the code moves half a module, seconds. Twice that, a whole module, still reads and is
    /// used if there is too little light.
    package var smear = Double.infinity
    /// A longer exposure with less gain, or a shorter one with more: stops, as reading found it to be better.
    package var offset = 0.0
    /// As `LightAbilities.needed`, learned while running.
    package var needed: Double?
    /// Longer exposures than this changed nothing, seconds.
    package var longestUseful = Double.infinity

    /// Frames never get longer than this for the light, seconds: codes come and go.
    static let slowest = 0.2
    /// A safe exposure may be this much too bright, in stops; the paper is then still below clipping.
    static let excess = 0.8
    /// Gain up to this, in stops, costs less than frames that take longer.
    private static let cheapGain = 2.0
    /// Pictures may be this much darker than wanted, in stops, before frames get longer still: a code reads in them, and
    /// long frames answer late to a light that is switched on. More, before an exposure smears.
    private static let darkness = (ofSlowFrames: 1.0, ofSmear: 3.0)

    package init(_ abilities: LightAbilities) {
        self.abilities = abilities
        response = abilities.response
        needed = abilities.needed
    }

    private var unit: Double { 1e-4 }

    /// The longest exposure at all, in units.
    var longest: Int64 {
        let seconds = min(
            2 * min(smear, abilities.longest), longestUseful, max(abilities.interval, Self.slowest))
        return abilities.exposure.atMost(max(Double(abilities.exposure.minimum), safeTime(seconds) / unit))
    }

    /// The longest exposure that is preferred over gain, seconds.
    ///
    /// - Parameter alone: the exposure that needs no gain, seconds.
    private func comfort(light: Double, alone: Double) -> Double {
        let cheap = exp2(Self.cheapGain)
        var seconds = max(abilities.interval, min(2 * abilities.interval, alone / cheap))
        if let needed { seconds = max(seconds, unit * exp2((needed - light) / response.slope)) }
        seconds = min(seconds, smear, abilities.longest) * exp2(offset)
        return min(seconds, Double(longest) * unit)
    }

    private func safe(_ seconds: Double) -> Int64 {
        let nearest = abilities.exposure.nearest(safeTime(seconds) / unit)
        return nearest > longest ? longest : nearest
    }

    private func safeTime(_ seconds: Double) -> Double {
        // An unknown lamp hardly shows at an exposure of several of its periods.
        abilities.safe.lamp == .unknown ? seconds : abilities.safe.atMost(seconds)
    }

    /// The setting that has these stops of exposure and gain.
    ///
    /// - Parameters:
    ///   - stops: as `LightResponse.stops`.
    ///   - light: log₂ of the level at an exposure of one unit and a gain of no effect.
    package func setting(stops: Double, light: Double) -> LightSetting {
        let least = abilities.gain?.minimum ?? 0
        let alone = response.exposure(stops: stops, gain: least) * unit
        let comfort = comfort(light: light, alone: alone)
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
            return LightSetting(exposure: min(longest, safe(alone)), gain: 0)
        }
        let most = LightSetting(exposure: exposure, gain: gain.maximum)
        if response.stops(most) < stops {
            let isSmeared = comfort >= 0.9 * min(smear, abilities.longest)
            let darkness = isSmeared ? Self.darkness.ofSmear : Self.darkness.ofSlowFrames
            let bearable = response.exposure(stops: stops - darkness, gain: gain.maximum) * unit
            exposure = max(exposure, min(longest, safe(bearable)))
        }
        return LightSetting(exposure: exposure, gain: response.gain(stops: stops, exposure: exposure, in: gain))
    }

    /// Whether another division of the same light is possible.
    func room(around setting: LightSetting) -> DivisionSearch.Room {
        guard let gain = abilities.gain else { return .init(shorter: false, longer: false) }
        let (least, most) = (response.stops(ofGain: gain.minimum), response.stops(ofGain: gain.maximum))
        let now = response.stops(ofGain: setting.gain)
        // Only motion makes a shorter exposure better.
        return .init(
            shorter: now < most - 0.7 && smear.isFinite && setting.exposure > 2 * abilities.exposure.minimum,
            longer: now > least + 0.7 && Double(setting.exposure) * 1.3 < Double(longest))
    }

    /// Whether two settings differ by more than the dead band leaves alone.
    func differs(_ a: LightSetting, from b: LightSetting) -> Bool {
        abs(log2(Double(max(1, a.exposure)) / Double(max(1, b.exposure)))) > 0.3
            || abs(response.stops(a) - response.stops(b)) > 0.3
    }

    /// What the largest gain has, stops.
    var mostGainStops: Double { response.stops(ofGain: abilities.gain?.maximum ?? 0) }

    /// The most stops of exposure and gain.
    package var mostStops: Double {
        response.stops(LightSetting(exposure: longest, gain: abilities.gain?.maximum ?? 0))
    }

    /// The fewest.
    package var leastStops: Double {
        response.stops(LightSetting(exposure: abilities.exposure.minimum, gain: abilities.gain?.minimum ?? 0))
    }
}
