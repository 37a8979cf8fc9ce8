// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import Frames
internal import SettingsStore

/// What a user has set in a camera, to be given to it again whenever the studio opens it anew.
struct StandingSettings: Hashable, Sendable {
    var profile: CameraProfile
    /// The light that belongs to them, percent; `nil` where it is left as it is.
    var light: Int?
    /// Whether they stay in the camera when the studio ends.
    var isKept = false

    /// The stream they were found in.
    var wish: StreamWish? {
        guard let stream = profile.stream else { return nil }
        return StreamWish(
            fourCC: stream.format.flatMap { FourCC($0) }, size: stream.size.flatMap { FrameSize($0) },
            framesPerSecond: stream.framesPerSecond.flatMap { $0 > 0 && $0 <= 1000 ? $0 : nil },
            source: "the settings of the studio")
    }
}
