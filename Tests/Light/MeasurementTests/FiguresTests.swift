// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import CameraControls
import Foundation
import FrameMetrics
import Frames
import Measurement
import Output
import SimulatedCamera
import Testing

@Suite("Figures of a frame")
struct FiguresTests {
    private func picture(_ width: Int, _ height: Int, _ value: (Int, Int) -> Int) -> LumaImage {
        LumaImage(size: FrameSize(width: width, height: height)) { span in
            for y in 0..<height { for x in 0..<width { span[y * width + x] = UInt8(clamping: value(x, y)) } }
        }
    }

    @Test("a picture of two halves has the figures that a formula gives, and so has a region")
    func closedForm() throws {
        let image = picture(200, 100) { x, _ in x < 100 ? 40 : 200 }
        let whole = try #require(AreaFigures(image, area: PixelRectangle(x: 0, y: 0, width: 200, height: 100)))
        #expect(whole.mean == 120 && whole.deviation == 80)
        #expect(whole.p1 == 40 && whole.p50 == 40 && whole.p99 == 200)
        #expect(abs(whole.contrast - 160.0 / 240) < 1e-9 && abs(whole.rmsContrast - 80.0 / 120) < 1e-9)
        #expect(whole.clipped == 0 && whole.black == 0 && whole.spatialNoise == 0)
        let right = try #require(
            AreaFigures(image, area: PixelRectangle(x: 100, y: 20, width: 100, height: 50), previous: image))
        #expect(right.mean == 200 && right.deviation == 0 && right.temporalNoise == 0 && right.edgeWidth == nil)
        #expect(abs(right.linearMean - LumaHistogram.linear(200)) < 1e-12)
        #expect(AreaFigures(image, area: PixelRectangle(x: 150, y: 0, width: 51, height: 10)) == nil)
    }

    @Test("clipping counts what the range calls white")
    func clipped() throws {
        let image = picture(100, 100) { x, y in y == 0 ? 0 : x < 25 ? 240 : 120 }
        let area = PixelRectangle(x: 0, y: 1, width: 100, height: 99)
        let limited = try #require(
            AreaFigures(image, area: area, fourCC: FourCC("YUYV"), whole: LumaHistogram(image.cropped(to: area)!)))
        #expect(limited.range == .limited && abs(limited.clipped - 0.25) < 1e-9)
        let full = try #require(AreaFigures(image, area: area, fourCC: FourCC("MJPG")))
        #expect(full.range == .full && full.clipped == 0)
    }

    @Test("spatial and temporal noise of the simulated sensor match its physics")
    func noise() throws {
        var scene = SimulatedScene()
        scene.illuminance = 20
        scene.tableGrain = 0
        let simulation = CameraSimulation(scene: scene)
        for _ in 0..<30 { simulation.skip() }
        let (first, second) = (simulation.step().luma, simulation.step().luma)
        let conditions = simulation.conditions
        // The signal's deviation in electrons, through the slope of sRGB's curve.
        let signal = conditions.meanSignal
        let electrons = signal * conditions.fullScaleElectrons
        let deviation =
            (electrons + conditions.readNoise * conditions.readNoise).squareRoot() / conditions.fullScaleElectrons
        let slope = 1.055 / 2.4 * pow(signal, 1 / 2.4 - 1)
        let expected = 255 * slope * deviation
        let figures = try #require(
            AreaFigures(second, area: PixelRectangle(x: 0, y: 0, width: 640, height: 480), previous: first))
        #expect(abs(figures.spatialNoise / expected - 1) < 0.15)
        let temporal = try #require(figures.temporalNoise)
        #expect(abs(temporal / expected - 1) < 0.15)
        #expect(expected > 1)
    }

    @Test("the frequency of a lamp is found from its bands", arguments: [(50.0, 100.0), (60, 120)])
    func flicker(_ mains: Double, _ expected: Double) throws {
        var scene = SimulatedScene()
        scene.flicker = Flicker(mainsFrequency: mains, depth: 0.6)
        scene.illuminance = 2000
        // At 30 frames a second 120 Hz stands still.
        let interval = FrameInterval(numerator: 1, denominator: 27)!
        let simulation = CameraSimulation(scene: scene, size: FrameSize(width: 320, height: 240), interval: interval)
        try simulation.set([.init(.autoExposure, .integer(1)), .init(.exposureTimeAbsolute, .integer(20))])
        for _ in 0..<4 { simulation.skip() }
        let rows = (0..<16).map { _ in simulation.step().luma.rowMeans() }
        let banding = try #require(Banding(rows: rows))
        let estimate = try #require(FlickerEstimate(banding, interval: 1.0 / 27))
        let frequency = try #require(estimate.frequency)
        #expect(abs(frequency - expected) < 1)
        #expect(estimate.amplitude > 0.2)
    }

    @Test("bands that fit no mains have no frequency; weak or unsteady ones are ignored")
    func otherBands() {
        let interval = 1.0 / 30
        // 100 Hz moves on by a third.
        #expect(
            FlickerEstimate(
                Banding(amplitude: 0.2, bandsPerFrame: 2.8, advance: 0.333, steadiness: 1), interval: interval)?
                .frequency != nil)
        let screen = FlickerEstimate(
            Banding(amplitude: 0.2, bandsPerFrame: 2.8, advance: 0.6, steadiness: 1), interval: interval)
        #expect(screen != nil && screen?.frequency == nil)
        #expect(
            FlickerEstimate(
                Banding(amplitude: 0.001, bandsPerFrame: 2.8, advance: 0.333, steadiness: 1), interval: interval) == nil
        )
        #expect(
            FlickerEstimate(
                Banding(amplitude: 0.2, bandsPerFrame: 2.8, advance: 0.333, steadiness: 0.3), interval: interval) == nil
        )
    }
}

