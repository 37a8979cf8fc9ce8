// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import Scanning
import Testing

@Suite("Which reads are accepted")
struct ReadingVotesTests {
    private let plainZXing = ReadingStep(.none, .zxing, [], pixelLimit: 1)
    private let plainZBar = ReadingStep(.none, .zbar, [], pixelLimit: 1)
    private let turned = ReadingStep(.rotated(degrees: 22), .zbar, [], pixelLimit: 1)
    private let sharpened = ReadingStep(.sharpened(sigma: 3), .zbar, [], pixelLimit: 1)
    private let doubled = ReadingStep(.doubled, .zxing, [], pixelLimit: 1)

    private func code(_ symbology: Symbology, _ text: String, x: Double = 0, lines: Int? = 5) -> Barcode {
        let place = Quadrilateral(
            topLeft: PixelPoint(x: x, y: 0), topRight: PixelPoint(x: x + 100, y: 0),
            bottomRight: PixelPoint(x: x + 100, y: 40), bottomLeft: PixelPoint(x: x, y: 40))
        return Barcode(symbology: symbology, bytes: Array(text.utf8), corners: place, reader: "test", quality: lines)
    }

    private func texts(_ votes: ReadingVotes, in picture: Int = 0) -> [String?] {
        votes.accepted(in: picture).map(\.text)
    }

    @Test("a matrix code is accepted at once")
    func matrix() {
        var votes = ReadingVotes()
        votes.add([code(.qr, "A")], by: doubled, picture: 0)
        #expect(texts(votes) == ["A"])
    }

    @Test("our own reader's short ITF is accepted if it fills the picture")
    func filling() {
        let own = ReadingStep(.none, .linear, [], pixelLimit: 1)
        for (size, believed) in [
            (FrameSize(width: 106, height: 46), ["1515"]), (FrameSize(width: 200, height: 46), []),
            (FrameSize(width: 106, height: 100), []),
        ] {
            var votes = ReadingVotes(size: size)
            votes.add([code(.itf, "1515", lines: 9)], by: own, picture: 0)
            #expect(texts(votes) == believed)
        }
    }

    @Test("how sure a linear code is: by its check, by independent readers, by lines; a matrix code has no such figure")
    func confidence() {
        func confidence(
            _ symbology: Symbology, _ text: String, lines: Int? = 5, _ steps: [ReadingStep]
        ) -> ReadConfidence? {
            var votes = ReadingVotes()
            for step in steps {
                var read = code(symbology, text, lines: lines)
                read.reader = step.engine == .zbar ? "zbar" : "zxing"
                votes.add([read], by: step, picture: 0)
            }
            return votes.accepted(in: 0).first?.confidence
        }
        #expect(confidence(.qr, "A", [plainZXing]) == nil)
        #expect(confidence(.code128, "A", [plainZXing]) == .high)
        #expect(confidence(.ean13, "4006381333931", [plainZXing]) == .medium)
        #expect(confidence(.ean13, "4006381333931", lines: 20, [plainZBar]) == .high)
        #expect(confidence(.ean13, "4006381333931", [plainZBar, plainZXing]) == .high)
        #expect(confidence(.code39, "CANDELA", [plainZXing]) == .low)
        #expect(confidence(.code39, "CANDELA", [plainZXing, doubled]) == .medium)
        #expect(confidence(.code39, "CANDELA", [plainZXing, plainZBar]) == .high)
        #expect(confidence(.itf, "00012345678905", [plainZXing]) == .medium, "a GTIN has a check digit")
    }

    @Test("an EAN-13 of few lines waits for a second step")
    func weak() {
        var votes = ReadingVotes()
        votes.add([code(.ean13, "4006381333931", lines: 5)], by: plainZBar, picture: 0)
        #expect(texts(votes) == [])
        votes.add([code(.ean13, "4006381333931", lines: 5)], by: sharpened, picture: 0)
        #expect(texts(votes) == ["4006381333931"])
    }

    @Test("an EAN-13 of many lines does not wait")
    func strong() {
        var votes = ReadingVotes()
        votes.add([code(.ean13, "4006381333931", lines: 20)], by: plainZBar, picture: 0)
        #expect(texts(votes) == ["4006381333931"])
    }

    @Test("a code that one step reads twice at one place counts once")
    func twiceInOneStep() {
        var votes = ReadingVotes()
        let weak = code(.upcE, "01234505")
        votes.add([weak, weak], by: plainZXing, picture: 0)
        #expect(texts(votes) == [])
    }

    @Test("of two texts at one place the better supported one is kept")
    func conflict() {
        var votes = ReadingVotes()
        votes.add([code(.upcA, "036000291452", lines: 30)], by: plainZBar, picture: 0)
        votes.add([code(.ean13, "9711010200137", lines: 9)], by: plainZBar, picture: 0)
        votes.add([code(.upcA, "036000291452")], by: plainZXing, picture: 0)
        #expect(texts(votes) == ["036000291452"])
    }

