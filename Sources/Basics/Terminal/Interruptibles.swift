// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Objects that wait for something outside of this process: Ctrl-C wakes all of them, and each that begins afterwards.
package final class Interruptibles<Object: AnyObject & Sendable>: Sendable {
    private let all = Mutex<[ObjectIdentifier: Object]>([:])
    private let wake: @Sendable (Object) -> Void

    /// For the lifetime of the process. `wake` is called on the signal thread, or on that of `begin`.
    package init(_ wake: @escaping @Sendable (Object) -> Void) {
        self.wake = wake
        Interruption.onSignal { for object in self.all.withLock({ Array($0.values) }) { wake(object) } }
    }

    package func begin(_ object: Object) {
        all.withLock { $0[ObjectIdentifier(object)] = object }
        if Interruption.received != nil { wake(object) }
    }

    package func end(_ object: Object) { all.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(object)) } }
}
