// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import V4L2

extension TorchSurvey {
    /// The source to use: the named one, else the first if it belongs to the camera or is the only one.
    package func choose(_ name: String? = nil) throws(TorchError) -> TorchSource {
        if let name {
            if let source = sources.first(where: { $0.name == name }) {
                var named = source
                named.belonging = .named
                return named
            }
            if let refusal = refused.first(where: { $0.name == name }) {
                throw TorchError(.noTorch, "cannot use \(name) as a torch: \(refusal.reason)")
            }
            let known =
                sources.isEmpty
                ? "there is none" : "the available torches are " + sources.map(\.name).joined(separator: ", ")
            throw TorchError(.noTorch, "cannot find a torch named \(name): \(known); run `candela torch list`")
        }
        guard let first = sources.first else {
            throw TorchError(
                .noTorch,
                "cannot find a torch for this camera: \(absence); "
                    + "to use your own lamp, specify a command with --torch-command")
        }
        guard first.belonging != .unknown else {
            throw TorchError(
                .noTorch,
                "cannot choose a torch: it is not known which of \(sources.map(\.name).joined(separator: ", ")) belongs to "
                    + "this camera; select one with --torch-source")
        }
        return first
    }

    /// Why there is none, as far as known.
    private var absence: String {
        var text = "it has no lamp, and this machine has no light named flash or torch"
        if let refusal = refused.first { text += " (\(refusal.name) is not a torch: \(refusal.reason))" }
        if let gap = gaps.first { text += " (the search was incomplete: \(gap))" }
        return text
    }
}

extension TorchFinder {
    /// Opens a light for switching. `surface` is the open camera, for lamps that are its controls.
    package func open(
        _ source: TorchSource, surface: (any ControlSurface)?, kernel: any Kernel = SystemKernel()
    ) throws(TorchError) -> any TorchLamp {
        switch source.place {
        case .led, .vendor: return try LEDLamp(source, tree: tree)
        case .command: return CommandLamp(source)
        case .illuminator:
            guard let surface else {
                throw TorchError(.failed, "cannot use \(source.name): the camera is not open")
            }
            return try IlluminatorLamp(source, surface: surface)
        case .subdevice(let path, _):
            let device: VideoDevice
            do throws(V4L2Error) {
                device = try VideoDevice(path: path, kernel: kernel)
            } catch {
                throw Self.failure(error)
            }
            return try flashLamp(source, surface: device)
        }
    }

    /// Wraps a flash sub-device that is already open.
    package func flashLamp(_ source: TorchSource, surface: any ControlSurface) throws(TorchError) -> any TorchLamp {
        try FlashLamp(source, surface: surface, tree: tree)
    }

    private static func failure(_ error: V4L2Error) -> TorchError {
        switch error.error {
        case .accessDenied:
            TorchError(
                .notPermitted,
                "cannot switch \(error.path): permission denied (open: EACCES); add yourself to its group "
                    + "(sudo usermod -aG video $USER, then log in again), or run `candela udev status`")
        case .notPermitted: TorchError(.notPermitted, error.description)
        case .busy: TorchError(.busy, error.description)
        case _ where error.error.meansGone, .noEntry: TorchError(.gone, error.description)
        default: TorchError(.failed, error.description)
        }
    }
}
