// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import Calibration
internal import Output
internal import Scanning
internal import Terminal

struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: "Find the settings at which the code in view reads surest and quickest.",
        discussion: """
            Lay the code where it will be read, in the light it will be read in. The camera warms up, the light is \
            measured, its flicker found, the lens focused, and settings are tried until one is proved: first by how many \
            frames read, then by how soon, then by contrast over noise and sharpness. Without a readable code it \
            calibrates for contrast and sharpness alone, and says so.

            At the end, before and after are shown, and whether to keep the settings is asked. Ctrl-C at any point leaves \
            the camera as it was.

            Examples:
              candela calibrate
              candela calibrate --expect 4006381333931 --yes
              candela calibrate --save bench
              candela calibrate --motion 300 --module-mm 0.5 --torch
            """)

    @OptionGroup var camera: CameraArgument

    @Option(help: ArgumentHelp("Count only the code with this text.", valueName: "text")) var expect: String?
    @Option(help: ArgumentHelp("How fast codes pass, in millimetres a second.", valueName: "mm/s")) var motion: Double?
    @Option(
        name: .customLong("module-mm"),
        help: ArgumentHelp("The width of the code's narrowest bar or square, in millimetres.", valueName: "mm"))
    var module: Double?
    @Flag(help: "The camera's lamp may be used, if that helps.") var torch = false

    @Option(help: ArgumentHelp("Also keep the settings as a profile of this name.", valueName: "name")) var save:
        String?
    @Flag(name: [.short, .long], help: "Keep the settings without asking.") var yes = false
    @Flag(help: "Print one JSON object.") var json = false

    @OptionGroup(title: "Reading options") var reading: ReadingOptions
    @OptionGroup(title: "Lamp options") var lamp: TorchOptions
    @OptionGroup(title: "Camera options") var stream: StreamOptions

    func validate() throws {
        if let motion, !(motion >= 0 && motion <= 100_000) {
            throw ValidationError("cannot use --motion \(motion): it takes millimetres a second, 0 to 100000")
        }
        if let module, !(module > 0 && module <= 100) {
            throw ValidationError("cannot use --module-mm \(module): it takes millimetres, above 0, up to 100")
        }
        if let expect, expect.isEmpty {
            throw ValidationError("cannot count the code without a text: name one, or leave --expect out")
        }
        if reading.region != nil {
            throw ValidationError(
                "cannot calibrate for --region: the code is looked for in the whole frame; use --expect")
        }
    }

    func run() throws {
        var request = CalibrationRequest(symbologies: try reading.symbologies())
        request.expected = expect
        request.motion = motion
        request.module = module
        // A name that cannot be used is said before the search, not after it.
        let profile = try save.map { (name) throws(CommandFailure) in try CalibratedProfile(name) }
        try CalibrateRun(
            request: request, readers: reading.readers, effort: reading.effort ?? .normal, stream: stream,
            torch: CalibrationTorch(isAllowed: torch, options: lamp), profile: profile, agrees: yes,
            json: json
        ).run(on: camera.camera)
    }
}
