// SPDX-License-Identifier: Apache-2.0

internal import CMosquitto
import Glibc

/// A connection to a broker, kept alive by a thread of its own and made anew after each loss.
///
/// The broker keeps "online" at the address's status topic while this is connected, and "offline" when it left or was lost.
/// One thread at a time publishes; any may cancel.
@safe public final class BrokerClient: @unchecked Sendable {
    /// What became of a message.
    public enum Answer: Hashable, Sendable {
        /// The broker has taken charge of it (quality of service 1).
        case taken
        /// Not yet, and why.
        case away(String)
        /// It can never be published so.
        case wrong(String)
        case cancelled
    }

    /// Why nothing can be published at all.
    public struct Unavailable: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    // Unchecked: the library's client locks by itself.
    private let client: OpaquePointer
    private let topic: String

    /// Begins to connect, and returns at once.
    ///
    /// - Parameter authorities: a file of PEM certificates to believe instead of the system's, for an encrypted connection.
    public init(_ address: BrokerAddress, password: String?, authorities: String? = nil) throws(Unavailable) {
        try Self.load()
        topic = address.topic
        let name = "candela-" + (0..<12).map { _ in String(UInt8.random(in: 0..<16), radix: 16) }.joined()
        var reason = [CChar](repeating: 0, count: 256)
        let client = unsafe Self.withCStrings(
            [address.host, name, address.user, password, authorities, address.statusTopic]
        ) { texts in
            var options = unsafe candela_mqtt_options(
                host: texts[0]!, port: CInt(address.port), client: texts[1]!, user: texts[2], password: texts[3],
                is_encrypted: address.isEncrypted ? 1 : 0, authorities: texts[4], status_topic: texts[5]!)
            return unsafe candela_mqtt_open(&options, &reason, reason.count)
        }
        guard let client = unsafe client else {
            throw Unavailable(description: "cannot connect to \(address.host): \(Self.text(reason))")
        }
        unsafe self.client = client
    }

    /// Whether libmosquitto is there.
    public static func load() throws(Unavailable) {
        if let reason = unsafe candela_mqtt_load() {
            throw Unavailable(
                description: "cannot load libmosquitto: \(unsafe String(cString: reason)); install it "
                    + "(Debian: apt install libmosquitto1)")
        }
    }

    /// Tells the broker that it leaves. What was published and not acknowledged is not waited for.
    deinit { unsafe candela_mqtt_close(client) }

    /// Publishes, and waits until the broker has taken it.
    ///
    /// - Parameter number: the same as in the last call for the same message again: what is on its way is waited for.
    public func publish(_ payload: [UInt8], number: Int64, limit: Duration) -> Answer {
        var reason = [CChar](repeating: 0, count: 256)
        let milliseconds = Int64(limit / .milliseconds(1))
        let outcome = unsafe payload.withUnsafeBytes { payload in
            unsafe candela_mqtt_publish(
                client, number, topic, payload.baseAddress ?? UnsafeRawPointer(client), payload.count,
                CInt(clamping: milliseconds), &reason, reason.count)
        }
        switch outcome {
        case CANDELA_MQTT_TAKEN: return .taken
        case CANDELA_MQTT_WRONG: return .wrong(Self.text(reason))
        case CANDELA_MQTT_CANCELLED: return .cancelled
        default: return .away(Self.text(reason))
        }
    }

    /// Has the call that waits, and every later one, end as cancelled. From any thread.
    public func cancel() { unsafe candela_mqtt_cancel(client) }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func withCStrings<R>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> R) -> R {
        let copies = unsafe texts.map { text in unsafe text.flatMap { unsafe strdup($0) } }
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(copies.map { unsafe UnsafePointer($0) })
    }
}
