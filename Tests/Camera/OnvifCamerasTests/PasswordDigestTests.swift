// SPDX-License-Identifier: Apache-2.0

import OnvifCameras
import Testing

@Suite("The digest of a password")
struct PasswordDigestTests {
    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(
        "SHA-1 of the messages of RFC 3174 and FIPS 180",
        arguments: [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
            (String(repeating: "01234567", count: 80), "dea356a2cddd90c7a7ecedc5ebb563934f460452"),
            (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
        ])
    func sha1(message: String, digest: String) { #expect(hex(SHA1.digest(Array(message.utf8))) == digest) }

    /// The example of the ONVIF Application Programmer's Guide 1.0, section 6.1.1.3.
    @Test("the example of ONVIF's guide for programmers")
    func example() {
        let nonce: [UInt8] = [44, 170, 136, 232, 111, 192, 138, 66, 130, 66, 179, 116, 206, 166, 69, 150]
        let digest = PasswordDigest(password: "userpassword", nonce: nonce, created: "2010-09-16T07:50:45Z")
        #expect(digest.nonce == "LKqI6G/AikKCQrN0zqZFlg==" && digest.digest == "tuOSpGlFlIXsozq4HFNeeGeFLEI=")
    }
}
