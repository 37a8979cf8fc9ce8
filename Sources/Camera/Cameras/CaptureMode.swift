// SPDX-License-Identifier: Apache-2.0

public import Frames

/// One way a camera can stream: a format, a size, and the fastest rate it offers for them.
public struct CaptureMode: Hashable, Sendable {
    public var fourCC: FourCC
    public var size: FrameSize
    /// `nil` where the driver does not list intervals.
    public var fastest: FrameInterval?
    /// The longest interval it offers; `nil` as above.
    public var slowest: FrameInterval?
    /// How the pixels become luma.
    public var path: LumaPath

    public init(
        fourCC: FourCC, size: FrameSize, fastest: FrameInterval?, slowest: FrameInterval? = nil, path: LumaPath
    ) {
        self.fourCC = fourCC
        self.size = size
        self.fastest = fastest
        self.slowest = slowest
        self.path = path
    }
}

/// The ways from a driver's buffer to a grey picture, cheapest first.
public enum LumaPath: Int, Hashable, Sendable, Comparable {
    /// Luma is a plane of its own: the buffer is lent as it is.
    case lent
    /// Luma is picked out of interleaved samples, or computed from colours.
    case extracted
    /// A JPEG picture, decoded to luma only.
    case motionJPEG
    /// libv4lconvert makes colours of it first.
    case converted

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
