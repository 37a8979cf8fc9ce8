// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import SymbolFinding

/// Blur in one direction: something moved during the exposure.
enum MotionSuspect {
    /// Pixels per frame from which movement counts: candidates jump by a block of four pixels by themselves.
    private static let moving = 6.0
    /// The ratio of edge widths in the two directions from which motion counts.
    private static let drawnOut = 2.0

    /// The share of combed pixels from which a camera's picture counts as interlaced.
    private static let combed = 0.006

    /// Two half pictures of different moments in one frame, as analog video has them.
    static func interlaced(_ evidence: PictureEvidence) -> Suspect? {
        guard evidence.isLive, let share = evidence.figures?.combed, share >= combed, evidence.isUnread,
            // Noise is light and dark by turns, too.
            evidence.noise < PictureThresholds.noise
        else { return nil }
        return Suspect(
            .light, .lightMotion, .clear,
            "The pictures are interlaced: each consists of two half pictures (fields) of different moments, and what moves has combs at its edges, every other line being shifted.",
            evidence: [
                EvidenceLine(
                    "rows that are light and dark by turns", "\((100 * share).text(1)) % of the picture",
                    threshold: "below \((100 * combed).text(1)) %", source: PictureThresholds.source)
            ], effect: "The bars of a moving code are cut into two sets.",
            fixes: [
                Fix("Keep the code still, or let it move along the lines' direction only slowly"),
                Fix(
                    "Take one field only: half the height, such as 720x288 or 640x240, if the grabber offers it; or deinterlace on the way (FFmpeg: -vf yadif or bwdif, GStreamer: deinterlace)"
                ),
                Fix("Or use a camera that captures whole pictures (progressive)"),
            ])
    }

    /// A view without a code whose edges are much wider in one direction, and in which something is elsewhere in the next frame. Only
    /// possible: what moves is known of one place, and a view may have few edges in a direction.
    static func wholeView(_ evidence: PictureEvidence) -> Suspect? {
        guard evidence.isLive, evidence.isVague, evidence.temporal?.isStill == false, evidence.noise < PictureThresholds.noise,
            let edges = evidence.figures?.edges, edges.count >= PictureThresholds.enoughEdges, let rows = edges.alongRows,
            let columns = edges.alongColumns, max(rows, columns) > PictureThresholds.hopelessEdge,
            max(rows, columns) > drawnOut * min(rows, columns)
        else { return nil }
        let long = max(rows, columns)
        var found = suspect(.possible, nil, min(rows, columns), widths(rows, columns), evidence, drawn: long)
        found.finding.message =
            "the camera, or what it sees, moves during the exposure: edges are blurred \(rows > columns ? "horizontally" : "vertically"), \(long.text(0)) px wide"
        return found
    }

    private static func widths(_ rows: Double, _ columns: Double) -> [EvidenceLine] {
        [
            EvidenceLine(
                "widths of the sharpest edges along rows and columns", "\(rows.text()) and \(columns.text()) px",
                threshold: "about the same in both directions")
        ]
    }

    /// Whether the whole picture is drawn out in one direction.
    static func isDrawnOut(_ evidence: PictureEvidence) -> Bool { DrawnOutView(evidence) != nil }

    private static func drawnOutView(_ evidence: PictureEvidence) -> Suspect? {
        guard let view = DrawnOutView(evidence) else { return nil }
        var found = suspect(
            .clear, nil, evidence.best?.figures.module ?? view.short, widths(view.rows, view.columns), evidence, drawn: view.long)
        found.finding.message =
            "the camera, or what it sees, moved during the exposure: edges are drawn out in one direction, \(view.long.text()) px wide \(view.rows > view.columns ? "horizontally" : "vertically") and \(view.short.text()) px in the other"
        return found
    }

