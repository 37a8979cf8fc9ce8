// SPDX-License-Identifier: Apache-2.0

import ConfinedProcesses
import ConfinedXML
import Foundation
import Testing

@Suite("XML of strangers")
struct XMLReaderTests {
    /// The command of this package, whose hidden command is the worker.
    private static let program = WorkerProgram(
        path: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../.build/release/candela")
            .path,
        arguments: ["xml-worker"])

    private static let readers = [XMLReader(isInProcess: true), XMLReader(program: program)]

    private func read(_ text: String, _ reader: XMLReader) throws -> XMLElement { try reader.read(Array(text.utf8)) }

    @Test("elements, attributes, text and entities, without prefixes and white space", arguments: readers)
    func whole(reader: XMLReader) throws {
        let root = try read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <s:Envelope xmlns:s="urn:s"><s:Body><MC1:Uri xx:token="a&amp;b">
              rtsp://h/x?a=1&amp;b=&#x32;<![CDATA[&3]]> \u{e9}
            </MC1:Uri><e/></s:Body></s:Envelope>
            """, reader)
        let uri = try #require(root.first("Body", "Uri"))
        #expect(
            root.name == "Envelope" && uri.text == "rtsp://h/x?a=1&b=2&3 \u{e9}" && uri.attributes["token"] == "a&b")
        #expect(root.text("Body", "e") == nil && root.first("Body", "e") != nil && root.first("Body", "f") == nil)
    }

    @Test("other encodings are read", arguments: readers)
    func encodings(reader: XMLReader) throws {
        let latin = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>T".utf8) + [0xfc] + Array("r</a>".utf8)
        #expect(try reader.read(latin).text == "T\u{fc}r")
        let wide: [UInt8] = [0xff, 0xfe] + "<a>ok</a>".utf8.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
        #expect(try reader.read(wide).text == "ok")
    }

    /// Each of these is refused with its reason, and the reader reads on.
    static let bad: [(name: String, text: String, words: String)] = [
        ("empty", "", "empty"), ("a page", "<html><p>login</html>", "no XML"), ("cut off", "<a><b>", "no XML"),
        ("two roots", "<a/><b/>", "no XML"), ("not text", "\u{0}\u{1}", "no XML"),
        (
            "entities that grow (billion laughs)",
            "<!DOCTYPE a [<!ENTITY x \"ha\"><!ENTITY y \"&x;&x;&x;\">]><a>&y;</a>", "document type"
        ),
        (
            "a file of this machine", "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>",
            "document type"
        ),
        ("a document elsewhere", "<!DOCTYPE a SYSTEM \"http://127.0.0.1/a.dtd\"><a/>", "document type"),
        ("too deep", String(repeating: "<a>", count: 65) + String(repeating: "</a>", count: 65), "too deeply"),
        ("too long", "<a>" + String(repeating: "x", count: 1 << 20) + "</a>", "too long"),
        ("an undeclared entity", "<a>&nbsp;</a>", "no XML"),
    ]

    @Test("what is bad is refused with its reason, and the next is read", arguments: bad, readers)
    func refused(bad: (name: String, text: String, words: String), reader: XMLReader) throws {
        let trouble = try #require(throws: XMLTrouble.self) { try read(bad.text, reader) }
        #expect(trouble.description.contains(bad.words), "\(bad.name): \(trouble)")
        #expect(try read("<a>1</a>", reader).text == "1")
    }

    @Test("the largest and the most broken-up documents fit")
    func full() throws {
        let reader = XMLReader(program: Self.program)
        let many = "<a>" + String(repeating: "<b/>", count: 250_000) + "</a>"
        #expect(try read(many, reader).children.count == 250_000)
        let names = "<a " + (0..<60_000).map { "a\($0)=\"\"" }.joined(separator: " ") + "/>"
        #expect(try read(names, reader).attributes.count == 60_000)
        let lines = "<a>" + String(repeating: "&#10;x\n", count: 100_000) + "</a>"
        #expect(try read(lines, reader).text.utf8.count > 290_000)
    }

    @Test("a worker that dies, lies or cannot be started is an error, and the next one works")
    func dead() throws {
        for (script, words) in [("exit 3", "status 3"), ("printf 'x' >&3", "invalid data")] {
            let program = WorkerProgram(path: "/bin/sh", arguments: ["-c", "dd bs=65536 count=1 <&3; " + script])
            let trouble = try #require(throws: XMLTrouble.self) { try read("<a/>", XMLReader(program: program)) }
            #expect(trouble.description.contains(words), "\(trouble)")
        }
        #expect(throws: XMLTrouble.self) {
            try read("<a/>", XMLReader(program: WorkerProgram(path: "/nonexistent", arguments: [])))
        }
        let reader = XMLReader(program: Self.program)
        #expect(try read("<a/>", reader).name == "a")
        kill(try #require(reader.processID), SIGKILL)
        #expect(throws: XMLTrouble.self) { try read("<a/>", reader) }
        #expect(try read("<a>2</a>", reader).text == "2")
    }

    @Test("records that a worker makes up are refused, whatever they are")
    func records() {
        func record(_ kind: UInt8, _ text: String = "", length: UInt32? = nil) -> [UInt8] {
            let count = length ?? UInt32(text.utf8.count)
            return [kind] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * UInt32($0))) } + Array(text.utf8)
        }
        let start = record(1, "a")
        let end = record(5)
        #expect(XMLElement(records: start + end) == XMLElement("a"))
        let all: [[UInt8]] = [
            [], start, end, start + end + end, start + end + start + end, record(4, "x"), start + record(3, "x") + end,
            start + record(9) + end, start + record(4, "x", length: 9), [1], [1, 0, 0], record(1, "a", length: 1 << 31),
            Array(Array(repeating: start, count: 65).joined()) + Array(Array(repeating: end, count: 65).joined()),
        ]
        for bad in all { #expect(XMLElement(records: bad) == nil, "\(bad)") }
    }
}
