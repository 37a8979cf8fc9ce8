// SPDX-License-Identifier: Apache-2.0

internal import SymbolFinding

/// Blur along one direction: something moved while the frame was exposed.
enum MotionSuspect {
    /// Pixels a frame from which something moves at all: candidates jump a block of four by themselves.
    private static let moving = 6.0
    /// Edges wider one way than the other by so much are drawn out.
    private static let drawnOut = 2.0

    static func find(_ evidence: PictureEvidence) -> Suspect? {
        guard let symbol = evidence.best?.figures else { return nil }
        let across = symbol.edgeWidthAcross ?? symbol.edgeWidth
        let module = symbol.module ?? 2
        let exposure = evidence.settings?.isExposureManual == true ? evidence.settings?.exposureSeconds : nil
        if let temporal = evidence.temporal, let speed = temporal.speed, speed * temporal.interval > moving,
            let width = across
        {
            // Without a trustworthy exposure time, that of a frame is the longest it can be.
            let time = exposure ?? temporal.interval
            let drawn = speed * time
            guard drawn > 2 * module || drawn > 0.6 * module && width > PictureThresholds.sharpEdge else { return nil }
            var lines = [
                EvidenceLine(
                    "the symbol moves", "\(speed.text(0)) px a second",
                    threshold: "at most \((moving / temporal.interval).text(0))", source: "the finder's own jumps"),
                EvidenceLine(
                    "drawn out in \((1000 * time).text(0)) ms", "\(drawn.text()) px",
                    threshold: "at most a bar, \(module.text()) px", source: "Datalogic Matrix manuals"),
                EvidenceLine("width of its edges", "\(width.text()) px"),
            ]
            if exposure == nil { lines.append(EvidenceLine("exposure time", "automatic; taken as a frame's")) }
            return suspect(drawn > module ? .clear : .possible, time, module, lines, evidence)
        }
        // In one picture: edges one way are drawn out, and the other way sharp.
        guard let down = symbol.edgeWidthDown, let wide = across, evidence.noise < PictureThresholds.noise else {
            return nil
        }
        let (long, short) = (max(down, wide), min(down, wide))
        guard long > 3, short > 0, long / short >= drawnOut, long / module > PictureThresholds.strongBlurRatio else {
            return nil
        }
        return suspect(
            .possible, exposure, module,
            [
                EvidenceLine(
                    "width of edges one way and the other", "\(long.text()) and \(short.text()) px",
                    threshold: "alike to within \(drawnOut.text(0)) times", source: PictureThresholds.source)
            ], evidence)
    }

    private static func suspect(
        _ strength: Suspect.Strength, _ exposure: Double?, _ module: Double, _ lines: [EvidenceLine],
        _ evidence: PictureEvidence
    ) -> Suspect {
        var message = "The symbol moved while the picture was taken."
        if let exposure, exposure > 0 {
            // 0.4 mm: between the bars of retail codes and the modules of a QR code on a screen.
            message =
                "The symbol moves too fast for the exposure: \((1000 * exposure).text(0)) ms blur anything faster than "
                + "\((0.4 / exposure).text(0)) mm/s, with bars of 0.4 mm."
        }
        let speed = evidence.temporal?.speed ?? 0
        return Suspect(
            .light, .lightMotion, strength, message, evidence: lines, effect: "Bars run into each other.",
            fixes: (speed > 0 ? ExposureSuspects.shorter(evidence, than: 0.5 * module / speed) : [])
                + [Fix("Hold the symbol and the camera still, or bring more light for a shorter exposure")])
    }
}
