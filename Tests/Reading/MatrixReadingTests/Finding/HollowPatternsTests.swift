// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import MatrixReading
import Testing

@Suite("A QR code of which only the outlines are drawn")
struct HollowPatternsTests {
    private static let (pixels, margin) = (20, 60)

    /// - Parameter line: the width of the outlines; `nil` for filled modules.
    private static func hollow(line: Int?, ink: UInt8, ground: UInt8) throws -> HollowPatterns? {
        let grid = try BarcodeEncoder.encode("HTTPS://EXAMPLE.ORG/17", as: .qr).modules
        let side = grid.columns * pixels + 2 * margin
        func isDark(_ x: Int, _ y: Int) -> Bool {
            x >= margin && y >= margin && grid.isDark((x - margin) / pixels, (y - margin) / pixels)
        }
        let image = LumaImage(size: FrameSize(width: side, height: side)) { target in
            for y in 0..<side {
                for x in 0..<side {
                    let here = isDark(x, y)
                    let isEdge = line.map { line in
                        here && (-line...line).contains { step in !isDark(x + step, y) || !isDark(x, y + step) }
                    }
                    target[y * side + x] = isEdge ?? here ? ink : ground
                }
            }
        }
        return QRBend.Codes(in: image)?.hollow ?? HollowPatterns.light(in: image)
    }

    @Test("dark lines and light ones")
    func found() throws {
        let dark = try #require(try Self.hollow(line: 2, ink: 90, ground: 170))
        #expect(dark.count == 3 && abs(dark.module - 20) < 2 && !dark.isLight)
        let light = try #require(try Self.hollow(line: 2, ink: 180, ground: 60))
        #expect(light.count == 3 && light.isLight)
    }

    @Test("none in a filled code, whatever its colours")
    func filled() throws {
        #expect(try Self.hollow(line: nil, ink: 40, ground: 220) == nil)
        #expect(try Self.hollow(line: nil, ink: 220, ground: 40) == nil)
    }
}
