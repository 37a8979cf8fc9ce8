// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import Diagnostics
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal

/// A camera opened for its controls.
struct OpenControls {
    /// What names it: `/dev/video0`, `sim:dim`.
    var name: String
    /// What outlives a replug: see `OpenCamera`.
    var identity: String
    var surface: any ControlSurface
    /// In the driver's order.
    var list: [ControlDescription]

    /// Says which camera was taken where none was named, and when a run that was killed has left its settings in it.
    init(_ text: String?) throws(CommandFailure) {
        let open = try openingCamera(text) { opener throws(CameraError) in try opener.controls(text) }
        Console.note(choice: open.choice)
        name = open.name
        identity = open.identity
        surface = open.surface
        do throws(ControlError) {
            list = try open.surface.controls()
        } catch {
            // Opened, yet it does not even list its controls.
            Console.note(VisibleText.escape(error.description))
            throw CommandFailure(DoctorsWord.after(.lost, of: CameraAddress(text)) ?? "")
        }
        LeftoverWord.say(of: open.surface, name: name, identity: identity)
    }
}

extension OpenControls {
    /// Of a camera that is open already; `nil` where it has none, or does not list them.
    init?(_ camera: OpenCamera) {
        guard let surface = camera.controls, let list = try? surface.controls() else { return nil }
        name = camera.name
        identity = camera.identity
        self.surface = surface
        self.list = list
    }

    /// For a run that nobody watches: a failure is one sentence, and nothing is looked into for it.
    init(quietly text: String?) throws(CommandFailure) {
        let open = try failing { () throws(CameraError) in try CameraOpener().controls(text) }
        name = open.name
        identity = open.identity
        surface = open.surface
        list = try failing { () throws(ControlError) in try open.surface.controls() }
    }
}

/// What is said of settings that a killed run has left in a camera.
enum LeftoverWord {
    static func say(of surface: any ControlSurface, name: String, identity: String) {
        guard !name.hasPrefix("sim:"), let folders = try? StateFolders() else { return }
        let journal = ControlJournal(folders)
        for leftover in (try? journal.leftovers(of: JournalKey(identity: identity, node: name))) ?? [] {
            guard let keys = try? leftover.pending(on: surface) else { continue }
            // It has lost power since, or somebody has set it: nothing is left to put back.
            if keys.isEmpty {
                leftover.discard()
                continue
            }
            Console.note(
                "a run that was killed has left its settings in \(VisibleText.escape(name)) "
                    + "(\(keys.joined(separator: ", "))); to put them back: candela profile restore")
        }
    }
}
