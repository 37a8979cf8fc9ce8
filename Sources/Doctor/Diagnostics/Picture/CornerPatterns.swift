// SPDX-License-Identifier: Apache-2.0

internal import MatrixReading

/// What hides or breaks one of the three corner patterns of a QR code, by which readers find it.
enum CornerPatterns {
    /// Below this share of whole lines, readers that look for them hardly find the pattern.
    private static let fewLines = 0.4

    /// Of a code that is not read.
    static func find(_ evidence: PictureEvidence) -> Suspect? {
        guard evidence.read.isEmpty, let missing = evidence.best?.missingCorner else { return alone(evidence) }
        let words = words(missing.place)
        return Suspect(
            .symbol, .symbolCornerPattern, .clear,
            "One of the three corner patterns of the QR code cannot be seen: \(words.cause).",
            evidence: lines(missing), effect: "Readers find a QR code by these three squares.", fixes: words.fixes)
    }

    /// Of a code with two missing ones.
    private static func alone(_ evidence: PictureEvidence) -> Suspect? {
        guard evidence.isUnread, let corner = evidence.loneCorner else { return nil }
        return Suspect(
            .symbol, .symbolCornerPattern, .clear,
            "Only one of the three corner patterns of the QR code can be seen: two of its sides are cut off, or outside the picture, or something covers its other corners.",
            evidence: [
                EvidenceLine("corner patterns", "1", threshold: "3"),
                EvidenceLine(
                    "place of the corner pattern", place(corner.corners).map { "\($0), modules of \(corner.module.text()) px" } ?? "unknown"),
            ], effect: "Readers find a QR code by these three squares.",
            fixes: [
                Fix(
                    evidence.isDrawn
                        ? "Show the whole code: make the area that it is drawn in (canvas, image, label) as large as the code and its margin, or draw the code smaller"
                        : "Take the whole code with its margin into the picture, with nothing lying on it"),
                Fix("If it is cut off on the paper or the screen itself, make or print it again, whole"),
            ])
    }

    /// Of one that is read here all the same.
    static func note(_ code: CodeEvidence) -> Finding? {
        if let missing = code.missingCorner {
            let words = words(missing.place)
            return Finding(
                .symbolCornerPattern, .note,
                "one of the three corner patterns of the \(code.symbology) code cannot be seen: \(words.cause)",
                confidence: .likely, evidence: lines(missing),
                effect: "it reads here, but most readers find a QR code by all three", fixes: words.fixes)
        }
        guard let shares = code.finderLines, let least = shares.first, least < fewLines else { return nil }
        let broken = shares.count { $0 < fewLines }
        return Finding(
            .symbolCornerPattern, .note,
            "\(broken == 1 ? "one" : "\(broken)") of the three corner patterns of the \(code.symbology) code \(broken == 1 ? "is" : "are") broken: specks in its squares, a line through it, or the pixels of a display",
            confidence: .likely,
            evidence: [
                EvidenceLine(
                    "lines across the worst corner pattern that show its five parts", "\((100 * least).text(0)) %",
                    threshold: "at least \((100 * fewLines).text(0)) %", source: "ISO/IEC 18004, 5.3.3")
            ],
            effect: "it reads here, but readers look for just these lines, and find no code where too few are whole",
            fixes: [
                Fix("Print it again with solid black: toner or ink is missing, or the print is soiled"),
                Fix(
                    "Until then, close the specks before reading: soften the picture a little, make it smaller, or use a median filter",
                    commands: ["convert PICTURE -median 3 closed.png"], isRunnable: false),
            ])
    }

    private static func words(_ place: MissingCorner.Place) -> (cause: String, fixes: [Fix]) {
        switch place {
        case .outside:
            (
                "it is outside the picture",
                [Fix("Take the whole code with its margin into the picture: move back, or move it into the middle")]
            )
        case .dark:
            (
                "its place has one value with the pattern itself; that part of the code lies on something dark (of a light code on a dark ground: on something light), in a shadow, or on a display whose rows light up one after another",
                [
                    Fix(
                        "Where a program draws it, put light under the code: a plain light background instead of a photo, or a light field under each of the three corners"
                    ),
                    Fix("On paper, uncover the corner, and light the code evenly"), SymbolSuspects.refresh,
                ]
            )
        case .light:
            (
                "nothing is in its place but plain ground: something covers or outshines it, or it is missing",
                [Fix("Uncover the corner, or print the code again, whole"), Fix("If it shines there, tilt the label a little")]
            )
        case .other:
            (
                "something else is in its place: it is covered, overprinted, or damaged",
                [Fix("Uncover the corner, or print the code again, whole")]
            )
        }
    }

    private static func lines(_ missing: MissingCorner) -> [EvidenceLine] {
        guard let place = place(missing.corners) else { return [] }
        return [EvidenceLine("place of the corner pattern", "\(place), by the two others and the timing pattern")]
    }

    /// - Parameter corners: x and y alternating.
    private static func place(_ corners: [Double]) -> String? {
        let xs = stride(from: 0, to: corners.count, by: 2).map { corners[$0] }
        let ys = stride(from: 1, to: corners.count, by: 2).map { corners[$0] }
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
        return "\(left.text(0)),\(top.text(0)) to \(right.text(0)),\(bottom.text(0)) px"
    }
}
