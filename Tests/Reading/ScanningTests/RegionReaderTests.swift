// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import Scanning
import Testing

@Suite("Region reader")
struct RegionReaderTests {
    /// A picture whose pixel values encode their position.
    private let picture = LumaImage(
        size: FrameSize(width: 100, height: 80), pixels: (0..<8000).map { UInt8(($0 % 100 + $0 / 100 * 3) % 256) })

    @Test("the reader sees only the part, and its corners are moved back to the whole picture")
    func moved() throws {
        let reader = ScriptedReader([.code("A", at: (x: 12, y: 15)), .code("B")])
        let region = try #require(FrameRegion("20,10%,50%,40"))
        let codes = try RegionReader(reader, region: region).read(picture, symbologies: [.qr])
        #expect(codes == [.code("A", at: (x: 32, y: 23)), .code("B")])
        #expect(reader.asked == [[.qr]])
        let part = try #require(reader.pictures.first)
        #expect(part.size == FrameSize(width: 50, height: 40))
        #expect(part[0, 0] == picture[20, 8])
        #expect(part[49, 39] == picture[69, 47])
    }

    @Test("without a region the whole picture is read and nothing is moved")
    func whole() throws {
        let reader = ScriptedReader([.code("A", at: (x: 12, y: 15))])
        let codes = try RegionReader(reader, region: nil).read(picture, symbologies: [.ean13])
        #expect(codes == [.code("A", at: (x: 12, y: 15))])
        #expect(reader.pictures.map(\.size) == [picture.size])
    }

    @Test(
        "a region outside the picture is an error that names both, and nothing is read",
        arguments: ["60,0,41,10", "0,0,0,10", "0,80,10,1", "100%,0,10,10", "0,0,10,0%"])
    func outside(region: String) throws {
        let reader = ScriptedReader([.code("A")])
        let parsed: FrameRegion = try #require(FrameRegion(region))
        let regional = RegionReader(reader, region: parsed)
        let error = #expect(throws: RegionError.self) { try regional.read(picture, symbologies: [.qr]) }
        #expect(
            error?.description
                == "cannot read region \(region) of a 100x80 frame: it is empty or extends outside the frame; "
                + "give x,y,width,height inside the frame, in pixels or percent")
        #expect(reader.pictures.isEmpty)
    }
}
