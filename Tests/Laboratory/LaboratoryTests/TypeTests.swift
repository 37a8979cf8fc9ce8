// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension ActingLaboratory {
    @Suite("candela scan --type")
    struct Typing {
        @Test("the kernel's keyboard sends the keys of the text and the ending key, each down and up")
        func keys() async throws {
            let laboratory = try await Laboratory.shared()
            let words = [
                Package.candela, "scan", "--raw", "--no-history", "--count", "3", "--interval", "4s",
                "sim:bench?code=qr:aB@9", "--type", "--type-layout", "de", "--type-end", "tab",
            ]
            // Whoever reads must have found the keyboard first: what was typed before is not there, as in a session.
            let events = try await laboratory.require(
                """
                modprobe -a uinput evdev
                (until name=$(grep -l '^Candela' /sys/class/input/event*/device/name 2>/dev/null); do sleep 0.05; done
                    name=${name#/sys/class/input/}; exec cat "/dev/input/${name%%/*}" >/tmp/keys) &
                \(words.map(\.shellQuoted).joined(separator: " ")) >&2
                wait
                od -An -v -tu2 -w24 /tmp/keys
                """, limit: .seconds(150))
            // Of struct input_event on 64 bits: the time is 16 bytes, then type, code and value.
            let keys = events.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
                .filter { $0.count == 12 && $0[8] == 1 }.map { "\($0[9])\($0[10] == 1 ? "+" : "-")" }
            // a; Shift and b; AltGr and q; 9; Tab.
            let typed = "30+ 30- 42+ 48+ 48- 42- 100+ 16+ 16- 100- 10+ 10- 15+ 15-"
            #expect(keys.suffix(14).joined(separator: " ") == typed)
            #expect(keys.count % 14 == 0)
        }

        @Test(
            "what a desktop makes of the keys by its layout is the text",
            arguments: [
                ("us", "aB 9{~|\\\"'/?-_=+<>"), ("gb", "aB@#9\"£|\\~€/?"), ("de", "aB@9ßÄöÜ€{[]}\\?*~|-_+#'<>"),
                ("fr", "aAqQzZwW1290éèçà&_-@€#{}[]|,;:!?./"),
            ])
        func meaning(layout: String, text: String) async throws {
            let laboratory = try await Laboratory.shared()
            let code = text.utf8.map { String(format: "%%%02X", $0) }.joined()
            let words = [
                Package.candela, "scan", "--raw", "--no-history", "--count", "2", "--interval", "4s",
                "sim:bench?code=qr:\(code)", "--type", "--type-layout", layout, "--type-end", "enter",
            ]
            // libxkbcommon is what every desktop reads keyboards with; it opens those that are there when it begins.
            let output = try await laboratory.require(
                """
                modprobe -a uinput evdev
                (until grep -q '^Candela' /sys/class/input/event*/device/name 2>/dev/null; do sleep 0.05; done
                    exec timeout 60 xkbcli interactive-evdev --layout \(layout) >/tmp/meaning 2>/tmp/meaning.errors) &
                \(words.map(\.shellQuoted).joined(separator: " ")) >&2
                # It ends by itself, as its keyboard has gone.
                wait
                cat /tmp/meaning
                """, limit: .seconds(150))
            // libxkbcommon 1.7 shows a space for a key such as Shift.
            let typed = output.matches(of: /keysyms \[ (\S+) +\] +unicode \[ (.) \]/)
                .filter { !$0.1.contains("Shift") }.map { String($0.2) }.joined()
            #expect(typed.hasSuffix(text), "\(typed): \(output.suffix(2000))")
        }

        @Test("a user without access is told how to get it")
        func denied() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.require("modprobe uinput")
            let result = try await laboratory.candela(
                "scan", "--once", "sim:", "--type", "--type-layout", "us", as: .inGroupVideo)
            #expect(result.status == 2 && result.errors.contains("setfacl -m u:$USER:rw /dev/uinput"), "\(result)")
        }
    }
}
