// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import LinearReading
import SimulatedCamera
import Testing

@Suite("Code 128, 93, 39, Codabar and ITF from a profile")
struct EdgeDecodersTests {
    private static let symbologies: Set<Symbology> = [.code128, .code93, .code39, .codabar, .itf]

    private func read(_ profile: [Float], isLightOnDark: Bool = false) -> [LinearSymbol] {
        LinearDecoder(isThorough: true).readByEdges(
            profile, symbologies: Self.symbologies, isLightOnDark: isLightOnDark)
    }

    private func check(_ text: String, _ symbology: Symbology, _ drawn: DrawnProfile = DrawnProfile()) throws {
        let symbol = try BarcodeEncoder.encode(text, as: symbology)
        let found = read(drawn.values(symbol))
        #expect(found.map(\.symbology) == [symbology], "\(text)")
        #expect(found.map { String(decoding: $0.bytes, as: UTF8.self) } == [symbol.content], "\(text)")
    }

    @Test("every character of Code 128, in each code set")
    func everyCharacterOf128() throws {
        for first in stride(from: 0, to: 128, by: 16) {
            let bytes = (first..<first + 16).map { UInt8($0) }
            let symbol = try BarcodeEncoder.encode(bytes: bytes, as: .code128)
            #expect(read(DrawnProfile(sigma: 0.4).values(symbol)).map(\.bytes) == [bytes])
        }
        try check((0..<50).map { $0 < 5 ? "0\($0 + 5)" : "\($0 + 45)" }.joined(), .code128)
        try check((50..<100).map { "\(149 - $0 < 60 ? 149 - $0 - 40 : 149 - $0)" }.joined(), .code128)
    }

    @Test("Code 128 beyond ASCII, by function 4")
    func upperHalf() throws {
        let bytes: [UInt8] = [0x47, 0xe4, 0xdf, 0x65, 0xfc, 0xf6, 0xe4, 0xe5, 0xe6, 0x41]
        let symbol = try BarcodeEncoder.encode(bytes: bytes, as: .code128)
        #expect(read(DrawnProfile().values(symbol)).map(\.bytes) == [bytes])
    }

    @Test("GS1-128: separators between elements, none before the first")
    func gs1() throws {
        var options = EncodingOptions()
        options.isGS1 = true
        let symbol = try BarcodeEncoder.encode("(10)ABC(21)7", as: .code128, options)
        #expect(read(DrawnProfile().values(symbol)).map(\.bytes) == [Array("10ABC\u{1d}217".utf8)])
    }

    @Test("every character of Code 39, Code 93, Codabar and ITF")
    func everyCharacter() throws {
        let characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%"
        for part in [characters.prefix(22), characters.dropFirst(21)] {
            try check(String(part), .code39)
            try check(String(part), .code93)
        }
        for first in stride(from: 1, to: 128, by: 21) {
            let text = String(decoding: (first..<min(128, first + 21)).map { UInt8($0) }, as: UTF8.self)
            try check(text, .code93)
        }
        for (first, last) in [("A", "B"), ("C", "D"), ("B", "A"), ("D", "C")] {
            try check(first + "0123456789-$:/.+" + last, .codabar)
        }
        try check((0..<10).map { "\($0)\((3 * $0 + 1) % 10)" }.joined(), .itf)
    }

    @Test("ITF of four digits is read if nothing is next to it, and of two digits never")
    func shortITF() throws {
        try check("1515", .itf)
        let alone = DrawnProfile().values(try BarcodeEncoder.encode("4006", as: .itf))
        #expect(read(alone).map { String(decoding: $0.bytes, as: UTF8.self) } == ["4006"])
        // A bar of something else, beyond the quiet zone.
        let light = alone.max() ?? 0
        let dark = alone.min() ?? 0
        let quiet = Array(repeating: light, count: 40)
        let bar = Array(repeating: dark, count: 6)
        #expect(read(alone + quiet + bar + quiet).isEmpty)
        #expect(read(quiet + bar + quiet + alone).isEmpty)
        #expect(read(DrawnProfile().values(try BarcodeEncoder.encode("42", as: .itf))).isEmpty)
    }

    @Test("every length")
    func lengths() throws {
        var random = SplitMix64(seed: 5)
        for count in 1...30 {
            try check(random.digits(count), .code39)
            try check(random.digits(count), .code93)
            if count > 1 { try check(random.digits(count), .code128) }
            if count > 2 { try check("A" + random.digits(count) + "B", .codabar) }
            if count > 2 { try check(random.digits(2 * count), .itf) }
        }
    }

    @Test(
        "blurred, with bars too wide, from right to left",
        arguments: [Symbology.code128, .code93, .code39, .codabar, .itf], [0.3, 0.5])
    func blurred(symbology: Symbology, sigma: Double) throws {
        let text = symbology == .codabar ? "A40156B" : symbology == .itf ? "40063813" : "CANDELA42"
        for growth in [-0.1, 0, 0.1] {
            try check(
                text, symbology, DrawnProfile(sigma: sigma, growth: growth, noise: 0.5, isReversed: growth == 0))
        }
    }

    @Test("light on dark")
    func inverted() throws {
        let symbol = try BarcodeEncoder.encode("CANDELA", as: .code128)
        let profile = DrawnProfile(isInverted: true).values(symbol)
        #expect(read(profile, isLightOnDark: true).map(\.bytes) == [Array("CANDELA".utf8)])
        #expect(read(profile).isEmpty)
    }

    @Test("one module changed: Code 128 and Code 93 give nothing wrong")
    func corrupted() throws {
        var random = SplitMix64(seed: 21)
        var wrong = 0
        for index in 0..<1500 {
            let symbology: Symbology = index % 2 == 0 ? .code128 : .code93
            let symbol = try BarcodeEncoder.encode(random.digits(5) + "AB", as: symbology)
            let flipped = Int.random(in: 0..<symbol.modules.columns, using: &random)
            let columns = symbol.modules.columns
            let bars = (0..<columns).filter { symbol.modules.isDark($0, 0) != ($0 == flipped) }
                .map { (Double($0), Double($0 + 1)) }
            let found = read(DrawnProfile().values(bars: bars, modules: Double(columns)))
            wrong += found.count {
                $0.symbology == symbology && String(decoding: $0.bytes, as: UTF8.self) != symbol.content
            }
        }
        #expect(wrong == 0)
    }

    @Test("bars of random widths: symbologies with a check give nothing, the others hardly ever")
    func randomBars() {
        var random = SplitMix64(seed: 99)
        var checked = 0
        var unchecked = 0
        for _ in 0..<3000 {
            var bars: [(Double, Double)] = []
            var at = 0.0
            let narrowWide = Bool.random(using: &random)
            func width() -> Double {
                narrowWide
                    ? (Bool.random(using: &random) ? 1 : 2.5) : Double.random(in: 1...4, using: &random).rounded()
            }
            while at < 110 {
                let bar = width()
                bars.append((at, at + bar))
                at += bar + width()
            }
            let drawn = DrawnProfile(samplesPerModule: 4, sigma: 0.35, noise: 0.5, seed: random.next())
            for symbol in read(drawn.values(bars: bars, modules: bars.last!.1)) {
                if [.code128, .code93].contains(symbol.symbology) { checked += 1 } else { unchecked += 1 }
            }
        }
        #expect(checked == 0)
        #expect(unchecked <= 1)
    }

    @Test("invalid profiles")
    func degenerate() {
        for profile in [[], [1], [Float](repeating: 100, count: 500), (0..<500).map { Float($0 % 2) * 255 }] {
            #expect(read(profile).isEmpty)
        }
    }
}
