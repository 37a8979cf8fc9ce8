// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Output
internal import Terminal

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show changes of controls, made by any program or by the camera.",
        usage: "candela watch [<control> ...] [<options>]",
        discussion: """
            The driver reports settings made by any program. Values that the camera itself changes, such as the exposure \
            of its automatic mode, are polled several times a second.

            Example:
              candela watch exposure gain --duration 10s
            """)

    @Argument(help: ArgumentHelp("Names or numbers of controls; default: all.", valueName: "control"))
    var names: [String] = []
    @OptionGroup var camera: CameraOption
    @Option(help: ArgumentHelp("Stop after this time.", valueName: "time")) var duration: TimeSpan?
    @Flag(help: "Print one JSON object per change.") var json = false

    func run() throws {
        Interruption.install()
        let open = try OpenControls(camera.camera)
        let lookup = ControlLookup(open.list)
        let chosen =
            try names.isEmpty
            ? lookup.controls
            : names.map { name in try failing { () throws(ControlError) in try lookup.find(name) } }
        let watch = try ControlWatch(open, chosen)
        if !json {
            Console.note("watching \(watch.count) controls of \(VisibleText.escape(open.name)); press Ctrl-C to stop")
        }
        try watch.run(duration: duration?.duration) { (change: ControlWatch.Change) throws(CommandFailure) in
            try Console.print(json ? change.json(open.name).text : change.line)
        }
    }
}
