// SPDX-License-Identifier: Apache-2.0

package import Frames

/// The colours of a picture as a whole: the means of red, green and blue, 0 to 255, and how far they differ in single pixels.
package struct ColourBalance: Codable, Hashable, Sendable {
    package var red: Double
    package var green: Double
    package var blue: Double
    /// The mean difference between the largest and the smallest of a pixel's three values, 0 to 255: 0 for grey pictures.
    package var saturation: Double

    /// Pixels that are looked at, at least: a few thousand are enough for a mean.
    private static let least = 4096

    package init(red: Double, green: Double, blue: Double, saturation: Double) {
        self.red = red
        self.green = green
        self.blue = blue
        self.saturation = saturation
    }

    /// From the three planes of a picture; `nil` unless they are of one size.
    package init?(red: LumaImage, green: LumaImage, blue: LumaImage) {
        guard red.size == green.size, red.size == blue.size, red.width > 0, red.height > 0 else { return nil }
        let step = Self.step(red.width, red.height)
        var sums = Sums()
        red.withSpan { reds in
            green.withSpan { greens in
                blue.withSpan { blues in
                    for y in stride(from: 0, to: red.height, by: step) {
                        for x in stride(from: 0, to: red.width, by: step) {
                            sums.add(
                                Double(reds[y * red.rowStride + x]), Double(greens[y * green.rowStride + x]),
                                Double(blues[y * blue.rowStride + x]))
                        }
                    }
                }
            }
        }
        self = sums.mean
    }

    /// From packed colours, by ITU-R BT.601.
    package init(_ colours: PackedColours) {
        let step = Self.step(colours.size.width, colours.size.height)
        var sums = Sums()
        colours.storage.withSpan { bytes in
            for y in stride(from: 0, to: colours.size.height, by: step) {
                for pair in stride(from: 0, to: colours.size.width / 2, by: step) {
                    let at = y * colours.bytesPerLine + 4 * pair
                    let luma = 1.164 * (Double(bytes[at + colours.order.luma]) - 16)
                    let blue = Double(bytes[at + colours.order.blue]) - 128
                    let red = Double(bytes[at + colours.order.red]) - 128
                    sums.add(luma + 1.596 * red, luma - 0.392 * blue - 0.813 * red, luma + 2.017 * blue)
                }
            }
        }
        self = sums.mean
    }

    private static func step(_ width: Int, _ height: Int) -> Int {
        var step = 1
        while width / (step + 1) * (height / (step + 1)) >= least { step += 1 }
        return step
    }

    private struct Sums {
        private var (red, green, blue, spread, count) = (0.0, 0.0, 0.0, 0.0, 0.0)

        mutating func add(_ r: Double, _ g: Double, _ b: Double) {
            func bounded(_ value: Double) -> Double { min(255, max(0, value)) }
            let (r, g, b) = (bounded(r), bounded(g), bounded(b))
            red += r
            green += g
            blue += b
            spread += max(r, g, b) - min(r, g, b)
            count += 1
        }

        var mean: ColourBalance {
            let count = max(1, count)
            return ColourBalance(red: red / count, green: green / count, blue: blue / count, saturation: spread / count)
        }
    }
}
