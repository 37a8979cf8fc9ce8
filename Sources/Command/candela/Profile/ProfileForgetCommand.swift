// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraCalibration
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal

struct ProfileForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Forget what scans learned of a camera's light.",
        usage: "candela profile forget [<name>] [<options>]",
        discussion: """
            A scan that follows the light keeps in which lights codes were read, and with which settings, so that the next \
            one reads sooner. This deletes that; the profile stays. With a name it is that of the profile's camera.

            Example:
              candela profile forget bench
            """)

    @Argument(help: ArgumentHelp("The profile's name.", valueName: "name")) var name: String?
    @OptionGroup var camera: CameraOption

    func run() throws {
        let identity =
            if let name {
                try ProfileShelf().find(ProfileShelf.name(name)).profile.camera.identity
            } else {
                try OpenControls(camera.camera).identity
            }
        let file = LearnedLightFile(identity, in: try failing { () throws(StoreError) in try StateFolders() })
        let isForgotten = try failing { () throws(StoreError) in try file.remove() }
        try Console.print(
            isForgotten
                ? "deleted \(VisibleText.escape(file.path))"
                : "There is nothing to forget: no scan has learned of the light of \(VisibleText.escape(identity)).")
    }
}
