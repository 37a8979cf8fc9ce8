// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Cameras
internal import FrameMetrics
internal import Frames
internal import Glibc
internal import SymbolFinding

extension TemporalFigures {
    /// Returns `nil` for fewer than two frames.
    init?(views: [PictureView], timestamps: [FrameTimestamp], sharpness: [Double]) {
        guard views.count >= 2, timestamps.count == views.count else { return nil }
        let intervals = zip(timestamps, timestamps.dropFirst())
            .map { Double($1.nanoseconds - $0.nanoseconds) / 1e9 }.sorted()
        let noises = zip(views, views.dropFirst()).prefix(4)
            .compactMap { $0.part.temporalNoise(to: $1.part) }.sorted()
        let searches = Self.search(views)
        self.init(
            interval: intervals[intervals.count / 2], noise: noises.isEmpty ? nil : noises[noises.count / 2],
            banding: Banding(rows: views.map { $0.part.rowMeans() }), speed: Self.speed(searches, views, timestamps),
            structure: LumaImage.structure(of: views.prefix(16).map(\.part)), sharpness: sharpness)
        if let noise, noise > 0 { isStill = Self.calmest(searches, views).flatMap { Self.isStill($0, views, noise) } }
    }

    /// The middle one, or, while the exposure settles, which changes all of the picture as a movement does, the one that it changes least.
    private static func calmest(_ searches: [Search?], _ views: [PictureView]) -> Search? {
        func change(_ search: Search) -> Double {
            let means = [views[search.index], views[search.index + 1]].map { $0.part.sparseMean }
            return abs(means[1] - means[0]) / max(1, means[0])
        }
        if let middle = searches[searches.count / 2], change(middle) < 0.01 { return middle }
        return searches.compactMap(\.self).min { change($0) < change($1) }
    }

    /// The likeliest candidate of a frame, and the frame's place; another one follows it.
    private struct Search {
        var index: Int
        var candidate: SymbolCandidate
    }

    private static let finder = SymbolFinder(limit: 3)

    /// In the first frame, the middle one and the last but one.
    private static func search(_ views: [PictureView]) -> [Search?] {
        (0..<3).map { pair in
            let index = (views.count - 2) * pair / 2
            return finder.find(in: views[index].part).first.map { Search(index: index, candidate: $0) }
        }
    }

    /// Whether nothing moves where the likeliest candidate is. What moves leaves edges in the difference of two frames, in most blocks of
    /// its place.
    private static func isStill(_ search: Search, _ views: [PictureView], _ noise: Double) -> Bool? {
        let box = search.candidate.corners.bounds
        let part = views[search.index].part
        let (left, top) = (max(0, Int(box.minX)), max(0, Int(box.minY)))
        let (right, bottom) = (min(part.width, Int(box.maxX)), min(part.height, Int(box.maxY)))
        guard right - left >= 16, bottom - top >= 16 else { return nil }
        let place = PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
        guard let before = part.cropped(to: place), let after = views[search.index + 1].part.cropped(to: place),
            let own = before.temporalNoise(to: after)
        else { return nil }
        return own <= 1.5 * noise + 0.5
    }

    /// The speed of the likeliest candidate between neighbouring frames, in pixels per second: the median of a few pairs.
    private static func speed(_ searches: [Search?], _ views: [PictureView], _ timestamps: [FrameTimestamp]) -> Double? {
        var speeds: [Double] = []
        for search in searches.compactMap(\.self) {
            let (index, before) = (search.index, search.candidate)
            let seconds = Double(timestamps[index + 1].nanoseconds - timestamps[index].nanoseconds) / 1e9
            guard seconds > 0 else { continue }
            let after = finder.find(in: views[index + 1].part).filter { $0.kind == before.kind }.min {
                $0.corners.center.distance(to: before.corners.center)
                    < $1.corners.center.distance(to: before.corners.center)
            }
            guard before.score > 0.2, let after, abs(after.width - before.width) < 0.25 * before.width,
                abs(after.height - before.height) < 0.25 * before.height
            else { continue }
            speeds.append(after.corners.center.distance(to: before.corners.center) / seconds)
        }
        speeds.sort()
        // Speeds that vary this much are not one moving symbol.
        guard speeds.count >= 2, speeds[speeds.count - 1] < 2 * speeds[0] + 60 else { return nil }
        return speeds[speeds.count / 2]
    }
}
