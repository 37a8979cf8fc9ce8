// SPDX-License-Identifier: Apache-2.0

/// An Interleaved 2 of 5 of two or four digits, which readers do not accept: two digits are 17 elements, and any row of letters has
/// such among its strokes.
package enum ShortITF {
    /// Looks for one. It counts only if it stands there alone and different rows agree.
    ///
    /// - Returns: its digits.
    package static func find(in bars: LikelyBars) -> String? {
        bars.agreed(fewDigits).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Two or four digits with nothing else in the line.
    private static func fewDigits(_ line: WidthSequence) -> [UInt8]? {
        // The margin may be an element at one end or both.
        for (digits, elements) in [(2, 17), (4, 27)] where line.widths.count <= elements + 2 {
            if let reading = WideNarrowDecoders.itf(line, fewest: digits), reading.bytes.count == digits {
                return reading.bytes
            }
        }
        return nil
    }
}
