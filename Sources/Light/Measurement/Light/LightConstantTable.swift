// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Output

/// The light constants fitted for cameras, as the text of a small file: a subset of TOML.
///
///     [camera."usb-046d_HD_Pro_Webcam_C920_1234"]
///     constant = -1.93
///     error = 0.5
///     source = "320 lux by --fit-lux"
///     date = "2026-11-21T03:00:00.000Z"
///
/// The key is the camera's identity, so that the constant follows it from port to port.
public struct LightConstantTable: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public var constant: Double
        /// Stops.
        public var error: Double
        public var source: String
        /// RFC 3339.
        public var date: String

        public init(constant: Double, error: Double, source: String, date: String) {
            self.constant = constant
            self.error = error
            self.source = source
            self.date = date
        }
    }

    /// The largest file that is read, bytes.
    public static let limit = 1 << 20
    public private(set) var entries: [(camera: String, entry: Entry)] = []

    public init() {}

    /// - Throws: the first line that is not understood, so that a file that somebody edited is not overwritten.
    public init(parsing text: String) throws(LightConstantTableError) {
        var camera: String?
        var values: [String: String] = [:]
        func finished(_ line: Int) throws(LightConstantTableError) -> Entry? {
            guard camera != nil else { return nil }
            guard let constant = values["constant"].flatMap(Double.init), constant.isFinite, abs(constant) < 100 else {
                throw LightConstantTableError(line: line, cause: "the camera above has no valid constant")
            }
            return Entry(
                constant: constant, error: values["error"].flatMap(Double.init) ?? 1, source: values["source"] ?? "",
                date: values["date"] ?? "")
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, raw) in lines.enumerated() {
            let line = raw.trimmed
            if line.isEmpty || line.first == "#" { continue }
            if line.hasPrefix("[camera."), line.hasSuffix("]") {
                if let camera, let entry = try finished(index + 1) { set(entry, for: camera) }
                guard let name = Self.unquoted(line.dropFirst(8).dropLast()) else {
                    throw LightConstantTableError(line: index + 1, cause: "the camera's name is not quoted")
                }
                (camera, values) = (name, [:])
            } else if let sign = line.firstIndex(of: "="), camera != nil {
                let key = String(line[..<sign].trimmed)
                let value = line[line.index(after: sign)...].trimmed
                values[key] = Self.unquoted(value) ?? String(value)
            } else {
                throw LightConstantTableError(line: index + 1, cause: "expected [camera.\"NAME\"] or KEY = VALUE")
            }
        }
        if let camera, let entry = try finished(lines.count) { set(entry, for: camera) }
    }

    public subscript(camera: String) -> Entry? { entries.first { $0.camera == camera }?.entry }

    /// Replaces the camera's entry.
    public mutating func set(_ entry: Entry, for camera: String) {
        entries.removeAll { $0.camera == camera }
        entries.append((camera, entry))
    }

    /// The constant for a camera; the assumed one if none was fitted.
    public func constant(for camera: String) -> LightConstant {
        guard let entry = self[camera] else { return .assumed }
        return LightConstant(value: entry.constant, error: entry.error, origin: .fitted(entry.source))
    }

    public var text: String {
        var text = "# Light constants of cameras, written by `candela measure --fit-lux` and `--fit-als`.\n"
        for (camera, entry) in entries {
            text += "\n[camera.\(Self.quoted(camera))]\n"
            text += "constant = \(JSONValue.fixed(entry.constant, decimals: 4) ?? "0")\n"
            text += "error = \(JSONValue.fixed(entry.error, decimals: 2) ?? "0")\n"
            text += "source = \(Self.quoted(entry.source))\ndate = \(Self.quoted(entry.date))\n"
        }
        return text
    }

    /// A TOML basic string.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func unquoted(_ text: Substring) -> String? {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
        var result = ""
        var rest = text.dropFirst().dropLast().unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                if scalar == "\"" { return nil }
                result.unicodeScalars.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "\"": result += "\""
            case "\\": result += "\\"
            case "u":
                let digits = String(String.UnicodeScalarView(rest.prefix(4)))
                guard rest.count >= 4, let value = UInt32(digits, radix: 16), let decoded = Unicode.Scalar(value) else {
                    return nil
                }
                result.unicodeScalars.append(decoded)
                rest = rest.dropFirst(4)
            default: return nil
            }
        }
        return result
    }

    public static func == (left: Self, right: Self) -> Bool { left.text == right.text }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Why a file of light constants is invalid.
public struct LightConstantTableError: Error, Hashable, Sendable {
    public var line: Int
    public var cause: String
}

extension Substring {
    /// The text without blanks at both ends.
    fileprivate var trimmed: Substring {
        var text = self
        while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
        return text.drop { $0 == " " || $0 == "\t" }
    }
}
