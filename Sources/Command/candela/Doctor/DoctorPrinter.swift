// SPDX-License-Identifier: Apache-2.0

internal import Cameras
internal import Diagnostics
internal import Output
internal import Terminal

/// Prints reports: a block for the headline, then the table of checks; or a single line if every check passed.
struct DoctorPrinter {
    let json: Bool
    let isVerbose: Bool
    /// `nil` for all.
    let only: Set<CheckID>?

    /// Prints a report and returns the verdict, both limited to the requested checks.
    @discardableResult
    func print(_ report: DoctorReport, isBrief: Bool = false) throws(CommandFailure) -> DoctorReport.Verdict {
        let report = only.map(report.limited) ?? report
        if json {
            try Console.print(report.json.text)
        } else {
            for line in isBrief && !isVerbose ? brief(report) : lines(report) { try Console.print(line) }
        }
        return report.verdict
    }

    /// Throws the exit status of the worst verdict.
    func finish(_ verdicts: [DoctorReport.Verdict]) throws(CommandFailure) {
        if verdicts.contains(.blocked) { throw CommandFailure(status: .found) }
    }

    /// The single line of one of several pictures.
    private func brief(_ report: DoctorReport) -> [String] {
        let name = label(report)
        guard let headline = report.headline else {
            return ["\(name): \(word(report.verdict)): \(visible(report.summary))"]
        }
        return ["\(name): \(word(report.verdict)): \(headline.id): \(visible(headline.message))"]
    }

    private func lines(_ report: DoctorReport) -> [String] {
        let name = label(report)
        var lines: [String] = []
        if let headline = report.headline {
            lines.append("\(name): \(word(report.verdict)): \(Console.bold(headline.id.rawValue))")
            lines += block(headline)
            lines.append("")
        } else {
            lines.append("\(name): \(word(report.verdict)): \(visible(report.summary))")
            if report.verdict == .ready, !isVerbose { return lines + notes(report) }
        }
        lines += table(report)
        let others = report.findings.filter { $0.id != report.headline?.id }
        if !others.isEmpty, isVerbose {
            for finding in others {
                lines.append("")
                lines.append("also: \(Console.bold(finding.id.rawValue))")
                lines += block(finding)
            }
        }
        lines += notes(report)
        let more = more(report.headline, hidesFindings: !others.isEmpty && !isVerbose)
        if !more.isEmpty { lines += ["", Console.dim("More: " + more.joined(separator: ", or "))] }
        return lines
    }

    /// What does not keep a scan from reading, each with its remedies.
    private func notes(_ report: DoctorReport) -> [String] {
        report.notes.flatMap { note in ["", "note: \(Console.bold(note.id.rawValue))"] + block(note) }
    }

    /// Where to find what the report does not show: the page of the headline, and findings that were left out.
    private func more(_ headline: Finding?, hidesFindings: Bool) -> [String] {
        var more: [String] = []
        if let headline, Catalogue.entry(headline.id) != nil { more.append("candela doctor --explain \(headline.id)") }
        if hidesFindings { more.append("--verbose for the other findings") }
        return more
    }

    private func block(_ finding: Finding) -> [String] {
        var lines = ["  " + sentence(finding.message) + confidence(finding.confidence)]
        lines.append("  " + sentence(finding.effect))
        lines.append("")
        lines.append("  Seen:")
        let width = min(44, finding.evidence.map { VisibleText.escape($0.what).count }.max() ?? 0)
        for line in finding.evidence { lines.append("    " + evidence(line, width)) }
        return lines + fixes(finding) + deciding(finding)
    }

    private func fixes(_ finding: Finding) -> [String] {
        guard !finding.fixes.isEmpty else { return [] }
        var lines = ["", "  How to fix it:"]
        for (index, fix) in finding.fixes.enumerated() {
            let root = fix.needsRoot ? " (needs root)" : ""
            lines.append("    \(index + 1). \(visible(fix.title))\(root)")
            for command in fix.commands { lines.append("         " + Console.bold(visible(command))) }
            if !fix.undo.isEmpty {
                lines.append("       " + Console.dim("undo: " + fix.undo.map(visible).joined(separator: "; ")))
            }
        }
        return lines
    }

    /// What tells a possible cause from the others.
    private func deciding(_ finding: Finding) -> [String] {
        guard !finding.deciding.isEmpty else { return [] }
        return ["", "  To be sure:"]
            + finding.deciding.flatMap { fact in
                ["    " + visible(fact.test)] + (fact.command.map { ["         " + Console.bold(visible($0))] } ?? [])
            }
    }

    private func table(_ report: DoctorReport) -> [String] {
        var lines: [String] = []
        var skipped: [CheckReport] = []
        func closeSkipped() {
            guard let first = skipped.first else { return }
            let names = skipped.map(\.id.rawValue).joined(separator: ", ")
            lines.append(Console.dim("  -    skipped: \(names) (\(visible(first.summary)))"))
            skipped = []
        }
        for check in report.checks {
            if check.state == .skip {
                if let first = skipped.first, first.summary != check.summary { closeSkipped() }
                skipped.append(check)
                continue
            }
            closeSkipped()
            let name = check.id.rawValue + String(repeating: " ", count: max(1, 12 - check.id.rawValue.count))
            let text =
                switch check.state {
                case .pass, .skip: visible(check.summary)
                case .unknown: "unknown: \(visible(check.summary))"
                case .warn, .fail:
                    check.findings.map { "\($0.id): \(visible($0.message))" }.joined(separator: "; ")
                }
            lines.append("  \(mark(check.state)) \(name)\(text)")
            if isVerbose, check.findings.isEmpty {
                let width = min(44, check.evidence.map { VisibleText.escape($0.what).count }.max() ?? 0)
                for seen in check.evidence { lines.append("                  " + Console.dim(evidence(seen, width))) }
            }
        }
        closeSkipped()
        return lines
    }

    private func evidence(_ line: EvidenceLine, _ width: Int) -> String {
        let what = visible(line.what)
        var text = what + String(repeating: " ", count: max(0, width - what.count) + 2) + visible(line.value)
        let limits = [line.threshold, line.source].compactMap { $0.map(visible) }
        if !limits.isEmpty { text += "  (" + limits.joined(separator: "; ") + ")" }
        return text
    }

    private func mark(_ state: CheckReport.State) -> String {
        switch state {
        case .pass: Console.green("ok  ")
        case .warn: Console.yellow("warn")
        case .fail: Console.red("FAIL")
        case .unknown: Console.yellow("?   ")
        case .skip: "-   "
        }
    }

    private func word(_ verdict: DoctorReport.Verdict) -> String {
        switch verdict {
        case .ready: Console.green("ready")
        case .degraded: Console.yellow("degraded")
        case .blocked: Console.red("blocked")
        }
    }

    private func confidence(_ confidence: Finding.Confidence) -> String {
        switch confidence {
        case .certain: ""
        case .likely: " (likely)"
        case .possible: " (one of several possible causes)"
        }
    }

    private func label(_ report: DoctorReport) -> String { visible(CameraAddress(report.subject.name).label) }
    private func visible(_ text: String) -> String { VisibleText.escape(text) }

    /// The text with a capital letter and a full stop.
    private func sentence(_ text: String) -> String {
        let text = visible(text)
        // A path or a name is not capitalized.
        let isWord = text.prefix { $0 != " " }.allSatisfy { $0 == "," || $0.isLetter && $0.isLowercase }
        let start = isWord ? text.prefix(1).uppercased() : String(text.prefix(1))
        return start + text.dropFirst() + (text.last == "." ? "" : ".")
    }
}
