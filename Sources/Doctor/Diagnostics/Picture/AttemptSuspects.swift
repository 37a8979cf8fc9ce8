// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
internal import LinearReading
internal import MatrixReading
internal import Pictures
internal import SymbolFinding

/// Causes that another way of reading has proved.
enum AttemptSuspects {
    static func find(_ evidence: PictureEvidence) -> [Suspect] {
        [
            disabled(evidence), outside(evidence), inverted(evidence), several(evidence), cleared(evidence),
            joined(evidence), squeezed(evidence), stretched(evidence), hueOnly(evidence), levelled(evidence), maxiCode(evidence),
            hollow(evidence), contradictory(evidence), model1(evidence),
        ].compactMap { $0 } + bars(evidence)
    }

    /// What is wrong with a linear code. Those that stand beside a matrix code, whole or in part, are not why that is not read.
    private static func bars(_ evidence: PictureEvidence) -> [Suspect] {
        let isMatrixWanted = evidence.symbologies.contains { Symbology(rawValue: $0)?.isLinear == false } && evidence.codes(.everySymbology).isEmpty
        if isMatrixWanted, evidence.best?.isSurelyMatrix == true { return [] }
        return [
            wrongCheck(evidence), tooShort(evidence), unframed(evidence), unframedText(evidence), cut(evidence), foreign(evidence),
            crowded(evidence),
        ]
        .compactMap { $0 }
    }

    private static func names(_ codes: [CodeEvidence]) -> String {
        Set(codes.map(\.symbology)).sorted().joined(separator: ", ")
    }

    private static func disabled(_ evidence: PictureEvidence) -> Suspect? {
        let codes = evidence.codes(.everySymbology)
        guard !codes.isEmpty else { return nil }
        return Suspect(
            .symbol, .symbolDisabled, .clear, "The symbology of the code was not requested: \(names(codes)).",
            evidence: [
                EvidenceLine("requested", evidence.symbologies.joined(separator: ", ")),
                EvidenceLine("read with every symbology", names(codes)),
            ], effect: "The code is ignored.", fixes: [Fix("Add \(names(codes)) to the symbologies")],
            confidence: .certain)
    }

    private static func outside(_ evidence: PictureEvidence) -> Suspect? {
        let codes = evidence.codes(.wholeFrame)
        guard let region = evidence.region, let code = codes.first else { return nil }
        var lines = [
            EvidenceLine("region", "\(region.text): \(region.width) × \(region.height) px at \(region.x),\(region.y)")
        ]
        var fixes = [Fix("Search the whole picture, or hold the code inside the region")]
        if code.corners.count == 8 {
            let xs = stride(from: 0, to: 8, by: 2).map { code.corners[$0] }
            let ys = stride(from: 1, to: 8, by: 2).map { code.corners[$0] }
            let (left, top) = (xs.min()!, ys.min()!)
            let (width, height) = (xs.max()! - left, ys.max()! - top)
            lines.append(
                EvidenceLine("the code", "\(width.text(0)) × \(height.text(0)) px at \(left.text(0)),\(top.text(0))"))
            // With a margin of half its size, within the picture.
            let margin = 0.5 * max(width, height)
            let (x, y) = (max(0, left - margin), max(0, top - margin))
            let right = min(Double(evidence.width), left + width + margin)
            let bottom = min(Double(evidence.height), top + height + margin)
            fixes.insert(
                Fix("Use the region \(x.text(0)),\(y.text(0)),\((right - x).text(0)),\((bottom - y).text(0))"), at: 0)
        }
        return Suspect(
            .symbol, .symbolOutsideRegion, .clear, "The code is outside the region that is searched.",
            evidence: lines, effect: "The code is never found.", fixes: fixes, confidence: .certain)
    }

