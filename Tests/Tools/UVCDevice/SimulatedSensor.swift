// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import Frames
package import SimulatedCamera

/// Candela's simulated camera as the inside of the webcam: its picture and its controls.
///
/// A simulation has a fixed size and interval, so a stream of another size or interval gets a new one. The controls are
/// copied, and the automatic modes settle again. Use it on one thread.
package final class SimulatedSensor: ControlSurface, @unchecked Sendable {
    // Unchecked: the device runs on one thread.
    private let scene: SimulatedScene
    private var simulation: CameraSimulation

    package init(scene: SimulatedScene) {
        self.scene = scene
        simulation = CameraSimulation(scene: scene)
    }

    /// Prepares for frames of this size and interval.
    package func start(size: FrameSize, interval: FrameInterval) throws(ControlError) {
        guard size != simulation.size || interval != simulation.interval else { return }
        let next = CameraSimulation(scene: scene, size: size, interval: interval)
        // Automatic modes first: they decide which other controls can be set.
        let descriptions = try simulation.controls()
        for isMaster in [true, false] {
            for control in descriptions where control.kind.isNumeric && control.flags.contains(.update) == isMaster {
                guard control.flags.isDisjoint(with: [.inactive, .readOnly, .writeOnly]) else { continue }
                try next.set([ControlSetting(control.id, try simulation.value(of: control.id))])
            }
        }
        simulation = next
    }

    /// Resets every control to its default, as after a loss of power.
    package func losePower() {
        simulation = CameraSimulation(scene: scene, size: simulation.size, interval: simulation.interval)
    }

    /// The next frame; its timestamp is simulated time, in which long exposures take longer.
    package func nextFrame() -> Frame { simulation.step() }

    package func controls() throws(ControlError) -> [ControlDescription] { try simulation.controls() }
    package func value(of id: ControlID) throws(ControlError) -> ControlValue { try simulation.value(of: id) }
    package func set(_ settings: [ControlSetting]) throws(ControlError) { try simulation.set(settings) }
}
