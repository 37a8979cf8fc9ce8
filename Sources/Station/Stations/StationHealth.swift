// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What a station does at the moment, as its threads report it.
///
/// Thread-safe. Moments come from the monotonic clock, so a step of the wall clock changes nothing.
package final class StationHealth: Sendable {
    package typealias Clock = @Sendable () -> Duration

    /// The state of one camera.
    package struct CameraState: Hashable, Sendable {
        /// The name in the file, or that of the camera once it was open.
        package var name: String
        package var isScanning = false
        /// Why it does not scan; `nil` before the first attempt has ended, and while it scans.
        package var trouble: String?
        /// Since when the present state lasts.
        package var since: Duration
        /// The last sign of life of its thread.
        package var beat: Duration
        package var scans = 0
        package var frames = 0
        package var losses = 0
    }

    /// The state of the station.
    package struct State: Hashable, Sendable {
        package var name: String
        package var cameras: [CameraState] = []
        package var began: Duration
        package var scans = 0
        package var lastScan: Duration?
        /// Why hooks do not deliver, by hook.
        package var awayHooks: [String: String] = [:]
        /// The scans that wait for each hook.
        package var waiting: [String: Int] = [:]
        /// Why the newest configuration is not in force.
        package var refusedConfiguration: String?
        package var reloads = 0
        /// Whether it takes its file from a central place.
        package var isCentral = false
        /// When the central file in force was signed, seconds since 1970; `nil` if there is none yet.
        package var centralSigned: Int64?
        /// Why that place cannot be reached. The station continues with the last file from there, so it is healthy.
        package var centralAway: String?
        /// Why scans are not in the history.
        package var historyTrouble: String?

        /// Whether others need not be told: only times and frames differ.
        package func isSame(as other: Self) -> Bool {
            var other = other
            guard cameras.count == other.cameras.count else { return false }
            other.lastScan = lastScan
            for index in cameras.indices {
                other.cameras[index].beat = cameras[index].beat
                other.cameras[index].frames = cameras[index].frames
            }
            return self == other
        }
    }

    private let state: Mutex<State>
    private let clock: Clock

    /// - Parameter clock: the time since any fixed moment.
    package init(name: String, clock: @escaping Clock = StationHealth.monotonic) {
        self.clock = clock
        state = Mutex(State(name: name, began: clock()))
    }

    package static let monotonic: Clock = {
        let began = ContinuousClock.now
        return { ContinuousClock.now - began }
    }()

    package var now: Duration { clock() }
    package var current: State { state.withLock { $0 } }

    /// Begins with other cameras, after a configuration was applied.
    package func begin(name: String, cameras: [String]) {
        let now = clock()
        state.withLock { state in
            state.name = name
            state.cameras = cameras.map { CameraState(name: $0, since: now, beat: now) }
            (state.awayHooks, state.waiting) = ([:], [:])
        }
    }

    /// Changes it, and returns what the change returns.
    @discardableResult
    package func changed<R: Sendable>(_ change: (inout State) -> R) -> R { state.withLock { change(&$0) } }

    /// A scan was taken, in the history if there is one.
    package func scanned() {
        let now = clock()
        state.withLock { state in
            state.scans += 1
            state.lastScan = now
        }
    }

    /// The camera of that number.
    package func camera(_ index: Int) -> CameraHealth { CameraHealth(self, index) }

    fileprivate func camera<R: Sendable>(
        _ index: Int, _ change: (inout CameraState, Duration) -> R
    ) -> R? {
        let now = clock()
        return state.withLock { state in
            guard state.cameras.indices.contains(index) else { return nil }
            state.cameras[index].beat = now
            return change(&state.cameras[index], now)
        }
    }

    /// How long a camera's thread may give no sign of life: opening a network camera can take more than half a minute.
    package static let longestSilence = Duration.seconds(90)

    /// Whether every camera's thread has given a sign of life: one that hangs in a driver cannot be helped but by a restart.
    package var isAlive: Bool {
        let now = clock()
        return state.withLock { $0.cameras.allSatisfy { now - $0.beat < Self.longestSilence } }
    }
}

/// One camera of a station, as its thread reports it.
package struct CameraHealth: Sendable {
    private let health: StationHealth
    private let index: Int

    init(_ health: StationHealth, _ index: Int) {
        self.health = health
        self.index = index
    }

    /// A sign of life.
    package func beat() { _ = health.camera(index) { _, _ in } }

    /// It is open under this name.
    package func opened(_ name: String) { _ = health.camera(index) { state, _ in state.name = name } }

    /// A frame was searched, with this number of codes taken.
    ///
    /// - Returns: how long it did not scan, if this ends a trouble.
    package func frame() -> Duration? {
        health.camera(index) { state, now -> Duration? in
            state.frames += 1
            guard !state.isScanning else { return nil }
            let pause = state.trouble == nil ? nil : now - state.since
            (state.isScanning, state.trouble, state.since) = (true, nil, now)
            return pause
        } ?? nil
    }

    package func scanned() { _ = health.camera(index) { state, _ in state.scans += 1 } }

    /// It does not scan.
    ///
    /// - Returns: whether this is news; the same reason again is not.
    package func trouble(_ reason: String) -> Bool {
        health.camera(index) { state, now in
            guard state.isScanning || state.trouble != reason else { return false }
            if state.isScanning { state.losses += 1 }
            // The time counts from the first of several reasons.
            if state.isScanning || state.trouble == nil { state.since = now }
            (state.isScanning, state.trouble) = (false, reason)
            return true
        } ?? false
    }
}