    private static func inverted(_ evidence: PictureEvidence) -> Suspect? {
        let codes = evidence.codes(.inverted)
        guard !codes.isEmpty else { return nil }
        // Bars that have grown until the spaces are as thin as they were can read as others when black and white are exchanged.
        // So can bars in a picture that is nearly black.
        if let best = evidence.best, best.kind == .linear, best.figures.polarity == .darkOnLight,
            (best.figures.barGrowth ?? 0) >= PictureThresholds.barGrowth
                || (evidence.figures?.p99 ?? 255) < PictureThresholds.darkHighlight,
            codes.allSatisfy({ Symbology(rawValue: $0.symbology)?.isLinear == true })
        {
            return nil
        }
        return Suspect(
            .symbol, .symbolInverted, .clear,
            "The code is light on dark, and reads only with black and white exchanged.",
            evidence: [EvidenceLine("read in the inverted picture", names(codes))],
            effect: "Most readers ignore it.",
            fixes: [Fix("Print it dark on light, or use a reader that supports inverted codes")], confidence: .certain)
    }

    private static func wrongCheck(_ evidence: PictureEvidence) -> Suspect? {
        guard let code = evidence.wrongCheck, evidence.isUnread else { return nil }
        let (name, character) = code.symbology == .code128 ? ("Code 128", "character") : ("EAN or UPC", "digit")
        return Suspect(
            .symbol, .symbolCheck, .clear,
            "The bars of this \(name) are all in order, but its check \(character) is wrong or missing.",
            evidence: [
                EvidenceLine(
                    "characters", "\(code.count)", source: "the widths of its bars, the same in different rows"),
                EvidenceLine(
                    "value of the last one", "\(code.found)",
                    threshold: "\(code.expected), the check \(character) of the others"),
            ], effect: "Every reader that keeps to the standard refuses it.",
            fixes: code.symbology == .code128
                ? [
                    Fix(
                        "Generate it again with a program or option that adds the check character, such as `candela encode`"
                    ),
                    Fix(
                        "If a barcode font draws it: a text must be converted first, which adds start, check and stop characters; typing it is not enough"
                    ),
                ]
                : [
                    Fix(
                        "Generate it again with the right number: the last digit of an EAN or UPC is calculated from the others"
                    )
                ],
            confidence: .likely)
    }

    /// Any few bars look like two digits of this symbology, so readers ask for more.
    private static func tooShort(_ evidence: PictureEvidence) -> Suspect? {
        guard let digits = evidence.shortITF, evidence.isUnread else { return nil }
        let isTwo = digits.utf8.count <= 2
        return Suspect(
            .symbol, .symbolShort, .clear,
            "The code is an Interleaved 2 of 5 (ITF) of only \(digits.count) digits, which is too short: readers ask for \(isTwo ? "four or six" : "at least six"), because a few bars of anything else look like it.",
            evidence: [
                EvidenceLine(
                    "digits", digits, threshold: isTwo ? "at least 4" : "at least 6",
                    source: "the widths of its bars, the same in different rows")
            ], effect: "Readers take it for a part of something else.",
            fixes: [
                Fix("Print it with leading zeros, so that it has six digits or more: an ITF has no other protection"),
                Fix(
                    "Or print the number in a symbology with a check character, such as Code 128, which may have any length"
                ),
                Fix(
                    "If it must be read as it is, use a reader that is limited to ITF, and whose least length can be set (zbar: min-length)"
                ),
            ], confidence: .likely)
    }

    /// Some generators draw only the characters that they are given.
    private static func unframed(_ evidence: PictureEvidence) -> Suspect? {
        guard let count = evidence.unframedCode39, evidence.isUnread else { return nil }
        return Suspect(
            .symbol, .symbolUnframed, .clear,
            "The code has \(count) characters of Code 39, but no start and no stop character (the asterisks at both ends).",
            evidence: [
                EvidenceLine(
                    "characters", "\(count)", threshold: "an asterisk at each end",
                    source: "the widths of its bars, the same in different rows")
            ], effect: "Without them no reader knows what the bars are.",
            fixes: [
                Fix(
                    "Generate it again with a program or option that adds them, such as `candela encode`; a library or font that draws only what it is given needs the text with an asterisk at each end: *TEXT*"
                )
            ], confidence: .likely)
    }

