// SPDX-License-Identifier: Apache-2.0

internal import CGnuTLS
internal import Glibc

/// A server's certificate and its key, both PEM.
package struct ServerCertificate: Hashable, Sendable {
    package var certificate: String
    /// Secret: anybody who has it can pretend to be this server.
    package var key: String

    /// A stored certificate, not checked; see `problem`.
    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// Why a certificate could not be made: the library's message.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    private static let day: Int64 = 86_400
    /// Safari rejects certificates valid for longer than 825 days; for years, public ones were limited to about one
    /// year.
    /// Source: https://support.apple.com/en-us/103769
    private static let lifetime = 397 * day
    /// A certificate is renewed this long before it expires, so that it stays valid while a studio runs for weeks.
    private static let reserve = 30 * day

    /// Makes a self-signed certificate for these hosts. Users verify it by its fingerprint.
    ///
    /// - Parameter hosts: names, and IP addresses without brackets.
    package init(hosts: [String]) throws(Failure) {
        var certificate: UnsafeMutablePointer<CChar>?
        var key: UnsafeMutablePointer<CChar>?
        do throws(Library.Failure) {
            try Library.load()
            // One day earlier, as the clocks of some phones are slow.
            let start = Int64(time(nil)) - Self.day
            let code = unsafe ServerName.withForeign(hosts.compactMap { ServerName($0) }) { names in
                unsafe candela_gnutls_make(
                    "Candela studio", start, start + Self.lifetime, names.baseAddress, names.count, &certificate, &key)
            }
            try Library.check(code)
        } catch {
            throw Failure(description: error.words)
        }
        defer {
            unsafe free(certificate)
            unsafe free(key)
        }
        guard let certificate = unsafe certificate, let key = unsafe key else {
            throw Failure(description: "out of memory")
        }
        self.init(certificate: unsafe String(cString: certificate), key: unsafe String(cString: key))
    }

    /// Why a stored certificate cannot be used for these hosts now, as a clause; `nil` if it can.
    package func problem(hosts: [String]) -> String? {
        let names = hosts.compactMap { ServerName($0) }
        guard let facts = try? CertificateFacts(Array(certificate.utf8), asking: names),
            (try? CertificateFacts.keyID(ofKey: Array(key.utf8))) == facts.keyID
        else { return "the stored one is damaged" }
        let now = Int64(time(nil))
        guard facts.validUntil > now + Self.reserve else { return "the stored one expires soon" }
        guard facts.validFrom <= now else { return "the stored one is not valid yet" }
        guard facts.names.isSuperset(of: names) else { return "this machine's addresses have changed" }
        return nil
    }

    /// The SHA-256 of the certificate as browsers show it, in pairs of capital hex digits; `nil` if it is not valid
    /// PEM.
    package var fingerprint: String? {
        let bytes = try? CertificateFacts(Array(certificate.utf8)).fingerprint
        return bytes?.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
    }
}
