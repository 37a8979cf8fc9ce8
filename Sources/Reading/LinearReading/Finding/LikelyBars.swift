// SPDX-License-Identifier: Apache-2.0

package import Frames

/// The likeliest places for linear codes in a picture, found once for all that may explain why no reader accepts their bars.
package struct LikelyBars {
    private struct Profile {
        /// In both directions.
        var lines: [WidthSequence]
        /// Different rows of the same bars.
        var halves: [[Float]]
    }
    private let profiles: [Profile]

    package init(in image: LumaImage) {
        guard min(image.width, image.height) >= 17 else {
            profiles = []
            return
        }
        profiles = BarFinder(limit: 2).find(in: image).flatMap { patch in
            BarBands(patch, in: image).profiles.filter { !$0.halves.isEmpty }
                .map { Profile(lines: Self.lines($0.values), halves: $0.halves) }
        }
    }

    private static func lines(_ profile: [Float]) -> [WidthSequence] {
        LinearDecoder(isThorough: false).lines(of: profile, false)?.map { WidthSequence($0.edges) } ?? []
    }

    /// What explains the bars in one of the places, if different rows there agree.
    func agreed<T: Equatable>(_ explain: (WidthSequence) -> T?) -> T? { agreed(explain, ==) }

    /// The same for what is measured, and is never quite equal.
    func agreed<T>(_ explain: (WidthSequence) -> T?, _ areAlike: (T, T) -> Bool) -> T? {
        func first(_ lines: [WidthSequence]) -> T? { lines.lazy.compactMap(explain).first }
        for profile in profiles {
            guard let found = first(profile.lines) else { continue }
            if profile.halves.allSatisfy({ first(Self.lines($0)).map { areAlike($0, found) } == true }) { return found }
        }
        return nil
    }
}
