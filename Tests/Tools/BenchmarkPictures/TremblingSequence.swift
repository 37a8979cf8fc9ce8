// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import LumaProcessing

/// Frames of a picture in a trembling hand, seen by a sensor whose pixels are larger than those of the picture: each is the mean of
/// the area that it covers, so that the frames lie between each other's pixels, as a camera's do.
package struct TremblingSequence {
    private let picture: LumaImage
    private let reduction: Double
    private let noise: Double
    private let seed: UInt64
    package let size: FrameSize

    /// In pixels of the sensor; the hand drifts within it, and trembles by the other from frame to frame.
    private static let (drift, tremble) = (6.0, 0.8)

    /// - Parameters:
    ///   - reduction: the width of a sensor's pixel, in pixels of the picture; at least 1.
    ///   - noise: in values of 255.
    package init(_ picture: LumaImage, reduction: Double, noise: Double, seed: UInt64 = 1) {
        self.picture = picture
        self.reduction = max(1, reduction)
        self.noise = noise
        self.seed = seed
        size = FrameSize(
            width: Int(Double(picture.width) / self.reduction), height: Int(Double(picture.height) / self.reduction))
    }

    package func frame(_ index: Int) -> LumaImage {
        let (dx, dy, turn) = motion(index)
        var noise = NoiseSource(seed: seed &* 1000 &+ UInt64(index) &+ 1, deviation: noise)
        // Samples in each pixel: at least one for each of the picture's.
        let parts = Int(reduction.rounded(.up))
        let (width, height) = (picture.width, picture.height)
        return LumaImage(size: size) { pixels in
            picture.withSpan { source in
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        var sum = 0
                        for part in 0..<parts * parts {
                            let px = Double(x) + (Double(part % parts) + 0.5) / Double(parts) - Double(size.width) / 2
                            let py = Double(y) + (Double(part / parts) + 0.5) / Double(parts) - Double(size.height) / 2
                            let sx = (px - turn * py + dx) * reduction + Double(width) / 2
                            let sy = (py + turn * px + dy) * reduction + Double(height) / 2
                            let column = min(max(0, Int(sx)), width - 1)
                            let row = min(max(0, Int(sy)), height - 1)
                            sum += Int(source[row * picture.rowStride + column])
                        }
                        pixels[y * size.width + x] = UInt8(clamping: sum / (parts * parts) + noise.next())
                    }
                }
            }
        }
    }

    /// Shift in pixels of the sensor, and turn in radians.
    private func motion(_ index: Int) -> (x: Double, y: Double, turn: Double) {
        func wave(_ period: Double, _ phase: Double) -> Double {
            let place = (Double(index) / period + phase).truncatingRemainder(dividingBy: 1)
            return Self.drift * (place < 0.5 ? 4 * place - 1 : 3 - 4 * place)
        }
        func chance(_ channel: UInt64) -> Double {
            Double(NoiseSource.hash(seed &* 7919 &+ UInt64(index) &* 3 &+ channel) >> 40) / Double(1 << 24) - 0.5
        }
        return (
            wave(46, 0.1) + 2 * Self.tremble * chance(0), wave(62, 0.4) + 2 * Self.tremble * chance(1),
            0.006 * chance(2)
        )
    }
}
