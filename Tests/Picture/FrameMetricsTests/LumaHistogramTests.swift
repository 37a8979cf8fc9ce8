// SPDX-License-Identifier: Apache-2.0

import FrameMetrics
import Testing

@Suite("The histogram")
struct LumaHistogramTests {
    @Test("an even ramp has the mean, deviation and percentiles that formulas give")
    func ramp() {
        // Every value equally often.
        let histogram = LumaHistogram(picture(256, 10) { x, _ in Double(x) })
        #expect(histogram.total == 2560)
        #expect(histogram.counts.allSatisfy { $0 == 10 })
        #expect(abs(histogram.mean - 127.5) < 1e-9)
        #expect(abs(histogram.standardDeviation - ((256.0 * 256 - 1) / 12).squareRoot()) < 1e-9)
        #expect(histogram.percentile(0.5) == 127)
        #expect(histogram.percentile(1) == 255)
        #expect(abs(histogram.share(250...255) - 6.0 / 256) < 1e-9)
    }

    @Test("rows of any length and stride are counted to the last pixel", arguments: [1, 2, 3, 4, 5, 63, 64, 65])
    func strides(_ width: Int) {
        let image = picture(width, 7) { x, y in Double((x * 31 + y * 17) % 256) }
        #expect(LumaHistogram(padded(image)) == LumaHistogram(image))
        #expect(LumaHistogram(image).total == width * 7)
    }

    @Test("mid-grey on the sRGB curve is 0.18 to 0.22 of the light, black 0, white 1")
    func linear() {
        #expect(LumaHistogram(picture(4, 4) { _, _ in 0 }).linearMean == 0)
        #expect(abs(LumaHistogram(picture(4, 4) { _, _ in 255 }).linearMean - 1) < 1e-9)
        #expect((0.18...0.22).contains(LumaHistogram(picture(4, 4) { _, _ in 119 }).linearMean))
    }

    @Test("an empty picture does not divide by zero")
    func empty() {
        let histogram = LumaHistogram(picture(0, 5) { _, _ in 0 })
        #expect(histogram.mean == 0 && histogram.percentile(0.5) == 0 && histogram.share(0...255) == 0)
    }
}
