// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZXing
import Frames
import LumaProcessing
import SymbolFinding
import Testing

@Suite("Faults of a symbol that was read")
struct PrintFaultTests {
    private static let text = "https://example.org/candela"

    private func changed(_ image: LumaImage, _ value: (_ x: Int, _ y: Int) -> UInt8) -> LumaImage {
        LumaImage(size: image.size) { pixels in
            for y in 0..<image.height { for x in 0..<image.width { pixels[y * image.width + x] = value(x, y) } }
        }
    }

    @Test("the corner patterns tell the number of modules, squares from circles, and light on dark")
    func finder() throws {
        let module = 8
        let symbol = try BarcodeEncoder.encode(Self.text, as: .qr)
        let image = symbol.image(modulePixels: module, quietZone: 4, inverted: false)
        let side = (image.width - 8 * module) / module
        let low = Double(4 * module)
        let high = low + Double(side * module)
        let outline = Quadrilateral(
            topLeft: PixelPoint(x: low, y: low), topRight: PixelPoint(x: high, y: low),
            bottomRight: PixelPoint(x: high, y: high), bottomLeft: PixelPoint(x: low, y: high))
        let square = try #require(FinderShape(of: image, corners: outline, dark: 0, light: 255))
        #expect(square.modules == side && square.squareness > 1.3 && !square.isInverted)
        let inverted = try #require(FinderShape(of: image.inverted(), corners: outline, dark: 0, light: 255))
        #expect(inverted.modules == side && inverted.isInverted)

        let centres = [(3.5, 3.5), (Double(side) - 3.5, 3.5), (3.5, Double(side) - 3.5)]
        let round = changed(image) { x, y in
            for centre in centres {
                let dx = (Double(x) + 0.5 - low) / Double(module) - centre.0
                let dy = (Double(y) + 0.5 - low) / Double(module) - centre.1
                guard max(abs(dx), abs(dy)) < 4 else { continue }
                let distance = (dx * dx + dy * dy).squareRoot()
                return distance < 1.5 || (2.5..<3.5).contains(distance) ? 0 : 255
            }
            return image[x, y]
        }
        let circles = try #require(FinderShape(of: round, corners: outline, dark: 0, light: 255))
        #expect(circles.modules == side && circles.squareness < 1.1)
        let blank = changed(image) { _, _ in 200 }
        #expect(FinderShape(of: blank, corners: outline, dark: 0, light: 255) == nil)
    }

    /// A QR code with a margin of four modules, and its outline.
    private func drawn(_ module: Int) throws -> (image: LumaImage, outline: Quadrilateral, low: Double, side: Int) {
        let image = try BarcodeEncoder.encode(Self.text, as: .qr).image(
            modulePixels: module, quietZone: 4, inverted: false)
        let (low, high) = (Double(4 * module), Double(image.width - 4 * module))
        let outline = Quadrilateral(
            topLeft: PixelPoint(x: low, y: low), topRight: PixelPoint(x: high, y: low),
            bottomRight: PixelPoint(x: high, y: high), bottomLeft: PixelPoint(x: low, y: high))
        return (image, outline, low, (image.width - 8 * module) / module)
    }

