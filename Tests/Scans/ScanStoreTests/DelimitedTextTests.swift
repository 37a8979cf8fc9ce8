// SPDX-License-Identifier: Apache-2.0

import ScanStore
import Testing

@Suite("Separated values")
struct DelimitedTextTests {
    private struct Row: Equatable {
        var line: Int
        var cells: [String]
        var fault: DelimitedText.Fault?

        init(_ line: Int, _ cells: [String], _ fault: DelimitedText.Fault? = nil) {
            (self.line, self.cells, self.fault) = (line, cells, fault)
        }
    }

    /// The rows of a file that comes in pieces of a size.
    private func rows(_ bytes: [UInt8], separator: Character = ",", pieces: Int = 1 << 16) -> [Row] {
        var text = DelimitedText(separator: separator.asciiValue!)
        var rows: [Row] = []
        func take(_ row: DelimitedRow) {
            rows.append(Row(row.line, row.fault == nil ? (0..<row.count).map { row.text($0) } : [], row.fault))
        }
        for begin in stride(from: 0, to: bytes.count, by: pieces) {
            text.feed(Array(bytes[begin..<min(bytes.count, begin + pieces)]), take)
        }
        text.finish(take)
        return rows
    }

    private func rows(_ text: String, separator: Character = ",", pieces: Int = 1 << 16) -> [Row] {
        rows(Array(text.utf8), separator: separator, pieces: pieces)
    }

    static let files: [(String, [[String]])] = [
        // RFC 4180, section 2, in its order.
        ("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
        ("aaa,bbb,ccc\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
        ("\"aaa\",\"bbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
        ("\"aaa\",\"b\r\nbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "b\r\nbb", "ccc"], ["zzz", "yyy", "xxx"]]),
        ("\"aaa\",\"b\"\"bb\",\"ccc\"", [["aaa", "b\"bb", "ccc"]]),
        // Other forms found in real files.
        ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]), ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
        ("a,\n,b\n,\n", [["a", ""], ["", "b"], ["", ""]]), ("\n\r\n\ra\n\n\nb\n\n", [["a"], ["b"]]),
        ("\u{feff}a,b\n", [["a", "b"]]), ("\u{feff}\"a\",b\n", [["a", "b"]]),
        ("5\" disk,x\"y\"\n", [["5\" disk", "x\"y\""]]),
        ("\"\"\n\"\",\"\"\n", [[""], ["", ""]]), ("\"\"\"\"\n", [["\""]]), ("\"a,b\",c\n", [["a,b", "c"]]),
        ("straße,\u{1f980}\n", [["straße", "\u{1f980}"]]), (" a , b \n", [[" a ", " b "]]), ("", []), ("\u{feff}", []),
        ("\"a\r\",b\n", [["a\r", "b"]]), ("\"x\"", [["x"]]), ("a,", [["a", ""]]),
    ]

    @Test("rows are the same, in whatever pieces the file comes", arguments: files)
    func rows(_ text: String, _ cells: [[String]]) {
        for size in [1, 2, 3, 5, 7, 1000] {
            let rows = rows(text, pieces: size)
            #expect(rows.map(\.cells) == cells, "pieces of \(size)")
            #expect(rows.allSatisfy { $0.fault == nil })
        }
    }

    @Test("tabs separate too, and a comma is then a comma")
    func tabs() { #expect(rows("a\tb,c\n1\t\n", separator: "\t") == [Row(1, ["a", "b,c"]), Row(2, ["1", ""])]) }

    @Test("lines are counted as an editor counts them")
    func lines() {
        #expect(
            rows("a\n\"b\nb\r\nb\"\r\n\r\nc\rd\n").map(\.line) == [1, 2, 6, 7])
    }

    @Test("a faulty row is reported, and the next is read", arguments: [1, 4, 1000])
    func faults(_ size: Int) {
        #expect(rows("a\n\"b\"x,c\nd\n", pieces: size) == [Row(1, ["a"]), Row(2, [], .textBehindQuote), Row(3, ["d"])])
        #expect(
            rows(Array("a\nb".utf8) + [0xe4] + Array("\nd\n".utf8), pieces: size)
                == [Row(1, ["a"]), Row(2, [], .notUTF8), Row(3, ["d"])])
        #expect(rows("a\nb\u{0}\nd", pieces: size) == [Row(1, ["a"]), Row(2, [], .nul), Row(3, ["d"])])
        #expect(rows("a\n\"b\nc", pieces: size) == [Row(1, ["a"]), Row(2, [], .unclosedQuote)])
    }

    @Test("a cell above the limit uses no more memory than the limit", arguments: [1000, 1 << 16])
    func huge(_ size: Int) {
        let long = String(repeating: "x", count: 200_000)
        #expect(rows("a\n\(long),1\nb\n", pieces: size) == [Row(1, ["a"]), Row(2, [], .tooLarge), Row(3, ["b"])])
        // A quote that is never closed takes lines up to the limit, not the whole file.
        let rows = rows("a\n\"" + String(repeating: "b,c\n", count: 50_000), pieces: size)
        #expect(rows[1] == Row(2, [], .tooLarge))
        #expect(rows.count > 30_000 && rows.last?.cells == ["b", "c"])
        let commas = self.rows(String(repeating: ",", count: 100_000) + "\nb\n", pieces: size)
        #expect(commas == [Row(1, [], .tooLarge), Row(2, ["b"])])
    }

    @Test(
        "the separator is the one the first line has more of",
        arguments: [
            ("a,b,c\n1;2;3;4;5", ","), ("a;b;c", ";"), ("name;\"a,b,c,d\";x\n", ";"), ("a\tb", "\t"), ("code", ","),
            ("a,b;c", ","), ("", ","),
        ])
    func separator(_ text: String, _ separator: Character) {
        #expect(CSVSeparator.guess(from: Array(text.utf8)) == separator.asciiValue)
    }
}

@Suite("JSON of tables")
struct FlatJSONTests {
    private func members(_ text: String) throws(FlatJSON.Fault) -> [String] {
        try FlatJSON.members(Array(text.utf8)).map { "\($0.key)=\($0.value)" }
    }

    @Test("an object's values are cells")
    func values() throws {
        #expect(
            try members(
                #" { "a" : "x\n\u00e9\ud83e\udd80\"\\\/" , "b":4006381333931,"c":1.10,"d":-0e+5,"e":null,"f":true } "#)
                == ["a=x\né\u{1f980}\"\\/", "b=4006381333931", "c=1.10", "d=-0e+5", "e=", "f=true"])
        #expect(try members(#"{"a":{"b":[1,"}",{}]},"c":[ ]}"#) == [#"a={"b":[1,"}",{}]}"#, "c=[ ]"])
        #expect(try members("{}") == [])
    }

    @Test(
        "what is none is refused",
        arguments: [
            "", "[]", "1", "{", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1}x"#, #"{"a":01}"#, #"{"a":1.}"#,
            #"{"a":+1}"#,
            #"{"a":"x}"#, #"{"a":"\x"}"#, #"{"a":"\ud800"}"#, #"{"a":"\ud800\u0041"}"#, #"{"a":"\u12"}"#, #"{'a':1}"#,
            "{\"a\":\"\u{1}\"}", #"{"a":nul}"#, #"{"a":[1}"#, #"{a:1}"#,
            "{\"a\":" + String(repeating: "[", count: 100_000),
        ])
    func faults(_ text: String) { #expect(throws: FlatJSON.Fault.self) { try members(text) } }
}
