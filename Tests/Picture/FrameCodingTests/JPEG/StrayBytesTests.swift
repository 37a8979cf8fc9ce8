// SPDX-License-Identifier: Apache-2.0

import Foundation
import FrameCoding
import Frames
import Testing

/// Cameras such as Logitech's C270 and C920 leave stray bytes before restart markers. libjpeg warns and decodes every pixel.
///
/// The frame is by libjpeg-turbo's own program: `cjpeg -grayscale -restart 8B -quality 40`, 64x48.
@Suite("JPEG frames with stray bytes")
struct StrayBytesTests {
    private static let text = """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCN
        l4x9lnN+gXz/wAALCAAwAEABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQR
        BRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4
        eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/90ABAAI
        /9oACAEBAAA/ANGxkCqM0+8lDIa5i9jLOcUWURVxmumspQqDNJfSBkOK5i8iLOaksYyrDNf/0Gm58rjNAuvM4zTxbebzig2vlc4phuvL4zQL
        nzeM1ILXzOcUht/K5xX/0cy/cq5xTLKQs4zXVWKBkGaL5AqHFcteuVc4p1g5ZxmupsowyDNR36BUOK//0qN3CZGNNtYCjA4rftJwigZoupw6
        kZrAuoC7E4pbSEowOK37acIoGaZeTCRTX//Tnht/NGcUstt5Yzis+W58s4zRFc+YcZrQitvMGcUk1v5QziqEt15ZxmlhuPNOM1//1NPTwNgz
        Ul8BsOK5O/J3nFJYE7xmussQNgzTdQA2HFcnek7zipdPJ3jNf//Z
        """

    private func frame() throws -> [UInt8] {
        let data = try #require(Data(base64Encoded: Self.text, options: .ignoreUnknownCharacters))
        return Array(data)
    }

    /// The offsets of the restart markers.
    private func restarts(_ frame: [UInt8]) -> [Int] {
        frame.indices.dropLast().filter { frame[$0] == 0xff && (0xd0...0xd7).contains(frame[$0 + 1]) }
    }

    private func untidy() throws -> [UInt8] {
        var frame = try frame()
        for offset in restarts(frame).reversed() { frame.insert(contentsOf: [0x00, 0x55, 0x11], at: offset) }
        return frame
    }

    @Test("stray bytes before restart markers are no damage: every pixel is the same")
    func harmless() throws {
        let decoder = try MotionJPEGDecoder()
        let clean = try decoder.decode(try frame())
        #expect(clean.damage == nil)
        let untidy = try decoder.decode(try untidy())
        #expect(untidy.damage == nil)
        #expect(untidy.luma.pixels == clean.luma.pixels)
        // A buffer is longer than its frame.
        #expect(try decoder.decode(try self.untidy() + [0, 0, 0, 0x12]).damage == nil)
    }

    @Test("truncated after stray bytes, it is damaged")
    func truncated() throws {
        let frame = try untidy()
        #expect(try MotionJPEGDecoder().decode(Array(frame.dropLast(40))).damage != nil)
        // Without an end, but whole: libjpeg inserts one.
        #expect(try MotionJPEGDecoder().decode(Array(frame.dropLast(2))).damage != nil)
    }

    @Test("a missing interval is damage, whatever the first warning says")
    func gap() throws {
        let frame = try untidy()
        let places = restarts(frame)
        try #require(places.count == 5)
        #expect(try MotionJPEGDecoder().decode(Array(frame[..<places[1]] + frame[places[3]...])).damage != nil)
    }
}
