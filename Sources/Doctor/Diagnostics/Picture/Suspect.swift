// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import SymbolFinding

/// A possible cause, before it is weighed against the others.
struct Suspect {
    enum Strength: Comparable {
        /// Some readable pictures show it too: the cause only if there is no other.
        case possible
        /// Hardly any readable picture shows it.
        case clear
    }
    var check: CheckID
    var strength: Strength
    /// `PictureVerdict` sets its severity.
    var finding: Finding
    /// Whether it is reported as a warning for a picture that reads.
    var limitsReadable = false

    init(
        _ check: CheckID, _ id: FindingID, _ strength: Strength, _ message: String, evidence: [EvidenceLine],
        effect: String, fixes: [Fix] = [], limitsReadable: Bool = false, confidence: Finding.Confidence? = nil
    ) {
        self.check = check
        self.strength = strength
        self.limitsReadable = limitsReadable
        finding = Finding(
            id, .fail, message.asClause, confidence: confidence ?? (strength == .clear ? .likely : .possible),
            evidence: evidence, effect: effect.asClause, fixes: fixes)
    }
}

extension String {
    /// The sentence as a clause: "The lens is covered." becomes "the lens is covered".
    fileprivate var asClause: String {
        let word = prefix { $0 != " " }
        let isName = word.dropFirst().contains { !$0.isLowercase && $0.isLetter }
        let start = isName ? String(prefix(1)) : prefix(1).lowercased()
        return start + dropFirst(1).prefix(last == "." ? count - 2 : count)
    }
}

/// Decides which suspects become failures and which become warnings.
///
/// For a picture that reads, only suspects that limit it are reported, as warnings. For one that reads only with more effort
/// than a scan makes, all are, as warnings. For one that does not read, clear
/// suspects fail and possible ones are warnings; if none is clear, the first possible one in causal order fails. If
/// another way of reading proved the cause (a symbology that was not requested, a region that misses the code, an
/// inverted code), light and lens are not blamed.
struct PictureVerdict {
    let evidence: PictureEvidence
    private(set) var suspects: [Suspect] = []

    init(_ evidence: PictureEvidence) {
        self.evidence = evidence
        let isRead = !evidence.read.isEmpty
        func applies(_ suspect: Suspect) -> Bool { !DisplayPicture.holdsBack(suspect, evidence) }
        var all = (LightSuspects.find(evidence) + FocusSuspects.find(evidence)).filter(applies)
        let proved = AttemptSuspects.find(evidence).filter(applies)
        let known = Set(proved.map(\.finding.id))
        all += proved + SymbolSuspects.find(evidence).filter { !known.contains($0.finding.id) && applies($0) }
        if isRead || !proved.isEmpty {
            suspects = all.compactMap { suspect in
                var suspect = suspect
                let isProof = proved.contains { $0.finding.id == suspect.finding.id }
                guard isProof || suspect.limitsReadable else { return nil }
                if isRead || !isProof { suspect.finding.severity = .warn }
                return suspect
            }
            return
        }
        // It can be read, but not by a scan as requested: whatever explains that is a warning.
        if !evidence.codes(.harder).isEmpty {
            suspects = all.isEmpty ? [SymbolSuspects.hard(evidence)] : all
            for index in suspects.indices { suspects[index].finding.severity = .warn }
            return
        }
        let hasClear = all.contains { $0.strength == .clear }
        var blamed = false
        suspects = all.map { suspect in
            var suspect = suspect
            let fails = hasClear ? suspect.strength == .clear : !blamed
            if fails { blamed = true } else { suspect.finding.severity = .warn }
            return suspect
        }
        // Without a strong candidate, a camera's view may be empty, with nothing that could be too small or blurred.
        if evidence.isLive, !evidence.hasLikelySymbol {
            for index in suspects.indices where suspects[index].check >= .focus && suspects[index].strength == .possible
            {
                suspects[index].finding.severity = .warn
            }
        }
        if evidence.isScene {
            for index in suspects.indices
            where suspects[index].strength == .possible && (suspects[index].check >= .focus || suspects[index].finding.id == .lightNoise) {
                suspects[index].finding.severity = .warn
            }
        }
        // With two pixels and more a module, most codes read: what else is wrong with the symbol says more.
        let failing = suspects.indices.filter { suspects[$0].finding.severity == .fail }
        if failing.count == 1, let only = failing.first, suspects[only].finding.id == .symbolSmall, SymbolSuspects.hasFewPixels(evidence) {
            suspects[only].finding.severity = .warn
        }
        if !suspects.contains(where: { $0.finding.severity == .fail }) { suspects += SymbolSuspects.last(evidence) }
    }

    /// The findings of a check, failures first.
    func findings(_ check: CheckID) -> [Finding] {
        suspects.filter { $0.check == check }.map(\.finding)
    }

    /// The reason to skip focus and symbol in the dark; `nil` if there is enough light.
    var tooDark: String? {
        let hopeless: Set<FindingID> = [.lightCovered, .lightDark]
        guard suspects.contains(where: { hopeless.contains($0.finding.id) && $0.finding.severity == .fail }) else {
            return nil
        }
        return "the picture is too dark to judge"
    }
}

extension PictureEvidence {
    /// The likeliest candidate.
    ///
    /// A camera often sees only a table or a wall, whose grain repeats too, but faintly. What has hardly any bars comes after all others.
    var best: CandidateEvidence? {
        let some = isLive ? candidates.filter { $0.figures.contrast >= PictureThresholds.grain } : candidates
        // Between edges several bars wide there are no bars: those of a photograph that is sharp belong to different things. Not fitted.
        if !isLive, let first = some.first, first.kind == .linear, let edge = first.figures.edgeWidth, let bar = first.figures.drawnModule,
            edge > 4 * bar, let sharpest = figures?.edges.width, edge > 8 * sharpest, let next = some.dropFirst().first(where: { $0.kind == .matrix && !$0.isBare })
        {
            return next
        }
        // A photograph in which there is nothing but one or two stripes has no code.
        return some.first { !$0.isBare } ?? some.first { isLive || !$0.isText }
    }

