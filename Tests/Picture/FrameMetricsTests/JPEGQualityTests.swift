// SPDX-License-Identifier: Apache-2.0

import FrameMetrics
import Frames
import Testing

@Suite("the quality of a JPEG, by its tables")
struct JPEGQualityTests {
    /// ITU-T T.81, table K.1, in the order of the file (zigzag).
    private static let standard = [
        16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61, 60, 57, 51, 56, 55, 64, 72, 92, 78,
        64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99,
    ]

    private func quality(_ bytes: [UInt8]) -> Int? {
        JPEGQuality.estimate(bytes.span)
    }

    private func table(_ number: UInt8, percent: Int, isWide: Bool = false) -> [UInt8] {
        let values = Self.standard.map { max(1, min(isWide ? 65_535 : 255, ($0 * percent + 50) / 100)) }
        return [(isWide ? 0x10 : 0) | number] + values.flatMap { isWide ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0)] }
    }

    private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xff, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }

    @Test(
        "libjpeg's scale is found again, also with other segments before it, in two tables of one segment, and in wide entries",
        arguments: [(100, 50), (50, 75), (20, 90), (500, 10), (250, 20), (1000, 5)])
    func scale(percent: Int, expected: Int) {
        let start: [UInt8] = [0xff, 0xd8]
        let brightness = table(0, percent: percent)
        let tables = [
            segment(0xdb, brightness), segment(0xe0, Array(repeating: 7, count: 300)) + segment(0xdb, brightness),
            segment(0xdb, table(1, percent: 900) + brightness), segment(0xdb, table(0, percent: percent, isWide: true)),
        ]
        for (place, bytes) in tables.enumerated() {
            let found = quality(start + bytes) ?? 0
            #expect(abs(found - expected) <= 1, "\(place): \(found)")
        }
    }

    @Test("without the table there is no estimate, and damaged bytes do no harm")
    func none() {
        let whole = [0xff, 0xd8] + segment(0xdb, table(0, percent: 100))
        #expect(quality([]) == nil && quality([0xff, 0xd8]) == nil && quality(Array(whole.prefix(40))) == nil)
        #expect(quality([0xff, 0xd8] + segment(0xdb, table(1, percent: 100))) == nil)
        #expect(quality([0xff, 0xd8] + segment(0xda, [1, 2]) + segment(0xdb, table(0, percent: 100))) == nil)
        #expect(quality([0xff, 0xd8, 0xff, 0xdb, 0, 0, 0, 0, 0]) == nil && quality([0xff, 0xd8, 0x12] + whole) == nil)
        #expect(quality([0xff, 0xd8] + segment(0xdb, [0] + Array(repeating: 0, count: 64))) == nil)
    }
}