    @Test("two texts at two places are two codes, and so are equal texts at two places")
    func places() {
        var votes = ReadingVotes()
        votes.add(
            [code(.code128, "A", x: 0), code(.code128, "B", x: 200), code(.code128, "A", x: 400)], by: plainZXing,
            picture: 0)
        votes.add([code(.code128, "A", x: 4)], by: plainZBar, picture: 0)
        #expect(texts(votes) == ["A", "B", "A"])
    }

    @Test("a part of an ITF yields to the whole")
    func partOfITF() {
        var votes = ReadingVotes()
        votes.add([code(.itf, "00012345", lines: 15)], by: plainZBar, picture: 0)
        #expect(texts(votes) == ["00012345"])
        votes.add([code(.itf, "00012345678905")], by: plainZXing, picture: 0)
        #expect(texts(votes) == ["00012345678905"])
    }

    @Test("an ITF without a check digit needs both readers or many lines")
    func unchecked() {
        var votes = ReadingVotes()
        votes.add([code(.itf, "12345678", lines: 2)], by: plainZXing, picture: 0)
        votes.add([code(.itf, "12345678", lines: 2)], by: doubled, picture: 0)
        votes.add([code(.itf, "12345678", lines: 2)], by: ReadingStep(.inverted, .zxing, [], pixelLimit: 1), picture: 0)
        #expect(texts(votes) == [])
        votes.add([code(.itf, "12345678", lines: 4)], by: plainZBar, picture: 0)
        #expect(texts(votes) == ["12345678"])
    }

    @Test("an ITF from prepared pictures needs three reads")
    func preparedITF() {
        var votes = ReadingVotes()
        votes.add([code(.itf, "123456")], by: turned, picture: 0)
        votes.add([code(.itf, "123456")], by: sharpened, picture: 0)
        #expect(texts(votes) == [])
        votes.add([code(.itf, "123456")], by: doubled, picture: 0)
        #expect(texts(votes) == ["123456"])
    }

    @Test("a camera's EAN-13 that only zxing reads is accepted at the second read, a picture's at once")
    func stream() {
        var picture = ReadingVotes()
        picture.add([code(.ean13, "4006381333931", lines: 2)], by: plainZXing, picture: 0)
        #expect(texts(picture) == ["4006381333931"])

        var stream = ReadingVotes(isStream: true)
        stream.add([code(.ean13, "4006721331931", lines: 2)], by: plainZXing, picture: 1)
        #expect(texts(stream, in: 1) == [])
        stream.add([code(.ean13, "4006381333931", lines: 2)], by: plainZXing, picture: 3)
        #expect(texts(stream, in: 3) == [])
        stream.add([code(.ean13, "4006381333931", lines: 2)], by: plainZXing, picture: 5)
        #expect(texts(stream, in: 5) == ["4006381333931"])
        stream.add([code(.code128, "CHECKED", x: 300, lines: 2)], by: plainZXing, picture: 7)
        #expect(texts(stream, in: 7) == ["CHECKED"])
    }

    @Test("a UPC-E needs both readers if both are available")
    func upcE() {
        for both in [true, false] {
            var votes = ReadingVotes(hasBothReaders: both)
            votes.add([code(.upcE, "01234505")], by: plainZBar, picture: 0)
            votes.add([code(.upcE, "01234505")], by: sharpened, picture: 0)
            #expect(texts(votes) == (both ? [] : ["01234505"]))
            votes.add([code(.upcE, "01234505")], by: plainZXing, picture: 0)
            #expect(texts(votes) == ["01234505"])
        }
    }

    @Test("the same weak read is accepted after three frames, not after two")
    func frames() {
        var votes = ReadingVotes()
        votes.add([code(.ean8, "96385074", x: 0)], by: plainZBar, picture: 0)
        votes.add([code(.ean8, "96385074", x: 30)], by: plainZBar, picture: 2)
        #expect(texts(votes, in: 2) == [])
        votes.add([code(.ean8, "96385074", x: 300)], by: plainZBar, picture: 4)
        #expect(texts(votes, in: 4) == ["96385074"])
        #expect(votes.accepted(in: 4).first?.corners?.topLeft.x == 300)
        #expect(texts(votes, in: 5) == [])
    }

    @Test("an old read confirms nothing")
    func forgetting() {
        var votes = ReadingVotes()
        votes.add([code(.upcE, "01234505")], by: plainZXing, picture: 0)
        votes.forget(before: 3)
        votes.add([code(.upcE, "01234505")], by: plainZBar, picture: 20)
        #expect(texts(votes, in: 20) == [])
    }

    @Test("the place and the character set come from whichever reader reports them")
    func completion() {
        var votes = ReadingVotes()
        var bare = code(.qr, "A")
        bare.corners = nil
        votes.add([bare], by: plainZBar, picture: 0)
        votes.add([code(.qr, "A", x: 50)], by: plainZXing, picture: 0)
        #expect(votes.accepted(in: 0).map(\.corners?.topLeft.x) == [50])
    }
}
