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
    private static let (mostRatio, side) = (12.0, 480)
    /// For a quiet zone, and for what the place leaves out.
    private static let room = 1.4

    /// The likeliest of them, at most three.
    static func variants(of picture: LumaImage, _ symbols: [SymbolCandidate]) -> [SquaredSymbol] {
        symbols.prefix(4).filter { symbol in
            let (long, short) = (max(symbol.width, symbol.height), min(symbol.width, symbol.height))
            return short >= 16 && (leastRatio...mostRatio).contains(long / short)
        }.prefix(3).map { SquaredSymbol(picture, $0) }
    }

    private init(_ picture: LumaImage, _ symbol: SymbolCandidate) {
        let corners = symbol.corners
        let size = FrameSize(width: Self.side, height: Self.side)
        square = picture.sampled(
            through: PixelMap(
                around: (corners.center.x, corners.center.y), across: Self.room * symbol.width,
                along: Self.room * symbol.height,
                angle: atan2(corners.topRight.y - corners.topLeft.y, corners.topRight.x - corners.topLeft.x), from: size),
            size: size)
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
