// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import Output
internal import SettingsStore
internal import Terminal
internal import Torch

extension TorchFinding {
    /// For `candela torch`. A light can also be switched without a camera, unless the user named one.
    init(camera name: String?, _ options: TorchOptions) throws(CommandFailure) {
        let command = try options.template()
        TorchNoteFile.putRight()
        if name == nil, command != nil {
            self.init(TorchCamera(name: "no camera", kind: .unknown), nil, command)
            return
        }
        guard name == nil else {
            let open = try OpenControls(name)
            self.init(TorchCamera(name: open.name, controls: open.list), open.surface, command)
            return
        }
        do throws(CameraError) {
            let open = try CameraOpener().controls(nil)
            Console.note(choice: open.choice)
            self.init(open: open.name, open.surface, command)
        } catch {
            Console.note(VisibleText.escape(error.description))
            self.init(TorchCamera(name: "no camera", kind: .unknown), nil, command)
        }
    }

    /// For `info`: every light with its camera, and the lights that are no torches.
    var lines: [String] {
        let torches = survey.sources.map { "  torch       \(VisibleText.escape($0.name)), a \($0.line)" }
        let others = survey.refused.map { "  no torch    " + $0.line }
        return torches.isEmpty && others.isEmpty ? [] : [""] + torches + others.map(Console.dim)
    }

    var members: [JSONValue.Member] {
        [
            .init("torches", .array(survey.sources.map { .object($0.members) })),
            .init("not_torches", .array(survey.refused.map(\.json))),
        ]
    }
}