    /// Whether a candidate is almost certainly a symbol.
    var hasLikelySymbol: Bool {
        guard let best, best.score >= PictureThresholds.likelySymbol else { return false }
        // What a camera sees besides codes has bars, too: lines of text, shelves, blinds. Where they are sharp, their number tells.
        let isSharp = best.figures.modulation > 0.9 && (best.figures.edgeWidth ?? .infinity) <= 0.5 * (best.figures.module ?? 0)
        return !(isLive && best.kind == .linear && isSharp && !best.hasEnoughBars) && !isScenery && !isTextView
    }

    /// Whether a camera's view is far brighter than automatic exposure makes it, and much of it pure white.
    var isWashedOut: Bool {
        guard isLive, let figures else { return false }
        return figures.mean > PictureThresholds.washedOut && figures.clippedShare > PictureThresholds.clippedShare
    }

    /// Whether what looks like a symbol out of focus is the texture of what the camera sees, such as leaves, gravel or furniture: it
    /// hardly resembles a symbol, and has what no symbol has that a lens has blurred.
    var isScenery: Bool {
        guard isLive, let best, best.kind == .matrix, best.score < 0.45 else { return false }
        let figures = best.figures
        // It fills half of the view.
        if figures.modulation < 0.4, figures.width * figures.height > 0.45 * Double(width) * Double(height) { return true }
        // Modules are dark or light. Where edges are no wider than these, they reach a good part of the contrast.
        if figures.modulation < 0.33, let edge = figures.edgeWidth, let module = figures.module, edge < 1.1 * module { return true }
        // A lens blurs edges in all directions alike, and other things than the symbol are sharp; a movement is seen in the next frame.
        guard temporal?.isStill == true, let across = figures.edgeWidthAcross, let down = figures.edgeWidthDown, let sharpest = self.figures?.edges.width else { return false }
        // Dark and light go on at its sides, as on a shelf, and it is no square, or softer in one direction.
        if sharpest < PictureThresholds.sharpView, figures.polarity == nil, !isHeldTooNear,
            !best.isNearlySquare || max(across, down) > PictureThresholds.ratherUneven * min(across, down)
        {
            return true
        }
        // What is wide in both directions is blurred, whatever the ratio: bars have few edges along them, and those of other things.
        return sharpest < PictureThresholds.sharpView && max(across, down) > PictureThresholds.uneven * min(across, down)
            && min(across, down) < figures.module ?? .infinity
    }

    /// Whether a camera's view has nothing that could be a code, even one far out of focus: what edges it has say nothing of one.
    var isVague: Bool {
        guard isLive else { return false }
        guard let best else { return true }
        if isTextView { return true }
        // A code out of focus is square, or stands out from its paper; shelves and rooms have dark and light at all sides.
        return best.score < PictureThresholds.vagueSymbol
            || best.score < PictureThresholds.likelySymbol && best.kind == .matrix && best.figures.polarity == nil && !best.isNearlySquare
                && !isHeldTooNear
    }

    /// Whether the likeliest place is black and white and far out of focus, before a view that is sharp: something that is held near the
    /// camera.
    private var isHeldTooNear: Bool {
        guard isLive, let symbol = best?.figures, symbol.contrast >= PictureThresholds.nearContrast, let module = symbol.module,
            let sharpest = figures?.edges.width, sharpest < PictureThresholds.sharpView
        else { return false }
        guard let across = symbol.edgeWidthAcross, let down = symbol.edgeWidthDown else { return false }
        return min(across, down) > max(module, PictureThresholds.nearEdges * sharpest)
    }

    /// The contrast of the candidate, or of the whole picture without a candidate.
    var contrast: Double { best?.figures.contrast ?? Double(figures?.range ?? 0) }

    /// Whether hardly any symbol fits into the picture at two pixels per module.
    var isTiny: Bool {
        guard let figures else { return false }
        return min(figures.width, figures.height) < 30 || max(figures.width, figures.height) < 60
    }

    /// Whether the picture has no grey but that of its edges.
    var isTwoTone: Bool {
        guard let figures, !isLive else { return false }
        return figures.blackShare > 0 && figures.blackShare + figures.clippedShare >= 0.99
    }

    /// Whether a program drew or scaled the picture: no lens draws edges within a pixel, and none is without noise.
    var isDrawn: Bool { !isLive && (figures?.edges.width ?? .infinity) < 1 && noise < 0.5 && !isTakenInWrongLight && !isGrainy }

    /// Whether a code is full of noise or grain, in a picture that has none elsewhere: a photograph that a program framed.
    private var isGrainy: Bool { read.contains { $0.grain != nil } }

    /// The noise of the picture; 0 if the picture is too small to measure it.
    var noise: Double {
        guard let figures, min(figures.width, figures.height) >= PictureThresholds.smallestForNoise else { return 0 }
        // Modules of a pixel each are light and dark by turns, too.
        if figures.noise > PictureThresholds.mostNoise * Double(figures.range), read.contains(where: \.isFine) { return 0 }
        // Bars of a pixel and a half look like noise if they fill the picture.
        let isFine = (best?.figures.module ?? 2) < PictureThresholds.hopelessModule
        if isFine, min(figures.width, figures.height) < 200, figures.noise < 30 { return 0 }
        return figures.noise
    }
}
