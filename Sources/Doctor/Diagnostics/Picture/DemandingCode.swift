// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import MatrixReading
internal import SymbolFinding

/// A code that candela reads, and neither zbar nor zxing-cpp does in the picture as it is, so that other scanners and programs
/// may fail on it. What is weak about it then counts from a lower limit than in a code that they read.
struct DemandingCode {
    private let code: CodeEvidence
    private let evidence: PictureEvidence
    private let candidate: CandidateEvidence?

    /// `nil` for others, and where the light or the focus explains it.
    init?(_ code: CodeEvidence, _ evidence: PictureEvidence) {
        guard code.isDemanding == true, WeakPictures.soft(evidence) == nil, WeakPictures.burnt(evidence) == nil else { return nil }
        self.code = code
        self.evidence = evidence
        candidate = evidence.candidate(of: code)
    }

    private var isLinear: Bool { Symbology(rawValue: code.symbology)?.isLinear == true }
    private var figures: SymbolFigures? { candidate?.figures }
    /// Edge width ÷ module.
    private var softness: Double? {
        guard let edge = figures?.edgeWidth, let module = code.module ?? figures?.module, module > 0 else { return nil }
        return edge / module
    }

    func note() -> Finding {
        specks ?? wrongBars ?? grown ?? blurred ?? paleModules ?? pale ?? small ?? covered ?? unexplained
    }

    private static let effect = "candela reads it with methods of its own; zbar and zxing-cpp, as they are installed here, do not, and other readers may not either"
    private var others: EvidenceLine { EvidenceLine("zbar, zxing-cpp", "read nothing in the picture as it is") }

    private func finding(
        _ id: FindingID, _ message: String, _ lines: [EvidenceLine], _ fixes: [Fix],
        confidence: Finding.Confidence = .likely
    ) -> Finding {
        Finding(id, .note, message, confidence: confidence, evidence: lines + [others], effect: Self.effect, fixes: fixes)
    }

    // MARK: Causes

    /// A scan in pure black and white that shows the roughness of paper and ink.
    private var specks: Finding? {
        guard isLinear, let share = code.specks, share.isFinite else { return nil }
        return finding(
            .symbolGrain,
            "the \(code.symbology) code is full of specks: single white pixels in its bars and black ones between them break the bars up, as a scan in pure black and white makes them of rough paper and thin ink",
            [
                EvidenceLine(
                    "single pixels that differ from the bar or space around them", "\((100 * share).text(1)) %",
                    threshold: "below \((100 * BarSpecks.least).text(1)) %")
            ],
            [
                Fix(
                    "Soften the picture a little, make it smaller, or use a median filter before reading",
                    commands: ["convert PICTURE -blur 0x1 soft.png"], isRunnable: false),
                Fix("Scan in grey in place of black and white, or with fewer dpi; print with more solid black"),
            ])
    }

    /// A bar or space of its text is not in the picture.
    private var wrongBars: Finding? {
        guard let comparison = code.comparison, comparison.missingBars + comparison.filledSpaces > 0,
            // Ink that ran fills many.
            comparison.missingBars + comparison.filledSpaces <= max(3, comparison.bars / 8)
        else { return nil }
        let (missing, filled) = (comparison.missingBars, comparison.filledSpaces)
        let what = [
            missing == 0 ? nil : missing == 1 ? "a bar is missing or split by a light line" : "\(missing) bars are missing or split by light lines",
            filled == 0 ? nil : filled == 1 ? "a white space between two bars is missing: it is filled with black, so that they are one" : "\(filled) white spaces between bars are filled with black",
        ].compactMap(\.self)
        return finding(
            .symbolDamaged,
            "the \(code.symbology) code is not as its own number or text must be drawn: \(Words.list(what))",
            [
                EvidenceLine("bars of its text that are light", "\(missing) of \(comparison.bars)", threshold: "none"),
                EvidenceLine("spaces of its text that are dark", "\(filled)", threshold: "none"),
            ] + (comparison.place.map { [EvidenceLine("place of the first", "at \($0) % of its length, from its beginning")] } ?? []),
            [
                Fix("Generate the code again from its text, and print all of it, with both bars of the guards at its ends"),
                Fix("If a line runs through the bars on every label: clean the print head, or replace it"),
                Fix("Until then type the number, which stands below most codes"),
            ])
    }

    /// Where narrow spaces have nearly closed, their measured width says little, and the sum of all bars says more. Blur moves that
    /// sum, so it counts only in sharp pictures, or if the widths say the same.
    private var growth: Double? {
        let measured = figures?.barGrowth
        guard let sum = code.comparison?.growth else { return measured }
        let isSharp = softness.map { $0 < PictureThresholds.demandingEdge } ?? false
        let agrees = measured.map { $0 * sum > 0 && abs($0) >= PictureThresholds.barGrowth / 2 } ?? false
        guard isSharp || agrees else { return measured }
        return [sum, measured].compactMap(\.self).max { abs($0) < abs($1) }
    }

    private var grown: Finding? {
        guard isLinear, let growth, abs(growth) >= PictureThresholds.barGrowth else { return nil }
        let share = (100 * abs(growth)).text(0)
        let isWider = growth > 0
        return finding(
            .symbolBarGrowth,
            isWider
                ? "the bars of the \(code.symbology) code are too wide and the spaces between them too narrow, by \(share) % of a module: bars run together, as by ink that ran, by a printer with too much heat, or by a program that widened each to whole dots"
                : "the bars of the \(code.symbology) code are too thin and the spaces between them too wide, by \(share) % of a module: printed too light, or taken with too much light",
            [
                EvidenceLine(
                    "width of the bars against those of its text", "\(isWider ? "+" : "-")\(share) % of a module",
                    threshold: "at most \((100 * PictureThresholds.barGrowth).text(0)) %", source: PictureThresholds.source)
            ],
            isWider
                ? [
                    Fix("Print it again with less heat or ink, or larger: the narrowest bar two to four dots of the printer wide, a whole number of them"),
                    Fix("Draw it with bar width reduction, or let the printer draw it itself; do not let a page or driver scale it"),
                ]
                : [Fix("Print it again with more heat or ink, or larger; in a picture that is too bright, lower the exposure")])
    }

