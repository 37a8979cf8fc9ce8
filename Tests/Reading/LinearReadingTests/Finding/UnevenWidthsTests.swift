// SPDX-License-Identifier: Apache-2.0

import Barcodes
import LinearReading
import Testing

/// Drawn by zint, and rounded to a printer's dots as label programs do.
@Suite("Bars that are no whole number of modules wide")
struct UnevenWidthsTests {
    private static let codes: [(String, Symbology)] = [
        ("718037810775", .ean13), ("4006381333931", .ean13), ("96385074", .ean8), ("Candela 4711 B", .code128), ("NH-0099-8812-3112", .code128),
    ]

    /// Draws the code with `ratio` printer dots for each module, and each edge at the nearest dot.
    private func dots(_ modules: [Bool], _ ratio: Double) -> [Bool] {
        var dots = [Bool](repeating: false, count: Int((Double(modules.count) * ratio).rounded(.up)) + 1)
        for (index, isDark) in modules.enumerated() where isDark {
            let start = Int((Double(index) * ratio).rounded())
            for dot in start..<max(start + 1, Int((Double(index + 1) * ratio).rounded())) { dots[dot] = true }
        }
        return dots
    }

    @Test("a printer that rounds each bar to its own dots", arguments: [1.35, 1.45, 1.55])
    func rounded(ratio: Double) throws {
        for (text, symbology) in Self.codes {
            let found = UnevenWidths.find(in: likelyBars(of: dots(try modules(text, symbology), ratio), pixels: 4, height: 160))
            #expect(found?.symbology == symbology && found?.deviation ?? 0 >= UnevenWidths.least, "\(text) \(String(describing: found))")
        }
    }

    @Test("a whole number of dots, and many of them, leave the widths what they are", arguments: [1, 2, 3, 5.3])
    func whole(ratio: Double) throws {
        for (text, symbology) in Self.codes {
            let found = UnevenWidths.find(in: likelyBars(of: dots(try modules(text, symbology), ratio), pixels: 2, height: 160))
            #expect(found?.symbology == symbology && found?.deviation ?? 1 < 0.12, "\(text) \(String(describing: found))")
        }
    }

    @Test("bars that have all grown alike are even")
    func grown() throws {
        for (text, symbology) in Self.codes {
            var dots = dots(try modules(text, symbology), 4)
            for index in dots.indices.reversed().dropLast() where dots[index - 1] { dots[index] = true }
            let found = UnevenWidths.find(in: likelyBars(of: dots, pixels: 2, height: 160))
            #expect(found?.deviation ?? 1 < 0.12, "\(text) \(String(describing: found))")
        }
    }

    @Test("other symbologies, and parts of a code, have not the frame of one")
    func none() throws {
        for (text, symbology) in [("12345678", Symbology.itf), ("CANDELA-47", .code39), ("A123456B", .codabar)] {
            #expect(UnevenWidths.find(in: likelyBars(of: try modules(text, symbology), pixels: 4, height: 160)) == nil, "\(symbology)")
        }
        let part = Array(try modules("4006381333931", .ean13).dropLast(20))
        #expect(UnevenWidths.find(in: likelyBars(of: part, pixels: 4, height: 160)) == nil)
    }
}
