// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import CameraControls
import Foundation
import Frames
import SimulatedCamera
import Testing

@Suite("Mains flicker")
struct FlickerTests {
    private func rows(hertz: Double, depth: Double, time: Int64) throws -> (means: [Double], start: Double) {
        var scene = flatScene(lux: 200_000 / Double(time), noise: false)
        scene.flicker = Flicker(mainsFrequency: hertz, depth: depth)
        let frame = try CameraSimulation(scene: scene).expose(time, gain: 0)
        let start = Double(frame.timestamp.nanoseconds) * 1e-9
        return ((0..<frame.luma.height).map { mean(frame.linearRow($0)) }, start)
    }

    /// The wave of a frequency in the rows, relative to their mean, by least squares, and what it leaves over.
    private func fit(_ means: [Double], frequency: Double) -> (size: Double, phase: Double, rest: Double) {
        let rowTime = Camera.readout / 480
        // Normal equations of 1, cos, sin.
        var matrix = [[Double]](repeating: [Double](repeating: 0, count: 4), count: 3)
        func basis(_ row: Int) -> [Double] {
            let angle = 2 * Double.pi * Double(row) * rowTime * frequency
            return [1, cos(angle), sin(angle)]
        }
        for (row, value) in means.enumerated() {
            let b = basis(row)
            for i in 0..<3 {
                for j in 0..<3 { matrix[i][j] += b[i] * b[j] }
                matrix[i][3] += b[i] * value
            }
        }
        for i in 0..<3 {
            for k in 0..<3 where k != i {
                let factor = matrix[k][i] / matrix[i][i]
                for j in 0..<4 { matrix[k][j] -= factor * matrix[i][j] }
            }
        }
        let c = (0..<3).map { matrix[$0][3] / matrix[$0][$0] }
        let rest = means.enumerated().map { row, value in
            value - zip(c, basis(row)).reduce(0) { $0 + $1.0 * $1.1 }
        }
        return (hypot(c[1], c[2]) / c[0], atan2(-c[2], c[1]), variance(rest).squareRoot() / c[0])
    }

    @Test(
        "bands have the lamp's period and the swing an exposure leaves of it",
        arguments: [(50.0, 0.5, 20), (50, 0.5, 50), (50, 0.3, 80), (60, 0.5, 40), (50, 0.5, 150)]
            as [(Double, Double, Int64)])
    func bands(hertz: Double, depth: Double, time: Int64) throws {
        let (means, start) = try rows(hertz: hertz, depth: depth, time: time)
        let exposure = Double(time) * 1e-4
        let x = Double.pi * 2 * hertz * exposure
        let expected = depth * sin(x) / x
        let measured = fit(means, frequency: 2 * hertz)
        // A level is 1.5 % of the light where this is exposed; its rounding averages out over the rows, mostly.
        #expect(abs(measured.size - abs(expected)) < 0.004)
        // The wave stands where the lamp's phase at the middle of the first row's exposure puts it.
        var phase = 2 * Double.pi * 2 * hertz * (start + exposure / 2) + (expected < 0 ? Double.pi : 0)
        phase = (phase - measured.phase).remainder(dividingBy: 2 * .pi)
        #expect(abs(phase) < 0.1)
        // Nothing but rounding, 1.5 % / √12, is left over.
        #expect(measured.rest < 0.0065)
    }

    @Test(
        "bands vanish when the exposure is a multiple of half a mains period",
        arguments: [(50.0, 100), (50, 200), (50, 300)] as [(Double, Int64)])
    func vanishing(hertz: Double, time: Int64) throws {
        let (means, _) = try rows(hertz: hertz, depth: 1, time: time)
        #expect((means.max()! - means.min()!) / mean(means) < 0.012)
    }

    @Test("the mean over an exposure is the integral")
    func integral() {
        let flicker = Flicker(mainsFrequency: 50, depth: 0.7)
        for (start, exposure) in [(0.0, 0.003), (0.0123, 0.0077), (1.5, 0.0333)] {
            let steps = 20_000
            let sum = (0..<steps).reduce(0.0) { sum, step in
                let time = start + exposure * (Double(step) + 0.5) / Double(steps)
                return sum + 1 + 0.7 * cos(2 * .pi * 100 * time)
            }
            #expect(abs(flicker.mean(from: start, exposure: exposure) - sum / Double(steps)) < 1e-6)
        }
    }
}
