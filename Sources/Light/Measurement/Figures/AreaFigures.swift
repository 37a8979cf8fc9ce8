// SPDX-License-Identifier: Apache-2.0

package import FrameMetrics
package import Frames

/// The figures of a frame or a part of it. Values are unconverted luma, 0 to 255, unless stated otherwise.
package struct AreaFigures: Hashable, Sendable {
    /// In pixels of the frame.
    package var area: PixelRectangle
    package var mean: Double
    package var deviation: Double
    /// The 1st, 5th, 50th, 95th and 99th percentile.
    package var p1: Int
    package var p5: Int
    package var p50: Int
    package var p95: Int
    package var p99: Int
    /// The share of pixels at white and at black for the luma range, 0 to 1.
    package var clipped: Double
    package var black: Double
    package var range: LumaRange
    /// Mean linear light, 0 to 1; 0.18 is mid-grey.
    package var linearMean: Double
    /// Noise from pixel to pixel; see `LumaImage.noiseDeviation()`.
    package var spatialNoise: Double
    /// Noise from frame to frame; `nil` without a previous frame.
    package var temporalNoise: Double?
    /// These two sharpness figures only compare pictures of one scene.
    package var tenengrad: Double
    package var laplacianVariance: Double
    /// The 10–90 % width of the sharper edges, in pixels; `nil` if there are too few.
    package var edgeWidth: Double?

    /// Michelson contrast of the 1st and 99th percentile, 0 to 1.
    package var contrast: Double { p99 + p1 > 0 ? Double(p99 - p1) / Double(p99 + p1) : 0 }
    /// The standard deviation as a share of the mean.
    package var rmsContrast: Double { mean > 0 ? deviation / mean : 0 }

    /// - Parameters:
    ///   - area: lies in the frame.
    ///   - fourCC: the format of the stream; it decides the luma range.
    ///   - whole: the histogram of the whole frame, which decides the range best.
    ///   - previous: an earlier frame of the same scene and size.
    package init?(
        _ frame: LumaImage, area: PixelRectangle, fourCC: FourCC? = nil, whole: LumaHistogram? = nil,
        previous: LumaImage? = nil
    ) {
        guard let part = frame.cropped(to: area) else { return nil }
        let isWhole = part.size == frame.size
        let histogram = isWhole ? whole ?? LumaHistogram(part) : LumaHistogram(part)
        self.area = area
        mean = histogram.mean
        deviation = histogram.standardDeviation
        p1 = histogram.percentile(0.01)
        p5 = histogram.percentile(0.05)
        p50 = histogram.percentile(0.5)
        p95 = histogram.percentile(0.95)
        p99 = histogram.percentile(0.99)
        range = LumaRange(of: fourCC, histogram: whole ?? histogram)
        clipped = histogram.share(range.white)
        black = histogram.share(range.black)
        linearMean = range.linearMean(of: histogram)
        spatialNoise = part.noiseDeviation()
        temporalNoise = previous?.cropped(to: area).flatMap { part.temporalNoise(to: $0) }
        tenengrad = part.tenengrad()
        laplacianVariance = part.laplacianVariance()
        edgeWidth = EdgeFigures(part, range: p99 - p1, noise: spatialNoise).width
    }
}
