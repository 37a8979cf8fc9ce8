// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import Frames
internal import SettingsStore

/// The user's settings of a camera, applied again whenever the studio opens it.
struct StandingSettings: Hashable, Sendable {
    var profile: CameraProfile
    /// The torch's brightness, percent; `nil` to leave it unchanged.
    var light: Int?
    /// Whether they stay in the camera when the studio exits.
    var isKept = false

    /// The format, size and rate of the stream they were found in.
    var wish: StreamWish? {
        guard let stream = profile.stream else { return nil }
        return StreamWish(
            fourCC: stream.format.flatMap { FourCC($0) }, size: stream.size.flatMap { FrameSize($0) },
            framesPerSecond: stream.framesPerSecond.flatMap { $0 > 0 && $0 <= 1000 ? $0 : nil },
            source: "the settings of the studio")
    }
}
