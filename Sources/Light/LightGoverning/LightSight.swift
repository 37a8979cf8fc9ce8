// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
package import Frames

/// The light of one frame at a place: where the code is, or where one is likely.
package struct LightSight: Hashable, Sendable {
    /// The frame's number in the stream.
    package var sequence: Int
    /// The frame's time on the camera's clock, seconds.
    package var time: Double
    /// The mean linear light, 0 to 1.
    package var level: Double
    /// The linear light below which these shares of the pixels are.
    package var quantiles: [Double]
    /// The share of pixels that are nearly clipped: luma 235, which is 0.83 of full scale, or more.
    package var clipped: Double

    /// The shares of `quantiles`.
    package static let shares = [0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95]
    static let clipping = 235

    package init(sequence: Int, time: Double, level: Double, quantiles: [Double], clipped: Double) {
        (self.sequence, self.time, self.level) = (sequence, time, level)
        (self.quantiles, self.clipped) = (quantiles, clipped)
    }

    /// Measures a frame.
    ///
    /// - Parameter place: `nil` for the middle of the picture, half as wide and as high.
    package init(_ frame: Frame, place: PixelRectangle?) {
        let image = frame.luma
        let middle = PixelRectangle(
            x: image.width / 4, y: image.height / 4, width: image.width / 2, height: image.height / 2)
        let part = image.cropped(to: place ?? middle) ?? image
        // A sample of the rows has the same light.
        let histogram = LumaHistogram(part, everyRow: part.height > 200 ? 2 : 1)
        self.init(
            sequence: frame.sequence, time: Double(frame.timestamp.nanoseconds) * 1e-9, level: histogram.linearMean,
            quantiles: Self.shares.map { LumaHistogram.linear(histogram.percentile($0)) },
            clipped: histogram.share(Self.clipping...255))
    }

    /// The brightest tone, which is the paper of a code.
    var white: Double { quantiles.last ?? level }
}

/// The tones of the place in a good frame, relative to its level. They tell the light of a frame that is partly clipped.
struct LightShape: Hashable, Sendable {
    private var tones: [Double]
    private var weight = 1.0

    /// `nil` if the frame is not good enough.
    init?(_ sight: LightSight) {
        guard sight.level > 0.02, sight.clipped < 0.02 else { return nil }
        tones = sight.quantiles.map { $0 / sight.level }
    }

    /// The paper relative to the mean.
    var white: Double { max(1, tones.last ?? 1) }

    mutating func add(_ sight: LightSight) {
        guard let other = LightShape(sight) else { return }
        weight = min(8, weight + 1)
        for index in tones.indices { tones[index] += (other.tones[index] - tones[index]) / weight }
    }

    /// The level of a frame that is partly clipped, from the tones that are not; `nil` if there are too few.
    func level(of sight: LightSight) -> Double? {
        let found = zip(sight.quantiles, tones).filter { (0.004...0.8).contains($0.0) && $0.1 > 0.004 }.map {
            $0.0 / $0.1
        }.sorted()
        return found.count >= 2 ? found[found.count / 2] : nil
    }
}