    @Test("a light strip through a code was left out by its printer; the margin of a code in a frame was not")
    func strips() throws {
        let module = 8
        let symbol = try BarcodeEncoder.encode(String(repeating: Self.text, count: 2), as: .qr)
        let image = symbol.image(modulePixels: module, quietZone: 4, inverted: false)
        let (low, high) = (4 * module, image.width - 4 * module)
        func outline(_ low: Int, _ high: Int) -> Quadrilateral {
            let (low, high) = (Double(low), Double(high))
            return Quadrilateral(
                topLeft: PixelPoint(x: low, y: low), topRight: PixelPoint(x: high, y: low),
                bottomRight: PixelPoint(x: high, y: high), bottomLeft: PixelPoint(x: low, y: high))
        }
        let strip = changed(image) { x, y in (image.width / 2..<image.width / 2 + 6).contains(x) ? 255 : image[x, y] }
        #expect(UnprintedStrips(of: strip, corners: outline(low, high), module: Double(module), dark: 0, light: 255)?.count == 1)
        #expect(UnprintedStrips(of: image, corners: outline(low, high), module: Double(module), dark: 0, light: 255) == nil)
        // A loose outline, with a frame at one side of it, as wide as the margin is narrow.
        let wide = symbol.image(modulePixels: module, quietZone: 8, inverted: false)
        let end = wide.width - 8 * module
        let framed = changed(wide) { x, y in x > end + 10 && x < end + 10 + 4 * module ? 0 : wide[x, y] }
        #expect(
            UnprintedStrips(
                of: framed, corners: Quadrilateral(
                    topLeft: PixelPoint(x: Double(8 * module), y: Double(8 * module)),
                    topRight: PixelPoint(x: Double(end + 6 * module), y: Double(8 * module)),
                    bottomRight: PixelPoint(x: Double(end + 6 * module), y: Double(end)),
                    bottomLeft: PixelPoint(x: Double(8 * module), y: Double(end))), module: Double(module), dark: 0, light: 255) == nil)
    }

    @Test("noise at an edge does not make a plain code styled")
    func noisy() throws {
        let (image, outline, _, _) = try drawn(4)
        for seed in 0..<8 {
            var state = UInt32(seed * 977 + 1)
            let noisy = changed(image) { x, y in
                state = state &* 1_664_525 &+ 1_013_904_223
                // The pixels at the edges are grey, about halfway, as a lens and JPEG leave them.
                let near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].contains { near in
                    image[min(max(near.0, 0), image.width - 1), min(max(near.1, 0), image.height - 1)] != image[x, y]
                }
                let noise = Int(state >> 24) % 41 - 20
                return UInt8(clamping: (near ? 110 : image[x, y] == 0 ? 40 : 180) + noise)
            }
            let shape = try #require(FinderShape(of: noisy, corners: outline, dark: 40, light: 180))
            #expect(shape.squareness > 1.25, "seed \(seed)")
        }
    }

    @Test("a disc over the middle of a QR code is found, with the level of error correction")
    func overlay() throws {
        let module = 8
        let (image, outline, low, side) = try drawn(module)
        #expect(SymbolOverlay(of: image, corners: outline, dark: 0, light: 255) == nil)
        let middle = low + Double(side * module) / 2
        let covered = changed(image) { x, y in
            let (dx, dy) = (Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
            let distance = (dx * dx + dy * dy).squareRoot() / Double(module)
            return distance < 2.6 ? 0 : distance < 4.3 ? 255 : image[x, y]
        }
        let found = try #require(SymbolOverlay(of: covered, corners: outline, dark: 0, light: 255))
        #expect(found.share > 0.04 && found.share < 0.2)
        #expect(found.level != nil)
        // The outline of a place that looks like a symbol is rough.
        let rough = Quadrilateral(
            topLeft: PixelPoint(x: low - 7, y: low - 9),
            topRight: PixelPoint(x: low + Double(side * module) + 8, y: low - 5),
            bottomRight: PixelPoint(x: low + Double(side * module) + 9, y: low + Double(side * module) + 6),
            bottomLeft: PixelPoint(x: low - 8, y: low + Double(side * module) + 7))
        #expect(SymbolOverlay(of: covered, corners: rough, dark: 0, light: 255)?.level == found.level)
    }

    @Test("a grey square over a QR code, and a white one, are found as well", arguments: [128, 255])
    func evenOverlay(value: Int) throws {
        let module = 8
        let (image, outline, low, side) = try drawn(module)
        // Along the modules, so that none is cut.
        let (first, last) = (side / 2 - 4, side / 2 + 4)
        let covered = changed(image) { x, y in
            let (column, row) = (Int(Double(x) - low) / module, Int(Double(y) - low) / module)
            return (first...last).contains(column) && (first...last).contains(row) ? UInt8(value) : image[x, y]
        }
        let found = try #require(SymbolOverlay(of: covered, corners: outline, dark: 0, light: 255))
        let expected = 81 / Double(side * side)
        #expect(found.share >= expected && found.share < 1.6 * expected, "\(found.share) of \(expected)")
    }

    @Test("a shadow over a third of it is no overlay")
    func shadow() throws {
        let (image, outline, low, side) = try drawn(8)
        let edge = low + Double(8 * side) / 3
        let shaded = changed(image) { x, y in
            let value = image[x, y] == 0 ? 20 : 200
            return UInt8(Double(x) < edge ? value / 2 : value)
        }
        #expect(SymbolOverlay(of: shaded, corners: outline, dark: 20, light: 200) == nil)
    }

    @Test("specks in a corner pattern break the lines by which readers find it")
    func brokenCorner() throws {
        let module = 8
        let (image, outline, low, _) = try drawn(module)
        let whole = try #require(FinderShape(of: image, corners: outline, dark: 0, light: 255))
        #expect(whole.lines.count == 3 && whole.lines.allSatisfy { $0 > 0.95 }, "\(whole.lines)")
        let specked = changed(image) { x, y in
            let (u, v) = ((Double(x) - low) / Double(module), (Double(y) - low) / Double(module))
            // Holes of two pixels, a quarter of all, in the ring and in the core.
            let noise = (UInt32(x / 2) &* 2_654_435_761 ^ UInt32(y / 2) &* 2_246_822_519) >> 13 & 3
            return u < 7 && v < 7 && noise == 0 ? 255 : image[x, y]
        }
        let broken = try #require(FinderShape(of: specked, corners: outline, dark: 0, light: 255))
        #expect(broken.lines[0] < 0.4 && broken.lines[1] > 0.95, "\(broken.lines)")
    }

    @Test("light lines within bars are told from narrow spaces")
    func stripes() throws {
        let (image, truth) = try SymbolFinderTests.scene("Candela-128", .code128, module: 6)
        #expect(BarStripes(of: image, corners: truth, module: 6, noise: 0) == nil)
        // The middles of bars of at least two modules: a grey line of two pixels there.
        let y = Int(truth.center.y)
        var lines: [Int] = []
        var begin: Int?
        for x in 0..<image.width {
            if image[x, y] < 100 {
                begin = begin ?? x
            } else if let first = begin {
                if x - first >= 12, first > Int(truth.topLeft.x) { lines.append((first + x) / 2) }
                begin = nil
            }
        }
        let cut = lines.prefix(3)
        let split = changed(image) { x, y in
            image[x, y] < 100 && cut.contains { x == $0 || x == $0 - 1 } ? 110 : image[x, y]
        }
        let stripes = try #require(BarStripes(of: split, corners: truth, module: 6, noise: 0))
        #expect(stripes.count == cut.count && stripes.depth < 0.62)
    }

    @Test("gaps between strips of a code are found and taken out", arguments: [0, 1])
    func gaps(ofValue gap: UInt8) throws {
        let (image, outline, low, side) = try drawn(8)
        #expect(RowGaps(of: image, corners: outline, dark: 0, light: 255) == nil)
        // Strips of four rows of modules; a gap of 10 pixels after each.
        let strips = side / 4
        let value: UInt8 = gap == 0 ? 0 : 255
        let size = FrameSize(width: image.width, height: image.height + 10 * strips)
        let apart = LumaImage(size: size) { pixels in
            for y in 0..<size.height {
                let row = y - Int(low)
                let (strip, rest) = row < 0 ? (0, 0) : (min(row / 42, strips), row % 42)
                let isGap = row >= 0 && row / 42 < strips && rest >= 32
                for x in 0..<size.width { pixels[y * size.width + x] = isGap ? value : image[x, y - 10 * strip] }
            }
        }
        let found = try #require(
            RowGaps(
                of: apart,
                corners: Quadrilateral(
                    topLeft: outline.topLeft, topRight: outline.topRight,
                    bottomRight: PixelPoint(x: outline.bottomRight.x, y: outline.bottomRight.y + Double(10 * strips)),
                    bottomLeft: PixelPoint(x: outline.bottomLeft.x, y: outline.bottomLeft.y + Double(10 * strips))),
                dark: 0, light: 255))
        #expect(found.figures.count >= strips - 1 && found.figures.count <= strips)
        #expect(found.figures.thickness == 10 && found.figures.distance == 42)
        // The box of the outline with a sixth of its width on each side, without the gaps.
        let box = side * 8 + 10 * strips + 1
        #expect(abs(found.squeezed.height - (box + 2 * ((side * 8 + 1) / 6) - 10 * found.figures.count)) <= 2)
        let reader = try ZXingReader()
        #expect(reader.read(apart, symbologies: [.qr]).isEmpty)
        let codes = reader.read(found.squeezed, symbologies: [.qr])
        #expect(codes.map(\.text) == [Self.text])
        #expect(codes.first?.corners.map(found.ranThrough) == true)
    }

    @Test("an intact code beside lines of text is not one whose rows stand apart")
    func besideText() throws {
        // Fourteen lines of "words", 400 pixels wide, and a code on the right of them that spans five of them.
        let code = try BarcodeEncoder.encode(Self.text, as: .qr).image(modulePixels: 2, quietZone: 2, inverted: false)
        let size = FrameSize(width: 560, height: 480)
        let page = LumaImage(size: size) { pixels in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let isText = x >= 40 && x < 440 && y >= 30 && y < 450 && (y - 30) % 30 < 18 && (x * 7 / 11 + y / 5) % 3 > 0
                    pixels[y * size.width + x] = isText ? 0 : 255
                }
            }
            for y in 0..<code.height {
                for x in 0..<code.width { pixels[(y + 180) * size.width + x + 445] = code[x, y] }
            }
        }
        let found = try #require(
            RowGaps(
                of: page,
                corners: Quadrilateral(
                    topLeft: PixelPoint(x: 40, y: 30), topRight: PixelPoint(x: 440, y: 30),
                    bottomRight: PixelPoint(x: 440, y: 450), bottomLeft: PixelPoint(x: 40, y: 450)),
                dark: 0, light: 255))
        #expect(found.figures.distance == 30)
        // It is in what is looked at, and no gap ran through it.
        let place = Quadrilateral(
            topLeft: PixelPoint(x: 475, y: 120), topRight: PixelPoint(x: 530, y: 120),
            bottomRight: PixelPoint(x: 530, y: 260), bottomLeft: PixelPoint(x: 475, y: 260))
        #expect(place.bottomRight.x < Double(found.squeezed.width))
        #expect(!found.ranThrough(place))
        for read in try ZXingReader().read(found.squeezed, symbologies: [.qr]) {
            #expect(read.corners.map(found.ranThrough) != true)
        }
    }

    @Test(
        "bars that begin where the label ends are told from those with a margin, and from a dark ground on both sides")
    func cutOff() throws {
        let (image, truth) = try SymbolFinderTests.scene("Candela-128", .code128, module: 3)
        func isCut(_ picture: LumaImage) -> Bool {
            LinearEnds.areUneven(in: picture, corners: truth, module: 3, dark: 60, light: 187)
        }
        #expect(!isCut(image))
        let left = changed(image) { x, y in Double(x) < truth.topLeft.x ? 70 : image[x, y] }
        #expect(isCut(left))
        let both = changed(image) { x, y in
            Double(x) < truth.topLeft.x || Double(x) > truth.topRight.x ? 70 : image[x, y]
        }
        #expect(!isCut(both))
    }

    @Test(
        "a linear code tells by its first and last bar whether it is light on dark",
        arguments: [Symbology.ean13, .code128])
    func polarity(symbology: Symbology) throws {
        let (image, truth) = try SymbolFinderTests.scene("4006381333931", symbology, module: 4)
        func polarity(_ picture: LumaImage, _ corners: Quadrilateral) -> SymbolPolarity? {
            let (dark, light) = picture.width == image.width && picture[0, 0] == image[0, 0] ? (60.0, 187.0) : (68, 195)
            return .ofRead(symbology, in: picture, corners: corners, module: 4, dark: dark, light: light)
        }
        #expect(polarity(image, truth) == .darkOnLight)
        #expect(polarity(image.inverted(), truth) == .lightOnDark)
        // An outline without the first and last bar.
        var short = truth
        for path in [\Quadrilateral.topLeft, \.bottomLeft] { short[keyPath: path].x += 4 }
        for path in [\Quadrilateral.topRight, \.bottomRight] { short[keyPath: path].x -= 4 }
        #expect(polarity(image, short) != .lightOnDark)
        // An outline that is a module too wide, with a margin of two modules before a dark ground.
        var wide = truth
        for path in [\Quadrilateral.topLeft, \.bottomLeft] { wide[keyPath: path].x -= 4 }
        for path in [\Quadrilateral.topRight, \.bottomRight] { wide[keyPath: path].x += 4 }
        let narrow = changed(image) { x, y in
            Double(x) < truth.topLeft.x - 8 || Double(x) > truth.topRight.x + 8 ? 62 : image[x, y]
        }
        #expect(
            SymbolPolarity.ofRead(symbology, in: narrow, corners: wide, module: 4, dark: 60, light: 187) != .lightOnDark)
    }

    @Test("the margin of a pale code in uneven light is not taken for something dark")
    func paleMargin() {
        // Modules of 8 pixels that are 30 darker than the paper, which falls by 40 from left to right.
        let size = FrameSize(width: 520, height: 320)
        let image = LumaImage(size: size) { pixels in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (column, row) = ((x - 100) / 8, (y - 40) / 8)
                    let isInside = x >= 100 && x < 420 && y >= 40 && y < 280
                    let isDark =
                        isInside && (column == 0 || column == 39 || row == 0 || row == 29 || (column + row) % 2 == 0)
                    pixels[y * size.width + x] = UInt8(220 - x * 40 / size.width - (isDark ? 30 : 0))
                }
            }
        }
        let corners = Quadrilateral(
            topLeft: PixelPoint(x: 100, y: 40), topRight: PixelPoint(x: 420, y: 40),
            bottomRight: PixelPoint(x: 420, y: 280), bottomLeft: PixelPoint(x: 100, y: 280))
        let margin = SymbolMargin(of: image, corners: corners, kind: .matrix, module: 8, dark: 165, light: 210)
        #expect(margin.map { $0.modules >= 4 && $0.endsAtBorder } == true, "\(String(describing: margin))")
    }

    @Test("grain is finer than any gap between dots")
    func grain() {
        #expect(SymbolGrain(fine: 3, module: 18) != nil)
        #expect(SymbolGrain(fine: 8, module: 18) == nil)
        #expect(SymbolGrain(fine: 1, module: 4) == nil)
    }
}
