// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZBar
import BarcodesZXing
import CameraControls
import Diagnostics
import Frames
import LumaProcessing
import Scanning
import SimulatedCamera
import SymbolFinding
import Testing

@Suite("Looking at pictures and cameras")
struct PictureCollectorTests {
    static func reader(_ effort: ReadingEffort) throws -> any BarcodeReader {
        LadderReader(
            readers: [
                .zbar: try ZBarReader(), .coarseZBar: try ZBarReader(options: ZBarOptions(xDensity: 2, yDensity: 2)),
                .zxing: try ZXingReader(options: ZXingOptions(unsafeCalls: true)),
            ], effort: effort)
    }

    static func collector(
        _ effort: ReadingEffort = .hard, _ symbologies: Set<Symbology> = SymbologySelection.standard,
        region: FrameRegion? = nil
    ) throws -> PictureCollector {
        let readers = try [ReadingEffort.fast: reader(.fast), .normal: reader(.normal), .hard: reader(.hard)]
        return PictureCollector(symbologies: symbologies, region: region, effort: effort) { effort, _ in readers[effort]! }
    }

    /// The evidence of a scene, after the camera has settled.
    static func look(at specification: String) throws -> PictureEvidence {
        let simulation = CameraSimulation(scene: try SimulatedScene(specification: specification))
        for _ in 0..<60 { simulation.skip() }
        let frames = (0..<16).map { _ in simulation.step() }
        var settings = CameraSettings()
        func value(_ id: ControlID) -> Int? {
            guard case .integer(let value)? = try? simulation.value(of: id) else { return nil }
            return Int(value)
        }
        settings.exposureMode = value(.autoExposure)
        settings.exposureTime = value(.exposureTimeAbsolute)
        settings.powerLineFrequency = value(.powerLineFrequency)
        settings.isFocusAutomatic = value(.focusAutomaticContinuous).map { $0 != 0 }
        return try collector(.normal).collect(frames.map { ($0.luma, $0.timestamp) }, settings: settings)
    }

    @Test(
        "each scene of the simulated camera gives its finding",
        arguments: [
            ("bench", nil), ("bench?rotation=30", nil), ("bench?distance=300", nil), ("dark", FindingID.lightDark),
            ("bench?lux=0", .lightCovered), ("far", .symbolSmall), ("blurred", .focusBlurred), ("glare", .symbolGlare),
            ("flicker", .lightFlicker), ("two-codes", .symbolSeveral), ("empty", .symbolNone),
            ("bench?contrast=0.12", .symbolContrast), ("bench?motion=400", .lightMotion), ("inverted", nil),
        ])
    func scenes(_ specification: String, _ headline: FindingID?) throws {
        let evidence = try Self.look(at: specification)
        #expect(PictureDiagnosis.headline(evidence) == headline)
        #expect(evidence.isLive && evidence.temporal != nil)
        if headline == nil { #expect(ReaderJudge.judge(evidence).state == .pass) }
    }

    private static func label(_ text: String, _ symbology: Symbology, inverted: Bool = false) throws -> LumaImage {
        try BarcodeEncoder.encode(text, as: symbology).image(modulePixels: 4, quietZone: 10, inverted: inverted)
    }

    @Test("a code that was read is recorded with its place and its module")
    func read() throws {
        let evidence = try Self.collector().collect(Self.label("4006381333931", .ean13))
        let code = try #require(evidence.read.first)
        #expect(code.text == "4006381333931" && code.symbology == "ean-13")
        #expect(abs(try #require(code.module) - 4) < 0.5)
        #expect(evidence.attempts.count == 1)
        #expect(evidence.findings.isEmpty)
    }

    /// Reads one code, at a place that the test says.
    private final class Teller: BarcodeReader {
        let name = "test"
        let supported: Set<Symbology> = [.ean13]
        private let code: Barcode
        init(_ code: Barcode) { self.code = code }
        func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] { [code] }
    }

