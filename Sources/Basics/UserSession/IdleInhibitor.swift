// SPDX-License-Identifier: Apache-2.0

import CLogind
import Glibc

/// Keeps the session from being taken for idle: no blank screen, no sleep for want of input, as long as this value lives.
/// For programs that are used without touching keyboard or mouse.
///
/// logind grants it to any user of an active session. Desktops that ask logind heed it, and so does logind's own `IdleAction=`.
/// Source: systemd's Inhibitor Locks.
public struct IdleInhibitor: ~Copyable, Sendable {
    /// logind takes the lock back when it is closed, by us or by the kernel.
    private let descriptor: Int32

    /// Asks logind for it; blocks until that answers, three seconds at most.
    ///
    /// - Parameters:
    ///   - program: what `systemd-inhibit --list` shows as the owner.
    ///   - reason: what it shows as the reason.
    public init(program: String, reason: String) throws(InhibitorError) {
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

/// Why the session may be taken for idle.
public struct InhibitorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In libsystemd's or logind's words; not trusted.
    public let cause: String

    public var description: String { "cannot keep the session from being taken for idle: \(cause)" }
}
