// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
internal import SymbolFinding

/// What is weak about a picture whose code was read here: light and focus that other scanners may not cope with.
enum WeakPictures {
    /// Edges wider than those of 95 % of readable pictures, in pixels.
    private static let softEdge = 5.0
    /// The share of a linear code's area that has no light parts: a bar is at most a third of a field.
    private static let unlitShare = 0.15

    private static func figures(_ code: CodeEvidence, _ evidence: PictureEvidence) -> SymbolFigures? {
        evidence.candidate(of: code)?.figures
    }

    // MARK: Light

    /// Nothing in the whole picture is dark, and much of it is pure white: the light has eaten the bars, whatever their ink. A
    /// picture that a program drew is white because it was drawn so.
    static func isBurnt(_ evidence: PictureEvidence) -> Bool {
        guard let figures = evidence.figures, !evidence.isDrawn else { return false }
        return figures.clippedShare > PictureThresholds.clippedShare
            && Double(figures.p1) > Double(PictureThresholds.burntShadow) + 30
            && figures.mean > PictureThresholds.burntMean
    }

    static func burnt(_ evidence: PictureEvidence) -> Finding? {
        guard isBurnt(evidence), let figures = evidence.figures,
            let contrast = evidence.read.compactMap({ Self.figures($0, evidence)?.contrast }).min(),
            contrast < PictureThresholds.weakContrast
        else { return nil }
        return Finding(
            .lightClipped, .note,
            "the picture is overexposed: \((100 * figures.clippedShare).text(0)) % of it is pure white, and nothing in it is dark",
            confidence: .likely,
            evidence: [
                EvidenceLine("pixels at 250 or more", "\((100 * figures.clippedShare).text(0)) %"),
                EvidenceLine(
                    "1st percentile of luma", "\(figures.p1) of 255",
                    threshold: "at most \(PictureThresholds.burntShadow + 30)"),
                EvidenceLine("contrast of the code", "\(contrast.text(0)) of 255"),
            ],
            effect: "it reads here, but other scanners may take its bars for paper",
            fixes: ExposureSuspects.less(evidence) + [
                Fix(
                    "Take it with a lower exposure (exposure compensation below 0), or with less light on the code: no torch, out of the sun"
                )
            ])
    }

    /// A shadow over a part of a linear code: there even its spaces are as dark as bars elsewhere. What is measured with one
    /// threshold for the whole code, such as its margin, is then worth nothing.
    static func shadow(_ code: CodeEvidence, _ evidence: PictureEvidence) -> Finding? {
        guard let symbology = Symbology(rawValue: code.symbology), symbology.isLinear,
            let figures = figures(code, evidence), let unlit = figures.veil.unlit, unlit >= unlitShare,
            figures.contrast >= 100, figures.dark < 60
        else { return nil }
        return Finding(
            .lightShadow, .note, "a part of the \(code.symbology) code lies in a deep shadow", confidence: .likely,
            evidence: [
                EvidenceLine(
                    "share of it without light parts", "\((100 * unlit).text(0)) %",
                    threshold: "below \((100 * unlitShare).text(0)) %")
            ],
            effect: "it reads here, but readers that set one limit between dark and light lose the part in the shadow",
            fixes: [
                Fix("Light it evenly: take away what throws the shadow, turn the label to the light, or add a lamp")
            ])
    }

    // MARK: Focus

    /// A module that is measured between edges may be that of a display's pixels or of grain, and cannot be far narrower than
    /// the edges. One that is known from the length of the code can.
    private static func isSoft(
        _ edge: Double, _ module: Double, _ modulation: Double, _ symbology: Symbology?
    ) -> Bool {
        if edge > softEdge, (PictureThresholds.strongBlurRatio..<1.5).contains(edge / module) { return true }
        // Bars that are narrower than their edges have lost much of their height; otherwise the outline is too short.
        return symbology?.fixedModules != nil && modulation < 0.5 && edge > 0.8 * softEdge && edge / module >= 1.5
    }

