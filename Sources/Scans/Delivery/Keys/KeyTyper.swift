// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A key that goes down or up.
package struct KeyPress: Hashable, Sendable {
    /// A code of linux/input-event-codes.h.
    package var key: UInt16
    package var isDown: Bool

    package init(_ key: UInt16, isDown: Bool) {
        self.key = key
        self.isDown = isDown
    }
}

/// A device on which keys can be pressed.
package protocol KeyDevice {
    /// Whether Caps Lock swaps capital and small letters.
    var isCapsLocked: Bool { get }
    func press(_ press: KeyPress) throws(KeyDeviceError)
}

/// Why keys cannot be pressed.
package struct KeyDeviceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Verb, object, place: cause; next step.
    package var description: String
    /// Whether the cause stays until somebody changes this machine's configuration.
    package var isPermission = false

    package init(_ description: String, isPermission: Bool = false) {
        self.description = description
        self.isPermission = isPermission
    }
}

/// Types texts on a keyboard. A text that cannot be typed completely is not typed at all: this is checked in advance.
package struct KeyTyper: Sendable {
    /// The result of typing a text.
    package enum Outcome: Hashable, Sendable {
        case typed
        /// The layout has no key for this character. Nothing was typed.
        case untypable(Unicode.Scalar)
        /// Caps Lock would swap the letters. Nothing was typed.
        case capsLocked
    }

    private let layout: KeyLayout
    private let ending: EndingKey
    /// Between keys: some programs lose keys that come faster than people type.
    private let pause: Duration

    package init(layout: KeyLayout, ending: EndingKey, pause: Duration = .milliseconds(2)) {
        self.layout = layout
        self.ending = ending
        self.pause = pause
    }

    /// The presses and releases, in order, for a text and the ending key.
    package func presses(for text: String) -> Result<[KeyPress], KeyLayout.Untypable> {
        layout.strokes(for: text).map { strokes in
            var presses: [KeyPress] = []
            for stroke in strokes + (ending.key.map { [KeyLayout.Stroke($0)] } ?? []) {
                let held =
                    (stroke.hasShift ? [Key.leftShift] : []) + (stroke.hasAltGr ? [Key.rightAlt] : [])
                presses += (held + [stroke.key]).map { KeyPress($0, isDown: true) }
                presses += ([stroke.key] + held.reversed()).map { KeyPress($0, isDown: false) }
            }
            return presses
        }
    }

    package func type(_ text: String, on device: any KeyDevice) throws(KeyDeviceError) -> Outcome {
        let presses: [KeyPress]
        switch self.presses(for: text) {
        case .failure(let untypable): return .untypable(untypable.scalar)
        case .success(let all): presses = all
        }
        if device.isCapsLocked, text.unicodeScalars.contains(where: \.properties.isCased) { return .capsLocked }
        var down: [UInt16] = []
        do throws(KeyDeviceError) {
            for press in presses {
                try device.press(press)
                if press.isDown { down.append(press.key) } else { down.removeAll { $0 == press.key } }
                if pause > .zero { usleep(UInt32(clamping: Int(pause / .microseconds(1)))) }
            }
        } catch {
            // A key that stays down would repeat endlessly.
            for key in down.reversed() { try? device.press(KeyPress(key, isDown: false)) }
            throw error
        }
        return .typed
    }
}
