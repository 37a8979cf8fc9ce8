// SPDX-License-Identifier: Apache-2.0

package import CameraControls
import Synchronization

/// The controls of a published camera in memory. It refuses what a driver refuses: unknown controls, items that a menu lacks,
/// controls that can only be read. It does not clamp.
package final class PublishedSurface: ControlSurface {
    private let list: [ControlDescription]
    private let values: Mutex<[ControlID: Int64]>

    package init(_ camera: PublishedCamera) {
        list = camera.controls.map(\.description)
        values = Mutex(
            Dictionary(
                camera.controls.map { ($0.description.id, $0.value ?? $0.description.defaultValue) },
                uniquingKeysWith: { first, _ in first }))
    }

    package func controls() throws(ControlError) -> [ControlDescription] { list }

    package func value(of id: ControlID) throws(ControlError) -> ControlValue {
        let control = try find(id)
        guard control.kind.isNumeric, !control.flags.contains(.writeOnly), !control.flags.contains(.disabled) else {
            throw ControlError(.notPermitted, id: id, "cannot read \(control.key)")
        }
        return .integer(values.withLock { $0[id] ?? control.defaultValue })
    }

    package func set(_ settings: [ControlSetting]) throws(ControlError) {
        for setting in settings {
            let control = try find(setting.id)
            guard control.flags.isDisjoint(with: [.readOnly, .grabbed, .disabled]) else {
                throw ControlError(.notPermitted, id: setting.id, "cannot set \(control.key)")
            }
            guard case .integer(let value) = setting.value else { continue }
            if !control.menu.isEmpty, !control.menu.contains(where: { $0.index == value }) {
                throw ControlError(.invalidValue, id: setting.id, "cannot set \(control.key) to \(value): EINVAL")
            }
            values.withLock { $0[setting.id] = value }
        }
    }

    /// The value now; `nil` for a control that it does not have.
    package func number(_ id: ControlID) -> Int64? {
        if case .integer(let value)? = try? value(of: id) { value } else { nil }
    }

    private func find(_ id: ControlID) throws(ControlError) -> ControlDescription {
        guard let control = list.first(where: { $0.id == id }) else {
            throw ControlError(.unknownControl, id: id, "the camera has no control \(id)")
        }
        return control
    }
}
