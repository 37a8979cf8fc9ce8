// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
package import Frames
internal import LumaProcessing

/// Finds probable places of symbols without reading them: areas where light and dark alternate often, in one direction
/// (linear codes) or in all (matrix codes). Print and fabric look similar, so even the best candidates are guesses.
///
/// It examines the picture at several sizes, the largest with about a thousand pixels a side, each half the previous one,
/// so that bars of one to about sixty pixels are found. A frame of 640 × 480 takes a few milliseconds.
package struct SymbolFinder: Sendable {
    /// The maximum number of candidates.
    package var limit: Int

    package init(limit: Int = 4) { self.limit = limit }

    private static let longestSide = 1024
    private static let doubledSide = 640
    private static let leastContrast: Float = 0.15

    /// The candidates, likeliest first.
    ///
    /// - Parameter noise: `LumaImage.noiseDeviation()` of the picture, if known already.
    package func find(in image: LumaImage, noise: Double? = nil) -> [SymbolCandidate] {
        let side = max(image.width, image.height)
        guard min(image.width, image.height) >= 12 else { return [] }
        var factor = min(256, (side + Self.longestSide - 1) / Self.longestSide)
        var picture = image.reduced(by: factor)
        var candidates: [SymbolCandidate] = []
        if side <= Self.doubledSide {
            // Anything smaller than the examined neighbourhood is only found in an enlarged picture.
            let large = image.doubled()
            candidates += Self.candidates(in: large, noise: noise ?? image.noiseDeviation())
        }
        while min(picture.image.width, picture.image.height) >= 12 {
            let small = picture.image
            let sigma = factor == 1 ? noise ?? small.noiseDeviation() : small.noiseDeviation()
            candidates += Self.candidates(in: picture, noise: sigma)
            guard max(small.width, small.height) > 96, factor * 2 <= 256 else { break }
            factor *= 2
            picture = picture.then { $0.reduced(by: 2) }
        }
        return Self.distinct(candidates.sorted { $0.score > $1.score }, limit: limit)
    }

    private static func candidates(in picture: PreparedImage, noise: Double) -> [SymbolCandidate] {
        let grid = TextureGrid(picture.image, noise: noise)
        // The strongest contrast anywhere: a symbol's is seldom much weaker.
        let range = grid.cells.reduce(1) { max($0, $1.contrast) }
        let least = max(3, 6 * Float(noise), leastContrast * range)
        return TexturePatch.all(in: grid, leastContrast: least).compactMap {
            $0.candidate(range: range, size: picture.image.size, map: picture.toOriginal)
        }
    }

    /// Of overlapping candidates, the likeliest is kept.
    private static func distinct(_ ordered: [SymbolCandidate], limit: Int) -> [SymbolCandidate] {
        var kept: [SymbolCandidate] = []
        for candidate in ordered where kept.count < limit {
            let isKnown = kept.contains {
                $0.corners.contains(candidate.corners.center) || candidate.corners.contains($0.corners.center)
            }
            if !isKnown { kept.append(candidate) }
        }
        return kept
    }
}
