// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import SymbolFinding

/// Possible causes in the focus.
enum FocusSuspects {
    static func find(_ evidence: PictureEvidence) -> [Suspect] {
        [hunting(evidence), CoarseJPEG.suspect(evidence), blurred(evidence)].compactMap { $0 }
    }

    private static func blurred(_ evidence: PictureEvidence) -> Suspect? { isOfScene(evidence) ? nil : wideEdges(evidence) }

    /// Whether the wide edges that were found are those of what a sharp photograph without a code shows.
    static func isOfScene(_ evidence: PictureEvidence) -> Bool {
        evidence.isSharpWithoutLikelySymbol && wideEdges(evidence)?.finding.id == .focusBlurred
    }

    /// Edges too wide for the bars they belong to.
    ///
    /// The ratio alone is not enough: half of the readable pictures have edges of 0.7 modules, because their modules are
    /// two pixels and no lens draws an edge in less than one. The edges must therefore be wide in pixels too, and the
    /// module not so small that only a sharp picture can show it.
    private static func wideEdges(_ evidence: PictureEvidence) -> Suspect? {
        guard let figures = evidence.figures, evidence.noise <= PictureThresholds.noise else { return nil }
        // A lens blurs in all directions alike.
        if MotionSuspect.isDrawnOut(evidence) { return nil }
        // The sharpest edges are then those of the glow around lamps, or around their reflections in a pane.
        let isLamps = evidence.isLive && evidence.spots.count >= leastLamps && figures.clippedShare > PictureThresholds.lamps
        // Dots that stand for grey have no edges of their own, and are sharp.
        if evidence.hasLikelySymbol, evidence.best?.frayed != nil { return nil }
        // What hardly looks like a code says nothing of the lens, in a view that may show none.
        let isNoCode = evidence.isVague || evidence.isScenery || !evidence.isLive && evidence.best?.isUnlikeBars == true
        let best = isNoCode ? nil : evidence.best
        guard let symbol = best?.figures, let edge = symbol.edgeWidth, let module = symbol.drawnModule else {
            guard let edge = figures.edges.width, edge > PictureThresholds.wideEdge, !isLamps else { return nil }
            // Most lenses draw a room with edges of three or four pixels, and in the dark there are few edges but those of lamps.
            if evidence.isLive, edge <= PictureThresholds.blurredView || figures.edges.count < PictureThresholds.enoughEdges || evidence.isClearText {
                return nil
            }
            // The border of a reflection is soft even in a sharp picture.
            let isClear =
                edge > PictureThresholds.veryWideEdge && GlareSuspect.strength(evidence) != .clear && MotionSuspect.wholeView(evidence) == nil
            return whole(isClear ? .clear : .possible, edge, evidence)
        }
        // Not one sharp edge in the whole picture: what looks like a large symbol is not why nothing reads.
        if let sharpest = figures.edges.width, sharpest > PictureThresholds.hopelessEdge, GlareSuspect.strength(evidence) != .clear {
            return isLamps ? nil : whole(.clear, sharpest, evidence)
        }
        // Nor is a print out of focus that is soft in one direction only.
        if SmearedPrint(evidence) != nil { return nil }
        // Ink that has run leaves more dark than light, and soft edges; what stands beside it tells whether the lens is sharp.
        if let share = symbol.darkShare, share >= PictureThresholds.darkShare, evidence.isSharpBeside { return nil }
        let ratio = edge / module
        // In a camera's view, bars that reach nearly all of the contrast are not blurred: noise has widened what was measured.
        if evidence.isLive, symbol.modulation > PictureThresholds.clearModulation { return nil }
        // A few pixels of a picture that is sharp elsewhere, as of a page on a screen, have no edges of their own: it is small.
        if !evidence.isLive, let measured = symbol.module, measured < PictureThresholds.blurredModule, measured < module,
            figures.edges.width ?? edge < PictureThresholds.crispEdge
        {
            return nil
        }
        // Narrow bars that reach nearly all of the contrast, with edges narrower than they are, are told apart; where nothing in the picture
        // is sharp, they may be several that have merged.
        if symbol.modulation > PictureThresholds.clearModulation, ratio <= PictureThresholds.strongBlurRatio,
            figures.edges.width ?? edge <= 2 * PictureThresholds.wideEdge
        {
            return nil
        }
        guard edge > PictureThresholds.sharpEdge, module >= PictureThresholds.blurredModule,
            ratio > PictureThresholds.blurRatio, let strength = strength(evidence, figures, edge, module)
        else { return nil }
        let lines = [
            EvidenceLine(
                "width of the symbol's edges, 10 to 90 %", "\(edge.text()) px",
                threshold: "at most \(PictureThresholds.sharpEdge.text()) px", source: PictureThresholds.source),
            EvidenceLine(
                "edge width ÷ bar", ratio.text(2), threshold: "at most \(PictureThresholds.strongBlurRatio.text())",
                source: PictureThresholds.source),
        ]
        if edge < UnresolvedSymbol.widestEdge, ratio <= UnresolvedSymbol.widestRatio {
            // Those of a bent code run into each other only near its ends.
            if SymbolSuspects.bent(evidence) != nil { return nil }
            return UnresolvedSymbol.suspect(strength, edge: edge, module: module, lines: lines, evidence)
        }
        return suspect(
            strength, "The symbol is out of focus: its edges are \(edge.text()) px wide, and its bars \(module.text()) px.", lines, evidence)
    }

