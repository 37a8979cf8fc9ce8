// SPDX-License-Identifier: Apache-2.0

/// The sections of a Raspberry Pi's config.txt: lines under `[pi4]` or `[cm5]` are for those models only. See: Raspberry Pi's
/// documentation of config.txt, "Conditional filters".
enum BootSections {
    /// The lines that count on this board, as they stand there. Lines under other filters (a display, a serial number) count, too:
    /// whether those hold is not known.
    static func lines(_ text: String, board: String) -> [Substring] {
        var isMeant = true
        var found: [Substring] = []
        for line in text.split(separator: "\n") {
            let trimmed = line.drop { $0 == " " || $0 == "\t" }
            if trimmed.hasPrefix("[") {
                isMeant = holds(trimmed.dropFirst().prefix { $0 != "]" }.lowercased(), board)
            } else if isMeant {
                found.append(trimmed)
            }
        }
        return found
    }

    private static func holds(_ filter: String, _ board: String) -> Bool {
        if filter == "none" { return false }
        guard let number = filter.first(where: \.isNumber) else { return true }
        if filter.hasPrefix("cm") { return board.contains("Compute Module \(number)") }
        guard filter.hasPrefix("pi") else { return true }
        if number == "0" { return board.contains("Zero") && (!filter.hasPrefix("pi02") || board.contains("Zero 2")) }
        // `Raspberry Pi 4 Model B`, `Raspberry Pi 400`, `Raspberry Pi Compute Module 4`
        let generation = board.split(separator: " ").compactMap { $0.first?.isNumber == true ? $0.first : nil }.first
        return board.contains("Zero") ? false : generation.map { $0 == number } ?? true
    }
}
