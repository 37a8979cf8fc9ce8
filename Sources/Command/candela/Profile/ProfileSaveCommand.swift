// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Frames
internal import Output
internal import SettingsStore
internal import Terminal

struct ProfileSaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save a camera's current settings.",
        usage: "candela profile save <name> [<setting> ...] [<options>]",
        discussion: """
            Read-only controls, and controls that an automatic mode sets, are not saved. A profile of the same camera and \
            name is replaced. Settings that are given are set first, as by candela set.

            A camera that forgets its settings when it is closed (libcamera's do) gets those of its newest profile whenever \
            candela opens it.

            Example:
              candela profile save bench --note "under the new lamp"
            """)

    @Argument(help: ArgumentHelp("The profile's name.", valueName: "name")) var name: String
    @Argument(help: ArgumentHelp("Settings to make first, as NAME=VALUE.", valueName: "setting"))
    var given: [String] = []
    @OptionGroup var camera: CameraOption
    @Option(help: ArgumentHelp("Add a note to the profile.", valueName: "text")) var note: String?
    @Option(help: ArgumentHelp("Store a pixel format in the profile, as four characters.", valueName: "fourcc"))
    var format: PixelFormatName?
    @Option(help: ArgumentHelp("Store a picture size in the profile.", valueName: "WxH")) var size: FrameSize?
    @Flag(inversion: .prefixedNo, help: "Allow udev to apply the profile at plug-in; see candela udev install.")
    var atPlugIn = true
    @Flag(help: "Save the profile for the whole machine, in /etc/candela/profiles, where udev finds it.")
    var system = false
    @Flag(help: "Replace a profile of this name even if it is of another camera.") var force = false

    func run() throws {
        let name = try ProfileShelf.name(name)
        let shelf = try ProfileShelf(isOfSystem: system)
        let open = try OpenControls(camera.camera)
        // A camera that forgets its settings goes on from those of its newest profile.
        _ = ProfileInForce.prepare(open.identity, open.surface)
        try make(open)
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

    /// Makes the settings that were given. Says nothing of what succeeds.
    private func make(_ open: OpenControls) throws {
        guard !given.isEmpty else { return }
        let pairs = try SettingPair.parse(given)
        let plan = try failing { () throws(ControlError) in try SettingPair.plan(pairs, open, clamps: false) }
        let outcome = SettingsOutcome(plan, SettingsTransaction(plan, on: open.surface), on: open.surface)
        try outcome.endIfRefused()
    }
}
