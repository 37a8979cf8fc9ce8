// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import SymbolFinding

/// A cause that the figures point to, before it is known what else does.
struct Suspect {
    enum Strength: Comparable {
        /// Pictures that read look so now and then: the cause only when nothing else is.
        case possible
        /// Hardly any picture that reads looks so.
        case clear
    }
    var check: CheckID
    var strength: Strength
    /// Its severity is set by the verdict.
    var finding: Finding
    /// Whether it is worth a warning on a picture that reads nonetheless.
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
    /// A sentence as reports join it into others: "The lens is covered." is "the lens is covered".
    fileprivate var asClause: String {
        let word = prefix { $0 != " " }
        let isName = word.dropFirst().contains { !$0.isLowercase && $0.isLetter }
        let start = isName ? String(prefix(1)) : prefix(1).lowercased()
        return start + dropFirst(1).prefix(last == "." ? count - 2 : count)
    }
}

/// Which of the suspects is to blame.
///
/// A picture that reads has no cause to name: suspects that limit it are warnings. Of one that does not, what is
/// clearly wrong fails, and the merely possible is a warning; where nothing is clear, the possible cause nearest to the
/// light fails. What is proved by another way of reading (the symbology was not asked for, the region misses it, it is
/// inverted) leaves nothing to be blamed on light or lens.
struct PictureVerdict {
    let evidence: PictureEvidence
    private(set) var suspects: [Suspect] = []

    init(_ evidence: PictureEvidence) {
        self.evidence = evidence
        let isRead = !evidence.read.isEmpty || !evidence.codes(.harder).isEmpty
        var all = LightSuspects.find(evidence) + FocusSuspects.find(evidence)
        let proved = AttemptSuspects.find(evidence)
        all += proved + SymbolSuspects.find(evidence)
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
        let hasClear = all.contains { $0.strength == .clear }
        var blamed = false
        suspects = all.map { suspect in
            var suspect = suspect
            let fails = hasClear ? suspect.strength == .clear : !blamed
            if fails { blamed = true } else { suspect.finding.severity = .warn }
            return suspect
        }
        // Without a strong candidate there may be nothing in a camera's view that could be too small or blurred.
        if evidence.isLive, !evidence.hasLikelySymbol {
            for index in suspects.indices where suspects[index].check >= .focus && suspects[index].strength == .possible
            {
                suspects[index].finding.severity = .warn
            }
        }
        if !suspects.contains(where: { $0.finding.severity == .fail }) { suspects += SymbolSuspects.last(evidence) }
    }

    /// The findings of a check, failures first.
    func findings(_ check: CheckID) -> [Finding] {
        suspects.filter { $0.check == check }.map(\.finding)
    }

    /// Why a check that comes after darkness cannot be made.
    var tooDark: String? {
        let hopeless: Set<FindingID> = [.lightCovered, .lightDark]
        guard suspects.contains(where: { hopeless.contains($0.finding.id) && $0.finding.severity == .fail }) else {
            return nil
        }
        return "the picture is too dark to judge it"
    }
}

extension PictureEvidence {
    /// The likeliest candidate.
    ///
    /// Before a camera there is often nothing but a table or a wall, whose grain repeats too, though faintly.
    var best: CandidateEvidence? {
        isLive ? candidates.first { $0.figures.contrast >= PictureThresholds.grain } : candidates.first
    }

    /// Whether a candidate looks so much like a symbol that it is hard to take it for anything else.
    var hasLikelySymbol: Bool { (best?.score ?? 0) >= PictureThresholds.likelySymbol }

    /// The contrast of the candidate, or of the whole picture where there is none.
    var contrast: Double { best?.figures.contrast ?? Double(figures?.range ?? 0) }

    /// Whether hardly any symbol fits into the picture, at two pixels a module.
    var isTiny: Bool {
        guard let figures else { return false }
        return min(figures.width, figures.height) < 30 || max(figures.width, figures.height) < 60
    }

    /// The noise that figures are held against: the picture's own; 0 where it is too small to have any told.
    var noise: Double {
        guard let figures, min(figures.width, figures.height) >= PictureThresholds.smallestForNoise else { return 0 }
        // Bars of a pixel and a half look like noise where nothing but them is in the picture.
        let isFine = (best?.figures.module ?? 2) < PictureThresholds.hopelessModule
        if isFine, min(figures.width, figures.height) < 200, figures.noise < 30 { return 0 }
        return figures.noise
    }
}
