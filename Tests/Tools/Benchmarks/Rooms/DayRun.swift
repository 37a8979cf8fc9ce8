// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Calibration
import CameraControls
import Foundation
import Frames
import LightGoverning
import Scanning
import SimulatedCamera

/// A day of one room with one way to set the camera: the share of the time in which the newest frame is read, and how long
/// the first read takes after the lamp was switched.
struct DayRun {
    enum Policy: String, CaseIterable {
        case automatic = "camera"
        case fixed, auto
        /// `auto` without a calibration.
        case uncalibrated = "auto, uncal."
    }

    struct Outcome: Sendable {
        /// Read, and all, by seconds of camera time.
        var read = 0.0
        var time = 0.0
        /// By switch: its time, and the seconds to the first read.
        var firsts: [(at: Double, seconds: Double)] = []
        var orders = 0
        /// By half stop of light: seconds read and seconds.
        var byLight: [Int: (read: Double, time: Double)] = [:]

        var share: Double { time > 0 ? read / time : 0 }
    }

    let room: DayRoom
    let scene: SimulatedScene
    let report: CalibrationReport
    /// In quiet times a frame is read each `pause` seconds, and shown to the governor each `glance` seconds: it then sees fewer
    /// frames than in a real scan. From a switch of the lamp to the first read, every frame is read; until two seconds
    /// after a switch, and one second after an order, the governor sees every frame.
    var pause = 0.13
    private static let glance = 0.06
    /// Print every order.
    var isVerbose = false

    init(_ room: DayRoom) throws {
        self.room = room
        var scene = try SimulatedScene(specification: room.specification)
        scene.pace = .free
        self.scene = scene
        var calibration = Room(name: room.name, specification: room.calibration)
        calibration.motion = room.motion
        report = try RoomRun(calibration).calibrate().report
    }

    private var run: RoomRun {
        get throws { try RoomRun(Room(name: room.name, specification: room.specification)) }
    }

    /// As a scan starts: automatic exposure settles first. For each policy, so that all look at the same moments: codes on a belt
    /// are in view at some and not at others.
    private func settle(_ simulation: CameraSimulation) { for _ in 0..<30 { simulation.skip() } }

    func run(_ policy: Policy, seconds: Double) throws -> Outcome {
        let simulation = CameraSimulation(scene: scene)
        let light = RoomLight(scene)
        let room = try run
        let reader = try room.reader()
        let focus = report.chosen.filter { [.focusAutomaticContinuous, .focusAbsolute].contains($0.id) }
        var keeper: LightKeeper?
        switch policy {
        case .automatic: settle(simulation)
        case .fixed:
            settle(simulation)
            try simulation.set(report.chosen.map { ControlSetting($0.id, .integer($0.value)) })
        case .auto:
            settle(simulation)
            try simulation.set(report.chosen.map { ControlSetting($0.id, .integer($0.value)) })
            keeper = try LightKeeper(simulation, interval: 1.0 / 30, knowledge: LightKnowledge(report))
        case .uncalibrated:
            try simulation.set(focus.map { ControlSetting($0.id, .integer($0.value)) })
            settle(simulation)
            keeper = try LightKeeper(simulation, interval: 1.0 / 30)
        }
        var outcome = Outcome()
        var isLampOn = false
        var switched: Double?
        var wasRead = false
        var (lastTaken, lastRead, lastOrder, lastSwitch) = (-1.0, -1.0, -1.0, -1.0)
        while true {
            let now = simulation.conditions.start + simulation.conditions.duration
            let frame: Frame?
            let isDue = now - lastRead >= pause - 0.01 || switched != nil && now - lastSwitch < 2
            let isQuiet = now - lastOrder > 1 && now - lastSwitch > 2
            if isDue || keeper != nil && (!isQuiet || now - lastTaken >= Self.glance) {
                let next = simulation.step()
                keeper?.take(next)
                lastTaken = now
                if isDue { lastRead = now }
                frame = next
            } else {
                simulation.skip()
                frame = nil
            }
            let conditions = simulation.conditions
            let start = conditions.start
            let end = start + conditions.duration
            guard end < seconds else { break }
            if let frame, isDue {
                let codes = reader.read(frame.luma, symbologies: room.symbologies)
                wasRead = codes.contains { $0.text == room.expected }
                keeper?.note(codes, in: frame.luma)
                if wasRead, let at = switched {
                    outcome.firsts.append((at, end - at))
                    switched = nil
                }
            }
            if let lamp = scene.lamp, lamp.isOn(at: end) != isLampOn {
                // Not read before the next switch.
                if let at = switched { outcome.firsts.append((at, .infinity)) }
                isLampOn.toggle()
                lastSwitch = end
                switched = (end / (lamp.period / 2)).rounded(.down) * lamp.period / 2
            }
            outcome.time += conditions.duration
            if wasRead { outcome.read += conditions.duration }
            let bin = Int((2 * log2(max(0.01, light.luxInTheMiddle(at: start)))).rounded(.down))
            var stops = outcome.byLight[bin] ?? (0, 0)
            stops.time += conditions.duration
            if wasRead { stops.read += conditions.duration }
            outcome.byLight[bin] = stops
            if isVerbose, let keeper, keeper.changes != outcome.orders {
                let s = keeper.governor.setting
                DayBenchmark.say(
                    String(
                        format:
                            "%7.2f s  %8.2f lux  %@  e %d g %d  delay %@ starved %d read %d light %.2f level %.4f white %.3f clipped %.2f smear %.4f offset %.1f",
                        start,
                        light.luxInTheMiddle(at: start), policy.rawValue, s.exposure, s.gain,
                        keeper.governor.delay.map(String.init) ?? "?", keeper.governor.isStarved ? 1 : 0,
                        wasRead ? 1 : 0, keeper.governor.light ?? -99, keeper.sight?.level ?? 0,
                        keeper.sight?.quantiles.last ?? 0, keeper.sight?.clipped ?? 0, keeper.governor.plan.smear,
                        keeper.governor.plan.offset))
            }
            if let keeper, keeper.changes != outcome.orders { (outcome.orders, lastOrder) = (keeper.changes, end) }
        }
        if let trouble = keeper?.trouble { throw RoomError(trouble.description) }
        return outcome
    }
}
