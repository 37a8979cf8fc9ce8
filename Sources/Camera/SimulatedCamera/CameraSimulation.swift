// SPDX-License-Identifier: Apache-2.0

public import CameraControls
public import Frames
import Synchronization

/// The simulated camera itself: each step takes the next frame of its scene.
///
/// A physical model, not a picture player: table and codes, lamps, lens, sensor and the camera's own automatic loops.
/// Simulated time is frame index × interval, plus what long exposures added; nothing else moves it, so the frames
/// depend on the scene, the size, the interval and when (at which frame) which control was set, on nothing besides.
/// A control's new value reads back at once and shows in the picture two frames later, as with a UVC camera.
///
/// Saturation and white balance have no effect: the picture is grey. Safe to use from several threads.
public final class CameraSimulation: ControlSurface {
    public let scene: SimulatedScene
    private let state: Mutex<SimulationState>

    /// - Parameters:
    ///   - size: each side 1 to 8192 pixels. The picture's width is always the sensor's; its height follows the pixels.
    ///   - interval: of the frames in light enough.
    public init(scene: SimulatedScene, size: FrameSize, interval: FrameInterval) {
        precondition(
            (1...8192).contains(size.width) && (1...8192).contains(size.height),
            "a simulated frame has 1 to 8192 pixels a side")
        self.scene = scene
        state = Mutex(SimulationState(scene: scene, mode: SimulatedMode(size: size, interval: interval)))
    }

    /// With the scene's own frame size and interval.
    public convenience init(scene: SimulatedScene) {
        self.init(scene: scene, size: scene.frameSize, interval: scene.interval)
    }

    /// What it streams.
    public var mode: SimulatedMode { state.withLock { $0.mode } }
    public var size: FrameSize { mode.size }
    public var interval: FrameInterval { mode.interval }

    /// Streams otherwise from the next frame on; controls, loops and time go on as they are.
    ///
    /// - Parameter mode: of a size as for `init`.
    public func use(_ mode: SimulatedMode) {
        precondition(
            (1...8192).contains(mode.size.width) && (1...8192).contains(mode.size.height),
            "a simulated frame has 1 to 8192 pixels a side")
        state.withLock { $0.use(mode) }
    }

    /// Takes the next frame. Its sequence number counts from 0 and its timestamp is simulated time from 0.
    ///
    /// Faults of the stream (stall, unplug, busy) do not stop it: `SimulatedFrameSource` makes errors of them. A frame
    /// the scene damages is flagged and grey below the middle.
    public func step() -> Frame { state.withLock { $0.step() } }

    /// Goes on by a frame that nobody wants to see: exposure and focus follow, nothing is drawn.
    public func skip() { state.withLock { $0.skip() } }

    /// The number of the next frame.
    public var frameIndex: Int { state.withLock { $0.index } }

    /// When the next frame will begin, and how long it will take: the interval, or the exposure if that is longer and
    /// the camera may slow down.
    var schedule: (start: Duration, duration: Duration) { state.withLock { $0.schedule } }

    /// What the latest frame was taken with.
    public var conditions: FrameConditions { state.withLock { $0.conditions } }

    // MARK: ControlSurface

    public func controls() throws(ControlError) -> [ControlDescription] {
        try state.withLock { (state) throws(ControlError) in try state.controls() }
    }

    public func value(of id: ControlID) throws(ControlError) -> ControlValue {
        try state.withLock { (state) throws(ControlError) in try state.value(of: id) }
    }

    public func set(_ settings: [ControlSetting]) throws(ControlError) {
        try state.withLock { (state) throws(ControlError) in
            for setting in settings { try state.set(setting) }
        }
    }
}
