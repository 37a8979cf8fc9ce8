// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import SymbolFinding

/// A code whose own ground is far brighter than the rest of the scene, as on a display in a dim room: its white is clipped
/// and runs over the dark parts, while the exposure goes by the surroundings.
///
/// A reflection is a patch *on* a symbol, in which nothing is to be seen. Here the symbol lies *within* the patch.
enum GlowingGround {
    /// What dark parts have to be raised to, at least, and how far above the darkest of the scene.
    static let raised = 140.0
    static let above = 60.0

    static func spot(_ evidence: PictureEvidence) -> ClippedSpot? {
        guard let figures = evidence.figures else { return nil }
        return evidence.spots.first { spot in
            spot.share > 0.005 && spot.border == 0
                && evidence.candidates.prefix(8).contains { candidate in
                    let (box, symbol) = (candidate.box, candidate.figures)
                    return symbol.module != nil && symbol.light >= 245 && symbol.dark >= raised
                        && symbol.dark - Double(figures.p5) >= above
                        && box.minX >= spot.x && box.maxX <= spot.x + spot.width
                        && box.minY >= spot.y && box.maxY <= spot.y + spot.height
                        && max(box.maxX - box.minX, box.maxY - box.minY) >= 0.2 * max(spot.width, spot.height)
                }
        }
    }

    static func find(_ evidence: PictureEvidence) -> Suspect? {
        guard evidence.read.isEmpty, let figures = evidence.figures, let spot = spot(evidence) else { return nil }
        return Suspect(
            .light, .lightClipped, .clear,
            "The code's own ground is overexposed: it shines much brighter than the rest of the picture, as a display does.",
            evidence: [
                EvidenceLine(
                    "patch of pure white with a symbol in it", "\(spot.width.text(0)) × \(spot.height.text(0)) px"),
                EvidenceLine("mean luma of the whole picture", "\(figures.mean.text(0)) of 255"),
            ], effect: "Its white spills over the dark parts.",
            fixes: [
                Fix("If a display shows the code: lower its brightness")
            ] + ExposureSuspects.less(evidence) + [
                Fix(
                    "Or give the camera a brighter scene to measure: bring the code so near that it fills the middle of the picture"
                )
            ])
    }
}
