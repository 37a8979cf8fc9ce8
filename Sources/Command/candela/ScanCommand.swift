// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import CameraCalibration
internal import Cameras
internal import Frames
internal import Hooks
internal import Output
internal import ReadingWorker
internal import Scanning
internal import Terminal

struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Read barcodes from a camera, from pictures, or from a stream.",
        discussion: """
            Without inputs the best usable camera is scanned until Ctrl-C. An input is a camera (named as in every \
            command), a picture, a folder of pictures, or - for frames on standard input (YUV4MPEG2, or raw frames with \
            --format and --size). Inputs are processed in order; cameras named one after another are scanned together.

            Examples:
              candela scan
              candela scan --once --json
              candela scan --torch auto --region auto
              candela scan C920 /dev/video4 --wait --interval leave
              candela scan --match '^[0-9]{8}$' --transform 's/^/LIB-/'
              candela scan --session stock --catalog shop
              candela scan --post https://stock.example/scans --exec 'beep -- {text}'
              candela scan photos/ --symbology ean,qr
              find archive -name '*.jpg' -print0 | candela scan --files-from - --null --resume results.jsonl
              ffmpeg -v error -i clip.mp4 -f yuv4mpegpipe - | candela scan -
            """)

    @Argument(help: ArgumentHelp("Cameras, pictures, folders, or -.", valueName: "input")) var inputs: [String] = []

    @OptionGroup(title: "Reading options") var reading: ReadingOptions
    @OptionGroup(title: "Camera options") var stream: StreamOptions
    @OptionGroup(title: "Torch options") var torch: ScanTorchOptions
    @OptionGroup(title: "Many pictures") var archive: ArchiveOptions
    @OptionGroup(title: "History and catalogue") var keeping: KeepingOptions
    @OptionGroup(title: "Hooks") var hooks: HookOptions
    @OptionGroup(title: "Hooks") var windowHooks: WindowHookOptions

    @Flag(help: "Stop after the first code.") var once = false
    @Option(help: ArgumentHelp("Stop after this time (250ms, 3.5s, 2min).", valueName: "time")) var timeout: TimeSpan?
    @Option(help: ArgumentHelp("Stop after this number of codes.", valueName: "number")) var count: Int?
    @Flag(help: "If the camera is missing or is unplugged, wait for it and continue when it is back.") var wait = false
    @Option(
        help: ArgumentHelp(
            "Set the camera's zoom for the scan: 2x, 60% or the driver's number, limited to its range; or auto: zoom in on "
                + "a code that is too small to read, and out after the read. The old zoom is restored at the end.",
            valueName: "zoom"))
    var zoom: ZoomChoice?
    @Option(
        help: ArgumentHelp(
            "Follow the light of the room: auto sets exposure and gain so that the code stays readable, and switches the "
                + "torch if even the most is too little (without --torch and --preview); fixed leaves them as they are; "
                + "camera uses the camera's automatic exposure. The old settings are restored at the end. Default: auto "
                + "while a calibrated profile is in force, with the torch only below the light that calibrate --range "
                + "found; otherwise fixed.",
            valueName: "mode"))
    var light: LightChoice?
    @Flag(help: "Allow the screen to blank and the machine to sleep while cameras are scanned.") var letSleep = false
    @Flag(help: "Report each change of the region of the frame that is read.") var showRegion = false

    @OptionGroup(title: "Read filter options") var policy: ScanPolicyOptions
    @OptionGroup(title: "Text options") var text: ScanTextOptions
    @OptionGroup(title: "Feedback options") var feedback: ScanFeedbackOptions
    @OptionGroup(title: "Feedback options") var picture: PreviewOptions

    @Option(
        help: ArgumentHelp(
            "Treat a line typed on the terminal as a code of this symbology. By default the line must be an EAN, UPC, GTIN "
                + "or ISBN; with none, typed lines are ignored.", valueName: "symbology"))
    var manual: ManualEntry?

    @Option(
        help: ArgumentHelp(
            "Show each step of reading a picture, its result, and the places that look like a code but were not read.",
            valueName: "picture"))
    var explainRead: String?

    @Flag(help: "Print JSON Lines, one object per event.") var json = false
    @Flag(help: "Print only the text, without symbology and source.") var raw = false
    @Flag(name: [.short, .long], help: "Report which camera and format were chosen, and why.") var verbose = false

    func validate() throws {
        if explainRead != nil, !inputs.isEmpty || raw {
            throw ValidationError(
                "cannot scan with --explain-read: give it one picture, no other inputs and no --raw")
        }
        try archive.validate(inputs: inputs, isJSON: json || archive.resume != nil)
        if raw, archive.resume != nil { throw ValidationError("cannot use --raw with --resume: its file has JSON Lines") }
        if once, count != nil { throw ValidationError("cannot use --once with --count: choose one") }
        if let count, count < 1 { throw ValidationError("cannot use --count \(count): it must be 1 or more") }
        if json, raw { throw ValidationError("cannot print both --json and --raw: choose one") }
    }

    func run() throws {
        let symbologies = try reading.symbologies()
        if let explainRead {
            let explaining = ReadExplaining(
                symbologies: symbologies, region: try reading.fixedRegion(), effort: reading.effort ?? .hard)
            guard try explaining.run(explainRead, json: json) else { throw CommandFailure(status: .found) }
            return
        }
        Interruption.install()
        let jobs = archive.filesFrom == nil ? ScanInputs.sort(inputs) : []
        if archive.resume != nil, jobs.contains(where: { if case .camera = $0 { true } else { false } }) {
            throw CommandFailure("cannot use --resume with a camera: it is for pictures; name pictures or --files-from")
        }
        let way = try archive.way(isJSON: json)
        let style: ScanPrinter.Style = json || archive.resume != nil ? .json : raw ? .raw : .text
        let printer = ScanPrinter(style: style, namesSources: archive.filesFrom != nil || ScanInputs.isSeveral(jobs))
        let targets = try hooks.targets(window: windowHooks)
        let reports = HookReports()
        let run = targets.isEmpty || windowHooks.dryRun ? nil : HookRun(targets) { reports.take($0) }
        if windowHooks.dryRun, targets.isEmpty {
            throw CommandFailure("cannot use --dry-run: no hook is given; add --post, --exec or another hook")
        }
        let keeper = try keeping.keeper(
            hooks: run, isDryRun: windowHooks.dryRun, isJSON: style == .json, isVerbose: verbose)
        let desk = ScanDesk(
            printer, keeper: keeper, rules: try text.rules(), feedback: feedback.feedback,
            previews: windowHooks.dryRun ? targets : [],
            limits: .init(
                scans: once ? 1 : count, deadline: timeout.map { FrameTimestamp.now + $0.duration }))
        if let run { desk.use(run) }
        reports.open { desk.say($0) }
        let preview = try preview(jobs, desk, symbologies)
        defer { preview?.end() }
        let options = CameraScanOptions(
            symbologies: symbologies, region: reading.scanRegion, showsRegion: showRegion, readers: reading.readers,
            effort: reading.effort, policy: policy.policy, request: stream.request, torch: torch, zoom: zoom,
            light: light,
            waits: wait, preview: preview, keepsAwake: !letSleep, archive: way,
            isVerbose: verbose)
        defer { desk.end() }
        let keyboard = preview == nil ? keyboard(jobs, desk, symbologies) : nil
        defer { keyboard?.end() }
        desk.count(earlierScans: way.earlier?.codes ?? 0, failures: way.earlier?.failures ?? 0)
        let scanning = ScanRun(desk: desk, options: options)
        if let names = try archive.names(way) { try scanning.scanPictures(names) }
        try scanning.run(jobs)
        keyboard?.end()
        preview?.end()
        desk.deliver(for: hooks.deliverFor?.duration ?? .seconds(5))
        try desk.finish()
    }

    /// The live picture; only for cameras.
    private func preview(
        _ jobs: [ScanInputs.Job], _ desk: ScanDesk, _ symbologies: Set<Symbology>
    ) throws(CommandFailure) -> ScanPreview? {
        guard picture.preview else { return nil }
        let isOfCameras = jobs.allSatisfy { job in if case .camera = job { true } else { false } }
        guard isOfCameras, !jobs.isEmpty else {
            throw CommandFailure("cannot show a preview of pictures: name only cameras, or remove --preview")
        }
        let symbology = manual?.symbology
        var typing = ScanPreview.Typing()
        if manual != ManualEntry.none {
            typing.take = { KeyboardEntry.take($0, desk, symbology, symbologies) }
        }
        return try ScanPreview(picture.previewAs, desk: desk, typing: typing)
    }

    /// Reads typed lines while cameras are scanned; `nil` if standard input delivers frames.
    private func keyboard(
        _ jobs: [ScanInputs.Job], _ desk: ScanDesk, _ symbologies: Set<Symbology>
    ) -> KeyboardEntry? {
        let cameras = jobs.compactMap { job in if case .camera(let address) = job { address } else { nil } }
        guard manual != ManualEntry.none, !cameras.isEmpty, !cameras.contains(.standardInput) else { return nil }
        return KeyboardEntry(desk: desk, symbology: manual?.symbology, asked: symbologies)
    }
}

