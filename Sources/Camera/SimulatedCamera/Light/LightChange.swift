// SPDX-License-Identifier: Apache-2.0

/// A lamp over the table that is switched on and off in turn. It starts off.
package struct SwitchedLamp: Hashable, Sendable {
    /// The illuminance that it adds, lux.
    package var lux: Double
    /// Seconds from one switching on to the next.
    package var period: Double

    package init(lux: Double, period: Double) { (self.lux, self.period) = (lux, period) }

    package func isOn(at time: Double) -> Bool { max(0, time).truncatingRemainder(dividingBy: period) >= period / 2 }
}

/// Clouds that take some of the daylight, but none of the lamp's light.
package struct Clouds: Hashable, Sendable {
    /// The share of the daylight that the densest cloud takes, 0 to 1.
    package var depth: Double
    /// Seconds in which they typically come and go.
    package var period: Double

    package init(depth: Double, period: Double) { (self.depth, self.period) = (depth, period) }

    /// The share of the daylight that passes.
    func passing(at time: Double, seed: UInt64) -> Double {
        let place = max(0, time) / (period / 2)
        let knot = place.rounded(.down)
        let share = place - knot
        let first = SceneChance.unit(seed, 0x636c_6f75, Int(knot))
        let second = SceneChance.unit(seed, 0x636c_6f75, Int(knot) + 1)
        return 1 - depth * (first + (second - first) * share * share * (3 - 2 * share))
    }
}

/// People who walk by between the light and the table. Each comes in from one side of the picture and leaves it there;
/// some shade only the border, some the middle too.
package struct PassingShadows: Hashable, Sendable {
    /// The share of the light that the darkest shadow takes, 0 to 1.
    package var depth: Double
    /// Seconds; one shadow passes in each such time.
    package var period: Double

    package init(depth: Double, period: Double) { (self.depth, self.period) = (depth, period) }

    /// A shadow at a moment.
    struct Shade: Hashable {
        var depth: Double
        /// How far it reaches from its side, as a share of the width.
        var reach: Double
        var isFromRight: Bool

        /// The share of the light that arrives at a place, 0 the left side to 1 the right side.
        func passing(at place: Double) -> Double {
            let inside = (reach - (isFromRight ? 1 - place : place)) / PassingShadows.edge + 0.5
            let share = min(1, max(0, inside))
            return 1 - depth * share * share * (3 - 2 * share)
        }
    }

    /// The width of its soft edge, as a share of the picture's width.
    static let edge = 0.15

    func shade(at time: Double, seed: UInt64) -> Shade? {
        guard time >= 0, depth > 0 else { return nil }
        let slot = (time / period).rounded(.down)
        func chance(_ which: UInt64) -> Double { SceneChance.unit(seed, 0x7368_6164 &+ which, Int(slot)) }
        let duration = min(0.9 * period, 0.6 + 1.9 * chance(0))
        let begun = slot * period + chance(1) * (period - duration)
        let share = (time - begun) / duration
        guard (0...1).contains(share) else { return nil }
        // In and out again, at constant speed.
        let reach = (0.25 + 0.95 * chance(2)) * (1 - abs(2 * share - 1))
        return Shade(depth: depth * (0.5 + 0.5 * chance(3)), reach: reach, isFromRight: chance(4) < 0.5)
    }
}

/// Random numbers that depend only on a seed and a place, so that any moment can be computed without those before.
enum SceneChance {
    /// 0 to 1.
    static func unit(_ seed: UInt64, _ purpose: UInt64, _ index: Int) -> Double {
        var random = SplitMix64(
            seed: seed &* 0x9e37_79b9_7f4a_7c15 ^ purpose &* 0xd134_2543_de82_ef95
                ^ UInt64(truncatingIfNeeded: index) &* 0x2545_f491_4f6c_dd1d)
        _ = random.next()
        return Double(random.next() >> 11) / Double(1 << 53)
    }
}
