// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A driver that is installed as source (DKMS), and has not been built for the running kernel.
package struct UnbuiltModule: Codable, Hashable, Sendable {
    /// Raw: `ipu6-drivers/r103`.
    package var name: String
    /// Whether the headers of the running kernel, without which nothing can be built, are there.
    package var hasHeaders: Bool

    /// What DKMS keeps in `/var/lib/dkms/NAME/VERSION`: `source`, and a folder for each kernel that it has built for. Source:
    /// dkms(8), "status".
    static func find(_ files: SystemFiles, release: String) -> [UnbuiltModule] {
        let root = "/var/lib/dkms"
        let hasHeaders = files.exists("/lib/modules/\(release)/build/Makefile")
        let known = files.names(root) ?? []
        return sources(files, without: known).map { UnbuiltModule(name: $0, hasHeaders: hasHeaders) } + known.flatMap { name -> [UnbuiltModule] in
            // Beside the versions stand links `kernel-RELEASE-ARCHITECTURE` to what was built.
            let versions = (files.names("\(root)/\(name)") ?? []).filter { !$0.hasPrefix("kernel-") }
            let parts = versions.map { (version: $0, parts: files.names("\(root)/\(name)/\($0)") ?? []) }
            guard !parts.contains(where: { $0.parts.contains(release) }) else { return [] }
            return parts.filter { $0.parts.contains("source") }
                .map { UnbuiltModule(name: "\(name)/\($0.version)", hasHeaders: hasHeaders) }
        }
    }

    /// Sources that DKMS has not even begun with, as where a package's script found no headers. Source: dkms(8), `PACKAGE_NAME-PACKAGE_VERSION`.
    private static func sources(_ files: SystemFiles, without known: [String]) -> [String] {
        (files.names("/usr/src") ?? []).compactMap { folder in
            guard let dash = folder.lastIndex(of: "-"), files.exists("/usr/src/\(folder)/dkms.conf") else { return nil }
            let name = String(folder[..<dash])
            return known.contains(name) ? nil : "\(name)/\(folder[folder.index(after: dash)...])"
        }
    }
}
