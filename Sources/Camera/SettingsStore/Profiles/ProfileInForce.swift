// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import Cameras
internal import Frames

/// The active profile: every control of the camera has the value in it, whichever program set it.
///
/// Format and rate are not controls, and each program that streams sets its own. The format of a calibrated profile is
/// therefore used while the profile is in force, and not after its settings have been changed.
package enum ProfileInForce {
    package typealias Found = (name: ProfileName, profile: CameraProfile)

    /// Gives a camera that forgets its settings those of its newest profile. Returns the stream mode of the profile in force,
    /// as `wish` does. For a camera that is about to stream.
    package static func prepare(_ identity: String, _ controls: any ControlSurface) -> StreamWish? {
        if !controls.keepsSettings, let (_, profile) = find(identity, controls),
            let application = try? ProfileApplication(profile, on: controls)
        {
            // What the camera does not take is told by `candela profile apply`.
            _ = SettingsTransaction(application.plan, on: controls, isAtomic: false)
        }
        return wish(identity, controls)
    }

    /// The stream mode of the profile, and the settings that the camera may lose when the stream starts; `nil` if no profile of
    /// this camera is in force.
    package static func wish(_ identity: String, _ controls: any ControlSurface) -> StreamWish? {
        guard let newest = find(identity, controls) else { return nil }
        var wish = StreamWish(source: "the profile \(newest.name.text)")
        wish.settings = newest.profile.held(by: controls)
        let mode = newest.profile.stream == nil ? find(identity, controls) { $0.stream != nil } : newest
        guard let mode, let stream = mode.profile.stream else { return wish }
        wish.source = "the profile \(mode.name.text)"
        wish.fourCC = stream.format.flatMap { FourCC($0) }
        wish.size = stream.size.flatMap { FrameSize($0) }
        wish.framesPerSecond = stream.framesPerSecond.flatMap { $0 > 0 && $0 <= 1000 ? $0 : nil }
        return wish
    }

    /// The newest of the profiles in force.
    package static func find(
        _ identity: String, _ controls: any ControlSurface, where isWanted: (CameraProfile) -> Bool = { _ in true }
    ) -> Found? {
        guard let shelf = try? ProfileShelf() else { return nil }
        var found: Found?
        for store in shelf.stores {
            // Without a profile no control is read, so that `scan` starts fast.
            for name in (try? store.names()) ?? [] {
                guard let profile = try? store.read(name), profile.camera.identity == identity, isWanted(profile),
                    profile.saved > found?.profile.saved ?? "", isInForce(profile, controls)
                else { continue }
                found = (name, profile)
            }
        }
        return found
    }

    private static func isInForce(_ profile: CameraProfile, _ controls: any ControlSurface) -> Bool {
        // Such a camera gets its newest profile whenever it is opened.
        guard controls.keepsSettings else { return true }
        guard !profile.settings.isEmpty, let differences = try? profile.decisiveDifferences(from: controls) else {
            return false
        }
        return differences.isEmpty
    }
}
