// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal

struct ProfileImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import a profile from a file.",
        discussion: """
            The file is checked before it is saved.

            Example:
              candela profile import bench.toml
            """)

    @Argument(help: ArgumentHelp("The file; - for standard input.", valueName: "file")) var file: String
    @Argument(help: ArgumentHelp("The profile's name; default: the file's name.", valueName: "name"))
    var name: String?
    @Flag(help: "Save the profile for the whole machine, in /etc/candela/profiles, where udev finds it.")
    var system = false
    @Flag(help: "Replace a profile of this name even if it is of another camera.") var force = false

    func run() throws {
        let own =
            file.split(separator: "/").last.map { $0.hasSuffix(".toml") ? String($0.dropLast(5)) : String($0) } ?? ""
        let name = try ProfileShelf.name(name ?? own)
        let limit = CameraProfile.fileLimit
        let (bytes, profile) = try failing { () throws(StoreError) in
            let bytes =
                file == "-" ? try StoredFile.readStream(0, limit: limit) : try StoredFile.read(file, limit: limit)
            guard let bytes else { throw StoreError("cannot read \(file): there is no such file") }
            return (bytes, try CameraProfile(bytes: bytes, path: file))
        }
        let shelf = try ProfileShelf(isOfSystem: system)
        try shelf.write(profile, as: name, bytes: bytes, isForced: force)
        try Console.print("saved as \(VisibleText.escape(shelf.own.path(of: name)))")
    }
}
