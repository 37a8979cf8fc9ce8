// SPDX-License-Identifier: Apache-2.0

public import Output
internal import Synchronization

/// Hands events to every client's mailbox. Never waits for a client. Safe from any thread.
public final class EventHub: Sendable {
    private struct State {
        var boxes: [Int: EventMailbox] = [:]
        var next = 0
        /// What a new client is told first.
        var standing: [(topic: String, data: String)] = []
    }

    /// Clients at a time; each tab of a browser is one.
    package static let most = 32

    private let state = Mutex(State())

    public init() {}

    /// Whether anybody listens: what only clients want need not be worked out otherwise.
    public var isWatched: Bool { state.withLock { !$0.boxes.isEmpty } }
    public var clients: Int { state.withLock { $0.boxes.count } }

    /// Tells what is true now; a client that has not taken the last word on the topic gets only this one.
    ///
    /// - Parameter stands: whether a client that comes later is told too.
    public func tell(_ topic: String, _ value: JSONValue, stands: Bool = false) {
        let text = value.text
        state.withLock { state in
            if stands {
                state.standing.removeAll { $0.topic == topic }
                state.standing.append((topic, text))
            }
            for box in state.boxes.values { box.put(topic, text) }
        }
    }

    /// Tells what is true now, unless it is what was told last.
    public func tellIfNew(_ topic: String, _ value: JSONValue) {
        let text = value.text
        guard state.withLock({ state in !state.standing.contains { $0.topic == topic && $0.data == text } }) else {
            return
        }
        tell(topic, value, stands: true)
    }

    /// Tells what has happened: every client gets each one.
    public func announce(_ topic: String, _ value: JSONValue) {
        let text = value.text
        state.withLock { state in
            for box in state.boxes.values { box.add(topic, text) }
        }
    }

    /// Makes idle connections show whether they are still there.
    public func beat() { state.withLock { $0.boxes.values.forEach { $0.beat() } } }

    /// The events for a new client; `nil` when there are too many.
    package func open() -> EventFeed? {
        state.withLock { state in
            guard state.boxes.count < Self.most else { return nil }
            let box = EventMailbox()
            // Some browsers hold back the first bytes until there are some.
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
    public func closeAll() {
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
