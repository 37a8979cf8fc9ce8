// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Cameras
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal

struct ProfileApplyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Apply a profile's settings to a camera.",
        usage: "candela profile apply [<name>] [<options>]",
        discussion: """
            Without a name the last profile saved for this camera is applied. A profile of another camera of the same \
            model is applied with a note; one of another model only with --force. Settings that the camera rejects are \
            listed, and the exit status is 1. A camera that forgets its settings when it is closed gets them whenever \
            candela opens it from now on.

            Example:
              candela profile apply bench
            """)

    @Argument(help: ArgumentHelp("The profile's name.", valueName: "name")) var name: String?
    @OptionGroup var camera: CameraOption
    @Flag(help: "Show the changes without making them.") var dryRun = false
    @Flag(help: "Apply the profile even if it is of another model.") var force = false
    @Flag(
        help: ArgumentHelp(
            "For udev: apply the machine's profile of this camera; do nothing if there is none."))
    var atPlug = false
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        if atPlug { return try PlugInProfile.apply(camera.camera) }
        let shelf = try ProfileShelf()
        let asked = try name.map { name throws(CommandFailure) in try ProfileShelf.name(name) }
        let named = try asked.map { name throws(CommandFailure) in (name: name, profile: try shelf.find(name).profile) }
        let open = try OpenControls(camera.camera)
        let own = CameraProfile.Camera(open)
        guard let (name, profile) = named ?? shelf.latest(of: own) else {
            throw CommandFailure(
                "cannot apply a profile to \(VisibleText.escape(CameraAddress(open.name).label)): no profile is saved for "
                    + "it; name one from candela profile list, or save one")
        }
        let fit = profile.fit(own)
        let of = VisibleText.escape(profile.camera.identity)
        switch fit {
        case .exact: break
        case .alike:
            Console.note("the profile \(VisibleText.escape(name.text)) is of another camera of this model, \(of)")
        case .other:
            guard force else {
                throw CommandFailure(
                    "cannot apply the profile \(VisibleText.escape(name.text)): it is of another camera, \(of); to apply "
                        + "the settings that fit, use --force")
            }
            Console.note("the profile \(VisibleText.escape(name.text)) is of another camera, \(of)")
        }
        if !open.surface.keepsSettings, !dryRun {
            return try choose(name, profile, of: own, on: shelf)
        }
        let application = try failing { () throws(ControlError) in try ProfileApplication(profile, on: open.surface) }
        let transaction = dryRun ? nil : SettingsTransaction(application.plan, on: open.surface, isAtomic: false)
        let outcome = SettingsOutcome(application.plan, transaction, on: open.surface)
        if json {
            let head: [JSONValue.Member] = [
                .init("schema", "candela.profile-apply/1"), .init("source", .string(open.name)),
                .init("profile", .string(name.text)), .init("fit", .string("\(fit)")),
            ]
            let tail: [JSONValue.Member] = [.init("problems", .array(application.problems.map { .string($0) }))]
            try Console.print(JSONValue.object(head + outcome.members + tail).text)
        } else {
            for line in outcome.lines { try Console.print(line) }
            if application.plan.steps.isEmpty, application.problems.isEmpty {
                try Console.print(
                    "\(VisibleText.escape(open.name)) already has the settings of \(VisibleText.escape(name.text)).")
            }
        }
        for problem in application.problems { Console.note(VisibleText.escape(problem)) }
        try outcome.endIfRefused()
        let isChanged = transaction?.changes.contains(where: \.differs) ?? false
        if !application.problems.isEmpty || isChanged { throw CommandFailure(status: .found) }
    }
}

extension ProfileApplyCommand {
    /// Makes a profile the newest of a camera that forgets its settings: it gets the newest whenever it is opened.
    private func choose(
        _ name: ProfileName, _ profile: CameraProfile, of camera: CameraProfile.Camera, on shelf: ProfileShelf
    ) throws(CommandFailure) {
        var chosen = profile
        chosen.camera = camera
        chosen.saved = WallTime.now.text
        try shelf.write(chosen, as: name, isForced: force)
        try Console.print(
            "\(VisibleText.escape(camera.identity)) forgets its settings when it is closed; candela now gives it those of "
                + "\(VisibleText.escape(name.text)) whenever it opens it.")
    }
}

/// Applies the machine's profile when a camera is plugged in. Called by udev, as root, without a terminal.
enum PlugInProfile {
    static func apply(_ camera: String?) throws(CommandFailure) {
        let store = ProfileStore.system()
        // Most machines have no profile: then no camera is opened.
        guard let names = try? store.names(), !names.isEmpty else { return }
        let open = try OpenControls(quietly: camera)
        let (found, unread) = try failing { () throws(StoreError) in try store.forPlugIn(open.identity) }
        for error in unread { Console.note(VisibleText.escape(error.description)) }
        guard let (name, profile) = found else { return }
        let application = try failing { () throws(ControlError) in try ProfileApplication(profile, on: open.surface) }
        let transaction = SettingsTransaction(application.plan, on: open.surface, isAtomic: false)
        let problems = application.problems + transaction.refusals.map(\.description)
        for problem in problems { Console.note(VisibleText.escape(problem)) }
        Console.note(
            "applied the profile \(VisibleText.escape(name.text)) to \(VisibleText.escape(open.name)): "
                + "\(transaction.changes.count) settings" + (problems.isEmpty ? "" : ", \(problems.count) failed"))
        if !problems.isEmpty { throw CommandFailure(status: .found) }
    }
}
