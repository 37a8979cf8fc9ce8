// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZXing
import Frames
import Glibc
import MatrixReading
import Testing

/// Symbols are straightened for a library. Here the library only reads grids as printed, so its reads show what was
/// straightened.
@Suite("Straightening QR symbols", .serialized)
struct QRStraighteningTests {
    private static func reader(_ effort: MatrixReader.Effort = .thorough) throws -> MatrixReader {
        MatrixReader(effort: effort, straightenedFor: try ZXingReader())
    }

    private static func texts(_ image: LumaImage, _ effort: MatrixReader.Effort = .thorough) throws -> [String?] {
        try reader(effort).read(image, symbologies: [.qr]).map(\.text)
    }

    /// A symbol of a version as seen by a camera: `place` maps modules from the symbol's centre to pixels from the
    /// picture's centre.
    static func seen(
        _ text: String, version: Int, size: FrameSize = FrameSize(width: 640, height: 480), inverted: Bool = false,
        pixels modulePixels: Double,
        light: (_ x: Double, _ y: Double) -> Double = { _, _ in 1 },
        speck: (_ column: Int, _ row: Int) -> Bool = { _, _ in false },
        backwards: (_ x: Double, _ y: Double) -> (u: Double, v: Double)
    ) throws -> LumaImage {
        var options = EncodingOptions()
        options.size = version
        let grid = try BarcodeEncoder.encode(text, as: .qr, options).modules
        let half = Double(grid.columns) / 2
        var pixels = [UInt8](repeating: 0, count: size.area)
        for y in 0..<size.height {
            for x in 0..<size.width {
                var sum = 0.0
                // Nine rays a pixel, so that edges are grey, as with a lens.
                for ray in 0..<9 {
                    let px = Double(x) + (Double(ray % 3) + 0.5) / 3 - Double(size.width) / 2
                    let py = Double(y) + (Double(ray / 3) + 0.5) / 3 - Double(size.height) / 2
                    let (u, v) = backwards(px / modulePixels, py / modulePixels)
                    let (column, row) = (Int((u + half).rounded(.down)), Int((v + half).rounded(.down)))
                    let isDark = grid.isDark(column, row) != speck(column, row)
                    let isOutside = abs(u) > half + 4 || abs(v) > half + 4
                    sum += (isOutside ? 120 : isDark != inverted ? 45 : 200)
                }
                pixels[y * size.width + x] = UInt8(min(255, max(0, sum / 9 * light(Double(x), Double(y)))))
            }
        }
        return LumaImage(size: size, pixels: pixels)
    }

    @Test("one search reads it at any angle", arguments: (0..<15).map { Double(24 * $0) })
    func angles(degrees: Double) throws {
        let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        let image = try Self.seen("turned by \(degrees)", version: 3, pixels: 5) { (c * $0 + s * $1, c * $1 - s * $0) }
        let codes = try Self.reader(.quick).read(image, symbologies: [.qr])
        #expect(codes.map(\.text) == ["turned by \(degrees)"])
        let corner = try #require(codes.first?.corners?.topLeft)
        // From the centre (320, 240), 14.5 modules of 5 pixels left and up, rotated.
        let expected = PixelPoint(x: 320 - 72.5 * (c - s), y: 240 - 72.5 * (c + s))
        #expect(corner.distance(to: expected) < 3)
    }

    @Test("light on dark, mirrored, and both")
    func inverted() throws {
        for (inverted, mirror) in [(true, 1.0), (false, -1.0), (true, -1.0)] {
            let image = try Self.seen("inside out", version: 2, inverted: inverted, pixels: 6) { (mirror * $0, $1) }
            let codes = try Self.reader(.quick).read(image, symbologies: [.qr])
            #expect(codes.map(\.text) == ["inside out"])
            // The symbol's own top left, which is on the picture's right if mirrored.
            let corner = try #require(codes.first?.corners?.topLeft)
            #expect(corner.distance(to: PixelPoint(x: 320 - mirror * 75, y: 240 - 75)) < 3)
        }
    }

