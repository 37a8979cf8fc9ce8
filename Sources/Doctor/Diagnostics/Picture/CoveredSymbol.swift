// SPDX-License-Identifier: Apache-2.0

internal import SymbolFinding

/// A logo or text over a QR code, which its error correction must make up for.
enum CoveredSymbol {
    /// What each level can correct, in percent of the code's data. Source: ISO/IEC 18004, 7.5.1.
    private static let corrects = ["L": 7, "M": 15, "Q": 25, "H": 30]

    static func find(_ evidence: PictureEvidence) -> Suspect? {
        // A corner pattern that is not there either says more: a part of the code is cut off or broken.
        guard evidence.read.isEmpty, let best = evidence.best, best.missingCorner == nil, let overlay = best.overlay else { return nil }
        if let side = overlay.along { return cutOff(side, overlay) }
        let level = overlay.level.flatMap { level in corrects[level].map { (level, $0) } }
        return Suspect(
            .symbol, .symbolCovered,
            // The border of a reflection runs across modules as well.
            GlareSuspect.strength(evidence) == nil ? .clear : .possible,
            "Something that is not made of the code's modules, such as a logo or a text, covers a part of the QR code: more than its error correction makes up for.",
            evidence: lines(overlay), effect: "What is covered is missing for every reader.",
            fixes: [
                Fix(
                    level.map { level, share in
                        level == "H"
                            ? "Generate the code again with a smaller logo, or without"
                            : "Generate the code again with a higher level of error correction: it has level \(level), which corrects \(share) % at most, and H corrects 30 %"
                    } ?? "Generate the code again with the highest level of error correction (H), and a smaller logo"),
                Fix("Or make the logo smaller, or leave it away: half of what the level corrects is a safe size"),
            ])
    }

    /// A strip along a whole side is no logo.
    private static func cutOff(_ side: SymbolOverlay.Side, _ overlay: SymbolOverlay) -> Suspect {
        Suspect(
            .symbol, .symbolDamaged, .clear,
            "A strip along the \(side.rawValue) side of the QR code, seen from the code itself, is missing: it was cut off, as by a printer whose line is narrower than the code, or something lies over it.",
            evidence: lines(overlay) + [EvidenceLine("its place", "along the code's \(side.rawValue) side")],
            effect: "More modules are missing than its error correction makes up for.",
            fixes: [
                Fix("If something lies over it in the picture, take it away, and take another picture with the whole code in it"),
                Fix(
                    "If it is missing on the paper, print the whole code: with fewer dots a module, or with a shorter text, so that it is no wider than the paper and the printer's line"
                ),
                Fix("Or have the program print it as a picture that fits the width; and take all of it into the picture"),
            ])
    }

    /// A code that is read in spite of it, with little to spare for dirt, a reflection or a poor print.
    static func note(_ code: CodeEvidence, _ evidence: PictureEvidence) -> Finding? {
        guard let overlay = evidence.candidate(of: code)?.overlay else { return nil }
        let most = overlay.level.flatMap { corrects[$0] } ?? 7
        guard 100 * overlay.share >= 0.8 * Double(most) else { return nil }
        return Finding(
            .symbolCovered, .note,
            "something that is not made of the code's modules, such as a logo or a text, covers a part of the QR code, about as much as its error correction makes up for",
            confidence: .likely, evidence: lines(overlay),
            effect:
                "it reads here, but nothing is left for dirt, reflections or a poor print, and other readers may fail",
            fixes: [
                Fix("Generate the code again with the highest level of error correction (H)"),
                Fix("Or make the logo smaller, or leave it away"),
            ])
    }

    private static func lines(_ overlay: SymbolOverlay) -> [EvidenceLine] {
        [
            EvidenceLine(
                "place that does not follow the code's modules", "\((100 * overlay.share).text(0)) % of the code's area",
                threshold: "none")
        ]
            + (overlay.level.map { level in
                [
                    EvidenceLine(
                        "level of error correction", "\(level): \(corrects[level] ?? 7) % of the data",
                        source: "the code's format information")
                ]
            } ?? [])
    }
}
