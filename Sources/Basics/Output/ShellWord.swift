// SPDX-License-Identifier: Apache-2.0

/// Untrusted text (device names, links, paths) as one word of a shell command line.
package enum ShellWord {
    /// The word, in single quotes if a shell needs them. See: `man 1 sh`, "Quoting".
    package static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty && word.utf8.first != UInt8(ascii: "~")
            && word.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    || "/-_.:,=@+%".utf8.contains(byte)
            }
        if isPlain { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
