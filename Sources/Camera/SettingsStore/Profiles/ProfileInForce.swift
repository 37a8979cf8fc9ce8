// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import Cameras
internal import Frames

/// The profile a camera stands by: its controls have every value of it now, whoever gave them.
///
/// Format and rate are no controls, and each program that streams sets its own; so a profile that was calibrated in a
/// format is given that as its settings are in force, and not when somebody has turned them since.
package enum ProfileInForce {
    package typealias Found = (name: ProfileName, profile: CameraProfile)

    /// What the profile asks of the stream; `nil` where no profile of this camera is in force, or it asks for nothing.
    package static func wish(_ identity: String, _ controls: any ControlSurface) -> StreamWish? {
        guard let (name, profile) = find(identity, controls, where: { $0.stream != nil }), let stream = profile.stream
        else { return nil }
        return StreamWish(
            fourCC: stream.format.flatMap { FourCC($0) }, size: stream.size.flatMap { FrameSize($0) },
            framesPerSecond: stream.framesPerSecond.flatMap { $0 > 0 && $0 <= 1000 ? $0 : nil },
            source: "the profile \(name.text)")
    }

    /// The profile saved last among those in force.
    package static func find(
        _ identity: String, _ controls: any ControlSurface, where isWanted: (CameraProfile) -> Bool = { _ in true }
    ) -> Found? {
        guard let shelf = try? ProfileShelf() else { return nil }
        var found: Found?
        for store in shelf.stores {
            // Where no profile is, no control is read: `scan` is to start soon.
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
        guard !profile.settings.isEmpty, let differences = try? profile.differences(from: controls) else {
            return false
        }
        return differences.isEmpty
    }
}