    /// A barcode font draws only the characters that are typed.
    private static func unframedText(_ evidence: PictureEvidence) -> Suspect? {
        guard let count = evidence.unframedCode128, evidence.isUnread else { return nil }
        return Suspect(
            .symbol, .symbolUnframed, .clear,
            "The code has \(count) characters of Code 128, but no start, check and stop character.",
            evidence: [
                EvidenceLine(
                    "characters", "\(count)", threshold: "a start character before, a check and a stop character after them",
                    source: "the widths of its bars, the same in different rows")
            ], effect: "Without them no reader knows what the bars are.",
            fixes: [
                Fix(
                    "Generate it with a program that adds them, such as `candela encode`; for a barcode font, convert the text first with the font's own converter or formula (\"encoder\"): typed text alone is not a code"
                )
            ], confidence: .likely)
    }

    /// Wider than its paper, or cut off by the program that laid it out.
    private static func cut(_ evidence: PictureEvidence) -> Suspect? {
        // What a reflection hides is there.
        guard let cut = evidence.cutCode128, evidence.isUnread, GlareSuspect.strength(evidence) != .clear,
            // Where nothing looks like bars, the line has hardly met all of a code.
            (evidence.best?.score ?? 0) >= PictureThresholds.vagueSymbol
        else { return nil }
        return Suspect(
            .symbol, .symbolUnframed, .clear,
            cut.lacksEnd
                ? "The code is a Code 128 without its end: after \(cut.characters) characters its bars are cut off, and the rest, with the check character and the stop pattern, is missing."
                : "The code is a Code 128 without its beginning: \(cut.characters) characters and the stop pattern are there, and what stands before them, with the start character, is missing.",
            evidence: [
                EvidenceLine(
                    "characters", "\(cut.characters)",
                    threshold: "a start character at its beginning, a check character and a stop pattern at its end",
                    source: "the widths of its bars, the same in different rows")
            ], effect: "No reader accepts a code of which a part is missing.",
            fixes: [
                Fix(
                    "If it is too wide for the paper, label or page: use wider paper, a shorter text or narrower bars, and an even number of digits, which Code 128 packs in pairs (code set C) into half the width"
                ),
                Fix("If the picture ends there: take the whole code into it, with its margin at both ends"),
                Fix(
                    "If it was typed in a barcode font, and the rest stands beyond a gap: the font has no bars for that character, such as a space. Use the one that it has in its place, or let a generator draw the code (`candela encode`)"
                ),
            ], confidence: .likely)
    }

    private static func foreign(_ evidence: PictureEvidence) -> Suspect? {
        if let code = evidence.markedCode, evidence.isUnread, isAlone(code, evidence) { return marked(code) }
        guard let code = evidence.foreignCode, evidence.isUnread else { return nil }
        let size = "\(code.digits) \(code.isOfBars ? "bars" : "digits")"
        return Suspect(
            .symbol, .symbolForeign, .clear,
            "The code is of another kind than the readers here know: \(code.symbology), with \(size).",
            evidence: [
                EvidenceLine(
                    "symbology", "\(code.symbology), \(size)",
                    source: "the widths of its bars, the same in different rows")
            ], effect: "They are not made for this symbology, however clear the picture is.",
            fixes: [
                Fix("Print the number in a symbology that most readers know, such as Code 128"),
                Fix("Or use a reader that is made for \(code.symbology), and has it switched on"),
                Fix("Until then, type the number: it is mostly printed below the bars"),
            ], confidence: .likely)
    }

    /// Whether nothing else in the picture looks like a code: a ruler or a scale beside one is not what somebody wants to read.
    private static func isAlone(_ code: MarkedCode, _ evidence: PictureEvidence) -> Bool {
        evidence.candidates.filter { $0.score >= PictureThresholds.likelySymbol }.allSatisfy { candidate in
            let box = candidate.box
            return code.contains(PixelPoint(x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2))
        }
    }

