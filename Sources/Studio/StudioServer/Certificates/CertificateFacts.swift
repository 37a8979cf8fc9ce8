// SPDX-License-Identifier: Apache-2.0

internal import CGnuTLS

/// The contents of the first certificate in a PEM text.
struct CertificateFacts {
    /// Seconds since 1970.
    var validFrom: Int64
    var validUntil: Int64
    /// SHA-256 of the certificate.
    var fingerprint: [UInt8]
    /// SHA-256 of its public key.
    var keyID: [UInt8]
    /// Of the requested names, those that the certificate covers.
    var names: Set<ServerName>

    init(_ pem: [UInt8], asking names: [ServerName] = []) throws(Library.Failure) {
        try Library.load()
        var facts = candela_gnutls_facts()
        var has = [Bool](repeating: false, count: names.count)
        let code = unsafe ServerName.withForeign(names) { foreign in
            unsafe has.withUnsafeMutableBufferPointer { has in
                unsafe pem.withUnsafeBufferPointer { pem in
                    guard let bytes = pem.baseAddress else { return CInt(-1) }
                    return unsafe candela_gnutls_read(
                        bytes, pem.count, &facts, foreign.baseAddress, foreign.count, has.baseAddress)
                }
            }
        }
        try Library.check(code)
        validFrom = facts.valid_from
        validUntil = facts.valid_until
        fingerprint = unsafe withUnsafeBytes(of: facts.fingerprint) { unsafe Array($0) }
        keyID = unsafe withUnsafeBytes(of: facts.key_id) { unsafe Array($0) }
        self.names = Set(zip(names, has).filter { $0.1 }.map { $0.0 })
    }

    /// SHA-256 of the public key that belongs to a private key.
    static func keyID(ofKey pem: [UInt8]) throws(Library.Failure) -> [UInt8] {
        try Library.load()
        return try unsafe Library.digest { id in
            unsafe pem.withUnsafeBufferPointer { pem in
                unsafe pem.baseAddress.map { unsafe candela_gnutls_read_key($0, pem.count, id) } ?? -1
            }
        }
    }
}
