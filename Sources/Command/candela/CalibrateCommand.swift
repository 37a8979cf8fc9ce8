// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import Calibration
internal import Output
internal import Scanning
internal import Terminal

struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: "Find the settings that read the code in view most reliably and fastest.",
        discussion: """
            Place the code where it will be read, in the light in which it will be read. The command waits for the camera \
            to warm up, measures light and flicker, focuses the lens, and tries settings until one is confirmed. Settings \
            are compared by the share of frames that read, then by decoding time, then by contrast to noise and \
            sharpness. Without a readable code only contrast and sharpness are optimized, and the report says so.

            At the end the command shows the figures before and after, and asks whether to keep the settings. Ctrl-C \
            restores the camera at any point.

            Examples:
              candela calibrate
              candela calibrate --expect 4006381333931 --yes
              candela calibrate --save bench
              candela calibrate --motion 300 --module-mm 0.5 --torch
            """)

    @OptionGroup var camera: CameraArgument

    @Option(help: ArgumentHelp("Count only reads of the code with this text.", valueName: "text")) var expect: String?
    @Option(help: ArgumentHelp("Set the speed of passing codes, in millimetres per second.", valueName: "mm/s"))
    var motion: Double?
    @Option(
        name: .customLong("module-mm"),
        help: ArgumentHelp("Set the width of the code's narrowest bar or module, in millimetres.", valueName: "mm"))
    var module: Double?
    @Flag(help: "Allow the use of the camera's lamp if that helps.") var torch = false
    @Flag(
        help:
            "Also find out in how little light the code reads: below it scan may switch on the torch, and profile show draws to it."
    ) var range =
        false

    @Option(help: ArgumentHelp("Also save the settings as a profile with this name.", valueName: "name")) var save:
        String?
    @Flag(name: [.short, .long], help: "Keep the settings without asking.") var yes = false
    @Flag(help: "Print one JSON object.") var json = false

    @OptionGroup(title: "Reading options") var reading: ReadingOptions
    @OptionGroup(title: "Lamp options") var lamp: TorchOptions
    @OptionGroup(title: "Camera options") var stream: StreamOptions

    func validate() throws {
        if let motion, !(motion >= 0 && motion <= 100_000) {
            throw ValidationError("cannot use --motion \(motion): it must be 0 to 100000 millimetres per second")
        }
        if let module, !(module > 0 && module <= 100) {
            throw ValidationError("cannot use --module-mm \(module): it must be above 0 and at most 100 millimetres")
        }
        if let expect, expect.isEmpty {
            throw ValidationError("cannot use --expect: the text is empty; give a text, or remove --expect")
        }
        if reading.region != nil {
            throw ValidationError(
                "cannot use --region: calibrate searches the whole frame; use --expect to select a code")
        }
    }

    func run() throws {
        var request = CalibrationRequest(symbologies: try reading.symbologies())
        request.expected = expect
        request.motion = motion
        request.module = module
        request.findsRange = range
        // An invalid name fails before the search, not after it.
        let profile = try save.map { (name) throws(CommandFailure) in try CalibratedProfile(name) }
        try CalibrateRun(
            request: request, readers: reading.readers, effort: reading.effort ?? .normal, stream: stream,
            torch: CalibrationTorch(isAllowed: torch, options: lamp), profile: profile, agrees: yes,
            json: json
        ).run(on: camera.camera)
    }
}
