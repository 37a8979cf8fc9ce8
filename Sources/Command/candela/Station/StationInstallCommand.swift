// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
internal import Output
internal import Programs
internal import Stations
internal import StoredFiles
internal import Terminal

struct StationUnitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unit", abstract: "Print the systemd unit, or the sysusers.d file of its user.",
        shouldDisplay: false)

    @OptionGroup var file: StationFileOption
    @Option(help: ArgumentHelp("The command that the unit starts.", valueName: "path")) var program = "/usr/bin/candela"
    @Flag(help: "Print the sysusers.d file of the unit's user.") var account = false

    func run() throws {
        let text =
            account ? StationUnit.account : StationUnit.text(program: program, configuration: file.config)
        try Console.write(Array(text.utf8))
    }
}

struct StationInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Set up the station as a systemd service that starts with the machine.",
        discussion: """
            Makes the service's user, writes its unit and, if there is none, a file to begin with, and starts it. A second \
            run changes nothing. Needs root.
            """)

    @OptionGroup var file: StationFileOption
    @Flag(help: "Show the steps without doing them.") var dryRun = false

    func run() throws {
        guard file.config.hasPrefix("/") else {
            throw CommandFailure(
                "cannot install the station: --config must be an absolute path, because a service has no folder")
        }
        guard dryRun || geteuid() == 0 else {
            throw CommandFailure("cannot install the station: only root can. Run: sudo candela station install")
        }
        let hasSystemd = unsafe access("/run/systemd/system", F_OK) == 0
        guard dryRun || hasSystemd else {
            throw CommandFailure(
                "cannot install the station: systemd does not run here; start `candela station run` with the system's own means"
            )
        }
        for file in files where try file.isNeeded() {
            try Console.print("write \(VisibleText.escape(file.path))")
            if !dryRun { try file.write() }
        }
        if !dryRun {
            let plan = try StationPlan(file.config)
            for note in plan.notes { Console.note(VisibleText.escape(note)) }
        }
        for command in [
            ["systemd-sysusers"], ["systemctl", "daemon-reload"], ["systemctl", "enable", "--now", StationUnit.name],
            // If it ran already.
            ["systemctl", "reload-or-restart", StationUnit.name],
        ] {
            try Console.print(command.joined(separator: " "))
            if dryRun { continue }
            let run = SystemProgram.runAlone(command[0], Array(command.dropFirst()), limit: .seconds(60))
            guard let run, run.outcome == .ended(status: 0) else {
                let said = run.map { VisibleText.escape($0.output.split(separator: "\n").joined(separator: "; ")) }
                throw CommandFailure(
                    "cannot install the station: \(command.joined(separator: " ")): \(said ?? "\(command[0]) is missing")"
                )
            }
        }
        try Console.print("The station runs: systemctl status candela-station")
        try Console.print("To undo: sudo systemctl disable --now candela-station")
    }

    /// The files to write, unless the package has them.
    private var files: [InstalledStationFile] {
        let program = ProgramSearch.find("candela") ?? "/usr/bin/candela"
        return [
            .init(
                path: "/etc/sysusers.d/candela-station.conf", packaged: "/usr/lib/sysusers.d/candela-station.conf",
                text: StationUnit.account),
            .init(
                path: "/etc/systemd/system/\(StationUnit.name)",
                packaged: "/usr/lib/systemd/system/\(StationUnit.name)",
                text: StationUnit.text(program: program, configuration: file.config)),
            .init(path: file.config, packaged: nil, text: StationUnit.example, isKept: true),
        ]
    }
}

/// A file of an installed station.
private struct InstalledStationFile {
    let path: String
    /// Where a package puts the same file.
    let packaged: String?
    let text: String
    /// Whether a file that is there is somebody's, and stays.
    var isKept = false

    func isNeeded() throws(CommandFailure) -> Bool {
        if isKept { return unsafe access(path, F_OK) != 0 }
        for place in [path, packaged].compactMap({ $0 }) {
            let bytes = try? StoredFile.read(place, limit: 1 << 16, isGiven: true)
            if bytes == Array(text.utf8) { return false }
        }
        return true
    }

    func write() throws(CommandFailure) {
        try failing { () throws(StoreError) in
            // The service's user reads its configuration; secrets are in files of their own.
            try StoredFile.write(Array(text.utf8), to: path, mode: 0o644, folderMode: 0o755)
        }
    }
}
