// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import StoredFiles

/// Identifies a process uniquely, even if its id is reused.
struct ProcessMark: Hashable, Sendable {
    var id: Int32
    /// Clock ticks from boot to the start of the process: `starttime` of proc(5).
    var startTicks: UInt64
    /// The kernel's id of this boot.
    var bootID: String

    /// This process.
    static func current(root: String = "") -> ProcessMark {
        ProcessMark(id: getpid(), startTicks: startTicks(of: getpid(), root: root) ?? 0, bootID: bootID(root: root))
    }

    /// Whether the process still runs.
    func isAlive(root: String = "") -> Bool {
        bootID == Self.bootID(root: root) && Self.startTicks(of: id, root: root) == startTicks
    }

    static func bootID(root: String = "") -> String {
        guard let bytes = try? StoredFile.read(root + "/proc/sys/kernel/random/boot_id", limit: 256) else { return "-" }
        let text = String(decoding: bytes, as: UTF8.self).filter {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
        }
        return text.isEmpty ? "-" : text
    }

    /// Field 22 of `/proc/PID/stat`. The name before it is in parentheses and may contain anything, including parentheses.
    static func startTicks(of id: Int32, root: String = "") -> UInt64? {
        guard let bytes = try? StoredFile.read("\(root)/proc/\(id)/stat", limit: 16384) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let bracket = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: bracket)...].split(separator: " ")
        // A zombie holds nothing any more.
        guard fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
        return UInt64(fields[19])
    }
}

extension ProcessMark {
    /// As a line of a journal.
    var line: String { "owner \(id) \(startTicks) \(bootID)" }

    /// The words of such a line; `nil` for any other.
    init?(words: [String]) {
        guard words.count == 4, words[0] == "owner", let id = Int32(words[1]), id > 0, let ticks = UInt64(words[2]) else {
            return nil
        }
        self.init(id: id, startTicks: ticks, bootID: words[3])
    }
}
