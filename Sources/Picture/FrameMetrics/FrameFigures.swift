// SPDX-License-Identifier: Apache-2.0

public import Frames

/// The figures of one picture: its light and sharpness, without knowing what it shows.
///
/// Values are luma as captured, 0 to 255, unless stated otherwise. An 8 megapixel picture takes about 60 ms.
public struct FrameFigures: Hashable, Sendable, Codable {
    public var width: Int
    public var height: Int
    public var mean: Double
    public var standardDeviation: Double
    /// The 1st, 5th, 50th, 95th and 99th percentile.
    public var p1: Int
    public var p5: Int
    public var p50: Int
    public var p95: Int
    public var p99: Int
    /// The mean of the linear light, 0 to 1; see `LumaHistogram.linearMean`.
    public var linearMean: Double
    /// The share of pixels at 250 or above, and at 5 or below, 0 to 1.
    public var clippedShare: Double
    public var blackShare: Double
    /// See `LumaImage.noiseDeviation()`.
    public var noise: Double
    /// See `LumaImage.structure()`.
    public var structure: Double
    /// See `LumaImage.tenengrad()`.
    public var tenengrad: Double
    public var edges: EdgeFigures

    public init(_ image: LumaImage) {
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
    public var range: Int { p99 - p1 }
}
