// SPDX-License-Identifier: Apache-2.0

/// A server's certificate and key, checked: both are readable and belong together.
package struct TransportSecurity: Sendable {
    /// PEM: the server's certificate first, then the chain of issuers.
    package let certificates: String
    /// PEM, not encrypted.
    package let key: String

    /// Why they cannot be used: which of them, and a reason.
    package enum Failure: Error {
        case certificate(reason: String)
        case key(reason: String)
        /// Both are valid, but do not belong together.
        case pair
        /// The library that reads them cannot be loaded.
        case library(reason: String)
    }

    package init(certificates: [UInt8], key: [UInt8]) throws(Failure) {
        do throws(Library.Failure) { try Library.load() } catch { throw .library(reason: error.words) }
        guard let facts = try? CertificateFacts(certificates),
            let text = String(validating: certificates, as: UTF8.self)
        else { throw .certificate(reason: "it contains no PEM certificate") }
        guard let id = try? CertificateFacts.keyID(ofKey: key), let secret = String(validating: key, as: UTF8.self)
        else { throw .key(reason: "it contains no PEM key, or the key has a password") }
        guard id == facts.keyID else { throw .pair }
        (self.certificates, self.key) = (text, secret)
    }
}
