// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
internal import Glibc
internal import MatrixReading
internal import SymbolFinding

/// What is weak about codes that were read here: other scanners may not read them, or read something else.
enum FragileCodes {
    static func notes(_ evidence: PictureEvidence) -> [Finding] {
        ofEach(evidence) + [AttemptSuspects.fewCodes(evidence)].compactMap(\.self)
    }

    private static func ofEach(_ evidence: PictureEvidence) -> [Finding] {
        evidence.read.prefix(3).flatMap { code in
            if let shadow = WeakPictures.shadow(code, evidence) { return [shadow] }
            let hard = [
                mirrored(code), inverted(code), partial(code), margin(code), gaps(code, evidence), small(code, evidence),
                contrast(code, evidence), red(code, evidence), rounded(code), tilted(code), grain(code), grown(code, evidence), bent(code),
                stretched(code, evidence), striped(code), frayed(code, evidence), compact(code), CoveredSymbol.note(code, evidence), CornerPatterns.note(code),
            ].compactMap(\.self)
            let demanding = hard.isEmpty ? DemandingCode(code, evidence)?.note() : nil
            return hard + [demanding, WeakPictures.enlarged(code, evidence), encoding(code), code32(code), separators(code), sequence(code), addOn(code), rare(code)].compactMap(\.self)
        }
    }

    /// The light margin that a symbology asks for, in modules, and the one below which readers differ.
    /// Source: GS1 General Specifications; ISO/IEC 18004, 16022, 15438, 15417, 16388, 16390.
    private static func wanted(_ symbology: String) -> (standard: Double, least: Double)? {
        switch Symbology(rawValue: symbology) {
        case .qr: (4, 2.5)
        case .microQR: (2, 1.2)
        case .dataMatrix: (1, 0.6)
        case .pdf417: (2, 1.2)
        case .ean13, .upcA, .upcE, .ean8: (7, 5)
        case .code128, .code39, .itf, .codabar, .code93: (10, 6)
        default: nil
        }
    }

    private static func finding(
        _ id: FindingID, _ message: String, _ evidence: [EvidenceLine], _ effect: String, _ fixes: [Fix]
    ) -> Finding {
        Finding(id, .note, message, confidence: .likely, evidence: evidence, effect: effect, fixes: fixes)
    }

    private static func margin(_ code: CodeEvidence) -> Finding? {
        if code.hasDarkGround == true { return darkGround(code) }
        // Dots that stray from the first and last bar are no end of the margin.
        guard let margin = code.margin, let wanted = wanted(code.symbology), margin.modules < wanted.least, code.frayed == nil
        else { return nil }
        let has = margin.modules < 0.3 ? "no light margin" : "a light margin of only \(margin.modules.text()) modules"
        return finding(
            .symbolQuietZone,
            "the \(code.symbology) code has \(has)\(margin.endsAtBorder ? ", because the margin is cut off at the edge of the picture" : "; something dark, such as a line or a dark page, begins there")",
            [
                EvidenceLine(
                    "light margin (quiet zone)", "\(margin.modules.text()) modules",
                    threshold: "\(wanted.standard.text(0)) modules", source: "GS1 General Specifications, ISO/IEC")
            ],
            "it reads here, but other scanners may not find it: too narrow a quiet zone is a common reason",
            [
                Fix(
                    margin.endsAtBorder
                        ? "Take the whole code with its margin into the picture"
                        : "Leave \(wanted.standard.text(0)) modules of white space on every side of the code (a white border, where a screen shows it), or cover what stands there"
                )
            ])
    }

    private static func darkGround(_ code: CodeEvidence) -> Finding {
        let wanted = (wanted(code.symbology)?.standard ?? 10).text(0)
        return finding(
            .symbolQuietZone,
            "the \(code.symbology) code has no light margin: the ground around it is dark, and its first and last bar run into it",
            [
                EvidenceLine(
                    "light margin (quiet zone)", "none; dark ground", threshold: "\(wanted) modules",
                    source: "GS1 General Specifications, ISO/IEC")
            ],
            "it reads here, but readers that need the margin do not find where it begins",
            [Fix("Leave \(wanted) modules of white space at both ends of the code, or put it on a light page")])
    }

