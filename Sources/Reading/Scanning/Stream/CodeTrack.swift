// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames

/// A code followed from frame to frame: its place, its motion, and the step that read it.
struct CodeTrack {
    var code: Barcode
    /// The step's index in the ladder.
    var step: Int
    private var motion = (x: 0.0, y: 0.0)
    /// Frames since its last read.
    private(set) var misses = 0

    /// After this many frames without a read, a code is no longer searched for at its place.
    private static let patience = 3
    /// The height, in pixels, that is searched for a followed linear code.
    private static let lines = 24.0

    init?(_ code: Barcode, step: Int) {
        guard code.corners != nil else { return nil }
        self.code = code
        self.step = step
    }

    var isLost: Bool { misses > Self.patience }

    mutating func miss() { misses += 1 }

    /// - Parameter place: its place in this frame.
    mutating func found(at place: Quadrilateral) {
        if let before = code.corners?.center, misses == 0 {
            motion = (place.center.x - before.x, place.center.y - before.y)
        } else {
            motion = (0, 0)
        }
        misses = 0
        code.corners = place
    }

    /// Where to search for it: its outline moved on, with a quiet zone and room for a shaking hand; larger after each
    /// missed frame.
    func surroundings(in size: FrameSize) -> PixelRectangle? {
        guard let corners = code.corners else { return nil }
        // Every line across a linear code has the same content: a few around its middle are enough while it is found
        // there.
        return around(code.symbology.isLinear && misses == 0 ? corners.narrowed(to: Self.lines) : corners, in: size)
    }

    /// The same, without narrowing.
    func wholeSurroundings(in size: FrameSize) -> PixelRectangle? {
        // zbar joins the segments of a DataBar from several lines, and reports the place of the last.
        let isPartOnly = code.symbology == .dataBar || code.symbology == .dataBarExpanded
        return code.corners.flatMap { around($0, in: size, room: isPartOnly ? 1.5 : 0) }
    }

    /// - Parameter room: the margin on all sides, in lengths of the code.
    private func around(_ corners: Quadrilateral, in size: FrameSize, room: Double = 0) -> PixelRectangle? {
        let length = max(corners.width, corners.height)
        let box = corners.bounds
        // A linear code's outline may be a single line; its length then determines the room.
        let margin = min(max(24, 0.25 * length), 64) * Double(1 + misses) + room * length
        return PixelRectangle(
            left: box.minX + motion.x - margin, top: box.minY + motion.y - margin, right: box.maxX + motion.x + margin,
            bottom: box.maxY + motion.y + margin, in: size)
    }
}

extension Quadrilateral {
    /// A band of `height` pixels around the line through the middles of the left and right sides; unchanged if it is no
    /// higher.
    fileprivate func narrowed(to height: Double) -> Quadrilateral {
        guard self.height > height else { return self }
        let share = 0.5 - height / self.height / 2
        return Quadrilateral(
            topLeft: topLeft.towards(bottomLeft, share), topRight: topRight.towards(bottomRight, share),
            bottomRight: bottomRight.towards(topRight, share), bottomLeft: bottomLeft.towards(topLeft, share))
    }
}

extension PixelRectangle {
    /// The whole pixels of a rectangle inside a picture; `nil` if there are none.
    init?(left: Double, top: Double, right: Double, bottom: Double, in size: FrameSize) {
        guard left.isFinite, top.isFinite, right.isFinite, bottom.isFinite else { return nil }
        let x = Int(min(max(0, left.rounded(.down)), Double(size.width)))
        let y = Int(min(max(0, top.rounded(.down)), Double(size.height)))
        let endX = Int(min(max(0, right.rounded(.up)), Double(size.width)))
        let endY = Int(min(max(0, bottom.rounded(.up)), Double(size.height)))
        guard endX > x, endY > y else { return nil }
        self.init(x: x, y: y, width: endX - x, height: endY - y)
    }
}