    static func find(_ evidence: PictureEvidence) -> Suspect? {
        if let suspect = interlaced(evidence) ?? wholeView(evidence) ?? drawnOutView(evidence) { return suspect }
        // A code that is written in lines has its edges in one direction.
        if !evidence.isLive, evidence.best?.raster != nil { return nil }
        guard let symbol = evidence.best?.figures else { return nil }
        let across = symbol.edgeWidthAcross ?? symbol.edgeWidth
        let module = symbol.module ?? 2
        let exposure = evidence.settings?.isExposureManual == true ? evidence.settings?.exposureSeconds : nil
        // What is no code is found at another place in each frame, and texture, too, while nothing moves: a wall of bricks by one of them.
        if evidence.best?.isUnlikeBars != true, let temporal = evidence.temporal, temporal.isStill != true || evidence.hasLikelySymbol,
            let speed = temporal.speed, speed * temporal.interval > moving, let width = across
        {
            // Without a reliable exposure time, the frame interval is its upper limit.
            let time = exposure ?? temporal.interval
            let drawn = speed * time
            guard drawn > 2 * module || drawn > 0.6 * module && width > PictureThresholds.sharpEdge else { return nil }
            var lines = [
                EvidenceLine(
                    "speed of the symbol", "\(speed.text(0)) px per second",
                    threshold: "at most \((moving / temporal.interval).text(0))", source: "jitter of the symbol finder"),
                EvidenceLine(
                    "blur in \((1000 * time).text(0)) ms", "\(drawn.text()) px",
                    threshold: "at most one bar, \(module.text()) px", source: "Datalogic Matrix manuals"),
                EvidenceLine("width of its edges", "\(width.text()) px"),
            ]
            if exposure == nil { lines.append(EvidenceLine("exposure time", "automatic; the frame interval is used")) }
            return suspect(drawn > module ? .clear : .possible, time, module, lines, evidence)
        }
        // In a single picture: edges are wide in one direction and sharp in the other. A code that is drawn out may not be the
        // likeliest place any more.
        guard evidence.noise < PictureThresholds.noise else { return nil }
        // What moves so fast is elsewhere in the next frame.
        if evidence.isLive, evidence.temporal?.isStill == true { return nil }
        // What moves in a still is a code for sure, or the whole picture is drawn out with it.
        if !evidence.isLive, !evidence.hasLikelySymbol, !isUneven(evidence) { return nil }
        // A view without a code has edges of any kind.
        let places = (evidence.isVague ? [] : [symbol]) + evidence.candidates.prefix(3).filter { $0.score >= leastScore }.map(\.figures)
        guard let (long, short, module) = places.lazy.compactMap(directions).first else { return nil }
        return suspect(
            .possible, exposure, module,
            [
                EvidenceLine(
                    "edge width in the two directions", "\(long.text()) and \(short.text()) px",
                    threshold: "less than \(drawnOut.text(0)) times apart", source: PictureThresholds.source)
            ], evidence, drawn: long)
    }

    /// Whether the sharpest edges of the whole picture are wider in one direction.
    private static func isUneven(_ evidence: PictureEvidence) -> Bool {
        guard let edges = evidence.figures?.edges, let rows = edges.alongRows, let columns = edges.alongColumns else { return false }
        return max(rows, columns) > PictureThresholds.ratherUneven * min(rows, columns)
    }

    /// Likely symbols have a score of 0.35; a code that is drawn out has less.
    private static let leastScore = 0.25

    /// The edge widths of a symbol in its two directions, if they are far enough apart, and its module.
    private static func directions(_ symbol: SymbolFigures) -> (long: Double, short: Double, module: Double)? {
        guard let down = symbol.edgeWidthDown, let wide = symbol.edgeWidthAcross ?? symbol.edgeWidth else { return nil }
        let module = symbol.module ?? 2
        let (long, short) = (max(down, wide), min(down, wide))
        guard long > 3, short > 0, long / short >= drawnOut, long / module > PictureThresholds.strongBlurRatio else {
            return nil
        }
        return (long, short, module)
    }

    private static func suspect(
        _ strength: Suspect.Strength, _ exposure: Double?, _ module: Double, _ lines: [EvidenceLine],
        _ evidence: PictureEvidence, drawn: Double? = nil
    ) -> Suspect {
        var message = "The symbol moved during the exposure."
        if let exposure, exposure > 0 {
            // 0.4 mm lies between the bars of retail codes and the modules of a QR code on a screen.
            message =
                "The symbol moves too fast for the exposure: \((1000 * exposure).text(0)) ms blurs bars of 0.4 mm that move "
                + "faster than \((0.4 / exposure).text(0)) mm/s."
        }
        let speed = evidence.temporal?.speed ?? 0
        // Of the frame that was drawn out this far, the exposure is known if the camera tells it.
        let wanted =
            drawn.flatMap { drawn in evidence.settings?.exposureSeconds.map { $0 * 0.5 * module / drawn } }
            ?? (speed > 0 ? 0.5 * module / speed : nil)
        return Suspect(
            .light, .lightMotion, strength, message, evidence: lines, effect: "Bars run into each other.",
            fixes: (wanted.map { ExposureSuspects.shorter(evidence, than: $0) } ?? [])
                + [Fix("Hold the symbol and the camera still, or add light for a shorter exposure")])
    }
}
