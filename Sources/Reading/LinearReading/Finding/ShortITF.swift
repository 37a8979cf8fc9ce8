// SPDX-License-Identifier: Apache-2.0

public import Frames

/// An Interleaved 2 of 5 of two digits, which no reader accepts: two digits are 17 elements, and any row of letters has such
/// among its strokes.
public enum ShortITF {
    /// Looks for one in the likeliest places for linear codes. It counts only if it stands there alone and different rows agree.
    ///
    /// - Returns: its digits.
    public static func find(in image: LumaImage) -> String? {
        guard min(image.width, image.height) >= 17 else { return nil }
        for patch in BarFinder(limit: 2).find(in: image) {
            for profile in BarBands(patch, in: image).profiles where !profile.halves.isEmpty {
                let decoder = LinearDecoder(isThorough: false)
                guard let found = decoder.shortITF(profile.values) else { continue }
                if profile.halves.allSatisfy({ decoder.shortITF($0) == found }) {
                    return String(decoding: found, as: UTF8.self)
                }
            }
        }
        return nil
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
