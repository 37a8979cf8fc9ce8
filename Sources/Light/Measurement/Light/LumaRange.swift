// SPDX-License-Identifier: Apache-2.0

package import FrameMetrics
package import Frames
internal import Glibc

/// The luma values of black and white, which are needed to compute light from luma.
///
/// Source: ITU-R BT.601, 16 to 235; JFIF, 0 to 255. V4L2's `quantization` is often wrong on webcams, so the pixels count
/// more.
package enum LumaRange: String, Hashable, Sendable, Codable {
    case full
    /// Black is 16 and white 235.
    case limited

    /// The luma range of a stream: that of its format unless the picture has many pixels well below 16 or above 235, which
    /// only full range has.
    ///
    /// - Parameter fourCC: `nil` for pictures and the simulated camera, whose luma has full range.
    package init(of fourCC: FourCC?, histogram: LumaHistogram) {
        guard let fourCC, Self.limitedByDefault.contains(fourCC.description) else {
            self = .full
            return
        }
        // Noise and sharpening overshoot by a few values.
        self = histogram.share(0...10) + histogram.share(245...255) > 0.002 ? .full : .limited
    }

    /// YUV formats, for which V4L2 assumes limited range unless the driver says otherwise
    /// (`V4L2_MAP_QUANTIZATION_DEFAULT`). Grey and RGB have full range, and so does JPEG (JFIF).
    private static let limitedByDefault: Set<String> = [
        "YUYV", "UYVY", "YVYU", "VYUY", "NV12", "NV21", "NV16", "NV61", "YU12", "YV12", "422P", "NM12", "NM21", "YM12",
    ]

    /// The linear light of a value, 0 to 1, by the inverse of the sRGB curve.
    package func linear(_ value: Int) -> Double {
        guard self == .limited else { return LumaHistogram.linear(value) }
        let encoded = min(1, max(0, (Double(value) - 16) / 219))
        return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }

    /// The mean linear light of a picture, 0 to 1; 0 without pixels.
    package func linearMean(of histogram: LumaHistogram) -> Double {
        guard histogram.total > 0 else { return 0 }
        var sum = 0.0
        for value in 0..<256 where histogram.counts[value] > 0 {
            sum += Double(histogram.counts[value]) * linear(value)
        }
        return sum / Double(histogram.total)
    }

    /// The values that count as clipped white, and as black.
    package var white: ClosedRange<Int> { self == .full ? 250...255 : 233...255 }
    package var black: ClosedRange<Int> { self == .full ? 0...5 : 0...18 }
}
