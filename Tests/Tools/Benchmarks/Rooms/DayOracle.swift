// SPDX-License-Identifier: Apache-2.0

import Barcodes
import CameraControls
import Foundation
import Frames
import Scanning
import SimulatedCamera

/// The best that any exposure and gain can read at each light of a room: an upper bound, because it knows the light and
/// changes in no time. Focus is known from geometry. While a shadow is in the picture, it reads the frames of that very moment
/// with the best settings of the light in the middle, of the light beside the shadow, and brighter and darker ones.
///
/// A code that moves is looked at for whole ways to and fro, a frame each 0.13 s as in a `DayRun`. The setting that was best is
/// measured again, or the luckiest of many would be too good.
struct DayOracle {
    let room: DayRoom
    private(set) var rates: [Key: Double] = [:]
    private var settings: [Key: Setting] = [:]

    private struct Setting: Hashable {
        var exposure: Int64
        var gain: Int64
    }

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

    static func key(_ light: RoomLight, _ scene: SimulatedScene, at time: Double, lux: Double? = nil) -> Key {
        let lux = lux ?? light.luxInTheMiddle(at: time)
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
                let first = try run.rate(source, frames: 12, hopeless: 4)
                guard first > best else { continue }
                // A dozen may be read by chance; and a code that moves may leave the picture.
                let rate = try Self.longRate(run, Setting(exposure: exposure, gain: gain))
                if rate > best { (best, settings[key]) = (rate, Setting(exposure: exposure, gain: gain)) }
                // Of a code that moves: all frames in which the whole code was in view were read.
                if best == 1 || first == 1 && run.scene.speed != 0 { break search }
            }
        }
        if run.scene.speed != 0, let found = settings[key] { best = try Self.longRate(run, found, isAgain: true) }
        rates[key] = best
        return best
    }

    /// Of enough frames; of a code that moves, in whole ways to and fro.
    ///
    /// - Parameter isAgain: other frames, and more of them.
    private static func longRate(_ run: RoomRun, _ setting: Setting, isAgain: Bool = false) throws -> Double {
        let source = try camera(run, exposure: setting.exposure, gain: setting.gain)
        let scene = run.scene
        guard scene.speed != 0 else { return try run.rate(source, frames: 40) }
        let cycle = 4 * scene.travel / abs(scene.speed)
        let duration = max(1.0 / 30, Double(setting.exposure) * 1e-4)
        let every = max(1, Int((pause / duration).rounded()))
        let step = Double(every) * duration
        let cycles = max(1, (Double(isAgain ? 120 : 40) * step / cycle).rounded(.up))
        if isAgain { for _ in 0..<Int(7 * cycle / duration) + every / 2 { source.simulation.skip() } }
        return try run.rate(source, frames: max(8, Int((cycles * cycle / step).rounded())), every: every)
    }

    /// Seconds between frames that are read of a code that moves.
    private static let pause = 0.13

    /// The share of frames read at a moment.
    mutating func rate(at time: Double, _ light: RoomLight, _ scene: SimulatedScene) throws -> Double {
        let middle = Self.key(light, scene, at: time)
        let usual = try rate(middle)
        guard light.isShaded(at: time) else { return usual }
        let beside = Self.key(light, scene, at: time, lux: light.lux(at: time))
        _ = try rate(beside)
        let run = try RoomRun(Room(name: room.name, specification: room.specification))
        var tried: Set<Setting> = []
        var best = 0.0
        for (key, change) in [(middle, 0), (beside, 0), (beside, 48), (middle, -48)] as [(Key, Int64)] {
            guard var setting = settings[key] else { continue }
            setting.gain = min(255, max(0, setting.gain + change))
            guard tried.insert(setting).inserted else { continue }
            best = max(best, try Self.rate(run, setting, at: time))
            if best == 1 { break }
        }
        return best
    }

    /// Of the two frames around a moment.
    private static func rate(_ run: RoomRun, _ setting: Setting, at time: Double) throws -> Double {
        let duration = max(1.0 / 30, Double(setting.exposure) * 1e-4)
        let simulation = CameraSimulation(
            scene: run.scene, size: run.scene.frameSize, interval: run.scene.interval,
            startingAt: time - 2.0 / 30 - 5 * duration)
        try set(simulation, setting.exposure, setting.gain)
        for _ in 0..<3 { simulation.skip() }
        let reader = try run.reader()
        let reads = (0..<4).map { _ in
            reader.read(simulation.step().luma, symbologies: run.symbologies).contains { $0.text == run.expected }
        }
        return Double(reads.suffix(2).count { $0 }) / 2
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
        try set(source.simulation, exposure, gain)
        for _ in 0..<3 { source.simulation.skip() }
        return source
    }

    private static func set(_ simulation: CameraSimulation, _ exposure: Int64, _ gain: Int64) throws {
        let focus = min(250, Int64((17_500 / simulation.scene.distance / 5).rounded()) * 5)
        try simulation.set([
            ControlSetting(.autoExposure, .integer(1)), ControlSetting(.focusAutomaticContinuous, .integer(0)),
            ControlSetting(.focusAbsolute, .integer(focus)), ControlSetting(.exposureTimeAbsolute, .integer(exposure)),
            ControlSetting(.gain, .integer(gain)),
        ])
    }
}
