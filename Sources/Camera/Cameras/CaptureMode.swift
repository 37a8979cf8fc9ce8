// SPDX-License-Identifier: Apache-2.0

package import Frames

/// A mode that a camera can stream in: a format, a size, and its fastest rate for them.
package struct CaptureMode: Hashable, Sendable {
    package var fourCC: FourCC
    package var size: FrameSize
    /// `nil` if the driver does not list intervals.
    package var fastest: FrameInterval?
    /// The longest supported interval; `nil` as above.
    package var slowest: FrameInterval?
    /// How luma is obtained from the pixels.
    package var path: LumaPath

    package init(
        fourCC: FourCC, size: FrameSize, fastest: FrameInterval?, slowest: FrameInterval? = nil, path: LumaPath
    ) {
        self.fourCC = fourCC
        self.size = size
        self.fastest = fastest
        self.slowest = slowest
        self.path = path
    }
}

/// The ways to get luma from a driver's buffer, cheapest first.
package enum LumaPath: Int, Hashable, Sendable, Comparable {
    /// Luma is a separate plane: the buffer is lent without copying.
    case lent
    /// Luma is extracted from interleaved samples, or computed from colours.
    case extracted
    /// A JPEG picture, decoded to luma only.
    case motionJPEG
    /// Converted by libv4lconvert first.
    case converted
    /// Compressed video, in which every frame must be decoded.
    case video

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
