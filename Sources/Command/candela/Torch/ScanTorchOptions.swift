// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Torch

/// The torch options of `scan`.
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
            "Switch the camera's light: auto (on in dim light, off in bright light), on, off, or a level in percent. The "
                + "light is turned off at the end.", valueName: "mode"))
    var torch: Choice?

    /// A light limit: the picture's mean luma, or with the suffix `bv` an APEX brightness value.
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
            "Set the limit for dim light: the picture's mean, 1 to 254, or an APEX brightness (--torch-dim=-1bv), which "
                + "does not depend on automatic exposure. Default: 60.", valueName: "light"))
    var torchDim: Threshold?

    @Option(
        help: ArgumentHelp(
            "Set the limit for bright light in the same way, not counting the torch's own light. Default: 150, or 2.3bv.",
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
                "cannot use --torch-dim \(limits.dim) with --torch-bright \(limits.bright): dim must be below bright, and "
                    + "both between " + (unit == .meanLuma ? "1 and 255" : "-20bv and 30bv"))
        }
    }

    /// The unit of both limits.
    var unit: SceneLight.Unit { torchDim?.unit ?? torchBright?.unit ?? .meanLuma }

    var limits: (dim: Double, bright: Double) {
        let standard = unit.standardLimits
        return (torchDim?.value ?? standard.dim, torchBright?.value ?? standard.bright)
    }

    /// `nil` if the light is not watched.
    ///
    /// - Parameter offers: whether dim light is reported without `--torch`; not to programs that read JSON.
    func mode(offers: Bool) -> TorchWatch.Mode? {
        switch torch {
        case .automatic: .automatic
        case .level(let level): .level(percent: level.percent)
        case nil: offers ? .offer : nil
        }
    }
}
