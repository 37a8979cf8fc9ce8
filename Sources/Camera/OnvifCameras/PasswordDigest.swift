// SPDX-License-Identifier: Apache-2.0

internal import Output

/// The digest of a password for one request: the Web Services Security UsernameToken profile 1.1, section 3.1, as ONVIF wants it.
package struct PasswordDigest: Hashable {
    /// Base64.
    package let nonce: String
    /// In the camera's time: `2026-11-21T03:00:00.000Z`.
    package let created: String
    /// Base64 of SHA-1 of nonce, time and password.
    package let digest: String

    package init(password: String, nonce: [UInt8], created: String) {
        self.nonce = base64(nonce)
        self.created = created
        digest = base64(SHA1.digest(nonce + Array(created.utf8) + Array(password.utf8)))
    }
}

/// SHA-1 as in RFC 3174. It is here because ONVIF prescribes it, and for nothing else.
package enum SHA1 {
    package static func digest(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (64 - (padded.count + 8) % 64) % 64)
        let bits = UInt64(message.count) * 8
        padded += (0..<8).reversed().map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
        for start in stride(from: 0, to: padded.count, by: 64) { add(padded[start..<start + 64], to: &state) }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let (choice, constant): (UInt32, UInt32) =
                switch index {
                case ..<20: (b & c | ~b & d, 0x5a82_7999)
                case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
                case ..<60: (b & c | b & d | c & d, 0x8f1b_bcdc)
                default: (b ^ c ^ d, 0xca62_c1d6)
                }
            (a, b, c, d, e) = (rotated(a, 5) &+ choice &+ e &+ constant &+ word, a, rotated(b, 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
