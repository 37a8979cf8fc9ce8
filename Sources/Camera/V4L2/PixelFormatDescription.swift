// SPDX-License-Identifier: Apache-2.0

package import Frames

/// One of the pixel formats that a node supports.
package struct PixelFormatDescription: Hashable, Sendable {
    package var fourCC: FourCC
    /// The driver's name for it. Untrusted: escape before showing.
    package var name: String
    package var isCompressed: Bool
    /// Produced by libv4l, not by the camera.
    package var isEmulated: Bool

    package init(fourCC: FourCC, name: String, isCompressed: Bool = false, isEmulated: Bool = false) {
        self.fourCC = fourCC
        self.name = name
        self.isCompressed = isCompressed
        self.isEmulated = isEmulated
    }
}

/// The supported sizes of a format.
package enum FrameSizes: Hashable, Sendable {
    case discrete([FrameSize])
    /// Every size from `minimum` to `maximum` in steps; a continuous range has a step of 1.
    case stepwise(minimum: FrameSize, maximum: FrameSize, step: FrameSize)

    /// Whether the size is supported.
    package func contains(_ size: FrameSize) -> Bool {
        switch self {
        case .discrete(let sizes): sizes.contains(size)
        case .stepwise(let minimum, let maximum, let step):
            (minimum.width...max(minimum.width, maximum.width)).contains(size.width)
                && (minimum.height...max(minimum.height, maximum.height)).contains(size.height)
                && (size.width - minimum.width).isMultiple(of: max(1, step.width))
                && (size.height - minimum.height).isMultiple(of: max(1, step.height))
        }
    }
}

/// The supported intervals of a format and size.
package enum FrameIntervals: Hashable, Sendable {
    case discrete([FrameInterval])
    /// Every interval from `minimum` (the fastest) to `maximum`; `step` is `nil` if continuous.
    case stepwise(minimum: FrameInterval, maximum: FrameInterval, step: FrameInterval?)

    /// The fastest; `nil` if the driver lists none.
    package var fastest: FrameInterval? {
        switch self {
        case .discrete(let intervals): intervals.min()
        case .stepwise(let minimum, _, _): minimum
        }
    }

    /// The longest; `nil` if the driver lists none.
    package var slowest: FrameInterval? {
        switch self {
        case .discrete(let intervals): intervals.max()
        case .stepwise(_, let maximum, _): maximum
        }
    }
}
