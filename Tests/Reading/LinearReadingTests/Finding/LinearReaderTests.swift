// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import LinearReading
import LumaProcessing
import Testing

@Suite("Reading linear codes from pictures")
struct LinearReaderTests {
    private let all: Set<Symbology> = [.ean13, .upcA, .ean8, .upcE]

    /// A code on grey, drawn four times as large, rotated, blurred by reduction, and placed in the middle.
    private func picture(
        _ text: String, _ symbology: Symbology, module: Double, degrees: Double = 0, noise: Int = 4,
        isInverted: Bool = false,
        blur: Int = 0, size: FrameSize = FrameSize(width: 420, height: 420)
    ) throws -> LumaImage {
        let symbol = try BarcodeEncoder.encode(text, as: symbology)
        let flat = symbol.image(modulePixels: 4, quietZone: 9, inverted: isInverted)
        let turned = flat.rotated(clockwiseDegrees: degrees)
        let scale = 4 / module
        var state: UInt32 = 5
        var pixels = [Double](repeating: 0, count: size.area)
        let points = 4
        for y in 0..<size.height {
            for x in 0..<size.width {
                var sum = 0.0
                for part in 0..<points * points {
                    let px =
                        (Double(x) + (Double(part % points) + 0.5) / Double(points) - Double(size.width) / 2) * scale
                    let py =
                        (Double(y) + (Double(part / points) + 0.5) / Double(points) - Double(size.height) / 2) * scale
                    let (u, v) = (px + Double(turned.image.width) / 2, py + Double(turned.image.height) / 2)
                    var value = 150.0
                    if u >= 0, v >= 0, u < Double(turned.image.width), v < Double(turned.image.height) {
                        let place = turned.toOriginal(x: u, y: v)
                        if place.x > 0, place.y > 0, place.x < Double(flat.width), place.y < Double(flat.height) {
                            value = 30 + Double(flat[Int(place.x), Int(place.y)]) * 0.8
                        }
                    }
                    sum += value
                }
                pixels[y * size.width + x] = sum / Double(points * points)
            }
        }
        // Blur acts on light; grey values are its square root.
        if blur > 0 {
            pixels = pixels.map { $0 * $0 }
            for _ in 0..<blur { pixels = smoothed(pixels, size) }
            pixels = pixels.map { $0.squareRoot() }
        }
        return LumaImage(
            size: size,
            pixels: pixels.map { value in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(min(255, max(0, value + Double(Int(state >> 16) % (2 * noise + 1) - noise))))
            })
    }

    /// Three by three, 1 2 1: half a pixel's variance each way.
    private func smoothed(_ pixels: [Double], _ size: FrameSize) -> [Double] {
        var along = pixels
        for index in pixels.indices {
            let (l, r) = (
                index % size.width > 0 ? index - 1 : index, index % size.width < size.width - 1 ? index + 1 : index
            )
            along[index] = (pixels[l] + 2 * pixels[index] + pixels[r]) / 4
        }
        var result = along
        for index in pixels.indices {
            let (a, b) = (
                index >= size.width ? index - size.width : index,
                index + size.width < pixels.count ? index + size.width : index
            )
            result[index] = (along[a] + 2 * along[index] + along[b]) / 4
        }
        return result
    }

    private func texts(_ image: LumaImage, _ effort: LinearReader.Effort = .thorough) -> [String] {
        LinearReader(effort: effort).read(image, symbologies: all).compactMap(\.text)
    }

    @Test("one search reads a code at any angle", arguments: [0.0, 3, 17, 45, 62, 88, 90, 135, 180, 213, 270, 301])
    func angles(degrees: Double) throws {
        let image = try picture("4006381333931", .ean13, module: 2.2, degrees: degrees)
        #expect(texts(image, .quick) == ["4006381333931"])
    }

    @Test("a code among many things that look more like bars: slats, grilles, shelves")
    func fullScene() throws {
        let size = FrameSize(width: 1260, height: 1260)
        let code = try picture("4006381333931", .ean13, module: 1.8, degrees: 7)
        let side = size.width / 3
        let pixels = (0..<size.area).map { index -> UInt8 in
            let (x, y) = (index % size.width, index / size.width)
            let (column, row) = (x / side, y / side)
            if column == 1, row == 1 { return UInt8(110 + Int(code[x % side, y % side]) / 4) }
            let (u, v) = (x % side, y % side)
            guard (40..<380).contains(u), (40..<380).contains(v) else { return 150 }
            // Each leans in its own direction, so that no two join.
            let along = column == 1 ? v * 4 + u * (row + 1) : u * 4 + v * (3 * row + column - 3)
            return along / (40 + 8 * row) % 2 == 0 ? 40 : 230
        }
        #expect(texts(LumaImage(size: size, pixels: pixels)) == ["4006381333931"])
    }

    @Test("modules of little more than a pixel", arguments: [0.0, 4, 20, 71])
    func small(degrees: Double) throws {
        let image = try picture("4006381333931", .ean13, module: 1.3, degrees: degrees, noise: 3)
        #expect(texts(image) == ["4006381333931"])
    }

    @Test("drawings without blur or noise, in any size", arguments: [2, 3, 4, 6, 8, 12])
    func drawn(_ module: Int) throws {
        for (symbology, text) in [
            (Symbology.ean13, "4006381333931"), (.upcA, "036000291452"), (.ean8, "96385074"), (.upcE, "01234565"),
        ] {
            let symbol = try BarcodeEncoder.encode(text, as: symbology)
            let picture = symbol.image(modulePixels: module, quietZone: 12)
            let reads = LinearReader().read(picture, symbologies: [symbology])
            #expect(reads.map { String(decoding: $0.bytes, as: UTF8.self) } == [text], "\(symbology)")
        }
    }