    /// Edge width ÷ narrowest bar of a linear code from which other readers fail. Of 47 codes in photographs that candela reads and
    /// that are beyond it, zxing-cpp 3 reads 17 and zbar 24; of 237 below it, 193 and 195. Beyond the other limit the outline is
    /// too short.
    private static let mergedBars = 1.2..<3.0

    /// A code with wide edges in a picture that a program drew: no lens was out of focus, it was drawn small and enlarged.
    static func enlarged(_ code: CodeEvidence, _ evidence: PictureEvidence) -> Finding? {
        guard evidence.isDrawn, Symbology(rawValue: code.symbology)?.isLinear == false, let edge = figures(code, evidence)?.edgeWidth,
            let module = code.module, edge >= enlargedEdge, edge >= PictureThresholds.strongBlurRatio * module
        else { return nil }
        return Finding(
            .symbolSmall, .note,
            "the \(code.symbology) code was drawn small and then enlarged smoothly: its edges are \(edge.text()) px wide, and its modules \(module.text()) px",
            confidence: .likely,
            evidence: [
                EvidenceLine(
                    "edge width ÷ module", (edge / module).text(2), threshold: "below \(PictureThresholds.strongBlurRatio.text())",
                    source: PictureThresholds.source),
                EvidenceLine("noise", "none: the picture was drawn, not taken"),
            ],
            effect: "it reads here, but its resolution is that of the small picture, and other readers find it blurred",
            fixes: [
                Fix("Draw it at the size at which it is shown, with a whole number of pixels for each module, or as SVG"),
                Fix("If it must be enlarged: without smoothing (in CSS, image-rendering: pixelated)"),
            ])
    }

    /// In pixels; smaller ones are those of edges between pixels.
    private static let enlargedEdge = 4.0

    /// Edges about as wide as the bars, and many pixels wide: the picture has fewer details than pixels. Or bars that have run into
    /// each other, however few pixels that are.
    static func soft(_ evidence: PictureEvidence) -> Finding? {
        let isSoftEverywhere = (evidence.figures?.edges.width ?? 0) > 0.7 * softEdge
        for code in evidence.read.prefix(3) {
            let symbology = Symbology(rawValue: code.symbology)
            guard code.frayed == nil, let figures = figures(code, evidence), let edge = figures.edgeWidth, let module = code.module else {
                continue
            }
            // Most lenses draw edges of two or three pixels: beside bars of less than two, which get a note of their own, they are not blurred.
            let isSmall = module < PictureThresholds.module && edge < PictureThresholds.wideEdge
            let isMerged = symbology?.isLinear == true && mergedBars.contains(edge / module) && !isSmall
            guard isMerged || isSoftEverywhere && isSoft(edge, module, figures.modulation, symbology) else { continue }
            return Finding(
                .focusBlurred, .note,
                "the edges of the \(code.symbology) code are \(edge.text()) px wide and its narrowest bars \(module.text()) px: the picture is blurred, or was enlarged from a small one",
                confidence: .likely,
                evidence: (edge > 0.8 * softEdge
                    ? [
                        EvidenceLine(
                            "width of the code's edges, 10 to 90 %", "\(edge.text()) px",
                            threshold: "at most \((0.8 * softEdge).text(0)) px")
                    ] : []) + [
                    EvidenceLine(
                        "edge width ÷ bar", (edge / module).text(2),
                        threshold: "below \((isMerged ? mergedBars.lowerBound : PictureThresholds.strongBlurRatio).text())",
                        source: isMerged ? "measured: zbar and zxing-cpp on photographs" : PictureThresholds.source),
                ],
                effect: "it reads here, but many other readers find no bars: they run into each other",
                fixes: [
                    Fix(
                        "Take a new picture in focus: wait until the camera has focused, or hold the code farther away"),
                    Fix("If it was enlarged, use the original: enlarging and sharpening bring no detail back"),
                ])
        }
        return nil
    }
}
