// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
internal import LinearReading
internal import MatrixReading
internal import SymbolFinding

/// Possible causes in the symbol as it appears in the picture.
enum SymbolSuspects {
    static func find(_ evidence: PictureEvidence) -> [Suspect] {
        [
            contrast(evidence), GlareSuspect.find(evidence), quietZone(evidence), SmearedPrint(evidence)?.suspect, growth(evidence), uneven(evidence), unevenModules(evidence), raster(evidence), grown(evidence),
            bent(evidence), bentQR(evidence), stripes(evidence), strips(evidence), frayed(evidence), CoveredSymbol.find(evidence), CornerPatterns.find(evidence), small(evidence),
        ]
        .compactMap { $0 }
    }

    private static func contrast(_ evidence: PictureEvidence) -> Suspect? {
        let contrast = evidence.contrast
        guard let figures = evidence.figures, contrast < PictureThresholds.weakContrast else { return nil }
        // A dark picture has little contrast; the fix for that is light.
        guard figures.p99 >= PictureThresholds.darkHighlight || figures.range * 5 < figures.p99 * 2 else { return nil }
        // A flat picture contains no symbol at all, not one of low contrast.
        guard evidence.best != nil || !evidence.isLive && figures.range >= 1 else { return nil }
        return Suspect(
            .symbol, .symbolContrast,
            contrast < PictureThresholds.contrast && !GlareSuspect.hasBump(evidence) ? .clear : .possible,
            "The symbol has too little contrast: its dark and light parts differ by \((contrast / 2.55).text(0)) % of "
                + "full scale.",
            evidence: [
                EvidenceLine(
                    "contrast", "\(contrast.text(0)) of 255",
                    threshold: "at least \(PictureThresholds.contrast.text(0)) (20 %)",
                    source: "ISO/IEC 15416 (estimate), grade F; fitted: make fit")
            ], effect: "Bars cannot be distinguished from the paper.",
            fixes: [
                Fix("Light it evenly from the side, so that the paper does not shine"),
                Fix("Print it again in black on white, on matt paper"),
            ])
    }

    // MARK: Small

    private static func small(_ evidence: PictureEvidence) -> Suspect? {
        let code = evidence.read.compactMap(\.module).min()
        // What was measured is then the distance of lines within the modules.
        guard let figures = evidence.figures, evidence.best?.raster == nil else { return nil }
        let candidate = candidateModule(evidence)
        let (width, height) = (figures.width, figures.height)
        // Bars of two pixels and a half with edges narrower than one are as clear as they can be.
        let isClear =
            code == nil && (candidate ?? 0) >= 2.4
            && ((evidence.best?.figures.edgeWidth ?? .infinity) <= 1.2 || isDrawnEvenly(evidence, candidate ?? 0))
        if let module = code ?? candidate, module < PictureThresholds.comfortableModule, !isClear {
            let strength: Suspect.Strength =
                module < PictureThresholds.hopelessModule || evidence.isTiny ? .clear : .possible
            return suspect(strength, module, evidence, limits: code.map { $0 < 1.3 } ?? false)
        }
        let isTiny = evidence.isTiny
        guard isTiny || candidate == nil && max(width, height) < 190 else { return nil }
        return Suspect(
            .symbol, .symbolSmall, isTiny ? .clear : .possible,
            "The picture is too small: an EAN-13 needs 190 pixels, and the picture has \(width) × \(height).",
            evidence: [
                EvidenceLine(
                    "picture", "\(width) × \(height) px",
                    threshold: "190 px for an EAN-13, 42 for the smallest QR code",
                    source: "ML Kit: ≥ 2 px per module")
            ], effect: "Bars and modules blend into grey.", fixes: [Fix("Take a larger picture, or crop less")])
    }

    private static func candidateModule(_ evidence: PictureEvidence) -> Double? {
        evidence.best.flatMap { best in
            // What a program drew small may have bars that cannot be told apart.
            !evidence.isLive && (best.isText || best.isSparse && !evidence.isDrawn) ? nil : best.figures.module
        }
    }

    /// Whether a photograph's modules have pixels enough for most codes, and not for every one: of 66 that were called small for that alone,
    /// 64 did not read for another reason.
    static func hasFewPixels(_ evidence: PictureEvidence) -> Bool {
        guard !evidence.isLive, !evidence.isDrawn, small(evidence)?.strength == .possible, let module = candidateModule(evidence) else {
            return false
        }
        return (PictureThresholds.module..<PictureThresholds.comfortableModule).contains(module)
    }

    /// Whether a program drew each module as a whole number of pixels, in pure dark and light: nothing has scaled it since.
    private static func isDrawnEvenly(_ evidence: PictureEvidence, _ module: Double) -> Bool {
        guard evidence.isDrawn, let figures = evidence.best?.figures, figures.modulation > 0.98 else { return false }
        return abs(module - module.rounded()) < 0.02 && abs(figures.barGrowth ?? 0) < 0.02
    }

    private static func suspect(
        _ strength: Suspect.Strength, _ module: Double, _ evidence: PictureEvidence, limits: Bool
    ) -> Suspect {
        let times = PictureThresholds.module / module
        let isPhotograph = !evidence.isLive && evidence.read.isEmpty && strength == .possible
        let message =
            times > 1.05
            ? (isPhotograph
                ? "The symbol's bars are only \(module.text()) px wide, and 2 are needed: it is too small, unless a part of it is covered or missing."
                : "The symbol is too small: its bars are \(module.text()) px wide, and 2 are needed.")
            : "The symbol is small: its bars are \(module.text()) px wide, and more pixels may help."
        // A smaller step would make no difference that shows.
        let wanted = max(times, 3 / module, 1.5)
        var fixes = zoom(by: wanted, evidence)
        if evidence.isDrawn {
            return drawn(strength, module, limits: limits)
        }
        fixes.append(
            Fix(
                "Bring it nearer, to \((100 / wanted).text(0)) % of the distance or less, or take a picture with "
                    + "\(wanted.text()) times the pixels per side"))
        if let limit = FixedLens.limit(evidence) { fixes.append(limit) }
        if evidence.best?.kind == .linear, module >= PictureThresholds.module {
            fixes.append(
                Fix(
                    "If it does not read when it is larger either, look at its print: each bar must be a whole number of the printer's dots wide (two or more for the narrowest); between two, a printer makes equal bars unequal. Print it larger, or with less text"
                ))
        }
        return Suspect(
            .symbol, .symbolSmall, strength, message,
            evidence: [
                EvidenceLine(
                    "narrowest bar or module", "\(module.text(2)) px", threshold: "at least 2",
                    source: "ML Kit: ≥ 2 px per module")
            ], effect: "Bars and modules blend into grey.", fixes: fixes, limitsReadable: limits)
    }

