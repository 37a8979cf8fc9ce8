// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import Foundation
package import Frames
internal import LumaProcessing

/// A way to degrade a picture by a known amount.
package enum Degradation: String, CaseIterable {
    /// A Gaussian blur, its deviation in pixels.
    case blur
    /// A blur along one direction, its length in pixels.
    case motion
    /// Less light: a share of it, through the sRGB curve and back to eight bits.
    case darkness
    /// The same, amplified with the noise of a camera's gain.
    case noisyDarkness = "dark-noisy"
    /// Gaussian noise, its deviation in luma.
    case noise
    /// A smaller picture: each pixel is the mean of the area it covers.
    case scaling
    /// Less contrast: values moved towards the mean.
    case contrast
    /// A lamp's reflection on the code: a Gaussian highlight three times white, its deviation in code sizes.
    case glare
    /// Inverted luma.
    case inversion
    /// Ink that ran: everything dark grows on all sides by this many pixels.
    case ink
    /// Bars eaten by light, or printed too thin: everything light grows.
    case thinning

    /// The levels, from hardly visible to far beyond readable.
    package var levels: [Double] {
        switch self {
        case .blur: Self.geometric(0.6, 1.25, 24)
        case .motion: Self.geometric(2, 1.25, 24)
        case .darkness, .noisyDarkness: Self.geometric(0.5, 0.707, 26)
        case .noise: Self.geometric(8, 1.25, 16)
        case .scaling: Self.geometric(1.2, 1.2, 24)
        case .contrast: Self.geometric(0.7, 0.75, 18)
        case .glare: Self.geometric(0.05, 1.2, 14)
        case .inversion: [1]
        case .ink, .thinning: Self.geometric(0.1, 1.15, 26)
        }
    }

    private static func geometric(_ first: Double, _ ratio: Double, _ count: Int) -> [Double] {
        (0..<count).map { first * pow(ratio, Double($0)) }
    }

    /// The degraded picture; `nil` if nothing would be left of it.
    package func apply(_ image: LumaImage, level: Double, code: Quadrilateral?, seed: UInt64) -> LumaImage? {
        switch self {
        case .blur: return blurred(image, sigma: level)
        case .motion: return dragged(image, length: level, degrees: Double(seed % 180))
        case .darkness: return mapped(image) { Self.encoded(Self.linear($0) * level) }
        case .noisyDarkness:
            // Shot noise of 4,000 electrons at white, read noise of four, amplified a hundredfold at most.
            var random = SplitMix(seed)
            let gain = min(100, 0.25 / level)
            return mapped(image) { value in
                let electrons = Self.linear(value) * level * 4000
                let noise = (electrons + 16).squareRoot() * random.gaussian()
                return Self.encoded(max(0, electrons + noise) / 4000 * max(1, gain))
            }
        case .noise:
            var random = SplitMix(seed)
            return mapped(image) { $0 + level * random.gaussian() }
        case .scaling: return shrunk(image, by: level)
        case .contrast:
            let mean = mean(image)
            return mapped(image) { mean + ($0 - mean) * level }
        case .glare:
            guard let code else { return nil }
            let size = max(code.width, code.height)
            let sigma = level * size
            // Off the middle by up to a quarter.
            let x0 = code.center.x + (Double(seed % 101) / 100 - 0.5) * code.width / 2
            let y0 = code.center.y + (Double(seed / 101 % 101) / 100 - 0.5) * code.height / 2
            return placed(image) { value, x, y in
                let r =
                    ((Double(x) - x0) * (Double(x) - x0) + (Double(y) - y0) * (Double(y) - y0)) / (2 * sigma * sigma)
                return Self.encoded(Self.linear(value) + 3 * exp(-r))
            }
        case .inversion: return image.inverted()
        case .ink: return spread(image, by: level, darkness: true)
        case .thinning: return spread(image, by: level, darkness: false)
        }
    }

    private static func linear(_ luma: Double) -> Double {
        let v = luma / 255
        return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
    }

    private static func encoded(_ light: Double) -> Double {
        let v = min(1, max(0, light))
        return 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055)
    }
}
