// SPDX-License-Identifier: Apache-2.0

/// How densely zbar scans.
package struct ZBarOptions: Hashable, Sendable {
    /// Scan every nth column; 1 scans all. 0 scans none, and misses codes rotated by 90°.
    package var xDensity: Int
    /// Scan every nth row; 1 scans all, 0 none.
    package var yDensity: Int
    /// Linear codes on which fewer scan lines agree are dropped; `nil` uses a number that suits the densities.
    ///
    /// At density 1, reads of up to three lines are mostly wrong: on 865 unprocessed pictures, all 302 correct linear
    /// reads had more, and 2 of the 8 wrong ones had fewer.
    package var minimumQuality: Int?

    package init(xDensity: Int = 1, yDensity: Int = 1, minimumQuality: Int? = nil) {
        precondition((0...64).contains(xDensity) && (0...64).contains(yDensity), "a density is between 0 and 64")
        self.xDensity = xDensity
        self.yDensity = yDensity
        self.minimumQuality = minimumQuality
    }

    var effectiveMinimumQuality: Int {
        minimumQuality ?? (max(xDensity, yDensity) <= 1 ? 4 : 2)
    }
}
