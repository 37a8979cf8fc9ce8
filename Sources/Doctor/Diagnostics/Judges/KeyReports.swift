// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A scanner in keyboard mode that a program reads by `/dev/hidraw*`: it gets the keyboard's reports, and not the code's text.
///
/// Source: Device Class Definition for HID 1.11, B.1, the report of a keyboard: one byte of modifiers, a reserved one, six keys; HID Usage
/// Tables 1.12, chapter 10: 1e to 26 are the digits 1 to 9, 27 is 0, 28 is Enter.
struct KeyReports {
    private let keyboard: RawKeyboard
    /// A name of its input device that stays.
    private let input: String?

    /// `nil` if this scanner is not read so.
    init?(_ scanner: HandScanner, _ snapshot: Snapshot) {
        guard let keyboard = snapshot.host.value?.rawKeyboard, scanner.mode == nil, keyboard.identifier == scanner.identifier else { return nil }
        self.keyboard = keyboard
        input = scanner.link ?? scanner.node
    }

    private init(_ keyboard: RawKeyboard) {
        self.keyboard = keyboard
        input = keyboard.input
    }

    /// The end of a sentence about the scanner.
    var words: String {
        let program = keyboard.reader.map { "\($0.name) (process \($0.processID)), which has \(keyboard.node) open," }
            ?? "a program that reads it as \(keyboard.node)"
        return "; \(program) gets the reports of a keyboard from it, with the number of one key each, and not the code's text"
    }

    var evidence: [EvidenceLine] {
        [
            keyboard.rule.map { EvidenceLine($0, "opens the hidraw node of \(keyboard.identifier)") },
            keyboard.reader.map { EvidenceLine("/proc/\($0.processID)/fd", "\($0.name) has \(keyboard.node) open") },
        ].compactMap(\.self)
    }

    var fixes: [Fix] {
        [
            Fix(
                "Read what it types: from its input device\(input.map { " \($0)" } ?? " (/dev/input/event*)") (evdev), or as keystrokes in a field of the program that has the focus"
            ),
            Fix(
                "Or put the reports of \(keyboard.node) together: in most, of 8 bytes, the first has Shift and the other modifiers, and the third the number of the key (hexadecimal 1e to 26: digits 1 to 9, 27: 0, 28: Enter, which ends the code); a report of zeros is the release"
            ),
            Fix("Or scan the configuration code in its manual for HID POS, or for a serial port (USB COM, CDC): in these modes a program gets the text itself"),
        ]
    }

    /// About a keyboard of which nobody says that it is a scanner.
    static func note(_ snapshot: Snapshot) -> Finding? {
        guard let host = snapshot.host.value, let keyboard = host.rawKeyboard, host.machine?.handScanner == nil, let reader = keyboard.reader
        else { return nil }
        let reports = KeyReports(keyboard)
        let name = keyboard.title.map { "\($0) (\(keyboard.identifier))" } ?? keyboard.identifier
        return Finding(
            .deviceNone, .note,
            "if \(name) is a barcode scanner: it types what it reads as a keyboard does\(reports.words)",
            confidence: .possible,
            evidence: [EvidenceLine("USB device \(keyboard.identifier)", "a keyboard's interface (HID), and no other")] + reports.evidence,
            effect: "\(reader.name) takes single keys for codes, or drops them", fixes: reports.fixes)
    }
}
