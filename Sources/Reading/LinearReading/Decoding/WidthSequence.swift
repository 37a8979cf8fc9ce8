// SPDX-License-Identifier: Apache-2.0

/// The widths of alternating bars and spaces between the edges of a profile, beginning with a bar.
struct WidthSequence {
    /// In samples; even indices are bars.
    var widths: [Float]
    /// Position of each edge: element i runs from `edges[i]` to `edges[i + 1]`.
    var edges: [Float]

    init(_ found: ProfileEdges) {
        let first = found.beginsDark ? 0 : 1
        edges = found.count > first ? Array(found.positions[first...]) : []
        widths = zip(edges, edges.dropFirst()).map { $1 - $0 }
    }

    /// The sum of `count` elements from `index`.
    func sum(_ index: Int, _ count: Int) -> Float { edges[index + count] - edges[index] }

    /// Whether the space before bar `index` is a quiet zone of at least `width`. The profile's end counts as one.
    func isQuiet(before index: Int, width: Float) -> Bool { index == 0 || widths[index - 1] >= width }

    func isQuiet(after index: Int, width: Float) -> Bool { index + 1 >= widths.count || widths[index + 1] >= width }

    /// The first reading that begins at a bar with at least `least` elements from there.
    func firstReading<Reading>(least: Int, _ read: (Int) -> Reading?) -> Reading? {
        for index in stride(from: 0, through: widths.count - least, by: 2) {
            if let reading = read(index) { return reading }
        }
        return nil
    }
}
