// SPDX-License-Identifier: Apache-2.0

/// The sections of a Raspberry Pi's config.txt: lines under `[pi4]` or `[cm5]` are for those models only. Filters of one kind replace
/// each other, those of different kinds add up until `[all]`. See: Raspberry Pi's documentation of config.txt, "Conditional filters".
enum BootSections {
    /// A line, and the filters that it stands under.
    struct Line {
        var text: Substring
        /// Those that decide that the firmware ignores it, or may do so, as they are written: `[pi4]`; empty if it counts.
        var filter: String
        /// Whether it counts on this board; `nil` if that is not known here.
        var counts: Bool?
    }

    /// The lines that count on this board, as they stand there. Lines under filters of which it is not known whether they hold (a
    /// display, a pin) count, too.
    static func lines(_ text: String, board: BootBoard) -> [Substring] {
        read(text, board: board).filter { $0.counts != false }.map(\.text)
    }

    static func read(_ text: String, board: BootBoard) -> [Line] {
        var filters: [Filter] = []
        var found: [Line] = []
        for line in text.split(separator: "\n") {
            let trimmed = line.drop { $0 == " " || $0 == "\t" }
            guard trimmed.hasPrefix("[") else {
                found.append(Self.line(trimmed, filters))
                continue
            }
            let written = trimmed.dropFirst().prefix { $0 != "]" }
            if written.lowercased() == "all" {
                filters = []
            } else {
                let filter = Filter(written, board)
                filters.removeAll { $0.kind == filter.kind }
                filters.append(filter)
            }
        }
        return found
    }

    private static func line(_ text: Substring, _ filters: [Filter]) -> Line {
        let counts: Bool? = filters.contains { $0.holds == false } ? false : filters.contains { $0.holds == nil } ? nil : true
        let deciding = counts == true ? [] : filters.filter { $0.holds == counts }
        return Line(text: text, filter: deciding.map(\.title).joined(separator: " "), counts: counts)
    }

    private struct Filter {
        var kind: String
        var title: String
        var holds: Bool?

        init(_ written: Substring, _ board: BootBoard) {
            let name = written.lowercased()
            let isSerial = name.hasPrefix("0x")
            kind =
                isSerial ? "serial"
                : ["edid", "gpio", "hdmi"].first(where: name.hasPrefix)
                    ?? (name == "none" || ["pi", "cm", "board-type"].contains(where: name.hasPrefix) ? "model" : String(name.prefix { $0 != "=" }))
            // Serial numbers are nobody's business.
            title = isSerial ? "[0x…]" : "[\(written.prefix(40))]"
            holds = board.holds(name)
        }
    }
}
