// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Terminal
internal import Torch

/// Which light is meant, for every command that switches one.
struct TorchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The light to use, by its name in `candela torch list`; otherwise the one that belongs to the camera.",
            valueName: "name"))
    var torchSource: String?

    @Option(
        help: ArgumentHelp(
            "A command that switches a lamp; {percent} and {state} (on, off) in it stand for what is wanted. No shell runs "
                + "it.", valueName: "command"))
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

/// How bright: `on`, `off`, or percent.
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
