// SPDX-License-Identifier: Apache-2.0

package import Frames
import Synchronization
import Threads

/// The frames of a simulated camera, delivered as by a real one: at its rate, newest first, with its faults.
///
/// It has no thread: each call computes which frames the camera has taken since the last call, skips all but the
/// newest, and draws that.
package final class SimulatedFrameSource: FrameSource {
    package let format: StreamFormat
    /// The simulation: its controls and the true conditions of its frames.
    package let simulation: CameraSimulation
    private let pace: SimulatedScene.Pace
    private let faults: [SceneFault]
    /// The time on the monotonic clock at simulated time 0.
    private let start: FrameTimestamp
    /// Whether `stop()` was called; this ends a wait for the next frame.
    private let isStopped = ConditionLock(false)
    private let state = Mutex(State())

    private struct State {
        var statistics = StreamStatistics()
        var failure: FrameSourceError?
        /// How far simulated time lags behind the clock, after frames were lost in a long pause.
        var skipped = Duration.zero
    }

    /// Starts the stream of a simulation; from now on nobody else may step it.
    ///
    /// - Throws: `.busy` if the scene has that fault.
    package init(_ simulation: CameraSimulation) throws(FrameSourceError) {
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
        // A simulation that has streamed before does not start at time 0.
        start = FrameTimestamp.now + (.zero - simulation.schedule.start)
    }

    /// Starts a camera for the scene; frame size and interval default to those of the scene.
    package convenience init(
        scene: SimulatedScene, size: FrameSize? = nil, interval: FrameInterval? = nil
    ) throws(FrameSourceError) {
        try self.init(
            CameraSimulation(scene: scene, size: size ?? scene.frameSize, interval: interval ?? scene.interval))
    }

    package var statistics: StreamStatistics { state.withLock { $0.statistics } }

    package func stop() {
        isStopped.withLockSignalling { $0 = true }
    }

    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let deadline = FrameTimestamp.now + max(.zero, min(timeout, .seconds(86_400 * 365)))
        if let failure = state.withLock({ $0.failure }) { throw failure }
        while !isStopped.withLock({ $0 }) {
            let index = simulation.frameIndex
            if faults.contains(where: { $0.unplugs(frame: index) }) {
                throw fail(.gone, "cannot read a frame from the simulated camera: it was unplugged")
            }
            let stalled = faults.contains { $0.stalls(frame: index) }
            if pace == .free {
                guard stalled else { return taken(simulation.step()) }
                // The clock is simulated: the timeout has passed on it.
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

    /// When the next frame is exposed and transferred: one frame duration after its start.
    private func readiness() -> FrameTimestamp {
        let schedule = simulation.schedule
        return start + schedule.start + schedule.duration + state.withLock { $0.skipped }
    }

    /// Whether a newer frame than the next one exists. Catching up is limited to one second: frames from a longer pause
    /// count as dropped.
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
            .noFrame, "cannot read a frame from the simulated camera: none arrived in time; replug it")
    }
}
