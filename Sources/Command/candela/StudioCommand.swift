// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import CameraCalibration
internal import Cameras
internal import Frames
import Glibc
internal import Scanning
internal import Studio
internal import Terminal
internal import WebPage

struct StudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "studio", abstract: "Show the camera and adjust it in a browser.",
        discussion: """
            Serves a page to this machine only, with the live picture and the codes in it, meters for light and focus, \
            every control, the torch, and the list of scans. It needs no internet. The address is printed. Ctrl-C stops \
            the studio and restores the camera's settings.

            With --listen other machines, such as a phone, can open the page too. They need a token, which is part of the \
            printed address and of the code beside it. Without --tls, others on the network can read the traffic.

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

    @Option(help: ArgumentHelp("Listen on this port; 0 for any free port. (default: 8347)", valueName: "number"))
    var port: Int?
    @Flag(help: "Open the page in the desktop's browser.") var open = false

    func validate() throws {
        if let port, !(0...65535).contains(port) {
            throw ValidationError("cannot use --port \(port): it must be 0 to 65535")
        }
        if let port, let other = access.listen?.port {
            throw ValidationError("cannot listen on port \(other) and on --port \(port): choose one")
        }
        if open, access.listen != nil {
            throw ValidationError(
                "cannot use --open with --listen: the token would be visible in the list of processes; open the printed "
                    + "address by hand")
        }
        if CameraAddress(camera.camera) == .standardInput {
            throw ValidationError("cannot run the studio on standard input: name a camera")
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
        settings.light = stream.light?.rawValue
        settings.opensBrowser = open
        settings.port = port ?? access.listen?.port ?? settings.port
        access.fill(&settings)
        try StudioService.serve(settings)
    }
}

/// The reading options of the studio.
struct StudioReadingOptions: ParsableArguments {
    @Option(
        name: [.customShort("s"), .long],
        help: ArgumentHelp(
            "Read these symbologies, separated by commas. Groups: ean, upc, retail, addons, linear, matrix, all.",
            valueName: "list"))
    var symbology: String?

    @Option(help: ArgumentHelp("Set the reading effort: fast, normal or hard.", valueName: "effort")) var effort:
        ReadingEffort?

    @Flag(help: "Decode and read in this process, without workers. If a library crashes, the command ends.")
    var inProcess = false

    func symbologies() throws(CommandFailure) -> Set<Symbology> {
        guard let symbology else { return SymbologySelection.standard }
        return try failing { () throws(SymbologySelection.UnknownName) in try SymbologySelection.parse(symbology) }
    }
}

/// The stream options of the studio.
struct StudioStreamOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Request this pixel format, as four characters.", valueName: "fourcc"))
    var format: PixelFormatName?

    @Option(help: ArgumentHelp("Request this picture size.", valueName: "WxH"))
    var size: FrameSize?

    @Option(help: ArgumentHelp("Request this frame rate, in frames per second.", valueName: "rate"))
    var fps: Double?

    @Option(
        help: ArgumentHelp(
            "Follow the light as scan does: auto, fixed or camera. Setting the exposure on the page ends it. Default: auto "
                + "while a calibrated profile is in force, otherwise fixed.",
            valueName: "mode"))
    var light: LightChoice?

    func validate() throws {
        if let fps, !(fps > 0 && fps <= 1000) {
            throw ValidationError("cannot use --fps \(fps): it must be above 0 and at most 1000")
        }
    }
}

/// The history and catalogue options of the studio.
struct StudioKeepingOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Save each code in the history before it is shown, or save none.")
    var history = true

    @Option(help: ArgumentHelp("Add the codes to this session; Done on the page ends it.", valueName: "name"))
    var session: String?

    @Option(
        help: ArgumentHelp(
            "Look up each code in this catalogue, and show the entry. See candela catalog.", valueName: "name"))
    var catalog: String?

    func validate() throws {
        if !history, session != nil {
            throw ValidationError("cannot use --session with --no-history: choose one")
        }
        if let session, session.isEmpty || session.utf8.count > 200 {
            throw ValidationError("cannot use this --session name: it must have 1 to 200 bytes")
        }
    }
}
