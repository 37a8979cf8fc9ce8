// SPDX-License-Identifier: Apache-2.0

/// The widths of bars and spaces between the edges of a profile, by turns, beginning with a bar.
struct WidthSequence {
    /// Samples; even places are bars.
    var widths: [Float]
    /// Position of each edge: element i runs from `edges[i]` to `edges[i + 1]`.
    var edges: [Float]

    init(_ found: ProfileEdges) {
        let first = found.beginsDark ? 0 : 1
        edges = found.count > first ? Array(found.positions[first...]) : []
        widths = zip(edges, edges.dropFirst()).map { $1 - $0 }
    }

    /// The sum of `count` elements from `index` on.
    func sum(_ index: Int, _ count: Int) -> Float { edges[index + count] - edges[index] }

    /// Whether the space before bar `index` is a quiet zone of at least `width`; the profile's end is one.
    func isQuiet(before index: Int, width: Float) -> Bool { index == 0 || widths[index - 1] >= width }

    func isQuiet(after index: Int, width: Float) -> Bool { index + 1 >= widths.count || widths[index + 1] >= width }

    /// The first reading that begins at some bar with `least` elements from it on.
    func firstReading<Reading>(least: Int, _ read: (Int) -> Reading?) -> Reading? {
        for index in stride(from: 0, through: widths.count - least, by: 2) {
            if let reading = read(index) { return reading }
        }
        return nil
    }
}
