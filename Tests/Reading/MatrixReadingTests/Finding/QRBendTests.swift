// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import Glibc
import MatrixReading
import Testing

@Suite("How far a QR code is from flat")
struct QRBendTests {
    private static func bend(
        _ version: Int, pixels: Double = 8, _ backwards: (_ x: Double, _ y: Double) -> (u: Double, v: Double)
    ) throws -> QRBend? {
        QRBend.measure(
            in: try QRStraighteningTests.seen(
                "bent", version: version, size: FrameSize(width: 720, height: 640), pixels: pixels,
                backwards: backwards))
    }

    @Test("a flat one is flat from whatever side it is seen", arguments: [2, 4, 6])
    func flat(version: Int) throws {
        let straight = try #require(try Self.bend(version) { ($0, $1) })
        #expect(!straight.isBent && straight.modules == 17 + 4 * version)
        let turned = try #require(try Self.bend(version) { (cos(0.4) * $0 + sin(0.4) * $1, cos(0.4) * $1 - sin(0.4) * $0) })
        #expect(!turned.isBent)
        // In perspective.
        let seen = try #require(
            try Self.bend(version) { x, y in
                let depth = 1 / (1 - 0.008 * x)
                return (x * depth, y * depth)
            })
        #expect(!seen.isBent, "\(seen)")
    }

    @Test("one on a round container, seen from the front, has narrower modules towards its sides", arguments: [3, 5])
    func round(version: Int) throws {
        // The code goes around a third of it.
        let radius = Double(17 + 4 * version) / 2.1
        let bend = try #require(
            try Self.bend(version) { x, y in (abs(x) < radius ? radius * asin(x / radius) : 1e4, y) })
        #expect(bend.isBent && bend.stretch > QRBend.leastStretch, "\(bend)")
    }

    @Test("one whose rows are arcs is bent")
    func arcs() throws {
        let bend = try #require(try Self.bend(4) { x, y in (x, y - 2.5 * (1 - x * x / 272)) })
        #expect(bend.isBent && bend.turn > 8, "\(bend)")
    }

    @Test("a picture without one has none")
    func none() throws {
        let grey = LumaImage(size: FrameSize(width: 320, height: 240), pixels: (0..<320 * 240).map { UInt8($0 * 7919 % 251) })
        #expect(QRBend.measure(in: grey) == nil)
    }
}
