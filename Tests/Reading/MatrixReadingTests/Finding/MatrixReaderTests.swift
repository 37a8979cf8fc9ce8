// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import LumaProcessing
import MatrixReading
import Testing

@Suite("Reading Data Matrix and Aztec from pictures")
struct MatrixReaderTests {
    /// A symbol on grey, rotated, placed in a picture at (x, y).
    static func picture(
        _ labels: [(text: String, symbology: Symbology, module: Int, degrees: Double, x: Int, y: Int, inverted: Bool)],
        size: FrameSize = FrameSize(width: 400, height: 300), noise: Int = 0
    ) throws -> LumaImage {
        var pixels = Array(repeating: UInt8(150), count: size.area)
        for label in labels {
            let symbol = try BarcodeEncoder.encode(label.text, as: label.symbology)
            let flat = symbol.image(modulePixels: label.module, quietZone: 3, inverted: label.inverted)
            let turned = flat.rotated(clockwiseDegrees: label.degrees)
            let part = turned.image
            for y in 0..<part.height {
                for x in 0..<part.width {
                    let place = turned.toOriginal(x: Double(x) + 0.5, y: Double(y) + 0.5)
                    guard place.x > 1, place.y > 1, place.x < Double(flat.width - 1), place.y < Double(flat.height - 1)
                    else { continue }
                    // Not fully black and white.
                    pixels[(label.y + y) * size.width + label.x + x] = 30 + part[x, y] / 5 * 4
                }
            }
        }
        if noise > 0 {
            var state: UInt32 = 7
            for index in pixels.indices {
                state = state &* 1_664_525 &+ 1_013_904_223
                pixels[index] = UInt8(min(255, max(0, Int(pixels[index]) + Int(state >> 16) % (2 * noise + 1) - noise)))
            }
        }
        return LumaImage(size: size, pixels: pixels)
    }

    @Test(
        "one search reads a symbol at any angle",
        arguments: [Symbology.dataMatrix, .aztec], [0.0, 7, 31, 45, 73, 90, 122, 180, 211, 270, 333])
    func angles(symbology: Symbology, degrees: Double) throws {
        let image = try Self.picture([("candela 42 turned", symbology, 4, degrees, 90, 60, false)], noise: 6)
        let codes = MatrixReader(effort: .quick).read(image, symbologies: [.dataMatrix, .aztec])
        #expect(codes.map(\.text) == ["candela 42 turned"])
        #expect(codes.map(\.symbology) == [symbology])
    }

    @Test("what is known is not read again, and what cannot be read is a suspect")
    func known() throws {
        let labels:
            [(text: String, symbology: Symbology, module: Int, degrees: Double, x: Int, y: Int, inverted: Bool)] = [
                ("first label", .dataMatrix, 4, 0, 30, 40, false), ("other label", .dataMatrix, 4, 0, 220, 120, false),
            ]
        let image = try Self.picture(labels)
        let reader = MatrixReader(effort: .quick)
        let both = reader.read(image, symbologies: [.dataMatrix])
        #expect(Set(both.map(\.text)) == ["first label", "other label"])
        let label = try #require(both.first { $0.text == "first label" })
        let first = try #require(label.corners)
        #expect(reader.read(image, symbologies: [.dataMatrix], known: [label]).map(\.text) == ["other label"])
        #expect(!reader.suspects.contains { $0.coversSamePlace(as: first) })

        // Half of the modules hidden: the borders still look like a symbol.
        var pixels = (0..<image.size.area).map { image[$0 % image.width, $0 / image.width] }
        let other = try #require(both.first { $0.text == "other label" }?.corners).bounds
        for y in Int(other.minY) + 12..<Int(other.maxY) - 12 {
            for x in Int(other.minX) + 12..<Int(other.maxX) - 12 {
                pixels[y * image.width + x] ^= UInt8((x / 4 ^ y / 4) & 1) * 255
            }
        }
        let damaged = LumaImage(size: image.size, pixels: pixels)
        #expect(reader.read(damaged, symbologies: [.dataMatrix]).map(\.text) == ["first label"])
        let place = PixelPoint(x: (other.minX + other.maxX) / 2, y: (other.minY + other.maxY) / 2)
        #expect(reader.suspects.contains { $0.contains(place) })
    }

    @Test("light on dark is read as well", arguments: [Symbology.dataMatrix, .aztec])
    func inverted(symbology: Symbology) throws {
        let image = try Self.picture([("light on dark", symbology, 4, 17, 90, 60, true)])
        let codes = MatrixReader(effort: .quick).read(image, symbologies: [symbology])
        #expect(codes.map(\.text) == ["light on dark"])
    }

