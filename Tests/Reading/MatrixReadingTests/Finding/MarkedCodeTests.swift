// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import Glibc
import MatrixReading
import Testing

@Suite("Codes of separate marks that no reader here reads")
struct MarkedCodeTests {
    /// White paper with black ink where `isInk` says so, in pixels from the middle, turned by an angle.
    private static func paper(
        degrees: Double = 0, size: FrameSize = FrameSize(width: 640, height: 320),
        _ isInk: (_ x: Double, _ y: Double) -> Bool
    ) -> LumaImage {
        let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        var pixels: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                var ink = 0
                for ray in 0..<4 {
                    let px = Double(x) + Double(ray % 2) / 2 + 0.25 - Double(size.width) / 2
                    let py = Double(y) + Double(ray / 2) / 2 + 0.25 - Double(size.height) / 2
                    if isInk(c * px + s * py, c * py - s * px) { ink += 1 }
                }
                pixels.append(UInt8(220 - 45 * ink))
            }
        }
        return LumaImage(size: size, pixels: pixels)
    }

    /// Bars of 4 pixels every 9, each from `top` to `bottom`.
    private static func bars(_ count: Int, degrees: Double = 0, _ span: (Int) -> (top: Double, bottom: Double)) -> LumaImage {
        paper(degrees: degrees) { x, y in
            let place = x + 4.5 * Double(count)
            let index = Int((place / 9).rounded(.down))
            guard place >= 0, index < count, place - 9 * Double(index) < 4 else { return false }
            let bar = span(index)
            return y > bar.top && y < bar.bottom
        }
    }

    /// Ascender, descender, both or neither.
    private static let states = [
        2, 0, 3, 1, 3, 2, 0, 1, 2, 3, 0, 2, 1, 0, 3, 2, 2, 1, 3, 0, 1, 0, 2, 3, 3, 1, 0, 2, 0, 3, 1, 2, 1, 3, 0, 0, 2, 1, 3, 2,
    ]

    @Test("bars in four states, as on letters", arguments: [0.0, 4, -11])
    func heights(degrees: Double) {
        let image = Self.bars(40, degrees: degrees) { index in
            let state = Self.states[index]
            return (state & 1 == 1 ? -15 : -5, state & 2 == 2 ? 15 : 5)
        }
        let found = MarkedCode.find(in: image)
        #expect(found?.kind == .heights && (found?.marks ?? 0) >= 36, "\(String(describing: found))")
    }

    @Test("a ruler, a staircase and a slotted disc are none")
    func periodic() {
        #expect(MarkedCode.find(in: Self.bars(40) { $0 % 10 == 0 ? (-15, 15) : $0 % 5 == 0 ? (-15, 6) : (-15, 0) }) == nil)
        #expect(MarkedCode.find(in: Self.bars(40) { (-5 - Double($0) / 2, 5 + Double($0) / 2) }) == nil)
        #expect(
            MarkedCode.find(
                in: Self.bars(41) { index in
                    let half = (max(0, 420 - Double((index - 20) * (index - 20)))).squareRoot() * 2 + 6
                    return (-half, half)
                }) == nil)
    }

    @Test("bars of one height, bars at uneven distances, and a few bars are none")
    func none() {
        #expect(MarkedCode.find(in: Self.bars(40) { _ in (-15, 15) }) == nil)
        #expect(MarkedCode.find(in: Self.bars(12) { $0 % 2 == 0 ? (-15, 15) : (-5, 5) }) == nil)
        let uneven = Self.paper { x, y in
            let index = Int(((x + 200) / 13).rounded(.down))
            let start = -200 + 13 * Double(index) + Double(index * 5 % 7)
            return index >= 0 && index < 30 && x > start && x < start + 4 && abs(y) < (index % 3 == 0 ? 15 : 6)
        }
        #expect(MarkedCode.find(in: uneven) == nil)
    }

    /// Dots on a grid of 8 pixels, where `isSet`.
    private static func dots(_ columns: Int, _ rows: Int, degrees: Double = 0, _ isSet: (Int, Int) -> Bool) -> LumaImage {
        paper(degrees: degrees) { x, y in
            let (u, v) = (x / 8 + Double(columns) / 2, y / 8 + Double(rows) / 2)
            let (column, row) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
            guard column >= 0, row >= 0, column < columns, row < rows, isSet(column, row) else { return false }
            let (a, b) = (u - Double(column) - 0.5, v - Double(row) - 0.5)
            return a * a + b * b < 0.16
        }
    }

    @Test("dots on the fields of one colour of a chessboard, as in DotCode", arguments: [0.0, 6])
    func chessboard(degrees: Double) {
        let image = Self.dots(50, 17, degrees: degrees) { ($0 + $1) % 2 == 0 && $0 * 31 % 7 + $1 * 17 % 5 != 4 }
        #expect(MarkedCode.find(in: image)?.kind == .chessboard)
    }

    @Test("a Data Matrix of dots is none")
    func dotted() throws {
        let grid = try BarcodeEncoder.encode("dots that do not touch", as: .dataMatrix).modules
        let image = Self.dots(grid.columns, grid.rows) { grid.isDark($0, $1) }
        #expect(MarkedCode.find(in: image) == nil)
    }
}
