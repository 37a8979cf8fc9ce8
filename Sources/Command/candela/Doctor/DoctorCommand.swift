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
        commandName: "doctor", abstract: "Name the first broken link between a barcode and its text.",
        discussion: """
            Looks, in causal order, at device, driver, node, access, contention, stream, light, focus, symbol and \
            reader, and names the first that is broken: with what was seen, what it means, and the command that mends \
            it. Without inputs the best camera is examined; hold a code in front of it. An input is a camera, a \
            picture, a folder of pictures (why does this photograph not scan?), or - for frames on standard input.

            Nothing is changed unless --fix is given and you agree.

            Examples:
              candela doctor
              candela doctor /dev/video0 --fix
              candela doctor photo.jpg
              candela doctor --explain light.dark
              candela doctor --save-evidence evidence.json
            """)

    @Argument(help: ArgumentHelp("Cameras, pictures, folders, or -.", valueName: "input")) var inputs: [String] = []

    @Flag(help: "List every finding there is.") var list = false
    @Option(help: ArgumentHelp("Explain a finding, as a page of prose.", valueName: "finding")) var explain: String?
    @Option(
        help: ArgumentHelp(
            "Judge by these checks only, separated by commas: \(CheckID.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "checks"))
    var only: String?
    @Flag(help: "Offer the fixes of the headline one by one, run those you agree to, and check again.") var fix = false
    @Flag(help: "With --fix: agree to the first fix of each headline that can be run, without asking.") var yes = false

    @Option(
        help: ArgumentHelp(
            "Keep what was seen in a file, without serial numbers, user names and code texts.", valueName: "file"))
    var saveEvidence: String?
    @Flag(help: "Keep some frames with the evidence too; they show what the camera saw.") var withFrames = false
    @Flag(help: "Keep serial numbers, user names and code texts in the evidence.") var unredacted = false
    @Option(help: ArgumentHelp("Judge evidence that was kept, of this machine or another.", valueName: "file"))
    var replay: String?

    @OptionGroup(title: "Reading options") var reading: ReadingOptions
    @OptionGroup(title: "Camera options") var stream: StreamOptions

    @Flag(help: "Print JSON: one object an input.") var json = false
    @Flag(name: [.short, .long], help: "Show what was seen of the checks that passed, too.") var verbose = false

    func validate() throws {
        if yes, !fix { throw ValidationError("cannot use --yes without --fix: it agrees to fixes") }
        if replay != nil, fix { throw ValidationError("cannot use --fix with --replay: there is no camera to mend") }
        if replay != nil, !inputs.isEmpty {
            throw ValidationError("cannot use --replay with inputs: the evidence says what was looked at")
        }
        if fix, saveEvidence != nil {
            throw ValidationError("cannot use --save-evidence with --fix: keep the evidence first, then mend")
        }
        if fix, inputs.count > 1 { throw ValidationError("cannot use --fix with several inputs: name one camera") }
        if replay != nil, saveEvidence != nil {
            throw ValidationError("cannot use --save-evidence with --replay: the evidence is kept already")
        }
        if fix, json {
            throw ValidationError("cannot use --fix with --json: it asks and runs commands on the terminal")
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
            effort: reading.effort,
            stream: stream, keepsFrames: withFrames, keepsSnapshots: saveEvidence != nil)
        for job in ScanInputs.sort(inputs) {
            if Interruption.received != nil { break }
            switch job {
            case .pictures(let paths): try run.examinePictures(paths)
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
                    "cannot judge by \"\(VisibleText.escape(String(name)))\": there is no such check; the checks are "
                        + CheckID.allCases.map(\.rawValue).joined(separator: ", "))
            }
            chosen.insert(check)
        }
        return chosen
    }
}
