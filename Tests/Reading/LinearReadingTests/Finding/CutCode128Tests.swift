// SPDX-License-Identifier: Apache-2.0

import Barcodes
import LinearReading
import Testing

/// Drawn by zint, and cut by hand.
@Suite("A Code 128 that has lost one of its ends")
struct CutCode128Tests {
    private static let text = "Candela 4711 B"

    private func find(_ modules: [Bool]) -> CutCode128? {
        CutCode128.find(in: likelyBars(of: modules, pixels: 4, height: 160))
    }

    @Test("without its end, by the paper's edge", arguments: [13, 24, 28, 35])
    func end(modulesLost: Int) throws {
        let whole = try modules(Self.text, .code128)
        let found = find(Array(whole.dropLast(modulesLost)))
        #expect(found?.lacksEnd == true)
        #expect(found?.characters ?? 0 >= Self.text.count - 2)
    }

    @Test("without its beginning")
    func beginning() throws {
        let whole = try modules(Self.text, .code128)
        #expect(find(Array(whole.dropFirst(22)))?.lacksEnd == false)
    }

    @Test("whole ones, short rests and other symbologies are none")
    func none() throws {
        let whole = try modules(Self.text, .code128)
        #expect(find(whole) == nil)
        #expect(find(Array(whole.prefix(33))) == nil)
        // A bar in the middle is wrong: nothing is cut off.
        var damaged = whole
        for index in 70..<76 { damaged[index] = true }
        #expect(find(damaged) == nil)
        for (text, symbology) in [
            ("12345678", Symbology.itf), ("CANDELA-47", .code39), ("A123456B", .codabar), ("CANDELA", .code93),
            ("4006381333931", .ean13),
        ] {
            #expect(find(try modules(text, symbology)) == nil, "\(symbology)")
        }
    }
}