    private static func marked(_ code: MarkedCode) -> Suspect {
        let isDots = code.kind == .chessboard
        return Suspect(
            .symbol, .symbolForeign, .clear,
            isDots
                ? "The code is of another kind than the readers here know: \(code.marks) separate dots that stand diagonally from each other, as in DotCode."
                : "The code is of another kind than the readers here know: \(code.marks) bars of one width that differ in height, as in postal codes on letters, and in those of Spotify.",
            evidence: [
                EvidenceLine(
                    isDots ? "dots" : "bars", "\(code.marks)",
                    source: isDots
                        ? "their nearest neighbours are diagonal, within an upright rectangle"
                        : "equal widths at equal distances, in different heights")
            ], effect: "They are not made for this kind, however clear the picture is.",
            fixes: isDots
                ? [
                    Fix("Use a reader that is made for DotCode, and enable that kind in it"),
                    Fix("Or print the content in another kind, such as Data Matrix"),
                ]
                : [
                    Fix(
                        "Use the program that is made for it: Spotify's own app for its codes, the postal service's reader for those on letters"
                    ),
                    Fix("For a code of your own, use another kind, such as a QR code with the link, or Code 128"),
                    Fix("Until then, type what is printed beside it by hand"),
                ], confidence: .likely)
    }

    /// Its bars alone are a whole code, and what stands beside them is too near for readers.
    private static func crowded(_ evidence: PictureEvidence) -> Suspect? {
        guard let code = evidence.crowdedCode, evidence.isUnread, evidence.codes(.cleared).isEmpty else { return nil }
        return Suspect(
            .symbol, .symbolQuietZone, .clear,
            "Something dark, such as a line or a label's edge, stands too close beside the code, in its quiet zone: the bars up to there are a whole \(code.symbology.rawValue) of \(code.characters) characters.",
            evidence: [
                EvidenceLine(
                    "light margin beside the bars", "less than \(CrowdedCode.usual.text(0)) modules",
                    threshold: "10 modules of white space at both ends", source: "ISO/IEC 16390, ISO/IEC 16388")
            ],
            effect: "Readers take the line for a bar of the code.",
            fixes: [
                Fix("Cover the line beside the code with white paper or tape, and see whether it reads then"),
                Fix("When it is printed next, leave the margin (quiet zone) free"),
            ], confidence: .likely)
    }

    private static func cleared(_ evidence: PictureEvidence) -> Suspect? {
        let codes = evidence.codes(.cleared)
        guard !codes.isEmpty else { return nil }
        return Suspect(
            .symbol, .symbolQuietZone, .clear,
            "Something dark, such as a line, a label's edge or a shadow, stands too close beside the code, in its quiet zone.",
            evidence: [
                EvidenceLine(
                    "read with what stands beside it painted over", names(codes),
                    threshold: "7 to 11 modules of white space at both ends", source: "GS1 General Specifications")
            ],
            effect: "Readers take the line for a bar of the code.",
            fixes: [
                Fix("Cover the line beside the code with white paper or tape"),
                Fix("If it is a shadow, light the code evenly, from both sides"),
                Fix("When it is printed next, leave the margin (quiet zone) free"),
            ], confidence: .certain)
    }

    /// The dark part of a code of whole modules is about a half, and that of one of separate dark dots less. Not fitted.
    private static let mostDotted = 0.47

    private static func joined(_ evidence: PictureEvidence) -> Suspect? {
        let isLight = !evidence.codes(.joinedLight).isEmpty
        let codes = isLight ? evidence.codes(.joinedLight) : evidence.codes(.joined)
        guard !codes.isEmpty else { return nil }
        // Growing dark parts changes a logo as well, and a code at its limit may then read by chance.
        let isFull = evidence.best.map { $0.figures.polarity == .darkOnLight && $0.figures.darkShare ?? 0 > mostDotted } == true
        if let best = evidence.best, best.figures.gap == nil, best.overlay != nil || isFull { return nil }
        return Suspect(
            .symbol, .symbolDotted, .clear,
            isLight
                ? "The code is made of separate light dots on a dark ground, which do not touch: it is inverted, too."
                : "The code is made of separate dots that do not touch, as by dot peening, inkjet or laser.",
            evidence: [EvidenceLine("read with the\(isLight ? " light" : "") dots grown until they join", names(codes))],
            effect: isLight ? "Readers look for whole modules, dark on light, and find neither." : "Readers look for whole modules, and find only the gaps.",
            fixes: (isLight ? [Fix("Make it dark on light: fill the dots with dark paint on a light ground")] : []) + [
                Fix("Mark it with larger dots, so that they touch"),
                Fix("Soften the picture, so that the dots join: light it from the side, or defocus the lens a little"),
                Fix("Or use a reader that is made for dot-peened codes"),
            ], confidence: .certain)
    }

