// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Output
internal import Terminal

struct GetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Read controls of a camera.",
        discussion: """
            Example:
              candela get brightness exposure
            """)

    @Argument(help: ArgumentHelp("Names or numbers of controls.", valueName: "control")) var names: [String]
    @OptionGroup var camera: CameraOption
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let open = try OpenControls(camera.camera)
        let lookup = ControlLookup(open.list)
        let controls = try names.map { name in try failing { () throws(ControlError) in try lookup.find(name) } }
        var members: [JSONValue] = []
        var isRefused = false
        for control in controls {
            var member: [JSONValue.Member] = [
                .init("id", .string(control.id.description)), .init("key", .string(control.key)),
            ]
            switch Result(catching: { () throws(ControlError) in try open.surface.value(of: control.id) }) {
            case .success(let value):
                member += control.members("value", value)
                if !json { try Console.print("\(control.key): \(control.visible(value))") }
            case .failure(let error):
                isRefused = true
                member.append(.init("error", .string(error.description)))
                Console.note(VisibleText.escape(error.description))
                if error.kind == .gone { throw CommandFailure(status: .couldNot) }
            }
            members.append(.object(member))
        }
        if json {
            let report: JSONValue = [
                "schema": "candela.get/1", "source": .string(open.name), "controls": .array(members),
            ]
            try Console.print(report.text)
        }
        if isRefused { throw CommandFailure(status: .found) }
    }
}
