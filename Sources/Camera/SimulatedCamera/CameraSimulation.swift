// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import Frames
import Synchronization

/// The simulated camera: each step takes the next frame of its scene.
///
/// A physical model, not a picture player: table and codes, lamps, lens, sensor and the camera's own control loops.
/// Simulated time is frame index × interval, plus the extra time of long exposures. The frames therefore depend only on
/// the scene, the size, the interval, and the frame at which each control was set.
/// A control's new value reads back at once and affects the picture two frames later, as with a UVC camera.
///
/// Saturation and white balance have no effect: pictures are grey. Safe to use from several threads.
package final class CameraSimulation: ControlSurface {
    package let scene: SimulatedScene
    private let state: Mutex<SimulationState>

    /// - Parameters:
    ///   - size: each side 1 to 8192 pixels. The field of view always has the sensor's width; its height follows the pixels.
    ///   - interval: the frame interval in sufficient light.
    ///   - start: the time of the first frame, seconds: with it, a later moment of the scene needs none of those before.
    package init(scene: SimulatedScene, size: FrameSize, interval: FrameInterval, startingAt start: Double = 0) {
        precondition(
            (1...8192).contains(size.width) && (1...8192).contains(size.height),
            "a simulated frame has 1 to 8192 pixels a side")
        self.scene = scene
        state = Mutex(
            SimulationState(scene: scene, mode: SimulatedMode(size: size, interval: interval), start: start))
    }

    /// With the frame size and interval of the scene.
    package convenience init(scene: SimulatedScene) {
        self.init(scene: scene, size: scene.frameSize, interval: scene.interval)
    }

    /// The current streaming mode.
    package var mode: SimulatedMode { state.withLock { $0.mode } }
    package var size: FrameSize { mode.size }
    package var interval: FrameInterval { mode.interval }

    /// Changes the mode from the next frame on; controls, loops and time continue unchanged.
    ///
    /// - Parameter mode: with a size as for `init`.
    package func use(_ mode: SimulatedMode) {
        precondition(
            (1...8192).contains(mode.size.width) && (1...8192).contains(mode.size.height),
            "a simulated frame has 1 to 8192 pixels a side")
        state.withLock { $0.use(mode) }
    }

    /// Takes the next frame. Its sequence number and its timestamp (simulated time) start at 0.
    ///
    /// Stream faults (stall, unplug, busy) have no effect here: `SimulatedFrameSource` turns them into errors. A frame that
    /// the scene damages is flagged, and grey below the middle.
    package func step() -> Frame { state.withLock { $0.step() } }

    /// Advances by one frame without drawing it: exposure and focus continue.
    package func skip() { state.withLock { $0.skip() } }

    /// The number of the next frame.
    package var frameIndex: Int { state.withLock { $0.index } }

    /// When the next frame begins, and how long it takes: the interval, or the exposure if that is longer and the camera
    /// may slow down.
    var schedule: (start: Duration, duration: Duration) { state.withLock { $0.schedule } }

    /// The conditions of the latest frame.
    package var conditions: FrameConditions { state.withLock { $0.conditions } }

    // MARK: ControlSurface

    package func controls() throws(ControlError) -> [ControlDescription] {
        try state.withLock { (state) throws(ControlError) in try state.controls() }
    }

    package func value(of id: ControlID) throws(ControlError) -> ControlValue {
        try state.withLock { (state) throws(ControlError) in try state.value(of: id) }
    }

    package func set(_ settings: [ControlSetting]) throws(ControlError) {
        try state.withLock { (state) throws(ControlError) in
            for setting in settings { try state.set(setting) }
        }
    }
}
