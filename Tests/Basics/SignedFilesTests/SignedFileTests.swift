// SPDX-License-Identifier: Apache-2.0

import SignedFiles
import Testing

/// The signatures were made by minisign 0.11, with a key that exists nowhere else.
@Suite("Signed files")
struct SignedFileTests {
    @Test("what minisign signed is taken, in both of its ways", arguments: [true, false])
    func taken(isHashed: Bool) throws {
        let file = try SignedFile(isHashed ? Examples.hashed : Examples.legacy, by: Examples.key)
        #expect(String(decoding: file.content, as: UTF8.self) == Examples.content)
        #expect(file.time == (isHashed ? Examples.hashedTime : Examples.legacyTime))
    }

    @Test("a file may be empty, and may hold any bytes")
    func anyBytes() throws {
        #expect(try SignedFile(Examples.empty, by: Examples.key).content == [])
        #expect(try SignedFile(Examples.binary, by: Examples.key).content == [0, 255, 10, 13, 10, 0])
    }

    @Test("each changed byte is noticed, but for those that nobody signed")
    func changed() throws {
        let bytes = Examples.hashed
        let firstLine = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            if (18..<firstLine).contains(index) {
                #expect(throws: Never.self) { try SignedFile(other, by: Examples.key) }
            } else {
                #expect(throws: SignedFile.Refusal.self, "byte \(index)") { try SignedFile(other, by: Examples.key) }
            }
        }
        for count in [0, 1, 50, 200, bytes.count - 1] {
            #expect(throws: SignedFile.Refusal.self) { try SignedFile(Array(bytes.prefix(count)), by: Examples.key) }
        }
        #expect(throws: SignedFile.Refusal.self) { try SignedFile(bytes + [0], by: Examples.key) }
    }

    @Test("another key is named")
    func otherKey() {
        let error = #expect(throws: SignedFile.Refusal.self) { try SignedFile(Examples.hashed, by: Examples.otherKey) }
        #expect(error?.description.contains(Examples.otherKey.description) == true)
    }

    @Test("without a signed time, an old file could come again")
    func untimed() {
        let error = #expect(throws: SignedFile.Refusal.self) { try SignedFile(Examples.untimed, by: Examples.key) }
        #expect(error?.description.contains("timestamp") == true)
    }

    @Test(
        "no key",
        arguments: [
            "", "RW", "RWRVfe8KfDN0", "hello", "RWRVfe8KfDN0ARpnJV5DEb+WuSnXIrEOeRDsST8hlJNjisvOO/NWqR1",
            "EDRVfe8KfDN0ARpnJV5DEb+WuSnXIrEOeRDsST8hlJNjisvOO/NWqR1c",
        ])
    func noKey(text: String) { #expect(SigningKey(text) == nil) }
}
