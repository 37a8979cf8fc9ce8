// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import LumaProcessing

/// Finds places with parallel bars in a picture, likeliest first, without reading them.
///
/// It examines the picture and halved copies, so that bars of one to about sixty pixels appear as bars and not as single
/// edges.
struct BarFinder {
    /// The maximum number of places.
    var limit: Int

    private static let leastSide = 40
    private static let mostHalvings = 4
    /// In a large picture of leaves or cloth there are thousands, and each is compared with all others.
    private static let mostPatches = 300

    func find(in image: LumaImage) -> [BarPatch] {
        var found: [BarPatch] = []
        var picture = image
        var factor = 1.0
        for _ in 0...Self.mostHalvings {
            guard min(picture.width, picture.height) >= 17, max(picture.width, picture.height) >= Self.leastSide else {
                break
            }
            let patches = BarPatch.all(in: BarGrid(picture)).sorted { $0.energy > $1.energy }
            for patch in patches.prefix(Self.mostPatches) {
                var patch = patch.scaled(by: factor)
                patch.energy *= factor * factor
                if let same = found.firstIndex(where: { $0.isSame(as: patch) }) {
                    // The finer search has the better outline; found at both scales, the place is likelier.
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