    /// None for a camera without a zoom, and for one that stands at its most.
    static func zoom(by wanted: Double, _ evidence: PictureEvidence) -> [Fix] {
        guard let settings = evidence.settings, let zoom = settings.zoom, let most = settings.zoomMaximum, zoom > 0, zoom < most else {
            return []
        }
        let aim = Int(min(Double(most), (Double(zoom) * wanted).rounded(.up)))
        guard let value = settings.fitting("zoom_absolute", aim) else { return [] }
        return CameraFix.set("Zoom \((Double(value) / Double(zoom)).text())×", [("zoom_absolute", value, zoom)], evidence)
    }

    /// A picture that a program drew or scaled, not a camera: no lens draws edges within a pixel, and none is without noise.
    private static func drawn(_ strength: Suspect.Strength, _ module: Double, limits: Bool) -> Suspect {
        Suspect(
            .symbol, .symbolSmall, strength,
            "The symbol is drawn too small: its bars are \(module.text()) px wide, and scaling has made bars of one kind unequal.",
            evidence: [
                EvidenceLine(
                    "narrowest bar or module", "\(module.text(2)) px", threshold: "at least 2, and a whole number",
                    source: "ML Kit: ≥ 2 px per module"),
                EvidenceLine("noise", "none: the picture was drawn, not taken"),
            ], effect: "Readers cannot tell narrow bars from wide ones.",
            fixes: [
                Fix(
                    "Draw it again, larger and with a whole number of pixels for each module, and do not scale the picture afterwards; scaling up this one does not help"
                )
            ], limitsReadable: limits)
    }

    // MARK: Edge

    private static func quietZone(_ evidence: PictureEvidence) -> Suspect? {
        guard let candidate = evidence.best, evidence.hasLikelySymbol, !candidate.isUnlikeBars, let figures = evidence.figures else {
            return nil
        }
        let area = evidence.region
        let (left, top) = (Double(area?.x ?? 0), Double(area?.y ?? 0))
        let (right, bottom) = (left + Double(figures.width), top + Double(figures.height))
        let box = candidate.box
        let margin = 2 * (candidate.figures.module ?? 2)
        // Bars may extend beyond the picture lengthwise, but not across.
        let isWide =
            abs(candidate.corners[2] - candidate.corners[0]) >= abs(candidate.corners[3] - candidate.corners[1])
        let cutAcross =
            isWide
            ? box.minX < left + margin || box.maxX > right - margin
            : box.minY < top + margin || box.maxY > bottom - margin
        let cutAlong =
            isWide
            ? box.minY < top + margin || box.maxY > bottom - margin
            : box.minX < left + margin || box.maxX > right - margin
        if candidate.isCutOff == true, candidate.kind == .linear, candidate.figures.polarity != .lightOnDark, !cutAcross,
            // A bent code ends where its container does.
            (candidate.figures.narrowedEnds ?? 1) > PictureThresholds.narrowedEnds, (candidate.figures.faintEnds ?? 1) > SymbolFigures.bentEnds
        {
            return cutOff
        }
        if hasDarkGround(candidate, evidence), !cutAcross { return darkGround }
        // With something dark within half a module the outline itself is in doubt.
        if let margin = candidate.margin, candidate.kind == .linear, candidate.figures.polarity != .lightOnDark,
            !cutAcross, candidate.hasEnoughBars, margin.endsAtBorder ? margin.modules < 6 : (0.5..<3).contains(margin.modules)
        {
            return narrowMargin(margin)
        }
        guard cutAcross || candidate.kind == .matrix && cutAlong, evidence.isLive || candidate.kind == .matrix || candidate.hasEnoughBars,
            // What a camera sees besides codes goes on beyond its view.
            !evidence.isLive || candidate.score >= leastAtBorder
        else { return nil }
        // An outline that leaves the picture at both sides was not found there: it is that of something else.
        let leaves = box.minX < left - 2 && box.maxX > right + 2 || box.minY < top - 2 && box.maxY > bottom + 2
        if candidate.kind == .matrix, leaves { return nil }
        return Suspect(
            .symbol, .symbolQuietZone, .possible,
            area == nil
                ? "The symbol reaches the border of the picture." : "The symbol reaches the border of the region.",
            evidence: [
                EvidenceLine(
                    "place", "\(box.minX.text(0)),\(box.minY.text(0)) to \(box.maxX.text(0)),\(box.maxY.text(0)) px",
                    threshold: "a quiet zone of 10 modules for linear codes, 4 for QR",
                    source: "GS1 General Specifications")
            ], effect: "Part of it or of its quiet zone is cut off.",
            fixes: area == nil
                ? [
                    Fix(
                        evidence.isLive
                            ? "Move the camera back, or the symbol into the middle"
                            : "Take the whole symbol into the picture, with white on all sides; if a program drew it, its picture is too narrow and cuts the symbol off: make it wider, or generate it again")
                ] : [Fix("Make the region larger")]
        )
    }

    /// Of a camera's view. Likely symbols have 0.35, and so has a page of text.
    private static let leastAtBorder = 0.5

