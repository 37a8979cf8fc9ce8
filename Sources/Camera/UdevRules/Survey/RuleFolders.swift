// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import UserSession

/// The rules directories, and which of several files of one name udev reads.
struct RuleFolders {
    /// In order of precedence. Source: udev(7), and `RULES_DIRS` in systemd's `udev-rules.c`.
    static let paths = [
        "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d",
        "/lib/udev/rules.d",
    ]
    /// udev's own files have some hundred lines at most; larger files are not read.
    static let fileLimit = 1 << 20
    static let filesLimit = 4096

    /// A rules file, found in one or several directories.
    struct Entry {
        /// `70-uaccess.rules`
        var name: String
        /// The paths without the root; udev reads the first.
        var paths: [String]
    }

    let root: String
    private(set) var entries: [Entry] = []
    private(set) var unread: [UnreadPath] = []

    /// Searches the directories below `root`, which is empty for the machine itself.
    init(root: String) {
        self.root = root
        var places: [String: Int] = [:]
        var seen: Set<[UInt64]> = []
        for folder in Self.paths {
            var status = stat()
            guard unsafe stat(root + folder, &status) == 0 else {
                if errno != ENOENT, errno != ENOTDIR { unread.append(UnreadPath(folder, errno: errno)) }
                continue
            }
            // On most systems /lib is /usr/lib.
            guard seen.insert([UInt64(status.st_dev), UInt64(status.st_ino)]).inserted else { continue }
            for name in names(in: folder) {
                if let place = places[name] {
                    entries[place].paths.append(folder + "/" + name)
                } else if entries.count < Self.filesLimit {
                    places[name] = entries.count
                    entries.append(Entry(name: name, paths: [folder + "/" + name]))
                } else {
                    unread.append(
                        UnreadPath(folder + "/" + name, reason: "there are more than \(Self.filesLimit) files"))
                    break
                }
            }
        }
        // Sort by bytes, as strcmp does.
        entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    private mutating func names(in folder: String) -> [String] {
        do {
            // udev ignores hidden files.
            return try SystemFiles(root: root).list(folder).filter { $0.hasSuffix(".rules") && !$0.hasPrefix(".") }
        } catch {
            unread.append(UnreadPath(folder, errno: error.number))
            return []
        }
    }

    /// The contents of a rules file.
    enum Content {
        case rules([RuleLine])
        /// Empty, or a link to /dev/null: it masks files of its name in later directories.
        case mask
        case unreadable(UnreadPath)
    }

    func content(of path: String) -> Content {
        var target = root + path
        // Resolve an absolute link below the given root.
        if !root.isEmpty, let link = Self.link(target), link.hasPrefix("/") {
            if link == "/dev/null" { return .mask }
            target = root + link
        }
        let file = unsafe open(target, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return .unreadable(UnreadPath(path, errno: errno)) }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { return .unreadable(UnreadPath(path, errno: errno)) }
        // /dev/null: device 1:3.
        if status.st_mode & S_IFMT == S_IFCHR, status.st_rdev == 0x103 { return .mask }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return .unreadable(UnreadPath(path, reason: "it is not a regular file"))
        }
        if status.st_size == 0 { return .mask }
        guard status.st_size <= Self.fileLimit else {
            return .unreadable(UnreadPath(path, reason: "it is larger than 1 MiB"))
        }
        do {
            return .rules(RuleParser.parse(try SystemFiles.contents(file, limit: Self.fileLimit)))
        } catch {
            return .unreadable(UnreadPath(path, errno: error.number))
        }
    }

    private static func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4097)
        let count = unsafe readlink(path, &buffer, 4096)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
