// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
internal import ReadingWorker
internal import Terminal

@main
struct Candela: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "candela",
        abstract: "Find out why a camera does not read a barcode, set it up, and scan.",
        discussion: """
            Every command takes a camera the same way: nothing (the best one there is), /dev/videoN, a link below \
            /dev/v4l, a serial number, a part of the name, or sim:SCENE, the simulated camera.

            Exit status: 0 done; 1 done, but nothing was read or something was refused; 2 could not.
            """,
        version: version,
        subcommands: [
            DoctorCommand.self, ScanCommand.self, HistoryCommand.self, CatalogCommand.self, EncodeCommand.self,
            MeasureCommand.self, CalibrateCommand.self, ListCommand.self,
            InfoCommand.self, ControlsCommand.self, GetCommand.self, SetCommand.self, ResetCommand.self,
            WatchCommand.self,
            ProfileCommand.self, TorchCommand.self, UdevCommand.self, StudioCommand.self,
        ])

    static let version = "0.1.0"

    static func main() {
        // A reader that has seen enough is no failure: writing to it tells, instead of the signal ending us.
        signal(SIGPIPE, SIG_IGN)
        // Nor is a file that may not grow any more: writing to it tells.
        signal(SIGXFSZ, SIG_IGN)
        // Started by ourselves, for a reader; nothing of the command is needed.
        if CommandLine.arguments.dropFirst().first == Readers.workerWord { Readers.serve() }
        // Likewise, for the terminal.
        if CommandLine.arguments.dropFirst().first == ScanPreview.guardWord {
            TerminalGuardService.run()
            Glibc.exit(0)
        }
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as CommandFailure {
            if let number = Interruption.received { Interruption.leave(with: number) }
            if !failure.message.isEmpty { Console.note(failure.message) }
            Glibc.exit(failure.status.rawValue)
        } catch {
            end(with: error)
        }
        if let number = Interruption.received { Interruption.leave(with: number) }
        Glibc.exit(0)
    }

    /// What the argument parser has to say: help and version on standard output with status 0, and mistakes on
    /// standard error with our status for bad arguments instead of its 64.
    private static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        guard code != .success else { exit(withError: error) }
        Console.progress(fullMessage(for: error) + "\n")
        Glibc.exit(CommandFailure.Status.couldNot.rawValue)
    }
}
