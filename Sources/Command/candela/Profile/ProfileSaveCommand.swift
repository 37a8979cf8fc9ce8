// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Frames
internal import Output
internal import SettingsStore
internal import Terminal

struct ProfileSaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Keep the settings a camera has now.",
        usage: "candela profile save <name> [<options>]",
        discussion: """
            What can only be read, and what an automatic mode sets by itself, is not kept. A profile of the same camera \
            and name is replaced.

            Example:
              candela profile save bench --note "under the new lamp"
            """)

    @Argument(help: ArgumentHelp("The name to keep them under.", valueName: "name")) var name: String
    @OptionGroup var camera: CameraOption
    @Option(help: ArgumentHelp("Something to remember of it.", valueName: "text")) var note: String?
    @Option(help: ArgumentHelp("Pixel format to note with it, as four characters.", valueName: "fourcc"))
    var format: PixelFormatName?
    @Option(help: ArgumentHelp("Picture size to note with it.", valueName: "WxH")) var size: FrameSize?
    @Flag(inversion: .prefixedNo, help: "Whether udev is to give it back at plug-in, where that is installed.")
    var atPlugIn = true
    @Flag(help: "Keep it for the whole machine, in /etc/candela/profiles, where udev finds it.") var system = false
    @Flag(help: "Replace one of the same name that is of another camera.") var force = false

    func run() throws {
        let name = try ProfileShelf.name(name)
        let shelf = try ProfileShelf(isOfSystem: system)
        let open = try OpenControls(camera.camera)
        let settings = try failing { () throws(ControlError) in try CameraProfile.settings(of: open.surface) }
        var profile = CameraProfile(camera: .init(open), settings: settings)
        profile.note = note
        profile.isForPlugIn = atPlugIn
        if format != nil || size != nil {
            profile.stream = .init(format: format?.fourCC.description, size: size?.description)
        }
        try shelf.write(profile, as: name, isForced: force)
        try Console.print(
            "\(VisibleText.escape(name.text)): \(settings.count) settings of \(VisibleText.escape(profile.camera.identity)) "
                + "in \(VisibleText.escape(shelf.own.path(of: name)))")
    }
}
