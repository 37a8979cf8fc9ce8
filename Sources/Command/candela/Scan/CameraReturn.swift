// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Cameras
internal import Frames
import Glibc
internal import NetworkCameras
internal import Terminal
internal import VideoStreams

/// Waits for a missing camera. For one thread.
struct CameraReturn {
    /// Time until the next attempt. A camera that has appeared cannot be opened until udev has set its permissions.
    private static let retry = Duration.seconds(1)

    private let desk: ScanDesk
    /// Grows for a camera that sends video over the network: each attempt starts a process.
    private var pauses: ReconnectionPause?
    /// Grows with each failure of a station's camera that is there.
    private var failures: ReconnectionPause?
    /// `nil` if udev cannot be monitored.
    private let monitor: CameraMonitor?
    private var handlers: (signal: Int, over: Int)?

    init(_ desk: ScanDesk, _ address: CameraAddress) {
        self.desk = desk
        if case .network(let address) = address, address.isVideo || address.isOnvif { pauses = ReconnectionPause() }
        monitor = (try? CameraFinder(probe: nil)).flatMap { try? CameraMonitor(finder: $0) }
        if let wake = monitor?.wake {
            handlers = (Interruption.onSignal(wake), desk.whenOver(wake))
        }
    }

    /// Nobody waits any more.
    func end() {
        guard let handlers else { return }
        Interruption.forget(handlers.signal)
        desk.forget(handlers.over)
    }

    /// Returns when a camera of this machine has appeared or disappeared, after at most one second, or when the run is over.
    /// For video over the network: after 1, 2, 4 … 30 s.
    mutating func next() {
        guard !desk.isOver else { return }
        if let pause = pauses?.next() {
            wait(pause)
            return
        }
        let span = min(desk.limits.deadline.map { $0.since(.now) } ?? Self.retry, Self.retry)
        do {
            if let monitor {
                _ = try monitor.next(timeout: span)
                return
            }
        } catch {
            // Monitoring failed: wait by the clock.
        }
        wait(span)
    }

    /// For a station: waits for a missing camera as above, and after another failure 1, 2, 4 … 30 s.
    ///
    /// - Parameter goesOn: called often meanwhile; false ends the waiting.
    mutating func next(isAbsent: Bool, while goesOn: () -> Bool) {
        guard goesOn() else { return }
        if isAbsent, pauses == nil { return next() }
        var pauses = failures ?? ReconnectionPause()
        let end = FrameTimestamp.now + pauses.next()
        failures = pauses
        while !desk.isOver, FrameTimestamp.now < end, goesOn() { usleep(50_000) }
    }

    /// A station's camera has scanned for a while: the next pauses are short again.
    mutating func hasWorked() { failures = nil }

    /// The camera is back: the next pauses are short again.
    mutating func isBack() {
        if pauses != nil { pauses = ReconnectionPause() }
    }

    private func wait(_ span: Duration) {
        let end = FrameTimestamp.now + (desk.limits.deadline.map { min($0.since(.now), span) } ?? span)
        while !desk.isOver, FrameTimestamp.now < end { usleep(50_000) }
    }
}
