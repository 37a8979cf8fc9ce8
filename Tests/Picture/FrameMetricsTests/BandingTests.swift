// SPDX-License-Identifier: Apache-2.0

import Foundation
import FrameMetrics
import Testing

@Suite("Bands of flickering light")
struct BandingTests {
    /// Row means of a textured scene in flickering light.
    private func rows(_ frames: Int, bands: Double, advance: Double, depth: Double) -> [[Double]] {
        (0..<frames).map { frame in
            (0..<480).map { y in
                let scene = 120 + 30 * sin(Double(y) / 40) + (y > 200 && y < 300 ? 40 : 0)
                return scene * (1 + depth * cos(2 * .pi * (bands * Double(y) / 480 + advance * Double(frame))))
            }
        }
    }

    @Test(
        "their amplitude, number and movement are measured",
        arguments: [(2.75, 0.333, 0.08), (5.5, 0.6, 0.3), (3.0, 0.2, 0.04)])
    func found(_ bands: Double, _ advance: Double, _ depth: Double) throws {
        let banding = try #require(Banding(rows: rows(16, bands: bands, advance: advance, depth: depth)))
        #expect(abs(banding.bandsPerFrame - bands) < 0.3)
        #expect(abs(banding.advance - advance) < 0.03)
        #expect(abs(banding.amplitude / depth - 1) < 0.25)
        #expect(banding.steadiness > 0.95)
    }

    @Test("a steady light has none")
    func steady() {
        let banding = Banding(rows: rows(16, bands: 3, advance: 0.3, depth: 0))
        #expect((banding?.amplitude ?? 0) < 0.001)
    }

    @Test("an exposure that still settles is no band, whatever the scene")
    func settling() {
        let scene = rows(1, bands: 1, advance: 0, depth: 0)[0]
        let brightening = (0..<12).map { frame in scene.map { $0 * pow(1.02, Double(frame)) } }
        #expect((Banding(rows: brightening)?.amplitude ?? 0) < 0.001)
    }

    @Test("a scene that settles unevenly is no band", arguments: [0.8, 0.95])
    func settlingUnevenly(_ pace: Double) throws {
        let scene = rows(1, bands: 1, advance: 0, depth: 0)[0]
        // Bright rows are clipped at first, so that they darken less than the others.
        let darkening = (0..<16).map { frame in scene.map { min(170, $0 * (1 + 0.3 * pow(pace, Double(frame)))) } }
        #expect(try #require(Banding(rows: darkening)).steadiness < 0.1)
    }

    @Test("fewer than four frames, or frames of different heights, give nothing")
    func few() {
        #expect(Banding(rows: rows(3, bands: 3, advance: 0.3, depth: 0.2)) == nil)
        var uneven = rows(6, bands: 3, advance: 0.3, depth: 0.2)
        uneven[2].removeLast()
        #expect(Banding(rows: uneven) == nil)
        #expect(Banding(rows: []) == nil)
    }
}
