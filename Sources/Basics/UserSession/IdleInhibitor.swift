// SPDX-License-Identifier: Apache-2.0

import CLogind
import Glibc

/// Prevents the session from becoming idle as long as this value exists: no blank screen and no suspend without input. For
/// programs that are used without keyboard and mouse.
///
/// logind grants it to any user of an active session. Desktops that ask logind respect it, and so does logind's own
/// `IdleAction=`. Source: systemd's Inhibitor Locks.
package struct IdleInhibitor: ~Copyable, Sendable {
    /// logind releases the lock when this descriptor is closed, by us or by the kernel.
    private let descriptor: Int32

    /// Asks logind for the lock; blocks for at most three seconds.
    ///
    /// - Parameters:
    ///   - program: the owner that `systemd-inhibit --list` shows.
    ///   - reason: the reason that it shows.
    package init(program: String, reason: String) throws(InhibitorError) {
        descriptor = try Self.lock(program, reason)
    }

    private static func lock(_ program: String, _ reason: String) throws(InhibitorError) -> Int32 {
        if let cause = unsafe candela_logind_load() {
            throw InhibitorError(cause: unsafe String(cString: cause))
        }
        var failure = [CChar](repeating: 0, count: 256)
        let descriptor = unsafe failure.withUnsafeMutableBufferPointer { failure in
            unsafe candela_logind_inhibit("idle", program, reason, failure.baseAddress!, failure.count)
        }
        guard descriptor >= 0 else {
            let bytes = failure.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw InhibitorError(cause: String(decoding: bytes, as: UTF8.self))
        }
        return descriptor
    }

    deinit { close(descriptor) }
}

/// Why the idle lock was not granted.
package struct InhibitorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message of libsystemd or logind. Not trusted: escape before showing.
    package let cause: String

    package var description: String { "cannot prevent the session from becoming idle: \(cause)" }
}
