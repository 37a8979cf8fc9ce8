// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import Glibc
import MatrixReading
import Testing

@Suite("A QR code of which one corner pattern can be seen")
struct LoneCornerTests {
    /// Version 5, 37 modules of eight pixels: white from a module on, across and down, as where a canvas is too small.
    private static func seen(upTo last: Double, turnedBy degrees: Double = 0, inverted: Bool = false) throws -> LumaImage {
        let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        func isCut(_ column: Int, _ row: Int) -> Bool { Double(column) >= last || Double(row) >= last }
        let whole = try QRStraighteningTests.seen("cut off by its canvas", version: 5, inverted: inverted, pixels: 8) {
            (c * $0 + s * $1, c * $1 - s * $0)
        }
        let ground: UInt8 = inverted ? 45 : 200
        return LumaImage(size: whole.size) { target in
            for y in 0..<whole.height {
                for x in 0..<whole.width {
                    let (px, py) = ((Double(x) + 0.5 - 320) / 8, (Double(y) + 0.5 - 240) / 8)
                    let (u, v) = (c * px + s * py + 18.5, c * py - s * px + 18.5)
                    target[y * whole.width + x] = isCut(Int(u.rounded(.down)), Int(v.rounded(.down))) ? ground : whole[x, y]
                }
            }
        }
    }

    @Test("is found where it is, at any angle and in any colours", arguments: [0.0, 15, 90, 200], [false, true])
    func found(degrees: Double, inverted: Bool) throws {
        let corner = try #require(LoneCorner.find(in: try Self.seen(upTo: 27, turnedBy: degrees, inverted: inverted)))
        #expect(abs(corner.module - 8) < 0.6)
        let xs = stride(from: 0, to: 8, by: 2).map { corner.corners[$0] }
        let ys = stride(from: 1, to: 8, by: 2).map { corner.corners[$0] }
        let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        let (x, y) = (320 - 8 * 15 * (c - s), 240 - 8 * 15 * (s + c))
        #expect(abs(xs.reduce(0, +) / 4 - x) < 6 && abs(ys.reduce(0, +) / 4 - y) < 6)
        let moved = corner.moved(by: (100, 30)).corners
        #expect(moved[0] == corner.corners[0] + 100 && moved[1] == corner.corners[1] + 30)
    }

    @Test("none in a whole code, in one whose two others are there, in a Micro QR code, and in nested squares")
    func none() throws {
        #expect(LoneCorner.find(in: try Self.seen(upTo: 37)) == nil)
        let micro = try BarcodeEncoder.encode("123456", as: .microQR).image(modulePixels: 10)
        #expect(LoneCorner.find(in: micro) == nil)
        // Less than a module beyond the pattern: nested squares, and no more.
        #expect(LoneCorner.find(in: try Self.seen(upTo: 8)) == nil)
        #expect(LoneCorner.find(in: LumaImage(size: FrameSize(width: 20, height: 20)) { _ in }) == nil)
    }
}
