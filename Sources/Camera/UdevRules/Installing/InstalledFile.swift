// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import UserSession

/// The file at the path of our rules file.
package enum InstalledFile: Hashable, Sendable {
    case absent
    /// As we wrote it, for these options; `text` is from this or another version of Candela.
    case ours(RuleOptions, text: String)
    /// Ours, but edited since.
    case edited(RuleOptions)
    /// Another program's file, or a link; the clause describes it.
    case foreign(String)
    /// The file cannot be read; the reason.
    case unreadable(String)

    /// - Parameter path: the full path, including a root.
    package static func read(_ path: String) -> InstalledFile {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            return errno == ENOENT || errno == ENOTDIR ? .absent : .unreadable(words(for: errno))
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFLNK: return .foreign("a symbolic link, which masks or redirects the rules file")
        case S_IFDIR: return .unreadable("it is a directory")
        default: return .unreadable("it is not a regular file")
        }
        guard status.st_size <= RuleFolders.fileLimit else { return .foreign("a file larger than 1 MiB") }
        do {
            return judge(String(decoding: try SystemFiles().read(path, limit: RuleFolders.fileLimit), as: UTF8.self))
        } catch {
            return .unreadable(words(for: error.number))
        }
    }

    /// Classifies a text.
    static func judge(_ text: String) -> InstalledFile {
        guard let (header, isUntouched) = RuleHeader.read(text) else {
            return .foreign("a file that Candela did not write")
        }
        return isUntouched ? .ours(header.options, text: text) : .edited(header.options)
    }
}
