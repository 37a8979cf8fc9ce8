// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Frames
import Glibc
internal import Terminal

/// Waits for a camera that is not there, for one thread.
struct CameraReturn {
    /// A camera may be there and not be ours yet, until udev has given it its rights: after so long it is tried again.
    private static let retry = Duration.seconds(1)

    private let desk: ScanDesk
    /// `nil` where udev tells nothing.
    private let monitor: CameraMonitor?

    init(_ desk: ScanDesk) {
        self.desk = desk
        monitor = (try? CameraFinder(probe: nil)).flatMap { try? CameraMonitor(finder: $0) }
        if let wake = monitor?.wake {
            Interruption.onSignal(wake)
            desk.whenOver(wake)
        }
    }

    /// Returns when a camera has come or gone, or after a while, or once the run is over.
    func next() {
        guard !desk.isOver else { return }
        let span = min(desk.limits.deadline.map { $0.since(.now) } ?? Self.retry, Self.retry)
        do {
            if let monitor {
                _ = try monitor.next(timeout: span)
                return
            }
        } catch {
            // Then by the clock.
        }
        let end = FrameTimestamp.now + span
        while !desk.isOver, FrameTimestamp.now < end { usleep(50_000) }
    }
}