    private static func compact(_ code: CodeEvidence) -> Finding? {
        guard code.isCompact == true else { return nil }
        return finding(
            .symbolDemanding,
            "the pdf417 code has no stop pattern at its right end: it is compact (truncated) PDF417, or its right end is not in view",
            [EvidenceLine("stop pattern (a bar of 7 modules, and 8 narrower ones)", "not found", source: "ISO/IEC 15438")],
            "it reads here, but many readers look for the stop pattern and find no code without it",
            [
                Fix("Make it as a full PDF417: switch compact or truncated off in the program that draws it"),
                Fix("Or use a reader that knows the compact kind; if the code goes on at the right, take all of it into the picture"),
            ])
    }

    private static func inverted(_ code: CodeEvidence) -> Finding? {
        guard code.isInverted == true else { return nil }
        return finding(
            .symbolInverted, "the \(code.symbology) code is light on dark (inverted)",
            [EvidenceLine("polarity", "light on dark", threshold: "dark on light")],
            "it reads here, but many readers look only for dark on light",
            [
                Fix("Draw it dark on light: exchange its colours (foreground and background)"),
                Fix("Or use a reader that searches the inverted picture, too"),
            ])
    }

    /// Source: zxing-cpp#892, where the straight edges of the corner patterns are what the perspective is computed from.
    private static func rounded(_ code: CodeEvidence) -> Finding? {
        guard let squareness = code.squareness, squareness < 1.2 else { return nil }
        return finding(
            .symbolStyled,
            "the three corner patterns of the \(code.symbology) code are \(squareness < 1.08 ? "circles" : "rounded") and not squares: it is styled and does not follow the standard",
            [
                EvidenceLine(
                    "corner patterns, diagonal ÷ side", squareness.text(2),
                    threshold: "1.41 for squares, 1 for circles",
                    source: "ISO/IEC 18004, 5.3.3")
            ],
            "it reads here, but readers that need the straight edges fail, above all if they see it at an angle",
            [
                Fix("Make a plain code with square corner patterns, as the standard has them"),
                Fix("Until then, hold the camera straight in front of it"),
            ])
    }

    /// Whether no row and no column of the picture crosses all bars: bars of this height leave a line room for `tan⁻¹(h ÷ w)`.
    private static func tilted(_ code: CodeEvidence) -> Finding? {
        guard let symbology = Symbology(rawValue: code.symbology), symbology.isLinear,
            let outline = Quadrilateral(code.corners)
        else { return nil }
        let (width, height) = (outline.width, max(outline.height, code.barLength ?? 0))
        let (dx, dy) = (
            abs(outline.topRight.x - outline.topLeft.x + outline.bottomRight.x - outline.bottomLeft.x),
            abs(outline.topRight.y - outline.topLeft.y + outline.bottomRight.y - outline.bottomLeft.y)
        )
        guard width > 0, height > 0, max(dx, dy) > 0 else { return nil }
        let slope = min(dx, dy) / max(dx, dy)
        let reserve = code.isDemanding == true ? 1 : 1.15
        guard slope > 0.14, slope * width > reserve * height else { return lying(code, outline) }
        let (angle, most) = (degrees(slope), degrees(min(1, height / width)))
        return finding(
            .symbolTilted,
            "the \(code.symbology) code is turned by \(angle.text(0))°, and its bars are so short that no row or column of the picture crosses all of them",
            [
                EvidenceLine(
                    "angle to the nearest side of the picture", "\(angle.text(0))°",
                    threshold: "at most \(most.text(0))° with bars of this height"),
                EvidenceLine("length of the code × height of its bars", "\(width.text(0)) × \(height.text(0)) px"),
            ],
            "it reads here, but readers that scan along rows and columns need it straight",
            [
                Fix("Turn the code or the picture so that the bars stand upright"),
                Fix("Or print it with higher bars"),
            ])
    }

