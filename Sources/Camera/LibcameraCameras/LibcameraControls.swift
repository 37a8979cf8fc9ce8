// SPDX-License-Identifier: Apache-2.0

package import CameraControls
internal import CLibcamera
internal import Synchronization

/// The controls of a camera of libcamera.
///
/// libcamera takes controls with the next frame that it is asked for, and forgets them when the stream stops. A value that is
/// read is what the pipeline reports of the newest frame; of a control that it does not report, the value that was set here, or
/// the default.
package final class LibcameraControls: ControlSurface {
    private let session: LibcameraSession
    private let reports: ReportedValues
    private let written = Mutex<[UInt32: (numbers: [Double], frame: Int)]>([:])

    /// A value takes effect some frames after it was set: until then, what is reported is the value before.
    private static let delay = 8

    package init(_ session: LibcameraSession, reports: ReportedValues) {
        self.session = session
        self.reports = reports
    }

    /// Of a camera that does not stream: with the defaults for values.
    package convenience init(_ session: LibcameraSession) { self.init(session, reports: ReportedValues()) }

    package var keepsSettings: Bool { false }

    package var unitGain: Int64? {
        let told = reports.ids.compactMap { id in
            unsafe session.library.table.name(id).map { unsafe String(cString: $0) }
        }
        return told.contains("ExposureTime") ? ControlTwins.unitGain : nil
    }

    package func controls() throws(ControlError) -> [ControlDescription] {
        let mapped = try mapped()
        return mapped.map { control in
            var description = control.description
            if let mode = AutomaticMode.governing(description.id) ?? (description.id == .gain ? .governing(.exposureTimeAbsolute) : nil),
                let master = mapped.first(where: { $0.description.id == mode.master }),
                let value = master.decode(now), description.id == .gain ? value != 1 : !mode.frees(description.id, at: value)
            {
                description.flags.insert([.inactive, .volatile])
            }
            return description
        } + reported(besides: Set(mapped.flatMap(\.parts))).map(\.description)
    }

    package func value(of id: ControlID) throws(ControlError) -> ControlValue {
        let mapped = try mapped()
        if let control = mapped.first(where: { $0.description.id == id }) {
            return .integer(control.decode(now) ?? control.description.defaultValue)
        }
        guard let report = reported(besides: Set(mapped.flatMap(\.parts))).first(where: { $0.description.id == id }),
            let value = report.decode(now)
        else { throw unknown(id) }
        return .integer(value)
    }

    package func set(_ settings: [ControlSetting]) throws(ControlError) {
        let mapped = try mapped()
        for setting in settings {
            guard let control = mapped.first(where: { $0.description.id == setting.id }) else {
                if reported(besides: []).contains(where: { $0.description.id == setting.id }) {
                    throw ControlError(
                        .notPermitted, id: setting.id,
                        "cannot set \(setting.id) of \(session.camera.address): it is a value that the camera only reports")
                }
                throw unknown(setting.id)
            }
            guard case .integer(let value) = setting.value else {
                throw ControlError(
                    .invalidValue, id: setting.id,
                    "cannot set \(control.description.key) of \(session.camera.address): it takes a number")
            }
            let allowed = control.description
            if allowed.kind == .menu || allowed.kind == .integerMenu, !allowed.menu.contains(where: { $0.index == value }) {
                throw ControlError(
                    .invalidValue, id: setting.id,
                    "cannot set \(allowed.key) of \(session.camera.address) to \(value): it is none of its choices")
            }
            try write(control.encode(min(max(value, allowed.minimum), allowed.maximum)), of: control)
        }
    }

    /// Limits the frame rate from the next frame on; where the pipeline allows it, a long exposure may lower it further.
    package func setFrameRate(_ framesPerSecond: Double) throws(LibcameraError) {
        guard let limits = try session.controls().first(where: { $0.name == "FrameDurationLimits" }), framesPerSecond > 0 else {
            return
        }
        let shortest = max(limits.minimum.first ?? 0, (1e6 / framesPerSecond).rounded())
        let longest = max(shortest, limits.maximum.first ?? shortest)
        try session.set([RawValue(limits, [shortest, longest], isArray: true)])
    }

    private func write(_ values: [RawValue], of control: MappedControl) throws(ControlError) {
        do throws(LibcameraError) {
            try session.set(values)
        } catch {
            throw ControlError(.failed, id: control.description.id, error.description)
        }
        let frame = reports.frames
        written.withLock { written in for value in values { written[value.id] = (value.numbers, frame) } }
    }

    private func mapped() throws(ControlError) -> [MappedControl] {
        do throws(LibcameraError) {
            let version = session.library.table.version
            let isOld = version.0 == 0 && version.1 < 5
            return ControlTwins(
                try session.controls(), fixedExposureStays: isOld && session.camera.isRaspberryPi
            ).all
        } catch {
            throw ControlError(.failed, id: nil, error.description)
        }
    }

    /// The numbers of a raw control now; `nil` if nothing says.
    private func now(_ id: UInt32) -> [Double]? {
        let frames = reports.frames
        let set = written.withLock { $0[id] }
        if let set, frames - set.frame < Self.delay { return set.numbers }
        return reports.numbers(of: id) ?? set?.numbers
    }

    /// What the pipeline reports of each frame besides its controls: the light, the temperature of the sensor.
    private func reported(besides used: Set<UInt32>) -> [MappedControl] {
        reports.ids.filter { !used.contains($0) }.compactMap { id in
            guard let name = session.library.table.name(id), let number = reports.numbers(of: id), number.count == 1
            else { return nil }
            let text = unsafe String(cString: name)
            guard let scale = Self.reports[text] else { return nil }
            return MappedControl(
                description: ControlDescription(
                    id: ControlTwins.ownID(text), name: MappedControl.spaced(text), kind: .integer,
                    minimum: Int64(Int32.min), maximum: Int64(Int32.max), flags: [.readOnly, .volatile]),
                parts: [id], encode: { _ in [] },
                decode: { numbers in MappedControl.whole(numbers(id)?.first, scale, .toNearestOrEven) })
        }
    }

    /// Reported values that say something about the picture, and their scale.
    private static let reports: [String: Double] = [
        "Lux": 1, "FocusFoM": 1, "SensorTemperature": 1, "ColourTemperature": 1, "DigitalGain": 100, "FrameDuration": 1,
        "AeState": 1, "AfState": 1, "ExposureTime": 0.01, "AnalogueGain": 100,
    ]

    private func unknown(_ id: ControlID) -> ControlError {
        ControlError(.unknownControl, id: id, "cannot find control \(id): \(session.camera.address) has none with this number")
    }
}
