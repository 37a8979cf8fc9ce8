// SPDX-License-Identifier: Apache-2.0

internal import CServiceManager
import Glibc

/// Tells the service manager (systemd) the state of this process. Without one, nothing is sent.
///
/// See: sd_notify(3). Thread-safe.
package struct ServiceManager: Sendable {
    /// The longest time between two signs of life, if the manager waits for them.
    package let watchdog: Duration?
    private let isThere: Bool

    /// - Returns: `nil` in `note` if all is well; otherwise why a manager that waits cannot be told.
    package init(note: (String) -> Void) {
        guard let socket = unsafe getenv("NOTIFY_SOCKET"), unsafe socket.pointee != 0 else {
            (isThere, watchdog) = (false, nil)
            return
        }
        if let reason = unsafe candela_service_load() {
            note("cannot tell the service manager that this service runs: \(unsafe String(cString: reason))")
            (isThere, watchdog) = (false, nil)
            return
        }
        isThere = true
        let interval = candela_service_watchdog()
        watchdog = interval > 0 ? .microseconds(Int64(clamping: interval)) : nil
    }

    /// The service works, with its state in one line.
    package func ready(_ status: String) { send("READY=1\nSTATUS=\(Self.line(status))") }

    /// The state in one line.
    package func status(_ status: String) { send("STATUS=\(Self.line(status))") }

    /// The service applies a new configuration; `ready` ends this.
    package func reloading() { send("RELOADING=1") }

    package func stopping() { send("STOPPING=1") }

    /// A sign of life.
    package func isAlive() { send("WATCHDOG=1") }

    /// Keeps glibc from giving each thread an arena of its own, up to eight a processor: in a process whose threads come and go
    /// for a year, memory would grow for days.
    package static func keepMemorySmall() { candela_service_few_arenas() }

    private func send(_ lines: String) {
        if isThere { _ = unsafe candela_service_notify(lines) }
    }

    /// A line end would begin another assignment.
    private static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? " " : $0 }))
    }
}
