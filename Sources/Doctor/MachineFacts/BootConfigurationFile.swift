// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A Raspberry Pi's config.txt with the files that it includes, such as Ubuntu's usercfg.txt. See: Raspberry Pi's documentation of
/// config.txt, "include".
struct BootConfigurationFile {
    private let files: SystemFiles
    private let folder: String
    /// How many files may still be included: they can name each other.
    private var remaining = 8

    private init(_ folder: String, _ files: SystemFiles) {
        self.folder = folder
        self.files = files
    }

    /// Its text, with that of each included file in place of the line that names it; `nil` if it cannot be read.
    static func text(in folder: String, _ files: SystemFiles) -> String? {
        var file = BootConfigurationFile(folder, files)
        return file.text("config.txt")
    }

    private mutating func text(_ name: some StringProtocol) -> String? {
        // Windows, too, shows this partition, and its editors end lines with both characters.
        guard let text = files.text("\(folder)/\(name)")?.replacing("\r\n", with: "\n") else { return nil }
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split { $0 == " " || $0 == "\t" }
            guard remaining > 0, words.count == 2, words[0] == "include", !words[1].contains("/") else {
                lines.append(String(line))
                continue
            }
            remaining -= 1
            lines.append(self.text(words[1]) ?? String(line))
        }
        return lines.joined(separator: "\n")
    }
}
