// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Output
internal import Scanning

/// What a program is told of a scan: as variables of its environment, and in place of marks in its arguments.
struct ScanFields {
    /// The marks, without their braces; the variable is CANDELA_ and the mark in capitals.
    static let names = [
        "id", "text", "symbology", "time", "source", "camera", "session", "reader", "bytes_base64", "json",
    ]

    /// What is for our own ears only.
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

    /// All of them, empty where there is none. A variable cannot hold a NUL: a text with one is left out.
    var environment: [(name: String, value: String?)] {
        Self.secrets.map { ($0, nil) }
            + Self.names.map { name in
                let value = self[name]
                return ("CANDELA_" + name.uppercased(), value.utf8.contains(0) ? "" : value)
            }
    }

    /// A word with its marks replaced, in one pass: what is put in is not looked at again. `nil` when it has none.
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
