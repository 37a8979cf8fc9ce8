// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZBar
import BarcodesZXing
import Frames
import LinearReading
import LumaProcessing
import Scanning
import Testing

/// Finds a code around the first pixel with a given value, and records its calls.
private final class SpotReader: BarcodeReader {
    let name = "spot"
    let supported = Set(Symbology.allCases)
    /// Sizes of the pictures that it received.
    var sizes: [FrameSize] = []
    /// The pixel value that marks a code.
    var spot: UInt8 = 0
    var abilities: ReaderAbilities = []

    func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        sizes.append(image.size)
        for y in 0..<image.height {
            for x in 0..<image.width where image[x, y] == spot {
                let (left, top, side) = (Double(x) - 40, Double(y) - 40, 81.0)
                let place = Quadrilateral(
                    topLeft: PixelPoint(x: left, y: top), topRight: PixelPoint(x: left + side, y: top),
                    bottomRight: PixelPoint(x: left + side, y: top + side),
                    bottomLeft: PixelPoint(x: left, y: top + side))
                return [Barcode(symbology: .qr, bytes: [1], corners: place, reader: name)]
            }
        }
        return []
    }
}

/// Finds the places of bars, and reads nothing there.
private final class BarsOnly: BarPlaceFinder {
    let name = "bars"
    let supported: Set<Symbology> = [.ean13]
    private let finder = LinearReader()

    func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] { [] }
    func barPlaces(in image: LumaImage) -> [Quadrilateral] { finder.barPlaces(in: image) }
}

/// Says that it has seen places, and records the known places that it was given.
private final class SuspiciousReader: SearchingReader {
    let name = "suspicious"
    let supported: Set<Symbology> = [.qr]
    var suspects: [Quadrilateral] = []
    var known: [[Barcode]] = []

    func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        read(image, symbologies: symbologies, known: [])
    }
    func read(_ image: LumaImage, symbologies: Set<Symbology>, known: [Barcode]) -> [Barcode] {
        self.known.append(known)
        return []
    }
}

@Suite("The reading ladder")
struct LadderReaderTests {
    private func blank(_ width: Int, _ height: Int, spot: (x: Int, y: Int, side: Int)? = nil) -> LumaImage {
        var pixels = [UInt8](repeating: 200, count: width * height)
        if let spot {
            for y in spot.y..<spot.y + spot.side { for x in spot.x..<spot.x + spot.side { pixels[y * width + x] = 0 } }
        }
        return LumaImage(size: FrameSize(width: width, height: height), pixels: pixels)
    }

    @Test(
        "corners are in the original picture, whatever the preparation",
        arguments: [
            ReadingPreparation.none, .reduced(by: 2), .reduced(by: 3), .doubled, .rotated(degrees: 45),
            .rotated(degrees: -22), .sharpened(sigma: 1), .doubledAndSharpened,
        ], [1, 2, 4])
    func corners(_ preparation: ReadingPreparation, _ windows: Int) {
        let reader = SpotReader()
        let step = ReadingStep(preparation, .zxing, [.qr], pixelLimit: 1_000_000, windows: windows)
        let ladder = LadderReader(readers: [.zxing: reader], steps: [step])
        let picture = blank(160, 120, spot: (100, 60, 12))
        let read = ladder.read(picture, symbologies: [.qr])
        #expect(read.count == 1)
        let center = read.first?.corners?.center
        // The first dark pixel of the spot's twelve by twelve.
        #expect(center.map { $0.x > 98 && $0.x < 114 && $0.y > 58 && $0.y < 74 } == true)
    }

    @Test("a picture over a step's limit is reduced, and corners are still in the original")
    func limit() {
        let reader = SpotReader()
        let step = ReadingStep(.none, .zbar, [.qr], pixelLimit: 5000)
        let ladder = LadderReader(readers: [.zbar: reader], steps: [step])
        let read = ladder.read(blank(400, 100, spot: (300, 48, 12)), symbologies: [.qr])
        #expect(reader.sizes == [FrameSize(width: 133, height: 33)])
        #expect(read.first?.corners.map { abs($0.center.x - 306) < 12 && abs($0.center.y - 54) < 12 } == true)
    }

