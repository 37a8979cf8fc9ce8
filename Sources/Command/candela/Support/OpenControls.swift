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
    /// The camera's name: `/dev/video0`, `sim:dim`.
    var name: String
    /// The identity, which stays the same after a replug: see `OpenCamera`.
    var identity: String
    var surface: any ControlSurface
    /// In the driver's order.
    var list: [ControlDescription]

    /// Opens a camera. Reports the choice if none was named, and settings that a killed run left.
    init(_ text: String?) throws(CommandFailure) {
        let open = try openingCamera(text) { opener throws(CameraError) in try opener.controls(text) }
        Console.note(choice: open.choice)
        name = open.name
        identity = open.identity
        surface = open.surface
        do throws(ControlError) {
            list = try open.surface.controls()
        } catch {
            // The camera opens but does not list its controls.
            Console.note(VisibleText.escape(error.description))
            throw CommandFailure(DoctorsWord.after(.lost, of: CameraAddress(text)) ?? "")
        }
        LeftoverWord.say(of: open.surface, name: name, identity: identity)
    }
}

extension OpenControls {
    /// The controls of an open camera; `nil` if it has none or does not list them.
    init?(_ camera: OpenCamera) {
        guard let surface = camera.controls, let list = try? surface.controls() else { return nil }
        name = camera.name
        identity = camera.identity
        self.surface = surface
        self.list = list
    }

    /// Refuses to set something that the camera would forget at once.
    func refuseIfForgetting(_ what: String) throws(CommandFailure) {
        guard !surface.keepsSettings else { return }
        throw CommandFailure(
            "cannot \(what) for later: \(VisibleText.escape(name)) forgets them when it is closed. Save them in a profile, which "
                + "candela then gives it whenever it opens it: candela profile save NAME SETTING=VALUE… -c "
                + ShellWord.quoted(VisibleText.escape(name)))
    }

    /// Opens a camera for an unattended run: a failure is one sentence, without the doctor's explanation.
    init(quietly text: String?) throws(CommandFailure) {
        let open = try failing { () throws(CameraError) in try CameraOpener().controls(text) }
        name = open.name
        identity = open.identity
        surface = open.surface
        list = try failing { () throws(ControlError) in try open.surface.controls() }
    }
}

/// Reports settings that a killed run left in a camera.
enum LeftoverWord {
    static func say(of surface: any ControlSurface, name: String, identity: String) {
        guard !name.hasPrefix("sim:"), let folders = try? StateFolders() else { return }
        let journal = ControlJournal(folders)
        for leftover in (try? journal.leftovers(of: JournalKey(identity: identity, node: name))) ?? [] {
            guard let keys = try? leftover.pending(on: surface) else { continue }
            // The camera has lost power since, or the settings were changed: there is nothing to restore.
            if keys.isEmpty {
                leftover.discard()
                continue
            }
            Console.note(
                "a killed run left its settings in \(VisibleText.escape(name)) "
                    + "(\(keys.joined(separator: ", "))); to restore the old ones: candela profile restore")
        }
    }
}
