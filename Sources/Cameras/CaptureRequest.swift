// SPDX-License-Identifier: Apache-2.0

public import Frames

/// What the user asks of a stream; `nil` leaves the choice to us.
public struct CaptureRequest: Hashable, Sendable {
    public var fourCC: FourCC?
    public var size: FrameSize?
    public var framesPerSecond: Double?
    /// Of a stream on standard input: take the newest frame each time, and pass over those that came meanwhile.
    /// Cameras always do.
    public var isLive: Bool
    /// Hold back the first frames, until the exposure has settled.
    public var settles = true

    public init(
        fourCC: FourCC? = nil, size: FrameSize? = nil, framesPerSecond: Double? = nil, isLive: Bool = false
    ) {
        self.fourCC = fourCC
        self.size = size
        self.framesPerSecond = framesPerSecond
        self.isLive = isLive
    }
}
