// SPDX-License-Identifier: Apache-2.0

/// The light of a room at any time: daylight or a steady lamp, a switched lamp, clouds and passing shadows.
///
/// A pure function of time and seed: nothing has to be simulated to know a later moment.
package struct RoomLight: Hashable, Sendable {
    private let scene: LightOfScene

    private struct LightOfScene: Hashable, Sendable {
        var lux: Double
        var course: LightCourse?
        var lamp: SwitchedLamp?
        var clouds: Clouds?
        var shadows: PassingShadows?
        var seed: UInt64
    }

    package init(_ scene: SimulatedScene) {
        self.scene = LightOfScene(
            lux: scene.illuminance, course: scene.course, lamp: scene.lamp, clouds: scene.clouds,
            shadows: scene.shadows,
            seed: scene.seed)
    }

    /// Whether it changes at all, apart from flicker.
    package var isConstant: Bool {
        scene.course == nil && scene.lamp == nil && scene.clouds == nil && scene.shadows == nil
    }

    /// Lux without shadows.
    package func lux(at time: Double) -> Double { daylight(at: time) + lamp(at: time) }

    /// Lux in the middle of the picture, shadows included.
    package func luxInTheMiddle(at time: Double) -> Double {
        lux(at: time) * (shade(at: time)?.passing(at: 0.5) ?? 1)
    }

    /// Whether somebody's shadow is in the picture.
    package func isShaded(at time: Double) -> Bool { shade(at: time).map { $0.reach > 0 } ?? false }

    /// The illuminance at which pictures are drawn; its changes only scale them.
    var reference: Double {
        isConstant ? scene.lux : max(1e-3, (scene.course?.peak ?? scene.lux) + (scene.lamp?.lux ?? 0))
    }

    /// The mean over an exposure, lux.
    func mean(from start: Double, exposure: Double) -> Double {
        guard !isConstant else { return scene.lux }
        let count = 8
        return (0..<count).reduce(0) { $0 + lux(at: start + exposure * (Double($1) + 0.5) / Double(count)) }
            / Double(count)
    }

    /// The share of the light that flickers: that of the switched lamp if there is one, else all of it.
    func flickeringShare(at time: Double) -> Double {
        guard let lamp = scene.lamp else { return 1 }
        let all = lux(at: time)
        return lamp.isOn(at: time) && all > 0 ? lamp.lux / all : 0
    }

    func shade(at time: Double) -> PassingShadows.Shade? { scene.shadows?.shade(at: time, seed: scene.seed) }

    private func daylight(at time: Double) -> Double {
        (scene.course?.lux(at: time) ?? scene.lux) * (scene.clouds?.passing(at: time, seed: scene.seed) ?? 1)
    }

    private func lamp(at time: Double) -> Double {
        guard let lamp = scene.lamp, lamp.isOn(at: time) else { return 0 }
        return lamp.lux
    }
}
