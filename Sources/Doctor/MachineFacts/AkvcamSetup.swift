// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Virtual cameras that Webcamoid's module akvcam is to make.
///
/// Source: webcamoid/akvcam, docs: the module reads its cameras from /etc/akvcam/config.ini when it is loaded, and is loaded at the start
/// of the machine only if a file of modules-load.d names it.
package struct AkvcamSetup: Codable, Hashable, Sendable {
    /// The file that describes the cameras.
    package var configuration: String
    /// The file that has the module loaded at the start of the machine; `nil` if none does.
    package var loader: String?

    package init(configuration: String, loader: String? = nil) {
        self.configuration = configuration
        self.loader = loader
    }

    package static let module = "akvcam"

    static func find(_ files: SystemFiles) -> Self? {
        let configuration = "/etc/akvcam/config.ini"
        guard files.exists(configuration) else { return nil }
        let loaders = ModulesFolder.loadedAtStart.flatMap(files.configurationLines)
        let ofDebian = (files.text("/etc/modules") ?? "").split(separator: "\n").map { (file: "/etc/modules", line: $0) }
        let line = (loaders + ofDebian).first { $0.line.split { $0 == " " || $0 == "\t" }.first == module[...] }
        return Self(configuration: configuration, loader: line?.file)
    }
}