    /// Whether its bars lie along the rows of the picture.
    private static func lying(_ code: CodeEvidence, _ outline: Quadrilateral) -> Finding? {
        let (x, y) = (
            abs(outline.topRight.x - outline.topLeft.x + outline.bottomRight.x - outline.bottomLeft.x),
            abs(outline.topRight.y - outline.topLeft.y + outline.bottomRight.y - outline.bottomLeft.y)
        )
        // Within 8°, as the angle of others is counted.
        guard y > 7 * x else { return nil }
        return finding(
            .symbolTilted, "the \(code.symbology) code is turned by 90°: its bars lie along the rows of the picture",
            [EvidenceLine("direction of the bars", "along the rows", threshold: "across them")],
            "it reads here, but readers that look only along rows, as laser scanners and some programs do, find nothing",
            [Fix("Turn the code or the camera by 90 degrees")])
    }

    private static func degrees(_ slope: Double) -> Double { atan(slope) * 180 / .pi }

    private static func grain(_ code: CodeEvidence) -> Finding? {
        guard let grain = code.grain else { return nil }
        if grain.isFaint == true { return noisy(code, grain) }
        return finding(
            .symbolGrain,
            "the \(code.symbology) code is full of grain: holes in its dark parts or specks on its light ones, as of paper and ink in a scan of high resolution, or of a display's pixels",
            [
                EvidenceLine(
                    "distance between edges", "\(grain.fine.text()) px",
                    threshold: "about the module, \(grain.module.text()) px")
            ],
            "it reads here, but readers that look at single pixels find no pattern in it",
            [
                Fix(
                    "Shrink the picture to half its size, or smooth it a little, before reading",
                    commands: ["convert PICTURE -resize 50% small.png"], isRunnable: false),
                Fix("Scan with fewer dpi, or print with more solid black"),
            ])
    }

    private static func noisy(_ code: CodeEvidence, _ grain: SymbolGrain) -> Finding {
        finding(
            .symbolGrain,
            "the \(code.symbology) code is full of noise: single pixels that are lighter or darker than the module round them, in a picture of high resolution",
            [
                EvidenceLine(
                    "distance between edges", "\(grain.fine.text()) px", threshold: "about the module, at least \(grain.module.text()) px")
            ],
            "it reads here in smaller copies of the picture, where noise averages out, but other readers fail at the full resolution",
            [
                Fix(
                    "Shrink the picture to half its size, or smooth it a little, before reading",
                    commands: ["convert PICTURE -resize 50% small.png"], isRunnable: false),
                Fix("Take it with less gain (ISO): more light on the code, or a longer exposure with the camera at rest"),
            ])
    }

    private static func frayed(_ code: CodeEvidence, _ evidence: PictureEvidence) -> Finding? {
        guard let share = code.frayed, share.isFinite, !evidence.isDrawn else { return nil }
        let cause = frayed(share)
        return finding(
            .symbolDamaged, "the bars of the \(code.symbology) code \(cause.message)", cause.evidence,
            "it reads here, but readers that take every edge for that of a bar fail", cause.fixes)
    }

    /// A printer that has only black, or only dots or none, makes grey of dots.
    static func frayed(_ share: Double) -> (message: String, evidence: [EvidenceLine], fixes: [Fix]) {
        (
            "are frayed: their edges are grey and were printed as dots (dithered), so that no bar has its right width",
            [
                EvidenceLine(
                    "part of its width that is light and dark by turns along the bars", "\((100 * share).text(0)) %",
                    threshold: "below \((100 * FrayedBars.least).text(0)) %")
            ],
            [
                Fix(
                    "Print the code in pure black and white: switch dithering or halftone off in the printer's driver (graphics: none or threshold), and draw each narrow bar a whole number of printer dots wide, so that no edge is grey"
                ),
                Fix("Do not let a page or program scale the picture of a code: make it at its printed size and the printer's resolution"),
                Fix("Or let the printer draw the code itself, or use a label program with a driver for this printer"),
            ]
        )
    }

    static func stripes(_ stripes: BarStripes) -> (message: String, evidence: [EvidenceLine], fixes: [Fix]) {
        (
            "Thin light lines run along \(stripes.count) of its bars and split them: dots of the print head that no longer print, or scratches",
            [
                EvidenceLine("light lines within bars, over their full length", "\(stripes.count)", threshold: "none"),
                EvidenceLine(
                    "their depth", "\((100 * stripes.depth).text(0)) % of that of narrow spaces"),
            ],
            [
                Fix("Clean the print head; if the lines stay, replace it"),
                Fix("Then print the label again"),
            ]
        )
    }

