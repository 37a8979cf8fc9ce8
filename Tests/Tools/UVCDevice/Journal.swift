// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The log of the camera's events, one JSON object per line, each written with one system call.
package struct Journal {
    package enum Value {
        case number(Int64)
        case text(String)
        case numbers([String: Int64])
    }

    private let descriptor: Int32

    /// Appends to `path`; without one to standard output.
    package init(path: String?) throws(SystemError) {
        guard let path else {
            descriptor = STDOUT_FILENO
            return
        }
        descriptor = try SystemError.check("open", path) {
            unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        }
    }

    package func write(_ event: String, _ fields: KeyValuePairs<String, Value> = [:]) {
        var line = "{\"event\":\(Self.quoted(event))"
        for (key, value) in fields { line += ",\(Self.quoted(key)):\(Self.encoded(value))" }
        let bytes = Array((line + "}\n").utf8)
        // A full disk must not end the camera; the test that waits for the line fails.
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    private static func encoded(_ value: Value) -> String {
        switch value {
        case .number(let number): String(number)
        case .text(let text): quoted(text)
        case .numbers(let numbers):
            "{" + numbers.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\($0.value)" }.joined(separator: ",")
                + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..."\u{1f}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
