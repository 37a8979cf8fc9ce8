// SPDX-License-Identifier: Apache-2.0

package import Frames

/// An Interleaved 2 of 5 of two digits, which no reader accepts: two digits are 17 elements, and any row of letters has such
/// among its strokes.
package enum ShortITF {
    /// Looks for one in the likeliest places for linear codes. It counts only if it stands there alone and different rows agree.
    ///
    /// - Returns: its digits.
    package static func find(in image: LumaImage) -> String? {
        BarBands.agreed(in: image) { $0.shortITF($1) }.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension LinearDecoder {
    /// Two digits with nothing else in the line.
    fileprivate func shortITF(_ profile: [Float]) -> [UInt8]? {
        guard let lines = lines(of: profile, false) else { return nil }
        return lines.lazy.compactMap { line -> [UInt8]? in
            let line = WidthSequence(line.edges)
            // The margin may be an element at one end or both.
            guard line.widths.count <= 19, let reading = WideNarrowDecoders.itf(line, fewest: 2) else { return nil }
            return reading.bytes.count == 2 ? reading.bytes : nil
        }.first
    }
}