    private static func bent(_ code: CodeEvidence) -> Finding? {
        // Where the squares are rounded, their direction is not known.
        guard let bend = code.bend, bend.isBent, rounded(code) == nil else { return nil }
        return finding(
            .symbolBent,
            "the \(code.symbology) code does not lie flat: its corner patterns do not point at each other, or the modules between them have another size, as on a round container or on folded or crumpled paper",
            SymbolSuspects.bent(bend), "it reads here, but readers that lay a flat grid over it miss modules",
            SymbolSuspects.flatten)
    }

    /// Of codes that are square by nature.
    private static func stretched(_ code: CodeEvidence, _ evidence: PictureEvidence) -> Finding? {
        guard let symbology = Symbology(rawValue: code.symbology), SquaredSymbol.symbologies.contains(symbology),
            let outline = Quadrilateral(code.corners), min(outline.width, outline.height) > 0
        else { return nil }
        let (longer, shorter) = (max(outline.width, outline.height), min(outline.width, outline.height))
        guard longer / shorter >= noteworthyStretch else { return nil }
        // A small one is so far away that its sides are alike from every angle.
        let isStraight = outline.isRectangle && longer > 0.15 * Double(max(evidence.width, evidence.height))
        let isSeenFromFront = evidence.isDrawn || isStraight
        let what = "the \(code.symbology) code is not square: one side is \((longer / shorter).text()) times the other"
        return finding(
            .symbolStretched,
            isSeenFromFront
                ? what + ", and its corners are right angles, so it was stretched when it was drawn or printed"
                : what + ", so it was stretched, or is seen at a steep angle",
            [
                EvidenceLine(
                    "longer side ÷ shorter side", (longer / shorter).text(2), threshold: "about 1; below \(noteworthyStretch.text())")
            ],
            "it reads here, but many readers take it for no code: they look for square corner patterns",
            [
                Fix("Draw or print it with the same scale in both directions, without changing its aspect ratio"),
                isSeenFromFront
                    ? Fix(
                        "Where a printer stretches it: print the picture in a mode whose dots are as wide as high (on receipt printers the double density), or let the printer draw the code itself"
                    )
                    : Fix("If it is a picture of a square code: hold the camera straight in front of it"),
            ])
    }

    /// What readers read is stretched less than `SquaredSymbol.leastRatio`, and not by each reader up to it. Not fitted.
    private static let noteworthyStretch = 1.6

    private static func grown(_ code: CodeEvidence, _ evidence: PictureEvidence) -> Finding? {
        if let growth = code.barGrowth, abs(growth) >= PictureThresholds.noteworthyGrowth { return uneven(code, growth) }
        guard let share = code.darkShare, (PictureThresholds.darkShare...0.8).contains(share),
            // A dark logo is no ink that ran.
            CoveredSymbol.note(code, evidence) == nil
        else { return nil }
        let words = SymbolSuspects.grown(share)
        return finding(
            .symbolBarGrowth,
            "the dark modules of the \(code.symbology) code have spread into the light ones between them: ink that ran, or a printer with too much heat or ink",
            [words.evidence], "it reads here, but other readers take light modules that have closed up for dark ones",
            words.fixes)
    }

    private static func uneven(_ code: CodeEvidence, _ growth: Double) -> Finding {
        let share = (100 * abs(growth)).text(0)
        let isGrown = growth > 0
        return finding(
            .symbolBarGrowth,
            isGrown
                ? "the bars of the \(code.symbology) code are wider than drawn, and the spaces between them narrower, by \(share) % of a module: ink that ran, or a printer with too much heat or ink"
                : "the bars of the \(code.symbology) code are thinner than drawn, and the spaces between them wider, by \(share) % of a module: a printer that is set too light, or a picture with too much light",
            [
                EvidenceLine(
                    "narrow bars beside narrow spaces", "\(isGrown ? "+" : "-")\(share) % of a module",
                    threshold: "at most \((100 * PictureThresholds.noteworthyGrowth).text(0)) %",
                    source: PictureThresholds.source)
            ], "it reads here, but readers that compare bars with spaces take narrow ones for wide ones",
            isGrown
                ? [Fix("Print it again with less heat or ink, on paper that does not soak it up, or larger")]
                : [Fix("Print it again with more heat or ink, or larger; in a picture that is too bright, lower the exposure")])
    }

