// SPDX-License-Identifier: Apache-2.0

/// Tells warnings of libjpeg that leave every pixel whole from damage.
///
/// Many cameras leave stray bytes before a restart marker or the end; Logitech's C270, C310, C910 and C920 do it, some in
/// every frame. libjpeg skips them and warns. It keeps the text of the first warning only, so what may come after stray bytes
/// is checked here: that the scan has its end, and all restart markers in order.
///
/// Source: libjpeg-turbo's jerror.h, `JWRN_EXTRANEOUS_DATA`; ITU-T T.81, B.1.1.3 and E.1.4.
enum StrayBytes {
    /// - Parameters:
    ///   - warning: libjpeg's text: `Corrupt JPEG data: 3 extraneous bytes before marker 0xd4`.
    ///   - data: the frame, with one scan from `scan` on.
    static func areAll(_ warning: String, in data: Span<UInt8>, scan: Int) -> Bool {
        warning.contains(" extraneous bytes before marker 0xd") && isWhole(data, from: scan)
    }

    /// Whether the scan at this SOS marker reaches the end of the image without a gap in its restart markers.
    private static func isWhole(_ data: Span<UInt8>, from scan: Int) -> Bool {
        guard scan + 4 <= data.count else { return false }
        var at = scan + 2 + (Int(data[scan + 2]) << 8 | Int(data[scan + 3]))
        var next: UInt8 = 0xd0
        while at + 1 < data.count {
            guard data[at] == 0xff else {
                at += 1
                continue
            }
            let marker = data[at + 1]
            if marker == 0xd9 { return true }
            if (0xd0...0xd7).contains(marker) {
                guard marker == next else { return false }
                next = marker == 0xd7 ? 0xd0 : marker + 1
            }
            // A second 0xff is a fill byte and may begin the marker.
            at += marker == 0xff ? 1 : 2
        }
        return false
    }
}