    @Test("in perspective, with the far side two thirds as large", arguments: [2, 6, 10, 20])
    func perspective(version: Int) throws {
        let side = Double(17 + 4 * version)
        let image = try Self.seen("seen askew", version: version, pixels: 330 / side) { x, y in
            // A plane tilted around the vertical axis: depth grows with u.
            let tilt = 0.4 / side
            let u = x / (1 - tilt * x)
            return (u, y * (1 + tilt * u))
        }
        #expect(try Self.texts(image) == ["seen askew"])
    }

    @Test("a symbol that cannot be read is seen at its place, to a quarter of a module", arguments: [4, 6, 10])
    func sighting(version: Int) throws {
        let side = Double(17 + 4 * version)
        let (pixels, tilt) = (330 / side, 0.3 / side)
        // Its data is gone.
        let image = try Self.seen(
            "seen askew", version: version, pixels: pixels,
            speck: { column, row in
                (9...Int(side) - 9).contains(column) && (8...Int(side) - 9).contains(row) && (column + row) % 2 == 0
            }
        ) { x, y in
            let u = x / (1 - tilt * x)
            return (u, y * (1 + tilt * u))
        }
        #expect(try Self.texts(image) == [])
        let sighting = try #require(QRSighting.find(in: image))
        #expect(sighting.modules == Int(side) && !sighting.isInverted)
        for (column, row) in [(0.0, 0.0), (side, 0), (side, side), (0, side)] {
            let (u, v) = (column - side / 2, row - side / 2)
            let x = u / (1 + tilt * u)
            let expected = PixelPoint(x: 320 + pixels * x, y: 240 + pixels * v / (1 + tilt * u))
            #expect(sighting.place(column, row).distance(to: expected) < pixels / 4)
            let moved = try #require(sighting.moved(by: (100, 30))).place(column, row)
            #expect(moved.distance(to: PixelPoint(x: expected.x + 100, y: expected.y + 30)) < pixels / 4)
        }
    }

    @Test("with one corner in the dark it is read, at any angle, and the doctor is told which", arguments: [0, 1, 2])
    func missing(corner: Int) throws {
        // Version 4, 33 modules; the corner pattern and the light round it are eight.
        let pixels = 8.0
        for degrees in [0.0, 20, 200] {
            let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
            let image = try Self.seen(
                "a corner is dark", version: 4, pixels: pixels,
                light: { x, y in
                    let (px, py) = ((x + 0.5 - 320) / pixels, (y + 0.5 - 240) / pixels)
                    let (u, v) = (c * px + s * py + 16.5, c * py - s * px + 16.5)
                    return (corner == 1 ? u > 25 : u < 8) && (corner == 2 ? v > 25 : v < 8) ? 0.01 : 1
                }
            ) { (c * $0 + s * $1, c * $1 - s * $0) }
            #expect(try Self.texts(image) == ["a corner is dark"], "\(degrees)")
            let sighting = try #require(QRSighting.find(in: image), "\(degrees)")
            #expect(sighting.missing == [.topLeft, .topRight, .bottomLeft][corner], "\(degrees)")
            #expect(sighting.modules == 33 && sighting.score > 0.9, "\(degrees): \(sighting.score)")
            let middle = sighting.place(corner == 1 ? 29.5 : 3.5, corner == 2 ? 29.5 : 3.5)
            let (u, v) = (corner == 1 ? 13.0 : -13, corner == 2 ? 13.0 : -13)
            let expected = PixelPoint(x: 320 + pixels * (c * u - s * v), y: 240 + pixels * (s * u + c * v))
            #expect(middle.distance(to: expected) < pixels, "\(degrees)")
        }
    }

    @Test("all corner patterns of a whole symbol are seen")
    func complete() throws {
        let image = try Self.seen("whole", version: 4, pixels: 8) { ($0, $1) }
        let sighting = try #require(QRSighting.find(in: image))
        #expect(sighting.missing == nil)
    }

