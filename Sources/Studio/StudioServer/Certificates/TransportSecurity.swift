// SPDX-License-Identifier: Apache-2.0

/// The certificate that a server shows, and its key, checked: they can be read and belong together.
public struct TransportSecurity: Sendable {
    /// As PEM; the server's own first, then those that lead to one that is known.
    package let certificates: String
    /// As PEM, without a password.
    package let key: String

    /// Why they do not do: which of them, and a reason.
    public enum Failure: Error {
        case certificate(reason: String)
        case key(reason: String)
        /// Each is right, and they do not belong together.
        case pair
        /// The library that reads them cannot be loaded.
        case library(reason: String)
    }

    public init(certificates: [UInt8], key: [UInt8]) throws(Failure) {
        do throws(Library.Failure) { try Library.load() } catch { throw .library(reason: error.words) }
        guard let facts = try? CertificateFacts(certificates),
            let text = String(validating: certificates, as: UTF8.self)
        else { throw .certificate(reason: "it holds no certificate as PEM") }
        guard let id = try? CertificateFacts.keyID(ofKey: key), let secret = String(validating: key, as: UTF8.self)
        else { throw .key(reason: "it holds no key as PEM, or one with a password") }
        guard id == facts.keyID else { throw .pair }
        (self.certificates, self.key) = (text, secret)
    }
}