    /// Whether clear and equal bars end on dark ground at both sides. They look like light bars on a dark ground then, and do not read as those.
    private static func hasDarkGround(_ candidate: CandidateEvidence, _ evidence: PictureEvidence) -> Bool {
        guard candidate.kind == .linear, candidate.figures.polarity == .lightOnDark, candidate.hasEnoughBars,
            candidate.score >= leastOnDarkGround, evidence.isUnread, !evidence.isDrawn, let margin = candidate.margin, !margin.endsAtBorder,
            margin.modules < 0.5, let module = candidate.figures.module, let edge = candidate.figures.edgeWidth,
            let spread = candidate.figures.lineSpread
        else { return false }
        // The bars of a bent or blurred code fade, and what is dark beside them is not its ground.
        return edge <= module && candidate.figures.modulation >= leastModulation && spread <= PictureThresholds.lineSpread
    }

    // Not fitted: of 900 pictures that do not read, two have all of it, and both are cut so.
    private static let (leastOnDarkGround, leastModulation) = (0.5, 0.6)

    private static var darkGround: Suspect {
        Suspect(
            .symbol, .symbolQuietZone, .possible,
            "The code has no light margin: its bars end on dark ground at both ends, so that the ground seems to be one more bar.",
            evidence: [
                EvidenceLine(
                    "light margin", "none, and dark ground at both ends", threshold: "7 to 11 modules at both ends",
                    source: "GS1 General Specifications")
            ], effect: "Readers do not see where the code begins and ends.",
            fixes: [
                Fix("Lay white paper under the label, so that some of it shows at both ends of the bars"),
                Fix("When it is printed next, leave the margin (quiet zone), and do not cut the label at the bars"),
            ])
    }

    private static func narrowMargin(_ margin: SymbolMargin) -> Suspect {
        Suspect(
            .symbol, .symbolQuietZone, .possible,
            margin.endsAtBorder
                ? "The symbol ends only \(margin.modules.text()) modules from the edge of the picture: its last bar or its margin may be cut off."
                : "Something dark stands \(margin.modules.text()) modules beside the symbol's end, in its quiet zone.",
            evidence: [
                EvidenceLine(
                    "light margin", "\(margin.modules.text()) modules", threshold: "7 to 11 modules at both ends",
                    source: "GS1 General Specifications")
            ], effect: "Readers do not see where the code ends.",
            fixes: [
                Fix(
                    margin.endsAtBorder
                        ? "Take the whole code with its margin into the picture, or crop less"
                        : "Cover what stands beside the code with white paper, or print it with more margin")
            ])
    }

    private static var cutOff: Suspect {
        Suspect(
            .symbol, .symbolQuietZone, .clear,
            "One end of the code has no light margin: dark ground begins where its bars do. The label is cut off there, the code is printed beyond its edge, or something dark covers it, and its first or last bars may be missing.",
            evidence: [
                EvidenceLine(
                    "light margin", "none at one end, and dark ground from there on",
                    threshold: "7 to 11 modules at both ends", source: "GS1 General Specifications")
            ], effect: "Without its first bars no reader knows what it sees, and without a margin none looks there.",
            fixes: [
                Fix(
                    "Look at that end of the code: if a finger or something else lies over it, take that away; if the label ends there, print the whole code with white paper at both ends, farther from the edge or narrower"
                )
            ])
    }

    // MARK: Bars

    /// Ink that ran, or too much light, which eats into the bars: readers that compare bars with spaces take narrow ones for
    /// wide ones.
    private static func growth(_ evidence: PictureEvidence) -> Suspect? {
        guard let best = evidence.best, evidence.hasLikelySymbol, best.kind == .linear,
            let growth = best.figures.barGrowth,
            // A label with text on a dark thing has edges of all kinds.
            !(best.isUnlikeBars && best.figures.polarity == .lightOnDark),
            // Bars that have run together are fewer.
            growth > 0 || best.hasEnoughBars,
            abs(growth) >= PictureThresholds.barGrowth, let module = best.figures.module,
            module >= PictureThresholds.hopelessModule, evidence.contrast >= PictureThresholds.contrast,
            // The edges of a blurred symbol are not where its bars end.
            (best.figures.edgeWidth ?? 0) <= best.figures.drawnModule ?? module
        else { return nil }
        let share = (100 * abs(growth)).text(0)
        let isGrown = growth > 0
        return Suspect(
            .symbol, .symbolBarGrowth, .possible,
            isGrown
                ? "The bars are too wide, and the spaces between them too narrow, by \(share) % of a module: ink that ran, or a printer with too much heat or ink."
                : "The bars are too thin, and the spaces between them too wide, by \(share) % of a module: a printer that is set too light, or a picture with too much light.",
            evidence: [
                EvidenceLine(
                    "narrow bars beside narrow spaces", "\(isGrown ? "+" : "-")\(share) % of a module",
                    threshold: "at most \((100 * PictureThresholds.barGrowth).text(0)) %",
                    source: PictureThresholds.source)
            ], effect: "Readers take narrow bars for wide ones, or the other way round.",
            fixes: isGrown
                ? lessInk
                : [
                    Fix("If the paper in the picture is pure white, lower the exposure or move the lamp away"),
                    Fix("Print it again with more heat or ink, or larger"),
                ])
    }

