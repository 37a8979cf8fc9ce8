// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import MatrixReading
import SimulatedCamera
import Testing

@Suite("Fixed modules of QR symbols")
struct QRShapeTests {
    @Test("every version made by libzint shows its patterns, and a format without errors", arguments: 1...40)
    func everyVersion(version: Int) throws {
        let shape = try #require(QRShape(version: version))
        for level in EncodingOptions.ErrorCorrection.allCases {
            var options = EncodingOptions()
            options.size = version
            options.errorCorrection = level
            let grid = try BarcodeEncoder.encode("Ab1:x\(version)", as: .qr, options).modules
            #expect(grid.columns == shape.side)
            #expect(shape.known.allSatisfy { grid[$0.column, $0.row] == $0.isDark })
            #expect(shape.formatErrors(in: grid) == 0)
            #expect(shape.formatErrors(in: grid.transposed) > 0)
        }
    }

    @Test("a format of Model 1 is told from today's by its mask")
    func model1() throws {
        for version in [1, 3, 14] {
            let shape = try #require(QRShape(version: version))
            var options = EncodingOptions()
            options.size = version
            var grid = try BarcodeEncoder.encode("Ab1:x\(version)", as: .qr, options).modules
            #expect(!shape.isModel1 { grid[$0, $1] })
            // The bits in which the two masks differ, in both copies.
            let side = shape.side
            let first = (0..<6).map { (8, $0) } + [(8, 7), (8, 8), (7, 8)] + (9..<15).map { (14 - $0, 8) }
            let second = (0..<8).map { (side - 1 - $0, 8) } + (8..<15).map { (8, side - 15 + $0) }
            for places in [first, second] {
                for (bit, place) in places.enumerated() where (0x5412 ^ 0x2825) & 1 << bit != 0 { grid[place.0, place.1].toggle() }
            }
            #expect(shape.isModel1 { grid[$0, $1] } && shape.isModel1 { grid[$1, $0] })
        }
    }

    @Test("no other module is fixed: each is dark in one symbol and light in another")
    func nothingElse() throws {
        var random = SplitMix64(seed: 9)
        // Almost as many digits as each holds: padding is the same in all symbols.
        for (version, digits) in [(1, 36), (2, 70), (7, 360), (14, 1090), (32, 4600)] {
            let shape = try #require(QRShape(version: version))
            var options = EncodingOptions()
            options.size = version
            options.errorCorrection = .low
            let grids = try (0..<24).map { _ in
                let text = String((0..<digits).map { _ in Character("\(Int.random(in: 0...9, using: &random))") })
                return try BarcodeEncoder.encode(text, as: .qr, options).modules
            }
            var unknown = Set(0..<shape.side * shape.side)
            for cell in shape.known { unknown.remove(cell.row * shape.side + cell.column) }
            let constant = unknown.filter { index in
                let values = grids.map { $0[index % shape.side, index / shape.side] }
                return values.allSatisfy { $0 == values[0] }
            }
            // The version number, twice eighteen modules, the digit count and the level are the same in all.
            #expect(constant.count < 70, "version \(version)")
        }
    }

    @Test("a format with up to three wrong modules is near a valid one, and most random ones are not")
    func format() throws {
        let shape = try #require(QRShape(version: 3))
        var options = EncodingOptions()
        options.size = 3
        var grid = try BarcodeEncoder.encode("candela", as: .qr, options).modules
        // Both copies, three modules each.
        for place in [(8, 0), (8, 2), (8, 5), (28, 8), (26, 8), (8, 27)] { grid[place.0, place.1].toggle() }
        #expect(shape.formatErrors(in: grid) <= 3)
        var random = SplitMix64(seed: 3)
        let far = (0..<200).count { _ in
            let noise = ModuleGrid(columns: 29, rows: 29) { _, _ in Bool.random(using: &random) }
            return shape.formatErrors(in: noise) > 1
        }
        #expect(far > 150)
    }

    @Test("there are forty versions") func versions() {
        #expect(QRShape(version: 0) == nil && QRShape(version: 41) == nil)
        // Source: ISO/IEC 18004, table E.1.
        #expect(QRShape(version: 7)?.alignments == [6, 22, 38])
        #expect(QRShape(version: 32)?.alignments == [6, 34, 60, 86, 112, 138])
        #expect(QRShape(version: 40)?.alignments == [6, 30, 58, 86, 114, 142, 170])
    }
}
