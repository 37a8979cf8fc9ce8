// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import SymbolFinding

/// Judges whether there is enough light, and not too much.
package enum LightJudge {
    package static func judge(_ evidence: PictureEvidence) -> CheckReport {
        guard let figures = evidence.figures else { return CheckReport(.light, .unknown, "there is no picture") }
        let report = CheckReport(
            .light,
            findings: PictureVerdict(evidence).findings(.light)
                + [evidence.isOfDisplay == true ? nil : WeakPictures.burnt(evidence)].compactMap(\.self),
            passed: "mean luma \(figures.mean.text(0)) of 255",
            evidence: [
                EvidenceLine("mean luma", "\(figures.mean.text(0)) of 255"),
                EvidenceLine("noise deviation", "\(figures.noise.text()) of 255"),
                EvidenceLine("pixels at 250 or more", "\((100 * figures.clippedShare).text(1)) %"),
            ])
        return DisplayPicture.leftOut(report, evidence)
    }
}

/// Judges whether the picture is sharp enough for the symbol in it.
package enum FocusJudge {
    package static func judge(_ evidence: PictureEvidence) -> CheckReport {
        guard let figures = evidence.figures else { return CheckReport(.focus, .unknown, "there is no picture") }
        let verdict = PictureVerdict(evidence)
        if let reason = verdict.tooDark { return CheckReport(.focus, .skip, reason) }
        let findings = verdict.findings(.focus) + [evidence.isOfDisplay == true ? nil : WeakPictures.soft(evidence)].compactMap(\.self)
        let edge = evidence.best?.figures.edgeWidth ?? figures.edges.width
        guard let edge else {
            if evidence.read.isEmpty, findings.isEmpty {
                return CheckReport(.focus, .unknown, "there are too few edges to judge")
            }
            return CheckReport(.focus, findings: findings, passed: "sharp enough: it reads")
        }
        let report = CheckReport(
            .focus, findings: findings, passed: "edges are \(edge.text()) px wide",
            evidence: [EvidenceLine("width of edges, 10 to 90 %", "\(edge.text()) px")])
        return DisplayPicture.leftOut(report, evidence)
    }
}

/// Judges the symbol: its size, contrast, place and symbology.
package enum SymbolJudge {
    package static func judge(_ evidence: PictureEvidence) -> CheckReport {
        guard evidence.figures != nil else { return CheckReport(.symbol, .unknown, "there is no picture") }
        let verdict = PictureVerdict(evidence)
        if let reason = verdict.tooDark { return CheckReport(.symbol, .skip, reason) }
        let module = evidence.read.compactMap(\.module).min() ?? evidence.best?.figures.module
        var lines = [EvidenceLine("contrast", "\(evidence.contrast.text(0)) of 255")]
        if let module { lines.append(EvidenceLine("narrowest bar or module", "\(module.text()) px")) }
        let findings = verdict.findings(.symbol)
        if findings.isEmpty, evidence.read.isEmpty, evidence.codes(.harder).isEmpty {
            return CheckReport(.symbol, .unknown, "another cause comes first", evidence: lines)
        }
        return CheckReport(
            .symbol,
            findings: findings
                + FragileCodes.notes(evidence).filter { note in
                    !findings.contains { $0.id == note.id }
                }, passed: module.map { "bars or modules are \($0.text()) px wide" } ?? "it reads",
            evidence: lines)
    }
}

/// Judges whether a code in view can be decoded.
package enum ReaderJudge {
    package static func judge(_ evidence: PictureEvidence) -> CheckReport {
        let attempt = evidence.attempts.first { $0.kind == .asked }
        if let attempt, let code = attempt.codes.first {
            let count = attempt.codes.count
            let time = attempt.milliseconds / Double(max(1, attempt.frames))
            return CheckReport(
                .reader, .pass, "read \(count == 1 ? "a code" : "\(count) codes") in \(time.text()) ms",
                evidence: lines(attempt.codes) + [
                    EvidenceLine("processor time per frame", "\(time.text()) ms"),
                    EvidenceLine("reader", code.reader),
                ] + (evidence.isLive ? [EvidenceLine("frames read", "\(attempt.framesRead) of \(attempt.frames)")] : [])
            )
        }
        if let harder = evidence.attempts.first(where: { $0.kind == .harder }), !harder.codes.isEmpty {
            return CheckReport(
                .reader, .skip,
                "read only with effort hard, in \(harder.milliseconds.text(0)) ms, which a scan does not use",
                evidence: lines(harder.codes))
        }
        guard attempt != nil else { return CheckReport(.reader, .unknown, "reading was not tried") }
        return CheckReport(.reader, .skip, "no code was read")
    }

    /// Code texts are raw: escape them before showing them.
    private static func lines(_ codes: [CodeEvidence]) -> [EvidenceLine] {
        codes.prefix(8).map { EvidenceLine($0.symbology, $0.text ?? "\($0.byteCount) bytes") }
    }
}
