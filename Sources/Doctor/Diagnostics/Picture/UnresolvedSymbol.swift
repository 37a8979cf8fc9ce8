// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import SymbolFinding

/// A symbol whose bars are no wider than its edges, in a picture that a camera in focus may take as well.
///
/// Webcams, compression and scaling give edges of three to five pixels to what is in focus. Bars that run into each other with those
/// are too small for that sharpness, and the picture does not tell which of the two could be better: where bars have merged, the width of
/// those that are left is no longer the width of the narrowest.
enum UnresolvedSymbol {
    /// The widest edge, in pixels, that such a picture has. Of 53 pictures of other people's trouble with edges as wide as their bars, 18
    /// of the 23 below it held a code that was too small or too dense, and 26 of the 30 beyond one that was out of focus.
    static let widestEdge = 5.0
    /// The widest edge of such a picture, in bars. Bars that have merged are as wide as their edges; edges much wider than bars are those of a
    /// lens that is out of focus, as in a small picture of the simulated camera (1.39).
    static let widestRatio = 1.3

    static func suspect(_ strength: Suspect.Strength, edge: Double, module: Double, lines: [EvidenceLine], _ evidence: PictureEvidence) -> Suspect {
        // What stands beside it is sharper than a lens out of focus draws anything.
        let sharpest = evidence.isLive ? nil : evidence.figures?.edges.width.flatMap { $0 < 2.5 && $0 < 0.8 * edge ? $0 : nil }
        return Suspect(
            .focus, .focusUnresolved, strength,
            "The symbol's bars or modules run into each other: they are \(module.text()) px wide, and its edges \(edge.text()) px. "
                + (sharpest.map { "It is too small in the picture, which has edges of \($0.text()) px elsewhere." } ?? "It is too small in the picture, or the picture is not sharp enough for it."),
            evidence: lines, effect: "Only wide bars remain, and readers need all.",
            fixes: nearer(evidence) + [smaller])
    }

    private static func nearer(_ evidence: PictureEvidence) -> [Fix] {
        guard let settings = evidence.settings else {
            return [
                Fix("Take the picture again from nearer, as near as the lens can focus, or with more pixels, and let the camera focus on the code")
            ]
        }
        var fixes: [Fix] = []
        if settings.isFocusAutomatic == false {
            fixes += CameraFix.set("Switch on automatic focus", [("focus_automatic_continuous", 1, 0)], evidence)
        }
        fixes += SymbolSuspects.zoom(by: 2, evidence)
        fixes.append(
            Fix(
                "Use a larger picture, if the camera offers one (it has \(evidence.width) × \(evidence.height) pixels now), and hold the symbol nearer, as near as the lens is sharp: those with a fixed focus from 30 to 50 cm on"
            ))
        return fixes + [FixedLens.limit(evidence)].compactMap(\.self)
    }

    private static let smaller = Fix(
        "If it stays so small, print or show the code larger, or with less content, so that it has fewer and larger modules; a picture that was enlarged has no more detail than the small one, so make that larger"
    )
}
