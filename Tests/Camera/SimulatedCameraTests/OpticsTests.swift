// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import CameraControls
import Foundation
import Frames
import SimulatedCamera
import Testing

@Suite("Lens and geometry")
struct OpticsTests {
    /// One white label without visible code, its edges upright: what lies between table and label is the edge's spread.
    private func edgeScene() throws -> SimulatedScene {
        var scene = flatScene(lux: 1000, noise: false)
        scene.codes = [try SceneCode("CANDELA", as: .qr, module: 3)]
        scene.contrast = 0
        // Many levels between table and label: their rounding is what blurs the measurement.
        scene.tableReflectance = 0.02
        scene.illuminance = 2000
        return scene
    }

    /// The variance, in square pixels, of the spread of the label's left edge along a row.
    private func edgeVariance(_ frame: Frame) -> Double {
        let row = Array(frame.linearRow(frame.luma.height / 2)[..<(frame.luma.width / 2)])
        let steps = zip(row.dropFirst(), row).map { $0 - $1 }
        let total = steps.reduce(0, +)
        let center = steps.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element } / total
        return steps.enumerated().reduce(0) { $0 + pow(Double($1.offset) - center, 2) * $1.element } / total
    }

    @Test("defocus blurs by the thin lens's circle of confusion", arguments: [0, 20, 40, 140, 200, 250] as [Int64])
    func defocus(focus: Int64) throws {
        let scene = try edgeScene()
        let simulation = CameraSimulation(scene: scene)
        try simulation.set(.focusAbsolute, focus)
        let frame = try simulation.expose(100, gain: 0)
        // 1/s + 1/s′ = 1/f for both distances; the cone behind an aperture f/N is cut where the sensor stands.
        let aperture = Camera.focalLength / Camera.fNumber
        func imageDistance(_ distance: Double) -> Double { 1 / (1 / Camera.focalLength - 1 / distance) }
        let sensor = focus == 0 ? Camera.focalLength : imageDistance(70 * 250 / Double(focus))
        let image = imageDistance(200)
        let circle = aperture * abs(sensor - image) / image
        let pixels = circle * 640 / Camera.sensorWidth
        #expect(abs(simulation.conditions.blurDiameter / pixels - 1) < 0.03)
        // A disc's variance along an axis is a sixteenth of its diameter squared; the edge itself falls into a pixel at
        // some place φ, which shares its step between two differences.
        // 10.5 modules of half the symbol and 6 of margin, 3 mm each.
        let edge = 320 - 16.5 * 3 * Camera.focalPixels(width: 640) / 200
        let share = edge - edge.rounded(.down)
        let expected = pixels * pixels / 16 + share * (1 - share)
        #expect(abs(edgeVariance(frame) / expected - 1) < 0.03)
    }

    @Test("in focus an edge is as wide as a pixel")
    func inFocus() throws {
        var scene = try edgeScene()
        scene.distance = 175
        let simulation = CameraSimulation(scene: scene)
        try simulation.set(.focusAbsolute, 100)
        let frame = try simulation.expose(100, gain: 0)
        #expect(edgeVariance(frame) <= 0.26)
        #expect(simulation.conditions.blurDiameter < 1e-9)
    }

    @Test("motion blurs by speed × exposure", arguments: [(200.0, 100), (400, 100), (400, 300)] as [(Double, Int64)])
    func motion(speed: Double, time: Int64) throws {
        var scene = try edgeScene()
        scene.distance = 175
        scene.illuminance = 200_000 / Double(time)
        scene.speed = speed
        scene.travel = 1000
        let simulation = CameraSimulation(scene: scene)
        try simulation.set(.focusAbsolute, 100)
        let frame = try simulation.expose(time, gain: 0)
        let pixels = speed * Double(time) * 1e-4 * Camera.focalPixels(width: 640) / 175
        let expected = pixels * pixels / 12 + 1.0 / 6
        #expect(abs(edgeVariance(frame) / expected - 1) < 0.08)
    }

    @Test("a rolling shutter slants what moves")
    func rollingShutter() throws {
        var scene = try edgeScene()
        scene.distance = 175
        scene.speed = 400
        scene.travel = 1000
        let simulation = CameraSimulation(scene: scene)
        try simulation.set(.focusAbsolute, 100)
        let frame = try simulation.expose(20, gain: 192)
        func edge(_ y: Int) -> Double {
            let row = Array(frame.linearRow(y)[..<320])
            let (low, high) = (row[0], row[319])
            let x = row.firstIndex { $0 > (low + high) / 2 }!
            return Double(x) - (row[x] - (low + high) / 2) / (row[x] - row[x - 1])
        }
        let rows = 160.0
        let shift = 400 * (rows * Camera.readout / 480) * Camera.focalPixels(width: 640) / 175
        #expect(abs(edge(320) - edge(160) - shift) < 0.3)
    }

    @Test(
        "pixels a module are X × focal length / distance × zoom",
        arguments: [(200.0, 100), (400, 100), (400, 200), (600, 300), (150, 100)] as [(Double, Int64)])
    func modulePixels(distance: Double, zoom: Int64) throws {
        var scene = flatScene(lux: 300, noise: false)
        scene.distance = distance
        scene.focus = .fixed(distance)
        scene.tableReflectance = scene.paperReflectance
        scene.codes = [try SceneCode("C1", as: .code39, module: 1)]
        let simulation = CameraSimulation(scene: scene)
        try simulation.set(.zoomAbsolute, zoom)
        let frame = try simulation.expose(100, gain: 0)
        let row = frame.linearRow(240)
        let half = (row.max()! + row.min()!) / 2
        let first = row.firstIndex { $0 < half }!
        let last = row.lastIndex { $0 < half }!
        func crossing(_ a: Int, _ b: Int) -> Double {
            Double(a) + 0.5 + (row[a] - half) / (row[a] - row[b]) * Double(b - a)
        }
        let width = crossing(last, last + 1) - crossing(first - 1, first)
        let modules = scene.codes[0].symbol.width
        let expected = Camera.focalPixels(width: 640, zoom: Double(zoom) / 100) / distance
        #expect(abs(width / modules / expected - 1) < 0.01)
        #expect(abs(simulation.conditions.codes[0].modulePixels / expected - 1) < 1e-6)
    }

    /// The projective mapping of the unit square to four corners. Source: Heckbert, 1989.
    private func squareMapping(_ q: Quadrilateral) -> (Double, Double) -> (Double, Double) {
        let (p0, p1, p2, p3) = (q.topLeft, q.topRight, q.bottomRight, q.bottomLeft)
        let (sx, sy) = (p0.x - p1.x + p2.x - p3.x, p0.y - p1.y + p2.y - p3.y)
        let (dx1, dx2, dy1, dy2) = (p1.x - p2.x, p3.x - p2.x, p1.y - p2.y, p3.y - p2.y)
        let det = dx1 * dy2 - dx2 * dy1
        let g = (sx * dy2 - dx2 * sy) / det
        let h = (dx1 * sy - sx * dy1) / det
        let (a, b, c) = (p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x)
        let (d, e, f) = (p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y)
        return { u, v in
            let w = g * u + h * v + 1
            return ((a * u + b * v + c) / w, (d * u + e * v + f) / w)
        }
    }

    @Test(
        "every module of a code lies where its corners say, however it is turned",
        arguments: [
            (0.0, 0.0, 0.0), (40, 0, 0), (0, 40, 0), (0, 0, 30), (25, -20, 110), (-45, 10, 200),
        ])
    func perspective(tilt: Double, pitch: Double, rotation: Double) throws {
        var scene = flatScene(lux: 300, noise: false)
        (scene.tilt, scene.pitch, scene.rotation) = (tilt, pitch, rotation)
        scene.focus = .fixed(200)
        scene.codes = [try SceneCode("CANDELA", as: .qr, module: 3)]
        let simulation = CameraSimulation(scene: scene)
        let frame = try simulation.expose(100, gain: 0)
        let placement = simulation.conditions.codes[0]
        let map = squareMapping(placement.corners)
        let modules = scene.codes[0].symbol.modules
        let levels = frame.linearRow(240)
        let half = levels.max()! / 2
        var wrong = 0
        for row in 0..<modules.rows {
            for column in 0..<modules.columns {
                let (x, y) = map(
                    (Double(column) + 0.5) / Double(modules.columns), (Double(row) + 0.5) / Double(modules.rows))
                let level = ToneCurve.linear(Double(frame.luma[Int(x), Int(y)]) / 255)
                if (level < half) != modules.isDark(column, row) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
        // A positive tilt takes the right side away, a positive pitch the lower side: it looks shorter.
        func length(_ a: PixelPoint, _ b: PixelPoint) -> Double { hypot(a.x - b.x, a.y - b.y) }
        let c = placement.corners
        if tilt > 0, rotation == 0, pitch == 0 {
            #expect(length(c.topRight, c.bottomRight) < length(c.topLeft, c.bottomLeft))
        }
        if pitch > 0, rotation == 0, tilt == 0 {
            #expect(length(c.bottomLeft, c.bottomRight) < length(c.topLeft, c.topRight))
        }
    }

    @Test("an inverted code is dark where the other is light")
    func inverted() throws {
        var scene = flatScene(lux: 300, noise: false)
        scene.focus = .fixed(200)
        scene.codes = [try SceneCode("CANDELA", as: .qr, module: 3)]
        scene.codes[0].isInverted = true
        let simulation = CameraSimulation(scene: scene)
        let frame = try simulation.expose(300, gain: 0)
        let corner = simulation.conditions.codes[0].corners.topLeft
        let pixels = simulation.conditions.codes[0].modulePixels
        // The finder's dark ring is light, the label around it dark.
        #expect(frame.luma[Int(corner.x + pixels / 2), Int(corner.y + pixels / 2)] > 100)
        #expect(frame.luma[Int(corner.x - pixels), Int(corner.y - pixels)] < 60)
    }

    @Test("a dark label covers as many pixels as its area")
    func areaSampling() throws {
        // Modules far under a pixel: only their area can be seen, and none of it may get lost.
        var scene = flatScene(lux: 300, noise: false)
        scene.focus = .fixed(200)
        scene.codes = [try SceneCode("CANDELA", as: .qr, module: 0.11)]
        scene.contrast = 1
        scene.tableReflectance = scene.paperReflectance
        let simulation = CameraSimulation(scene: scene)
        let frame = try simulation.expose(60, gain: 0)
        let symbol = scene.codes[0].symbol
        var dark = 0
        for y in 0..<symbol.modules.rows {
            for x in 0..<symbol.modules.columns where symbol.modules.isDark(x, y) { dark += 1 }
        }
        let pixel = 0.11 * Camera.focalPixels(width: 640) / 200
        let paper = frame.linearRow(0)[0]
        let missing = (220..<260).reduce(0.0) { sum, y in
            sum + frame.linearRow(y)[300..<340].reduce(0) { $0 + (1 - $1 / paper) }
        }
        #expect(abs(missing / (Double(dark) * pixel * pixel) - 1) < 0.03)
    }

    @Test("glare clips where the lamp is mirrored, and tilting the label moves it away")
    func glare() throws {
        var scene = flatScene(lux: 300, noise: false)
        scene.glare = 6
        let square = try CameraSimulation(scene: scene).expose(200, gain: 0)
        #expect(square.luma[320, 240] == 255)
        scene.tilt = 20
        let tilted = try CameraSimulation(scene: scene).expose(200, gain: 0)
        #expect(tilted.luma[320, 240] < 200)
    }

    @Test("pan moves a zoomed picture by its angle, up to the edge of the whole one")
    func pan() throws {
        var scene = flatScene(lux: 300, noise: false)
        scene.codes = [try SceneCode("CANDELA", as: .qr)]
        let simulation = CameraSimulation(scene: scene)
        try simulation.set(.zoomAbsolute, 200)
        try simulation.set(.panAbsolute, 18_000)
        try simulation.set(.tiltAbsolute, 18_000)
        for _ in 0..<3 { simulation.skip() }
        let center = simulation.conditions.codes[0].corners.center
        let shift = tan(5 * Double.pi / 180) * Camera.focalPixels(width: 640, zoom: 2)
        #expect(abs(center.x - (320 - shift)) < 1e-6)
        #expect(abs(center.y - (240 + shift)) < 1e-6)
        try simulation.set(.zoomAbsolute, 100)
        for _ in 0..<3 { simulation.skip() }
        #expect(abs(simulation.conditions.codes[0].corners.center.x - 320) < 1e-6)
    }

    @Test(
        "a picture of any size is drawn, also blurred, zoomed, turned and moving",
        arguments: ["1x1", "2x1", "1x7", "7x5", "8192x3", "33x400", "641x479"])
    func sizes(size: String) throws {
        for keys in ["focus=70", "zoom=4&tilt=70&rotation=30", "motion=500&pitch=-75", "code=maxicode:A&vignetting=on"]
        {
            let scene = try SimulatedScene(specification: "two-codes?frame=\(size)&gloss=5&" + keys)
            let simulation = CameraSimulation(scene: scene)
            try simulation.set(.illuminator1, 1)
            try simulation.set(.sharpness, 200)
            for _ in 0..<2 { simulation.skip() }
            let frame = simulation.step()
            #expect(frame.luma.size == FrameSize(size))
            // The torch lights what is in view: a frame left unwritten would be black.
            #expect(frame.pixels.contains { $0 > 0 })
        }
    }
}
