// SPDX-License-Identifier: Apache-2.0

public import Frames
import Synchronization
import Threads

/// The frames of a simulated camera as they would come from a real one: at its pace, the newest first, with its faults.
///
/// No thread stands behind it: a call works out which frames the camera would have taken since the last one, goes on
/// past all but the newest, and draws that.
public final class SimulatedFrameSource: FrameSource {
    public let format: StreamFormat
    /// Its controls, and the truth about its frames.
    public let simulation: CameraSimulation
    private let pace: SimulatedScene.Pace
    private let faults: [SceneFault]
    /// When simulated time 0 was, on the monotonic clock.
    private let start: FrameTimestamp
    /// Whether `stop()` was called; a wait for the next frame ends with it.
    private let isStopped = ConditionLock(false)
    private let state = Mutex(State())

    private struct State {
        var statistics = StreamStatistics()
        var failure: FrameSourceError?
        /// Simulated time may lag behind the clock: frames that a long stop lost.
        var skipped = Duration.zero
    }

    /// Starts the stream of a simulation, which must not be stepped by anybody else from now on.
    ///
    /// - Throws: `.busy` when the scene has that fault.
    public init(_ simulation: CameraSimulation) throws(FrameSourceError) {
        let scene = simulation.scene
        if scene.faults.contains(.busy) {
            throw FrameSourceError(
                .busy,
                "cannot start the stream of the simulated camera: another program is using it; close that program")
        }
        self.simulation = simulation
        let mode = simulation.mode
        format = StreamFormat(size: mode.size, fourCC: mode.fourCC, interval: mode.interval)
        pace = scene.pace
        faults = scene.faults
        // One that has streamed before is some way into its time.
        start = FrameTimestamp.now + (.zero - simulation.schedule.start)
    }

    /// Starts a camera that looks at the scene, with the scene's frame size and interval where none are given.
    public convenience init(
        scene: SimulatedScene, size: FrameSize? = nil, interval: FrameInterval? = nil
    ) throws(FrameSourceError) {
        try self.init(
            CameraSimulation(scene: scene, size: size ?? scene.frameSize, interval: interval ?? scene.interval))
    }

    public var statistics: StreamStatistics { state.withLock { $0.statistics } }

    public func stop() {
        isStopped.withLockSignalling { $0 = true }
    }

    public func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let deadline = FrameTimestamp.now + max(.zero, min(timeout, .seconds(86_400 * 365)))
        if let failure = state.withLock({ $0.failure }) { throw failure }
        while !isStopped.withLock({ $0 }) {
            let index = simulation.frameIndex
            if faults.contains(where: { $0.unplugs(frame: index) }) {
                throw fail(.gone, "cannot read a frame from the simulated camera: it was unplugged; plug it in")
            }
            let stalled = faults.contains { $0.stalls(frame: index) }
            if pace == .free {
                guard stalled else { return taken(simulation.step()) }
                // The clock is the simulated one, on which the time-out has passed.
                simulation.skip()
                state.withLock { $0.statistics.dropped += 1 }
                throw silence()
            }
            let ready = readiness()
            let now = FrameTimestamp.now
            guard ready <= now else {
                guard now < deadline else { throw silence() }
                _ = isStopped.wait(timeout: min(ready, deadline).since(now)) { $0 ? true : nil }
                continue
            }
            if stalled {
                simulation.skip()
                state.withLock { $0.statistics.dropped += 1 }
            } else if isNewer(than: now) {
                simulation.skip()
                state.withLock {
                    $0.statistics.captured += 1
                    $0.statistics.superseded += 1
                }
            } else {
                return taken(simulation.step())
            }
        }
        return nil
    }

    /// When the next frame has been exposed and sent: a frame's duration after it began.
    private func readiness() -> FrameTimestamp {
        let schedule = simulation.schedule
        return start + schedule.start + schedule.duration + state.withLock { $0.skipped }
    }

    /// Whether there is a newer frame than the next one already. Catching up is limited to a second of frames: what a
    /// longer pause lost was never taken.
    private func isNewer(than now: FrameTimestamp) -> Bool {
        let schedule = simulation.schedule
        let behind = now.since(readiness())
        if behind > .seconds(1) {
            let lost = behind / schedule.duration
            let frames = Int(min(lost, 1e9))
            state.withLock {
                $0.skipped += schedule.duration * frames
                $0.statistics.dropped += frames
            }
            return false
        }
        return behind >= schedule.duration
    }

    private func taken(_ frame: Frame) -> Frame {
        var frame = frame
        let skipped = state.withLock { state -> Duration in
            state.statistics.captured += 1
            if frame.isCorrupt { state.statistics.corrupt += 1 }
            return state.skipped
        }
        frame.timestampOrigin = pace == .real ? .exposureStart : .simulated
        frame.timestamp = start + .nanoseconds(frame.timestamp.nanoseconds) + skipped
        return frame
    }

    private func fail(_ kind: FrameSourceError.Kind, _ description: String) -> FrameSourceError {
        let error = FrameSourceError(kind, description)
        state.withLock { $0.failure = error }
        return error
    }

    private func silence() -> FrameSourceError {
        FrameSourceError(
            .noFrame, "cannot read a frame from the simulated camera: none came in time; plug it in anew")
    }
}
