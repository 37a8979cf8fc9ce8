// SPDX-License-Identifier: Apache-2.0

import Terminal
import Testing

@Suite("Keys of a terminal")
struct TerminalKeyTests {
    private func keys(_ chunks: [UInt8]...) -> [TerminalKey] {
        var decoder = TerminalKeyDecoder()
        return chunks.flatMap { decoder.take($0) }
    }

    @Test("letters, digits and non-ASCII letters, also split over two reads")
    func characters() {
        #expect(keys(Array("q1é".utf8)) == [.character("q"), .character("1"), .character("é")])
        #expect(keys([0xe2, 0x82], [0xac, 0x61]) == [.character("€"), .character("a")])
    }

    @Test("invalid UTF-8 gives no key, and the following keys are decoded")
    func invalid() {
        #expect(keys([0xff, 0xc0, 0x80, 0x61]) == [.character("a")])
        #expect(keys([0xe2, 0x61, 0x62, 0x63]).last == .character("c"))
    }

    @Test("enter, tab, backspace, control characters")
    func controls() {
        #expect(keys([0x0d, 0x0a, 0x09, 0x7f, 0x08]) == [.enter, .enter, .tab, .backspace, .backspace])
        #expect(keys([0x1a, 0x0c]) == [.control("z"), .control("l")])
    }

    @Test("a lone escape is Esc, cursor keys are decoded, other sequences are ignored")
    func sequences() {
        #expect(keys([0x1b]) == [.escape])
        #expect(keys(Array("\u{1b}[A\u{1b}OB\u{1b}[1;5C\u{1b}[D".utf8)) == [.up, .down, .right, .left])
        #expect(keys(Array("\u{1b}[15~x\u{1b}[?1;2cy".utf8)) == [.character("x"), .character("y")])
        // An incomplete sequence gives no key and is not waited for.
        #expect(keys(Array("\u{1b}[12".utf8), Array("a".utf8)) == [.character("a")])
    }
}
