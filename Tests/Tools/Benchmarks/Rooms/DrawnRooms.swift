// SPDX-License-Identifier: Apache-2.0

import SimulatedCamera

/// Random rooms, drawn by a seed from the ranges that calibration is made for. A seed is used once: when its rooms have led
/// to a change, the search was fitted to them, and another seed is drawn.
extension Room {
    /// The seeds drawn so far, in order. The first led to more proof for wide edges (`ProbeResult.isScarce`), the second to
    /// longer exposures beyond one that did not decode (`SearchPlan.longerStill`), the third to trying the camera's own
    /// exposure and to not smoothing narrow modules, the fourth to a search without the torch, the last to focusing with a
    /// short exposure when no code was read.
    static let seeds: [UInt64] = [20_261_121, 4_711, 90_210, 31_337, 20_270_101, 65_537]

    static func drawn(seed: UInt64, count: Int = 14) -> [Room] {
        var chance = Chance(numbers: SplitMix64(seed: seed))
        return (1...count).map { drawn(&chance, name: "drawn \(seed % 100_000)/\($0)") }
    }

    private static func drawn(_ chance: inout Chance, name: String) -> Room {
        // Distances at which a module has about two to five pixels at 640x480.
        let kinds: [(code: String, distances: ClosedRange<Double>)] = [
            ("", 180...330), ("ean-13:4006381333931", 180...260), ("code-128:CANDELA-42", 180...280),
            ("data-matrix:CANDELA%200042", 130...170), ("aztec:CANDELA%200042", 150...250),
        ]
        let kind = kinds[chance.below(kinds.count)]
        // Uniform in stops: 0.5 to 512 lux are ten stops.
        let lux = (0.5 * chance.doublings(10)).rounded(to: 2)
        var keys: [String] = kind.code.isEmpty ? [] : ["code=\(kind.code)"]
        keys.append("lux=\(lux)")
        keys.append("distance=\(chance.between(kind.distances).rounded(to: 0))")
        if chance.below(2) == 0 { keys.append("contrast=\(chance.between(0.4...0.9).rounded(to: 2))") }
        let lamp = chance.below(3)
        if lamp > 0 {
            keys.append("flicker=\(lamp == 1 ? 50 : 60)&flicker-depth=\(chance.between(0.2...1).rounded(to: 2))")
        }
        if chance.below(4) == 0 { keys.append("tilt=\(chance.between(0...30).rounded(to: 0))") }
        if chance.below(5) == 0 { keys.append("focus=\(chance.between(70...400).rounded(to: 0))") }
        var room = Room(name: name, specification: "")
        // A belt needs more light: the blur budget leaves 1/50 of the light of a code at rest.
        if chance.below(4) == 0, lux > 10 {
            let speed = chance.between(50...200).rounded(to: 0)
            keys.append("motion=\(speed)")
            room.motion = speed
        }
        if lux < 5, chance.below(3) == 0 { room.torch = true }
        keys.append("seed=\(100 + chance.below(900))")
        room.specification = "bench?" + keys.joined(separator: "&")
        return room
    }
}

/// Drawn numbers; the same for a seed on any machine.
private struct Chance {
    var numbers: SplitMix64

    mutating func unit() -> Double { Double(numbers.next() >> 11) / Double(1 << 53) }
    mutating func below(_ count: Int) -> Int { Int(unit() * Double(count)) }
    mutating func between(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }
    /// A number from 1 to 2 to the power of `count`, uniform in doublings.
    mutating func doublings(_ count: Int) -> Double {
        let exponent = unit() * Double(count)
        let whole = exponent.rounded(.down)
        // Linear between powers of two: uniform enough without a logarithm.
        return Double(1 << Int(whole)) * (1 + exponent - whole)
    }
}

extension Double {
    fileprivate func rounded(to decimals: Int) -> Double {
        var factor = 1.0
        for _ in 0..<decimals { factor *= 10 }
        return (self * factor).rounded() / factor
    }
}
