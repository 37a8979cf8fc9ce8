// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Calibration
internal import CameraCalibration
internal import CameraControls
internal import Cameras
internal import Frames
internal import LightGoverning
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Synchronization
internal import Terminal
internal import Torch

/// A streaming camera: its frames, its torch, and its controls, which are restored at the end.
final class LiveCamera: Sendable {
    let name: String
    let identity: String
    let notes: [String]
    /// Whether the focus can be set.
    let canFocus: Bool
    let tap: FrameTap
    private let borrowed: BorrowedControls?
    private let light = Mutex<StudioLight?>(nil)
    private let lamp: Lamp?

    var surface: (any ControlSurface)? { borrowed?.surface }

    /// The torch of the camera, if it has one. Used by the request thread, and at the end.
    private final class Lamp: Sendable {
        let lamp: any TorchLamp
        private let noted: Mutex<NotedSwitch>

        init(_ lamp: any TorchLamp, camera: String) {
            self.lamp = lamp
            noted = Mutex(NotedSwitch(TorchNoteFile(camera: camera)))
        }

        func set(percent: Int) throws(TorchError) {
            try noted.withLock { noted throws(TorchError) in try noted.set(lamp, percent: percent) }
        }

        func end() {
            guard noted.withLock({ $0.isLit }) else { return }
            do throws(TorchError) {
                try set(percent: 0)
            } catch {
                if error.kind != .gone { Console.note(VisibleText.escape(error.description)) }
            }
        }
    }

    init(_ camera: OpenCamera) {
        name = camera.name
        identity = camera.identity
        profileCamera = CameraProfile.Camera(of: camera.name, identity: camera.identity)
        notes = camera.notes
        tap = FrameTap(camera.source)
        borrowed = camera.controls.map { BorrowedControls($0, name: camera.name, identity: camera.identity) }
        canFocus = borrowed.flatMap { FocusSweep.range(of: $0.surface) } != nil
        let finding = TorchFinding(open: camera.lightsAt, borrowed?.surface, nil)
        lamp = (try? finding.open(nil)).map { Lamp($0, camera: camera.name) }
    }

    // MARK: Settings

    /// The camera as profiles identify it.
    let profileCamera: CameraProfile.Camera

    /// The camera's settings, if any was changed here.
    var heldSettings: CameraProfile? {
        guard let borrowed, borrowed.surface.hasChanges,
            let settings = try? CameraProfile.settings(of: borrowed.surface)
        else { return nil }
        // What the governor sets is for the light of the moment.
        guard light.withLock({ $0?.isFollowing }) == true, let controls = try? borrowed.surface.controls() else {
            return CameraProfile(camera: profileCamera, settings: settings)
        }
        let lookup = ControlLookup(controls)
        return CameraProfile(
            camera: profileCamera,
            settings: settings.filter { setting in
                let control = try? lookup.findSaved(setting.name)
                return control.map { !StudioLight.governed.contains($0.id) } ?? true
            })
    }

    /// Applies the standing settings. Returns what could not be set.
    func give(_ standing: StandingSettings) -> [String] {
        guard let surface else { return [] }
        var problems = standing.profile.give(to: surface)
        do throws(TorchError) {
            if let light = standing.light, light > 0 { _ = try self.light(percent: light) }
        } catch {
            problems.append(error.description)
        }
        if standing.isKept, let failure = keep() { problems.append(failure) }
        return problems
    }

    /// The torch, switched by the governor.
    private final class FollowedTorch: GovernedLamp {
        private let lamp: Lamp
        private let tell: @Sendable (String) -> Void

        init(_ lamp: Lamp, tell: @escaping @Sendable (String) -> Void) { (self.lamp, self.tell) = (lamp, tell) }

        func light(_ isOn: Bool) throws(ControlError) {
            do throws(TorchError) {
                try lamp.set(percent: isOn ? 100 : 0)
            } catch {
                tell(error.description)
                throw ControlError(.failed, id: .lampBesideCamera, error.description)
            }
            tell(FollowedLamp.words(lamp.lamp.source, isOn))
        }
    }

    /// Starts to follow the light, if that was chosen. Returns why it is impossible.
    ///
    /// - Parameter tell: called when the torch was switched by the light.
    func followLight(_ choice: LightChoice?, tell: @escaping @Sendable (String) -> Void) -> String? {
        do throws(ControlError) {
            let follower = try LightFollower(
                choice, identity: identity, controls: surface, format: tap.format, region: nil,
                lamp: { () throws(ControlError) in
                    // A torch that somebody has switched on stays on.
                    guard let lamp, (try? lamp.lamp.state())?.isOn != true else { return nil }
                    return FollowedTorch(lamp, tell: tell)
                }, borrowed: { surface })
            light.withLock { $0 = follower.map { StudioLight($0) } }
            return nil
        } catch {
            return error.description
        }
    }

    /// Takes a frame with the codes read in it.
    func follow(_ frame: Frame, _ codes: [Barcode]) { light.withLock { $0 }?.take(frame, codes) }

    /// The page is about to set these controls. Returns whether the light is no longer followed.
    func endFollowing(bySetting ids: [ControlID]) -> Bool { light.withLock { $0 }?.ends(bySetting: ids) ?? false }

    /// The page is about to switch the torch. Returns whether it no longer follows the light.
    func endFollowingByTorch() -> Bool { light.withLock { $0 }?.releaseTorch() ?? false }

    /// Leaves the settings in the camera at the end. Returns the reason if that is impossible.
    func keep() -> String? {
        do throws(StoreError) {
            try borrowed?.surface.keep()
            return nil
        } catch {
            return error.description
        }
    }

    /// Stops the stream and restores everything.
    func end() {
        tap.stop()
        light.withLock { $0 }?.end()
        lamp?.end()
        borrowed?.giveBack()
    }

    // MARK: The torch

    var torch: JSONValue {
        guard let lamp else { return .null }
        let state = try? lamp.lamp.state()
        return [
            "name": .string(lamp.lamp.source.name), "on": state?.isOn.map { .bool($0) } ?? .null,
            "percent": state?.percent.map { .integer($0) } ?? .null,
        ]
    }

    /// - Returns: `false` if there is no torch.
    func light(percent: Int) throws(TorchError) -> Bool {
        guard let lamp else { return false }
        try lamp.set(percent: percent)
        return true
    }
}