    private static func striped(_ code: CodeEvidence) -> Finding? {
        guard let stripes = code.stripes else { return nil }
        let found = Self.stripes(stripes)
        return finding(
            .symbolDamaged,
            "thin light lines run along \(stripes.count == 1 ? "one bar" : "\(stripes.count) bars") of the \(code.symbology) code and split \(stripes.count == 1 ? "it" : "them"): dots of the print head that no longer print, or scratches",
            found.evidence, "it reads here, but other readers take a split bar for two thin ones", found.fixes)
    }

    private static func sequence(_ code: CodeEvidence) -> Finding? {
        guard let part = code.part else { return nil }
        let place = part.count.map { "part \(part.number) of \($0)" } ?? "part \(part.number) of several"
        return finding(
            .symbolSequence,
            "the \(code.symbology) code is \(place): several symbols carry one text together (structured append)",
            [EvidenceLine("place in the sequence", place, source: "the symbol itself")],
            "this is only a part of the text, and readers that do not know structured append read nothing or the part alone",
            [
                Fix("Read all parts, and join their texts in the order of their numbers"),
                Fix("Or make one larger code with the whole text, which every reader reads"),
            ])
    }

    /// Codes without a strong check read as a shorter one if a part of them is cut off.
    private static func partial(_ code: CodeEvidence) -> Finding? {
        // The start and stop of ITF look like any of its digits when cut; Code 39 and Codabar have characters for them.
        guard Symbology(rawValue: code.symbology) == .itf, let margin = code.margin, margin.endsAtBorder,
            margin.modules < 6
        else { return nil }
        var result = finding(
            .symbolPartial,
            "the \(code.symbology) code ends at the edge of the picture: it may be only a part of a longer one",
            [
                EvidenceLine(
                    "margin to the edge of the picture", "\(margin.modules.text()) modules", threshold: "10 modules",
                    source: "GS1 General Specifications"),
                EvidenceLine("check digit", "\(code.symbology) has none that every reader checks"),
                EvidenceLine("length", "\(code.byteCount) characters"),
            ],
            "a part of such a code reads as a shorter number, which is wrong",
            [
                Fix("Take the whole code with its margin into the picture"),
                Fix(
                    "When scanning live, accept a code only if several frames agree",
                    commands: ["candela scan --agree 3"]),
            ])
        // The number may be wrong: that is no mere note.
        result.severity = .warn
        return result
    }

    private static func mirrored(_ code: CodeEvidence) -> Finding? {
        guard code.isMirrored == true else { return nil }
        return finding(
            .symbolMirrored, "the \(code.symbology) code is mirrored: its left and right are exchanged",
            [EvidenceLine("orientation", "mirrored, by the reader \(code.reader)")],
            "it reads here, but many scanners do not try that",
            [
                Fix(
                    "Print it the right way round; on a film or a window, print it for the side from which it is scanned"
                ),
                Fix("If a program or a camera flips the picture, switch that off"),
            ])
    }

    private static func gaps(_ code: CodeEvidence, _ evidence: PictureEvidence) -> Finding? {
        guard let gap = code.gap, let module = code.module else { return dots(code, evidence) }
        return finding(
            .symbolDotted,
            "the modules of the \(code.symbology) code do not touch: there are gaps of \(gap.text()) pixels between them",
            [
                EvidenceLine(
                    "gap between neighbouring dark modules", "\(gap.text()) of \(module.text()) px", threshold: "none")
            ], "it reads here, but many readers find only the gaps",
            [
                Fix(
                    "Draw, export or print it again without gaps: they come from drawing each module by itself, or from dots that are narrower than a module"
                ),
                Fix("Or soften the picture a little, so that the modules join"),
            ])
    }

