// SPDX-License-Identifier: Apache-2.0

internal import UserSession

extension SystemFiles {
    /// The version of an installed package, by the files of dpkg or pacman: `4.1.1-1.1+b2`; `nil` where neither has it. Other packagers keep
    /// theirs in databases. Sources: dpkg-query(1), /var/lib/dpkg/status; pacman(8), /var/lib/pacman/local.
    ///
    /// - Parameter root: what stands before the paths, such as the root of a container.
    func installedVersion(of package: String, root: String = "") -> String? {
        if let status = bytes(root + "/var/lib/dpkg/status", limit: 1 << 24), let version = Self.version(of: package, inStatus: status) { return version }
        // `motion-4.7.0-1`: a name can have hyphens, a version has one, before its release.
        for name in names(root + "/var/lib/pacman/local") ?? [] where name.hasPrefix(package + "-") {
            let version = name.dropFirst(package.utf8.count + 1)
            if version.first?.isNumber == true, version.count(where: { $0 == "-" }) == 1 { return String(version) }
        }
        return nil
    }

    /// The file has some megabytes: only the paragraph in question becomes text.
    private static func version(of package: String, inStatus status: [UInt8]) -> String? {
        let title = Array("Package: \(package)\n".utf8)
        var start = 0
        while start < status.count {
            // A paragraph ends at an empty line.
            var end = start
            while end < status.count, !(status[end] == 0x0a && (end + 1 == status.count || status[end + 1] == 0x0a)) { end += 1 }
            if status[start...].starts(with: title) {
                let lines = String(decoding: status[start..<end], as: UTF8.self).split(separator: "\n")
                guard lines.contains(where: { $0.hasPrefix("Status:") && $0.hasSuffix(" installed") }) else { return nil }
                return lines.first { $0.hasPrefix("Version: ") }.map { String($0.dropFirst("Version: ".utf8.count)) }
            }
            start = end + 2
        }
        return nil
    }
}
