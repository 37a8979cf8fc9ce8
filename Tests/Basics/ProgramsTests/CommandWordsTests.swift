// SPDX-License-Identifier: Apache-2.0

import Programs
import Testing

@Suite("A command line's words")
struct CommandWordsTests {
    @Test(
        "split as a shell splits them",
        arguments: [
            ("beep -- {text}", ["beep", "--", "{text}"]),
            ("  a\t b\nc  ", ["a", "b", "c"]),
            ("'a b' \"c d\" e\\ f", ["a b", "c d", "e f"]),
            ("a'b'\"c\"d", ["abcd"]),
            ("'' \"\"", ["", ""]),
            (#"'\n' "\n" "\"\\\$" \n"#, [#"\n"#, #"\n"#, #""\$"#, "n"]),
            ("echo $HOME; rm * | x > y `z` $(w)", ["echo", "$HOME;", "rm", "*", "|", "x", ">", "y", "`z`", "$(w)"]),
            ("", []),
        ])
    func splits(text: String, words: [String]) throws { #expect(try CommandWords.split(text) == words) }

    @Test("unclosed quotes, a final backslash and NUL are refused", arguments: ["a 'b", "a \"b", "a \\", "a\0b"])
    func malformed(text: String) { #expect(throws: CommandWords.Malformed.self) { try CommandWords.split(text) } }
}
