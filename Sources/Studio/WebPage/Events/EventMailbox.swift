// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What one client has not been sent yet.
///
/// Of current values (measurements, boxes, controls) only the newest is kept: a slow client gets fewer, and nothing
/// waits
/// for it. Events (scans) are kept in order, up to a limit; beyond it the client is told to request the list.
package final class EventMailbox: Sendable {
    private struct State {
        /// In the order in which topics became due.
        var due: [String] = []
        var newest: [String: String] = [:]
        var happened: [(topic: String, data: String)] = []
        var hasLost = false
        var isClosed = false
        var waiter: (@Sendable () -> Void)?

        var isEmpty: Bool { due.isEmpty && happened.isEmpty && !hasLost }
    }

    /// The most events that wait for a client.
    private static let most = 64

    private let state = Mutex(State())

    package init() {}

    /// Sets the current value of a topic.
    package func put(_ topic: String, _ data: String) {
        deliver { state in
            if state.newest.updateValue(data, forKey: topic) == nil { state.due.append(topic) }
        }
    }

    /// Adds an event.
    package func add(_ topic: String, _ data: String) {
        deliver { state in
            guard state.happened.count < Self.most else {
                state.happened = []
                state.hasLost = true
                return
            }
            state.happened.append((topic, data))
        }
    }

    package func close() { deliver { $0.isClosed = true } }

    private func deliver(_ change: (inout State) -> Void) {
        let waiter = state.withLock { state -> (@Sendable () -> Void)? in
            change(&state)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?()
    }

    /// Calls `wake` when there is something to take, or at the end; see `AnswerStream`.
    package func whenDue(_ wake: @escaping @Sendable () -> Void) {
        let isDue = state.withLock { state in
            if !state.isEmpty || state.isClosed { return true }
            state.waiter = wake
            return false
        }
        if isDue { wake() }
    }

    /// Wakes the client with a comment, to detect whether it is still there.
    package func beat() { put("", "") }

    /// Takes everything that is due, as lines of an event stream.
    package func take() -> AnswerPiece {
        state.withLock { state in
            if state.isClosed { return .end }
            guard !state.isEmpty else { return .nothingYet }
            var text = ""
            for event in state.happened { Self.write(event.topic, event.data, to: &text) }
            if state.hasLost { Self.write("lost", "{}", to: &text) }
            for topic in state.due { Self.write(topic, state.newest[topic] ?? "", to: &text) }
            state.happened = []
            state.hasLost = false
            state.due = []
            state.newest = [:]
            return .bytes(Array(text.utf8))
        }
    }

    /// The data is JSON on one line: line ends in it are escaped.
    private static func write(_ topic: String, _ data: String, to text: inout String) {
        text += topic.isEmpty ? ":\n\n" : "event: \(topic)\ndata: \(data)\n\n"
    }
}
