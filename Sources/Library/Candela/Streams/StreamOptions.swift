// SPDX-License-Identifier: Apache-2.0

internal import Cameras
internal import Frames

/// How a camera streams. Everything left out is chosen for reading codes.
public struct StreamOptions: Hashable, Sendable {
    /// The size of the pictures, in pixels.
    public var size: (width: Int, height: Int)? {
        get { frameSize.map { ($0.width, $0.height) } }
        set { frameSize = newValue.map { FrameSize(width: $0.width, height: $0.height) } }
    }
    /// Frames per second.
    public var framesPerSecond: Double?
    /// Settings for the time of the stream. Afterwards the camera has its earlier ones again, even if the program was killed: the
    /// next use of Candela restores them.
    public var settings: [Setting]
    /// Where compressed frames are decoded, and codes are read.
    public var isolation: Isolation
    private var frameSize: FrameSize?

    /// Options that leave every choice to the library.
    ///
    /// - Parameters:
    ///   - settings: settings for the time of the stream.
    ///   - isolation: where frames are decoded and read.
    public init(settings: [Setting] = [], isolation: Isolation = .confined) {
        self.settings = settings
        self.isolation = isolation
    }

    var request: CaptureRequest { CaptureRequest(size: frameSize, framesPerSecond: framesPerSecond) }
}
