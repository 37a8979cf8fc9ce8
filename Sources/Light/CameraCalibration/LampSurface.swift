// SPDX-License-Identifier: Apache-2.0

internal import Calibration
internal import CameraControls
import Synchronization
internal import SettingsStore
internal import Torch

/// A camera's controls and a lamp that is none of them, as if it were: so that a calibration tries it like the rest.
///
/// The lamp is put out again at the end, also where the settings are kept: it belongs to no camera's settings.
final class LampSurface: ControlSurface {
    private let camera: any ControlSurface
    private let lamp: any TorchLamp
    private let state: Mutex<State>

    private struct State {
        let notes: TorchNoteFile
        /// What it had before our first change; `nil` before that.
        var before: Int?
        /// What was asked of it last, for lamps that cannot tell.
        var asked = 0
        var isOver = false
    }

    /// - Parameter name: the camera's, for the note that the lamp is on.
    init(_ camera: any ControlSurface, name: String, lamp: any TorchLamp) {
        self.camera = camera
        self.lamp = lamp
        state = Mutex(State(notes: TorchNoteFile(camera: name)))
    }

    func controls() throws(ControlError) -> [ControlDescription] {
        try camera.controls() + [
            ControlDescription(
                id: .lampBesideCamera, name: lamp.source.name, kind: .integer, minimum: 0, maximum: 100, defaultValue: 0
            )
        ]
    }

    func value(of id: ControlID) throws(ControlError) -> ControlValue {
        guard id == .lampBesideCamera else { return try camera.value(of: id) }
        return .integer(Int64(try percent()))
    }

    func set(_ settings: [ControlSetting]) throws(ControlError) {
        for setting in settings {
            guard setting.id == .lampBesideCamera, case .integer(let value) = setting.value else {
                try camera.set([setting])
                continue
            }
            let before = try percent()
            try state.withLock { (state) throws(ControlError) in
                guard !state.isOver else {
                    throw ControlError(
                        .notPermitted, id: setting.id, "cannot switch \(lamp.source.name): it was put back already")
                }
                state.before = state.before ?? before
                // On disk before it shines: a run that is killed leaves it on.
                if value > 0 { state.notes.write(lamp.source) }
                state.asked = Int(clamping: value)
                try switchTo(state.asked)
            }
        }
    }

    /// Gives the lamp back what it had. May come from the thread that takes signals, and more than once.
    ///
    /// - Returns: why it could not be.
    @discardableResult
    func putBack() -> ControlError? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            state.isOver = true
            guard let before = state.before else { return nil }
            do throws(ControlError) {
                try switchTo(before)
                state.notes.clear()
                return nil
            } catch {
                return error
            }
        }
    }

    private func percent() throws(ControlError) -> Int {
        do throws(TorchError) {
            return try lamp.state().percent ?? state.withLock { $0.asked }
        } catch {
            throw Self.failure(error)
        }
    }

    private func switchTo(_ percent: Int) throws(ControlError) {
        do throws(TorchError) {
            _ = try lamp.set(percent: percent)
        } catch {
            throw Self.failure(error)
        }
    }

    /// A lamp that has gone leaves the camera as it is: that is no reason to end.
    private static func failure(_ error: TorchError) -> ControlError {
        ControlError(.failed, id: .lampBesideCamera, error.description)
    }
}
