// SPDX-License-Identifier: Apache-2.0

/// An Interleaved 2 of 5 of two digits, which no reader accepts: two digits are 17 elements, and any row of letters has such
/// among its strokes.
package enum ShortITF {
    /// Looks for one. It counts only if it stands there alone and different rows agree.
    ///
    /// - Returns: its digits.
    package static func find(in bars: LikelyBars) -> String? {
        bars.agreed(twoDigits).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Two digits with nothing else in the line.
    private static func twoDigits(_ line: WidthSequence) -> [UInt8]? {
        // The margin may be an element at one end or both.
        guard line.widths.count <= 19, let reading = WideNarrowDecoders.itf(line, fewest: 2) else { return nil }
        return reading.bytes.count == 2 ? reading.bytes : nil
    }
}
