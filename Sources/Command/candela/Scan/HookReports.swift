// SPDX-License-Identifier: Apache-2.0

internal import Hooks
internal import Scanning
import Synchronization

/// Forwards the hooks' reports to the desk, which is created after the hooks.
final class HookReports: Sendable {
    private let receiver = Mutex<(@Sendable (ScanEvent.Hook) -> Void)?>(nil)

    /// Sets the receiver. Hooks start later, so no report is lost.
    func open(_ receiver: @escaping @Sendable (ScanEvent.Hook) -> Void) { self.receiver.withLock { $0 = receiver } }

    /// Forgets the receiver. It holds the hooks, which hold this.
    func close() { receiver.withLock { $0 = nil } }

    func take(_ report: HookReport) {
        let state: ScanEvent.Hook.State =
            switch report.kind {
            case .away(let reason): .away(reason: reason)
            case .back: .back
            case .refused(let scan, let reason): .refused(scan, reason: reason)
            case .stuck(let reason): .stuck(reason: reason)
            }
        receiver.withLock { $0 }?(ScanEvent.Hook(hook: report.hook, state))
    }
}