    @Test("an outline that is only a part of the bars tells neither module nor margin; one that ends a little early tells both")
    func partialOutline() throws {
        let label = try Self.label("4006381333931", .ean13)
        // 95 modules of 4 pixels after a margin of 10.
        func look(_ left: Double, _ right: Double) throws -> CodeEvidence {
            let corners = Quadrilateral(
                topLeft: PixelPoint(x: left, y: 60), topRight: PixelPoint(x: right, y: 60), bottomRight: PixelPoint(x: right, y: 80),
                bottomLeft: PixelPoint(x: left, y: 80))
            let code = Barcode(symbology: .ean13, bytes: Array("4006381333931".utf8), corners: corners, reader: "test")
            let collector = PictureCollector(symbologies: [.ean13], region: nil, effort: .normal) { _, _ in Teller(code) }
            return try #require(try collector.collect(label).read.first)
        }
        let whole = try look(40, 420)
        let margin = try #require(whole.margin)
        #expect(whole.module == 4 && margin.modules > 8, "\(whole)")
        let early = try look(40, 380)
        let (rough, size) = (try #require(early.margin), try #require(early.module))
        #expect(rough.modules > 8 && abs(size - 4) < 0.3, "\(early)")
        let part = try look(40, 240)
        let module = try #require(part.module)
        #expect(part.margin == nil && abs(module - 4) < 0.5, "\(part)")
    }

    @Test("bars that are nearly as light as their ground do not crash, with or without something beside them")
    func pale() throws {
        let label = try Self.label("4006381333931", .ean13)
        for dark in [236, 245, 252] as [UInt8] {
            let picture = LumaImage(size: FrameSize(width: label.width + 60, height: label.height)) { pixels in
                for y in 0..<label.height {
                    for x in 0..<label.width + 60 {
                        let isBar = x < label.width ? label[x, y] < 128 : (label.width + 10..<label.width + 16).contains(x) || x > label.width + 40
                        // No reader reads what lacks its middle.
                        pixels[y * (label.width + 60) + x] = isBar && !(180..<220).contains(x) ? dark : 255
                    }
                }
            }
            #expect(try Self.collector().collect(picture).isUnread)
        }
    }

    @Test("a faint code in a bright view is found by its contrast; a good one in a shadow or in too much light is not called faint")
    func faint() throws {
        let code = try Self.label("CANDELA", .qr)
        // Noise of 2, as cameras have, on paper that is light on one side.
        func view(dark: Int, light: Int, ground: Int) -> LumaImage {
            var state: UInt32 = 7
            return LumaImage(size: FrameSize(width: 800, height: 600)) { pixels in
                for y in 0..<600 {
                    for x in 0..<800 {
                        let isCode = (200..<200 + code.width).contains(x) && (200..<200 + code.height).contains(y)
                        let isPaper = (120..<520).contains(x) && (120..<520).contains(y)
                        let value = isCode ? (code[x - 200, y - 200] < 128 ? dark : light) : isPaper ? light : x < 60 ? 20 : ground
                        state = state &* 1_664_525 &+ 1_013_904_223
                        pixels[y * 800 + x] = UInt8(clamping: value + Int(state >> 30) - 2)
                    }
                }
            }
        }
        func headline(_ picture: LumaImage) throws -> FindingID? {
            let frames = (0..<12).map { (picture, FrameTimestamp(nanoseconds: Int64($0) * 33_333_333)) }
            return PictureDiagnosis.headline(try Self.collector(.normal).collect(frames, settings: nil))
        }
        #expect(try headline(view(dark: 70, light: 84, ground: 200)) == .symbolContrast)
        #expect(try headline(view(dark: 6, light: 40, ground: 230)) != .symbolContrast)
        #expect(try headline(view(dark: 225, light: 255, ground: 255)) != .symbolContrast)
    }

    @Test("other ways of reading are tried only if the requested one fails, and prove the cause")
    func otherwise() throws {
        let code = try Self.label("CANDELA", .qr)
        let disabled = try Self.collector(.hard, [.ean13]).collect(code)
        #expect(disabled.failures == [.symbolDisabled])
        #expect(disabled.findings[0].fixes[0].title.contains("qr"))

        let wide = LumaImage(size: FrameSize(width: 600, height: 300)) { pixels in
            for index in 0..<600 * 300 { pixels[index] = 220 }
            for y in 0..<code.height { for x in 0..<code.width { pixels[(y + 40) * 600 + x + 350] = code[x, y] } }
        }
        let outside = try Self.collector(region: FrameRegion("0,0,50%,100%")).collect(wide)
        #expect(outside.failures == [.symbolOutsideRegion])
        let region = try #require(outside.findings[0].fixes.first?.title.split(separator: " ").last)
        let fixed = try Self.collector(region: FrameRegion(region)).collect(wide)
        #expect(fixed.read.count == 1)
    }

    @Test("a region outside the picture is rejected with a RegionError")
    func badRegion() throws {
        let collector = try Self.collector(region: FrameRegion("0,0,5000,10"))
        #expect(throws: RegionError.self) { try collector.collect(Self.label("CANDELA", .qr)) }
    }

    @Test("no frames, empty pictures and single pixels do not crash")
    func empty() throws {
        let collector = try Self.collector()
        #expect(try collector.collect([]).figures == nil)
        for (width, height) in [(0, 0), (1, 1), (3, 700), (12, 12)] {
            let picture = LumaImage(size: FrameSize(width: width, height: height)) { _ in }
            let evidence = try collector.collect(picture)
            #expect(evidence.read.isEmpty)
            #expect(PictureDiagnosis.reports(evidence).count == 4)
        }
    }

    /// A wall, with a table before it, in light whose brightness changes from row to row.
    private static func room(_ light: (Int) -> Double) -> LumaImage {
        LumaImage(size: FrameSize(width: 640, height: 480)) { pixels in
            for row in 0..<480 {
                for column in 0..<640 {
                    let wall = row > 330 ? 60.0 : 170 - Double(abs(column - 200)) / 8
                    pixels[row * 640 + column] = UInt8(min(255, max(0, wall * light(row) + Double((row &* 31 &+ column &* 17) % 5))))
                }
            }
        }
    }

    @Test("dark bands at even distances along all rows of a photograph are those of a light that flickers")
    func bands() throws {
        func bands(_ light: (Int) -> Double) throws -> StillBands? { try Self.collector(.fast).collect(Self.room(light)).bands }
        let flickering = try bands { 1 + 0.4 * ($0 % 48 < 24 ? 1 : -1) }
        #expect(flickering.map { (9...11).contains($0.count) } == true)
        #expect(try bands { _ in 1 } == nil)
        // A few shelves are at no even distances, and one stripe is none.
        #expect(try bands { (100..<140).contains($0) ? 0.5 : 1 } == nil)
        #expect(try bands { row in [20, 50, 110, 260, 300, 440].contains { abs(row - $0) < 8 } ? 0.5 : 1 } == nil)
    }
}
