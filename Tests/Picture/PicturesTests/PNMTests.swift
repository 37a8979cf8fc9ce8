// SPDX-License-Identifier: Apache-2.0

import Frames
import Pictures
import Testing

@Suite("Portable bitmaps")
struct PNMTests {
    func read(_ header: String, _ data: [UInt8] = []) throws -> Picture { try picture(Array(header.utf8) + data) }

    func pixels(_ picture: Picture) -> [UInt8] {
        (0..<picture.luma.height).flatMap { y in (0..<picture.luma.width).map { picture.luma[$0, y] } }
    }

    @Test("raw and plain files of all kinds give the same picture")
    func kinds() throws {
        #expect(try pixels(read("P1\n# comment\n3 2\n1 0 1\n010\n")) == [0, 255, 0, 255, 0, 255])
        #expect(try pixels(read("P4\n3 2\n", [0b1010_0000, 0b0100_0000])) == [0, 255, 0, 255, 0, 255])
        #expect(try pixels(read("P2 3 1 100\n0 50 100")) == [0, 128, 255])
        #expect(try pixels(read("P5 3 1 255\n", [0, 77, 255])) == [0, 77, 255])
        #expect(try pixels(read("P5\n#a\n3 #b\n1\n100\n", [0, 50, 100])) == [0, 128, 255])
        #expect(try pixels(read("P5 2 1 65535\n", [0x80, 0x00, 0xff, 0xff])) == [128, 255])
        #expect(try pixels(read("P3 2 1 255 255 255 255 0 0 255")) == [255, 29])
        #expect(try pixels(read("P6 2 1 255\n", [255, 255, 255, 0, 255, 0])) == [255, 149])
        #expect(try pixels(read("P6 1 1 65535\n", [255, 255, 0, 0, 0, 0])) == [77])
    }

    @Test("values above the declared maximum are white")
    func overfull() throws {
        #expect(try pixels(read("P5 2 1 100\n", [255, 100])) == [255, 255])
        #expect(try pixels(read("P2 1 1 100\n99999999")) == [255])
    }

    @Test("a file cut short gives its whole rows, the rest is white")
    func truncated() throws {
        let picture = try read("P5 4 3 255\n", [1, 2, 3, 4, 5, 6])
        #expect(picture.wasTruncated)
        #expect(picture.damage?.decodedRows == 1)
        #expect(pixels(picture) == [1, 2, 3, 4, 255, 255, 255, 255, 255, 255, 255, 255])
        let plain = try read("P2 2 2 255\n9 8 7")
        #expect(plain.damage?.decodedRows == 1)
        #expect(pixels(plain) == [9, 8, 255, 255])
    }

    @Test(
        "broken headers are errors",
        arguments: [
            "P5", "P5 ", "P5 0 4 255 ", "P5 4 4 0 ", "P5 4 4 65536 ", "P5 -1 4 255 ", "P5 4 x 255 ", "P2 4 4",
            "P5 999999999999999999999 1 255 ", "P5 99999999 99999999 255\n", "P5 4 4 255\n", "P1 2 2",
        ])
    func broken(header: String) {
        #expect(throws: PictureError.self) { try read(header) }
    }
}