@Suite("Figures of a symbol")
struct SymbolMeasurementTests {
    private func measured(
        _ text: String, _ symbology: Symbology, module: Int, dark: UInt8 = 0, light: UInt8 = 255
    ) throws -> SymbolMeasurement {
        let clean = try BarcodeEncoder.encode(text, as: symbology).image(modulePixels: module, quietZone: 10)
        let image = LumaImage(size: clean.size) { span in
            clean.withSpan { source in
                for index in 0..<clean.size.area { span[index] = source[index] == 0 ? dark : light }
            }
        }
        let margin = Double(10 * module)
        let (right, bottom) = (Double(clean.width) - margin, Double(clean.height) - margin)
        let barcode = Barcode(
            symbology: symbology, bytes: Array(text.utf8),
            corners: Quadrilateral(
                topLeft: PixelPoint(x: margin, y: margin), topRight: PixelPoint(x: right, y: margin),
                bottomRight: PixelPoint(x: right, y: bottom), bottomLeft: PixelPoint(x: margin, y: bottom)),
            reader: "test")
        return try #require(SymbolMeasurement(barcode, in: image, noise: 0, range: .full))
    }

    @Test("the module width of a clean code is the drawn one", arguments: [2, 3, 5, 9])
    func module(_ size: Int) throws {
        for (text, symbology) in [("4006381333931", Symbology.ean13), ("CANDELA", .qr)] {
            let module = try #require(try measured(text, symbology, module: size).module)
            #expect(abs(module - Double(size)) < 0.02 * Double(size))
        }
    }

    @Test("a perfect print is an A, and says that it is an estimate")
    func perfect() throws {
        for (text, symbology) in [("4006381333931", Symbology.ean13), ("CANDELA", .qr)] {
            let grade = try #require(try measured(text, symbology, module: 5).grade)
            #expect(grade.letter == "A")
            #expect(grade.parameters.allSatisfy { $0.grade == 4 })
            #expect(grade.json.text.contains("\"is_estimate\":true"))
        }
    }

    @Test(
        "contrast is graded on ISO's ladder, in light and not in luma",
        // sRGB codes of linear 0.25, 0.4, 0.55, 0.75 and 0.9 of white.
        arguments: [(137, 4), (170, 3), (196, 2), (225, 1), (243, 0)])
    func contrast(_ dark: Int, _ grade: Int) throws {
        for (text, symbology) in [("4006381333931", Symbology.ean13), ("CANDELA", .qr)] {
            let estimate = try #require(try measured(text, symbology, module: 6, dark: UInt8(dark)).grade)
            let contrast = try #require(estimate.parameters.first { $0.name == "symbol_contrast" })
            #expect(contrast.grade == grade)
            #expect(abs(contrast.value - (1 - LumaHistogram.linear(dark))) < 0.02)
            #expect(estimate.overall <= Double(grade))
        }
    }

    @Test("a place outside the frame, or none, gives nothing and no crash")
    func outside() {
        let image = LumaImage(size: FrameSize(width: 40, height: 30), pixels: .init(repeating: 90, count: 1200))
        var barcode = Barcode(symbology: .qr, bytes: [], reader: "test")
        #expect(SymbolMeasurement(barcode, in: image, noise: 0, range: .full) == nil)
        for far in [1e9, -1e9, .infinity, .nan] {
            let point = PixelPoint(x: far, y: far)
            let other = PixelPoint(x: far + 40, y: 20)
            barcode.corners = Quadrilateral(topLeft: point, topRight: other, bottomRight: point, bottomLeft: other)
            #expect(SymbolMeasurement(barcode, in: image, noise: 0, range: .full)?.box(in: image.size) == nil)
        }
    }
}