    /// A printer that rounds each bar to its own dots, or a program that has scaled a picture of the code.
    private static func uneven(_ evidence: PictureEvidence) -> Suspect? {
        guard let uneven = evidence.unevenWidths, uneven.deviation >= UnevenWidths.least, evidence.isUnread,
            let best = evidence.best, best.kind == .linear, let module = best.figures.module, module >= PictureThresholds.comfortableModule,
            evidence.contrast >= PictureThresholds.contrast,
            // Of several codes, it is not known which one was measured.
            evidence.candidates.count(where: { $0.kind == .linear && $0.score >= PictureThresholds.likelySymbol }) == 1,
            // The edges of a blurred symbol are not where its bars end.
            (best.figures.edgeWidth ?? 0) <= best.figures.drawnModule ?? module
        else { return nil }
        return Suspect(
            .symbol, .symbolUneven, .clear,
            "The bars and spaces do not have the widths of a code: equal ones are unequal, as a printer makes them that rounds each bar to its own dots, or a program that scales a picture of the code.",
            evidence: [
                EvidenceLine(
                    "distances between like edges (\(uneven.symbology.rawValue))",
                    "miss whole modules by \((100 * uneven.deviation).text(0)) % of one",
                    threshold: "at most \((100 * UnevenWidths.least).text(0)) %; 29 % is chance",
                    source: "proposed, not fitted; the same in different rows")
            ], effect: "Readers take many characters for others, and the check character fails.",
            fixes: [
                Fix(
                    "Print it again with narrowest bars that are a whole number of the printer's dots wide, two or more, which mostly makes it wider: on a label printer of 203 dpi, 0.25 mm (two dots) or 0.375 mm (three)"
                ),
                Fix(
                    "Let the printer draw it with its own command for barcodes, or place it as vectors; do not let a program scale a picture of it to fit"
                ),
                Fix("If it is a scan in black and white: scan it in grey, with more dots an inch"),
                Fix("Until then, type what is printed below the bars"),
            ])
    }

    private static let lessInk = [
        Fix("Print it again with less heat or ink, on paper that does not soak it up, or larger"),
        Fix("Draw it with bars that are narrower by this amount (bar width reduction)"),
    ]

    /// A matrix code whose dark modules have spread into the light ones: it has about as many of either.
    private static func grown(_ evidence: PictureEvidence) -> Suspect? {
        if let finding = heavy(evidence) { return finding }
        guard let best = evidence.best, evidence.hasLikelySymbol, best.kind == .matrix,
            // A code that has as many dark as light modules is square, or a PDF417, which is longer than high and stands in a looser outline.
            let share = best.figures.darkShare,
            best.isNearlySquare && (PictureThresholds.darkShare...(evidence.isSharpBeside ? 0.92 : 0.8)).contains(share) || isGrownStack(best, share),
            best.figures.polarity != .lightOnDark,
            // A shadow or a dark band is no ink.
            best.figures.gap == nil, best.overlay == nil, (best.figures.veil.unlit ?? 0) < 0.15, evidence.contrast >= PictureThresholds.contrast
        else { return nil }
        let words = grown(share)
        return Suspect(
            .symbol, .symbolBarGrowth, .clear, words.message + ".", evidence: [words.evidence],
            effect: "Readers take light modules that have closed up for dark ones.", fixes: words.fixes)
    }

    private static func isGrownStack(_ best: CandidateEvidence, _ share: Double) -> Bool {
        best.score >= 0.5 && (1.5...6).contains(best.figures.width / max(1, best.figures.height)) && (0.6...0.8).contains(share)
    }

    /// By how much the narrow dark runs of a matrix code's rows are wider than the narrow light ones, as a share of a module.
    private static func runGrowth(_ evidence: PictureEvidence) -> Double? {
        guard let best = evidence.best, evidence.hasLikelySymbol, best.kind == .matrix, let growth = best.figures.barGrowth,
            // A room with shelves has thick and thin lines, too.
            !evidence.isLive || best.score >= 0.5, growth >= SymbolFigures.strongGrowth, let module = best.figures.drawnModule, module >= PictureThresholds.module,
            (best.figures.edgeWidth ?? 0) <= module, evidence.contrast >= PictureThresholds.contrast,
            // A shadow or a patch is no ink.
            best.overlay == nil, (best.figures.veil.unlit ?? 0) < 0.15
        else { return nil }
        return growth
    }

    /// A square code whose narrow dark runs are wide although about half of it is dark: ink that ran would have made it darker.
    private static func unevenModules(_ evidence: PictureEvidence) -> Suspect? {
        guard evidence.isUnread, let growth = runGrowth(evidence), let best = evidence.best, best.isNearlySquare, let share = best.figures.darkShare,
            (0.4..<Self.leastOfGrown).contains(share)
        else { return nil }
        return Suspect(
            .symbol, .symbolUneven, .possible,
            "The modules of the code are of unequal size: it was scaled by a program to no whole number of pixels or printer's dots for each, or drawn or printed badly.",
            evidence: [
                EvidenceLine("narrow dark parts beside narrow light ones", "+\((100 * growth).text(0)) % of a module", threshold: "about 0"),
                EvidenceLine("dark part of its area", "\((100 * share).text(0)) %", threshold: "more, if its ink had run"),
            ], effect: "Readers lay an even grid over it, and take modules for their neighbours.",
            fixes: [
                Fix("Draw it again, at the size at which it is needed, with a whole number of pixels or dots for each module, or as vectors (SVG, PDF)"),
                Fix("Do not pull a picture of a code larger or smaller in a page or an image program"),
            ])
    }

    /// A laser engraver that writes in both directions, or a print head, whose two ways do not meet; or whose lines are too far apart.
    private static func raster(_ evidence: PictureEvidence) -> Suspect? {
        guard evidence.isUnread, let best = evidence.best, let raster = best.raster else { return nil }
        return Suspect(
            .symbol, .symbolUneven, raster.isDisplaced ? .clear : .possible,
            raster.isDisplaced
                ? "The code is written in fine lines that do not fit together: every second one is displaced against the others, so that the edges of all modules are ragged, with light gaps between the lines, as by a laser engraver or a print head that works in both directions."
                : "The code is written in fine lines with light gaps between them, as by a laser engraver or a print head whose lines are too far apart.",
            evidence: [
                EvidenceLine("distance from line to line", "\(raster.pitch.text()) px, about \(raster.perModule.text(0)) lines a module", threshold: "no gaps"),
                EvidenceLine("every second line", raster.isDisplaced ? "displaced: each is about as much like the next but one as like the next" : "in line with the others"),
            ], effect: "Readers look at points or thin lines of it, and meet gaps and ragged edges.",
            fixes: [
                Fix("Engrave or print it again in one direction only, or set the offset between the two directions in the laser's or printer's program (scanning offset, line shift, bidirectional alignment); a lower speed makes it smaller"),
                Fix("Put the lines closer together, no farther apart than the spot or dot is wide"),
                Fix("Make the modules larger, with a larger code or less content in it (a shorter address), on a material on which the marks are darker"),
            ])
    }

