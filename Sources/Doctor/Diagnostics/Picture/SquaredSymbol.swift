// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import Glibc
internal import LumaProcessing
internal import SymbolFinding

/// Places of square symbols that are much longer than wide, made square again: a code that was stretched in a picture or in
/// print, or that is seen almost from the side.
struct SquaredSymbol {
    private let square: PreparedImage
    var image: LumaImage { square.image }

    /// Symbols that are always square. PDF417 and others are long by nature.
    static let symbologies: Set<Symbology> = [.qr, .microQR, .aztec, .maxiCode]
    /// Readers read what is stretched less than this.
    static let leastRatio = 1.8
    private static let (mostRatio, side) = (12.0, 480.0)

    /// The likeliest of them, at most three.
    static func variants(of picture: LumaImage, _ symbols: [SymbolCandidate]) -> [SquaredSymbol] {
        symbols.prefix(4).flatMap { symbol -> [SquaredSymbol] in
            let ratio = max(symbol.width, symbol.height) / max(1, min(symbol.width, symbol.height))
            guard (leastRatio...mostRatio).contains(ratio), min(symbol.width, symbol.height) >= 16 else { return [] }
            return [SquaredSymbol(picture, symbol)]
        }.prefix(3).map(\.self)
    }

    private init(_ picture: LumaImage, _ symbol: SymbolCandidate) {
        // With room for a quiet zone and for what the place leaves out.
        let (width, height) = (1.4 * symbol.width, 1.4 * symbol.height)
        let corners = symbol.corners
        let angle = atan2(corners.topRight.y - corners.topLeft.y, corners.topRight.x - corners.topLeft.x)
        let (c, s) = (cos(angle), sin(angle))
        let (sx, sy) = (width / Self.side, height / Self.side)
        let (half, center) = (Self.side / 2, corners.center)
        square =
            picture.sampled(
                through: PixelMap(
                    xx: sx * c, xy: -sy * s, x0: center.x - sx * c * half + sy * s * half, yx: sx * s, yy: sy * c,
                    y0: center.y - sx * s * half - sy * c * half),
                size: FrameSize(width: Int(Self.side), height: Int(Self.side)))
    }

    /// How many times as long as wide a code is in the picture.
    ///
    /// - Parameter corners: in `image`.
    func ratio(of corners: Quadrilateral) -> Double {
        let there = corners.mapped { corner in
            let place = square.toOriginal(x: corner.x, y: corner.y)
            return PixelPoint(x: place.x, y: place.y)
        }
        return max(there.width, there.height) / max(1, min(there.width, there.height))
    }
}
