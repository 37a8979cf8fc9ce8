// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Delays the answers to requests with a wrong token.
///
/// The right token is never refused, however many wrong ones arrive: otherwise anybody could lock the user out. The
/// token's
/// length makes guessing hopeless; this only keeps guesses cheap for us: few wait at a time, and all others are refused
/// at once.
package final class WrongTokenDesk: Sendable {
    /// Far fewer than the limit of connections, so that some remain for others.
    package static let most = 16
    package static let pause = Duration.seconds(1)

    private let held = Mutex(0)
    private let rest: @Sendable () async -> Void

    package init(rest: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: pause) }) {
        self.rest = rest
    }

    /// - Returns: `false`, at once, if too many wait.
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