    /// The dark part of a square code whose modules have grown by a third.
    private static let leastOfGrown = 0.55

    /// The narrow dark runs of its rows are much wider than the narrow light ones.
    private static func heavy(_ evidence: PictureEvidence) -> Suspect? {
        guard let growth = runGrowth(evidence), unevenModules(evidence) == nil else { return nil }
        let share = (100 * growth).text(0)
        return Suspect(
            .symbol, .symbolBarGrowth, .clear,
            "The dark bars are too thick, and the light gaps between them too narrow, by \(share) % of a module: ink that ran, or a printer with too much heat or ink.",
            evidence: [
                EvidenceLine(
                    "narrow dark parts beside narrow light ones", "+\(share) % of a module",
                    threshold: "at most \((100 * PictureThresholds.barGrowth).text(0)) %", source: PictureThresholds.source)
            ], effect: "Readers take narrow parts for wide ones, or the other way round.",
            fixes: lessInk)
    }

    static func grown(_ share: Double) -> (message: String, evidence: EvidenceLine, fixes: [Fix]) {
        (
            "The dark modules have spread into the light ones between them: ink that ran, or a printer with too much heat or ink",
            EvidenceLine(
                "dark part of its area", "\((100 * share).text(0)) %",
                threshold: "about half; at most \((100 * PictureThresholds.darkShare).text(0)) %",
                source: PictureThresholds.source),
            [
                Fix("Print it again with less heat or ink, on paper that does not soak it up, or larger"),
                Fix("Draw it with dark modules that are smaller by this amount (print gain compensation)"),
            ]
        )
    }

    static func bent(_ evidence: PictureEvidence) -> Suspect? {
        if let suspect = fading(evidence) { return suspect }
        guard let best = evidence.best, evidence.hasLikelySymbol, best.kind == .linear,
            let ends = best.figures.narrowedEnds, ends <= PictureThresholds.narrowedEnds,
            let module = best.figures.drawnModule, module >= PictureThresholds.hopelessModule,
            // What is found between unresolved bars are not their edges.
            (best.figures.edgeWidth ?? 0) <= 1.2 * module, evidence.contrast >= PictureThresholds.contrast
        else { return nil }
        return Suspect(
            .symbol, .symbolBent, .clear,
            "The code is bent: its bars get narrower towards both ends, as on a bottle or a thin container.",
            evidence: [
                EvidenceLine(
                    "bars near the ends", "\((100 * ends).text(0)) % as wide as in the middle",
                    threshold: "at least \((100 * PictureThresholds.narrowedEnds).text(0)) %")
            ], effect: "Readers compare the widths of bars, and the bars at the ends may not be in view at all.",
            fixes: unbend)
    }

    private static let unbend = [
        Fix("Flatten it, or hold it so that its middle faces the camera, from farther away"),
        Fix(
            "Print it turned by 90 degrees, so that its bars run around the container, or smaller: as wide as a third of the container's diameter at most"
        ),
    ]

    /// Where the narrow bars near the ends run into each other, they are no longer measured as narrow, but they are pale.
    private static func fading(_ evidence: PictureEvidence) -> Suspect? {
        guard evidence.isUnread, !evidence.isDrawn, let best = evidence.best, best.kind == .linear, best.score >= leastFading, best.hasEnoughBars,
            !evidence.isLive || evidence.hasLikelySymbol, !best.isUnlikeBars, let faint = best.figures.faintEnds,
            faint <= SymbolFigures.bentEnds, let module = best.figures.drawnModule, module >= PictureThresholds.hopelessModule,
            (best.figures.edgeWidth ?? 0) <= 1.2 * module, evidence.contrast >= PictureThresholds.contrast, !evidence.isOverexposed
        else { return nil }
        return Suspect(
            .symbol, .symbolBent, .clear,
            "The code is bent, as on a bottle or a can: its bars get paler towards both ends, where they turn away and run into each other.",
            evidence: [
                EvidenceLine(
                    "height of the edges near the ends", "\((100 * faint).text(0)) % of that in the middle",
                    threshold: "at least \((100 * SymbolFigures.bentEnds).text(0)) %", source: "proposed, not fitted")
            ],
            effect: "The narrow bars at the ends cannot be told apart, and the last ones may not be in view at all.", fixes: unbend)
    }

    /// Likely symbols have 0.35; a code whose ends have run together has less.
    private static let leastFading = 0.3

    private static func bentQR(_ evidence: PictureEvidence) -> Suspect? {
        guard evidence.isUnread, let bend = evidence.bend, bend.isBent else { return nil }
        return Suspect(
            .symbol, .symbolBent, .clear,
            "The code does not lie flat: its corner patterns do not point at each other, or the modules between them have another size, as on a round container, a curved label, or folded or crumpled paper.",
            evidence: bent(bend), effect: "Readers lay a flat grid over it, and miss modules between the corners.",
            fixes: flatten)
    }

    /// A little out of shape, of a code that nothing else explains.
    private static func hardlyFlat(_ evidence: PictureEvidence) -> Suspect? {
        let isTwoTone = evidence.isTwoTone
        // What a program drew is flat, and styled corner patterns point anywhere.
        guard let bend = evidence.bend, !bend.isBent, bend.turn >= QRBend.noteworthyTurn, isTwoTone || !evidence.isDrawn else { return nil }
        return Suspect(
            .symbol, .symbolBent, .possible,
            "The code seems not to lie quite flat: its corner patterns do not point at each other"
                + (isTwoTone
                    ? ", and the picture was made pure black and white, which makes the modules of such a code unequal, so that they run into each other."
                    : ", as on paper with waves or folds."),
            evidence: bent(bend, QRBend.noteworthyTurn)
                + (isTwoTone ? [EvidenceLine("pixels that are neither black nor white", "hardly any", threshold: "edges in grey")] : []),
            effect: "Readers lay a flat grid over it, and miss modules between the corners.",
            fixes: (isTwoTone ? [Fix("Give the reader the grey or coloured picture, not one that was made black and white")] : []) + flatten)
    }

