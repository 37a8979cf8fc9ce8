// SPDX-License-Identifier: Apache-2.0

internal import Delivery
internal import Output
internal import Stations
import Synchronization
internal import Terminal

/// Tells a broker how a station is: retained messages below the station's topic.
///
/// `TOPIC/status` is online or offline, also after the station was lost (its will). `TOPIC/health` is the state as JSON, when
/// it has changed, and at least once a minute. Home Assistant finds the station by messages below `homeassistant/`.
final class FleetLink: Sendable {
    private struct State {
        var plan: FleetPlan?
        var name = ""
        var client: BrokerClient?
        var told: StationHealth.State?
        var toldAt = Duration.zero
        var hasAnnounced = false
        var isAway = false
        var number: Int64 = 0
    }

    private static let longestSilence = Duration.seconds(60)

    private let state = Mutex(State())
    private let health: StationHealth

    init(_ health: StationHealth) { self.health = health }

    /// Connects to the broker of a configuration, unless it is the present one.
    func connect(_ plan: FleetPlan?, name: String) {
        let old = state.withLock { state -> BrokerClient? in
            guard state.plan?.broker != plan?.broker || state.plan?.password != plan?.password || state.name != name
            else {
                return nil
            }
            defer { state = State() }
            return state.client
        }
        old?.cancel()
        guard let plan, state.withLock({ $0.client == nil }) else { return }
        do throws(BrokerClient.Unavailable) {
            let client = try BrokerClient(plan.broker, password: plan.password, authorities: plan.authorities)
            state.withLock { state in
                (state.plan, state.name, state.client) = (plan, name, client)
            }
        } catch {
            Console.note(VisibleText.escape(error.description))
        }
    }

    /// Publishes what has changed. Blocks for at most two seconds; for one thread.
    func tell() {
        let (now, current) = (health.now, health.current)
        let work = state.withLock {
            state -> (client: BrokerClient, plan: FleetPlan, messages: [Message], first: Int64)? in
            guard let client = state.client, let plan = state.plan else { return nil }
            var messages: [Message] = []
            if !state.hasAnnounced, plan.isForHomeAssistant {
                messages += HomeAssistant.messages(topic: plan.broker.topic, name: state.name).map {
                    .init($0.topic, $0.payload)
                }
            }
            if state.told.map({ !$0.isSame(as: current) }) ?? true || now - state.toldAt >= Self.longestSilence {
                messages.append(.init(plan.broker.topic + "/health", current.json(at: now).text))
            }
            guard !messages.isEmpty else { return nil }
            let first = state.number
            state.number += Int64(messages.count)
            return (client, plan, messages, first)
        }
        guard let work else { return }
        var failure: String?
        for (index, message) in work.messages.enumerated() where failure == nil {
            switch work.client.publish(
                Array(message.payload.utf8), number: work.first + Int64(index), limit: .seconds(2),
                topic: message.topic,
                isRetained: true)
            {
            case .taken: break
            case .away(let reason), .wrong(let reason): failure = reason
            case .cancelled: return
            }
        }
        let isNews = state.withLock { state in
            defer { state.isAway = failure != nil }
            if failure == nil { (state.told, state.toldAt, state.hasAnnounced) = (current, now, true) }
            return state.isAway != (failure != nil)
        }
        guard isNews else { return }
        let broker = VisibleText.escape(work.plan.broker.description)
        Console.note(
            failure.map { "\(broker): the station's health cannot be told: \(VisibleText.escape($0))" }
                ?? "\(broker): the station's health is told")
    }

    /// Disconnects: the broker shows the station as offline.
    func end() { state.withLock { $0 = State() } }

    private struct Message {
        var topic: String
        var payload: String

        init(_ topic: String, _ payload: String) {
            self.topic = topic
            self.payload = payload
        }
    }
}
