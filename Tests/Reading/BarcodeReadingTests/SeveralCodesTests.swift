// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZBar
import BarcodesZXing
import Frames
import Testing

@Suite("Several codes in a picture")
struct SeveralCodesTests {
    private static let readers: [@Sendable () throws -> any BarcodeReader] = [
        { try ZBarReader() }, { try ZXingReader(options: ZXingOptions(unsafeCalls: true)) },
    ]

    private func centers(_ codes: [Barcode]) -> [PixelPoint] {
        codes.compactMap(\.corners?.center).sorted { $0.y != $1.y ? $0.y < $1.y : $0.x < $1.x }
    }

    /// With its defaults, zxing-cpp 1.4 ends the process on this picture: it compares two results with the same text.
    @Test("two equal labels below each other are two codes", arguments: readers.indices, Sample.linear)
    func equalBelow(_ index: Int, _ sample: Sample) throws {
        let code = try sample.encoded().image(modulePixels: 3, quietZone: 12)
        let picture = scene(code.width + 20, 2 * code.height + 60, [(code, 10, 10), (code, 10, code.height + 50)])
        let read = try Self.readers[index]().read(picture, symbologies: [sample.symbology])
        #expect(read.count == 2)
        #expect(Set(read.map(\.text)).count == 1)
        let places = centers(read)
        #expect(places.count == 2 && places[1].y - places[0].y > Double(code.height) / 2)
    }

    @Test("two equal labels next to each other are two codes", arguments: readers.indices, Sample.linear)
    func equalBeside(_ index: Int, _ sample: Sample) throws {
        let code = try sample.encoded().image(modulePixels: 3, quietZone: 12)
        let picture = scene(2 * code.width + 60, code.height + 20, [(code, 10, 10), (code, code.width + 50, 10)])
        let read = try Self.readers[index]().read(picture, symbologies: [sample.symbology])
        #expect(read.count == 2)
        let places = read.compactMap(\.corners?.center.x).sorted()
        #expect(places.count == 2 && places[1] - places[0] > Double(code.width) / 2)
    }

    @Test("linear codes of several symbologies are read in one call", arguments: readers.indices)
    func different(_ index: Int) throws {
        let samples = [Sample.linear[0], Sample.linear[5], Sample.linear[8], Sample.linear[10]]
        let codes = try samples.map { try $0.encoded().image(modulePixels: 2, quietZone: 12) }
        let width = codes.map(\.width).max()! + 20
        var y = 10
        var parts: [(image: LumaImage, x: Int, y: Int)] = []
        for code in codes {
            parts.append((code, 10, y))
            y += code.height + 20
        }
        let read = try Self.readers[index]().read(scene(width, y, parts), symbologies: SymbologySelection.standard)
        #expect(Set(read.map(\.symbology)) == Set(samples.map(\.symbology)))
        #expect(read.count == samples.count)
    }

    @Test("equal QR codes are two codes", arguments: readers.indices)
    func equalQR(_ index: Int) throws {
        let code = try Sample.matrix[0].encoded().image(modulePixels: 4)
        let picture = scene(2 * code.width + 60, code.height + 20, [(code, 10, 10), (code, code.width + 50, 10)])
        #expect(try Self.readers[index]().read(picture, symbologies: [.qr]).count == 2)
    }
}
