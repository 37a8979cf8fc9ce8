// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import CameraCalibration
internal import CameraControls
internal import Frames
internal import LightGoverning
internal import Synchronization

/// The exposure of the studio's camera while it scans. A hand on the page's controls ends the following: nobody wants to set
/// a slider that moves away.
final class StudioLight: Sendable {
    private let follower: Mutex<Held?>

    /// A follower is for one thread at a time: the lock sees to that.
    private struct Held: @unchecked Sendable { let follower: LightFollower }

    /// The controls that the governor sets.
    static let governed: Set<ControlID> = [
        .exposureTimeAbsolute, .gain, .autoExposure, .autogain, .exposureDynamicFramerate, .contrast, .brightness,
    ]

    var isFollowing: Bool { follower.withLock { $0?.follower.keeper != nil } }

    init(_ follower: LightFollower) { self.follower = Mutex(Held(follower: follower)) }

    /// Takes a frame with the codes read in it.
    func take(_ frame: Frame, _ codes: [Barcode]) {
        follower.withLock { held in
            guard let keeper = held?.follower.keeper else { return }
            keeper.take(frame)
            keeper.note(codes, in: frame.luma)
        }
    }

    /// - Returns: whether the following ends with this.
    func ends(bySetting ids: [ControlID]) -> Bool {
        guard !Self.governed.isDisjoint(with: ids) else { return false }
        return follower.withLock { held in
            defer { held = nil }
            held?.follower.end()
            return held?.follower.keeper != nil
        }
    }

    /// Somebody switches the torch by hand.
    ///
    /// - Returns: whether it no longer follows the light with this.
    func releaseTorch() -> Bool {
        follower.withLock { held in
            guard let keeper = held?.follower.keeper, keeper.hasLamp else { return false }
            keeper.releaseLamp()
            return true
        }
    }

    /// Ends the following, and keeps what was learned.
    func end() {
        follower.withLock { held in
            held?.follower.end()
            held = nil
        }
    }
}