    @Test("a mirrored symbol is read with thorough effort", arguments: [Symbology.dataMatrix, .aztec])
    func mirrored(symbology: Symbology) throws {
        let image = try Self.picture([("in a mirror", symbology, 4, 12, 90, 60, false)])
        let flipped = LumaImage(size: image.size) { pixels in
            for y in 0..<image.height {
                for x in 0..<image.width { pixels[y * image.width + x] = image[image.width - 1 - x, y] }
            }
        }
        let codes = MatrixReader().read(flipped, symbologies: [symbology])
        #expect(codes.map(\.text) == ["in a mirror"] && codes.allSatisfy(\.isMirrored))
        #expect(MatrixReader().read(image, symbologies: [symbology]).map(\.isMirrored) == [false])
    }

    @Test("several in one picture are read in one call, each at its place")
    func several() throws {
        let image = try Self.picture([
            ("first", .dataMatrix, 4, 0, 20, 20, false), ("second", .dataMatrix, 3, 40, 150, 30, false),
            ("third", .aztec, 4, 75, 20, 150, false), ("fourth 0123456789", .dataMatrix, 3, 200, 260, 160, true),
        ])
        let codes = MatrixReader(effort: .quick).read(image, symbologies: [.dataMatrix, .aztec])
        #expect(Set(codes.compactMap(\.text)) == ["first", "second", "third", "fourth 0123456789"])
        let first = try #require(codes.first { $0.text == "first" }?.corners)
        // A quiet zone of three modules of four pixels; ten modules.
        #expect(first.topLeft.distance(to: PixelPoint(x: 32, y: 32)) < 1.5)
        #expect(abs(first.width - 48) < 2 || abs(first.width - 40) < 2)
        #expect(MatrixReader(effort: .quick).read(image, symbologies: [.aztec]).map(\.text) == ["third"])
    }

    @Test("symbols on small dark parts in light surroundings are read once another one of their kind is")
    func tray() throws {
        let size = FrameSize(width: 480, height: 240)
        var pixels = Array(repeating: UInt8(235), count: size.area)
        // The first lies on a part so large that its surroundings do not count.
        let parts = [("DF150E0027", 120, 120, 115.0, 20.0), ("DF150E0309", 360, 120, 50.0, 38.0)]
        for (text, centerX, centerY, radius, degrees) in parts {
            let symbol = try BarcodeEncoder.encode(text, as: .dataMatrix)
            let turned = symbol.image(modulePixels: 4, quietZone: 1).rotated(clockwiseDegrees: degrees).image
            for y in -Int(radius)...Int(radius) {
                for x in -Int(radius)...Int(radius) where Double(x * x + y * y) < radius * radius {
                    let (column, row) = (x + turned.width / 2, y + turned.height / 2)
                    let isInside = column >= 0 && column < turned.width && row >= 0 && row < turned.height
                    // The ring of the part is darker than its middle.
                    let metal: UInt8 = Double(x * x + y * y) > 0.72 * radius * radius ? 70 : 120
                    let isModule = isInside && turned[column, row] < 128
                    pixels[(centerY + y) * size.width + centerX + x] = isModule ? 60 : metal
                }
            }
        }
        let codes = MatrixReader().read(LumaImage(size: size, pixels: pixels), symbologies: [.dataMatrix])
        #expect(codes.compactMap(\.text).sorted() == ["DF150E0027", "DF150E0309"])
    }

    @Test("noise, stripes, other symbologies and tiny pictures hold nothing")
    func nothing() throws {
        let reader = MatrixReader()
        let noise = try Self.picture([], noise: 120)
        #expect(reader.read(noise, symbologies: [.dataMatrix, .aztec]).isEmpty)
        let others = try Self.picture([
            ("https://example.org/candela", .qr, 4, 10, 20, 20, false), ("candela", .pdf417, 1, 0, 220, 200, false),
        ])
        #expect(reader.read(others, symbologies: [.dataMatrix, .aztec]).isEmpty)
        for side in 0...12 {
            let image = LumaImage(size: FrameSize(width: side, height: side)) { pixels in
                for index in 0..<side * side { pixels[index] = index % 3 == 0 ? 255 : 0 }
            }
            #expect(reader.read(image, symbologies: [.dataMatrix, .aztec]).isEmpty)
        }
    }
}
