// SPDX-License-Identifier: Apache-2.0

internal import Delivery
internal import Output
package import Scanning
internal import Synchronization

/// A broker to which each scan is published as a JSON object.
package final class PublishTarget: HookTarget {
    private struct State {
        var client: BrokerClient?
        var failure: String?
        var isCancelled = false
    }

    package let name: String
    package let limit = Duration.seconds(10)
    private let address: BrokerAddress
    private let password: String?
    private let authorities: String?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - password: for the user in the address; ignored if the address has none.
    ///   - authorities: for mqtts, a file of PEM certificates to trust instead of the system's.
    package init(_ address: String, password: String? = nil, authorities: String? = nil) throws(HookError) {
        do throws(BrokerAddress.Malformed) {
            self.address = try BrokerAddress(address)
        } catch {
            // Without the part before the host: it may be a password.
            let shown = address.lastIndex(of: "@").map { "…" + address[$0...] } ?? address
            throw HookError("cannot publish to \(shown): \(error.description)")
        }
        do throws(BrokerClient.Unavailable) {
            try BrokerClient.load()
        } catch {
            throw HookError("cannot use --publish: \(error.description)")
        }
        name = "publish \(self.address.description)"
        self.password = self.address.user == nil ? nil : password
        self.authorities = authorities
    }

    /// Connects, so that the broker shows this publisher as online.
    package func begin() {
        do throws(BrokerClient.Unavailable) {
            let client = try BrokerClient(address, password: password, authorities: authorities)
            let isCancelled = state.withLock { state in
                state.client = client
                return state.isCancelled
            }
            if isCancelled { client.cancel() }
        } catch {
            state.withLock { $0.failure = error.description }
        }
    }

    package func send(_ message: HookMessage) -> HookAnswer {
        let (client, failure) = state.withLock { ($0.client, $0.failure) }
        guard let client else { return .refused(failure ?? "the connection was not started") }
        let answer = client.publish(Array(message.scan.json.text.utf8), number: message.number, limit: limit)
        switch answer {
        case .taken: return .accepted
        case .away(let reason): return .later(reason)
        case .wrong(let reason): return .refused(reason)
        case .cancelled: return .cancelled
        }
    }

    package func cancel() {
        let client = state.withLock { state in
            state.isCancelled = true
            return state.client
        }
        client?.cancel()
    }

    /// Disconnects from the broker.
    package func end() { _ = state.withLock { $0.client.take() } }

    package func preview(_ scan: ScanEvent.Scan) -> HookPreview {
        HookPreview("PUBLISH \(address.description) \(scan.json.text)")
    }
}