    @Test("what is no QR symbol is none")
    func noSighting() throws {
        #expect(
            QRSighting.find(
                in: LumaImage(size: FrameSize(width: 300, height: 200), pixels: [UInt8](repeating: 90, count: 60_000)))
                == nil)
        let other = try BarcodeEncoder.encode("no QR", as: .dataMatrix).image(modulePixels: 8, quietZone: 4)
        #expect(QRSighting.find(in: other) == nil)
    }

    @Test("on a page that bends, by its alignment patterns", arguments: [7, 12, 18])
    func bent(version: Int) throws {
        let side = Double(17 + 4 * version)
        // A fortieth of the side off in the middle of each side, which no flat grid can follow.
        func wave(_ value: Double) -> Double { side / 40 * cos(.pi * value / side) }
        let image = try Self.seen(
            "bent", version: version, size: FrameSize(width: 800, height: 800), pixels: 640 / side
        ) { ($0 + wave($1), $1 + wave($0)) }
        #expect(try Self.texts(image, .quick) == ["bent"])
    }

    @Test("specks in the middles of finder patterns do not hide it")
    func specks() throws {
        let specks: Set<[Int]> = [[3, 3], [24, 3], [26, 4], [3, 25], [10, 6], [6, 14]]
        let image = try Self.seen("specks", version: 3, pixels: 6, speck: { specks.contains([$0, $1]) }) { ($0, $1) }
        #expect(try Self.texts(image, .quick) == ["specks"])
    }

    @Test("in light that falls to a quarter across it")
    func shade() throws {
        let image = try Self.seen("half in the shade", version: 5, pixels: 7, light: { x, _ in 1 - 0.75 * x / 640 }) {
            ($0, $1)
        }
        #expect(try Self.texts(image, .quick) == ["half in the shade"])
    }

    @Test("every version is straightened", arguments: (0...13).map { 3 * $0 + 1 })
    func versions(version: Int) throws {
        let side = 17 + 4 * version
        let image = try Self.seen(
            "version \(version)", version: version,
            size: FrameSize(width: 4 * side + 80, height: 4 * side + 80), pixels: 3.7
        ) { (0.995 * $0 + 0.0998 * $1, 0.995 * $1 - 0.0998 * $0) }
        #expect(try Self.texts(image, .quick) == ["version \(version)"])
    }

    @Test("many next to each other, each at its place")
    func many() throws {
        let size = FrameSize(width: 720, height: 560)
        var pixels = [UInt8](repeating: 210, count: size.area)
        for index in 0..<12 {
            let symbol = try BarcodeEncoder.encode("label \(index)", as: .qr)
            let part = symbol.image(modulePixels: 5, quietZone: 2)
            for y in 0..<part.height {
                for x in 0..<part.width {
                    pixels[(30 + index / 4 * 165 + y) * size.width + 20 + index % 4 * 170 + x] = 20 + part[x, y] / 4 * 3
                }
            }
        }
        let codes = try Self.reader().read(LumaImage(size: size, pixels: pixels), symbologies: [.qr])
        #expect(Set(codes.compactMap(\.text)) == Set((0..<12).map { "label \($0)" }))
        #expect(codes.count == 12)
    }

    @Test("without a library that reads QR it reports none")
    func withoutLibrary() throws {
        let image = try Self.seen("nobody reads this", version: 2, pixels: 6) { ($0, $1) }
        #expect(!MatrixReader().supported.contains(.qr))
        #expect(MatrixReader().read(image, symbologies: [.qr]).isEmpty)
        let blind = NoReader()
        #expect(MatrixReader(straightenedFor: blind).read(image, symbologies: [.qr]).isEmpty)
        #expect(blind.asked > 0)
    }

    @Test("noise, and three finder patterns without a symbol, give nothing")
    func nothing() throws {
        let image = try Self.seen("hollow", version: 4, pixels: 6) { u, v in
            // The symbol's centre is erased.
            max(abs(u), abs(v)) < 9 ? (40, 40) : (u, v)
        }
        #expect(try Self.texts(image).isEmpty)
        var state: UInt32 = 11
        let noise = LumaImage(
            size: image.size,
            pixels: (0..<image.size.area).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(state >> 24)
            })
        #expect(try Self.texts(noise).isEmpty)
    }
}

/// Reads nothing, and counts its calls.
private final class NoReader: BarcodeReader {
    let name = "none"
    let supported: Set<Symbology> = [.qr]
    var asked = 0

    func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        asked += 1
        return []
    }
}
