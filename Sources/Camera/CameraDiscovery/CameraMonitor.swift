// SPDX-License-Identifier: Apache-2.0

import Glibc
import Threads
package import Udev

/// Reports cameras as they are plugged in and out.
///
/// `wake()` is safe from any thread; call the rest from one thread at a time.
package final class CameraMonitor {
    /// The result of `next`.
    package enum Outcome: Hashable, Sendable {
        case event(CameraEvent)
        case timedOut
        /// `wake()` was called.
        case woken
    }

    /// The nodes at the start; events report the changes from then on.
    package let initialNodes: [VideoNode]
    /// Who sends the events: `.kernel` if udevd does not run.
    package var source: UdevMonitor.Source { monitor.source }

    private let finder: CameraFinder
    private let monitor: UdevMonitor
    private let waker: WakeDescriptor
    private var tracker: PlugTracker
    private var memory = CameraFinder.ProbeMemory()
    private var pending: [CameraEvent] = []

    /// Starts listening before it lists, so that no event is missed.
    package init(finder: CameraFinder, source: UdevMonitor.Source? = nil) throws(DiscoveryError) {
        do throws(UdevError) {
            monitor = try UdevMonitor(subsystems: ["video4linux"], source: source)
        } catch {
            throw DiscoveryError(error)
        }
        guard let waker = WakeDescriptor() else {
            throw DiscoveryError("cannot watch devices: this process has too many open files; raise ulimit -n")
        }
        self.waker = waker
        self.finder = finder
        initialNodes = try finder.nodes(&memory)
        tracker = PlugTracker(nodes: initialNodes)
    }

    /// Makes the current or next call of `next` return `.woken`.
    package var wake: @Sendable () -> Void { { [waker] in waker.signal() } }

    /// Waits for the next event.
    ///
    /// - Parameter timeout: `nil` waits forever.
    package func next(timeout: Duration? = nil) throws(DiscoveryError) -> Outcome {
        let end = timeout.map { Self.now + $0 }
        while true {
            if waker.clear() { return .woken }
            if !pending.isEmpty { return .event(pending.removeFirst()) }
            try drain()
            let now = Self.now
            if let deadline = tracker.deadline, deadline <= now {
                try settle()
                continue
            }
            if let end, end <= now { return .timedOut }
            let until = [end, tracker.deadline].compactMap { $0 }.min()
            try wait(until.map { $0 - now })
        }
    }

    /// Reads all pending udev events.
    private func drain() throws(DiscoveryError) {
        while true {
            do throws(UdevError) {
                guard let event = try monitor.receive() else { return }
                tracker.receive(event.action, syspath: event.device.syspath, at: Self.now)
            } catch {
                guard error.kind == .eventsLost else { throw DiscoveryError(error) }
                tracker.eventsLost(at: Self.now)
            }
        }
    }

    private func settle() throws(DiscoveryError) {
        memory.results = memory.results.filter { !tracker.isTouched($0.key) }
        pending = tracker.settle(try finder.nodes(&memory))
    }

    private func wait(_ duration: Duration?) throws(DiscoveryError) {
        var files = [
            pollfd(fd: monitor.fileDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        // Rounded up: otherwise the last millisecond would be a busy loop.
        let milliseconds = duration.map { Int32(clamping: max(0, Int64($0 / .milliseconds(1)) + 1)) } ?? -1
        guard unsafe poll(&files, nfds_t(files.count), milliseconds) >= 0 || errno == EINTR else {
            throw DiscoveryError("cannot wait for device events: poll failed with error \(errno)")
        }
    }

    private static var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
