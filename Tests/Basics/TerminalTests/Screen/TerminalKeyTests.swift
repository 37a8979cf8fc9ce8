// SPDX-License-Identifier: Apache-2.0

import Terminal
import Testing

@Suite("Keys of a terminal")
struct TerminalKeyTests {
    private func keys(_ chunks: [UInt8]...) -> [TerminalKey] {
        var decoder = TerminalKeyDecoder()
        return chunks.flatMap { decoder.take($0) }
    }

    @Test("letters, digits, and letters beyond ASCII, also when one comes in two pieces")
    func characters() {
        #expect(keys(Array("q1é".utf8)) == [.character("q"), .character("1"), .character("é")])
        #expect(keys([0xe2, 0x82], [0xac, 0x61]) == [.character("€"), .character("a")])
    }

    @Test("what is no UTF-8 is no key, and what follows is")
    func invalid() {
        #expect(keys([0xff, 0xc0, 0x80, 0x61]) == [.character("a")])
        #expect(keys([0xe2, 0x61, 0x62, 0x63]).last == .character("c"))
    }

    @Test("enter, tab, backspace, control characters")
    func controls() {
        #expect(keys([0x0d, 0x0a, 0x09, 0x7f, 0x08]) == [.enter, .enter, .tab, .backspace, .backspace])
        #expect(keys([0x1a, 0x0c]) == [.control("z"), .control("l")])
    }

    @Test("an escape alone is the key, cursor keys are keys, other sequences are none")
    func sequences() {
        #expect(keys([0x1b]) == [.escape])
        #expect(keys(Array("\u{1b}[A\u{1b}OB\u{1b}[1;5C\u{1b}[D".utf8)) == [.up, .down, .right, .left])
        #expect(keys(Array("\u{1b}[15~x\u{1b}[?1;2cy".utf8)) == [.character("x"), .character("y")])
        // Cut off: no key, and no wait for one.
        #expect(keys(Array("\u{1b}[12".utf8), Array("a".utf8)) == [.character("a")])
    }
}
