// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal

struct ProfileExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a profile to a file, for another machine.",
        discussion: """
            Example:
              candela profile export bench bench.toml
            """)

    @Argument(help: ArgumentHelp("The profile's name.", valueName: "name")) var name: String
    @Argument(help: ArgumentHelp("The file; default: standard output.", valueName: "file")) var file: String?

    func run() throws {
        let name = try ProfileShelf.name(name)
        let store = try ProfileShelf().find(name).store
        let bytes = try failing { () throws(StoreError) in try store.bytes(name) } ?? []
        guard let file, file != "-" else { return try Console.write(bytes) }
        // An ordinary file of the user. An existing file is not overwritten.
        try givenFile { () throws(StoreError) in
            try StoredFile.write(bytes, to: file, mode: 0o644, placing: .exclusive)
        }
    }
}