    private static func squeezed(_ evidence: PictureEvidence) -> Suspect? {
        guard let attempt = evidence.attempts.first(where: { $0.kind == .squeezed && !$0.codes.isEmpty }),
            let gaps = attempt.gaps
        else { return nil }
        return Suspect(
            .symbol, .symbolDamaged, .clear,
            "The rows of the code stand apart: \(gaps.count) gaps run through all of it, as between lines of text in a terminal or strips of a receipt printer, and stretch it.",
            evidence: [
                EvidenceLine("read with the gaps taken out", names(attempt.codes)),
                EvidenceLine(
                    "gaps",
                    "\(gaps.count), \(gaps.thickness.text(0)) px wide, every \(gaps.distance.text(0)) px",
                    threshold: "none"),
            ], effect: "Readers do not find its patterns, which the gaps cut up.",
            fixes: [
                Fix(
                    "In a terminal: set the space between lines (line height) to 1 and use a font without gaps, or have the program save the code as a picture (PNG or SVG) and show that"
                ),
                Fix(
                    "On a printer: send the code in one piece, or set the space between its strips (line spacing) to none"
                ),
            ], confidence: .certain)
    }

    private static func stretched(_ evidence: PictureEvidence) -> Suspect? {
        guard let attempt = evidence.attempts.first(where: { $0.kind == .squared && !$0.codes.isEmpty }),
            let ratio = attempt.ratio
        else { return nil }
        let times = "\(ratio.text()) times as long as wide"
        return Suspect(
            .symbol, .symbolStretched, .clear,
            evidence.isDrawn
                ? "The code is not square: it is stretched, and \(times) in the picture."
                : "The code is not square in the picture, but \(times): it is seen almost from the side, at a flat angle, or it was stretched in print.",
            evidence: [
                EvidenceLine("read when made square", names(attempt.codes)),
                EvidenceLine("proportion", times, threshold: "readers cope with about 2", source: "measured"),
            ], effect: "Readers look for patterns that are square.",
            fixes: evidence.isDrawn
                ? [
                    Fix(
                        "Keep its proportions: make the window or the picture's box as wide as high, or have the program keep width and height equal"
                    )
                ]
                : [
                    Fix("Hold the camera square to the code, so that it looks as wide as high"),
                    Fix("If it looks like this from the front too, it was stretched in print: make it with equal width and height"),
                ], confidence: .certain)
    }

    /// Readers see brightness only: two colours of one brightness are one to them.
    private static func hueOnly(_ evidence: PictureEvidence) -> Suspect? {
        guard let attempt = evidence.attempts.first(where: { $0.kind == .colour && !$0.codes.isEmpty }),
            let plane = attempt.plane.flatMap(ColourPlane.init)
        else { return nil }
        if let own = attempt.contrast, let other = attempt.planeContrast, own > other * PictureThresholds.hueShare { return nil }
        return Suspect(
            .symbol, .symbolContrast, .clear,
            "The code and its ground differ in colour and hardly in brightness: it reads only in the \(plane.rawValue) part of the picture's colours.",
            evidence: [
                EvidenceLine("read in the plane \(plane.rawValue)", names(attempt.codes)),
                EvidenceLine("read in the brightness", "nothing"),
            ]
                + (attempt.contrast.flatMap { own in
                    attempt.planeContrast.map { [EvidenceLine("contrast", "\(own.text(0)) of 255 in brightness, \($0.text(0)) in the plane \(plane.rawValue)")] }
                } ?? []),
            effect: "Readers look at brightness only, and see one even surface.",
            fixes: [
                Fix("Use other colours: a dark code on a light ground, best black on white"),
                Fix(
                    "Or let the program that reads it use the \(plane.rawValue) channel of the picture in place of its brightness",
                    commands: [
                        "convert PICTURE -channel \(plane.rawValue.first!.uppercased()) -separate +channel \(plane.rawValue).png"
                    ], isRunnable: false),
            ], confidence: .certain)
    }

