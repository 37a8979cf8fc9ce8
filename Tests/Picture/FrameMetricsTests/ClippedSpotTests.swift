// SPDX-License-Identifier: Apache-2.0

import Foundation
import FrameMetrics
import Testing

@Suite("Patches of pure white")
struct ClippedSpotTests {
    @Test("a reflection is round, fades on all sides, and is found at its place")
    func reflection() throws {
        let image = picture(320, 240) { x, y in
            let r = hypot(Double(x) - 200, Double(y) - 90)
            return 90 + 600 * exp(-r * r / (2 * 25 * 25))
        }
        let spots = ClippedSpot.find(in: image)
        let spot = try #require(spots.first)
        #expect(spots.count == 1)
        #expect(spot.halo > 0.95)
        #expect((0.65...0.85).contains(spot.fill))
        #expect(spot.border == 0)
        #expect(abs(spot.x + spot.width / 2 - 200) < 4 && abs(spot.y + spot.height / 2 - 90) < 4)
    }

    @Test("a sheet of white paper ends sharply, and its share of the border is reported")
    func paper() throws {
        let inside = try #require(
            ClippedSpot.find(
                in: picture(200, 200) { x, y in (50..<150).contains(x) && (40..<160).contains(y) ? 255 : 60 }
            )
            .first)
        #expect(inside.halo < 0.1 && inside.fill > 0.9 && inside.border == 0)
        let all = try #require(ClippedSpot.find(in: picture(200, 200) { _, _ in 255 }).first)
        #expect(all.border == 1 && all.share == 1)
    }

    @Test("white bars are not a patch, and tiny pictures have none")
    func bars() {
        #expect(ClippedSpot.find(in: picture(800, 600) { x, _ in x / 2 % 2 == 0 ? 255 : 0 }).isEmpty)
        for (width, height) in [(0, 0), (1, 1), (2, 9), (5, 0)] {
            #expect(ClippedSpot.find(in: picture(width, height) { _, _ in 255 }).isEmpty)
        }
    }
}
