// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import Output
internal import Torch

/// The lights found for a camera, and the camera's controls to switch those that are among them.
struct TorchFinding {
    var camera: TorchCamera
    /// `nil` where no camera could be opened: then only lights of the machine are known.
    var surface: (any ControlSurface)?
    var survey: TorchSurvey
    private let finder = TorchFinder()

    /// For `candela torch`: a light can also be switched where there is no camera, unless one was named.
    init(camera name: String?, _ options: TorchOptions) throws(CommandFailure) {
        let command = try options.template()
        TorchNoteFile.mend()
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

    /// For a camera that is open. A camera that does not list its controls has no lamp among them.
    init(open name: String, _ surface: (any ControlSurface)?, _ command: CommandTemplate?) {
        let controls = surface.flatMap { try? $0.controls() } ?? []
        self.init(TorchCamera(name: name, controls: controls), surface, command)
    }

    private init(_ camera: TorchCamera, _ surface: (any ControlSurface)?, _ command: CommandTemplate?) {
        self.camera = camera
        self.surface = surface
        survey = finder.survey(camera, command: command)
    }

    /// The light that is meant, opened.
    func open(_ name: String?) throws(TorchError) -> any TorchLamp { try open(try survey.choose(name)) }

    func open(_ source: TorchSource) throws(TorchError) -> any TorchLamp {
        try finder.open(source, surface: surface)
    }

    /// How a light is, where it can be known without opening the device of another camera.
    func state(of source: TorchSource) -> Result<TorchState, TorchError>? {
        guard source.kind != .command, source.isPermitted || source.kind == .led || source.kind == .vendor,
            source.kind != .subdevice || source.belonging != .unknown
        else { return nil }
        return Result { () throws(TorchError) in try open(source).state() }
    }
}

extension TorchFinding {
    /// For `info`: every light with where it belongs, and what is none.
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
