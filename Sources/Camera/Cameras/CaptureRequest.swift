// SPDX-License-Identifier: Apache-2.0

public import CameraControls
public import Frames

/// The user's request for a stream; `nil` leaves the choice to the program.
public struct CaptureRequest: Hashable, Sendable {
    public var fourCC: FourCC?
    public var size: FrameSize?
    public var framesPerSecond: Double?
    /// For a stream on standard input: return the newest frame and skip older ones. Cameras always do this.
    public var isLive: Bool
    /// An earlier choice, used if the camera supports it and nothing is requested above.
    public var wish: StreamWish?
    /// Hold back the first frames until exposure has settled.
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

/// A preferred mode for a camera.
public struct StreamWish: Hashable, Sendable {
    public var fourCC: FourCC?
    public var size: FrameSize?
    public var framesPerSecond: Double?
    /// Settings that the camera has now and may lose when the stream starts; they are written again then.
    public var settings: [ControlSetting] = []
    /// Where the preference comes from, for `--verbose`: "the profile bench".
    public var source: String

    public init(fourCC: FourCC? = nil, size: FrameSize? = nil, framesPerSecond: Double? = nil, source: String) {
        self.fourCC = fourCC
        self.size = size
        self.framesPerSecond = framesPerSecond
        self.source = source
    }
}

extension StreamWish {
    /// Whether it prefers a mode at all.
    var hasMode: Bool { fourCC != nil || size != nil || framesPerSecond != nil }
}

extension CaptureRequest {
    /// The request with the wish applied; `nil` if there is no wish, or the user requests something else.
    var wished: CaptureRequest? {
        guard let wish, wish.hasMode, fourCC == nil, size == nil else { return nil }
        var request = self
        request.fourCC = wish.fourCC
        request.size = wish.size
        request.framesPerSecond = framesPerSecond ?? wish.framesPerSecond
        request.wish = nil
        return request
    }
}
