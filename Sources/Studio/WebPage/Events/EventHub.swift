// SPDX-License-Identifier: Apache-2.0

package import Output
internal import Synchronization

/// Hands events to each client's mailbox. Never waits for a client. Thread-safe.
package final class EventHub: Sendable {
    private struct State {
        var boxes: [Int: EventMailbox] = [:]
        var next = 0
        /// What a new client gets first.
        var standing: [(topic: String, data: String)] = []
    }

    /// The most clients at a time; each browser tab is one.
    package static let most = 32

    private let state = Mutex(State())

    package init() {}

    /// Whether any client listens. If not, there is no need to compute what only clients use.
    package var isWatched: Bool { state.withLock { !$0.boxes.isEmpty } }
    package var clients: Int { state.withLock { $0.boxes.count } }

    /// Sends the current value of a topic. A client that has not taken the previous value gets only this one.
    ///
    /// - Parameter stands: whether clients that connect later get it, too.
    package func tell(_ topic: String, _ value: JSONValue, stands: Bool = false) {
        let text = value.text
        state.withLock { state in
            if stands {
                state.standing.removeAll { $0.topic == topic }
                state.standing.append((topic, text))
            }
            for box in state.boxes.values { box.put(topic, text) }
        }
    }

    /// Sends the current value of a topic, unless it is the same as before.
    package func tellIfNew(_ topic: String, _ value: JSONValue) {
        let text = value.text
        guard state.withLock({ state in !state.standing.contains { $0.topic == topic && $0.data == text } }) else {
            return
        }
        tell(topic, value, stands: true)
    }

    /// Sends an event. Every client gets every event.
    package func announce(_ topic: String, _ value: JSONValue) {
        let text = value.text
        state.withLock { state in
            for box in state.boxes.values { box.add(topic, text) }
        }
    }

    /// Sends something on idle connections, to detect clients that have gone.
    package func beat() { state.withLock { $0.boxes.values.forEach { $0.beat() } } }

    /// The events for a new client; `nil` if there are too many.
    package func open() -> EventFeed? {
        state.withLock { state in
            guard state.boxes.count < Self.most else { return nil }
            let box = EventMailbox()
            // Some browsers hold back the response until some bytes arrive.
            box.beat()
            for (topic, data) in state.standing { box.put(topic, data) }
            state.next += 1
            state.boxes[state.next] = box
            return EventFeed(self, state.next, box)
        }
    }

    /// Forgets a client that has gone.
    fileprivate func forget(_ id: Int) { state.withLock { $0.boxes[id] = nil } }

    /// Ends every client's stream.
    package func closeAll() {
        let boxes = state.withLock { state -> [EventMailbox] in
            defer { state.boxes = [:] }
            return Array(state.boxes.values)
        }
        boxes.forEach { $0.close() }
    }
}

/// Events for one client, until it goes.
package final class EventFeed: AnswerStream {
    private let hub: EventHub
    private let id: Int
    private let box: EventMailbox

    fileprivate init(_ hub: EventHub, _ id: Int, _ box: EventMailbox) {
        self.hub = hub
        self.id = id
        self.box = box
    }

    package func take() -> AnswerPiece { box.take() }
    package func whenDue(_ wake: @escaping @Sendable () -> Void) { box.whenDue(wake) }

    package func close() {
        hub.forget(id)
        box.close()
    }
}
