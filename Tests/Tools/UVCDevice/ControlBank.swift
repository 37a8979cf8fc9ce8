// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// Answers class requests to the camera terminal and processing unit with a control surface.
package struct ControlBank {
    private let surface: any ControlSurface
    /// The controls of which the surface has every field.
    package let controls: [CameraControl]

    package init(surface: any ControlSurface) throws(ControlError) {
        self.surface = surface
        let known = Set(try surface.controls().map(\.id))
        controls = CameraControl.all.filter { $0.fields.allSatisfy { known.contains($0.id) } }
    }

    package func control(_ unit: CameraUnit, _ selector: UInt8) -> CameraControl? {
        controls.first { $0.unit == unit && $0.selector == selector }
    }

    package func answer(_ request: VideoRequest, _ control: CameraControl) -> Result<[UInt8], RequestError> {
        if request == .getLength { return .success([UInt8](little: Int64(control.size), size: 2)) }
        guard let descriptions = try? surface.controls() else { return .failure(.notReady) }
        var bytes: [UInt8] = []
        for field in control.fields {
            guard let description = descriptions.first(where: { $0.id == field.id }) else {
                return .failure(.invalidControl)
            }
            switch request {
            case .getInfo:
                return .success([info(of: description)])
            case .getCurrent:
                guard case .integer(let value) = try? surface.value(of: field.id) else { return .failure(.notReady) }
                bytes += encoded(value, field)
            case .getMinimum: bytes += encoded(description.minimum, field)
            case .getMaximum: bytes += encoded(description.maximum, field)
            case .getDefault: bytes += encoded(description.defaultValue, field)
            case .getResolution: bytes += [UInt8](little: resolution(of: description, field), size: field.size)
            case .setCurrent, .getLength: return .failure(.invalidRequest)
            }
        }
        return .success(bytes)
    }

    /// Sets the control to the host's `data`.
    package func set(_ control: CameraControl, to data: [UInt8]) -> RequestError? {
        guard let values = values(of: control, in: data) else { return .outOfRange }
        do {
            try surface.set(values.map { ControlSetting($0.id, .integer($0.value)) })
            return nil
        } catch {
            return switch error.kind {
            case .unknownControl: .invalidControl
            case .invalidValue: .outOfRange
            case .notPermitted: .wrongState
            case .busy, .gone, .failed: .notReady
            }
        }
    }

    /// V4L2's values in a control's bytes; `nil` if there are too few bytes or a choice does not exist.
    package func values(of control: CameraControl, in data: [UInt8]) -> [(id: ControlID, value: Int64)]? {
        var offset = 0
        var values: [(ControlID, Int64)] = []
        for field in control.fields {
            guard let number = data.little(at: offset, size: field.size, signed: field.isSigned),
                let value = field.coding.decoded(number)
            else { return nil }
            values.append((field.id, value))
            offset += field.size
        }
        return values
    }

    private func encoded(_ value: Int64, _ field: CameraControl.Field) -> [UInt8] {
        [UInt8](little: field.coding.encoded(value) ?? 0, size: field.size)
    }

    /// The step; for the exposure mode the set of modes, from which the driver makes its menu.
    private func resolution(of description: ControlDescription, _ field: CameraControl.Field) -> Int64 {
        guard field.coding == .exposureMode else { return Int64(clamping: max(1, description.step)) }
        return description.menu.reduce(0) { $0 | (field.coding.encoded($1.index) ?? 0) }
    }

    private func info(of description: ControlDescription) -> UInt8 {
        var info = ControlInfo.canGet
        if !description.flags.contains(.readOnly) { info |= ControlInfo.canSet }
        if Self.changesByItself.contains(description.id) { info |= ControlInfo.autoUpdate | ControlInfo.asynchronous }
        return info
    }

    /// The controls that automatic modes change, and the privacy slider. The driver asks once, so this must not depend on
    /// the current mode.
    private static let changesByItself: Set<ControlID> = [
        .exposureTimeAbsolute, .gain, .focusAbsolute, .whiteBalanceTemperature, .privacy,
    ]
}
