// SPDX-License-Identifier: Apache-2.0

import Testing
import Toml

@Suite("TOML through toml++")
struct TomlTests {
    private func read(_ text: String) throws -> TomlTable { try TomlReader.read(Array(text.utf8)) }

    @Test("every kind of value is read, with its line")
    func kinds() throws {
        let table = try read(
            """
            text = "a\\u00e9"
            [sub]
            whole = -3
            hex = 0xff
            part = 1.5
            yes = true
            day = 2026-11-21
            moment = 2026-11-21T03:00:00Z
            list = [1, "two", [3.5], {x = 4}]
            """)
        #expect(table["text"] == .string("aé"))
        guard case .table(let sub)? = table["sub"] else { throw TomlError(line: 0, column: 0, message: "no table") }
        #expect(sub["whole"] == .integer(-3))
        #expect(sub["hex"] == .integer(255))
        #expect(sub["part"] == .number(1.5))
        #expect(sub["yes"] == .boolean(true))
        #expect(sub["day"] == .date("2026-11-21"))
        #expect(sub["moment"] == .date("2026-11-21T03:00:00Z"))
        guard case .array(let list)? = sub["list"] else { throw TomlError(line: 0, column: 0, message: "no list") }
        #expect(list.count == 4)
        #expect(list[2] == .array([.number(1.5 + 2)]))
        #expect(sub.members.first { $0.key == "part" }?.line == 5)
        #expect(try read("").members.isEmpty)
    }

    @Test(
        "invalid TOML is refused with line and column",
        arguments: [
            ("a = 1\nb =\n", 2), ("a = 1\na = 2\n", 2), ("[t]\nx = \"open\ny = 2", 2), ("= 1", 1),
            ("a = 99999999999999999999", 1),
            ("a = \"\u{0}\"", 1), ("\u{1b}[2J", 1), ("a = 1 2", 1),
        ])
    func refused(_ text: String, _ line: Int) throws {
        #expect { _ = try read(text) } throws: { error in
            guard let error = error as? TomlError else { return false }
            return error.line == line && error.column >= 1 && !error.message.isEmpty
        }
    }

    @Test("too much depth or size is refused, and so is invalid UTF-8")
    func bounds() throws {
        #expect(throws: TomlError.self) { try read("a = " + String(repeating: "[", count: 100_000)) }
        #expect(throws: TomlError.self) { try read("a = " + String(repeating: "{b=", count: 5000) + "1") }
        #expect(throws: TomlError.self) { try TomlReader.read([UInt8](repeating: 0x23, count: TomlReader.limit + 1)) }
        #expect(throws: TomlError.self) { try TomlReader.read(Array("a = \"".utf8) + [0xff, 0xfe] + Array("\"".utf8)) }
        // Dotted keys nest without brackets.
        #expect(throws: TomlError.self) { try read("a" + String(repeating: ".a", count: 100_000) + " = 1") }
        #expect(throws: TomlError.self) { try read("[a" + String(repeating: ".a", count: 100_000) + "]") }
        #expect(throws: Never.self) { try read("a" + String(repeating: ".a", count: 200) + " = 1") }
    }

    @Test(
        "texts are read back as written, including hostile ones",
        arguments: [
            "plain", "", "a b", "quo\"te", "back\\slash", "new\nline", "\u{1b}[31mred", "tab\t", "é€😀", "a.b", "[t]",
            "# no comment", "'", "\u{202e}reversed", "\u{0}", "\u{7f}\u{9b}", "\r\n", "\"\"\"",
        ])
    func roundTrip(_ text: String) throws {
        let line = "\(TomlText.key(text)) = \(TomlText.string(text))  \(TomlText.comment(text))\nlast = 1\n"
        let table = try read(line)
        #expect(table[text] == .string(text))
        #expect(table["last"] == .integer(1))
        #expect(!line.unicodeScalars.contains { $0.value == 0x1b || $0.value == 0x202e || $0.value == 0x9b })
    }

    @Test(
        "numbers keep their decimal point",
        arguments: [(1.0, "1.0"), (0.25, "0.25"), (-2.5, "-2.5"), (1234.5678, "1234.57"), (0, "0.0")])
    func numbers(_ value: Double, _ text: String) throws {
        #expect(TomlText.number(value, decimals: 2) == text)
        guard case .number? = try read("x = \(text)")["x"] else {
            Issue.record("\(text) is no number")
            return
        }
    }
}
