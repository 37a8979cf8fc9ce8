// SPDX-License-Identifier: Apache-2.0

internal import CMosquitto
import Glibc
internal import Output

/// A connection to a broker, kept alive and restored after losses by a thread of its own.
///
/// The status topic has the retained value "online" while this is connected, and "offline" after it left or was lost.
/// One thread at a time publishes or receives; any may cancel.
@safe package final class BrokerClient: @unchecked Sendable {
    /// The result of publishing a message.
    package enum Answer: Hashable, Sendable {
        /// The broker has acknowledged it (quality of service 1).
        case taken
        /// Not yet, with the reason.
        case away(String)
        /// It can never be published, with the reason.
        case wrong(String)
        case cancelled
    }

    /// Why publishing is not possible at all.
    package struct Unavailable: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    // Unchecked: the library's client has its own locks.
    private let client: OpaquePointer
    private let topic: String

    /// Starts to connect, and returns at once.
    ///
    /// - Parameters:
    ///   - authorities: for an encrypted connection, a file of PEM certificates to trust instead of the system's.
    ///   - longest: subscribes to the topic of the address, for messages of at most this many bytes, instead of publishing
    ///     to it. Then there is no status.
    package init(
        _ address: BrokerAddress, password: String?, authorities: String? = nil, subscribingTo longest: Int? = nil
    ) throws(Unavailable) {
        try Self.load()
        topic = address.topic
        let name = "candela-" + (0..<12).map { _ in String(UInt8.random(in: 0..<16), radix: 16) }.joined()
        var reason = [CChar](repeating: 0, count: 256)
        let client = unsafe Self.withCStrings(
            [
                address.host, name, address.user, password, authorities, longest == nil ? address.statusTopic : nil,
                longest == nil ? nil : address.topic,
            ]
        ) { texts in
            var options = unsafe candela_mqtt_options(
                host: texts[0]!, port: CInt(address.port), client: texts[1]!, user: texts[2], password: texts[3],
                is_encrypted: address.isEncrypted ? 1 : 0, authorities: texts[4], status_topic: texts[5],
                subscription: texts[6], longest: longest ?? 0)
            return unsafe candela_mqtt_open(&options, &reason, reason.count)
        }
        guard let client = unsafe client else {
            throw Unavailable(description: "cannot connect to \(address.host): \(CText.string(reason))")
        }
        unsafe self.client = client
    }

    /// Checks that libmosquitto can be loaded.
    package static func load() throws(Unavailable) {
        if let reason = unsafe candela_mqtt_load() {
            throw Unavailable(
                description: "cannot load libmosquitto: \(unsafe String(cString: reason)); install it "
                    + "(Debian: apt install libmosquitto1)")
        }
    }

    /// Disconnects. Does not wait for unacknowledged messages.
    deinit { unsafe candela_mqtt_close(client) }

    /// Publishes, and waits until the broker has acknowledged.
    ///
    /// - Parameters:
    ///   - number: the same as in the last call to try the same message again: then this waits for the copy on its way.
    ///   - topic: another topic than that of the address.
    ///   - isRetained: whether the broker keeps the message for later subscribers.
    package func publish(
        _ payload: [UInt8], number: Int64, limit: Duration, topic: String? = nil, isRetained: Bool = false
    ) -> Answer {
        var reason = [CChar](repeating: 0, count: 256)
        let milliseconds = Int64(limit / .milliseconds(1))
        let outcome = unsafe payload.withUnsafeBytes { payload in
            unsafe candela_mqtt_publish(
                client, number, topic ?? self.topic, payload.baseAddress ?? UnsafeRawPointer(client), payload.count,
                isRetained ? 1 : 0, CInt(clamping: milliseconds), &reason, reason.count)
        }
        switch outcome {
        case CANDELA_MQTT_TAKEN: return .taken
        case CANDELA_MQTT_WRONG: return .wrong(CText.string(reason))
        case CANDELA_MQTT_CANCELLED: return .cancelled
        default: return .away(CText.string(reason))
        }
    }

    /// The result of waiting for a message.
    package enum Received: Hashable, Sendable {
        case message([UInt8])
        case nothing
        /// There is no connection, with the reason.
        case away(String)
        /// A message was passed over, with the reason.
        case wrong(String)
        case cancelled
    }

    /// Waits for a message to the subscription that was not returned yet. Of several, only the newest is kept; after each
    /// connection, this is the one that the broker has retained.
    package func receive(limit: Duration) -> Received {
        var reason = [CChar](repeating: 0, count: 256)
        var payload: UnsafeMutableRawPointer?
        var count = 0
        let milliseconds = CInt(clamping: Int64(limit / .milliseconds(1)))
        let outcome = unsafe candela_mqtt_receive(client, milliseconds, &payload, &count, &reason, reason.count)
        defer { unsafe free(payload) }
        switch outcome {
        case CANDELA_MQTT_TAKEN: return unsafe .message(Array(UnsafeRawBufferPointer(start: payload, count: count)))
        case CANDELA_MQTT_WRONG: return .wrong(CText.string(reason))
        case CANDELA_MQTT_AWAY: return .away(CText.string(reason))
        case CANDELA_MQTT_CANCELLED: return .cancelled
        default: return .nothing
        }
    }

    /// Ends the waiting call, and all later ones, as cancelled. Thread-safe.
    package func cancel() { unsafe candela_mqtt_cancel(client) }

    private static func withCStrings<R>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> R) -> R {
        let copies = unsafe texts.map { text in unsafe text.flatMap { unsafe strdup($0) } }
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(copies.map { unsafe UnsafePointer($0) })
    }
}
