// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import Frames
internal import SettingsStore

/// The profile a camera stands by: its controls have every value of it now, whoever gave them.
///
/// Format and rate are no controls, and each program that streams sets its own; so a profile that was calibrated in a
/// format is given that as its settings are in force, and not when somebody has turned them since.
enum ProfileInForce {
    /// What the profile asks of the stream; `nil` where no profile of this camera is in force, or it asks for nothing.
    static func wish(_ identity: String, _ controls: any ControlSurface) -> StreamWish? {
        guard let shelf = try? ProfileShelf() else { return nil }
        var found: (name: ProfileName, profile: CameraProfile)?
        for store in shelf.stores {
            // Where no profile is, no control is read: `scan` is to start soon.
            for name in (try? store.names()) ?? [] {
                guard let profile = try? store.read(name), profile.camera.identity == identity, profile.stream != nil,
                    profile.saved > found?.profile.saved ?? "", isInForce(profile, controls)
                else { continue }
                found = (name, profile)
            }
        }
        guard let (name, profile) = found, let stream = profile.stream else { return nil }
        return StreamWish(
            fourCC: stream.format.flatMap { FourCC($0) }, size: stream.size.flatMap { FrameSize($0) },
            framesPerSecond: stream.framesPerSecond.flatMap { $0 > 0 && $0 <= 1000 ? $0 : nil },
            source: "the profile \(name.text)")
    }

    private static func isInForce(_ profile: CameraProfile, _ controls: any ControlSurface) -> Bool {
        guard !profile.settings.isEmpty, let differences = try? profile.differences(from: controls) else {
            return false
        }
        return differences.isEmpty
    }
}