    /// Spots of pure white, as of the lamps of a camera for the night.
    private static let leastLamps = 3

    private static func whole(_ strength: Suspect.Strength, _ edge: Double, _ evidence: PictureEvidence) -> Suspect {
        var suspect = suspect(
            strength, "The picture is out of focus: its sharpest edges are \(edge.text()) px wide.",
            [
                EvidenceLine(
                    "width of the sharpest edges, 10 to 90 %", "\(edge.text()) px",
                    threshold: "at most \(PictureThresholds.wideEdge.text()) px", source: PictureThresholds.source)
            ], evidence)
        if evidence.isLive {
            suspect.finding.fixes.append(
                Fix("If it looks hazy, too: wipe the lens, and take off the protective film if the camera is new"))
        }
        return suspect
    }

    /// How likely blur is; `nil` if something else explains the wide edges.
    private static func strength(
        _ evidence: PictureEvidence, _ figures: FrameFigures, _ edge: Double, _ module: Double
    ) -> Suspect.Strength? {
        let sharpest = figures.edges.width ?? edge
        let ratio = edge / module
        if GlareSuspect.hasBump(evidence) { return .possible }
        // Between edges that wide there are no bars that narrow: they do not belong to one symbol.
        if ratio > 3 {
            // In a view that is sharp elsewhere, a few of them are those of furniture and books.
            let isFurniture = evidence.best.map { $0.kind == .linear && !$0.hasEnoughBars } == true
            return evidence.isLive && sharpest < PictureThresholds.sharpView && isFurniture ? nil : .possible
        }
        if evidence.contrast < PictureThresholds.contrast {
            // The width of faint edges is measured inaccurately, mostly as too much.
            if ratio <= PictureThresholds.strongBlurRatio { return nil }
            return edge > 5 && ratio > 1.1 && sharpest > PictureThresholds.sharpEdge ? .clear : .possible
        }
        if GlareSuspect.isUnmistakable(evidence) || evidence.isTiny && edge < 4 { return .possible }
        if GlareSuspect.strength(evidence) == .clear, sharpest < PictureThresholds.sharpEdge || edge < 3 {
            // The soft border of a reflection crosses the bars.
            return ratio > 2 * PictureThresholds.strongBlurRatio ? .clear : .possible
        }
        if sharpest < 2, edge < 3.2, module < PictureThresholds.comfortableModule { return nil }
        // Modules of four pixels are told apart although their edges are three pixels wide, and so are somewhat smaller ones.
        if module >= 4.5 || module >= PictureThresholds.comfortableModule && edge < 3, ratio <= PictureThresholds.strongBlurRatio {
            // Unless nothing in the picture is sharp: the bars that were measured may be several that have merged.
            return sharpest > 2 * PictureThresholds.wideEdge ? .possible : nil
        }
        return ratio > PictureThresholds.strongBlurRatio ? .clear : .possible
    }

    private static func suspect(
        _ strength: Suspect.Strength, _ message: String, _ lines: [EvidenceLine], _ evidence: PictureEvidence
    ) -> Suspect {
        let isManual = evidence.settings?.isFocusAutomatic == false
        return Suspect(
            .focus, .focusBlurred, strength,
            isManual ? message.dropLast() + "; the automatic focus is switched off." : message,
            evidence: lines + (isManual ? [EvidenceLine("focus_automatic_continuous", "0 (off)")] : []),
            effect: "Narrow bars run into each other; only wide ones remain.", fixes: fixes(evidence))
    }

    /// In pixels; half of it, from twice the distance, is the least that readers need.
    private static let leastFarther = 4.0

