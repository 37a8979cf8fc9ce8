// SPDX-License-Identifier: Apache-2.0

/// What another way of reading proved.
enum AttemptSuspects {
    static func find(_ evidence: PictureEvidence) -> [Suspect] {
        [disabled(evidence), outside(evidence), inverted(evidence), several(evidence)].compactMap { $0 }
    }

    private static func names(_ codes: [CodeEvidence]) -> String {
        Set(codes.map(\.symbology)).sorted().joined(separator: ", ")
    }

    private static func disabled(_ evidence: PictureEvidence) -> Suspect? {
        let codes = evidence.codes(.everySymbology)
        guard !codes.isEmpty else { return nil }
        return Suspect(
            .symbol, .symbolDisabled, .clear, "The code is of a symbology that was not asked for: \(names(codes)).",
            evidence: [
                EvidenceLine("asked for", evidence.symbologies.joined(separator: ", ")),
                EvidenceLine("read with every symbology", names(codes)),
            ], effect: "It is passed over.", fixes: [Fix("Add \(names(codes)) to the symbologies")],
            confidence: .certain)
    }

    private static func outside(_ evidence: PictureEvidence) -> Suspect? {
        let codes = evidence.codes(.wholeFrame)
        guard let region = evidence.region, let code = codes.first else { return nil }
        var lines = [
            EvidenceLine("region", "\(region.text): \(region.width) × \(region.height) px at \(region.x),\(region.y)")
        ]
        var fixes = [Fix("Read the whole picture, or hold the code into the region")]
        if code.corners.count == 8 {
            let xs = stride(from: 0, to: 8, by: 2).map { code.corners[$0] }
            let ys = stride(from: 1, to: 8, by: 2).map { code.corners[$0] }
            let (left, top) = (xs.min()!, ys.min()!)
            let (width, height) = (xs.max()! - left, ys.max()! - top)
            lines.append(
                EvidenceLine("the code", "\(width.text(0)) × \(height.text(0)) px at \(left.text(0)),\(top.text(0))"))
            // With half of its size around it, as far as the picture goes.
            let margin = 0.5 * max(width, height)
            let (x, y) = (max(0, left - margin), max(0, top - margin))
            let right = min(Double(evidence.width), left + width + margin)
            let bottom = min(Double(evidence.height), top + height + margin)
            fixes.insert(
                Fix("Use the region \(x.text(0)),\(y.text(0)),\((right - x).text(0)),\((bottom - y).text(0))"), at: 0)
        }
        return Suspect(
            .symbol, .symbolOutsideRegion, .clear, "The code lies outside the region that is looked at.",
            evidence: lines, effect: "It is never seen.", fixes: fixes, confidence: .certain)
    }

    private static func inverted(_ evidence: PictureEvidence) -> Suspect? {
        let codes = evidence.codes(.inverted)
        guard !codes.isEmpty else { return nil }
        return Suspect(
            .symbol, .symbolInverted, .clear, "The code is light on dark, and reads only with black for white.",
            evidence: [EvidenceLine("read in the inverted picture", names(codes))],
            effect: "Most readers pass it over.",
            fixes: [Fix("Print it dark on light, or use a reader that looks for inverted codes")], confidence: .certain)
    }

    /// Only before a camera, where one code is mostly meant; a photograph of many is no fault.
    private static func several(_ evidence: PictureEvidence) -> Suspect? {
        guard evidence.isLive, evidence.read.count > 1 else { return nil }
        return Suspect(
            .symbol, .symbolSeveral, .clear, "There are \(evidence.read.count) codes in view.",
            evidence: [EvidenceLine("read", names(evidence.read))], effect: "Which of them is meant is left to chance.",
            fixes: [Fix("Cover the others, or look at a region that holds one")], limitsReadable: true,
            confidence: .certain)
    }
}
