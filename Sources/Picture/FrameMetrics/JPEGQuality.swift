// SPDX-License-Identifier: Apache-2.0

/// How coarsely a JPEG is compressed, by what it says itself.
package enum JPEGQuality {
    /// On the scale of 1 to 100 that most encoders use; `nil` if the bytes have no table for the brightness before the first scan.
    ///
    /// Source: ITU-T T.81, B.2.4.1, for the marker DQT and K.1 for the table that stands for 50; libjpeg's jcparam.c,
    /// `jpeg_quality_scaling`, for the scale.
    package static func estimate(_ bytes: Span<UInt8>) -> Int? {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xff {
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2, place + 2 + length <= bytes.count else { return nil }
            let end = place + 2 + length
            if bytes[place + 1] == 0xdb {
                var table = place + 4
                while table < end {
                    let isWide = bytes[table] >> 4 != 0
                    let size = isWide ? 128 : 64
                    guard table + 1 + size <= end else { return nil }
                    if bytes[table] & 15 == 0 {
                        var sum = 0
                        for index in 0..<first {
                            sum += isWide ? Int(bytes[table + 1 + 2 * index]) << 8 | Int(bytes[table + 2 + 2 * index]) : Int(bytes[table + 1 + index])
                        }
                        return quality(sum)
                    }
                    table += 1 + size
                }
            }
            // Behind the start of the scan (DA) no tables follow.
            if bytes[place + 1] == 0xda { return nil }
            place = end
        }
        return nil
    }

    /// The entries for the coarse parts of a block come first, and only those: of a coarse table the others reach the end of 8 bits.
    private static let first = 16
    /// Of those entries of the table that stands for 50.
    private static let standard = 266

    private static func quality(_ sum: Int) -> Int? {
        guard sum >= first else { return nil }
        let scale = 100 * Double(sum) / Double(standard)
        let quality = scale <= 100 ? (200 - scale) / 2 : 5000 / scale
        return max(1, min(100, Int(quality.rounded())))
    }
}
