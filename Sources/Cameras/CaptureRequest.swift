// SPDX-License-Identifier: Apache-2.0

public import Frames

/// What the user asks of a stream; `nil` leaves the choice to us.
public struct CaptureRequest: Hashable, Sendable {
    public var fourCC: FourCC?
    public var size: FrameSize?
    public var framesPerSecond: Double?

    public init(fourCC: FourCC? = nil, size: FrameSize? = nil, framesPerSecond: Double? = nil) {
        self.fourCC = fourCC
        self.size = size
        self.framesPerSecond = framesPerSecond
    }
}
