// SPDX-License-Identifier: Apache-2.0

package import Frames

/// The figures of one picture: its light and sharpness, without knowing what it shows.
///
/// Values are luma as captured, 0 to 255, unless stated otherwise. An 8 megapixel picture takes about 60 ms.
package struct FrameFigures: Hashable, Sendable, Codable {
    package var width: Int
    package var height: Int
    package var mean: Double
    package var standardDeviation: Double
    /// The 1st, 5th, 50th, 95th and 99th percentile.
    package var p1: Int
    package var p5: Int
    package var p50: Int
    package var p95: Int
    package var p99: Int
    /// The mean of the linear light, 0 to 1; see `LumaHistogram.linearMean`.
    package var linearMean: Double
    /// The share of pixels at 250 or above, and at 5 or below, 0 to 1.
    package var clippedShare: Double
    package var blackShare: Double
    /// See `LumaImage.noiseDeviation()`.
    package var noise: Double
    /// See `LumaImage.structure()`.
    package var structure: Double
    /// See `LumaImage.tenengrad()`.
    package var tenengrad: Double
    package var edges: EdgeFigures
    /// See `LumaImage.combedShare()`. Only of frames that the doctor judges; absent in older evidence.
    package var combed: Double?

    package init(_ image: LumaImage) {
        let histogram = LumaHistogram(image)
        width = image.width
        height = image.height
        mean = histogram.mean
        standardDeviation = histogram.standardDeviation
        p1 = histogram.percentile(0.01)
        p5 = histogram.percentile(0.05)
        p50 = histogram.percentile(0.5)
        p95 = histogram.percentile(0.95)
        p99 = histogram.percentile(0.99)
        linearMean = histogram.linearMean
        clippedShare = histogram.share(250...255)
        blackShare = histogram.share(0...5)
        noise = image.noiseDeviation()
        structure = image.structure()
        tenengrad = image.tenengrad()
        edges = EdgeFigures(image, range: p99 - p1, noise: noise)
    }

    /// The range of values, 1st to 99th percentile.
    package var range: Int { p99 - p1 }
}