    /// Dots so small that what is measured between them is no gap any more.
    private static func dots(_ code: CodeEvidence, _ evidence: PictureEvidence) -> Finding? {
        guard code.symbology == Symbology.qr.rawValue, let share = code.darkShare, share < dottedShare,
            // Pale modules, and bright pictures, have as little that is dark.
            let figures = evidence.candidate(of: code)?.figures,
            figures.contrast >= PictureThresholds.grain, figures.dark < 100, figures.modulation >= 0.3
        else { return nil }
        return finding(
            .symbolDotted,
            "the modules of the \(code.symbology) code are dots that are much smaller than their places, or very thin: hardly any of it is dark",
            [
                EvidenceLine(
                    "dark part of the code's area", "\((100 * share).text(0)) %", threshold: "about half; at least \((100 * dottedShare).text(0)) %")
            ], "it reads here, but readers that look at a module's mean take the dots for white",
            [
                Fix("Draw the modules in full size (a dot scale of 1), as squares that touch"),
                Fix("On paper, print it again with more ink, heat or toner"),
            ])
    }

    /// Masks keep about half of a code dark, and squares in a plain style are full.
    private static let dottedShare = 0.25

    private static func encoding(_ code: CodeEvidence) -> Finding? {
        if code.isBinary == true { return binary(code) }
        guard code.isEncodingUnnamed == true else { return nil }
        return finding(
            .symbolEncoding,
            "the text of the \(code.symbology) code has characters beyond ASCII, and the code does not say in which encoding",
            [
                EvidenceLine(
                    "Extended Channel Interpretation (ECI)", "none in the code",
                    source: "the symbology identifier, ISO/IEC 15424")
            ],
            "readers guess: zbar takes UTF-8 for Big5 or Shift JIS now and then, and older scanners for Latin-1, so that letters come out wrong",
            [
                Fix("Make the code with its encoding in it (ECI 26 is UTF-8), or with ASCII characters only"),
                Fix(
                    "In a program that uses another reader, take the bytes as they are and decode them as UTF-8 there; zbarimg gives them with --raw -Sbinary"
                ),
            ])
    }

    private static func code32(_ code: CodeEvidence) -> Finding? {
        guard code.isCode32 == true else { return nil }
        // The number is a part of the content, which evidence may be without.
        let number = code.text.flatMap { text in
            CodeForm(of: Barcode(symbology: .code39, bytes: Array(text.utf8), reader: code.reader))?.printed
        }
        return finding(
            .symbolEncoding,
            "the \(code.symbology) code has the form of a Code 32 (Italian Pharmacode): its six characters are a number in base 32 with a check digit that fits"
                + (number.map { ", which is printed as \($0)" } ?? ""),
            [
                EvidenceLine("content", "six characters of base 32 (digits, and letters without A, E, I and O), check digit right", source: "decree of the Italian Ministry of Health, 10 June 1983")
            ],
            "on a medicine, a reader that only knows Code 39 gives the six characters in place of the number that is printed",
            [
                Fix(
                    "In your program, convert them: base 32 to decimal, nine digits, and an A before them; candela gives the number in the JSON of a scan",
                    commands: ["candela scan --json"]),
                Fix("Or use a reader that knows Code 32 and has it switched on (zxing-cpp 3, many hand scanners: Italian Pharmacode)"),
                Fix("If another number is printed below the bars, it is an ordinary Code 39, and nothing need be converted"),
            ])
    }

    /// The add-on is another symbol, which standards leave to those who need it.
    private static func addOn(_ code: CodeEvidence) -> Finding? {
        guard let digits = code.addOn, digits == 2 || digits == 5 else { return nil }
        let count = digits == 2 ? "two" : "five"
        return finding(
            .symbolDisabled,
            "beside the \(code.symbology) code stands an add-on of \(count) digits, a symbol of its own, which was not requested",
            [EvidenceLine("add-on", "EAN-\(digits)", source: "its bars, and the parities of its digits")],
            "the code itself is read; most readers leave the add-on (a price, the number of an issue) out unless they are told to read it",
            [
                Fix("Ask for it", commands: ["candela scan --addons"]),
                Fix(
                    "In another reader, enable it: -S\(digits == 2 ? "ean2" : "ean5").enable in zbarimg and zbarcam, EanAddOnSymbol (Read) in zxing-cpp, supplements in a hand scanner; keep all of it, with white paper behind it, in view"
                ),
            ])
    }

