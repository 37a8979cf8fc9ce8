// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal

struct ProfileShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print a profile.",
        discussion: """
            Example:
              candela profile show bench
            """)

    @Argument(help: ArgumentHelp("The profile's name.", valueName: "name")) var name: String
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let name = try ProfileShelf.name(name)
        let (store, profile) = try ProfileShelf().find(name)
        guard json else {
            // The file as written, with comments; escaped on a terminal, because it may come from someone else.
            let bytes = try failing { () throws(StoreError) in try store.bytes(name) } ?? []
            var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            if lines.last == "" { lines.removeLast() }
            for line in lines {
                try Console.print(Console.outputIsTerminal ? VisibleText.escape(String(line)) : String(line))
            }
            return
        }
        let report: JSONValue = .object(
            [.init("schema", "candela.profile/1"), .init("name", .string(name.text))]
                + profile.members(store.path(of: name)))
        try Console.print(report.text)
    }
}

struct ProfileListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List this user's profiles and the machine's.",
        discussion: """
            Example:
              candela profile list
            """)

    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let shelf = try ProfileShelf()
        var entries: [JSONValue] = []
        for store in shelf.stores {
            for name in try failing({ () throws(StoreError) in try store.names() }) {
                do throws(StoreError) {
                    guard let profile = try store.read(name) else { continue }
                    entries.append(
                        .object([.init("name", .string(name.text))] + profile.members(store.path(of: name))))
                    if !json { try? print(name, profile, store) }
                } catch {
                    Console.note(VisibleText.escape(error.description))
                }
            }
        }
        if json {
            let report: JSONValue = ["schema": "candela.profiles/1", "profiles": .array(entries)]
            return try Console.print(report.text)
        }
        if entries.isEmpty { try Console.print("No profile yet. Save one: candela profile save NAME") }
    }

    private func print(_ name: ProfileName, _ profile: CameraProfile, _ store: ProfileStore) throws(CommandFailure) {
        let title = profile.camera.title.map { " (\($0))" } ?? ""
        let words = [
            "\(profile.settings.count) settings", profile.saved, store.isOfSystem ? "of the machine" : nil,
            store.isOfSystem && profile.isForPlugIn ? "at plug-in" : nil, profile.note,
        ]
        try Console.print(
            Console.bold(VisibleText.escape(name.text)) + "  " + VisibleText.escape(profile.camera.identity + title))
        try Console.print("  " + words.compactMap { $0 }.map { VisibleText.escape($0) }.joined(separator: ", "))
    }
}

struct ProfileDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a profile.",
        discussion: """
            Example:
              candela profile delete bench
            """)

    @Argument(help: ArgumentHelp("The profile's name.", valueName: "name")) var name: String
    @Flag(help: "Delete the machine's profile, in /etc/candela/profiles.") var system = false

    func run() throws {
        let name = try ProfileShelf.name(name)
        let store = try ProfileShelf(isOfSystem: system).own
        let isDeleted = try failing { () throws(StoreError) in try store.delete(name) }
        guard isDeleted else {
            throw CommandFailure(
                "cannot delete the profile \(VisibleText.escape(name.text)): it is not in "
                    + VisibleText.escape(store.folder))
        }
        try Console.print("deleted \(VisibleText.escape(store.path(of: name)))")
    }
}

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
        try failing { () throws(StoreError) in
            try StoredFile.write(bytes, to: file.contains("/") ? file : "./" + file, mode: 0o644, placing: .exclusive)
        }
    }
}

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
