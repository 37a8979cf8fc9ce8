// SPDX-License-Identifier: Apache-2.0

internal import Output

/// The public key of minisign, by which a signature is checked.
///
/// Written as minisign prints it: 56 characters of Base64, which begin with RW.
/// See: <https://jedisct1.github.io/minisign/>, "Public key format".
package struct SigningKey: Hashable, Sendable, CustomStringConvertible {
    /// Tells keys apart; chosen at random when the key was made. Eight bytes.
    let number: [UInt8]
    /// Of Ed25519, 32 bytes.
    let bytes: [UInt8]
    package let description: String

    /// The bytes of a key and of a signature begin with the name of the algorithm.
    static let algorithm = Array("Ed".utf8)

    /// `nil` if the text is no key.
    package init?(_ text: String) {
        guard let all = base64Bytes(text), all.count == 42, Array(all[..<2]) == Self.algorithm else { return nil }
        number = Array(all[2..<10])
        bytes = Array(all[10...])
        description = text
    }
}
