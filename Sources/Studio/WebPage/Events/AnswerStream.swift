// SPDX-License-Identifier: Apache-2.0

/// An endless response, sent piece by piece until the client disconnects. Nothing waits for the client, and the server
/// needs
/// no thread or task for it.
package protocol AnswerStream: AnyObject, Sendable {
    /// Takes everything that is due, in one piece. Does not block. One thread at a time.
    func take() -> AnswerPiece

    /// Calls `wake` once when there is something to take: now, if there is already; otherwise on the thread that adds
    /// it. Call
    /// this again only after that.
    func whenDue(_ wake: @escaping @Sendable () -> Void)

    /// Called when the client has gone.
    func close()
}

/// A piece of a stream.
package enum AnswerPiece: Hashable, Sendable {
    /// At least one byte.
    case bytes([UInt8])
    case nothingYet
    case end
}
