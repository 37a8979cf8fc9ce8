// SPDX-License-Identifier: Apache-2.0

internal import Diagnostics
internal import Output
internal import Terminal

/// The output of `--list` and `--explain`.
enum FindingPages {
    static func list(json: Bool) throws(CommandFailure) {
        let entries = Catalogue.entries
        if json {
            let rows = entries.map { entry -> JSONValue in
                [
                    "id": .string(entry.id.rawValue), "check": .string(entry.check.rawValue),
                    "title": .string(entry.title),
                ]
            }
            return try Console.print(
                JSONValue.object([.init("schema", "candela.findings/1"), .init("findings", .array(rows))]).text)
        }
        let width = entries.map(\.id.rawValue.count).max() ?? 0
        for check in CheckID.allCases where entries.contains(where: { $0.check == check }) {
            try Console.print(Console.bold(check.rawValue) + "  " + Console.dim(check.question))
            for entry in entries where entry.check == check {
                let id = entry.id.rawValue
                try Console.print("  \(id)\(String(repeating: " ", count: width - id.count + 2))\(entry.title)")
            }
        }
    }

    static func explain(_ id: String) throws(CommandFailure) {
        guard let entry = Catalogue.entries.first(where: { $0.id.rawValue == id }) else {
            let near = Catalogue.entries.map(\.id.rawValue).filter {
                $0.contains(id) || $0.hasPrefix(String(id.prefix { $0 != "." }) + ".")
            }
            throw CommandFailure(
                "cannot explain \"\(VisibleText.escape(id))\": there is no such finding; "
                    + (near.isEmpty
                        ? "see candela doctor --list" : "similar: " + near.prefix(6).joined(separator: ", "))
            )
        }
        try Console.print(Console.bold(entry.id.rawValue) + "  " + entry.title)
        for paragraph in entry.explanation.split(separator: "\n\n") {
            try Console.print("")
            for line in TextWrap.lines(String(paragraph), width: 80) { try Console.print(line) }
        }
    }
}

/// Wraps text.
enum TextWrap {
    static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
