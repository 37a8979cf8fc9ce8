// SPDX-License-Identifier: Apache-2.0

import Delivery
import Testing

/// A keyboard that remembers, and breaks after so many presses.
private final class FakeKeyboard: KeyDevice {
    var isCapsLocked = false
    var breaksAfter = Int.max
    private(set) var presses: [KeyPress] = []
    private(set) var down: Set<UInt16> = []

    func press(_ press: KeyPress) throws(KeyDeviceError) {
        breaksAfter -= 1
        if breaksAfter == 0 { throw KeyDeviceError("cannot type: it was pulled out") }
        presses.append(press)
        if press.isDown { down.insert(press.key) } else { down.remove(press.key) }
    }
}

@Suite("Typing a text")
struct KeyTyperTests {
    private let enter = KeyPress(28, isDown: true)

    private func typer(_ layout: KeyLayout, _ ending: EndingKey = .none) -> KeyTyper {
        KeyTyper(layout: layout, ending: ending, pause: .zero)
    }

    @Test("a key goes down and up; Shift is held around a capital letter, and the ending key comes last")
    func sequence() throws {
        let keyboard = FakeKeyboard()
        #expect(try typer(.us, .enter).type("aB", on: keyboard) == .typed)
        let expected: [(UInt16, Bool)] = [
            (30, true), (30, false), (42, true), (48, true), (48, false), (42, false), (28, true), (28, false),
        ]
        #expect(keyboard.presses == expected.map { KeyPress($0.0, isDown: $0.1) })
    }

    @Test("the same letter is another key on another layout")
    func layouts() throws {
        func keys(_ text: String, _ layout: KeyLayout) throws -> [KeyLayout.Stroke] {
            try layout.strokes(for: text).get()
        }
        #expect(try keys("zy", .us).map(\.key) == [44, 21])
        #expect(try keys("zy", .de).map(\.key) == [21, 44])
        #expect(try keys("aq", .fr).map(\.key) == [16, 30])
        #expect(try keys("1", .fr) == keys("!", .us))
        #expect(try keys("@", .de).first?.hasAltGr == true)
        #expect(try keys("@", .de).map(\.key) == [16])
        #expect(try keys("\"", .gb).map(\.key) == [3])
        #expect(try keys("\"", .us).map(\.key) == [40])
    }

    @Test(
        "every layout types the characters of Code 39 and of addresses, each by one combination",
        arguments: KeyLayout.allCases)
    func common(layout: KeyLayout) throws {
        let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 -.$/+%:?&=_#,;()*!\"'<>@[]{}|\\"
        let strokes = try layout.strokes(for: text).get()
        #expect(Set(strokes).count == text.unicodeScalars.count)
        #expect(strokes.allSatisfy { KeyLayout.allKeys.contains($0.key) })
    }

    @Test(
        "what the layout has not is named, and nothing is typed",
        arguments: [
            (KeyLayout.us, "5 €", "€"), (.de, "a^b", "^"), (.de, "x`", "`"), (.us, "ä", "ä"), (.gb, "a\nb", "\n"),
            (.us, "a\tb", "\t"), (.us, "\u{1d}01", "\u{1d}"), (.fr, "a~", "~"), (.us, "e\u{301}", "\u{301}"),
        ])
    func untypable(layout: KeyLayout, text: String, scalar: String) throws {
        let keyboard = FakeKeyboard()
        let outcome = try typer(layout, .enter).type(text, on: keyboard)
        #expect(outcome == .untypable(scalar.unicodeScalars.first!))
        #expect(keyboard.presses.isEmpty)
    }

    @Test("with Caps Lock on letters are not typed, and digits are")
    func capsLock() throws {
        let keyboard = FakeKeyboard()
        keyboard.isCapsLocked = true
        #expect(try typer(.us).type("12a", on: keyboard) == .capsLocked)
        #expect(keyboard.presses.isEmpty)
        #expect(try typer(.us).type("12-3", on: keyboard) == .typed)
    }

    @Test("no key stays down when the keyboard fails", arguments: 1...10)
    func failure(after count: Int) {
        let keyboard = FakeKeyboard()
        keyboard.breaksAfter = count
        #expect(throws: KeyDeviceError.self) { try typer(.de).type("A@b", on: keyboard) }
        #expect(keyboard.down.isEmpty)
    }
}