    static func bent(_ bend: QRBend, _ turn: Double = QRBend.leastTurn) -> [EvidenceLine] {
        [
            EvidenceLine(
                "corner patterns turned away from each other", "\(bend.turn.text()) degrees",
                threshold: "below \(turn.text())"),
            EvidenceLine(
                "modules between them", "\((100 * bend.stretch).text(0)) % of what the corner patterns let expect",
                threshold:
                    "\((100 / QRBend.leastStretch).text(0)) to \((100 * QRBend.leastStretch).text(0)) %"),
        ]
    }

    static let flatten = [
        Fix("Flatten it, or press it smooth on something plane; hold its middle square to the camera, from farther away"),
        Fix("If straight lines look bent in the whole picture, the lens does it: hold the code in the middle, and smaller"),
        Fix(
            "On a round container, print it smaller: as wide as a third of the container's diameter at most; and not across a fold"
        ),
    ]

    /// Dots of the print head that do not print leave a light line in every bar that they should have drawn.
    private static func stripes(_ evidence: PictureEvidence) -> Suspect? {
        guard let best = evidence.best, evidence.hasLikelySymbol, let stripes = best.stripes, stripes.count >= 2 else {
            return nil
        }
        let limits = FragileCodes.stripes(stripes)
        return Suspect(
            .symbol, .symbolDamaged, .clear, limits.message + ".", evidence: limits.evidence,
            effect: "Readers take a split bar for two thin ones.", fixes: limits.fixes)
    }

    /// The same in a matrix code: all along the paper, a strip is not printed.
    private static func strips(_ evidence: PictureEvidence) -> Suspect? {
        guard let best = evidence.best, evidence.hasLikelySymbol, let strips = best.strips else { return nil }
        return Suspect(
            .symbol, .symbolDamaged, .possible,
            "\(strips.count == 1 ? "A light strip runs" : "\(strips.count) light strips run") through the whole code, where its printer left out a line: dots of the print head that no longer print, or a scratch; a corner pattern that is cut in two is not found.",
            evidence: [
                EvidenceLine("light strips from edge to edge", "\(strips.count)", threshold: "none"),
                EvidenceLine(
                    "the widest", "\(strips.width.text(0)) px"
                        + (best.figures.module.map { ", \((strips.width / $0).text()) modules" } ?? "")),
            ], effect: "Readers look for the corner patterns first, and count modules from there.",
            fixes: [
                Fix("Clean the print head; if the strips stay, replace it, and print the code again"),
                Fix("Until then, print the code at a place of the paper that the strips do not cross"),
            ])
    }

    private static func frayed(_ evidence: PictureEvidence) -> Suspect? {
        guard let best = evidence.best, evidence.hasLikelySymbol, let share = best.frayed, share.isFinite, !evidence.isDrawn else {
            return nil
        }
        let cause = FragileCodes.frayed(share)
        return Suspect(
            .symbol, .symbolDamaged, .clear, "The bars \(cause.message).", evidence: cause.evidence,
            effect: "Readers see edges that are nowhere in particular.", fixes: cause.fixes)
    }

    // MARK: Nothing else

    /// The finding for a code that reads only with more effort than requested, although nothing explains it.
    static func hard(_ evidence: PictureEvidence) -> Suspect {
        let camera = evidence.camera.map { " " + Words.shell($0) } ?? ""
        return Suspect(
            .symbol, .symbolUnexplained, .possible, "The code is hard to read: it reads only with effort hard.",
            evidence: [
                EvidenceLine(
                    "read with effort hard",
                    Set(evidence.codes(.harder).map(\.symbology)).sorted().joined(separator: ", ")),
                EvidenceLine("contrast", "\(evidence.contrast.text(0)) of 255"),
                EvidenceLine("width of edges", evidence.best?.figures.edgeWidth.map { "\($0.text()) px" } ?? "unknown"),
            ], effect: evidence.isLive ? "A scan misses it." : "It is missed with this effort.",
            fixes: [
                Fix("Hold it nearer, flat and square to the camera, or print it again"),
                Fix(
                    "Search with more effort; every frame then takes longer",
                    commands: evidence.isLive ? ["candela scan\(camera) --effort hard"] : []),
            ])
    }

    /// The same bars cross every line of an undamaged code.
    private static func uneven(_ spread: Double, _ measured: [EvidenceLine]) -> Suspect {
        Suspect(
            .symbol, .symbolDamaged, .possible,
            "The bars are not the same along their height: the code may be damaged, dirty, creased or written over, or printed with faults.",
            evidence: [unequal(spread)] + measured, effect: "No line across it shows the whole code.",
            fixes: [Fix("Clean the label, smooth it, or print it again")])
    }

    /// Bars of which a good part differs, or no bars at all.
    private static func unlikeBars(_ spread: Double, _ measured: [EvidenceLine]) -> Suspect {
        Suspect(
            .symbol, .symbolUnexplained, .possible,
            "What looks most like bars differs much along its height: either a good part of the code is covered or gone, or this is a label with text, and the code on it is too small to be found.",
            evidence: [unequal(spread)] + measured, effect: "No line across it shows a whole code.",
            fixes: [
                Fix("Take a picture of the code alone, from so near that it takes a third of the width"),
                Fix("If a part of its bars is covered or missing: what is left must show all bars in one line"),
            ])
    }

