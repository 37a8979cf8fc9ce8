// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames

/// A picture with pixels from a formula.
func picture(_ width: Int, _ height: Int, _ value: (Int, Int) -> Double) -> LumaImage {
    LumaImage(
        size: FrameSize(width: width, height: height),
        pixels: (0..<width * height).map { UInt8(max(0, min(255, value($0 % width, $0 / width).rounded()))) })
}

/// The same picture as a view into a larger one, so that its rows are padded.
func padded(_ image: LumaImage) -> LumaImage {
    let outer = picture(image.width + 13, image.height + 4) { x, y in
        let (innerX, innerY) = (x - 5, y - 2)
        guard (0..<image.width).contains(innerX), (0..<image.height).contains(innerY) else {
            return Double((x * 7 + y * 31) % 256)
        }
        return Double(image[innerX, innerY])
    }
    return outer.cropped(to: PixelRectangle(x: 5, y: 2, width: image.width, height: image.height))!
}

/// Gaussian noise of deviation 1, reproducible by seed.
struct Noise {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    private mutating func uniform() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (Double(state >> 11) + 0.5) / Double(1 << 53)
    }

    mutating func next() -> Double { (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform()) }
}

/// The integral of a Gaussian of deviation `sigma` up to `x`: a blurred step.
func blurredStep(_ x: Double, sigma: Double) -> Double { 0.5 * (1 + erf(x / (sigma * 2.0.squareRoot()))) }
