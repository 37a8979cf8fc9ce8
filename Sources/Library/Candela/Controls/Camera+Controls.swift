// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import Torch

extension Camera {
    /// Its controls, with their current values.
    ///
    /// - Returns: the controls in the driver's order.
    public func controls() throws(CameraError) -> [Control] {
        let open = try openControls()
        do throws(ControlError) {
            return ControlLookup(try open.surface.controls()).controls.map { control in
                Control(control, try? open.surface.value(of: control.id))
            }
        } catch {
            throw CameraError(error)
        }
    }

    /// One control, with its current value.
    ///
    /// - Parameter name: as for ``Setting/control(_:_:)``.
    /// - Returns: the control.
    /// - Throws: if the camera has no control of this name.
    public func control(_ name: String) throws(CameraError) -> Control {
        let open = try openControls()
        do throws(ControlError) {
            let control = try ControlLookup(try open.surface.controls()).find(name)
            return Control(control, try? open.surface.value(of: control.id))
        } catch {
            throw CameraError(error)
        }
    }

    /// Sets controls: all of them, or none if the camera rejects one.
    ///
    /// - Parameter settings: what to set; it stays set.
    /// - Returns: what was changed, also what the settings required.
    @discardableResult
    public func set(_ settings: Setting...) throws(CameraError) -> [SettingChange] { try set(settings) }

    /// Sets controls: all of them, or none if the camera rejects one.
    ///
    /// - Parameter settings: what to set; it stays set.
    /// - Returns: what was changed, also what the settings required.
    @discardableResult
    public func set(_ settings: [Setting]) throws(CameraError) -> [SettingChange] {
        let open = try openControls()
        let plain = settings.filter { $0.torch == nil }
        var changes: [SettingChange] = []
        if !plain.isEmpty {
            changes = try Self.set(plain, on: open.surface)
            memory.note(plain, on: open.surface, of: open.name)
        }
        for setting in settings {
            guard let percent = setting.torch else { continue }
            do throws(TorchError) {
                let lamp = try TorchFinding(open: open.name, open.surface, nil).open(nil)
                let before = try lamp.state()
                let after = try lamp.set(percent: percent)
                changes.append(SettingChange(name: "torch", before: before.words, after: after.words, reason: nil))
                // A lamp among the camera's controls is forgotten with them.
                if case .illuminator(let id) = lamp.source.place, let number = Self.number(id, open.surface) {
                    memory.note([.control(id.description, "\(number)")], on: open.surface, of: open.name)
                }
            } catch {
                throw CameraError(.refused, error.description)
            }
        }
        return changes
    }

    /// The camera's light, and how bright it is.
    ///
    /// - Returns: `nil` if it has none that can be switched.
    public func torch() throws(CameraError) -> TorchLevel? {
        let open = try openControls()
        do throws(TorchError) {
            return TorchLevel.percent(
                try TorchFinding(open: open.name, open.surface, nil).open(nil).state().percent ?? 0)
        } catch {
            guard error.kind == .noTorch else { throw CameraError(.refused, error.description) }
            return nil
        }
    }

    // MARK: Helpers

    private func openControls() throws(CameraError) -> (name: String, surface: any ControlSurface) {
        do throws(Cameras.CameraError) {
            let open = try CameraOpener().controls(address == .automatic ? nil : address.name)
            memory.apply(to: open.surface, of: open.name)
            return (open.name, open.surface)
        } catch {
            throw CameraError(error)
        }
    }

    static func set(_ settings: [Setting], on surface: any ControlSurface) throws(CameraError) -> [SettingChange] {
        let plan: SettingsPlan
        do throws(ControlError) { plan = try SettingsPlan(of: settings, on: surface) } catch {
            throw CameraError(error)
        }
        let transaction = SettingsTransaction(plan, on: surface)
        if let refusal = transaction.refusal { throw CameraError(refusal) }
        return transaction.changes.map { change in
            let control = change.step.control
            return SettingChange(
                name: control.key, before: change.before.map { control.bothUnits($0) },
                after: change.after.map { control.bothUnits($0) }, reason: change.step.reason)
        }
    }

    private static func number(_ id: ControlID, _ surface: any ControlSurface) -> Int64? {
        if case .integer(let number)? = try? surface.value(of: id) { return number }
        return nil
    }
}

extension TorchState {
    fileprivate var words: String? { percent.map { "\($0) %" } }
}