    /// The same in a picture that a program drew, where nothing can be dirty.
    private static func unevenDrawing(_ spread: Double, _ measured: [EvidenceLine]) -> Suspect {
        Suspect(
            .symbol, .symbolDamaged, .possible,
            "What looks most like bars is not the same along its height: if it is the code, it was not drawn as a whole, so that a part of it is missing, or something else stands in its bars.",
            evidence: [unequal(spread)] + measured, effect: "No line across it shows the whole code.",
            fixes: [
                Fix(
                    "Draw it again, with another generator if need be, and insert it as a picture: a font for barcodes may lack a character, or show a space as an empty place"
                )
            ])
    }

    private static func unequal(_ spread: Double) -> EvidenceLine {
        EvidenceLine(
            "edges along different lines", "differ by \((100 * spread).text(0)) %",
            threshold: "at most \((100 * PictureThresholds.lineSpread).text(0)) %")
    }

    /// Bars that are as clear as can be, alike in all rows, and that no symbology fits.
    private static func unknownBars(_ measured: [EvidenceLine], _ evidence: PictureEvidence) -> Suspect {
        let redraw = Fix(
            "A program has drawn it: draw it again with another one, and compare the two; widths of bars that are wrong at a single place, such as in the first or last character, make it unreadable"
        )
        return Suspect(
            .symbol, .symbolUnexplained, .possible,
            "There seem to be the bars of a code, \(evidence.best?.figures.polarity == .lightOnDark ? "light on a dark ground, " : "")\(Words.list(merits(evidence) + ["the same in all rows"])), but no reader knows them: "
                + (hasFewPixels(evidence)
                    ? "it is too small, or some of its bars are covered or missing, or it is of a kind that is not read here, or no code."
                    : "it may be of a kind that is not read here, its first or last bars may be missing, or it is no code."),
            evidence: measured, effect: "No reader decodes it.",
            fixes: (evidence.isDrawn ? [redraw] : []) + [
                Fix(
                    "Look up which kind of code it is: candela reads EAN, UPC, Code 39, Code 93, Code 128, Codabar, ITF and DataBar"
                ),
                Fix("Take a picture in which both of its ends stand free, with some white beside them"),
            ] + (evidence.best?.figures.polarity == .lightOnDark ? [exchanged] : []) + [
                Fix(
                    "If its ends do stand free: compare its first and last bars with those of a code of its kind that reads; a program that leaves one out must be corrected, and the code made again"
                ),
                Fix("Until then, type what is printed below the bars"),
            ])
    }

    private static let exchanged = Fix(
        "Its bars are light on a dark ground: print it dark on light, as the standards want it (most readers look for nothing else), or exchange black and white before reading",
        commands: ["convert PICTURE -negate negative.png"], isRunnable: false)

    private static let noteworthyTones = 0.15
    private static let plainGround = Fix(
        "A part of its area is neither dark nor light: if letters, a picture or a pattern lie over or under it, draw it without them, in one dark colour on a plain light ground; if a shadow does, light it evenly"
    )

    /// What is in order with the likeliest symbol.
    private static func merits(_ evidence: PictureEvidence) -> [String] {
        (evidence.isPaperClipped ? [] : ["well lit"]) + ["sharp"] + (hasFewPixels(evidence) ? [] : ["large enough"])
    }

    private static let morePixels = Fix("Take it from nearer, or with more pixels, too, which may help: its bars or modules are hardly three pixels wide")

    /// No symbol has a seventh of its area without any light parts: something keeps the light from them.
    private static func partlyLit(_ unlit: Double, _ evidence: PictureEvidence) -> Suspect {
        Suspect(
            .symbol, .symbolDamaged, .possible,
            "A part of the symbol is dark: it lies in a shadow, or it is shown on a display whose rows light up one after another.",
            evidence: [
                EvidenceLine("share of it without light parts", "\((100 * unlit).text(0)) %", threshold: "below 15 %")
            ], effect: "Only a portion of it can be seen, and no reader decodes that.",
            fixes: [
                Fix("Light it evenly, and keep hand and camera from throwing a shadow on it"),
                refresh,
                Fix("Or show it on another display, brighter or with a faster refresh, or on paper"),
            ])
    }

    /// Rows of a display that are dark at the moment of a short exposure.
    static let refresh = Fix(
        "If a display shows it: expose for longer than its refresh takes (10 to 20 ms), with less light around if need be, and try several frames"
    )

    /// Where nothing large looks much like a code: a small square of modules that are too small to be told apart, which then is the
    /// code that was meant.
    private static func tinyBeside(_ best: CandidateEvidence, _ evidence: PictureEvidence) -> Suspect? {
        let small = evidence.candidates.first { candidate in
            let (width, height) = (candidate.figures.width, candidate.figures.height)
            return candidate.kind == .matrix && candidate.corners != best.corners && candidate.figures.edgesPerLine >= 10
                && (0.75...1.33).contains(width / max(1, height)) && (candidate.figures.module ?? 9) < 2.4
        }
        guard let small, let module = small.figures.module else { return nil }
        let box = small.box
        let size = "\((box.maxX - box.minX).text(0)) × \((box.maxY - box.minY).text(0)) px"
        return Suspect(
            .symbol, .symbolSmall, .possible,
            "What looks most like a code is too small: it takes \(size) of the picture, and its modules have hardly \(module.text()) pixels.",
            evidence: [
                EvidenceLine("place", "\(box.minX.text(0)),\(box.minY.text(0)), \(size)"),
                EvidenceLine("module", "at most \(module.text(2)) px", threshold: "at least 2", source: "ML Kit: ≥ 2 px per module"),
            ], effect: "Its modules blend into grey.",
            fixes: [
                Fix("Hold the camera nearer to the code, or zoom, until it takes a third of the picture's width"),
                Fix("Or show or print the code larger"),
            ])
    }

    /// The findings for a picture that does not read although no suspect fails.
    static func last(_ evidence: PictureEvidence) -> [Suspect] {
        var suspects = unmeasured(evidence)
        if hasFewPixels(evidence) {
            for index in suspects.indices where suspects[index].finding.id != .symbolNone { suspects[index].finding.fixes.append(morePixels) }
        }
        return suspects
    }

