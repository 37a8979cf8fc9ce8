// SPDX-License-Identifier: Apache-2.0

internal import CGnuTLS
internal import Glibc

/// A certificate that a server shows, with its key: both as PEM, the form in which they are kept.
public struct ServerCertificate: Hashable, Sendable {
    public var certificate: String
    /// Whoever has it can pretend to be us.
    public var key: String

    /// What was kept, as it is; see `problem`.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// Why a certificate could not be made: the library's words.
    public struct Failure: Error, CustomStringConvertible {
        public var description: String
    }

    private static let day: Int64 = 86_400
    /// Safari takes none that is valid for longer than 825 days; a year is what public ones had for long.
    /// Source: https://support.apple.com/en-us/103769
    private static let lifetime = 397 * day
    /// A new one is made so long before the end, so that none expires while a studio runs for weeks.
    private static let reserve = 30 * day

    /// Makes one for these names, signed by itself: nobody vouches for it but the user who compares its fingerprint.
    ///
    /// - Parameter hosts: names, and IP addresses without brackets.
    public init(hosts: [String]) throws(Failure) {
        var certificate: UnsafeMutablePointer<CChar>?
        var key: UnsafeMutablePointer<CChar>?
        do throws(Library.Failure) {
            try Library.load()
            // The clocks of some phones are wrong.
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
            throw Failure(description: "there is no memory")
        }
        self.init(certificate: unsafe String(cString: certificate), key: unsafe String(cString: key))
    }

    /// Why a kept one does not do for these names, now; `nil` where it does.
    public func problem(hosts: [String]) -> String? {
        let names = hosts.compactMap { ServerName($0) }
        guard let facts = try? CertificateFacts(Array(certificate.utf8), asking: names),
            (try? CertificateFacts.keyID(ofKey: Array(key.utf8))) == facts.keyID
        else { return "it is damaged" }
        let now = Int64(time(nil))
        guard facts.validUntil > now + Self.reserve else { return "it ends soon" }
        guard facts.validFrom <= now else { return "it is not valid yet" }
        guard facts.names.isSuperset(of: names) else { return "this machine has other addresses now" }
        return nil
    }

    /// The SHA-256 of the certificate, as browsers show it: pairs of capitals; `nil` for what is none.
    public var fingerprint: String? {
        let bytes = try? CertificateFacts(Array(certificate.utf8)).fingerprint
        return bytes?.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
    }
}