    /// What candela reads, and many programs have no decoder for.
    private static func rare(_ code: CodeEvidence) -> Finding? {
        if code.isModel1 == true { return model1(code) }
        let words: (kind: String, effect: String, instead: String)
        switch Symbology(rawValue: code.symbology) {
        case .dataBar:
            words = ("GS1 DataBar, once called RSS-14, in one row or stacked", "QuaggaJS and ML Kit do not know it", "EAN-13, GS1-128 or GS1 DataMatrix")
        case .dataBarExpanded:
            words = (
                "GS1 DataBar Expanded, once called RSS Expanded, in one row or stacked in several", "QuaggaJS and ML Kit do not know it",
                "GS1-128, GS1 DataMatrix or a QR code"
            )
        case .microQR: words = ("Micro QR, with one corner pattern", "zbar, the Java library ZXing and ML Kit do not know it", "a QR code or Data Matrix")
        case .dataMatrix: return unknownToZBar(code, "Data Matrix")
        case .aztec: return unknownToZBar(code, "Aztec")
        case .pdf417: return unknownToZBar(code, "PDF417")
        case .maxiCode: words = ("MaxiCode, of parcel services", "zbar and ML Kit do not know it", "a QR code or PDF417")
        default: return nil
        }
        return finding(
            .symbolDemanding, "the \(code.symbology) code is of a kind that many readers do not know: \(words.kind)",
            [EvidenceLine("symbology", code.symbology)], "it reads here, but \(words.effect), and others have it switched off",
            [
                Fix("Use a reader that knows this kind and has it enabled: candela and zxing-cpp, hand scanners after a setting"),
                Fix("Or carry the same content in a kind that more readers know, such as \(words.instead)"),
            ])
    }

    /// Source: zbar's list of symbologies; its decoder for PDF417 was never finished and is switched off.
    private static func unknownToZBar(_ code: CodeEvidence, _ kind: String) -> Finding {
        finding(
            .symbolDemanding, "the code is of a kind that zbar does not read: \(kind)", [EvidenceLine("symbology", code.symbology)],
            "it reads here; zbarimg, zbarcam, pyzbar and other programs that use zbar find no code in it, and in other readers this kind may be switched off",
            [Fix("Use a reader that knows \(kind) and has it enabled, such as candela or zxing-cpp"), Fix("Or carry the same content in a QR code or, if it is short, in a Code 128")])
    }

    private static func model1(_ code: CodeEvidence) -> Finding {
        finding(
            .symbolDemanding, "the \(code.symbology) code is of Model 1, the old first form of QR codes, whose data lie in other places than in today's (Model 2)",
            [EvidenceLine("format information", "masked as in Model 1", threshold: "Model 2", source: "JIS X 0510, annex; zxing-cpp")],
            "it reads here, but most readers find it and cannot decode it",
            [
                Fix("Make it again as an ordinary QR code (Model 2)"),
                Fix("Or use a reader that knows Model 1, such as zxing-cpp 2.2 and later"),
            ])
    }

    private static func binary(_ code: CodeEvidence) -> Finding {
        finding(
            .symbolEncoding, "the \(code.symbology) code holds bytes that are no text (compressed or encrypted data, or numbers as a program stores them)",
            [EvidenceLine("content", "\(code.byteCount) bytes, with control characters", threshold: "text")],
            "readers that give text change such bytes or end at the first zero, and scanners that type like a keyboard cannot type them",
            [
                Fix("Read it as bytes: the JSON of a scan has them as bytes_base64", commands: ["candela scan --json"]),
                Fix("In a program that uses another reader, take the bytes as they are; zbarimg gives them with --raw -Sbinary"),
                Fix("Or write the data as text (Base45 or Base64) before the code is made"),
            ])
    }

