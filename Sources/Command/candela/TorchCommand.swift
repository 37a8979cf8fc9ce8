// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Output
internal import Terminal
internal import Torch

struct TorchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "torch", abstract: "Switch a camera's light, or show its state.",
        usage: "candela torch [<action>] [<options>]",
        discussion: """
            The action is on, off, a level in percent, status, or list. The light keeps its state when the command ends; \
            `candela scan --torch auto` switches the light automatically and turns it off at its end.

            A light is a V4L2 flash sub-device, a flash of the LED class, a lamp among the camera's controls, or a lamp \
            that your own command switches. A light that shows people that they are filmed is never used.

            Examples:
              candela torch on
              candela torch 30
              candela torch list
              candela torch off --torch-command 'lamp --level {percent}'
            """)

    enum Action: ExpressibleByArgument, Hashable {
        case set(TorchLevel)
        case status, list

        init?(argument: String) {
            switch argument {
            case "status": self = .status
            case "list": self = .list
            default:
                guard let level = TorchLevel(argument: argument) else { return nil }
                self = .set(level)
            }
        }
    }

    @Argument(help: ArgumentHelp("on, off, a level in percent (1 to 100), status or list.", valueName: "action"))
    var action: Action = .status
    @OptionGroup var camera: CameraOption
    @OptionGroup var options: TorchOptions
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let finding = try TorchFinding(camera: camera.camera, options)
        switch action {
        case .list: try list(finding)
        case .status: try status(finding)
        case .set(let level): try set(level.percent, finding)
        }
    }

    // MARK: List

    private func list(_ finding: TorchFinding) throws(CommandFailure) {
        let survey = finding.survey
        if json {
            try report(finding, [])
        } else {
            for source in survey.sources {
                let state: String =
                    switch finding.state(of: source) {
                    case .success(let state)?: state.text
                    case .failure(let error)?: VisibleText.escape(error.description)
                    case nil: "unknown"
                    }
                try Console.print(Console.bold(VisibleText.escape(source.name)) + "  " + state)
                try Console.print("  " + source.line)
            }
            for refusal in survey.refused { try Console.print(Console.dim("not a torch  " + refusal.line)) }
            if survey.sources.isEmpty { try Console.print("No torch found.") }
            for gap in survey.gaps { Console.note(VisibleText.escape(gap)) }
        }
        if survey.sources.isEmpty { throw CommandFailure(status: .found) }
    }

    // MARK: Status

    private func status(_ finding: TorchFinding) throws(CommandFailure) {
        let lamp: any TorchLamp
        do throws(TorchError) {
            lamp = try finding.open(options.torchSource)
        } catch {
            try fail(finding, error, nil, status: error.kind == .noTorch ? .found : .couldNot)
        }
        let state: TorchState
        do throws(TorchError) {
            state = try lamp.state()
        } catch {
            try fail(finding, error, lamp.source, status: .couldNot)
        }
        if json { return try report(finding, [.init("torch", .string(lamp.source.name))] + state.members) }
        try Console.print(Console.bold(VisibleText.escape(lamp.source.name)) + "  " + state.text)
        try Console.print("  " + lamp.source.line)
        try say(state.faults)
    }

    // MARK: Set

    private func set(_ percent: Int, _ finding: TorchFinding) throws(CommandFailure) {
        let lamp: any TorchLamp
        do throws(TorchError) {
            lamp = try finding.open(options.torchSource)
        } catch {
            try fail(finding, error, nil, status: .couldNot)
        }
        let change: (before: TorchState, after: TorchState)
        do throws(TorchError) {
            change = (try lamp.state(), try lamp.set(percent: percent))
        } catch {
            try fail(finding, error, lamp.source, status: .couldNot)
        }
        try tell(finding, lamp, percent, change.before, change.after)
        if finding.camera.kind == .simulated {
            Console.note("the simulated camera ends with this command and loses the setting")
        }
    }

    private func tell(
        _ finding: TorchFinding, _ lamp: any TorchLamp, _ percent: Int, _ before: TorchState, _ after: TorchState
    ) throws(CommandFailure) {
        // A lamp with only on and off may reach another level, but must not be dark when it should be lit.
        let isRefused = after.isOn.map { $0 != (percent > 0) } ?? false
        if json {
            let members: [JSONValue.Member] = [
                .init("torch", .string(lamp.source.name)), .init("requested_percent", .integer(percent)),
                .init("before", .object(before.members)),
            ]
            try report(finding, members + after.members)
        } else {
            let was = before.percent == nil ? "" : before.text + " → "
            let level = after.percent.map { $0 != percent && percent > 0 ? " (requested \(percent) %)" : "" } ?? ""
            try Console.print("\(VisibleText.escape(lamp.source.name)): \(was)\(after.text)\(level)")
            try say(after.faults)
        }
        guard isRefused else { return }
        throw CommandFailure(
            "\(VisibleText.escape(lamp.source.name)) accepted the request but is still \(after.text)", status: .found)
    }

    private func say(_ faults: [String]) throws(CommandFailure) {
        guard !faults.isEmpty else { return }
        try Console.print("  faults: " + VisibleText.escape(faults.joined(separator: ", ")))
    }

    // MARK: Reports

    private func report(_ finding: TorchFinding, _ members: [JSONValue.Member]) throws(CommandFailure) {
        let sources = finding.survey.sources.map { source -> JSONValue in
            guard action == .list, case .success(let state)? = finding.state(of: source) else {
                return .object(source.members)
            }
            return .object(source.members + state.members)
        }
        let all: [JSONValue.Member] = [
            .init("schema", "candela.torch/1"), .init("source", .string(finding.camera.name)),
        ]
        let survey: [JSONValue.Member] = [
            .init("torches", .array(sources)), .init("not_torches", .array(finding.survey.refused.map(\.json))),
            .init("gaps", .array(finding.survey.gaps.map { .string($0) })),
        ]
        try Console.print(JSONValue.object(all + members + survey).text)
    }

    private func fail(
        _ finding: TorchFinding, _ error: TorchError, _ source: TorchSource?, status: CommandFailure.Status
    ) throws(CommandFailure) -> Never {
        if json {
            let name: JSONValue = source.map { .string($0.name) } ?? .null
            try report(finding, [.init("torch", name), .init("error", .string(error.description))])
        }
        throw CommandFailure(VisibleText.escape(error.description), status: status)
    }
}
