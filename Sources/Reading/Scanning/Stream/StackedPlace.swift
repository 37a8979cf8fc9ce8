// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import LumaProcessing
import SymbolFinding

/// Collects frames of a place that looks like a code and has not been read for a while: a code that is too small, too blurred or
/// too noisy in every single frame can often be read from eight of them, laid on each other (`FrameStack`). The tremble of a hand
/// helps: no two frames lie on the same pixels.
///
/// It costs about as much as one search of a frame each time, so it waits longer after each failure.
struct StackedPlace {
    /// The stack of frames, and the part of the frame that the next one is taken from.
    private struct Collection {
        var stack: FrameStack
        var next: PixelRectangle
        var misses = 0
    }

    private var collection: Collection?
    /// Frames until the next place is looked for, and what that is after a failure.
    private var pause = firstPause
    private var longer = firstPause
    /// Which of the likely places is next.
    private var turn = 0
    private var doubts = 0

    /// The search of new content takes a few frames first.
    private static let firstPause = 6
    private static let longestPause = 48
    /// A stack takes eight frames, and what was read is remembered for twelve.
    private static let pauseAfterRead = 2
    private static let frames = 8
    /// How often a doubtful read is tried again with a new stack: frames of the same one would repeat its mistakes.
    private static let mostDoubts = 2
    private static let mostMisses = 3
    /// A larger place has large modules, or is no code.
    private static let mostPixels = 120_000
    /// A smaller place shows too little to be followed.
    private static let leastSide = 52

    /// Takes a frame in which nothing has been read.
    ///
    /// - Returns: the stack, if it is to be read now, with its map to this frame. Then tell the result with `tried`.
    mutating func add(_ image: LumaImage) -> PreparedImage? {
        guard collection != nil else {
            pause -= 1
            if pause <= 0 { begin(image) }
            return nil
        }
        return extend(image)
    }

    /// - Parameters:
    ///   - isRead: whether a code of the stack was accepted.
    ///   - isDoubtful: whether one was read that needs another read.
    mutating func tried(isRead: Bool, isDoubtful: Bool) {
        if isRead {
            // The code stays in view and readable in this way: the next stack begins soon, at the same place, so that the code
            // does not count as gone.
            collection = nil
            (pause, longer, doubts) = (Self.pauseAfterRead, Self.firstPause, 0)
            turn -= 1
        } else if isDoubtful, doubts < Self.mostDoubts {
            doubts += 1
            collection = nil
            pause = 1
            turn -= 1
        } else {
            giveUp()
        }
    }

    /// A code was read in the ordinary way: there is nothing to wait for.
    mutating func forget() {
        guard collection != nil || pause != Self.firstPause || longer != Self.firstPause else { return }
        self = StackedPlace()
    }

    /// What is in view moves so fast that no two frames show it at one place, and is gone before eight could be laid on each
    /// other.
    mutating func hold() {
        collection = nil
        pause = max(pause, Self.firstPause)
    }

    /// Something has come into view of a still scene: earlier failures say nothing of it.
    mutating func renew() {
        longer = Self.firstPause
        pause = min(pause, Self.firstPause)
    }

    private mutating func giveUp() {
        collection = nil
        doubts = 0
        longer = min(4 * longer, Self.longestPause)
        pause = longer
    }

    private mutating func begin(_ image: LumaImage) {
        let places = SymbolFinder(limit: 4).find(in: image).compactMap { Self.area(of: $0, in: image.size) }
        guard !places.isEmpty else { return giveUp() }
        let area = places[max(0, turn) % places.count]
        turn = max(0, turn) + 1
        guard let part = image.cropped(to: area), let stack = FrameStack(part) else { return giveUp() }
        collection = Collection(stack: stack, next: area)
    }

    /// The place with its margin; `nil` if it is too large to gain by it.
    private static func area(of candidate: SymbolCandidate, in size: FrameSize) -> PixelRectangle? {
        let box = candidate.corners.bounds
        let room = 12 + 0.15 * max(candidate.width, candidate.height)
        guard
            let area = PixelRectangle(
                left: box.minX - room, top: box.minY - room, right: box.maxX + room, bottom: box.maxY + room, in: size),
            area.width >= leastSide, area.height >= leastSide, area.width * area.height <= mostPixels
        else { return nil }
        return area
    }

    private mutating func extend(_ image: LumaImage) -> PreparedImage? {
        guard var current = collection else { return nil }
        guard let part = image.cropped(to: current.next) else {
            giveUp()
            return nil
        }
        guard let map = current.stack.add(part) else {
            current.misses += 1
            collection = current
            if current.misses > Self.mostMisses { giveUp() }
            return nil
        }
        // Where the place is in this frame; the next part is taken from there.
        let shown = current.next
        let (x, y) = (
            Double(shown.x) + map.x0 + (map.xx - 1) * Double(shown.width) / 2 + map.xy * Double(shown.height) / 2,
            Double(shown.y) + map.y0 + map.yx * Double(shown.width) / 2 + (map.yy - 1) * Double(shown.height) / 2
        )
        current.next = PixelRectangle(
            x: min(max(0, Int(x.rounded())), image.width - shown.width),
            y: min(max(0, Int(y.rounded())), image.height - shown.height), width: shown.width, height: shown.height)
        collection = current
        guard current.stack.count >= Self.frames else { return nil }
        var fused = current.stack.fused
        fused.toOriginal = fused.toOriginal.followed(by: map).followed(
            by: PixelMap(xx: 1, xy: 0, x0: Double(shown.x), yx: 0, yy: 1, y0: Double(shown.y)))
        return fused
    }
}
