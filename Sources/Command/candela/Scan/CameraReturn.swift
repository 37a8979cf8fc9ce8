// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Frames
import Glibc
internal import Terminal

/// Waits for a missing camera. For one thread.
struct CameraReturn {
    /// Time until the next attempt. A camera that has appeared cannot be opened until udev has set its permissions.
    private static let retry = Duration.seconds(1)

    private let desk: ScanDesk
    /// `nil` if udev cannot be monitored.
    private let monitor: CameraMonitor?

    init(_ desk: ScanDesk) {
        self.desk = desk
        monitor = (try? CameraFinder(probe: nil)).flatMap { try? CameraMonitor(finder: $0) }
        if let wake = monitor?.wake {
            Interruption.onSignal(wake)
            desk.whenOver(wake)
        }
    }

    /// Returns when a camera has appeared or disappeared, after at most one second, or when the run is over.
    func next() {
        guard !desk.isOver else { return }
        let span = min(desk.limits.deadline.map { $0.since(.now) } ?? Self.retry, Self.retry)
        do {
            if let monitor {
                _ = try monitor.next(timeout: span)
                return
            }
        } catch {
            // Monitoring failed: wait by the clock.
        }
        let end = FrameTimestamp.now + span
        while !desk.isOver, FrameTimestamp.now < end { usleep(50_000) }
    }
}
