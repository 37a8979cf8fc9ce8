// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import Frames

/// The user's request for a stream; `nil` leaves the choice to the program.
package struct CaptureRequest: Hashable, Sendable {
    package var fourCC: FourCC?
    package var size: FrameSize?
    package var framesPerSecond: Double?
    /// For a stream on standard input: return the newest frame and skip older ones. Cameras always do this.
    package var isLive: Bool
    /// An earlier choice, used if the camera supports it and nothing is requested above.
    package var wish: StreamWish?
    /// Hold back the first frames until exposure has settled.
    package var settles = true

    package init(
        fourCC: FourCC? = nil, size: FrameSize? = nil, framesPerSecond: Double? = nil, isLive: Bool = false
    ) {
        self.fourCC = fourCC
        self.size = size
        self.framesPerSecond = framesPerSecond
        self.isLive = isLive
    }
}

/// A preferred mode for a camera.
package struct StreamWish: Hashable, Sendable {
    package var fourCC: FourCC?
    package var size: FrameSize?
    package var framesPerSecond: Double?
    /// Settings that the camera has now and may lose when the stream starts; they are written again then.
    package var settings: [ControlSetting] = []
    /// Where the preference comes from, for `--verbose`: "the profile bench".
    package var source: String

    package init(fourCC: FourCC? = nil, size: FrameSize? = nil, framesPerSecond: Double? = nil, source: String) {
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
