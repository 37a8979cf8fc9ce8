// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Scanning
internal import Terminal

/// Which reads are scans.
struct ScanPolicyOptions: ParsableArguments {
    /// `--interval`: a time, 0, or `leave`.
    struct Interval: ExpressibleByArgument {
        var rule: RepeatRule

        init(_ rule: RepeatRule) { self.rule = rule }

        init?(argument: String) {
            if argument == "leave" {
                rule = .afterLeaving
            } else if let span = TimeSpan(argument: argument) {
                rule = span.duration > .zero ? .interval(span.duration) : .everyRead
            } else {
                return nil
            }
        }

        var defaultValueDescription: String {
            switch rule {
            case .everyRead: "0"
            case .afterLeaving: "leave"
            case .interval(let duration): TimeSpan(duration).defaultValueDescription
            }
        }
    }

    @Option(
        help: ArgumentHelp(
            "Report the same code of a camera at most once in this time; 0 for every read; leave for once more only after "
                + "it has left the picture.", valueName: "time"))
    var interval = Interval(.interval(.milliseconds(3500)))

    @Option(
        help: ArgumentHelp(
            "Report a linear code without a strong check only after so many frames have shown it, 1 to 20; otherwise what "
                + "each read is worth decides.", valueName: "frames"))
    var agree: Int?

    @Flag(help: "Report nothing while several codes are in view: there must be exactly one.") var single = false

    func validate() throws {
        if let agree, !(1...20).contains(agree) {
            throw ValidationError("cannot use --agree \(agree): it takes 1 to 20 frames")
        }
    }

    var policy: ReadPolicy { ReadPolicy(repeats: interval.rule, agreement: agree ?? 1, isSingle: single) }
}

/// What a text must be, and what is made of it.
struct ScanTextOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Report only codes in whose text this regular expression is found.", valueName: "regex"))
    var match: String?

    @Option(
        help: ArgumentHelp(
            "Take this off the beginning of a text; may be given several times, the first that fits is taken.",
            valueName: "text"))
    var stripPrefix: [String] = []

    @Option(
        help: ArgumentHelp(
            "Substitute as sed does: s/PATTERN/REPLACEMENT/ with the flags g and i; several are made in order.",
            valueName: "s/…/…/"))
    var transform: [String] = []

    @Flag(help: "Take white space off both ends of a text.") var trim = false
    @Flag(help: "Make letters capitals.") var uppercase = false
    @Flag(name: .customLong("expand-upc-e"), help: "Give a UPC-E as the UPC-A that it stands for.") var expandUPCE =
        false
    @Flag(
        name: .customLong("gs1"),
        help: "Take GS1 data and GTINs only: as (01)…(17)…, checked as the identifiers ask; others are refused.")
    var gs1 = false

    func rules() throws(CommandFailure) -> TextRules {
        var rules = TextRules()
        rules.expandsUPCE = expandUPCE
        rules.trims = trim
        rules.uppercases = uppercase
        rules.isGS1 = gs1
        rules.prefixes = stripPrefix
        do throws(TextTransform.Malformed) {
            if let match { rules.pattern = try TextPattern(match) }
        } catch {
            throw CommandFailure("cannot use --match \(match ?? ""): \(error.description)")
        }
        for text in transform {
            do throws(TextTransform.Malformed) {
                rules.transforms.append(try TextTransform(text))
            } catch {
                throw CommandFailure("cannot use --transform \(text): \(error.description)")
            }
        }
        return rules
    }
}

/// What can be heard of a scan.
struct ScanFeedbackOptions: ParsableArguments {
    @Flag(help: "Play the desktop's sounds, for a scan and for a failure; otherwise a terminal rings its bell.")
    var sound = false
    @Flag(help: "Make no sound.") var quiet = false

    func validate() throws {
        if sound, quiet { throw ValidationError("cannot use --sound with --quiet: choose one") }
    }

    var feedback: Feedback {
        Feedback(kind: quiet ? .silent : sound ? .sounds : Console.outputIsTerminal ? .bell : .silent)
    }
}
