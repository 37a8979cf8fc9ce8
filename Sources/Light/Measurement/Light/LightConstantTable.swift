// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Output
internal import Toml

/// The light constants fitted for cameras, as the text of a small TOML file.
///
///     [camera."usb-046d_HD_Pro_Webcam_C920_1234"]
///     constant = -1.93
///     error = 0.5
///     source = "320 lux by --fit-lux"
///     date = "2026-11-21T03:00:00.000Z"
///
/// The key is the camera's identity, so that the constant follows it from port to port.
package struct LightConstantTable: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var constant: Double
        /// Stops.
        package var error: Double
        package var source: String
        /// RFC 3339.
        package var date: String

        package init(constant: Double, error: Double, source: String, date: String) {
            self.constant = constant
            self.error = error
            self.source = source
            self.date = date
        }
    }

    /// The largest file that is read, bytes.
    package static let limit = TomlReader.limit
    package private(set) var entries: [(camera: String, entry: Entry)] = []

    package init() {}

    /// - Throws: the first line that is not understood, so that a file that somebody edited is not overwritten.
    package init(parsing text: String) throws(LightConstantTableError) {
        let root: TomlTable
        do throws(TomlError) {
            root = try TomlReader.read(Array(text.utf8))
        } catch {
            throw LightConstantTableError(line: error.line, cause: error.message)
        }
        guard let camera = root.members.first(where: { $0.key == "camera" }) else {
            if let other = root.members.first { throw LightConstantTableError(line: other.line, cause: "not a camera") }
            return
        }
        guard case .table(let cameras) = camera.value else {
            throw LightConstantTableError(line: camera.line, cause: "camera is not a table")
        }
        for member in cameras.members {
            guard case .table(let values) = member.value, let constant = values["constant"]?.number, constant.isFinite,
                abs(constant) < 100
            else { throw LightConstantTableError(line: member.line, cause: "the camera has no valid constant") }
            let entry = Entry(
                constant: constant, error: values["error"]?.number ?? 1, source: values["source"]?.text ?? "",
                date: values["date"]?.text ?? "")
            set(entry, for: member.key)
        }
    }

    package subscript(camera: String) -> Entry? { entries.first { $0.camera == camera }?.entry }

    /// Replaces the camera's entry.
    package mutating func set(_ entry: Entry, for camera: String) {
        entries.removeAll { $0.camera == camera }
        entries.append((camera, entry))
    }

    /// The constant for a camera; the assumed one if none was fitted.
    package func constant(for camera: String) -> LightConstant {
        guard let entry = self[camera] else { return .assumed }
        return LightConstant(value: entry.constant, error: entry.error, origin: .fitted(entry.source))
    }

    package var text: String {
        var text = "# Light constants of cameras, written by `candela measure --fit-lux` and `--fit-als`.\n"
        for (camera, entry) in entries.sorted(by: { $0.camera < $1.camera }) {
            text += "\n[camera.\(TomlText.string(camera))]\n"
            text += "constant = \(JSONValue.fixed(entry.constant, decimals: 4) ?? "0")\n"
            text += "error = \(JSONValue.fixed(entry.error, decimals: 2) ?? "0")\n"
            text += "source = \(TomlText.string(entry.source))\ndate = \(TomlText.string(entry.date))\n"
        }
        return text
    }

    package static func == (left: Self, right: Self) -> Bool { left.text == right.text }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Why a file of light constants is invalid.
package struct LightConstantTableError: Error, Hashable, Sendable {
    package var line: Int
    package var cause: String
}
