// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Makes whoever brings a wrong token wait for the answer.
///
/// The right token is never refused, however many wrong ones come: else anybody could lock the user out. So this is not
/// what keeps guesses from succeeding, which is the token's length, but what keeps them from costing anything: few wait at
/// a time, and those beyond are sent off.
package final class WrongTokenDesk: Sendable {
    /// Far fewer than there may be connections, so that some are left for others.
    package static let most = 16
    package static let pause = Duration.seconds(1)

    private let held = Mutex(0)
    private let rest: @Sendable () async -> Void

    package init(rest: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: pause) }) {
        self.rest = rest
    }

    /// - Returns: `false`, at once, when too many wait.
    package func hold() async -> Bool {
        let isHeld = held.withLock { held in
            guard held < Self.most else { return false }
            held += 1
            return true
        }
        guard isHeld else { return false }
        await rest()
        held.withLock { $0 -= 1 }
        return true
    }
}
