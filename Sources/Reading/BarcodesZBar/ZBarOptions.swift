// SPDX-License-Identifier: Apache-2.0

/// How closely zbar looks.
public struct ZBarOptions: Hashable, Sendable {
    /// Every how manieth column is scanned downwards, 1 for all; 0 scans none, and misses codes that stand on end.
    public var xDensity: Int
    /// Every how manieth row is scanned, 1 for all; 0 scans none.
    public var yDensity: Int
    /// Linear codes that fewer scan lines agree on are dropped; `nil` takes a number that suits the densities.
    ///
    /// Reads of up to three lines are mostly wrong at density 1: on 865 pictures as they came, all 302 right linear
    /// reads had more, and 2 of the 8 wrong ones had not.
    public var minimumQuality: Int?

    public init(xDensity: Int = 1, yDensity: Int = 1, minimumQuality: Int? = nil) {
        precondition((0...64).contains(xDensity) && (0...64).contains(yDensity), "a density is between 0 and 64")
        self.xDensity = xDensity
        self.yDensity = yDensity
        self.minimumQuality = minimumQuality
    }

    var effectiveMinimumQuality: Int {
        minimumQuality ?? (max(xDensity, yDensity) <= 1 ? 4 : 2)
    }
}
