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
    /// What is taken where the camera offers it and nothing is asked for above: somebody's choice of an earlier day.
    public var wish: StreamWish?
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

/// A mode that was found to suit a camera.
public struct StreamWish: Hashable, Sendable {
    public var fourCC: FourCC?
    public var size: FrameSize?
    public var framesPerSecond: Double?
    /// Who wishes it, for `--verbose`: "the profile bench".
    public var source: String

    public init(fourCC: FourCC? = nil, size: FrameSize? = nil, framesPerSecond: Double? = nil, source: String) {
        self.fourCC = fourCC
        self.size = size
        self.framesPerSecond = framesPerSecond
        self.source = source
    }
}

extension CaptureRequest {
    /// With the wish made a request; `nil` where there is none, or the user asks for something else.
    var wished: CaptureRequest? {
        guard let wish, fourCC == nil, size == nil else { return nil }
        var request = self
        request.fourCC = wish.fourCC
        request.size = wish.size
        request.framesPerSecond = framesPerSecond ?? wish.framesPerSecond
        request.wish = nil
        return request
    }
}