    @Test("blur of more than a module", arguments: [0.0, 12, 100])
    func blurred(degrees: Double) throws {
        // Ten times half a pixel's variance is a deviation of 2.2 pixels, 1.1 modules.
        let image = try picture("4006381333931", .ean13, module: 2, degrees: degrees, noise: 2, blur: 10)
        #expect(texts(image) == ["4006381333931"])
    }

    @Test("light on dark")
    func inverted() throws {
        let image = try picture("4006381333931", .ean13, module: 2.4, degrees: 8, isInverted: true)
        #expect(texts(image) == ["4006381333931"])
    }

    @Test(
        "the other retail codes",
        arguments: [("036000291452", Symbology.upcA), ("96385074", .ean8), ("04252614", .upcE)], [0.0, 33])
    func others(code: (String, Symbology), degrees: Double) throws {
        let image = try picture(code.0, code.1, module: 2.5, degrees: degrees)
        let codes = LinearReader().read(image, symbologies: all)
        #expect(codes.map(\.text) == [code.0])
        #expect(codes.map(\.symbology) == [code.1])
    }

    @Test("a code is given in the requested form, and not at all if another was requested")
    func asAsked() throws {
        let book = try picture("9780306406157", .ean13, module: 2.4, degrees: 5)
        #expect(LinearReader().read(book, symbologies: [.upcA]).isEmpty)
        #expect(LinearReader().read(book, symbologies: [.isbn]).map(\.symbology) == [.isbn])
        #expect(LinearReader().read(book, symbologies: [.ean13]).map(\.symbology) == [.ean13])
        let soda = try picture("036000291452", .upcA, module: 2.4, degrees: 5)
        #expect(LinearReader().read(soda, symbologies: [.ean13]).map(\.text) == ["0036000291452"])
        #expect(LinearReader().read(soda, symbologies: [.ean13, .upcA]).map(\.text) == ["036000291452"])
    }

    /// A drawing with something dark in its quiet zone, this many modules from the symbol: a frame, or a mark on one side.
    private func crowded(_ text: String, _ symbology: Symbology, distance: Int, isFrame: Bool) throws -> LumaImage {
        let module = 3
        let plain = try BarcodeEncoder.encode(text, as: symbology).image(modulePixels: module, quietZone: 20)
        var pixels = (0..<plain.size.area).map { plain[$0 % plain.width, $0 / plain.width] }
        let columns = (0..<plain.width).filter { x in (0..<plain.height).contains { plain[x, $0] < 128 } }
        let (from, to) = (columns.first! - distance * module, columns.last! + 1 + distance * module)
        for y in 0..<plain.height {
            for x in 0..<plain.width where x >= to && (!isFrame || x < to + 4) || isFrame && x < from && x >= from - 4 {
                pixels[y * plain.width + x] = 20
            }
        }
        return LumaImage(size: plain.size, pixels: pixels)
    }

    @Test("codes whose quiet zone is taken by a frame or by a dark page", arguments: [1, 2, 3], [false, true])
    func crowded(distance: Int, isFrame: Bool) throws {
        for (symbology, text) in [
            (Symbology.ean13, "4006381333931"), (.ean8, "96385074"), (.upcE, "01234565"), (.code128, "PRÜF-1234"),
        ] {
            let picture = try crowded(text, symbology, distance: distance, isFrame: isFrame)
            for effort in [LinearReader.Effort.quick, .thorough] {
                let reads = LinearReader(effort: effort).read(picture, symbologies: all.union([.code128]))
                #expect(reads.map(\.symbology) == [symbology], "\(symbology) \(effort)")
            }
        }
    }

    @Test("the corners are the code's, its own top left first")
    func corners() throws {
        let image = try picture("4006381333931", .ean13, module: 2.4, degrees: 90)
        let place = try #require(LinearReader().read(image, symbologies: all).first?.corners)
        // 95 modules of 2.4 pixels, rotated clockwise around the middle: it begins at the top.
        #expect(abs(place.width - 228) < 8)
        #expect(place.topLeft.y < place.topRight.y)
        #expect(place.topLeft.x > place.bottomLeft.x)
        #expect(abs(place.center.x - 210) < 12 && abs(place.center.y - 210) < 12)
    }

    @Test("only the requested symbologies are read")
    func asked() throws {
        let image = try picture("96385074", .ean8, module: 2.5)
        #expect(LinearReader().read(image, symbologies: [.ean13]).isEmpty)
        #expect(LinearReader().read(image, symbologies: [.qr]).isEmpty)
    }

    @Test("empty, tiny, flat and noisy pictures give no codes")
    func nothing() {
        var state: UInt32 = 9
        func noisy(_ width: Int, _ height: Int, _ amplitude: Int) -> LumaImage {
            LumaImage(
                size: FrameSize(width: width, height: height),
                pixels: (0..<width * height).map { _ in
                    state = state &* 1_664_525 &+ 1_013_904_223
                    return UInt8(128 + (amplitude > 0 ? Int(state >> 16) % (2 * amplitude) - amplitude : 0))
                })
        }
        for (width, height) in [(0, 0), (1, 1), (17, 17), (400, 1), (1, 400), (16, 300), (300, 17), (320, 240)] {
            for amplitude in [0, 5, 100] { #expect(texts(noisy(width, height, amplitude)).isEmpty) }
        }
        let stripes = LumaImage(
            size: FrameSize(width: 320, height: 240), pixels: (0..<320 * 240).map { $0 % 320 / 3 % 2 == 0 ? 30 : 220 })
        #expect(texts(stripes).isEmpty)
    }
}
