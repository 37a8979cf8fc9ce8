// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import Cameras
internal import Diagnostics
internal import Frames
internal import Output
internal import Scanning
internal import Terminal

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Find the first broken link between a barcode and its text.",
        discussion: """
            Checks, in causal order, presence, driver, node, access, contention, stream, light, focus, symbol and reader, \
            and reports the first broken link with its evidence, its effect, and the command that fixes it. Without \
            inputs the best camera is examined; hold a code in front of it. An input is a camera, a picture, a folder of \
            pictures (to find out why a photograph does not scan), or - for frames on standard input.

            If the camera works for you, but not for a service, a container or another program, name it with --unit, \
            --container, --pid, --app or --as: the doctor then examines its access in place of yours.

            Nothing is changed unless you use --fix and agree to a fix.

            Examples:
              candela doctor
              candela doctor /dev/video0 --fix
              candela doctor photo.jpg
              candela doctor --unit motion.service
              candela doctor --explain light.dark
              candela doctor --save-evidence evidence.json
            """)

    @Argument(help: ArgumentHelp("Cameras, pictures, folders, or -.", valueName: "input")) var inputs: [String] = []

    @Flag(help: "List all findings that the doctor knows.") var list = false
    @Option(help: ArgumentHelp("Print a page that explains this finding.", valueName: "finding")) var explain: String?
    @Option(
        help: ArgumentHelp(
            "Report only these checks, separated by commas: \(CheckID.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "checks"))
    var only: String?
    @Flag(help: "Offer the fixes for the first broken link one by one, run those you agree to, and check again.")
    var fix = false
    @Flag(help: "With --fix: run the first runnable fix of each broken link without asking.") var yes = false

    @Option(
        help: ArgumentHelp(
            "Watch the camera for this long, such as 60s, to catch what happens now and then: focus and exposure that do not settle, a stream that breaks off.",
            valueName: "time"))
    var watch: TimeSpan?
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Examine the access of this user, not of yours.", valueName: "user"))
    var user: String?
    @Option(help: ArgumentHelp("Examine the access of this systemd unit.", valueName: "name")) var unit: String?
    @Option(help: ArgumentHelp("Examine the access of this running process.", valueName: "id")) var pid: Int?
    @Option(help: ArgumentHelp("Examine the access of this Docker or Podman container.", valueName: "name"))
    var container: String?
    @Option(help: ArgumentHelp("Examine the access of this Flatpak or snap.", valueName: "name")) var app: String?

    @Option(
        help: ArgumentHelp(
            "Save the evidence to this file, without serial numbers, user names and code texts.", valueName: "file"))
    var saveEvidence: String?
    @Flag(help: "Also save some frames with the evidence. They show what the camera saw.") var withFrames = false
    @Flag(help: "Keep serial numbers, user names and code texts in the evidence.") var unredacted = false
    @Option(help: ArgumentHelp("Report on saved evidence, of this machine or another.", valueName: "file"))
    var replay: String?

    @OptionGroup(title: "Reading options") var reading: ReadingOptions
    @OptionGroup(title: "Camera options") var stream: StreamOptions

    @Flag(help: "Print JSON, one object per input.") var json = false
    @Flag(name: [.short, .long], help: "Show all findings, and also the evidence of the checks that passed.")
    var verbose = false

    private var clients: [CameraClient] {
        [
            user.map { .user($0) }, unit.map { .unit($0) }, pid.map { .process($0) }, container.map { .container($0) },
            app.map { .application($0) },
        ].compactMap(\.self)
    }

    func validate() throws {
        if clients.count > 1 {
            throw ValidationError("cannot use two of --as, --unit, --pid, --container and --app: name one")
        }
        if !clients.isEmpty, fix || replay != nil {
            throw ValidationError("cannot use --as, --unit, --pid, --container or --app with --fix or --replay")
        }
        if let watch, !(Duration.seconds(5)...Duration.seconds(3600)).contains(watch.duration) {
            throw ValidationError("cannot use --watch with that time: it can be from 5s to 1h")
        }
        if watch != nil, replay != nil {
            throw ValidationError("cannot use --watch with --replay: there is no camera to watch")
        }
        if pid.map({ $0 <= 0 }) == true {
            throw ValidationError("cannot use --pid \(pid ?? 0): a process id is positive")
        }
        if yes, !fix { throw ValidationError("cannot use --yes without --fix") }
        if replay != nil, fix { throw ValidationError("cannot use --fix with --replay: there is no camera to fix") }
        if replay != nil, !inputs.isEmpty {
            throw ValidationError("cannot use --replay with inputs: the evidence names its own inputs")
        }
        if fix, saveEvidence != nil {
            throw ValidationError("cannot use --save-evidence with --fix: save the evidence first, then run --fix")
        }
        if fix, inputs.count > 1 { throw ValidationError("cannot use --fix with several inputs: name one camera") }
        if replay != nil, saveEvidence != nil {
            throw ValidationError("cannot use --save-evidence with --replay: the evidence is already saved")
        }
        if fix, json {
            throw ValidationError(
                "cannot use --fix with --json: --fix asks questions and runs commands on the terminal")
        }
        if withFrames || unredacted, saveEvidence == nil {
            throw ValidationError("cannot use --with-frames or --unredacted without --save-evidence")
        }
    }

    func run() throws {
        if list { return try FindingPages.list(json: json) }
        if let explain { return try FindingPages.explain(explain) }
        let printer = DoctorPrinter(json: json, isVerbose: verbose, only: try checks())
        if let replay {
            return try printer.finish(
                try EvidenceFile.read(replay).snapshots.map { try printer.print(Doctor.judge($0)) })
        }
        Interruption.install()
        var run = DoctorRun(
            printer: printer, symbologies: try reading.symbologies(), region: try reading.fixedRegion(),
            effort: reading.effort, client: clients.first,
            watch: watch?.duration,
            stream: stream, keepsFrames: withFrames, keepsSnapshots: saveEvidence != nil)
        for job in ScanInputs.sort(inputs) {
            if Interruption.received != nil { break }
            switch job {
            case .pictures(let paths):
                guard clients.isEmpty, watch == nil else {
                    throw CommandFailure(
                        "cannot use --watch, --as, --unit, --pid, --container or --app with pictures: they are about cameras"
                    )
                }
                try run.examinePictures(paths)
            case .camera(let address):
                if fix {
                    var dialogue = FixDialogue(run: run, agreesToAll: yes)
                    return try dialogue.go(address)
                }
                try run.examineCamera(address)
            case .failed(let source, let message): try run.fail(source, message)
            }
        }
        if let saveEvidence { try EvidenceFile.write(run.snapshots, to: saveEvidence, isRedacted: !unredacted) }
        try run.finish()
    }

    private func checks() throws(CommandFailure) -> Set<CheckID>? {
        guard let only else { return nil }
        var chosen: Set<CheckID> = []
        for name in only.split(separator: ",") {
            guard let check = CheckID(rawValue: String(name)) else {
                throw CommandFailure(
                    "cannot use --only \"\(VisibleText.escape(String(name)))\": there is no such check; the checks are "
                        + CheckID.allCases.map(\.rawValue).joined(separator: ", "))
            }
            chosen.insert(check)
        }
        return chosen
    }
}
