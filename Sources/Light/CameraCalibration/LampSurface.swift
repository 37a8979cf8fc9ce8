// SPDX-License-Identifier: Apache-2.0

internal import Calibration
internal import CameraControls
import Synchronization
internal import SettingsStore
internal import Torch

/// A camera's controls plus an external lamp as one more control, so that a calibration tries it like the others.
///
/// The lamp is switched off at the end even if the settings are kept: it is not a setting of the camera.
final class LampSurface: ControlSurface {
    private let camera: any ControlSurface
    private let lamp: any TorchLamp
    private let state: Mutex<State>

    private struct State {
        let notes: TorchNoteFile
        /// Its value before our first change; `nil` before that.
        var before: Int?
        /// The last value set, for lamps that cannot report theirs.
        var asked = 0
        var isOver = false
    }

    /// - Parameter name: the camera's name, for the note file that records the lamp as on.
    init(_ camera: any ControlSurface, name: String, lamp: any TorchLamp) {
        self.camera = camera
        self.lamp = lamp
        state = Mutex(State(notes: TorchNoteFile(camera: name)))
    }

    var keepsSettings: Bool { camera.keepsSettings }
    var unitGain: Int64? { camera.unitGain }

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
                        .notPermitted, id: setting.id, "cannot switch \(lamp.source.name): it was already restored")
                }
                state.before = state.before ?? before
                // The note is on disk before the lamp is on: a run that is killed leaves the lamp on.
                if value > 0 { state.notes.write(lamp.source) }
                state.asked = Int(clamping: value)
                try switchTo(state.asked)
            }
        }
    }

    /// Restores the lamp's value. May be called more than once, and from the signal thread.
    ///
    /// - Returns: the error if it failed.
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

    /// Kind `failed`, never `gone`: the camera works without the lamp, so the calibration continues.
    private static func failure(_ error: TorchError) -> ControlError {
        ControlError(.failed, id: .lampBesideCamera, error.description)
    }
}
