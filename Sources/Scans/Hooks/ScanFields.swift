// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Output
internal import Scanning

/// The fields of a scan that a program gets: as environment variables, and in place of marks in its arguments.
struct ScanFields {
    /// The marks, without their braces. The variable of a mark is CANDELA_ and the mark in capitals.
    static let names = [
        "id", "text", "symbology", "time", "source", "camera", "session", "reader", "bytes_base64", "json",
    ]

    /// Variables that other programs must not see.
    private static let secrets = ["CANDELA_POST_TOKEN", "CANDELA_MQTT_PASSWORD"]

    private let values: [String: String]

    init(_ scan: ScanEvent.Scan) {
        values = [
            "id": scan.id ?? "", "text": scan.finalText ?? "", "symbology": scan.barcode.symbology.rawValue,
            "time": scan.time.text, "source": scan.source, "camera": scan.camera ?? "", "session": scan.session ?? "",
            "reader": scan.barcode.reader, "bytes_base64": base64(scan.barcode.bytes), "json": scan.json.text,
        ]
    }

    subscript(_ name: String) -> String { values[name] ?? "" }

    /// All fields, empty if the scan has no value. A variable cannot contain NUL, so such texts are left out.
    var environment: [(name: String, value: String?)] {
        Self.secrets.map { ($0, nil) }
            + Self.names.map { name in
                let value = self[name]
                return ("CANDELA_" + name.uppercased(), value.utf8.contains(0) ? "" : value)
            }
    }

    /// Replaces the marks in a word, in one pass: inserted text is not expanded again. `nil` if there are no marks.
    static func expand(_ word: String, _ value: (String) -> String) -> String? {
        var result = ""
        var hasMark = false
        var rest = word[...]
        while let brace = rest.firstIndex(of: "{") {
            result += rest[..<brace]
            rest = rest[brace...]
            if let name = names.first(where: { rest.hasPrefix("{\($0)}") }) {
                result += value(name)
                rest = rest.dropFirst(name.count + 2)
                hasMark = true
            } else {
                result.append(rest.removeFirst())
            }
        }
        return hasMark ? result + rest : nil
    }
}
