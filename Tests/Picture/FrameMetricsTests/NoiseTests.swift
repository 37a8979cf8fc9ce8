// SPDX-License-Identifier: Apache-2.0

import FrameMetrics
import Frames
import Testing

@Suite("Noise")
struct NoiseTests {
    @Test("the deviation of Gaussian noise is found to a tenth", arguments: [2.0, 5, 12, 30])
    func gaussian(_ sigma: Double) {
        var noise = Noise(7)
        let image = picture(320, 240) { _, _ in 128 + sigma * noise.next() }
        #expect(abs(image.noiseDeviation() / sigma - 1) < 0.1)
        #expect(image.noiseDeviation() == padded(image).noiseDeviation())
    }

    @Test("flat and sloping pictures have none")
    func clean() {
        #expect(picture(200, 200) { _, _ in 77 }.noiseDeviation() == 0)
        #expect(picture(120, 120) { x, y in Double(x + y) }.noiseDeviation() == 0)
    }

    @Test("bars on a plain ground are not noise")
    func bars() {
        let image = picture(320, 240) { x, y in
            (80..<240).contains(x) && (60..<180).contains(y) ? (x / 2 % 2 == 0 ? 20 : 230) : 200
        }
        #expect(image.noiseDeviation() == 0)
    }

    @Test("noise measured between frames is that of one frame, whatever the scene and its change of light")
    func temporal() {
        var noise = Noise(3)
        func frame(_ light: Double) -> [[Double]] {
            (0..<120).map { y in (0..<160).map { x in light * Double(60 + (x * 7 + y * 13) % 90) + 4 * noise.next() } }
        }
        let (a, b) = (frame(1), frame(1))
        let first = picture(160, 120) { a[$1][$0] }
        let second = picture(160, 120) { b[$1][$0] }
        #expect(abs(first.temporalNoise(to: second)! - 4) < 0.5)
        let brighter = picture(160, 120) { b[$1][$0] + 20 }
        #expect(abs(first.temporalNoise(to: brighter)! - 4) < 0.5)
        #expect(first.temporalNoise(to: picture(160, 121) { _, _ in 0 }) == nil)
    }

    @Test("noise has no structure, and even less over several frames; a shaded wall has")
    func structure() {
        var noise = Noise(5)
        let frames = (0..<9).map { _ in picture(240, 240) { _, _ in 60 + 9 * noise.next() } }
        let single = frames[0].structure()
        // 10 × 10 pixels a block: σ/10, of which the 2nd to 98th percentile spans 4.1.
        #expect(abs(single - 4.1 * 0.9) < 0.8)
        #expect(single / 2 > LumaImage.structure(of: frames))
        #expect(picture(240, 240) { x, _ in 50 + Double(x) / 10 }.structure() > 20)
        #expect(LumaImage.structure(of: []) == 0)
    }
}
