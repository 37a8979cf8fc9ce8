// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import Glibc

/// A code followed from frame to frame: its place, its motion, and the step that read it.
struct CodeTrack {
    var code: Barcode
    /// The step's index in the ladder.
    var step: Int
    /// In pixels a frame.
    private var motion = (x: 0.0, y: 0.0)
    /// Its place when it was found before.
    private var before: Quadrilateral?
    /// Frames since its last read.
    private(set) var misses = 0

    /// After this many frames without a read, a code is no longer searched for at its place.
    private static let patience = 3
    /// The least motion, in pixels a frame, that takes a code out of the frame.
    private static let passing = 8.0
    /// The most frames in which a code leaves.
    private static let mostLeaving = 12
    /// The height, in pixels, that is searched for a followed linear code.
    private static let lines = 24.0

    init?(_ code: Barcode, step: Int) {
        guard code.corners != nil else { return nil }
        self.code = code
        self.step = step
    }

    /// Missed too often, or left the frame; set by `miss`.
    private(set) var isLost = false
    /// Whether it was missed because it leaves the frame: a part of it is beyond the border where it is expected.
    private(set) var isLeaving = false

    /// - Parameter size: of the frame in which it was not found.
    mutating func miss(in size: FrameSize) {
        misses += 1
        isLost = misses > Self.patience
        // A trembling hand does not take it out of the frame.
        guard let box = expected?.bounds, hypot(motion.x, motion.y) >= Self.passing, misses <= Self.mostLeaving else {
            return
        }
        let (width, height) = (Double(size.width), Double(size.height))
        isLeaving =
            box.minX < 0 && motion.x < 0 || box.minY < 0 && motion.y < 0 || box.maxX > width && motion.x > 0
            || box.maxY > height && motion.y > 0
        // Its last part is followed until it has gone.
        if isLeaving { isLost = box.maxX < 0 || box.maxY < 0 || box.minX > width || box.minY > height }
    }

    /// Where it should be: its last place, moved on.
    private var expected: Quadrilateral? {
        let frames = Double(max(1, misses))
        return code.corners?.mapped { PixelPoint(x: $0.x + motion.x * frames, y: $0.y + motion.y * frames) }
    }

    /// - Parameter place: its place in this frame, if it has not been missed in it.
    mutating func found(at place: Quadrilateral) { found(at: place, after: misses + 1) }

    /// - Parameter place: its place in this frame, in which it was missed where it had been expected.
    mutating func foundElsewhere(at place: Quadrilateral) { found(at: place, after: max(1, misses)) }

    private mutating func found(at place: Quadrilateral, after frames: Int) {
        if let last = code.corners {
            let (now, then) = (place.center, last.center)
            motion = ((now.x - then.x) / Double(frames), (now.y - then.y) / Double(frames))
        }
        before = code.corners
        misses = 0
        isLost = false
        isLeaving = false
        code.corners = place
    }

    /// The part of the frame that it has changed by moving: its last two places, and what is printed close around it. `nil` if it
    /// is not known where it is.
    func swept(in size: FrameSize) -> PixelRectangle? {
        guard let corners = code.corners, misses == 0 || isLeaving else { return nil }
        let now = isLeaving ? (expected ?? corners).bounds : corners.bounds
        let then = (isLeaving ? corners : before ?? corners).bounds
        let room = 32 + 0.35 * max(corners.width, corners.height)
        return PixelRectangle(
            left: min(now.minX, then.minX) - room, top: min(now.minY, then.minY) - room,
            right: max(now.maxX, then.maxX) + room, bottom: max(now.maxY, then.maxY) + room, in: size)
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
        let (x, y) = (motion.x * Double(1 + misses), motion.y * Double(1 + misses))
        return PixelRectangle(
            left: box.minX + x - margin, top: box.minY + y - margin, right: box.maxX + x + margin,
            bottom: box.maxY + y + margin, in: size)
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
    func covers(_ point: PixelPoint) -> Bool {
        point.x >= Double(x) && point.x < Double(x + width) && point.y >= Double(y) && point.y < Double(y + height)
    }

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