    /// Dark and light parts that are nearly the same.
    private static func levelled(_ evidence: PictureEvidence) -> Suspect? {
        guard let attempt = evidence.attempts.first(where: { $0.kind == .levelled && !$0.codes.isEmpty }) else { return nil }
        return Suspect(
            .symbol, .symbolContrast, .clear,
            "The code has hardly any contrast: its spaces are nearly as dark as its bars, or its bars nearly as light as its spaces, and it reads only with \(evidence.isDrawn ? "that difference made larger" : "the noise averaged out or that difference made larger").",
            evidence: [EvidenceLine(evidence.isDrawn ? "read with the contrast raised to four times" : "read in half the size, or with the contrast raised to four times", names(attempt.codes))]
                + (attempt.contrast.map {
                    [EvidenceLine("contrast", "\($0.text(0)) of 255", threshold: "at least \(PictureThresholds.contrast.text(0)) (20 %)", source: "ISO/IEC 15416, grade F")]
                } ?? []), effect: evidence.isDrawn ? "Readers see one even surface, and so does a printer." : "Readers see one even surface.",
            fixes: evidence.isDrawn
                ? [
                    Fix("Draw the code in black on white; a viewer that shows it so may not know the colours of the file: try another one, or a newer version"),
                    Fix("Or raise the contrast of this picture before reading it: in an image editor, spread the levels 0 to 25 %, or 75 to 100 %, over the whole range"),
                ]
                : [
                    Fix("If a display shows it: turn up its brightness, switch off its dark or night mode, and turn it away from what it reflects"),
                    Fix("If it is printed: print it in black or a dark colour on white, and not on a dark or coloured ground"),
                    Fix("If it looks darker to the eye than here: wipe the lens, and keep lamps and windows out of the view"),
                ], confidence: evidence.isDrawn ? .certain : .likely)
    }

    /// Its bull's eye is sharp enough to be recognised, so light and lens are not to blame. Source: zxing-cpp's MaxiCode reader,
    /// the only one here, which looks for a symbol that is drawn upright and alone.
    private static func maxiCode(_ evidence: PictureEvidence) -> Suspect? {
        guard let eye = evidence.bullsEye else { return nil }
        return Suspect(
            .symbol, .symbolMaxiCode, .clear,
            "The code is a MaxiCode, the code of parcel services, which the readers here read only if it is straight, flat and alone in the picture.",
            evidence: [
                EvidenceLine(
                    "bull's eye of three dark rings",
                    "radius \(eye.radius.text(0)) px, at \(eye.x.text(0)),\(eye.y.text(0))")
            ], effect: "It is found, but not read.",
            fixes: [
                Fix("Scan it flat and straight, as with a flatbed scanner, and crop the picture to the symbol"),
                Fix("Or read another code of the label: parcels carry the same number as Code 128 or PDF417"),
                Fix("Or use a reader that is made for MaxiCode, as parcel services have"),
            ], confidence: .certain)
    }

    /// What is not filled has the value of the ground, so light and lens are not to blame.
    private static func hollow(_ evidence: PictureEvidence) -> Suspect? {
        guard let hollow = evidence.hollow, evidence.isUnread else { return nil }
        let (lines, filled) = hollow.isLight ? ("light", "light") : ("dark", "dark")
        return Suspect(
            .symbol, .symbolStyled, .clear,
            "Only the outlines of the code's modules are there, as thin \(lines) lines: inside them the modules that should be \(filled) are like the ground.",
            evidence: [
                EvidenceLine("corner patterns of thin lines", "\(hollow.count), modules of \(hollow.module.text()) px", threshold: "filled squares", source: "ISO/IEC 18004, 5.3.3")
            ], effect: "Readers look for areas that are dark all over, and see one surface with a few lines.",
            fixes: [
                Fix("Fill the modules: engrave, mill or cut their whole areas (fill, raster or pocket, in place of outline, vector or contour), or rub ink or paint into them"),
                Fix("If a program draws it so: give the squares a fill in place of a stroke, or export the code as a picture (PNG)"),
            ], confidence: .likely)
    }