    @Test("a very wide picture is read in limited pieces")
    func veryWide() {
        let reader = SpotReader()
        reader.spot = 1
        let ladder = LadderReader(readers: [.zbar: reader, .zxing: reader], effort: .hard)
        #expect(ladder.read(blank(70_000, 40), symbologies: SymbologySelection.standard).isEmpty)
        #expect(!reader.sizes.isEmpty)
        // Twice the limit for unprepared pictures, because of the doubled one.
        #expect(reader.sizes.allSatisfy { max($0.width, $0.height) <= 64_000 && $0.area <= 4_000_000 })
    }

    @Test("a preparation reports its resulting size")
    func sizes() {
        let picture = blank(83, 47)
        let preparations: [ReadingPreparation] = [
            .none, .rotated(degrees: 22), .rotated(degrees: 45), .doubled, .doubledAndSharpened, .reduced(by: 3),
            .sharpened(sigma: 1), .thresholded, .inverted, .equalized,
        ]
        for preparation in preparations {
            let said = preparation.size(of: picture.size)
            let made = preparation.apply(to: picture).image.size
            #expect(abs(said.width - made.width) <= 1 && abs(said.height - made.height) <= 1, "\(preparation)")
        }
    }

    @Test("expensive steps are skipped after a read")
    func untilRead() {
        let reader = SpotReader()
        let ladder = LadderReader(readers: [.zbar: reader, .zxing: reader], effort: .hard)
        _ = ladder.read(blank(200, 150, spot: (100, 60, 12)), symbologies: SymbologySelection.standard)
        let some = ladder.records.count
        reader.spot = 1
        _ = ladder.read(blank(200, 150), symbologies: SymbologySelection.standard)
        #expect(some < ladder.records.count / 2)
        #expect(ladder.records.allSatisfy { $0.codes == 0 && $0.duration >= .zero })
    }

