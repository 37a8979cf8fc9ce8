// SPDX-License-Identifier: Apache-2.0

package import CameraControls
import Synchronization

/// The controls of a camera of PipeWire.
///
/// Daemons before 1.0 do not tell a V4L2 camera's values, and those of libcamera's cameras are never told. Then a value is read
/// through the camera's own node, if this user may open it; else it is what was set here, or the default: believed, not known.
package final class PipeWireControls: ControlSurface {
    private let connection: PipeWireConnection
    private let camera: PipeWireCamera
    /// The camera's own node, for what the daemon does not tell.
    private let node: (any ControlSurface)?
    private let known: [ControlID: PipeWireProperty]
    /// In the daemon's order.
    private let order: [ControlID]
    private let believed = Mutex<[ControlID: Int64]>([:])

    init(
        _ connection: PipeWireConnection, _ camera: PipeWireCamera, node: (any ControlSurface)?
    ) throws(PipeWireTrouble) {
        self.connection = connection
        self.camera = camera
        self.node = node
        let properties = try connection.properties(of: camera.id)
        (order, known) = Self.controls(of: properties, api: camera.api)
    }

    package static func controls(
        of properties: [PipeWireProperty], api: String?
    ) -> (order: [ControlID], known: [ControlID: PipeWireProperty]) {
        let absolute = PipeWireProperty.custom + ControlID.exposureTimeAbsolute.rawValue
        let hasAbsolute = properties.contains { $0.id == absolute }
        var order: [ControlID] = []
        var known: [ControlID: PipeWireProperty] = [:]
        for property in properties {
            let id = property.controlID(api: api, hasAbsoluteExposure: hasAbsolute)
            if known.updateValue(property, forKey: id) == nil { order.append(id) }
        }
        return (order, known)
    }

    package func controls() throws(ControlError) -> [ControlDescription] {
        // Flags are not told by PipeWire: which mode overrides which control follows from the modes' values.
        let described = order.compactMap { id in known[id]?.description(as: id) }
        guard let node, let own = try? node.controls() else { return described }
        let flags = Dictionary(own.map { ($0.id, $0.flags) }, uniquingKeysWith: { $1 })
        return described.map { control in
            var control = control
            control.flags = flags[control.id] ?? []
            return control
        }
    }

    package func value(of id: ControlID) throws(ControlError) -> ControlValue { .integer(try reading(of: id).value) }

    package func knows(_ id: ControlID) -> Bool { (try? reading(of: id).isBelieved) == false }

    /// PipeWire gives libcamera's cameras its settings with each frame, as long as one streams.
    package var keepsSettings: Bool { camera.api != "libcamera" }

    private func reading(of id: ControlID) throws(ControlError) -> (value: Int64, isBelieved: Bool) {
        let property = try property(id, to: "read")
        do throws(PipeWireTrouble) {
            if let value = try connection.values(of: camera.id)[property.id] { return (property.whole(value), false) }
        } catch {
            throw error.asControlError(id, "read")
        }
        if let node, case .integer(let value)? = try? node.value(of: id) { return (value, false) }
        return (believed.withLock { $0[id] } ?? property.whole(property.initial), true)
    }

    package func set(_ settings: [ControlSetting]) throws(ControlError) {
        for setting in settings {
            let property = try property(setting.id, to: "set")
            let description = property.description(as: setting.id)
            guard case .integer(let value) = setting.value else {
                throw ControlError(
                    .invalidValue, id: setting.id, "cannot set \(description.key): it accepts a number")
            }
            try description.check(setting.value)
            do throws(PipeWireTrouble) {
                try connection.set(property, to: property.number(value), on: camera.id)
            } catch {
                throw error.asControlError(setting.id, "set \(description.key) of")
            }
            believed.withLock { $0[setting.id] = value }
        }
    }

    private func property(_ id: ControlID, to verb: String) throws(ControlError) -> PipeWireProperty {
        guard let property = known[id] else {
            throw ControlError(
                .unknownControl, id: id, "cannot \(verb) control \(id) of \(camera.address): PipeWire does not offer it"
            )
        }
        return property
    }

    /// In one sentence, why values may not be what is shown; `nil` if they are known.
    package var caution: String? {
        guard let first = order.first, !knows(first) else { return nil }
        return
            "\(camera.address): PipeWire does not tell the values of this camera's controls; those shown are the ones that "
            + "were set here, or the defaults"
    }
}

extension PipeWireTrouble {
    func asControlError(_ id: ControlID, _ verb: String) -> ControlError {
        let isGone = kind == .removed || kind == .lost
        return ControlError(isGone ? .gone : .failed, id: id, "cannot \(verb) \(name): \(cause); \(advice)")
    }
}
