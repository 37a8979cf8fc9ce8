// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics

/// Judges a view that has neither dark nor light parts, as one through a film, fog or dirt.
enum HazeJudge {
    // Not fitted. Of the live pictures of 142 machines out of real threads, two are so: one with its protective film on the lens, and one
    // with deposits in it. A plain wall has less structure, and an overexposed view more white.
    private static let (darkest, lightest, widest) = (110, 225, 90)
    private static let structure = 10.0

    static func find(_ snapshot: Snapshot, _ picture: PictureEvidence) -> Finding? {
        guard picture.isLive, picture.read.isEmpty, [.camera, .libcamera, .network].contains(snapshot.subject.kind),
            StreamSubject(snapshot).seesThroughLens, let figures = picture.figures, figures.p1 >= darkest, figures.p99 <= lightest,
            figures.p99 > figures.p1, figures.p99 - figures.p1 <= widest, figures.standardDeviation >= structure
        else { return nil }
        return Finding(
            .lightHazy, .note,
            "the picture is pale: nothing in it is darker than \(figures.p1) or lighter than \(figures.p99) of 255, as through a film, fog or dirt on the lens or in it",
            confidence: .possible,
            evidence: [
                EvidenceLine("luma of the picture", "\(figures.p1) to \(figures.p99) of 255", threshold: "its darkest below \(darkest)", source: "1st and 99th percentile")
            ], effect: "codes have little contrast, and small ones are not read",
            fixes: [
                Fix("Take the protective film off the lens, and wipe lens and window with a soft cloth"),
                Fix("If it is fogged, let it dry and warm up; deposits inside need the lens cleaned or replaced"),
                Fix("If lights shine into the lens, shade it. A view of a single light surface looks the same, and needs nothing"),
            ])
    }
}
