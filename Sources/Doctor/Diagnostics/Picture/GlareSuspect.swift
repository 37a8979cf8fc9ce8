// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import SymbolFinding

/// A lamp reflected in the label.
///
/// A reflection is a patch of pure white that fades at its border and lies on or beside the symbol. White paper ends
/// sharply and mostly reaches the border of the picture. On paper that is pure white itself, a reflection shows in the
/// dark parts around it, which it raises.
enum GlareSuspect {
    static func find(_ evidence: PictureEvidence) -> Suspect? {
        guard let strength = strength(evidence) else { return nil }
        let spot = evidence.spots.first { rate($0, evidence) != nil } ?? evidence.spots.first
        var lines: [EvidenceLine] = []
        if let spot {
            lines.append(
                EvidenceLine(
                    "patch of pure white", "\(spot.width.text(0)) × \(spot.height.text(0)) px",
                    threshold: "1.5 % of the symbol", source: "proposed, not fitted"))
            lines.append(
                EvidenceLine(
                    "fading part of its border", "\((100 * spot.halo).text(0)) %", threshold: "at most 50 %",
                    source: PictureThresholds.source))
        }
        if let hidden = evidence.hiddenBars {
            lines.append(
                EvidenceLine(
                    "bright gap between its bars", "\(hidden.modules.text(0)) modules, brighter than the paper by \(hidden.brightness.text(0)) of 255",
                    threshold: "no space has more than 4 modules"))
        }
        if let veil = evidence.best?.figures.veil {
            lines.append(
                EvidenceLine(
                    "part of the symbol with raised or missing dark areas",
                    "\((100 * (veil.veiled + veil.hole)).text(0)) %",
                    threshold: "at most 15 %", source: PictureThresholds.source))
        }
        if let bump = evidence.bump, hasBump(evidence) {
            lines.append(
                EvidenceLine(
                    "raised dark areas explained by light at \(bump.x.text(0)),\(bump.y.text(0)) px",
                    "\((100 * bump.explained).text(0)) %",
                    threshold: "at most \((100 * PictureThresholds.bump).text(0)) %",
                    source: PictureThresholds.source))
        }
        return Suspect(
            .symbol, .symbolGlare, strength, evidence.hiddenBars == nil ? "A reflection hides part of the symbol." : "A reflection hides part of the symbol: a bright stripe over its bars, as folds of film and shiny edges make them.", evidence: lines,
            effect: evidence.isLive
                ? "Bars and paper look the same there: it is too bright for this exposure." : "Bars and paper look the same there.",
            fixes: [
                Fix("Tilt the label or the camera by 10 to 20 degrees\(evidence.hiddenBars == nil ? "" : ", or pull the film flat")"),
                Fix("Switch off the torch, or use softer light"),
            ] + (evidence.isLive ? [Self.pane] + ExposureSuspects.less(evidence) : []))
    }

    private static let pane = Fix(
        "If the camera looks through a window: it sees its own lamps in the pane, also those for the night, which people do not see. Switch them off, or put the lens close to the glass")

    /// Whether a round, fading patch lies on the symbol. None of the readable pictures and one in a hundred blurred ones
    /// have such a patch.
    static func isUnmistakable(_ evidence: PictureEvidence) -> Bool {
        hasBump(evidence) || evidence.hiddenBars != nil
            || evidence.spots.contains { spot in
                !isBeside(spot, evidence) && spot.halo >= 0.9 && spot.border < 0.1 && (0.5...0.87).contains(spot.fill)
                    && (0.55...1.8).contains(spot.width / max(1, spot.height)) && rate(spot, evidence) != nil
            }
    }

    /// Whether the dark parts rise towards one place and stay sharp: then the reflection explains whatever else seems
    /// wrong with the symbol.
    static func hasBump(_ evidence: PictureEvidence) -> Bool {
        // In a camera's view the light varies by itself; a reflection raises or hides dark parts of the symbol.
        let veil = evidence.best?.figures.veil
        if evidence.isLive, let veil, veil.veiled + veil.hole < 0.01 { return false }
        if !evidence.isLive, let best = evidence.best, best.score < leastScore { return false }
        // Where all dark parts are raised, they are everywhere.
        if evidence.isOverexposed { return false }
        guard !evidence.isDrawn, GlowingGround.spot(evidence) == nil, let bump = evidence.bump,
            bump.cells >= 40 || bump.explained > PictureThresholds.certainBump
        else {
            return false
        }
        return bump.explained > PictureThresholds.bump && bump.height > PictureThresholds.bumpHeight
            && bump.sharpness > PictureThresholds.bumpSharpness
    }

    static func strength(_ evidence: PictureEvidence) -> Suspect.Strength? {
        guard let strength = measured(evidence) else { return nil }
        // Where everything is too bright, patches of pure white are.
        return evidence.isOverexposed ? .possible : strength
    }

    private static func measured(_ evidence: PictureEvidence) -> Suspect.Strength? {
        // No lamp is reflected in a picture that a program drew: its pure white is its ground.
        if evidence.isDrawn || GlowingGround.spot(evidence) != nil { return nil }
        if isUnmistakable(evidence) { return .clear }
        if evidence.isWashedOut || evidence.isScenery || isNoCode(evidence) { return nil }

        var best = evidence.spots.filter { !isPaper($0, evidence) && !isBeside($0, evidence) }.compactMap { rate($0, evidence) }.max()
        guard let symbol = evidence.best?.figures, let module = symbol.module else { return best }
        // Bars this small produce white patches by themselves.
        if module < 1.3 || best != .clear && module < 1.85 { return nil }
        // A reflection that hides something leaves dark parts raised or missing. White paper beside the symbol does not.
        if best == .possible, symbol.veil.hole + symbol.veil.veiled < 0.02 { return nil }
        if best == nil {
            // A sheet that is white all over has no holes in its light.
            guard !evidence.spots.prefix(1).contains(where: { isPaper($0, evidence) && $0.share > mostWhite }) else { return nil }
            let fades = (evidence.spots.first?.halo ?? 0) > 0.1
            if symbol.veil.hole >= 0.08 || symbol.veil.veiled >= 0.15 && fades { best = .possible }
        }
        return best
    }

