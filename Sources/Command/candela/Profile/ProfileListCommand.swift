// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal

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
