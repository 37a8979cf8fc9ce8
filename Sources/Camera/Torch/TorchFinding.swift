// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// The lights found for a camera, with the camera's controls to switch those that are among them.
package struct TorchFinding {
    package var camera: TorchCamera
    /// `nil` if no camera could be opened: then only lights of the machine are known.
    package var surface: (any ControlSurface)?
    package var survey: TorchSurvey
    private let finder = TorchFinder()

    /// For an open camera. If its controls cannot be listed, it has no lamp of its own.
    package init(open name: String, _ surface: (any ControlSurface)?, _ command: CommandTemplate?) {
        let controls = surface.flatMap { try? $0.controls() } ?? []
        self.init(TorchCamera(name: name, controls: controls), surface, command)
    }

    package init(_ camera: TorchCamera, _ surface: (any ControlSurface)?, _ command: CommandTemplate?) {
        self.camera = camera
        self.surface = surface
        survey = finder.survey(camera, command: command)
    }

    /// Chooses and opens a light.
    package func open(_ name: String?) throws(TorchError) -> any TorchLamp { try open(try survey.choose(name)) }

    package func open(_ source: TorchSource) throws(TorchError) -> any TorchLamp {
        try finder.open(source, surface: surface)
    }

    /// The state of a light, if it can be read without opening a device of another camera.
    package func state(of source: TorchSource) -> Result<TorchState, TorchError>? {
        guard source.kind != .command, source.isPermitted || source.kind == .led || source.kind == .vendor,
            source.kind != .subdevice || source.belonging != .unknown
        else { return nil }
        return Result { () throws(TorchError) in try open(source).state() }
    }
}
