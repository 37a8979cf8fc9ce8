// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Scanning
internal import Terminal

/// The options that decide which reads are reported as scans.
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
            "Report the same code of a camera at most once in this time. 0 reports every read; leave reports it again only "
                + "after the code has left the picture.", valueName: "time"))
    var interval = Interval(.interval(.milliseconds(3500)))

    @Option(
        help: ArgumentHelp(
            "Report a linear code without a strong checksum only after this number of frames has shown it, 1 to 20. By "
                + "default the quality of each read decides.", valueName: "frames"))
    var agree: Int?

    @Flag(help: "Report a code only while it is the only one in view.") var single = false

    func validate() throws {
        if let agree, !(1...20).contains(agree) {
            throw ValidationError("cannot use --agree \(agree): it must be 1 to 20 frames")
        }
    }

    var policy: ReadPolicy { ReadPolicy(repeats: interval.rule, agreement: agree ?? 1, isSingle: single) }
}

/// The options that filter and change texts.
struct ScanTextOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Report only codes whose text matches this regular expression.", valueName: "regex"))
    var match: String?

    @Option(
        help: ArgumentHelp(
            "Remove this prefix from the text. May be repeated; the first prefix that matches is removed.",
            valueName: "text"))
    var stripPrefix: [String] = []

    @Option(
        help: ArgumentHelp(
            "Substitute as sed does: s/PATTERN/REPLACEMENT/ with the flags g and i. May be repeated; applied in order.",
            valueName: "s/…/…/"))
    var transform: [String] = []

    @Flag(help: "Remove white space from both ends of the text.") var trim = false
    @Flag(help: "Convert the text to upper case.") var uppercase = false
    @Flag(name: .customLong("expand-upc-e"), help: "Report a UPC-E as the equivalent UPC-A.") var expandUPCE =
        false
    @Flag(
        name: .customLong("gs1"),
        help: "Accept only GS1 data and GTINs, checked against their application identifiers; print (01)…(17)….")
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

/// The options for the sounds of a scan.
struct ScanFeedbackOptions: ParsableArguments {
    @Flag(help: "Play the desktop's sounds for a scan and for a failure. The default is the terminal's bell.")
    var sound = false
    @Flag(help: "Make no sound.") var quiet = false

    func validate() throws {
        if sound, quiet { throw ValidationError("cannot use --sound with --quiet: choose one") }
    }

    var feedback: Feedback {
        Feedback(kind: quiet ? .silent : sound ? .sounds : Console.outputIsTerminal ? .bell : .silent)
    }
}
