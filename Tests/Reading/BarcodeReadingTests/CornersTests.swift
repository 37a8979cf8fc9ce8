// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZBar
import BarcodesZXing
import Frames
import LumaProcessing
import SymbolFinding
import Testing

@Suite("The places of codes")
struct CornersTests {
    static let modulePixels = 4

    /// A scene with one code, and the code's corners, rotated together.
    private func scene(of sample: Sample, turned degrees: Double) throws -> (LumaImage, Quadrilateral) {
        try scene(of: sample.encoded(), turned: degrees)
    }

    private func scene(of symbol: EncodedSymbol, turned degrees: Double) -> (LumaImage, Quadrilateral) {
        let code = symbol.image(modulePixels: Self.modulePixels, quietZone: 10)
        let picture = BarcodeReadingTests.scene(code.width + 90, code.height + 70, [(code, 50, 30)])
        let scale = Double(Self.modulePixels)
        let (x, y) = (50 + 10 * scale, 30 + 10 * scale)
        let (width, height) = (symbol.width * scale, symbol.height * scale)
        let truth = Quadrilateral(
            topLeft: PixelPoint(x: x, y: y), topRight: PixelPoint(x: x + width, y: y),
            bottomRight: PixelPoint(x: x + width, y: y + height), bottomLeft: PixelPoint(x: x, y: y + height))
        guard degrees != 0 else { return (picture, truth) }
        let turned = picture.rotated(clockwiseDegrees: degrees)
        // The map leads back; the inverse of a rotation is the map of the opposite rotation, in the rotated picture's
        // frame.
        let (a, b) = (turned.toOriginal(x: 0, y: 0), turned.toOriginal(x: 1, y: 0))
        let (cosine, sine) = (b.x - a.x, b.y - a.y)
        let moved = truth.mapped { point in
            let (dx, dy) = (point.x - a.x, point.y - a.y)
            return PixelPoint(x: dx * cosine + dy * sine, y: -dx * sine + dy * cosine)
        }
        return (turned.image, moved)
    }

    private func expectNear(_ found: Quadrilateral?, _ truth: Quadrilateral, within tolerance: Double, _ note: String) {
        guard let found else {
            Issue.record("\(note): no corners")
            return
        }
        for (index, (corner, wanted)) in zip(found.corners, truth.corners).enumerated() {
            #expect(corner.distance(to: wanted) <= tolerance, "\(note): corner \(index) at \(corner), truly \(wanted)")
        }
    }

    @Test("zbar's QR corners begin at the symbol's top left and run clockwise", arguments: [0.0, 30, 90, 180, 270])
    func zbarQR(_ degrees: Double) throws {
        let (picture, truth) = try scene(of: Sample.matrix[0], turned: degrees)
        let read = try ZBarReader().read(picture, symbologies: [.qr])
        expectNear(read.first?.corners, truth, within: 1.5 * Double(Self.modulePixels), "QR turned \(degrees)")
    }

    @Test(
        "zxing's matrix corners begin at the symbol's top left and run clockwise", arguments: Sample.matrix,
        [0.0, 90, 180, 270])
    func zxingMatrix(_ sample: Sample, _ degrees: Double) throws {
        let (picture, truth) = try scene(of: sample, turned: degrees)
        let read = try ZXingReader(options: ZXingOptions(unsafeCalls: true)).read(
            picture, symbologies: [sample.symbology])
        #expect(read.count == 1)
        guard sample.symbology != .aztec else {
            // zxing-cpp gives an Aztec's corners in their order in the picture.
            let center = read.first?.corners?.center
            #expect(center.map { $0.distance(to: truth.center) <= 2 * Double(Self.modulePixels) } == true)
            return
        }
        expectNear(
            read.first?.corners, truth, within: 2.5 * Double(Self.modulePixels), "\(sample.testDescription) \(degrees)")
    }

    /// zxing-cpp 1.4 has no corners for its right end.
    @Test("a compact PDF417, which has no stop pattern, has its outline, and is told from a full one", arguments: [0.0, 4, 90, 180, 270])
    func compactPDF417(_ degrees: Double) throws {
        let reader = try ZXingReader(options: ZXingOptions(unsafeCalls: true))
        for (symbol, isCompact) in [
            (try BarcodeEncoder.encode("Candela PDF417, two lines of text", as: PrintedSymbology.compactPDF417), true),
            (try BarcodeEncoder.encode("Candela PDF417, two lines of text", as: Symbology.pdf417), false),
        ] {
            let (picture, truth) = scene(of: symbol, turned: degrees)
            let corners = try #require(reader.read(picture, symbologies: [.pdf417]).first?.corners)
            expectNear(corners, truth, within: 3 * Double(Self.modulePixels), "compact: \(isCompact), turned \(degrees)")
            #expect(CompactPDF417.isOne(in: picture, at: corners, module: Double(Self.modulePixels)) == isCompact)
        }
    }

    @Test("zbar's outline of a linear code is the code's", arguments: Sample.linear, [0.0, 5, 90, 180, 270])
    func zbarLinear(_ sample: Sample, _ degrees: Double) throws {
        let (picture, truth) = try scene(of: sample, turned: degrees)
        let read = try ZBarReader().read(picture, symbologies: [sample.symbology])
        #expect(read.count == 1)
        expectNear(
            read.first?.corners, truth, within: 5 * Double(Self.modulePixels), "\(sample.testDescription) \(degrees)")
    }

    @Test("zxing's strip across a linear code is grown to the bars' ends", arguments: Sample.linear, [0.0, 5, 90, 180])
    func zxingLinear(_ sample: Sample, _ degrees: Double) throws {
        let (picture, truth) = try scene(of: sample, turned: degrees)
        let read = try ZXingReader(options: ZXingOptions(unsafeCalls: true)).read(
            picture, symbologies: [sample.symbology])
        #expect(read.count == 1)
        expectNear(
            read.first?.corners, truth, within: 6 * Double(Self.modulePixels), "\(sample.testDescription) \(degrees)")
    }

    @Test("a coarse zbar finds the same outline", arguments: [2, 3])
    func coarse(_ density: Int) throws {
        let (picture, truth) = try scene(of: Sample.linear[0], turned: 0)
        let reader = try ZBarReader(options: ZBarOptions(xDensity: density, yDensity: density))
        let read = reader.read(picture, symbologies: [.ean13])
        #expect(read.count == 1)
        expectNear(read.first?.corners, truth, within: 5 * Double(Self.modulePixels), "density \(density)")
    }
}
