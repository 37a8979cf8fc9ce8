// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// The picture with margins round it, as light as the light parts of its edge: for codes that were cut out without their quiet
    /// zones. The lines of a strip that is thinner than a reader needs are repeated.
    package func framed() -> PreparedImage {
        let (across, down) = (Self.repeats(height, of: width), Self.repeats(width, of: height))
        let margin = max(10, min(width, height) / 8)
        let tone = edge.light
        let (rows, columns) = (height * across, width * down)
        let stride = rowStride
        let target = FrameSize(width: columns + 2 * margin, height: rows + 2 * margin)
        let image = LumaImage(size: target) { pixels in
            withSpan { source in
                for index in 0..<target.area { pixels[index] = tone }
                for y in 0..<rows {
                    let from = y / across * stride
                    let to = (y + margin) * target.width + margin
                    for x in 0..<columns { pixels[to &+ x] = source[from &+ x / down] }
                }
            }
        }
        return PreparedImage(
            image,
            toOriginal: PixelMap(
                xx: 1 / Double(down), xy: 0, x0: -Double(margin) / Double(down), yx: 0, yy: 1 / Double(across),
                y0: -Double(margin) / Double(across)))
    }

    /// Whether the edge of the picture may run through a code: it changes often between dark and light, or the picture is a thin
    /// strip.
    package var mayBeCutTight: Bool {
        guard width > 1 || height > 1 else { return false }
        if Self.repeats(height, of: width) > 1 || Self.repeats(width, of: height) > 1 { return true }
        let edge = edge
        return edge.light - edge.dark >= Self.leastContrast && edge.changes >= Self.leastChanges
    }

    private static let leastContrast: UInt8 = 48
    /// The side of a matrix code changes that often.
    private static let leastChanges = 8
    /// Pixels that bars need along them.
    private static let leastRows = 20

    /// How often each line is repeated if this is the short side of a picture: several times in a thin strip, which can only be cut
    /// out of bars.
    private static func repeats(_ short: Int, of long: Int) -> Int {
        short < leastRows && short * 3 <= long ? (2 * leastRows + short - 1) / max(1, short) : 1
    }

    /// How often the values go from below `dark` to above `light` or back: noise and texture stay between.
    private static func changes(_ values: [UInt8], dark: UInt8, light: UInt8) -> Int {
        var isLight: Bool?
        var changes = 0
        for value in values where value < dark || value > light {
            if let isLight, isLight != (value > light) { changes += 1 }
            isLight = value > light
        }
        return changes
    }

    /// The tones of the picture's outermost pixels, without the extreme twentieths, and how often they change along the side that
    /// changes most.
    private var edge: (dark: UInt8, light: UInt8, changes: Int) {
        guard width > 0, height > 0 else { return (0, 0, 0) }
        let (width, height, stride) = (width, height, rowStride)
        return withSpan { pixels in
            let sides = [
                (0..<width).map { pixels[$0] }, (0..<width).map { pixels[(height - 1) * stride + $0] },
                (0..<height).map { pixels[$0 * stride] }, (0..<height).map { pixels[$0 * stride + width - 1] },
            ]
            let all = sides.joined().sorted()
            let (dark, light) = (all[all.count / 20], all[all.count - 1 - all.count / 20])
            let third = (light - dark) / 3
            return (dark, light, sides.map { Self.changes($0, dark: dark + third, light: light - third) }.max() ?? 0)
        }
    }
}
