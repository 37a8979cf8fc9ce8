// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Terminal
internal import Torch

/// The options that select a light, for every command that switches one.
struct TorchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the light with this name in `candela torch list`. Default: the light that belongs to the camera.",
            valueName: "name"))
    var torchSource: String?

    @Option(
        help: ArgumentHelp(
            "Switch a lamp with this command, run without a shell. {percent} and {state} (on or off) are replaced.",
            valueName: "command"))
    var torchCommand: String?

    func template() throws(CommandFailure) -> CommandTemplate? {
        guard let torchCommand else { return nil }
        return try failing { () throws(CommandTemplate.Malformed) in try CommandTemplate(torchCommand) }
    }

    func validate() throws {
        if torchSource != nil, torchCommand != nil {
            throw ValidationError("cannot use both --torch-source and --torch-command: name one light")
        }
    }
}

/// A light level: `on`, `off`, or percent.
struct TorchLevel: ExpressibleByArgument, Hashable {
    var percent: Int

    init(percent: Int) { self.percent = percent }

    init?(argument: String) {
        switch argument {
        case "on": percent = 100
        case "off": percent = 0
        default:
            let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
                (0...100).contains(number)
            else { return nil }
            percent = number
        }
    }
}
