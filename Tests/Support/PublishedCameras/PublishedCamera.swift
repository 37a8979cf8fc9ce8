// SPDX-License-Identifier: Apache-2.0

package import CameraControls
import Foundation

/// A real camera as somebody published it; see `Cameras/README.md`.
package struct PublishedCamera: Sendable, CustomStringConvertible {
    /// The file's name without `.txt`.
    package var name: String
    /// Its controls, and their values at the time where they were printed.
    package var controls: [(description: ControlDescription, value: Int64?)] = []

    package var description: String { name }

    /// All of them, by name.
    package static let all: [PublishedCamera] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Cameras")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".txt") }.sorted().compactMap { file in
            guard let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8) else { return nil }
            return PublishedCamera(name: String(file.dropLast(4)), text: text)
        }
    }()

    /// Those of which controls were published.
    package static var controllable: [PublishedCamera] { all.filter { !$0.controls.isEmpty } }

    /// Reads what `v4l2-ctl --list-ctrls-menus` prints, from any of its versions; other lines are skipped.
    package init(name: String, text: String) {
        self.name = name
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            if let control = Self.control(line) {
                // Of several nodes in one file, the first that has it.
                if !controls.contains(where: { $0.description.id == control.description.id }) {
                    controls.append(control)
                    continue
                }
            }
            guard let last = controls.indices.last, let item = Self.item(line) else { continue }
            let kind = controls[last].description.kind
            guard kind == .menu || kind == .integerMenu,
                !controls[last].description.menu.contains(where: { $0.index == item.index })
            else { continue }
            controls[last].description.menu.append(item)
        }
        // Of some menus no item was published, so nobody knows what they accept.
        controls.removeAll { [.menu, .integerMenu].contains($0.description.kind) && $0.description.menu.isEmpty }
    }

    /// `brightness 0x00980900 (int) : min=0 max=255 step=1 default=128 value=128 flags=inactive`
    private static func control(_ line: Substring) -> (description: ControlDescription, value: Int64?)? {
        guard
            let match = line.wholeMatch(
                of: /\s*([a-z0-9_]+)(?: 0x([0-9a-f]{8}))? \(([a-z0-9]+)\)\s*:(.*)/)
        else { return nil }
        let (_, name, number, type, rest) = match.output
        guard let id = number.flatMap({ UInt32($0, radix: 16) }).map(ControlID.init) ?? numbers[String(name)],
            let kind = kinds[String(type)]
        else { return nil }
        func field(_ name: String) -> Int64? {
            rest.firstRange(of: " \(name)=").flatMap { range in
                Int64(rest[range.upperBound...].prefix { $0 == "-" || $0.isNumber })
            }
        }
        let flags = rest.firstRange(of: " flags=").map { rest[$0.upperBound...].split(separator: ", ") } ?? []
        let isBoolean = kind == .boolean
        let description = ControlDescription(
            id: id, name: String(name), kind: kind, minimum: field("min") ?? 0,
            maximum: field("max") ?? (isBoolean ? 1 : 0), step: UInt64(max(field("step") ?? 1, 0)),
            defaultValue: field("default") ?? 0,
            flags: flags.reduce(into: ControlFlags()) { flags, word in
                if let flag = self.flags[String(word)] { flags.insert(flag) }
            })
        return (description, field("value"))
    }

    /// `	3: Aperture Priority Mode`
    private static func item(_ line: Substring) -> ControlMenuItem? {
        guard let match = line.wholeMatch(of: /\s+(-?\d+): (.*)/), let index = Int64(match.output.1) else { return nil }
        return ControlMenuItem(index: index, label: String(match.output.2))
    }

    private static let kinds: [String: ControlKind] = [
        "int": .integer, "bool": .boolean, "menu": .menu, "button": .button, "int64": .integer64,
        "bitmask": .bitmask, "intmenu": .integerMenu, "str": .string,
    ]

    private static let flags: [String: ControlFlags] = [
        "disabled": .disabled, "grabbed": .grabbed, "read-only": .readOnly, "update": .update, "inactive": .inactive,
        "slider": .slider, "write-only": .writeOnly, "volatile": .volatile, "has-payload": .hasPayload,
        "execute-on-write": .executeOnWrite, "modify-layout": .modifyLayout,
    ]

    /// Names that were published without a number, before and after Linux 5.16.
    private static let numbers: [String: ControlID] = [
        "brightness": .brightness, "contrast": .contrast, "saturation": .saturation, "hue": .hue, "gamma": .gamma,
        "gain": .gain, "sharpness": .sharpness, "power_line_frequency": .powerLineFrequency,
        "backlight_compensation": .backlightCompensation, "exposure": .exposure,
        "white_balance_temperature_auto": .autoWhiteBalance, "white_balance_automatic": .autoWhiteBalance,
        "white_balance_temperature": .whiteBalanceTemperature, "exposure_auto": .autoExposure,
        "auto_exposure": .autoExposure, "exposure_absolute": .exposureTimeAbsolute,
        "exposure_time_absolute": .exposureTimeAbsolute, "exposure_auto_priority": .exposureDynamicFramerate,
        "exposure_dynamic_framerate": .exposureDynamicFramerate, "pan_absolute": .panAbsolute,
        "tilt_absolute": .tiltAbsolute, "zoom_absolute": .zoomAbsolute, "focus_absolute": .focusAbsolute,
        "focus_auto": .focusAutomaticContinuous, "focus_automatic_continuous": .focusAutomaticContinuous,
        "privacy": .privacy,
    ]
}
