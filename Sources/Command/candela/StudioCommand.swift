// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import Cameras
internal import Frames
import Glibc
internal import Scanning
internal import Studio
internal import Terminal
internal import WebPage

struct StudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "studio", abstract: "See what the camera sees, and set it up, in a browser.",
        discussion: """
            Serves a page on this machine alone: the live picture with what is read in it, meters of light and focus, every \
            control, the torch, and the list of what was scanned. It needs no internet. The address is printed; Ctrl-C \
            ends it, and gives the camera back the settings it had.

            With --listen other machines reach it too, a phone say. They need a token then, which the printed address \
            carries, and the code beside it. Without --tls, others on the network can read along.

            Example:
              candela studio
              candela studio C920 --open
              candela studio sim:dim --port 0
              candela studio --listen 0.0.0.0 --tls
            """)

    @OptionGroup var camera: CameraArgument
    @OptionGroup(title: "Reading options") var reading: StudioReadingOptions
    @OptionGroup(title: "Camera options") var stream: StudioStreamOptions
    @OptionGroup(title: "History and catalogue") var keeping: StudioKeepingOptions
    @OptionGroup(title: "Other machines") var access: StudioAccessOptions

    @Option(help: ArgumentHelp("The port to listen on; 0 for any that is free. (default: 8347)", valueName: "number"))
    var port: Int?
    @Flag(help: "Open the page in the desktop's browser.") var open = false

    func validate() throws {
        if let port, !(0...65535).contains(port) {
            throw ValidationError("cannot listen on --port \(port): a port is 0 to 65535")
        }
        if let port, let other = access.listen?.port {
            throw ValidationError("cannot listen on port \(other) and on --port \(port): leave one of them out")
        }
        if open, access.listen != nil {
            throw ValidationError(
                "cannot use --open with --listen: whoever looks at the programs that run would see the token; open the "
                    + "address that is printed")
        }
        if CameraAddress(camera.camera) == .standardInput {
            throw ValidationError("cannot open the studio on standard input: name a camera")
        }
    }

    func run() throws {
        _ = try reading.symbologies()
        var settings = StudioSettings(version: Candela.version)
        settings.camera = camera.camera
        settings.format = stream.format.map { "\($0.fourCC)" }
        settings.size = stream.size.map { "\($0)" }
        settings.framesPerSecond = stream.fps.map { "\($0)" }
        settings.symbology = reading.symbology
        settings.effort = reading.effort?.rawValue
        settings.session = keeping.session
        settings.catalogue = keeping.catalog
        settings.keepsHistory = keeping.history
        settings.isInProcess = reading.inProcess
        settings.opensBrowser = open
        settings.port = port ?? access.listen?.port ?? settings.port
        access.fill(&settings)
        try StudioService.serve(settings)
    }
}

/// How the studio reads.
struct StudioReadingOptions: ParsableArguments {
    @Option(
        name: [.customShort("s"), .long],
        help: ArgumentHelp(
            "Symbologies to read, separated by commas; also the groups ean, upc, retail, addons, linear, matrix, all.",
            valueName: "list"))
    var symbology: String?

    @Option(help: ArgumentHelp("How hard to try: fast, normal or hard.", valueName: "effort")) var effort:
        ReadingEffort?

    @Flag(help: "Read in this process: a picture over which a reading library fails then ends it.") var inProcess =
        false

    func symbologies() throws(CommandFailure) -> Set<Symbology> {
        guard let symbology else { return SymbologySelection.standard }
        return try failing { () throws(SymbologySelection.UnknownName) in try SymbologySelection.parse(symbology) }
    }
}

/// What the studio asks of a stream.
struct StudioStreamOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Pixel format to ask the camera for, as four characters.", valueName: "fourcc"))
    var format: PixelFormatName?

    @Option(help: ArgumentHelp("Picture size to ask the camera for.", valueName: "WxH"))
    var size: FrameSize?

    @Option(help: ArgumentHelp("Frames per second to ask the camera for.", valueName: "rate"))
    var fps: Double?

    func validate() throws {
        if let fps, !(fps > 0 && fps <= 1000) {
            throw ValidationError("cannot use --fps \(fps): it takes a rate above 0, up to 1000")
        }
    }
}

/// What the studio keeps.
struct StudioKeepingOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Keep each code in the history before it is shown, or keep none.")
    var history = true

    @Option(help: ArgumentHelp("Keep the codes under this name; Done on the page ends it.", valueName: "name"))
    var session: String?

    @Option(
        help: ArgumentHelp(
            "Look each code up in this catalogue, and show what it says. See candela catalog.", valueName: "name"))
    var catalog: String?

    func validate() throws {
        if !history, session != nil {
            throw ValidationError("cannot keep a session with --no-history: leave one of them out")
        }
        if let session, session.isEmpty || session.utf8.count > 200 {
            throw ValidationError("cannot name a session so: a name has 1 to 200 bytes")
        }
    }
}