/// `--manual`: the symbology of typed lines, or `none` to ignore them.
enum ManualEntry: ExpressibleByArgument, Hashable {
    case none
    case every(Symbology)

    init?(argument: String) {
        if argument == "none" {
            self = .none
        } else if let symbology = Symbology(rawValue: argument.lowercased()) {
            self = .every(symbology)
        } else {
            return nil
        }
    }

    var symbology: Symbology? { if case .every(let symbology) = self { symbology } else { nil } }
}

/// The reading options of every command that reads codes.
struct ReadingOptions: ParsableArguments {
    @Option(
        name: [.customShort("s"), .long],
        help: ArgumentHelp(
            "Read these symbologies, separated by commas. Groups: ean, upc, retail, addons, linear, matrix, all.",
            valueName: "list"))
    var symbology: String?

    @Option(help: ArgumentHelp("Do not read these symbologies.", valueName: "list")) var except: String?
    @Flag(help: "Also read the two- and five-digit add-ons of EAN and UPC codes.") var addons = false
    @Flag(help: "Report the EAN-13 of a book as its ISBN.") var isbn = false

    @Option(
        help: ArgumentHelp(
            "Read only this part of the frame: x,y,width,height, each in pixels or percent. In scan also auto: follow the "
                + "last code.", valueName: "region"))
    var region: RegionChoice?

