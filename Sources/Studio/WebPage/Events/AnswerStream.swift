// SPDX-License-Identifier: Apache-2.0

/// An answer without an end: what is sent as it comes, until the client goes. Nobody waits for the client, and a server
/// needs no thread or task for it.
public protocol AnswerStream: AnyObject, Sendable {
    /// Takes what is due, in one piece. Does not block. One thread at a time.
    func take() -> AnswerPiece

    /// Calls `wake` once, as soon as there is something to take: now, if there is already; else from whichever thread has
    /// something new. To be called again only after that.
    func whenDue(_ wake: @escaping @Sendable () -> Void)

    /// The client has gone.
    func close()
}

/// A piece of a stream.
public enum AnswerPiece: Hashable, Sendable {
    /// At least one.
    case bytes([UInt8])
    case nothingYet
    case end
}