    /// Each side is legible in several lines, so it was drawn so.
    private static func contradictory(_ evidence: PictureEvidence) -> Suspect? {
        guard let sizes = evidence.rowIndicators, sizes.isContradictory, evidence.isUnread else { return nil }
        func words(_ size: RowIndicators.Size) -> String {
            "\(size.rows) rows, \(size.columns) columns, level \(size.level) of error correction"
        }
        return Suspect(
            .symbol, .symbolCheck, .clear,
            sizes.left == sizes.right
                ? "The PDF417 contradicts itself: its row indicators say that it has \(sizes.left.rows) rows, and \(sizes.drawnRows) are there. The program that made it is at fault, not the picture."
                : "The PDF417 contradicts itself: the row indicators at its left side say another size than those at its right side. The program that made it is at fault, not the picture.",
            evidence: [
                EvidenceLine("row indicators at the left side", words(sizes.left)),
                EvidenceLine("row indicators at the right side", words(sizes.right), threshold: "the same", source: "ISO/IEC 15438, 5.11.3"),
                EvidenceLine("rows that are there", "\(sizes.drawnRows)"),
            ], effect: "Readers take one of them for the truth, and find no text with it.",
            fixes: [
                Fix("Generate the code again with another program, or a corrected version of this one; report it to its makers: each row is wrong in the same way"),
                Fix("Ask the issuer for a new one: no other print, screen or picture of the same code makes it better"),
            ], confidence: .likely)
    }

    private static func model1(_ evidence: PictureEvidence) -> Suspect? {
        guard evidence.isModel1 == true, evidence.isUnread else { return nil }
        return Suspect(
            .symbol, .symbolForeign, .clear,
            "The code is a QR code of Model 1, the old first form of QR codes, whose data lie in other places than in today's (Model 2).",
            evidence: [
                EvidenceLine(
                    "format information", "masked as in Model 1, in both of its copies", threshold: "Model 2", source: "JIS X 0510, annex; zxing-cpp")
            ], effect: "Readers for today's QR codes find it and cannot decode it, however clear the picture is.",
            fixes: [
                Fix("Use a reader that knows Model 1: zxing-cpp 2.2 and later, also in candela built with it, or the reader of its inventors (DENSO WAVE)"),
                Fix("Or make the code again as an ordinary QR code (Model 2), which every reader knows"),
            ], confidence: .likely)
    }

    /// That two or three codes of different content were read in a photograph: a program that takes one takes either.
    static func fewCodes(_ evidence: PictureEvidence) -> Finding? {
        guard !evidence.isLive, (2...3).contains(evidence.read.count), Set(evidence.read.map(\.text)).count > 1,
            !evidence.read.contains(where: { $0.part != nil })
        else { return nil }
        return Finding(
            .symbolSeveral, .note, "there are \(evidence.read.count) different codes in the picture",
            confidence: .certain, evidence: [EvidenceLine("read", names(evidence.read))],
            effect: "a program that takes one code of a picture takes whichever it finds first",
            fixes: [Fix("If only one is wanted: choose its kind of code in the program, cover the others, or set a region that contains only one")])
    }

    /// Only for cameras, where usually one code is expected; a photograph of many is no fault.
    private static func several(_ evidence: PictureEvidence) -> Suspect? {
        guard evidence.isLive, evidence.read.count > 1 else { return nil }
        return Suspect(
            .symbol, .symbolSeveral, .clear, "There are \(evidence.read.count) codes in view.",
            evidence: [EvidenceLine("read", names(evidence.read))],
            effect: "It is left to chance which one is read first.",
            fixes: [Fix("Cover the others, or set a region that contains only one")], limitsReadable: true,
            confidence: .certain)
    }
}
