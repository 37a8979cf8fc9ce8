// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import CameraControls
import Foundation
import Frames
import SimulatedCamera
import Testing

@Suite("Light, exposure and noise")
struct SensorTests {
    @Test(
        "the mean signal is illuminance × exposure × gain, through the inverse gamma",
        arguments: [(100.0, 100, 0), (100, 200, 0), (200, 100, 0), (500, 50, 64), (20, 330, 128), (2, 333, 255)])
    func meanSignal(lux: Double, time: Int64, gain: Int64) throws {
        let simulation = CameraSimulation(scene: flatScene(lux: lux, noise: false))
        let frame = try simulation.expose(time, gain: gain)
        let expected = Camera.signal(
            lux: lux, reflectance: 0.35, distance: 200, exposure: Double(time) * 1e-4, gain: exp2(Double(gain) / 64))
        #expect((0.005...0.9).contains(expected), "the case must not clip")
        // Half a level of rounding, and the table's 1/16384 of full scale.
        let level = 255 * ToneCurve.gamma(expected)
        for value in Set(frame.pixels) { #expect(abs(value - level) < 0.8) }
        #expect(abs(simulation.conditions.meanSignal / expected - 1) < 0.01)
    }

    @Test("the gamma is sRGB's and its inverse undoes it")
    func gamma() {
        #expect(abs(ToneCurve.gamma(0.18) - 0.4614) < 1e-4)
        #expect(ToneCurve.gamma(0) == 0)
        #expect(abs(ToneCurve.gamma(1) - 1) < 1e-12)
        for value in stride(from: 0.0, through: 1, by: 0.01) {
            #expect(abs(ToneCurve.linear(ToneCurve.gamma(value)) - value) < 1e-6)
        }
    }

    @Test("more light than the well holds clips to white")
    func clipping() throws {
        let simulation = CameraSimulation(scene: flatScene(lux: 20_000, noise: true))
        let frame = try simulation.expose(300, gain: 0)
        #expect(frame.pixels.allSatisfy { $0 > 245 })
        let dark = CameraSimulation(scene: flatScene(lux: 0, noise: false))
        #expect(try dark.expose(300, gain: 255).pixels.allSatisfy { $0 == 0 })
    }

    /// The noise of a pixel, of full scale, from two frames: their difference has twice its variance and no pattern.
    private func temporalNoise(_ simulation: CameraSimulation, time: Int64, gain: Int64) throws -> (
        mean: Double, variance: Double
    ) {
        let first = try simulation.expose(time, gain: gain)
        let second = simulation.step()
        let differences = zip(first.pixels, second.pixels).map { $0 - $1 }
        return (mean(first.pixels), variance(differences) / 2)
    }

    @Test(
        "the noise has the variance of the photons and of the reading",
        arguments: [(20.0, 330, 192), (60, 330, 128), (8, 330, 255), (5, 330, 255), (100, 330, 64)])
    func noise(lux: Double, time: Int64, gain: Int64) throws {
        let simulation = CameraSimulation(scene: flatScene(lux: lux, noise: true))
        let measured = try temporalNoise(simulation, time: time, gain: gain)
        let factor = exp2(Double(gain) / 64)
        let signal = Camera.signal(
            lux: lux, reflectance: 0.35, distance: 200, exposure: Double(time) * 1e-4, gain: factor)
        // 640 pixels of 1920: nine native pixels in one.
        let well = 9 * Camera.fullWell
        let electrons = signal * well / factor
        let deviation = (electrons + 9 * Camera.readNoise * Camera.readNoise).squareRoot() * factor / well
        // Into levels: the gamma's slope, and the rounding's 1/12 (Sheppard).
        let slope = 255 * (ToneCurve.gamma(signal + deviation) - ToneCurve.gamma(signal - deviation)) / (2 * deviation)
        let expected = deviation * deviation * slope * slope + 1.0 / 12
        #expect(signal > 4 * deviation && signal + 4 * deviation < 1, "the case must not clip")
        // 307,200 pixels give the variance to 0.26 % (one sigma); the curvature of the gamma takes up to 3 %.
        #expect(abs(measured.variance / expected - 1) < 0.04)
    }

    @Test("without read noise or photons there is no noise, and it can be switched off")
    func noiseless() throws {
        let simulation = CameraSimulation(scene: flatScene(lux: 50, noise: false))
        #expect(Set(try simulation.expose(300, gain: 128).pixels).count == 1)
    }

    @Test("the noise of neighbouring pixels, rows and frames is independent")
    func independence() throws {
        let simulation = CameraSimulation(scene: flatScene(lux: 20, noise: true))
        let first = try simulation.expose(330, gain: 192)
        let second = simulation.step()
        let (width, height) = (first.luma.width, first.luma.height)
        let pixels = first.pixels
        let level = mean(pixels)
        let spread = variance(pixels)
        func correlation(_ pairs: [(Double, Double)]) -> Double {
            pairs.reduce(0) { $0 + ($1.0 - level) * ($1.1 - level) } / Double(pairs.count) / spread
        }
        // One over the root of 300,000 is 0.0018; five of them.
        let bound = 0.01
        #expect(abs(correlation(Array(zip(pixels, second.pixels)))) < bound)
        #expect(abs(correlation((0..<pixels.count - width).map { (pixels[$0], pixels[$0 + width]) })) < bound)
        #expect(abs(correlation((0..<pixels.count - 1).map { (pixels[$0], pixels[$0 + 1]) })) < bound)
        // A pattern along the columns would show in their means, whose variance is the pixels' over the height.
        let columns = (0..<width).map { x in mean((0..<height).map { pixels[$0 * width + x] }) }
        #expect(abs(variance(columns) * Double(height) / spread - 1) < 0.3)
    }

    @Test("zooming in sums fewer native pixels, so the noise grows")
    func binning() throws {
        var variances: [Double] = []
        for zoom in [100, 300] as [Int64] {
            let simulation = CameraSimulation(scene: flatScene(lux: 60, noise: true))
            try simulation.set(.zoomAbsolute, zoom)
            variances.append(try temporalNoise(simulation, time: 330, gain: 128).variance - 1.0 / 12)
        }
        // Nine times fewer electrons at 3×; the gamma's curvature bends the ratio a little.
        #expect(abs(variances[1] / variances[0] / 9 - 1) < 0.06)
    }

    @Test("brightness shifts the levels and contrast turns them about mid-grey")
    func toneControls() throws {
        let simulation = CameraSimulation(scene: flatScene(lux: 100, noise: false))
        let plain = try simulation.expose(100, gain: 0).pixels[0]
        try simulation.set(.brightness, 148)
        simulation.skip()
        simulation.skip()
        #expect(simulation.step().pixels[0] == plain + 20)
        try simulation.set(.brightness, 128)
        try simulation.set(.contrast, 64)
        simulation.skip()
        simulation.skip()
        #expect(abs(simulation.step().pixels[0] - (127.5 + (plain - 127.5) / 2)) <= 1)
    }

    @Test("the torch's light falls with the square of the distance")
    func torch() throws {
        var signals: [Double] = []
        for distance in [200.0, 400] {
            var scene = flatScene(lux: 0, noise: false)
            scene.distance = distance
            let simulation = CameraSimulation(scene: scene)
            try simulation.set(.illuminator1, 1)
            let frame = try simulation.expose(100, gain: 0)
            signals.append(mean(frame.linearRow(240)[318...321].map { $0 }))
            // 12 cd at the distance: E = I / d².
            let expected = Camera.signal(
                lux: 12 / pow(distance / 1000, 2), reflectance: 0.35, distance: distance, exposure: 0.01, gain: 1)
            #expect(abs(signals[signals.count - 1] / expected - 1) < 0.03)
        }
    }

    @Test("vignetting darkens the corners by the cosine to the fourth")
    func vignetting() throws {
        var scene = flatScene(lux: 200, noise: false)
        scene.hasVignetting = true
        let frame = try CameraSimulation(scene: scene).expose(200, gain: 0)
        let row = frame.linearRow(240)
        let tangent = 319.5 / Camera.focalPixels(width: 640)
        let expected = pow(cos(atan(tangent)), 4)
        #expect(abs(row[639] / row[320] / expected - 1) < 0.03)
    }

    @Test("a closed privacy shutter gives a black picture without noise")
    func privacy() throws {
        let simulation = CameraSimulation(scene: flatScene(lux: 500, noise: true))
        try simulation.set(.privacy, 1)
        simulation.skip()
        simulation.skip()
        #expect(simulation.step().pixels.allSatisfy { $0 == 0 })
    }
}