    private static func fixes(_ evidence: PictureEvidence) -> [Fix] {
        guard let settings = evidence.settings else {
            // From farther away, the modules would be too small.
            if let module = evidence.best?.figures.module, module < Self.leastFarther {
                return [
                    Fix(
                        "Take the picture again with the focus on the code, and from nearer if the lens can focus there: its narrowest bars or modules have only \(module.text()) px, so from farther away they would be too small"
                    ),
                    Fix("If the code stays so small at the nearest distance, print it larger, or with less content"),
                ]
            }
            return [
                Fix("Take the picture again from farther away, and wait until the camera has focused"),
                Fix("If it is no sharper then, show or print the code larger, or with less content: larger modules bear more blur"),
            ]
        }
        if settings.isFocusAutomatic == false {
            return CameraFix.set("Switch on automatic focus", [("focus_automatic_continuous", 1, 0)], evidence)
        }
        if settings.isFocusAutomatic == nil {
            return [
                Fix("Hold the symbol where the lens is sharp: usually 30 to 50 cm away for a fixed-focus lens")
            ] + [FixedLens.limit(evidence)].compactMap(\.self) + [
                Fix(
                    "If it is blurred at every distance, turn the lens until the picture is sharp, if it sits in a thread: those of modules for boards do, and are often delivered out of focus"
                )
            ]
        }
        var fixes = [Fix("Hold the symbol farther away and still, until the camera has focused")]
        // The automatic focus may have settled on something else, or at a wrong place: a fixed position does not.
        if settings.focusMaximum != nil {
            let camera = evidence.camera.map { " " + Words.shell($0) } ?? ""
            fixes.append(
                Fix(
                    "If it stays blurred, the automatic focus has settled wrongly: find and keep the sharpest position for this distance",
                    commands: ["candela calibrate\(camera)"], isRunnable: false))
            if let near = settings.focusReadings.last {
                let least = settings.focusMinimum ?? 0
                fixes += CameraFix.set(
                    "Or set it by hand: automatic focus off, then try positions between \(least) (far) and \(settings.focusMaximum ?? 255) (near)",
                    [
                        ("focus_automatic_continuous", 0, 1),
                        ("focus_absolute", near == least ? least + 10 : least, nil),
                    ], evidence)
            }
        }
        return fixes
    }

    // MARK: Hunting

    /// Counts reversals of at least `least`.
    static func reversals(_ values: [Double], least: Double) -> Int {
        guard var low = values.first else { return 0 }
        var high = low
        var rising: Bool?
        var turns = 0
        for value in values.dropFirst() {
            low = min(low, value)
            high = max(high, value)
            if rising != false, high - value >= least {
                if rising == true { turns += 1 }
                (rising, low) = (false, value)
                high = value
            } else if rising != true, value - low >= least {
                if rising == false { turns += 1 }
                (rising, high) = (true, value)
                low = value
            }
        }
        return turns
    }

    /// The same; none if there is none of that size in the last third: every automatic focus searches to and fro at the start, and rests.
    private static func lastingReversals(_ values: [Double], least: Double) -> Int {
        let end = values.suffix(max(2, values.count / 3))
        guard let low = end.min(), let high = end.max(), high - low >= least else { return 0 }
        return reversals(values, least: least)
    }

    private static func hunting(_ evidence: PictureEvidence) -> Suspect? {
        let settings = evidence.settings
        guard evidence.isLive, settings?.isFocusAutomatic != false else { return nil }
        let readings = (settings?.focusReadings ?? []).map(Double.init)
        let span = Double(settings?.focusMaximum ?? 250) - Double(settings?.focusMinimum ?? 0)
        let turns = lastingReversals(readings, least: max(2, 0.04 * span))
        let sharpness = evidence.temporal?.sharpness ?? []
        let swing = 0.3 * (sharpness.max() ?? 0)
        // Only a focus drive can hunt; flicker changes the sharpness too.
        let waves = settings?.isFocusAutomatic == true ? lastingReversals(sharpness, least: swing) : 0
        let isFlickering = (evidence.temporal?.banding?.amplitude ?? 0) >= PictureThresholds.flicker
        guard turns >= 3 || waves >= 3 && !isFlickering else { return nil }
        return Suspect(
            .focus, .focusHunting, .possible, "The automatic focus is hunting: it does not settle.",
            evidence: [
                EvidenceLine(
                    turns >= 3 ? "reversals of focus_absolute" : "reversals of the sharpness", "\(max(turns, waves))",
                    threshold: "fewer than 3 while frames arrived", source: "proposed, not fitted")
            ], effect: "The symbol is sharp only now and then.",
            fixes: CameraFix.set(
                "Stop the automatic focus at its present position", [("focus_automatic_continuous", 0, 1)], evidence
            ) + [
                Fix("Add light, and put something with contrast in the middle of the picture")
            ], limitsReadable: true)
    }
}
