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

    /// A limit of the light: the picture's mean, or with `bv` APEX brightness.
    struct Threshold: ExpressibleByArgument, Hashable {
        var value: Double
        var unit: SceneLight.Unit

        init?(argument: String) {
            let isBrightness = argument.lowercased().hasSuffix("bv")
            guard let value = Double(isBrightness ? argument.dropLast(2) : argument[...]), value.isFinite else {
                return nil
            }
            self.value = value
            unit = isBrightness ? .apexBrightness : .meanLuma
        }
    }

    @Option(
        help: ArgumentHelp(
            "It is dim below this mean of the picture, 1 to 254, or below this APEX brightness (--torch-dim=-1bv), which "
                + "automatic exposure does not hide; default 60.", valueName: "light"))
    var torchDim: Threshold?

    @Option(
        help: ArgumentHelp(
            "It is bright above this mean, or this APEX brightness, without what the light itself adds; default 150, or 2.3bv.",
            valueName: "light"))
    var torchBright: Threshold?

    @OptionGroup var source: TorchOptions

    func validate() throws {
        if let torchDim, let torchBright, torchDim.unit != torchBright.unit {
            throw ValidationError(
                "cannot use --torch-dim and --torch-bright in different units: give both as bv, or both as means")
        }
        let (limits, range) = (limits, unit == .meanLuma ? 1...255.0 : -20...30.0)
        guard range.contains(limits.dim), range.contains(limits.bright), limits.dim < limits.bright else {
            throw ValidationError(
                "cannot use --torch-dim \(limits.dim) with --torch-bright \(limits.bright): dim is below bright, both between "
                    + (unit == .meanLuma ? "1 and 255" : "-20bv and 30bv"))
        }
    }

    /// What the limits are in.
    var unit: SceneLight.Unit { torchDim?.unit ?? torchBright?.unit ?? .meanLuma }

    var limits: (dim: Double, bright: Double) {
        let standard = unit.standardLimits
        return (torchDim?.value ?? standard.dim, torchBright?.value ?? standard.bright)
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
