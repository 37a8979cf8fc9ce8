// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal

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