    @Test("a search goes on where a place resembles a code that was read, and skips what was read")
    func placesLeft() {
        let (spot, search, thorough) = (SpotReader(), SuspiciousReader(), SuspiciousReader())
        let ladder = LadderReader(
            readers: [.zxing: spot, .quickCandela: search, .candela: thorough],
            steps: [
                ReadingStep(.none, .zxing, [.qr], pixelLimit: 1_000_000),
                ReadingStep(.none, .quickCandela, [.qr], pixelLimit: 40_000),
                ReadingStep(.none, .candela, [.qr], .placesLeft, pixelLimit: 1_000_000),
            ])
        // Reduced to half, the spot's place has 40 pixels a side.
        let picture = blank(400, 300, spot: (100, 60, 12))
        func square(_ x: Double, _ y: Double, _ side: Double) -> Quadrilateral {
            Quadrilateral(
                topLeft: PixelPoint(x: x, y: y), topRight: PixelPoint(x: x + side, y: y),
                bottomRight: PixelPoint(x: x + side, y: y + side), bottomLeft: PixelPoint(x: x, y: y + side))
        }
        for (suspects, isDue) in [
            ([], false), ([square(150, 90, 40)], true), ([square(150, 90, 8)], false), ([square(35, 15, 40)], false),
        ] {
            (search.known, thorough.known) = ([], [])
            search.suspects = suspects
            #expect(ladder.read(picture, symbologies: [.qr]).count == 1)
            #expect(search.known.count == 1 && search.known[0].count == 1)
            #expect(
                search.known.first?.first?.corners.map { abs($0.width - 40.5) < 1 } == true, "in the reduced picture")
            #expect((thorough.known.count == 1) == isDue, "\(suspects)")
        }
        // Nothing read: always.
        spot.spot = 1
        (search.suspects, thorough.known) = ([], [])
        #expect(ladder.read(picture, symbologies: [.qr]).isEmpty)
        #expect(thorough.known.map(\.count) == [0])
    }

    @Test(
        "bars are read upright from a crop at any angle, with corners in the picture",
        arguments: [0.0, 20, 43, 90, 133])
    func bars(_ degrees: Double) throws {
        let step = ReadingStep(.none, .rowsZBar, [.code128], pixelLimit: 1_000_000, isOnBars: true)
        let ladder = LadderReader(
            readers: [.rowsZBar: try ZBarReader(options: ZBarOptions(xDensity: 0)), .linear: BarsOnly()], steps: [step])
        let code = try BarcodeEncoder.encode("SLANTED 12345", as: .code128).image(modulePixels: 2, quietZone: 20)
        let picture = code.rotated(clockwiseDegrees: degrees).image
        let read = ladder.read(picture, symbologies: [.code128])
        #expect(read.map(\.text) == ["SLANTED 12345"])
        let middle = PixelPoint(x: Double(picture.width) / 2, y: Double(picture.height) / 2)
        #expect(read.first?.corners.map { $0.center.distance(to: middle) < 15 } == true)
    }

    @Test("bars that are found in a reduced picture are read with all of their pixels", arguments: [(1, 2), (4, 16)])
    func fineBars(module: Int, reduction: Int) throws {
        let code = try BarcodeEncoder.encode("SLANTED 12345", as: .code128)
            .image(modulePixels: module, quietZone: 20)
        let step = ReadingStep(
            .none, .rowsZBar, [.code128], pixelLimit: code.size.area / reduction, isOnBars: true)
        let ladder = LadderReader(
            readers: [.rowsZBar: try ZBarReader(options: ZBarOptions(xDensity: 0)), .linear: BarsOnly()], steps: [step])
        #expect(ladder.read(code, symbologies: [.code128]).map(\.text) == ["SLANTED 12345"])
    }

    @Test("our own search for bars takes a photograph in full size")
    func wholePhotograph() {
        let (other, own) = (SpotReader(), SpotReader())
        (other.spot, own.spot) = (1, 1)
        let ladder = LadderReader(readers: [.zxing: other, .linear: own], effort: .hard)
        _ = ladder.read(blank(4000, 3000), symbologies: [.ean13])
        #expect(own.sizes == [FrameSize(width: 4000, height: 3000)])
    }

    @Test("steps for other symbologies are skipped")
    func filtered() {
        let reader = SpotReader()
        reader.spot = 1
        let ladder = LadderReader(readers: [.zbar: reader, .zxing: reader], effort: .hard)
        _ = ladder.read(blank(100, 100), symbologies: [.pdf417])
        #expect(!ladder.records.isEmpty)
        #expect(ladder.records.allSatisfy { $0.step.engine == .zxing && $0.step.symbologies.contains(.pdf417) })
    }

    @Test("preparations that a library makes itself are skipped, and the explanation says so")
    func abilities() {
        let (zbar, zxing) = (SpotReader(), SpotReader())
        (zbar.spot, zxing.spot) = (1, 1)
        let matrix: Set<Symbology> = [.qr, .dataMatrix]
        let linear: Set<Symbology> = [.ean13, .code128]
        let ladder = LadderReader(
            readers: [.zbar: zbar, .zxing: zxing],
            steps: [ReadingPreparation.none, .inverted, .reduced(by: 2), .reduced(by: 3)].flatMap { preparation in
                [
                    ReadingStep(preparation, .zxing, matrix, pixelLimit: 1_000_000),
                    ReadingStep(preparation, .zxing, linear, pixelLimit: 1_000_000),
                    ReadingStep(preparation, .zbar, linear, pixelLimit: 1_000_000),
                ]
            } + [ReadingStep(.none, .zxing, [.dataMatrix], pixelLimit: 1_000_000, windows: 3)])
        func steps(_ image: LumaImage) -> (taken: Set<ReadingStep>, needless: Set<ReadingStep>) {
            var result: (taken: Set<ReadingStep>, needless: Set<ReadingStep>) = ([], [])
            for line in ladder.explain(image, symbologies: SymbologySelection.standard).lines {
                switch line.outcome {
                case .taken: result.taken.insert(line.step)
                case .leftOut(.needless): result.needless.insert(line.step)
                case .leftOut: break
                }
            }
            return result
        }
        let old = steps(blank(200, 150))
        #expect(old.needless.isEmpty)
        zxing.abilities = [.inverted, .reduced, .several]
        let new = steps(blank(200, 150))
        #expect(!new.needless.isEmpty && old.taken == new.taken.union(new.needless.intersection(old.taken)))
        for step in new.needless {
            #expect(step.engine == .zxing, "\(step)")
            #expect(
                step.preparation == .inverted || step.preparation == .reduced(by: 2)
                    || step.preparation == .reduced(by: 3)
                    || step.windows > 1, "\(step)")
        }
        for preparation in [ReadingPreparation.inverted, .reduced(by: 2), .reduced(by: 3)] {
            #expect(new.needless.contains { $0.preparation == preparation }, "\(preparation)")
        }
        #expect(new.needless.contains { $0.windows > 1 })
        #expect(new.taken.contains { $0.engine == .zbar && $0.preparation == .inverted }, "zbar cannot")
        #expect(new.taken.contains { $0.engine == .zbar && $0.preparation == .reduced(by: 2) })
        #expect(
            new.taken.contains { $0.preparation == .inverted && $0.symbologies.contains(.ean13) },
            "of inverted codes it finds the matrix codes only")
        zxing.abilities = [.inverted]
        #expect(steps(blank(200, 150)).needless.allSatisfy { $0.preparation == .inverted })
    }

    @Test("zxing-cpp 1.4 needs preparations; 2.0 and later make them themselves with tryHarder")
    func versions() {
        let plain = ZXingOptions()
        #expect(ZXingReader.abilities(major: 1, plain) == [])
        #expect(ZXingReader.abilities(major: 2, plain) == [.inverted, .reduced, .several])
        #expect(ZXingReader.abilities(major: 3, plain) == [.inverted, .reduced, .several])
        #expect(ZXingReader.abilities(major: 3, ZXingOptions(tryHarder: false)) == .several)
    }

    @Test("without a library its steps are skipped", arguments: ReadingEffort.allCases)
    func missingReader(_ effort: ReadingEffort) {
        let reader = SpotReader()
        let ladder = LadderReader(readers: [.zxing: reader], effort: effort)
        #expect(ladder.read(blank(100, 100, spot: (40, 40, 5)), symbologies: [.qr]).count == 1)
        #expect(ladder.records.allSatisfy { $0.step.engine == .zxing })
        #expect(LadderReader(readers: [:], effort: effort).read(blank(9, 9), symbologies: [.qr]).isEmpty)
    }

    @Test("a camera's expensive steps take turns: two or three searches in a frame, all in a dozen frames")
    func turns() {
        let reader = SpotReader()
        reader.spot = 1
        let readers = Dictionary(uniqueKeysWithValues: ReadingEngine.allCases.map { ($0, reader as any BarcodeReader) })
        let ladder = StreamReader(readers: readers, effort: .normal, use: .frames)
        let frame = blank(64, 48)
        _ = ladder.read(frame, symbologies: SymbologySelection.standard)
        let all = ladder.records.count
        #expect(all == ReadingLadder.steps(.normal, .frames).count { $0.condition != .doubt })
        var taken: Set<ReadingStep> = []
        for _ in 0..<12 {
            _ = ladder.read(frame, symbologies: SymbologySelection.standard)
            #expect((2...3).contains(ladder.records.count))
            taken.formUnion(ladder.records.map(\.step))
        }
        #expect(taken.count == all)
    }

    @Test("empty and tiny pictures hold nothing", arguments: ReadingEffort.allCases)
    func tiny(_ effort: ReadingEffort) throws {
        let ladder = try realLadder(effort)
        for (width, height) in [(0, 0), (0, 8), (1, 1), (1, 300), (300, 1), (2, 2), (7, 5), (11, 11)] {
            #expect(ladder.read(blank(width, height), symbologies: SymbologySelection.standard).isEmpty)
        }
    }

    @Test(
        "codes that were cut out without margins are read, also of a few lines; corners are in the picture",
        arguments: [
            ("4006381333931", Symbology.ean13, 3, 9), ("12345670", .ean8, 2, 1), ("2035846801931", .dataBar, 3, 8),
            ("Data Matrix Code", .dataMatrix, 2, 100), ("CUT OUT", .dataMatrix, 2, 100),
        ])
    func cutTight(_ text: String, _ symbology: Symbology, _ module: Int, _ most: Int) throws {
        let whole = try BarcodeEncoder.encode(text, as: symbology).image(modulePixels: module, quietZone: 0)
        let area = PixelRectangle(x: 0, y: 0, width: whole.width, height: min(most, whole.height))
        let picture = try #require(whole.cropped(to: area))
        for effort in [ReadingEffort.normal, .hard] {
            let read = try realLadder(effort).read(picture, symbologies: SymbologySelection.standard)
            #expect(read.count == 1 && read.first?.symbology == symbology, "\(effort) \(read)")
            let corners = try #require(read.first?.corners)
            for corner in [corners.topLeft, corners.bottomRight] {
                #expect(
                    (-2...Double(area.width) + 2).contains(corner.x)
                        && (-2...Double(area.height) + 2).contains(corner.y), "\(corner)")
            }
        }
    }

    private func realLadder(_ effort: ReadingEffort) throws -> LadderReader {
        LadderReader(
            readers: [
                .zbar: try ZBarReader(), .coarseZBar: try ZBarReader(options: ZBarOptions(xDensity: 2, yDensity: 2)),
                .rowsZBar: try ZBarReader(options: ZBarOptions(xDensity: 0)),
                .zxing: try ZXingReader(options: ZXingOptions(unsafeCalls: true)), .linear: BarsOnly(),
            ], effort: effort)
    }

    @Test("a code that both readers read is one code, at its place", arguments: ReadingEffort.allCases)
    func merging(_ effort: ReadingEffort) throws {
        let ladder = try realLadder(effort)
        for (text, symbology) in [
            ("4006381333931", Symbology.ean13), ("https://example.org", .qr), ("036000291452", .upcA),
        ] {
            let code = try BarcodeEncoder.encode(text, as: symbology).image(modulePixels: 4, quietZone: 12)
            let read = ladder.read(code, symbologies: SymbologySelection.standard)
            #expect(read.map(\.text) == [text])
            #expect(read.map(\.symbology) == [symbology])
            let middle = PixelPoint(x: Double(code.width) / 2, y: Double(code.height) / 2)
            #expect(read.first?.corners.map { $0.center.distance(to: middle) < 12 } == true)
        }
    }

    @Test("hard also reads inverted and slanted codes, which need a preparation")
    func hard() throws {
        let ladder = try realLadder(.hard)
        let inverted = try BarcodeEncoder.encode("4006381333931", as: .ean13)
            .image(modulePixels: 3, quietZone: 12, inverted: true)
        #expect(ladder.read(inverted, symbologies: SymbologySelection.standard).map(\.text) == ["4006381333931"])

        let long = try BarcodeEncoder.encode("SLANTED 12345", as: .code128)
        let slanted = long.image(modulePixels: 3, quietZone: 20).rotated(clockwiseDegrees: 43)
        #expect(ladder.read(slanted.image, symbologies: SymbologySelection.standard).map(\.text) == ["SLANTED 12345"])
    }

    @Test("a still code is read within three frames of a camera")
    func withinThreeFrames() throws {
        let ladder = try realLadder(.normal)
        _ = ladder.read(blank(400, 300), symbologies: SymbologySelection.standard)
        for (text, symbology) in [("4006381333931", Symbology.ean13), ("CANDELA", .code39), ("Candela", .aztec)] {
            let code = try BarcodeEncoder.encode(text, as: symbology).image(modulePixels: 3, quietZone: 12)
            let frames = (0..<3).map { _ in ladder.read(code, symbologies: SymbologySelection.standard).map(\.text) }
            #expect(frames.contains([text]))
        }
    }
}
