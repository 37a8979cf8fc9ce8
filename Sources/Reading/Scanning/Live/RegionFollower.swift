// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames

/// Follows the neighbourhood of the last code, where the next one is likely to appear on a bench or at a gate, and
/// returns to the whole frame after a while without a read.
struct RegionFollower {
    private typealias Box = (minX: Double, minY: Double, maxX: Double, maxY: Double)

    /// After this time without a read, the whole frame is read again.
    static let patience = Duration.seconds(2)
    /// The margin around the code on each side, as a share of its longer side.
    private static let margin = 0.75
    /// The minimum region, as a share of the frame's sides.
    private static let least = 0.25

    /// `nil` for the whole frame.
    private(set) var region: PixelRectangle?
    private var lastRead: FrameTimestamp?

    /// Updates the region from a frame's codes.
    mutating func note(_ codes: [Barcode], in size: FrameSize, at moment: FrameTimestamp) {
        let outlines = codes.compactMap(\.corners?.bounds)
        if !outlines.isEmpty {
            lastRead = moment
            // The region stays while every code is well inside: if it followed a shaking hand, each picture would be new.
            if !outlines.allSatisfy({ isWellInside($0) }) { region = Self.around(outlines, in: size) }
        } else if let last = lastRead, moment.since(last) >= Self.patience {
            region = nil
            lastRead = nil
        }
    }

    private func isWellInside(_ code: Box) -> Bool {
        guard let region else { return false }
        let slack = 0.25 * max(code.maxX - code.minX, code.maxY - code.minY)
        return code.minX - slack >= Double(region.x) && code.minY - slack >= Double(region.y)
            && code.maxX + slack <= Double(region.x + region.width)
            && code.maxY + slack <= Double(region.y + region.height)
    }

    private static func around(_ codes: [Box], in size: FrameSize) -> PixelRectangle? {
        let (left, right) = (codes.map(\.minX).min()!, codes.map(\.maxX).max()!)
        let (top, bottom) = (codes.map(\.minY).min()!, codes.map(\.maxY).max()!)
        let room = margin * max(right - left, bottom - top)
        func span(_ low: Double, _ high: Double, _ total: Int) -> (start: Int, length: Int) {
            let length = min(Double(total), max(high - low + 2 * room, least * Double(total)))
            let start = min(max(0, (low + high - length) / 2), Double(total) - length)
            return (Int(start), min(total - Int(start), Int(length.rounded(.up))))
        }
        let (x, width) = span(left, right, size.width)
        let (y, height) = span(top, bottom, size.height)
        let region = PixelRectangle(x: x, y: y, width: width, height: height)
        return region == PixelRectangle(size) ? nil : region
    }
}
