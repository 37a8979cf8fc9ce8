// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Torch

/// What a scan does with the camera's light.
struct ScanTorchOptions: ParsableArguments {
    enum Choice: ExpressibleByArgument, Hashable {
        case automatic
        case level(TorchLevel)

        init?(argument: String) {
            if argument == "auto" {
                self = .automatic
            } else if let level = TorchLevel(argument: argument) {
                self = .level(level)
            } else {
                return nil
            }
        }
    }

    @Option(
        help: ArgumentHelp(
            "Switch the camera's light: auto (on when it gets dim, off when it gets bright), on, off, or a level in percent. "
                + "It is off again at the end.", valueName: "mode"))
    var torch: Choice?

    @Option(help: ArgumentHelp("It is dim below this mean of the picture, 1 to 254; default 60.", valueName: "mean"))
    var torchDim: Double?

    @Option(
        help: ArgumentHelp(
            "It is bright above this mean, without what the light itself adds, 2 to 255; default 150.",
            valueName: "mean"))
    var torchBright: Double?

    @OptionGroup var source: TorchOptions

    func validate() throws {
        let limits = limits
        guard limits.dim >= 1, limits.bright <= 255, limits.dim < limits.bright else {
            throw ValidationError(
                "cannot use --torch-dim \(limits.dim) with --torch-bright \(limits.bright): dim is below bright, both between 1 "
                    + "and 255")
        }
    }

    var limits: (dim: Double, bright: Double) {
        let standard = SceneLight.Unit.meanLuma.standardLimits
        return (torchDim ?? standard.dim, torchBright ?? standard.bright)
    }

    /// `nil` where the light is nobody's business: machines that read JSON get no offers.
    func mode(offers: Bool) -> TorchWatch.Mode? {
        switch torch {
        case .automatic: .automatic
        case .level(let level): .level(percent: level.percent)
        case nil: offers ? .offer : nil
        }
    }
}
