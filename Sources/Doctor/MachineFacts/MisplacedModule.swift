// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// What names the module of virtual cameras where nothing loads it.
enum MisplacedModule {
    private static let name = "v4l2loopback"

    /// `FILE: TEXT`: a bare name in modprobe.d, which takes options and no names to load, or a name with a slip of the pen among the
    /// modules that the start of the machine loads. `nil` if there is none.
    static func find(_ files: SystemFiles) -> String? {
        for (file, line) in files.configurationLines(in: "/etc/modprobe.d") where firstWord(line) == name { return "\(file): \(name)" }
        let own = (files.text("/etc/modules") ?? "").split(separator: "\n").map { (file: "/etc/modules", line: $0) }
        for (file, line) in own + files.configurationLines(in: "/etc/modules-load.d") {
            let word = firstWord(line)
            if isMisspelt(word) { return "\(file): \(word)" }
        }
        return nil
    }

    /// Empty for a comment, which modules-load.d begins with a semicolon, too. Source: modules-load.d(5), modprobe.d(5).
    private static func firstWord(_ line: Substring) -> String {
        let word = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.first ?? ""
        return word.hasPrefix("#") || word.hasPrefix(";") ? "" : String(word.replacing("-", with: "_"))
    }

    /// Whether one or two letters are wrong, missing or too many: `v412loopback`, `v4l2loopbak`.
    static func isMisspelt(_ word: String) -> Bool {
        guard word != name, (10...14).contains(word.utf8.count), word.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        let wanted = Array(name.utf8)
        // The number of changes that make the beginning of the one that of the other, letter by letter.
        var row = Array(0...wanted.count)
        for (index, byte) in word.utf8.enumerated() {
            var next = [index + 1]
            for place in wanted.indices {
                next.append(min(row[place] + (wanted[place] == byte ? 0 : 1), row[place + 1] + 1, next[place] + 1))
            }
            row = next
        }
        return row[wanted.count] <= 2
    }
}
