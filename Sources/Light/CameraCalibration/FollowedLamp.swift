// SPDX-License-Identifier: Apache-2.0

internal import Calibration
package import CameraControls
internal import LightGoverning
internal import SettingsStore
package import Torch

/// The torch of a camera while the light is followed: on when even the most exposure and gain are too little, off when the room
/// is bright enough, and off at the end. A note on disk lets the next run switch off what a killed run left on.
package final class FollowedLamp: GovernedLamp {
    private let lamp: any TorchLamp
    private var noted: NotedSwitch
    private let report: (TorchWatch.Report) -> Void

    /// - Parameters:
    ///   - camera: its name, for the note.
    ///   - report: called after each change.
    package init(_ lamp: any TorchLamp, camera: String, report: @escaping (TorchWatch.Report) -> Void) {
        self.lamp = lamp
        self.report = report
        noted = NotedSwitch(TorchNoteFile(camera: camera))
    }

    package func light(_ isOn: Bool) throws(ControlError) {
        do throws(TorchError) {
            try noted.set(lamp, percent: isOn ? 100 : 0)
        } catch {
            say(.failed, isOn ? .dim : .bright, error.description)
            throw ControlError(.failed, id: .lampBesideCamera, error.description)
        }
        let words = Self.words(lamp.source, isOn)
        isOn ? say(.on, .dim, words) : say(.off, .bright, words)
    }

    /// Why it was switched; quotes the torch's name raw.
    package static func words(_ source: TorchSource, _ isOn: Bool) -> String {
        isOn
            ? "it is too dark for the camera alone: the torch \(source.name) is on"
            : "it is bright enough: the torch \(source.name) is off"
    }

    /// Switches it off if it was switched on.
    package func end() {
        guard noted.isLit else { return }
        do throws(TorchError) {
            try noted.set(lamp, percent: 0)
            say(.off, .end, "the torch \(lamp.source.name) is off")
        } catch {
            guard error.kind == .gone, lamp.source.kind == .illuminator else {
                return say(.failed, .end, error.description)
            }
            noted.forget()
            say(.off, .end, "the torch was disconnected with the camera")
        }
    }

    private func say(_ state: TorchWatch.Report.State, _ reason: TorchWatch.Report.Reason, _ message: String) {
        let percent: Int? = state == .on ? 100 : state == .off ? 0 : nil
        report(
            .init(
                state: state, reason: reason, torch: lamp.source.name, percent: percent, light: nil, message: message))
    }
}
