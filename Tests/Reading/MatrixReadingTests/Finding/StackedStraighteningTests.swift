// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZXing
import Frames
import Glibc
import LumaProcessing
import MatrixReading
import Testing

@Suite("Straightening PDF417 symbols", .serialized)
struct StackedStraighteningTests {
    /// Only reads upright symbols, so its reads prove the straightening.
    private final class UprightReader: BarcodeReader {
        let name = "upright"
        let supported: Set<Symbology> = [.pdf417]
        private let zxing: ZXingReader
        /// The crops that it received.
        var given: [LumaImage] = []

        init() throws { zxing = try ZXingReader(options: ZXingOptions(tryHarder: false, tryRotate: false)) }

        func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
            given.append(image)
            return zxing.read(image, symbologies: symbologies)
        }
    }

    /// A symbol on grey, through `backwards`, which maps modules from the picture's centre to the symbol's centre.
    private static func seen(
        _ text: String, pixels: Double = 3,
        backwards: (_ x: Double, _ y: Double) -> (u: Double, v: Double)
    ) throws -> LumaImage {
        let symbol = try BarcodeEncoder.encode(text, as: .pdf417)
        let size = FrameSize(width: 640, height: 640)
        let (width, height) = (symbol.width, symbol.height)
        return LumaImage(
            size: size,
            pixels: (0..<size.area).map { index in
                var sum = 0.0
                for ray in 0..<4 {
                    let x = (Double(index % 640) + (Double(ray % 2) + 0.5) / 2 - 320) / pixels
                    let y = (Double(index / 640) + (Double(ray / 2) + 0.5) / 2 - 320) / pixels
                    let (u, v) = backwards(x, y)
                    let isOutside = abs(u) > width / 2 + 4 || abs(v) > height / 2 + 4
                    let isDark = symbol.isDark(x: u + width / 2, y: v + height / 2)
                    sum += isOutside ? 110 : isDark ? 40 : 200
                }
                return UInt8(sum / 4)
            })
    }

    private static func turned(_ degrees: Double) -> (Double, Double) -> (u: Double, v: Double) {
        let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        return { (c * $0 + s * $1, c * $1 - s * $0) }
    }

    @Test("at any angle, upside down too", arguments: (0..<12).map { 15 + 30 * Double($0) })
    func angles(degrees: Double) throws {
        let image = try Self.seen("turned by \(degrees)", backwards: Self.turned(degrees))
        let upright = try UprightReader()
        let codes = MatrixReader(effort: .quick, straightenedFor: upright).read(image, symbologies: [.pdf417])
        #expect(codes.map(\.text) == ["turned by \(degrees)"])
        #expect(try #require(codes.first?.corners).center.distance(to: PixelPoint(x: 320, y: 320)) < 12)
    }

    @Test("in perspective, with one end 1.5 times as large as the other")
    func askew() throws {
        let image = try Self.seen("seen askew", pixels: 3.5) { x, y in
            let scale = 1 / (1 - 0.0022 * x)
            return (x * scale, y * scale)
        }
        let codes = MatrixReader(straightenedFor: try UprightReader()).read(image, symbologies: [.pdf417])
        #expect(codes.map(\.text) == ["seen askew"])
    }

    @Test("blocks without patterns, and pictures without bars, are not passed to the library")
    func nothing() throws {
        let upright = try UprightReader()
        let reader = MatrixReader(effort: .quick, straightenedFor: upright)
        let two = LumaImage(
            size: FrameSize(width: 300, height: 200),
            pixels: (0..<60_000).map { index in
                let (x, y) = (index % 300, index / 300)
                return (50..<150).contains(y) && ((40..<56).contains(x) || (240..<254).contains(x)) ? 30 : 220
            })
        #expect(reader.read(two, symbologies: [.pdf417]).isEmpty)
        #expect(upright.given.isEmpty)
        let qr = try BarcodeEncoder.encode("no bars here", as: .qr).image(modulePixels: 5)
        upright.given = []
        #expect(reader.read(qr, symbologies: [.pdf417]).isEmpty)
        #expect(upright.given.isEmpty)
    }
}
