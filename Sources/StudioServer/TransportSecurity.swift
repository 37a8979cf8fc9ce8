// SPDX-License-Identifier: Apache-2.0

internal import HummingbirdCore
internal import HummingbirdTLS
internal import NIOSSL

/// The certificate a server shows, and its key.
public struct TransportSecurity: Sendable {
    private let configuration: TLSConfiguration

    /// Why they do not do: which of them, and a reason.
    public enum Failure: Error {
        case certificate(reason: String)
        case key(reason: String)
        /// Each is right, and they do not belong together.
        case pair
    }

    /// - Parameters:
    ///   - certificates: as PEM; the server's own first, then those that lead to one that is known.
    ///   - key: as PEM, without a password.
    public init(certificates: [UInt8], key: [UInt8]) throws(Failure) {
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMBytes(certificates)
        } catch {
            throw .certificate(reason: "it holds no certificate as PEM")
        }
        guard !chain.isEmpty else { throw .certificate(reason: "it holds no certificate as PEM") }
        let secret: NIOSSLPrivateKey
        do {
            secret = try NIOSSLPrivateKey(bytes: key, format: .pem)
        } catch {
            throw .key(reason: "it holds no key as PEM, or one with a password")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(secret))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        self.configuration = configuration
        // A connection would find out, and nobody would be told.
        do {
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw .pair
        }
    }

    func wrap(_ server: HTTPServerBuilder) throws(StudioServer.Failure) -> HTTPServerBuilder {
        do {
            return try .tls(server, tlsConfiguration: configuration)
        } catch {
            throw StudioServer.Failure(description: "cannot serve by TLS: \(error)")
        }
    }
}
