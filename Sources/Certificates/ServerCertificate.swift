// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import FoundationEssentials
internal import SwiftASN1
internal import X509

/// A certificate a server shows, with its key: both as PEM, the form in which they are kept.
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

    /// Safari takes none that is valid for longer than 825 days; a year is what public ones had for long.
    /// Source: https://support.apple.com/en-us/103769
    private static let lifetime = Duration.seconds(397 * 86_400)
    /// Anew so long before the end, so that none ends on a studio that runs for weeks.
    private static let reserve = Duration.seconds(30 * 86_400)

    /// Makes one for these names, signed by itself: nobody vouches for it but whoever compares its fingerprint.
    ///
    /// - Parameter hosts: names, and IP addresses without brackets.
    public init(hosts: [String]) throws(Failure) {
        do {
            let key = P256.Signing.PrivateKey()
            let name = try DistinguishedName { CommonName("Candela studio") }
            let names = hosts.compactMap(Self.name)
            let now = Date.now
            let certificate = try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
                // The clocks of phones are not all right.
                notValidBefore: now.addingTimeInterval(-86_400),
                notValidAfter: now.addingTimeInterval(Double(Self.lifetime.components.seconds) - 86_400), issuer: name,
                subject: name,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    Critical(KeyUsage(digitalSignature: true))
                    try ExtendedKeyUsage([.serverAuth])
                    SubjectAlternativeNames(names)
                }, issuerPrivateKey: .init(key))
            self.init(certificate: try certificate.serializeAsPEM().pemString, key: key.pemRepresentation)
        } catch {
            throw Failure(description: "\(error)")
        }
    }

    /// Why a kept one does not do for these names, now; `nil` where it does.
    public func problem(hosts: [String]) -> String? {
        guard let parsed = try? Certificate(pemEncoded: certificate),
            (try? P256.Signing.PrivateKey(pemRepresentation: key)) != nil
        else { return "it is damaged" }
        guard parsed.notValidAfter > Date.now.addingTimeInterval(Double(Self.reserve.components.seconds)) else {
            return "it ends soon"
        }
        guard parsed.notValidBefore <= Date.now else { return "it is not valid yet" }
        let known = (try? parsed.extensions.subjectAlternativeNames).map { Set($0) } ?? []
        guard known.isSuperset(of: hosts.compactMap(Self.name)) else { return "this machine has other addresses now" }
        return nil
    }

    /// The SHA-256 of the certificate, as browsers show it: pairs of capitals; `nil` for what is none.
    public var fingerprint: String? {
        guard let document = try? PEMDocument(pemString: certificate) else { return nil }
        return SHA256.hash(data: document.derBytes)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
    }

    private static func name(_ host: String) -> GeneralName? {
        if let bytes = addressBytes(host) { return .ipAddress(ASN1OctetString(contentBytes: bytes[...])) }
        // What is no name cannot be in a certificate, nor can a browser ask for it.
        guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            return nil
        }
        return .dnsName(host)
    }
}
