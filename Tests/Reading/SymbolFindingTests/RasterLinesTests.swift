// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import SymbolFinding
import Testing

@Suite("The lines in which a code is engraved")
struct RasterLinesTests {
    private static let (module, pitch, margin) = (16, 4, 32)

    /// Of each line two of four pixels are dark.
    ///
    /// - Parameter shift: by how many pixels every second line is displaced.
    private static func lines(_ shift: Int?) throws -> RasterLines? {
        let grid = try BarcodeEncoder.encode("HTTPS://EXAMPLE.ORG/BOX/4711/A=120/B=80/H=45", as: .qr).modules
        let side = grid.columns * module
        let image = LumaImage(size: FrameSize(width: side + 2 * margin, height: side + 2 * margin)) { target in
            for y in 0..<side + 2 * margin {
                for x in 0..<side + 2 * margin {
                    let line = (y - margin) / pitch
                    let along = x - margin + (shift ?? 0) * (line % 2)
                    let isInk = shift == nil || (y - margin) % pitch < 2
                    let isDark = isInk && y >= margin && along >= 0 && grid.isDark(along / module, (y - margin) / module)
                    target[y * (side + 2 * margin) + x] = isDark ? 60 : 170
                }
            }
        }
        let (low, high) = (Double(margin), Double(margin + side))
        let outline = Quadrilateral(
            topLeft: PixelPoint(x: low, y: low), topRight: PixelPoint(x: high, y: low), bottomRight: PixelPoint(x: high, y: high),
            bottomLeft: PixelPoint(x: low, y: high))
        return RasterLines(of: image, corners: outline, noise: 0)
    }

    @Test("displaced ones, and ones with gaps")
    func found() throws {
        let displaced = try #require(try Self.lines(8))
        #expect(abs(displaced.pitch - 4) < 0.4 && displaced.isDisplaced && abs(displaced.perModule - 4) < 1.5)
        let even = try #require(try Self.lines(0))
        #expect(abs(even.pitch - 4) < 0.4 && !even.isDisplaced)
    }

    @Test("none in a code whose modules are filled")
    func none() throws {
        #expect(try Self.lines(nil) == nil)
    }
}
