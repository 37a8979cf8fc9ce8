// SPDX-License-Identifier: Apache-2.0

internal import Scanning
import Synchronization

/// Says how hooks fare while nothing is scanned, and counts what they refuse. Safe from several threads.
final class DeliveryOutcome: Sendable {
    private let printer: Mutex<ScanPrinter>
    private let count = Mutex(0)

    init(_ printer: sending ScanPrinter) { self.printer = Mutex(printer) }

    /// How many scans were refused for good.
    var refused: Int { count.withLock { $0 } }

    func take(_ hook: ScanEvent.Hook) {
        if case .refused = hook.state { count.withLock { $0 += 1 } }
        printer.withLock { try? $0.print(.hook(hook)) }
    }
}
