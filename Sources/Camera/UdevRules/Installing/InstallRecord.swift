// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import UserSession

/// The state before our rules file was installed, kept until uninstall, because udev leaves the modes that a rule set.
///
/// A separate file below `/var/lib`, not a comment in the rules file: the rules file stays equal to the output of
/// `candela udev print`, and the record survives if somebody deletes the rules file.
package struct InstallRecord: Hashable, Sendable {
    package static let path = "/var/lib/candela/udev-before-install"

    /// The kernel's id of this boot; nodes recorded under another one are not the same.
    package var bootID: String
    package var options: RuleOptions
    package var files: [FileState]

    package init(bootID: String, options: RuleOptions, files: [FileState]) {
        self.bootID = bootID
        self.options = options
        self.files = files
    }

    private static let mark = "candela udev record 1"

    /// Lines of words; the path comes last in its line.
    package var text: String {
        var lines = [Self.mark, "boot \(bootID)", "options \(RuleHeader(options).words)"]
        for file in files {
            let list = file.accessControlList.map(Self.hexadecimal) ?? "-"
            let mode = String(file.mode, radix: 8)
            lines.append("file \(file.inode) \(mode) \(file.ownerID) \(file.groupID) \(list) \(file.path)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// `nil` if the text is not a record.
    package init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(4096)
        guard lines.first == Substring(Self.mark) else { return nil }
        var boot: String?
        var options: RuleOptions?
        var files: [FileState] = []
        for line in lines.dropFirst() {
            let words = line.split(separator: " ", maxSplits: 6)
            switch words.first {
            case "boot" where words.count == 2: boot = String(words[1])
            case "options": options = RuleHeader.options(String(line.dropFirst("options ".count)))
            case "file":
                guard words.count == 7, let inode = UInt64(words[1]), let mode = UInt32(words[2], radix: 8),
                    mode <= 0o7777, let owner = UInt32(words[3]), let group = UInt32(words[4]),
                    words[6].hasPrefix("/dev/") || words[6].hasPrefix("/sys/")
                else { return nil }
                let list = words[5] == "-" ? nil : Self.bytes(words[5])
                if words[5] != "-", list == nil { return nil }
                files.append(
                    FileState(
                        path: String(words[6]), inode: inode, mode: mode, ownerID: owner, groupID: group,
                        accessControlList: list))
            case nil: break
            default: return nil
            }
        }
        guard let boot, let options else { return nil }
        self.init(bootID: boot, options: options, files: files)
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0, digits.count <= 1 << 17 else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[start...start + 1], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }

    /// Reads the record of the machine below `root`.
    package static func read(root: String) -> InstallRecord? {
        SystemFiles(root: root).text(path, limit: 1 << 20).flatMap { InstallRecord(text: $0) }
    }

    /// Whether a file exists there, valid or not.
    package static func isPresent(root: String) -> Bool { unsafe access(root + path, F_OK) == 0 }

    /// The kernel's id of the current boot.
    package static var currentBootID: String {
        guard let bytes = SystemFiles().bytes("/proc/sys/kernel/random/boot_id", limit: 64) else { return "-" }
        return String(decoding: bytes.filter { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }, as: UTF8.self)
    }
}
