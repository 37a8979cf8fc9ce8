// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Foundation
import LinearReading
import SimulatedCamera
import Testing

@Suite("EAN and UPC from a profile")
struct RetailDecoderTests {
    private let all: Set<Symbology> = [.ean13, .upcA, .ean8, .upcE]

    private func read(_ profile: [Float], isThorough: Bool = true, isLightOnDark: Bool = false) -> [String] {
        LinearDecoder(isThorough: isThorough).readRetail(profile, symbologies: all, isLightOnDark: isLightOnDark)
            .map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("EAN-13 with every first digit, sharp, in one pass", arguments: 0...9)
    func everyFirstDigit(first: Int) throws {
        var random = SplitMix64(seed: UInt64(first))
        for _ in 0..<4 {
            let symbol = try BarcodeEncoder.encode("\(first)" + random.digits(11), as: .ean13)
            let drawn = DrawnProfile(sigma: 0.3, noise: 1, seed: random.next())
            #expect(read(drawn.values(symbol), isThorough: false) == [symbol.content])
        }
    }

    @Test("EAN-13 through blurs that merge all bars", arguments: [0.6, 0.9, 1.2], [false, true])
    func blurred(sigma: Double, isDisc: Bool) throws {
        var random = SplitMix64(seed: 7)
        var wrong = 0
        var right = 0
        for _ in 0..<10 {
            let symbol = try BarcodeEncoder.encode(random.digits(12), as: .ean13)
            let drawn = DrawnProfile(
                sigma: sigma, isDisc: isDisc, growth: 0.1, noise: 0.5, seed: random.next())
            let texts = read(drawn.values(symbol))
            if texts == [symbol.content] { right += 1 } else { wrong += texts.count }
        }
        #expect(wrong == 0)
        #expect(right >= (sigma > 1 ? 3 : 9), "\(right) of 10")
    }

    @Test("a bent symbol, as on a bottle", arguments: [-2.0, -1, 1, 2])
    func bent(bend: Double) throws {
        let symbol = try BarcodeEncoder.encode("4006381333931", as: .ean13)
        let drawn = DrawnProfile(sigma: 0.6, bend: bend, noise: 1)
        #expect(read(drawn.values(symbol)) == ["4006381333931"])
    }

    @Test("bars that are too wide or too narrow", arguments: [-0.35, 0.35])
    func growth(growth: Double) throws {
        let symbol = try BarcodeEncoder.encode("4006381333931", as: .ean13)
        #expect(read(DrawnProfile(sigma: 0.5, growth: growth, noise: 1).values(symbol)) == ["4006381333931"])
    }

    @Test("from right to left, and light on dark")
    func otherWays() throws {
        let symbol = try BarcodeEncoder.encode("4006381333931", as: .ean13)
        let drawn = DrawnProfile(noise: 2, isReversed: true)
        let found = LinearDecoder(isThorough: true).readRetail(drawn.values(symbol), symbologies: all)
        #expect(found.count == 1)
        // Twelve modules of margin, five samples each.
        #expect(found.first.map { abs($0.to - 60) < 3 && abs($0.from - 535) < 3 } == true)
        let inverted = DrawnProfile(noise: 2, isInverted: true).values(symbol)
        #expect(read(inverted, isLightOnDark: true) == ["4006381333931"])
        #expect(read(inverted).isEmpty)
    }

    @Test("EAN-8 with every digit on both sides", arguments: 0...9)
    func ean8(digit: Int) throws {
        let symbol = try BarcodeEncoder.encode(
            "\(digit)\((digit + 3) % 10)7\(digit)\((digit + 1) % 10)5\(digit)", as: .ean8)
        for sigma in [0.25, 0.7] {
            #expect(read(DrawnProfile(sigma: sigma, noise: 1).values(symbol)) == [symbol.content])
        }
    }

    @Test("UPC-E of both number systems and every last digit", arguments: 0...1, 0...9)
    func upcE(system: Int, last: Int) throws {
        let symbol = try BarcodeEncoder.encode("\(system)41\(last + 3 > 9 ? 5 : last + 3)7\(last)\(last)", as: .upcE)
        for sigma in [0.25, 0.6] {
            #expect(read(DrawnProfile(sigma: sigma, noise: 1).values(symbol)) == [symbol.content])
        }
    }

    @Test("beyond readable blur nothing is read, rather than something wrong", arguments: [2.2, 3, 5])
    func beyond(sigma: Double) throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<6 {
            let symbol = try BarcodeEncoder.encode(random.digits(12), as: .ean13)
            let texts = read(DrawnProfile(sigma: sigma, noise: 1, seed: random.next()).values(symbol))
            #expect(texts.allSatisfy { $0 == symbol.content })
        }
    }

