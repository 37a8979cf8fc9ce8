// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// The lights found for a camera, and the camera's controls to switch those that are among them.
package struct TorchFinding {
    package var camera: TorchCamera
    /// `nil` where no camera could be opened: then only lights of the machine are known.
    package var surface: (any ControlSurface)?
    package var survey: TorchSurvey
    private let finder = TorchFinder()

    /// For a camera that is open. A camera that does not list its controls has no lamp among them.
    package init(open name: String, _ surface: (any ControlSurface)?, _ command: CommandTemplate?) {
        let controls = surface.flatMap { try? $0.controls() } ?? []
        self.init(TorchCamera(name: name, controls: controls), surface, command)
    }

    package init(_ camera: TorchCamera, _ surface: (any ControlSurface)?, _ command: CommandTemplate?) {
        self.camera = camera
        self.surface = surface
        survey = finder.survey(camera, command: command)
    }

    /// The light that is meant, opened.
    package func open(_ name: String?) throws(TorchError) -> any TorchLamp { try open(try survey.choose(name)) }

    package func open(_ source: TorchSource) throws(TorchError) -> any TorchLamp {
        try finder.open(source, surface: surface)
    }

    /// How a light is, where it can be known without opening the device of another camera.
    package func state(of source: TorchSource) -> Result<TorchState, TorchError>? {
        guard source.kind != .command, source.isPermitted || source.kind == .led || source.kind == .vendor,
            source.kind != .subdevice || source.belonging != .unknown
        else { return nil }
        return Result { () throws(TorchError) in try open(source).state() }
    }
}
