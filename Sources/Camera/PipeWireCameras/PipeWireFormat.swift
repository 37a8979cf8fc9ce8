// SPDX-License-Identifier: Apache-2.0

internal import CPipeWire
package import Frames

/// A format that a node of PipeWire offers, in one size or a range of sizes.
package struct PipeWireFormat: Hashable, Sendable {
    /// V4L2's number; `nil` for a format that V4L2 does not have.
    package var fourCC: FourCC?
    package var minimum: FrameSize
    package var maximum: FrameSize
    package var fastest: FrameInterval?
    package var slowest: FrameInterval?

    package init(
        fourCC: FourCC?, minimum: FrameSize, maximum: FrameSize, fastest: FrameInterval? = nil,
        slowest: FrameInterval? = nil
    ) {
        self.fourCC = fourCC
        self.minimum = minimum
        self.maximum = maximum
        self.fastest = fastest
        self.slowest = slowest
    }

    init(_ format: candela_pipewire_format) {
        self.init(
            fourCC: format.fourcc == 0 ? nil : FourCC(rawValue: format.fourcc),
            minimum: FrameSize(width: Self.bounded(format.minimum_width), height: Self.bounded(format.minimum_height)),
            maximum: FrameSize(width: Self.bounded(format.maximum_width), height: Self.bounded(format.maximum_height)),
            fastest: FrameInterval(numerator: format.fastest_denominator, denominator: format.fastest_numerator),
            slowest: FrameInterval(numerator: format.slowest_denominator, denominator: format.slowest_numerator))
    }

    /// Larger than any camera's, and small enough to compute with.
    private static func bounded(_ side: UInt32) -> Int { Int(min(side, 16384)) }
}

/// A format to ask a node for.
package struct PipeWireOffer: Hashable, Sendable {
    package var fourCC: FourCC
    package var size: FrameSize
    package var framesPerSecond: Double
    /// Only this size; else any, and this one if possible.
    package var isExact: Bool

    package init(fourCC: FourCC, size: FrameSize, framesPerSecond: Double = 30, isExact: Bool = false) {
        self.fourCC = fourCC
        self.size = size
        self.framesPerSecond = framesPerSecond
        self.isExact = isExact
    }

    var raw: candela_pipewire_offer {
        candela_pipewire_offer(
            fourcc: fourCC.rawValue, width: UInt32(clamping: size.width), height: UInt32(clamping: size.height),
            numerator: UInt32((min(max(framesPerSecond, 0.01), 1000) * 1000).rounded()), denominator: 1000,
            is_exact: isExact)
    }
}
