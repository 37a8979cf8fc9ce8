// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// A whole Interleaved 2 of 5 or Code 39 with something dark in the light margin at one end: no reader accepts it there, because
/// the margin is what tells the end of a symbol from bars inside one.
package struct CrowdedCode: Codable, Hashable, Sendable {
    package var symbology: Symbology
    /// The number of its characters, with start and stop.
    package var characters: Int

    /// The margin that readers ask for at least, in modules.
    package static let usual = 6.0
    /// Nearer marks merge with the outer bar in most pictures.
    private static let least: Float = 1.2
    /// Fewer may be a part of anything.
    private static let (leastDigits, leastCharacters) = (6, 5)

    /// Looks for one. Different rows must agree, and the margin at the other end must be free.
    package static func find(in bars: LikelyBars) -> CrowdedCode? { bars.agreed(CrowdedCode.init) }

    init?(_ line: WidthSequence) {
        if let reading = WideNarrowDecoders.itf(line, quiet: Self.least), reading.bytes.count >= Self.leastDigits {
            self.init(.itf, reading, line, modules: Float(7 * reading.bytes.count + 9))
        } else if let reading = WideNarrowDecoders.crowdedCode39(line), reading.bytes.count >= Self.leastCharacters {
            self.init(.code39, reading, line, modules: Float(14 * reading.bytes.count))
        } else {
            return nil
        }
    }

    private init?(
        _ symbology: Symbology, _ reading: WideNarrowDecoders.Reading, _ line: WidthSequence, modules: Float
    ) {
        let margin = Float(Self.usual) * (line.edges[reading.last + 1] - line.edges[reading.first]) / modules
        let (before, after) = (
            line.isQuiet(before: reading.first, width: margin), line.isQuiet(after: reading.last, width: margin)
        )
        guard before != after else { return nil }
        if symbology == .itf, Self.mayGoOn(line, reading, forwards: before) { return nil }
        self.symbology = symbology
        characters = reading.bytes.count
    }

    /// Whether what stands beside the bars has the widths of the code's own elements: then they may be a part of a longer code, the
    /// rest of which is torn off or out of view.
    private static func mayGoOn(
        _ line: WidthSequence, _ reading: WideNarrowDecoders.Reading, forwards: Bool
    ) -> Bool {
        let narrow = line.sum(reading.first, 4) / 4
        // The stop begins with a wide bar.
        let wide = line.widths[reading.last - 2]
        let next = forwards ? [reading.last + 1, reading.last + 2] : [reading.first - 1, reading.first - 2]
        return next.allSatisfy { index in
            guard line.widths.indices.contains(index) else { return true }
            return abs(line.widths[index] - wide) < 0.18 * wide || abs(line.widths[index] - narrow) < 0.3 * narrow
        }
    }
}
