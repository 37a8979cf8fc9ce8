// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import CameraListings
package import Foundation

/// A real camera as somebody published it; see `Cameras/README.md`.
package struct PublishedCamera: Sendable, CustomStringConvertible {
    /// The file's name without `.txt`.
    package var name: String
    package var listing: CameraListing
    /// Its controls, and their values at the time where they were printed. Of some menus no item was published, so nobody knows
    /// what they accept: they are left out, like controls that could not be read.
    package var controls: [(description: ControlDescription, value: Int64?)]

    package var description: String { name }

    /// Whether `CANDELA_DEVICES` names another folder than that of the tests: `make devices`.
    package static var isOtherFolder: Bool { otherFolder != nil }

    private static var otherFolder: String? {
        ProcessInfo.processInfo.environment["CANDELA_DEVICES"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folder of the files.
    package static var folder: URL {
        otherFolder.map { URL(fileURLWithPath: $0) }
            ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Cameras")
    }

    /// All of them, by name.
    package static let all: [PublishedCamera] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".txt") }.sorted().compactMap { file in
            guard let bytes = try? Data(contentsOf: folder.appending(path: file)) else { return nil }
            return PublishedCamera(name: String(file.dropLast(4)), text: String(decoding: bytes, as: UTF8.self))
        }
    }()

    /// Those of which controls were published.
    package static var controllable: [PublishedCamera] { all.filter { !$0.controls.isEmpty } }

    package init(name: String, text: String) {
        self.name = name
        listing = CameraListing(name: name, text: text)
        controls = listing.controls.compactMap { control in
            let kind = control.description.kind
            if control.failure != nil { return nil }
            if kind == .menu || kind == .integerMenu, control.description.menu.isEmpty { return nil }
            return (control.description, control.value)
        }
    }
}
