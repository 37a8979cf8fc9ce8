// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import LumaProcessing

/// Places of parallel bars in a picture, likeliest first; nothing is read.
///
/// It looks at the picture as it is and at halves of it, so that bars of one to some sixty pixels are seen as bars and not
/// as single edges.
struct BarFinder {
    /// At most so many places.
    var limit: Int

    private static let leastSide = 40
    private static let mostHalvings = 4

    func find(in image: LumaImage) -> [BarPatch] {
        var found: [BarPatch] = []
        var picture = image
        var factor = 1.0
        for _ in 0...Self.mostHalvings {
            guard min(picture.width, picture.height) >= 17, max(picture.width, picture.height) >= Self.leastSide else {
                break
            }
            for patch in BarPatch.all(in: BarGrid(picture)) {
                var patch = patch.scaled(by: factor)
                patch.energy *= factor * factor
                if let same = found.firstIndex(where: { $0.isSame(as: patch) }) {
                    // The finer look has the better outline; both together are likelier.
                    found[same].energy = max(found[same].energy, patch.energy)
                } else {
                    found.append(patch)
                }
            }
            picture = picture.reduced(by: 2).image
            factor *= 2
        }
        return Array(found.sorted { $0.energy > $1.energy }.prefix(limit))
    }
}
