// SPDX-License-Identifier: Apache-2.0

import Synchronization
internal import Terminal
internal import Threads

/// What Ctrl-C wakes while a camera is being opened. Later, the user of the source stops it, and its controls must still be
/// restored through the same connection.
final class Opening: Sendable {
    /// Readable once interrupted; `nil` if there is no descriptor left.
    let wake = WakeDescriptor()
    private let connection = Mutex<PipeWireConnection?>(nil)

    private static let all = Interruptibles<Opening> { $0.interrupt() }

    /// Runs `body` with an opening that Ctrl-C interrupts.
    static func run<R, E: Error>(_ body: (Opening) throws(E) -> R) throws(E) -> R {
        let opening = Opening()
        all.begin(opening)
        defer { all.end(opening) }
        return try body(opening)
    }

    func watch(_ connection: PipeWireConnection) {
        self.connection.withLock { $0 = connection }
        if Interruption.received != nil { interrupt() }
    }

    private func interrupt() {
        wake?.signal()
        connection.withLock { $0 }?.cancel()
    }
}