    private static func unmeasured(_ evidence: PictureEvidence) -> [Suspect] {
        if let best = evidence.best, evidence.hasLikelySymbol || !evidence.isLive, !isShapeless(best, evidence), !evidence.isScene, !evidence.isPage {
            let symbol = best.figures
            let box = best.box
            // Bars that are not told apart have no light parts either, and no shadow falls on what a program drew: its bars are wide.
            let isTold = !evidence.isDrawn && (best.kind == .matrix || evidence.hasLikelySymbol && !best.isUnlikeBars)
            if let unlit = symbol.veil.unlit, unlit >= 0.15, isTold { return [partlyLit(unlit, evidence)] }
            let measured = [
                EvidenceLine(
                    "place", "\(box.minX.text(0)),\(box.minY.text(0)) to \(box.maxX.text(0)),\(box.maxY.text(0)) px"),
                EvidenceLine("polarity", symbol.polarity?.rawValue ?? "unknown"),
                EvidenceLine("contrast", "\(symbol.contrast.text(0)) of 255"),
                EvidenceLine("narrowest bar or module", symbol.module.map { "\($0.text()) px" } ?? "unknown"),
                EvidenceLine("width of edges", symbol.edgeWidth.map { "\($0.text()) px" } ?? "unknown"),
            ]
            if let spread = symbol.lineSpread, spread >= PictureThresholds.lineSpread {
                return [evidence.isDrawn ? unevenDrawing(spread, measured) : best.isUnlikeBars ? unlikeBars(spread, measured) : uneven(spread, measured)]
            }
            let isFew = hasFewPixels(evidence)
            let tones = best.middleTones.flatMap { $0 >= noteworthyTones ? $0 : nil }
            if !evidence.hasLikelySymbol, !isFew, let tiny = tinyBeside(best, evidence) { return [tiny] }
            if symbol.lineSpread != nil, evidence.hasLikelySymbol { return [unknownBars(measured, evidence)] }
            if let uneven = hardlyFlat(evidence) { return [uneven] }
            return [
                Suspect(
                    .symbol, .symbolUnexplained, .possible,
                    "There seems to be a symbol, \(Words.list(merits(evidence))), but no reader reads it, and no measurement explains why; "
                        + (isFew
                            ? "it is too small, or not all of it can be seen, or it is of a kind that is not known here."
                            : "it may be of a kind that is not known here."),
                    evidence: measured
                        + (tones.map {
                            [EvidenceLine("neither dark nor light", "\((100 * $0).text(0)) % of its area", threshold: "hardly any")]
                        } ?? []), effect: "No reader decodes it.",
                    fixes: (tones == nil ? [] : [plainGround]) + [
                        Fix(
                            "Look at what cannot be measured here: whether all of the symbol is in the picture, flat and square to the camera, with nothing lying over it or spoiling it, and whether it is a code at all"
                        ),
                        Fix(
                            "Look up which kind of code it is: QR, Micro QR, Data Matrix, Aztec, PDF417 and MaxiCode are read here; round codes and those of single companies (WeChat's mini programs, App Clips, Spotify) are not, and need that company's program"
                        ),
                        Fix("Try another copy of it, larger or of better quality if there is one, and a reader made for that kind of code"),
                    ])
            ]
        }
        var none = Suspect(
            .symbol, .symbolNone, .possible,
            evidence.isLive
                ? "No symbol is in view, or it is too small or too pale to be told from what is around it."
                : evidence.isPage
                    ? "No code was found in the picture: it is a page of text, and a code on it would be so small or so pale that nothing tells it from the text, or it was not printed."
                    : "No code was found in the picture.",
            evidence: [EvidenceLine("places that look like a symbol", "\(evidence.candidates.count)")]
                + (evidence.isLive
                    ? [
                        EvidenceLine(
                            "picture", "\(evidence.width) × \(evidence.height) px",
                            threshold: "an EAN-13 takes at least 190 px of it, a small QR code 60",
                            source: "ML Kit: ≥ 2 px per module")
                    ] : []),
            effect: "There is nothing to read.",
            fixes: [
                Fix("Hold a code in front of the camera, so near that it takes about a third of the picture's width; where it must stay far away, zoom in, or use a camera with more pixels"),
            ]
                + (evidence.isLive ? [Fix("If the code is on a screen, turn its brightness up, and let no lamp or window shine on it")] : [])
                + (evidence.isLive && evidence.width < 1280
                    ? [
                        Fix(
                            "If one is there, and small: use a larger picture, such as 1280x720, if the camera offers it",
                            commands: ["candela info\(evidence.camera.map { " " + Words.shell($0) } ?? "")"], isRunnable: false)
                    ] : []))
        if evidence.isLive {
            none.finding.severity = .warn
        } else {
            none.finding.fixes = (evidence.isPage ? [printed] : []) + [
                Fix("If the thing has a code, take a picture of the side that shows it: on packets it is mostly on the back or the bottom"),
                Fix("If this picture shows one: take another of the code alone, from so near that it takes a third of the width"),
            ]
        }
        return [none]
    }

    private static let printed = Fix(
        "If the place of the code on this page is blank: a browser prints no backgrounds, of which some pages make their codes. Print the page again with background graphics switched on, or let it show the code as a picture (PNG, SVG)"
    )

    /// Whether what looks most like a code in a photograph has neither the shape nor the margin of one: a packet, a poster.
    static func isShapeless(_ best: CandidateEvidence, _ evidence: PictureEvidence) -> Bool {
        guard !evidence.isLive, best.kind == .matrix, best.score < 0.5, best.overlay == nil, best.missingCorner == nil else { return false }
        // Light things on a dark ground, such as coins.
        let isLight = best.figures.polarity == .lightOnDark && best.score < leastInverted && (evidence.figures?.edges.width ?? .infinity) < PictureThresholds.wideEdge
        return (best.figures.polarity == nil || isLight) && !best.isNearlySquare && (best.margin?.modules ?? 0) < 0.5
    }

    /// The score of light things that are no inverted code.
    private static let leastInverted = 0.25
}
