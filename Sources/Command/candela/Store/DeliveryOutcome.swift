// SPDX-License-Identifier: Apache-2.0

internal import Scanning
import Synchronization

/// Prints the hooks' reports outside a scan, and counts refused scans. Thread-safe.
final class DeliveryOutcome: Sendable {
    private let printer: Mutex<ScanPrinter>
    private let count = Mutex(0)

    init(_ printer: sending ScanPrinter) { self.printer = Mutex(printer) }

    /// The number of permanently refused scans.
    var refused: Int { count.withLock { $0 } }

    func take(_ hook: ScanEvent.Hook) {
        if case .refused = hook.state { count.withLock { $0 += 1 } }
        printer.withLock { try? $0.print(.hook(hook)) }
    }
}
