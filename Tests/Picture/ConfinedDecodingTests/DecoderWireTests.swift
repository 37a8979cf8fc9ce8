// SPDX-License-Identifier: Apache-2.0

import ConfinedDecoding
import FrameCoding
import Frames
import Pictures
import Testing

@Suite("a decoder's packets")
struct DecoderWireTests {
    private static let facts = DecoderAnswer.Facts(
        size: FrameSize(width: 1200, height: 1600), orientation: .rightTop,
        damage: PictureDamage(isTruncation: true, decodedRows: 7, reason: "zu früh"),
        transparency: PictureTransparency(share: 0.25, contrastWithout: 255))

    private static let answers: [DecoderAnswer] = [
        .ready(unconfined: nil, refusal: nil), .ready(unconfined: "it could not", refusal: nil),
        .ready(unconfined: nil, refusal: .notCamera), .ready(unconfined: nil, refusal: .libraryMissing(reason: "gone")),
        .picture(facts, isPending: true),
        .picture(
            .init(
                size: FrameSize(width: 1, height: 1), orientation: .topLeft,
                damage: PictureDamage(isTruncation: false, decodedRows: nil, reason: ""), transparency: nil),
            isPending: false),
        .noPicture(.tooLarge, "cannot decode a\u{1b}b: no"), .noPicture(.damaged, ""),
        .frame(FrameSize(width: 1920, height: 1080), damage: nil), .frame(FrameSize(width: 8, height: 8), damage: "x"),
        .noFrame(.notJPEG), .noFrame(.tooLarge(FrameSize(width: 65535, height: 65535), maximumPixels: 7)),
        .noFrame(.sizeMismatch(expected: FrameSize(width: 1, height: 2), got: FrameSize(width: 3, height: 4))),
        .noFrame(.libraryMissing(reason: "a")), .noFrame(.undecodable(reason: "b")), .converted,
        .notConverted(.undecodable(reason: "c")), .notConverted(.impossibleSize), .blind("cannot map"),
    ]
    private static let requests: [DecoderRequest] = [
        .picture(.init(room: 1 << 20, count: 1 << 31), name: "a/ä.png", maximumPixels: 1 << 28, plane: nil),
        .write(room: 1 << 28),
        .picture(.init(room: 0, count: 1), name: "", maximumPixels: 1, plane: .blue),
        .frame(.init(room: 0, count: 1), expected: nil),
        .frame(.init(room: 9, count: 0), expected: FrameSize(width: 640, height: 480)),
        .convert(.init(room: 5, count: 6)),
    ]

    @Test("are received as they were sent")
    func roundTrip() {
        for answer in Self.answers { #expect(DecoderAnswer(answer.bytes[...]) == answer) }
        for request in Self.requests { #expect(DecoderRequest(request.bytes[...]) == request) }
    }

    @Test("are invalid if truncated or too long")
    func broken() {
        for bytes in Self.answers.map(\.bytes) {
            for count in 0..<bytes.count { #expect(DecoderAnswer(bytes[..<count]) == nil) }
            #expect(DecoderAnswer((bytes + [0])[...]) == nil)
        }
        for bytes in Self.requests.map(\.bytes) {
            for count in 0..<bytes.count { #expect(DecoderRequest(bytes[..<count]) == nil) }
            #expect(DecoderRequest((bytes + [0])[...]) == nil)
        }
    }

    @Test("a long sentence is cut, so that its packet can be sent")
    func long() throws {
        let words = String(repeating: "ä", count: 100_000)
        guard case .blind(let text)? = DecoderAnswer(DecoderAnswer.blind(words).bytes[...]) else {
            Issue.record("a packet that says it is invalid")
            return
        }
        #expect(text.utf8.count <= 16 << 10 && text.hasPrefix("ääää"))
    }

    @Test("a compromised decoder can only say what is possible")
    func hostile() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var bytes = DecoderAnswer.picture(Self.facts, isPending: false).bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            guard case .picture(let facts, _)? = DecoderAnswer(bytes[...]) else { continue }
            #expect(facts.size.width > 0 && facts.size.height > 0)
            #expect(!facts.size.width.multipliedReportingOverflow(by: facts.size.height).overflow)
            if let rows = facts.damage?.decodedRows { #expect((0...facts.storedSize.height).contains(rows)) }
            if let transparency = facts.transparency { #expect((0...1).contains(transparency.share)) }
        }
    }
}