    private var blurred: Finding? {
        guard let softness, softness >= PictureThresholds.demandingEdge else { return nil }
        let isVeiled = (figures?.contrast ?? 255) < PictureThresholds.veiledContrast
        return finding(
            .focusBlurred,
            isVeiled
                ? "the edges of the \(code.symbology) code are as wide as its bars, and its dark parts are grey: it is out of focus, or something hazy lies over it, such as a plastic holder, film or misted glass"
                : "the edges of the \(code.symbology) code are as wide as its bars or modules: the picture is blurred, or was enlarged from a small one",
            [
                EvidenceLine("edge width ÷ bar", softness.text(2), threshold: "below \(PictureThresholds.demandingEdge.text(2))"),
                EvidenceLine("contrast", "\((figures?.contrast ?? 0).text(0)) of 255"),
            ],
            (isVeiled ? [Fix("Take it out of its holder or film, or wipe the cover; a reflection on it goes away if it is turned or lit from the side")] : [])
                + [
                    Fix("Take a new picture in focus: wait until the camera has focused, or hold the code farther away"),
                    Fix("If it was enlarged, use the original: enlarging and sharpening bring no detail back"),
                    Fix("If it is drawn or printed that softly itself: draw it larger, with whole pixels for each module, or print it as graphics at the printer's own resolution, without smoothing or dithering"),
                ])
    }

    /// A matrix code whose corner patterns are dark and whose other modules hardly differ from the ground.
    private var paleModules: Finding? {
        guard !isLinear, let figures, figures.contrast >= PictureThresholds.weakContrast, figures.modulation < PictureThresholds.paleModulation else { return nil }
        return finding(
            .symbolContrast,
            "the modules of the \(code.symbology) code are pale: they differ from the ground by \((100 * figures.modulation).text(0)) % of what its darkest parts, such as the corner patterns, do. Readers take that dark colour for the measure, and the pale modules for white",
            [
                EvidenceLine("height of its edges", "\((100 * figures.modulation).text(0)) % of the contrast", threshold: "at least \((100 * PictureThresholds.paleModulation).text(0)) %"),
                EvidenceLine("contrast", "\(figures.contrast.text(0)) of 255"),
            ],
            [
                Fix("Draw all of the code in one dark colour on a light ground: corner patterns and modules alike"),
                Fix("Then test it in grey: nothing of it may be lighter than half way between black and the ground"),
            ])
    }

    private var pale: Finding? {
        guard let figures, figures.contrast < PictureThresholds.demandingContrast else { return nil }
        return finding(
            .symbolContrast,
            "the \(code.symbology) code is pale: its dark and light parts differ by \((figures.contrast / 2.55).text(0)) % of full scale",
            [EvidenceLine("contrast", "\(figures.contrast.text(0)) of 255", threshold: "at least \(PictureThresholds.demandingContrast.text(0))")],
            [
                Fix("Print it in a darker colour, best black on white"),
                Fix("In the picture: more even light, without reflections, haze or a cover over it"),
            ])
    }

    private var small: Finding? {
        guard let module = code.module, module < PictureThresholds.comfortableModule else { return nil }
        return finding(
            .symbolSmall,
            "the \(code.symbology) code is small in the picture: its bars or modules are \(module.text()) pixels wide, so that compression and scaling weigh on each",
            [
                EvidenceLine(
                    "narrowest bar or module", "\(module.text(2)) px",
                    threshold: "at least \(PictureThresholds.comfortableModule.text())")
            ],
            [
                Fix(
                    evidence.isDrawn
                        ? "Draw it larger: four pixels a module or more, a whole number of them, and save it as PNG or with less compression"
                        : "Take a larger picture of it: nearer, or with more pixels; where a program draws it, with a whole number of pixels for each module"
                )
            ])
    }

    private var covered: Finding? {
        guard let overlay = candidate?.overlay else { return nil }
        return finding(
            .symbolCovered,
            "something that is not made of the code's modules, such as a logo, a text or a button, covers a part of the \(code.symbology) code",
            [EvidenceLine("place that does not follow the code's modules", "\((100 * overlay.share).text(0)) % of the code's area", threshold: "none")],
            [
                Fix("Take away what covers it, or move it beside the code"),
                Fix("Or generate the code with a higher level of error correction (H)"),
            ])
    }

    private var unexplained: Finding {
        finding(
            .symbolDemanding,
            "neither zbar nor zxing-cpp reads the \(code.symbology) code in this picture as it is: something about it is out of the ordinary",
            [
                EvidenceLine("reader", code.reader),
                EvidenceLine("narrowest bar or module", code.module.map { "\($0.text()) px" } ?? "not known"),
            ],
            [
                Fix(
                    isLinear
                        ? "Compare it with a code that is generated again from its text: look for lines in bars, bars that run together, margins with something in them, and paper that is not flat"
                        : "Look for what a reader needs whole: all corners and borders, rows that are straight (paper that lies flat), nothing over it, and all modules in one dark colour"
                ),
                Fix("Take another picture: from straight above, in even light, with the code larger"),
            ], confidence: .possible)
    }
}