    private static func separators(_ code: CodeEvidence) -> Finding? {
        guard let count = code.separators, count > 0 else { return nil }
        return finding(
            .symbolSeparators,
            "the \(code.symbology) code has \(count == 1 ? "a separator" : "\(count) separators") between its fields (GS, FNC1), which cannot be seen",
            [EvidenceLine("control character GS (0x1d)", "\(count)", source: "GS1 General Specifications, 7.8.4")],
            "scanners that type like a keyboard, and some readers, leave them out, and then nobody can tell where a field ends",
            [
                Fix("See the fields, taken apart and checked", commands: ["candela scan --gs1 --json"]),
                Fix(
                    "In another reader, ask for the separator: fnc1=0x1d (29) for libdmtx, or the raw bytes; in a hand scanner, switch on GS (ASCII 29) or the symbology identifier"
                ),
            ])
    }

    private static func small(_ code: CodeEvidence, _ evidence: PictureEvidence) -> Finding? {
        let least = code.needsEnlarging == true ? PictureThresholds.comfortableModule : PictureThresholds.module
        guard let module = code.module, module < least else { return nil }
        return finding(
            .symbolSmall,
            "the \(code.symbology) code is small: its bars or modules are \(module.text()) pixels wide"
                + (code.needsEnlarging == true ? ", and zxing-cpp does not read it unless the picture is enlarged" : ""),
            [
                code.needsEnlarging == true
                    ? EvidenceLine("narrowest bar or module", "\(module.text(2)) px", threshold: "at least \(least.text())")
                    : EvidenceLine(
                        "narrowest bar or module", "\(module.text(2)) px", threshold: "at least 2",
                        source: "ML Kit: ≥ 2 px per module")
            ], "it reads here, but other readers need more resolution",
            [
                Fix(
                    evidence.isLive
                        ? "Hold it nearer, or choose a larger size of picture"
                        : "Take or render a larger picture: with a whole number of pixels for each module if a program draws it"
                )
            ])
    }

    /// Source: ISO/IEC 15416 and the GS1 General Specifications, 5.12.2, measure at 660 nm.
    private static func red(_ code: CodeEvidence, _ evidence: PictureEvidence) -> Finding? {
        guard let red = code.redContrast, red < PictureThresholds.weakContrast, let figures = evidence.candidate(of: code)?.figures,
            figures.contrast >= PictureThresholds.weakContrast, red < figures.contrast / 2
        else { return nil }
        // Of green and blue grounds nothing red is left.
        let isGroundDark = (code.redLight ?? 255) < figures.light / 2
        return finding(
            .symbolContrast,
            isGroundDark
                ? "the ground of the \(code.symbology) code is of a colour that is dark in red light, such as green or blue"
                : "the bars of the \(code.symbology) code are of a colour that red light does not show, such as red, orange or brown on white",
            [
                EvidenceLine(
                    "contrast in red light", "\(red.text(0)) of 255, and \(figures.contrast.text(0)) in all colours",
                    threshold: "at least \(PictureThresholds.weakContrast.text(0))", source: "ISO/IEC 15416: 660 nm (estimate)")
            ], "it reads here, but scanners with red light (lasers, most hand-held scanners) see no bars",
            [
                Fix(
                    isGroundDark
                        ? "Print it on a white, yellow, orange or red ground"
                        : "Print the bars in black, dark blue or dark green; the ground may be white, yellow, orange or red")
            ])
    }

    private static func contrast(_ code: CodeEvidence, _ evidence: PictureEvidence) -> Finding? {
        let corners = code.corners
        let figures = evidence.candidates.first { $0.corners == corners }?.figures
        guard let contrast = figures?.contrast, contrast < PictureThresholds.weakContrast,
            !WeakPictures.isBurnt(evidence)
        else { return nil }
        return finding(
            .symbolContrast,
            "the \(code.symbology) code is pale: its dark and light parts differ by \((contrast / 2.55).text(0)) % of full scale",
            [
                EvidenceLine(
                    "contrast", "\(contrast.text(0)) of 255",
                    threshold: "at least \(PictureThresholds.weakContrast.text(0))",
                    source: "ISO/IEC 15415 (estimate)")
            ], "it reads here, but other scanners may not",
            [
                Fix("Print it in a darker colour, best black on white"),
                Fix("If it is shown on a screen, make the screen brighter, and turn it away from lamps and windows"),
            ])
    }
}