    @Test("a symbol with a wrong check digit is not read")
    func wrongCheckDigit() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<25 {
            // The bars of the last digit are those of another one: module 85 on.
            let symbol = try BarcodeEncoder.encode(random.digits(12), as: .ean13)
            let other = try BarcodeEncoder.encode(random.digits(12), as: .ean13)
            guard symbol.content.last != other.content.last else { continue }
            let grid = ModuleGrid(columns: 95, rows: 1) { column, row in
                (85..<92).contains(column) ? other.modules.isDark(column, 0) : symbol.modules.isDark(column, 0)
            }
            let bars = (0..<95).filter { grid.isDark($0, 0) }.map { (Double($0), Double($0 + 1)) }
            let profile = DrawnProfile(sigma: 0.4, noise: 2, seed: random.next()).values(bars: bars, modules: 95)
            #expect(read(profile).isEmpty)
        }
    }

    @Test("an EAN-13 whose one end turns away into the dark, as round a bottle, is no shorter code")
    func endInTheDark() throws {
        var random = SplitMix64(seed: 20)
        for index in 0..<300 {
            let symbol = try BarcodeEncoder.encode(random.digits(12), as: .ean13)
            let isDark = index % 3 > 0
            let flat = DrawnProfile(
                samplesPerModule: 6, sigma: Double.random(in: 0.25...0.8, using: &random),
                growth: isDark ? Double.random(in: 0...0.4, using: &random) : 0, noise: 1, isReversed: index % 2 == 1,
                seed: random.next()
            ).values(symbol)
            // Round a cylinder from its edge on, with less light there.
            let reach = Double.random(in: isDark ? 1.3...1.55 : 0.75...1.55, using: &random)
            let power = isDark ? Double.random(in: 1...3, using: &random) : 0.7
            let profile = (0..<flat.count).map { index in
                let rest = 1 - Double(index) / Double(flat.count)
                let light = 0.06 + 0.94 * pow(cos(reach * rest), power)
                let place = 1 - asin(sin(reach) * rest) / reach
                return flat[Int(place * Double(flat.count - 1))] * Float(light)
            }
            let texts = read(profile)
            #expect(texts.allSatisfy { $0 == symbol.content }, "\(symbol.content): \(texts)")
        }
    }

    @Test("the left half of an EAN-13 whose right half cannot be read is no UPC-E", arguments: [false, true])
    func leftHalf(isReversed: Bool) throws {
        var random = SplitMix64(seed: 8)
        for _ in 0..<150 {
            let symbol = try BarcodeEncoder.encode(random.digits(12), as: .ean13)
            // Its middle guard, and bars as those of a digit of the right half, which begins with one.
            let grid = ModuleGrid(columns: 95, rows: 1) { column, _ in
                column < 51 ? symbol.modules.isDark(column, 0) : column % 5 < 2
            }
            let bars = (0..<95).filter { grid.isDark($0, 0) }.map { (Double($0), Double($0 + 1)) }
            let drawn = DrawnProfile(sigma: 0.4, noise: 1, isReversed: isReversed, seed: random.next())
            #expect(read(drawn.values(bars: bars, modules: 95)).isEmpty, "\(symbol.content)")
        }
    }

    @Test("UPC-E of number system 1 with a margin, also from right to left, and with a mark beside its start")
    func systemOne() throws {
        let symbol = try BarcodeEncoder.encode("1234565", as: .upcE)
        let bars = DrawnProfile.bars(symbol)
        for (marks, isReversed) in [([], false), ([], true), ([(-3.0, -2.0)], false)] {
            let drawn = DrawnProfile(sigma: 0.3, noise: 1, isReversed: isReversed)
            #expect(read(drawn.values(bars: marks + bars, modules: 51)) == [symbol.content], "\(marks), \(isReversed)")
        }
    }

    @Test("short codes under a lamp at one side, twice as light there", arguments: [false, true])
    func unevenLight(isReversed: Bool) throws {
        for (symbology, text) in [(Symbology.ean8, "9638507"), (.upcE, "0123456")] {
            let symbol = try BarcodeEncoder.encode(text, as: symbology)
            let flat = DrawnProfile(sigma: 0.4, noise: 1, isReversed: isReversed).values(symbol)
            let profile = flat.enumerated().map { $1 * (0.5 + 0.5 * Float($0) / Float(flat.count)) }
            #expect(read(profile) == [symbol.content], "\(symbology)")
        }
    }

    @Test("bars of random widths are not read", arguments: [0.3, 0.7, 1.1])
    func randomBars(sigma: Double) {
        var random = SplitMix64(seed: UInt64(sigma * 100))
        var read = 0
        for _ in 0..<150 {
            var bars: [(Double, Double)] = []
            var at = 0.0
            while at < 90 {
                let width = Double.random(in: 1...4, using: &random).rounded()
                bars.append((at, at + width))
                at += width + Double.random(in: 1...4, using: &random).rounded()
            }
            let profile = DrawnProfile(sigma: sigma, noise: 1, seed: random.next()).values(
                bars: bars, modules: bars.last!.1)
            read += self.read(profile).count
        }
        #expect(read == 0)
    }

    @Test("invalid profiles")
    func degenerate() {
        for profile in [[], [1], [Float](repeating: 100, count: 500), (0..<500).map { Float($0 % 2) * 255 }] {
            #expect(read(profile).isEmpty)
        }
    }
}
