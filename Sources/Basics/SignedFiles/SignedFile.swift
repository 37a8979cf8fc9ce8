// SPDX-License-Identifier: Apache-2.0

internal import CSodium
internal import Output

/// A file with the signature of minisign before it: the four lines of `FILE.minisig`, and then the bytes of `FILE`.
///
///     minisign -S -s secret.key -m station.toml
///     cat station.toml.minisig station.toml > station.signed
///
/// Both in one, so that nobody gets a file with the signature of another.
/// See: <https://jedisct1.github.io/minisign/>, "Signature format".
package struct SignedFile: Hashable, Sendable {
    /// What was signed.
    package let content: [UInt8]
    /// When it was signed, by the clock of the machine that did: seconds since 1970. Part of what is signed.
    package let time: Int64

    /// Why a file is not taken. Contains text of the file: escape it before showing it.
    package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Takes it apart, and verifies both signatures: of the content, and of the comment with the time.
    ///
    /// - Throws: if anything is not as the owner of the key made it, and if libsodium is not installed.
    package init(_ bytes: [UInt8], by key: SigningKey) throws(Refusal) {
        try Self.load()
        // The first line is a comment that nobody signed.
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 4, omittingEmptySubsequences: false)
        let lines = parts.prefix(4).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 5, lines[0].hasPrefix("untrusted comment:"), lines[2].hasPrefix(Self.comment),
            let signature = base64Bytes(lines[1]), signature.count == 74,
            let second = base64Bytes(lines[3]), second.count == 64
        else {
            throw Refusal(description: "it does not begin with a signature of minisign: four lines, and then the file")
        }
        content = Array(parts[4])
        let isHashed: Bool
        switch Array(signature[..<2]) {
        case SigningKey.algorithm: isHashed = false
        case Array("ED".utf8): isHashed = true
        default: throw Refusal(description: "its signature is of a kind that is not known here")
        }
        guard Array(signature[2..<10]) == key.number else {
            throw Refusal(description: "it was signed with another key than \(key)")
        }
        let first = Array(signature[10...])
        let trusted = Array(parts[2].dropFirst(Self.comment.utf8.count))
        guard Self.isMade(first, of: isHashed ? Self.hash(content) : content, by: key),
            Self.isMade(second, of: first + trusted, by: key)
        else { throw Refusal(description: "its signature is not valid: it was changed after it was signed") }
        // minisign's usual comment begins with the time.
        let words = String(decoding: trusted, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard let time = words.lazy.compactMap({ Self.time($0) }).first else {
            throw Refusal(description: "its trusted comment has no timestamp, so an old file could pass for a new one")
        }
        self.time = time
    }

    /// Checks that libsodium can be loaded.
    package static func load() throws(Refusal) {
        guard let reason = unsafe candela_sodium_load() else { return }
        throw Refusal(
            description:
                "cannot load libsodium: \(unsafe String(cString: reason)); install it (Debian: apt install libsodium23)"
        )
    }

    private static let comment = "trusted comment: "

    private static func time(_ word: Substring) -> Int64? {
        let begin = "timestamp:"
        guard word.hasPrefix(begin), let time = Int64(word.dropFirst(begin.count)), time >= 0 else { return nil }
        return time
    }

    private static func isMade(_ signature: [UInt8], of message: [UInt8], by key: SigningKey) -> Bool {
        unsafe candela_ed25519_verify(signature, message, message.count, key.bytes)
    }

    private static func hash(_ message: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: Int(CANDELA_BLAKE2B_HASH))
        unsafe candela_blake2b(message, message.count, &hash)
        return hash
    }
}
