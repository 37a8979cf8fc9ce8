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
        commandName: "apply", abstract: "Give a camera the settings of a profile.",
        usage: "candela profile apply [<name>] [<options>]",
        discussion: """
            Without a name the profile saved last for this very camera is taken. One of another camera of the same model \
            is applied, and it is said; one of another model only with --force. As much is set as can be; what cannot is \
            said, with status 1.

            Example:
              candela profile apply bench
            """)

    @Argument(help: ArgumentHelp("The profile's name.", valueName: "name")) var name: String?
    @OptionGroup var camera: CameraOption
    @Flag(help: "Show what would be set, and set nothing.") var dryRun = false
    @Flag(help: "Apply a profile of another model too.") var force = false
    @Flag(
        help: ArgumentHelp(
            "For udev: apply the machine's profile of this camera, and be silent where there is none."))
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
                "cannot apply a profile to \(VisibleText.escape(open.name)): none is saved for it; name one of candela "
                    + "profile list, or save one")
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
                        + "what fits all the same, use --force")
            }
            Console.note("the profile \(VisibleText.escape(name.text)) is of another camera, \(of)")
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
                    "\(VisibleText.escape(open.name)) has the settings of \(VisibleText.escape(name.text)) already.")
            }
        }
        for problem in application.problems { Console.note(VisibleText.escape(problem)) }
        try outcome.endIfRefused()
        let isChanged = transaction?.changes.contains(where: \.differs) ?? false
        if !application.problems.isEmpty || isChanged { throw CommandFailure(status: .found) }
    }
}

/// A profile given back as a camera is plugged in: called by udev, as root, with nobody to read along.
enum PlugInProfile {
    static func apply(_ camera: String?) throws(CommandFailure) {
        let store = ProfileStore.system()
        // Most plugs concern no profile; then no camera is opened.
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
            "gave \(VisibleText.escape(open.name)) the profile \(VisibleText.escape(name.text)): "
                + "\(transaction.changes.count) settings" + (problems.isEmpty ? "" : ", \(problems.count) not"))
        if !problems.isEmpty { throw CommandFailure(status: .found) }
    }
}
