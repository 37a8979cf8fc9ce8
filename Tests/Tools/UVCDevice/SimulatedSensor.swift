// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import Frames
package import SimulatedCamera

/// The project's simulated camera as what is inside the webcam: its picture and its controls.
///
/// A simulation has one size and interval for life, so a stream of another gets a new one; the controls move over, the
/// automatic modes find their place again. Used from one thread.
package final class SimulatedSensor: ControlSurface, @unchecked Sendable {
    // Unchecked: the device runs in one thread.
    private let scene: SimulatedScene
    private var simulation: CameraSimulation

    package init(scene: SimulatedScene) {
        self.scene = scene
        simulation = CameraSimulation(scene: scene)
    }

    /// Prepares for frames of this size, `interval` apart.
    package func start(size: FrameSize, interval: FrameInterval) throws(ControlError) {
        guard size != simulation.size || interval != simulation.interval else { return }
        let next = CameraSimulation(scene: scene, size: size, interval: interval)
        // Automatic modes first: they decide which of the others may be set at all.
        let descriptions = try simulation.controls()
        for isMaster in [true, false] {
            for control in descriptions where control.kind.isNumeric && control.flags.contains(.update) == isMaster {
                guard control.flags.isDisjoint(with: [.inactive, .readOnly, .writeOnly]) else { continue }
                try next.set([ControlSetting(control.id, try simulation.value(of: control.id))])
            }
        }
        simulation = next
    }

    /// As after power was lost: every control at its default.
    package func losePower() {
        simulation = CameraSimulation(scene: scene, size: simulation.size, interval: simulation.interval)
    }

    /// The next frame; its timestamp is simulated time, in which long exposures take longer.
    package func nextFrame() -> Frame { simulation.step() }

    package func controls() throws(ControlError) -> [ControlDescription] { try simulation.controls() }
    package func value(of id: ControlID) throws(ControlError) -> ControlValue { try simulation.value(of: id) }
    package func set(_ settings: [ControlSetting]) throws(ControlError) { try simulation.set(settings) }
}
