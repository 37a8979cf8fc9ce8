// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import Cameras
internal import Delivery
internal import Hooks
internal import Output
internal import SignedFiles
internal import Stations
internal import Studio
internal import Terminal
internal import WebPage

struct StationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "station", abstract: "Scan all day as a service, set up by one file.",
        discussion: """
            run scans the cameras of the file until it is stopped. It starts before a camera is there, waits for one that \
            goes, tries again whatever fails, and says each trouble and its end once. SIGHUP (systemctl reload) applies a \
            changed file; a file with a mistake is refused, and the station goes on with the last good one.

            Example of a file:
              name = "gate-3"
              [camera]
              use = "C920"
              symbology = ["ean", "qr"]
              light = "auto"
              [hooks]
              publish = "mqtt://broker.example/gates/3"
            """,
        subcommands: [
            StationRunCommand.self, StationCheckCommand.self, StationUnitCommand.self, StationInstallCommand.self,
        ],
        defaultSubcommand: StationRunCommand.self)
}

/// The file of a station.
struct StationFileOption: ParsableArguments {
    @Option(help: ArgumentHelp("The station's file.", valueName: "file"))
    var config = StationFile.usualPath
}

struct StationRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Scan until stopped. The default.")

    @OptionGroup var file: StationFileOption

    func run() throws { try StationService(file.config).run() }
}

struct StationCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a station's file, and say what it would do.",
        discussion: "A mistake is reported with its line, and the exit status is 2. No camera is opened.")

    @OptionGroup var file: StationFileOption

    func run() throws {
        let plan = try StationPlan(file.config)
        for line in plan.summary { try Console.print(VisibleText.escape(line)) }
        for note in plan.notes { Console.note(VisibleText.escape(note)) }
    }
}

extension StationPlan {
    /// What the station would do, for people.
    var summary: [String] {
        var lines = ["station \(name)"]
        for camera in cameras {
            let place = camera.address == .automatic ? "the best usable camera" : camera.address.name
            let codes = camera.options.symbologies.map(\.rawValue).sorted().joined(separator: ", ")
            lines.append("camera \(place): reads \(codes)")
        }
        lines += targets.map { "hook: \($0.name)" }
        lines.append(keeping.history == false ? "history: none" : "history: on")
        if let health {
            let host = health.isIPv6 ? "[\(health.host)]" : health.host
            lines.append("health: http://\(host):\(health.port ?? 0)/healthz and /metrics")
        }
        if let studio {
            let host = studio.settings.listen ?? ""
            lines.append(
                "studio: \(studio.settings.isTLS ? "https" : "http")://\(host):\(studio.settings.port)/ for the first camera"
            )
        }
        if let central {
            let state = centralFile.map { "the last was signed \(CentralLink.date($0.time))" } ?? "none has come yet"
            lines.append("central file: \(central.name); \(state)")
        }
        if let fleet { lines.append("fleet: \(fleet.broker.description)") }
        return lines
    }
}