    @Option(
        help: ArgumentHelp(
            "Set the reading effort: fast, normal or hard. Default: hard for pictures, normal for cameras.",
            valueName: "effort"))
    var effort: ReadingEffort?

    @Flag(help: "Decode and read in this process, without workers. If a library crashes, the command ends.")
    var inProcess = false

    /// The fixed region, for commands that do not follow codes.
    func fixedRegion() throws(CommandFailure) -> FrameRegion? {
        switch region {
        case nil: return nil
        case .fixed(let region): return region
        case .following: throw CommandFailure("cannot use --region auto in this command: give x,y,width,height")
        }
    }

    var scanRegion: ScanRegion {
        switch region {
        case nil: .whole
        case .fixed(let region): .fixed(region)
        case .following: .following
        }
    }

    /// The factory of the requested readers.
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
            throw CommandFailure("cannot scan: --except removes every symbology; name fewer")
        }
        return selected
    }
}

/// `--region`: a part of the frame, or the area around the last code.
enum RegionChoice: ExpressibleByArgument, Hashable {
    case fixed(FrameRegion)
    case following

    init?(argument: String) {
        if argument == "auto" {
            self = .following
        } else if let region = FrameRegion(argument) {
            self = .fixed(region)
        } else {
            return nil
        }
    }
}
