// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZBar
import BarcodesZXing
import Frames
import Testing

@Suite("Pictures without codes")
struct OddPicturesTests {
    private static let readers: [@Sendable () throws -> any BarcodeReader] = [
        { try ZBarReader() }, { try ZXingReader(options: ZXingOptions(unsafeCalls: true)) },
    ]
    static let sizes = [
        (0, 0), (0, 9), (9, 0), (1, 1), (1, 500), (500, 1), (2, 2), (3, 3), (5, 7), (6, 6), (10, 10), (11, 11),
        (12, 400),
        (400, 12), (4000, 3),
    ]

    @Test("empty, tiny and thin pictures give no codes", arguments: readers.indices)
    func sizes(_ index: Int) throws {
        let reader = try Self.readers[index]()
        for (width, height) in Self.sizes {
            for fill in 0..<3 {
                let picture = LumaImage(
                    size: FrameSize(width: width, height: height),
                    pixels: (0..<width * height).map { fill == 0 ? 0 : fill == 1 ? 255 : UInt8($0 * 97 % 251) })
                #expect(reader.read(picture, symbologies: SymbologySelection.standard).isEmpty)
                guard picture.size.area > 0 else { continue }
                #expect(reader.read(asCrop(picture), symbologies: [.aztec, .microQR]).isEmpty)
            }
        }
    }

    @Test("noise and stripes give no codes", arguments: readers.indices)
    func noise(_ index: Int) throws {
        let reader = try Self.readers[index]()
        var state: UInt64 = 7
        func next() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        let size = FrameSize(width: 320, height: 240)
        let noise = LumaImage(size: size, pixels: (0..<size.area).map { _ in next() })
        let stripes = LumaImage(size: size, pixels: (0..<size.area).map { $0 % 320 / 3 % 2 == 0 ? 20 : 235 })
        for picture in [noise, stripes] {
            #expect(reader.read(picture, symbologies: SymbologySelection.standard).isEmpty)
        }
    }

    @Test("a reader gives the same result for the same picture every time", arguments: readers.indices)
    func again(_ index: Int) throws {
        let reader = try Self.readers[index]()
        let picture = try Sample.linear[0].encoded().image(modulePixels: 3, quietZone: 12)
        let first = reader.read(picture, symbologies: [.ean13])
        #expect(first.count == 1)
        for _ in 0..<4 { #expect(reader.read(picture, symbologies: [.ean13]) == first) }
    }
}
