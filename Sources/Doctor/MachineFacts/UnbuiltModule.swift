// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A driver that is installed as source (DKMS), and has not been built for the running kernel.
package struct UnbuiltModule: Codable, Hashable, Sendable {
    /// Raw: `ipu6-drivers/r103`.
    package var name: String
    /// Whether the headers of the running kernel, without which nothing can be built, are there.
    package var hasHeaders: Bool
    /// Whether DKMS knows nothing of it yet, so that its source is in `/usr/src` only; absent in older evidence, and otherwise.
    package var isNew: Bool?

    /// What DKMS keeps in `/var/lib/dkms/NAME/VERSION`: `source`, and a folder for each kernel that it has built for. Source:
    /// dkms(8), "status".
    static func find(_ files: SystemFiles, release: String) -> [UnbuiltModule] {
        let root = "/var/lib/dkms"
        let hasHeaders = files.exists("\(ModulesFolder.root(of: release, files))/\(release)/build/Makefile")
        let known = files.names(root) ?? []
        let found = known.flatMap { name -> [UnbuiltModule] in
            // Beside the versions stand links `kernel-RELEASE-ARCHITECTURE` to what was built.
            let versions = (files.names("\(root)/\(name)") ?? []).filter { !$0.hasPrefix("kernel-") }
            let parts = versions.map { (version: $0, parts: files.names("\(root)/\(name)/\($0)") ?? []) }
            guard !parts.contains(where: { $0.parts.contains(release) }) else { return [] }
            return parts.filter { $0.parts.contains("source") }
                .map { UnbuiltModule(name: "\(name)/\($0.version)", hasHeaders: hasHeaders) }
        }
        return found + sources(files, without: known).map { UnbuiltModule(name: $0, hasHeaders: hasHeaders, isNew: true) }
    }

    /// Sources that DKMS has not even begun with, as where a package's script found no headers. Source: dkms(8), "dkms.conf".
    private static func sources(_ files: SystemFiles, without known: [String]) -> [String] {
        (files.names("/usr/src") ?? []).sorted().compactMap { folder in
            guard let text = files.text("/usr/src/\(folder)/dkms.conf"), let name = value("PACKAGE_NAME", text), let version = value("PACKAGE_VERSION", text)
            else { return nil }
            return known.contains(name) ? nil : "\(name)/\(version)"
        }
    }

    /// Of a line such as `PACKAGE_NAME="v4l2loopback"`; one that is computed from others is none.
    private static func value(_ key: String, _ text: String) -> String? {
        for line in text.split(separator: "\n") where line.hasPrefix(key + "=") {
            let value = line.dropFirst(key.utf8.count + 1).trimmingPrefix("\"").prefix { !"\" \t#".contains($0) }
            let isPlain = !value.isEmpty && value.count < 80 && value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-+~".contains($0)) }
            return isPlain ? String(value) : nil
        }
        return nil
    }
}
