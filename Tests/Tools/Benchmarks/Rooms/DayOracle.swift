// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Foundation
import Frames
import SimulatedCamera

/// The best that any exposure and gain can read at each light of a room: an upper bound, because it knows the light and
/// changes in no time. Focus is known from geometry.
struct DayOracle {
    let room: DayRoom
    private(set) var rates: [Key: Double] = [:]

    struct Key: Hashable {
        /// Half stops of lux.
        var bin: Int
        /// Whether most of the light flickers.
        var isFlickering: Bool
    }

    private static let exposures: [Int64] = [
        3, 5, 10, 20, 40, 83, 100, 167, 200, 250, 300, 333, 500, 667, 1000, 1500, 2000,
    ]
    /// The mean signals to try.
    private static let means = [0.2, 0.1, 0.32]

    init(_ room: DayRoom) { self.room = room }

    static func key(_ light: RoomLight, _ scene: SimulatedScene, at time: Double) -> Key {
        let lux = light.luxInTheMiddle(at: time)
        let isLit = scene.lamp.map { $0.isOn(at: time) && $0.lux > 0.5 * light.lux(at: time) } ?? true
        return Key(
            bin: Int((2 * log2(max(0.01, lux))).rounded(.down)), isFlickering: scene.flicker != nil && isLit)
    }

    mutating func rate(_ key: Key) throws -> Double {
        if let known = rates[key] { return known }
        let lux = exp2((Double(key.bin) + 0.5) / 2)
        let flicker =
            key.isFlickering
            ? room.light.split(separator: "&").filter { $0.hasPrefix("flicker") }.map { "&" + $0 }.joined() : ""
        let specification = "bench?\(room.scene)&lux=\(lux)\(flicker)&frame=320x240"
        let run = try RoomRun(Room(name: room.name, specification: specification))
        var best = 0.0
        // Likely ones first.
        let likely = 167.0
        search: for exposure in Self.exposures.sorted(by: { cost($0, likely) < cost($1, likely) }) {
            for mean in Self.means {
                let gain = try Self.gain(run, exposure: exposure, mean: mean)
                guard let gain else { continue }
                let source = try Self.camera(run, exposure: exposure, gain: gain)
                var rate = try run.rate(source, frames: 12, hopeless: 4)
                // A dozen may be read by chance.
                if rate > best { rate = try run.rate(try Self.camera(run, exposure: exposure, gain: gain), frames: 40) }
                best = max(best, rate)
                if best == 1 { break search }
            }
        }
        rates[key] = best
        return best
    }

    private func cost(_ exposure: Int64, _ likely: Double) -> Double { abs(log2(Double(exposure) / likely)) }

    /// The gain for a mean signal; `nil` if it is far from possible and another exposure is as good.
    private static func gain(_ run: RoomRun, exposure: Int64, mean: Double) throws -> Int64? {
        let source = try camera(run, exposure: exposure, gain: 0)
        source.simulation.skip()
        let signal = max(1e-7, source.simulation.conditions.meanSignal)
        guard signal < 0.7 else { return nil }
        return min(255, max(0, Int64((64 * log2(mean / signal)).rounded())))
    }

    private static func camera(_ run: RoomRun, exposure: Int64, gain: Int64) throws -> SimulatedFrameSource {
        let source = try SimulatedFrameSource(scene: run.scene)
        let focus = min(250, Int64((17_500 / run.scene.distance / 5).rounded()) * 5)
        try source.simulation.set([
            ControlSetting(.autoExposure, .integer(1)), ControlSetting(.focusAutomaticContinuous, .integer(0)),
            ControlSetting(.focusAbsolute, .integer(focus)), ControlSetting(.exposureTimeAbsolute, .integer(exposure)),
            ControlSetting(.gain, .integer(gain)),
        ])
        for _ in 0..<3 { source.simulation.skip() }
        return source
    }
}
