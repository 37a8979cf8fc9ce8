// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import Cameras
internal import Frames
internal import Output
internal import Scanning

struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Read barcodes from a camera, from pictures, or from a stream.",
        discussion: """
            Without inputs the best usable camera is scanned until Ctrl-C. An input is a camera (as every command takes \
            it), a picture, a folder of pictures, or - for frames on standard input (YUV4MPEG2, or raw frames with \
            --format and --size). Several are done one after another.

            Examples:
              candela scan
              candela scan --once --json
              candela scan --torch auto
              candela scan --session stock --catalog shop
              candela scan photos/ --symbology ean,qr
              ffmpeg -v error -i clip.mp4 -f yuv4mpegpipe - | candela scan -
            """)

    @Argument(help: ArgumentHelp("Cameras, pictures, folders, or -.", valueName: "input")) var inputs: [String] = []

    @OptionGroup(title: "Reading options") var reading: ReadingOptions
    @OptionGroup(title: "Camera options") var stream: StreamOptions
    @OptionGroup(title: "Torch options") var torch: ScanTorchOptions
    @OptionGroup(title: "History and catalogue") var keeping: KeepingOptions

    @Flag(help: "End after the first code.") var once = false
    @Option(help: ArgumentHelp("End after this long (250ms, 3.5s, 2min).", valueName: "time")) var timeout: TimeSpan?
    @Option(
        help: ArgumentHelp(
            "Report the same code of a camera at most once in this time; 0 for every read.", valueName: "time"))
    var interval = TimeSpan(.milliseconds(3500))

    @Option(
        help: ArgumentHelp(
            "Show each step of reading a picture, what it gave, and the places that look like a code and were not read.",
            valueName: "picture"))
    var explainRead: String?

    @Flag(help: "Print JSON Lines, one object an event.") var json = false
    @Flag(help: "Print the text alone, without symbology or source.") var raw = false
    @Flag(name: [.short, .long], help: "Say what was chosen, and why.") var verbose = false

    func validate() throws {
        if explainRead != nil, !inputs.isEmpty || raw {
            throw ValidationError(
                "cannot scan while explaining: give --explain-read one picture, and no other input or --raw")
        }
        if json, raw { throw ValidationError("cannot print both --json and --raw: choose one") }
    }

    func run() throws {
        let symbologies = try reading.symbologies()
        if let explainRead {
            let explaining = ReadExplaining(
                symbologies: symbologies, region: reading.region, effort: reading.effort ?? .hard)
            guard try explaining.run(explainRead, json: json) else { throw CommandFailure(status: .found) }
            return
        }
        Interruption.install()
        let jobs = ScanInputs.sort(inputs)
        let style: ScanPrinter.Style = json ? .json : raw ? .raw : .text
        let printer = ScanPrinter(style: style, namesSources: ScanInputs.isSeveral(jobs))
        let keeper = try ScanKeeper(keeping, isJSON: json, isVerbose: verbose)
        defer { keeper.end() }
        var run = ScanRun(
            printer: printer, keeper: keeper, symbologies: symbologies, region: reading.region, readers: reading.readers,
            effort: reading.effort, once: once,
            deadline: timeout.map { FrameTimestamp.now + $0.duration }, interval: interval.duration, stream: stream,
            torch: torch, isVerbose: verbose)
        for job in jobs where !run.isOver {
            switch job {
            case .pictures(let list): try run.scanPictures(list)
            case .camera(let address): try run.scanCamera(address)
            case .failed(let source, let message): try run.fail(source, message)
            }
        }
        try run.finish()
    }
}

/// How to read, for every command that reads codes.
struct ReadingOptions: ParsableArguments {
    @Option(
        name: [.customShort("s"), .long],
        help: ArgumentHelp(
            "Symbologies to read, separated by commas; also the groups ean, upc, retail, addons, linear, matrix, all.",
            valueName: "list"))
    var symbology: String?

    @Option(help: ArgumentHelp("Symbologies not to read.", valueName: "list")) var except: String?
    @Flag(help: "Read two- and five-digit add-ons beside EAN and UPC codes too.") var addons = false
    @Flag(help: "Give the EAN-13 of a book as its ISBN.") var isbn = false

    @Option(
        help: ArgumentHelp(
            "Read only this part of the frame: x,y,width,height, each in pixels or percent.", valueName: "region"))
    var region: FrameRegion?

    @Option(
        help: ArgumentHelp(
            "How hard to try: fast, normal or hard. Pictures default to hard, cameras to normal.", valueName: "effort"))
    var effort: ReadingEffort?

    @Flag(help: "Read in this process: a picture over which a reading library fails then ends it.") var inProcess =
        false

    /// What makes the readers asked for.
    var readers: Readers { Readers(isInProcess: inProcess) }

    func symbologies() throws(CommandFailure) -> Set<Symbology> {
        var selected = SymbologySelection.standard
        if let symbology {
            selected = try failing { () throws(SymbologySelection.UnknownName) in
                try SymbologySelection.parse(symbology)
            }
        }
        if addons { selected.formUnion([.ean2, .ean5]) }
        if isbn { selected.insert(.isbn) }
        if let except {
            selected.subtract(
                try failing { () throws(SymbologySelection.UnknownName) in try SymbologySelection.parse(except) })
        }
        guard !selected.isEmpty else {
            throw CommandFailure("cannot scan: --except leaves no symbology to read; name fewer")
        }
        return selected
    }
}
