// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames

/// PDF417 without its right end: compact (truncated) PDF417 leaves out the right row indicators and the stop pattern, and has one bar in their
/// place. Readers that look for a stop pattern do not find it.
///
/// See: ISO/IEC 15438, 5.11.
package enum CompactPDF417 {
    private static let lines = 15
    /// The start pattern begins with a bar of 8 modules and the stop pattern with one of 7; bars of codewords have 6 at most.
    private static let startModules = 8.0
    private static let leastStop = 6.5
    /// The stop pattern is 18 modules wide.
    private static let stopReach = 21.0

    /// Whether it has a start pattern at one end, and no stop pattern at the other; also of a code whose right end is covered or cut off.
    ///
    /// - Parameters:
    ///   - corners: those of a PDF417 that was read, in pixels of `image`; its upper edge runs along the rows.
    ///   - module: pixels a module.
    package static func isOne(in image: LumaImage, at corners: Quadrilateral, module: Double) -> Bool {
        let slack = 3 * module / max(corners.width, 1)
        guard module >= 1.5, slack < 0.1 else { return false }
        let profiles = (0..<lines).map { line in
            let v = 0.1 + 0.8 * Double(line) / Double(lines - 1)
            let (from, to) = (corners.point(-slack, v), corners.point(1 + slack, v))
            return image.profile(x0: from.x, y0: from.y, x1: to.x, y1: to.y)
        }
        return hasOnlyStart(profiles, module) || hasOnlyStart(profiles.map { $0.reversed() }, module)
    }

    private static func hasOnlyStart(_ profiles: [[Float]], _ module: Double) -> Bool {
        let rows = profiles.compactMap { $0.darkStretches(contrast: 40) }.filter { $0.count >= 8 }
        // In perspective, modules differ from one end to the other, and from row to row.
        let starts = rows.compactMap { $0.first.map { Double($0.count) } }.filter { abs($0 / module - startModules) < 2.5 }.sorted()
        guard rows.count >= lines - 2, 5 * starts.count >= 4 * rows.count else { return false }
        let own = starts[starts.count / 2] / startModules
        let stops = rows.count { row in
            guard let last = row.last else { return false }
            return row.contains { Double($0.count) >= leastStop * own && Double(last.upperBound - $0.upperBound) <= stopReach * own }
        }
        // A codeword with a bar of six modules may be measured so here and there; a stop pattern is in every row.
        return 3 * stops <= rows.count
    }
}
