// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Candela
internal import ConfinedProcesses
import Glibc
internal import Terminal

@main
struct Candela: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "candela",
        abstract: "Find out why a camera does not read a barcode, set it up, and scan.",
        discussion: """
            Name a camera in the same way in every command: /dev/videoN, a link below /dev/v4l, a serial number, part of \
            the name, or sim:SCENE for the simulated camera (not in info and udev). scan, measure, doctor and studio also \
            read a camera on the network: http://USER@HOST/PATH, rtsp://USER@HOST/PATH, or onvif:USER@HOST, which is asked \
            where its video is. Cameras that PipeWire shares are \
            pipewire:NAME, and portal: if the desktop is to be asked; libcamera: and aravis: are the first cameras of these \
            libraries. Without a name the best usable camera is used.

            Exit status: 0 success; 1 success, but nothing was read or something was refused; 2 failure.
            """,
        version: version,
        subcommands: [
            DoctorCommand.self, ScanCommand.self, HistoryCommand.self, CatalogCommand.self, EncodeCommand.self,
            MeasureCommand.self, CalibrateCommand.self, ListCommand.self,
            InfoCommand.self, ControlsCommand.self, GetCommand.self, SetCommand.self, ResetCommand.self,
            WatchCommand.self,
            ProfileCommand.self, TorchCommand.self, UdevCommand.self, StudioCommand.self, StationCommand.self,
        ])

    static let version = CandelaVersion.current

    static func main() {
        // write(2) then fails with EPIPE. A reader that has closed the pipe is no failure.
        signal(SIGPIPE, SIG_IGN)
        // write(2) then fails with EFBIG when a file reaches its size limit.
        signal(SIGXFSZ, SIG_IGN)
        CommandLineSecrets.hide()
        // The process was started by candela itself, or by a program that uses the library, as a worker.
        Workers.serveAllIfAsked()
        // The process was started by candela itself to guard the terminal.
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

    /// Prints the argument parser's message: help and version on standard output with status 0, errors on standard
    /// error with status 2 instead of the parser's 64.
    private static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        guard code != .success else { exit(withError: error) }
        Console.progress(fullMessage(for: error) + "\n")
        Glibc.exit(CommandFailure.Status.couldNot.rawValue)
    }
}
