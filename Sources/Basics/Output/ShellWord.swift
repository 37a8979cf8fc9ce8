// SPDX-License-Identifier: Apache-2.0

/// Strangers' text (device names, links, paths) as one word of a shell's command line.
public enum ShellWord {
    /// The word as it is where a shell takes it so, else between single quotes. See: `man 1 sh`, "Quoting".
    public static func quoted(_ word: String) -> String {
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