    /// What hardly resembles a code in a photograph: 18 of 20 other people's with a reflection on the code have more.
    private static let leastScore = 0.18

    /// Whether the likeliest place of a photograph is no code, so that white on it says nothing: its bars differ along their height, or are one
    /// or two; or its edges are far wider than what lies between them.
    private static func isNoCode(_ evidence: PictureEvidence) -> Bool {
        guard !evidence.isLive, let best = evidence.best else { return false }
        let ratio = (best.figures.edgeWidth ?? 0) / max(1, best.figures.module ?? .infinity)
        return best.score < leastScore || best.isUnlikeBars || best.isBare || ratio > 2.5
    }

    /// Whether a patch is the white paper between the bars themselves: they lie in the middle of it, and not one dark part is raised or
    /// missing, as under a reflection.
    private static func isPaper(_ spot: ClippedSpot, _ evidence: PictureEvidence) -> Bool {
        // What reaches from one side of the picture to the other, and is most of it, is the sheet of a scan or a page.
        if spot.width >= 0.85 * Double(evidence.width), spot.height >= 0.85 * Double(evidence.height), spot.share > mostWhite { return true }
        // A bar of a page or a screen, from one side of the picture to the other, that is not over the code.
        if spot.width >= 0.98 * Double(evidence.width) || spot.height >= 0.98 * Double(evidence.height), spot.fill > 0.9,
            evidence.best.map({ !overlaps(spot, $0) }) == true
        {
            return true
        }
        // In a camera's view what is white from one side to the other is the sky, a wall or a sheet.
        if evidence.isLive, spot.width >= 0.9 * Double(evidence.width) || spot.height >= 0.9 * Double(evidence.height), spot.share > 0.1 {
            return true
        }
        guard let best = evidence.best, best.figures.veil.hole + best.figures.veil.veiled < 0.01 else { return false }
        let box = best.box
        let area = (box.maxX - box.minX) * (box.maxY - box.minY)
        let width = min(box.maxX, spot.x + spot.width) - max(box.minX, spot.x)
        let height = min(box.maxY, spot.y + spot.height) - max(box.minY, spot.y)
        let overlap = max(0, width) * max(0, height)
        // White beside a code whose corners are all there is its own paper.
        return overlap > 0.25 * area || best.isSurelyMatrix && overlap < 0.05 * area
    }

    /// The part of a symbol that a reflection beside it raises, too. Of 33 photographs of codes under one, one has less; of nine of codes beside
    /// something white, six.
    private static let leastVeil = 0.03

    /// Whether a patch lies beside the likeliest place of a photograph, of which nothing is raised or missing.
    private static func isBeside(_ spot: ClippedSpot, _ evidence: PictureEvidence) -> Bool {
        guard !evidence.isLive, let best = evidence.best else { return false }
        return best.figures.veil.hole + best.figures.veil.veiled < leastVeil && !overlaps(spot, best)
    }

    private static func overlaps(_ spot: ClippedSpot, _ candidate: CandidateEvidence) -> Bool {
        let box = candidate.box
        return spot.x < box.maxX && spot.x + spot.width > box.minX && spot.y < box.maxY && spot.y + spot.height > box.minY
    }

    /// Share of the picture. A scanned page has more, a photograph with a reflection much less.
    private static let mostWhite = 0.45

    private static func rate(_ spot: ClippedSpot, _ evidence: PictureEvidence) -> Suspect.Strength? {
        // Where much of the picture is pure white, white patches are paper.
        guard (evidence.figures?.clippedShare ?? 0) <= mostWhite else { return nil }
        let module = evidence.best?.figures.module ?? 2
        guard min(spot.width, spot.height) >= max(6, 3 * module) else { return nil }
        let strength: Suspect.Strength
        if spot.border <= 0.35, spot.fill >= 0.5, spot.halo >= 0.7 {
            strength = .clear
        } else if spot.border <= 0.7 && spot.fill >= 0.6 && spot.halo >= 0.85
            || spot.border <= 0.35 && spot.fill >= 0.4 && spot.halo >= 0.5
        {
            strength = .possible
        } else {
            return nil
        }
        // A reflection may hide the whole symbol.
        if evidence.candidates.isEmpty { return spot.share > 0.005 ? strength : nil }
        let picture = Double(evidence.figures.map { $0.width * $0.height } ?? 0)
        let touches = evidence.candidates.prefix(3).contains { candidate in
            let box = candidate.box
            let (width, height) = (box.maxX - box.minX, box.maxY - box.minY)
            let reach = max(0.15 * max(width, height), 0.5 * min(spot.width, spot.height))
            let isNear =
                spot.x < box.maxX + reach && spot.x + spot.width > box.minX - reach && spot.y < box.maxY + reach
                && spot.y + spot.height > box.minY - reach
            return isNear && spot.share * picture > 0.015 * width * height
        }
        return touches ? strength : nil
    }
}
