// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import Cameras
internal import Frames
internal import Output
internal import PageDrawing
internal import Scanning
internal import Terminal

struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Measure light, sharpness, noise, frame rate and decoding time.",
        discussion: """
            Without inputs the best usable camera is measured until Ctrl-C. A terminal shows live values, and a summary \
            follows at the end. An input is a camera (named as in every command), a picture, a folder of pictures, or - \
            for frames on standard input. Controls are read, never written.

            Examples:
              candela measure --duration 10s --plot bench.svg
              candela measure --symbol --json
              candela measure photos/ --csv > figures.csv
              candela measure --fit-lux 320
            """)

    @Argument(help: ArgumentHelp("A camera, pictures, folders, or -.", valueName: "input")) var inputs: [String] = []

    @OptionGroup(title: "Reading options") var reading: ReadingOptions
    @OptionGroup(title: "Camera options") var stream: StreamOptions

    @Flag(help: "Measure the symbol in view instead of the whole frame.") var symbol = false
    @Option(help: ArgumentHelp("Stop after this time (250ms, 3.5s, 2min).", valueName: "time")) var duration: TimeSpan?
    @Option(help: ArgumentHelp("Stop after this number of frames.", valueName: "count")) var frames: Int?
    @Option(help: ArgumentHelp("Write a plot of the run to this .png or .svg file.", valueName: "file")) var plot:
        String?

    @Option(
        help: ArgumentHelp(
            "Fit the camera's light constant to this light meter reading, in lux, taken where the camera looks. The "
                + "constant is saved.",
            valueName: "lux"))
    var fitLux: Double?
    @Flag(help: "Fit the camera's light constant to this machine's ambient light sensor.") var fitAls = false
    @Option(
        help: ArgumentHelp(
            "Reflectance of what the camera sees while fitting: 0.18 for an average scene, 0.85 for white paper.",
            valueName: "share"))
    var reflectance = 0.18

    @Flag(help: "Print JSON Lines: one object per frame, read and picture, and a summary.") var json = false
    @Flag(help: "Print comma-separated values: one row per frame or picture.") var csv = false
    @Flag(name: [.short, .long], help: "Report which camera and format were chosen, and why.") var verbose = false

    func validate() throws {
        if json, csv { throw ValidationError("cannot print both --json and --csv: choose one") }
        if let frames, frames < 1 { throw ValidationError("cannot use --frames \(frames): it takes 1 or more") }
        if symbol, reading.region != nil {
            throw ValidationError("cannot measure both --symbol and --region: choose one")
        }
        if let fitLux, !(fitLux > 0 && fitLux <= 200_000) {
            throw ValidationError("cannot use --fit-lux \(fitLux): the reading must be above 0 and at most 200000 lux")
        }
        if fitLux != nil, fitAls { throw ValidationError("cannot fit to both --fit-lux and --fit-als: choose one") }
        if !(reflectance > 0 && reflectance <= 1) {
            throw ValidationError("cannot use --reflectance \(reflectance): it must be above 0 and at most 1")
        }
        if let plot, PlotFormat(path: plot) == nil {
            throw ValidationError("cannot write a plot to \(plot): the name must end in .png or .svg")
        }
    }

    func run() throws {
        let symbologies = try reading.symbologies()
        Interruption.install()
        var jobs = ScanInputs.sort(inputs)
        if fitLux != nil || fitAls { return try fit(jobs) }
        let pictures = jobs.flatMap { job -> [String] in if case .pictures(let list) = job { list } else { [] } }
        let cameras = jobs.count { if case .camera = $0 { true } else { false } }
        guard cameras <= 1, cameras == 0 || pictures.isEmpty else {
            throw CommandFailure(
                "cannot measure several cameras, or cameras and pictures, in one run: name one camera, or pictures only")
        }
        let style: MeasureStyle = json ? .json : csv ? .csv : .text
        if case .camera(let address)? = jobs.first(where: { if case .camera = $0 { true } else { false } }) {
            var options = MeasuringRun.Options(symbologies: symbologies, region: try reading.fixedRegion())
            options.ofSymbol = symbol
            options.duration = duration?.duration
            options.frames = frames
            options.plot = plot
            options.readers = reading.readers
            options.effort = reading.effort ?? .normal
            options.isVerbose = verbose
            jobs.removeAll { if case .camera = $0 { true } else { false } }
            try MeasuringRun(address: address, stream: stream, options: options, style: style).run()
        }
        try PictureMeasuring(
            symbologies: symbologies, region: try reading.fixedRegion(), ofSymbol: symbol,
            readers: reading.readers, effort: reading.effort ?? .hard,
            style: style, plot: plot
        ).run(jobs)
    }

    private func fit(_ jobs: [ScanInputs.Job]) throws {
        guard jobs.count == 1, case .camera(let address) = jobs[0], address != .standardInput else {
            throw CommandFailure("cannot fit the light constant: name exactly one camera and no other input")
        }
        try LightFit(
            address: address, stream: stream, region: try reading.fixedRegion(), lux: fitLux, reflectance: reflectance,
            style: json ? .json : .text,
            isVerbose: verbose
        ).run()
    }
}

/// The output format of `measure`.
enum MeasureStyle { case text, json, csv }
