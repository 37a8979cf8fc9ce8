// SPDX-License-Identifier: Apache-2.0

import FrameMetrics
package import Frames

/// Decides how much to search in a frame, from the changes since earlier frames.
///
/// - If there is only noise, nothing is searched.
/// - New content is searched at once, and what moves through a scene that is otherwise still in every frame, where it is.
/// - A static scene is searched once by every step, and after that with one turn in `restingPeriod` frames: noise differs
///   from frame to frame, so a difficult code may still be read.
package struct SceneGate {
    package enum Verdict: Hashable, Sendable {
        /// No search in this frame.
        case rest
        /// A turn of the steps, on this part.
        case turn(PixelRectangle)
        /// New content: also run the steps for new content, on the part that changed.
        case onset(PixelRectangle, turn: PixelRectangle)
        /// Something moves through a scene that is otherwise still: the cheap steps for new content, on the part that changed,
        /// which is small; now and then a turn of the steps on the other part.
        case passing(PixelRectangle, turn: PixelRectangle)
    }

    /// The frames of a static scene for each turn, after a complete search without success.
    package static let restingPeriod = 6

    /// The number of turns after which every step has run.
    private let cycle: Int
    /// The frame to compare with: the first of those that look alike.
    private var reference: FrameSketch?
    private var turns = 0
    private var restingFrames = 0
    /// Consecutive frames that look like the reference frame.
    private var calmFrames = 0
    private var framesSinceOnset = 0
    /// Frames since something seemed to appear, whether it was searched as new or not.
    private var framesSinceArrival = 0

    /// In a moving scene, new content can appear all the time.
    private static let onsetPeriod = 4
    /// What moves through a still scene seems new again and again, and is searched in every frame anyway.
    private static let repeatedOnsetPeriod = 6
    /// A part of the frame is small if this many would fit: half of it, because it holds two places of what moves.
    private static let smallPart = 2
    /// A trembling hand is still for a frame or two at each turning point.
    private static let calmAtRest = 3

    package init(cycle: Int) { self.cycle = cycle }

    /// Whether the frames since the last change look alike, so that they can be averaged.
    package var isAtRest: Bool { calmFrames > 0 }

    /// Whether it has been so for longer than a trembling hand is still.
    package var isStill: Bool { calmFrames >= Self.calmAtRest }

    /// - Parameter explained: what has changed there is known: a code that was read in this frame moves.
    package mutating func judge(_ image: LumaImage, explained: [PixelRectangle] = []) -> Verdict {
        let sketch = FrameSketch(image)
        let structured = sketch.structured
        guard let earlier = reference else {
            restart(sketch)
            // Nothing has moved yet.
            calmFrames = Self.calmAtRest
            return structured.map { .onset($0, turn: $0) } ?? .rest
        }
        framesSinceOnset += 1
        framesSinceArrival += 1
        if let changed = sketch.changed(since: earlier, outside: explained) {
            let wasAtRest = calmFrames >= Self.calmAtRest
            restart(sketch)
            guard let structured else { return .rest }
            turns = 1
            let new = changed.intersection(structured)
            if wasAtRest, let new {
                framesSinceOnset = 0
                return .onset(new, turn: structured)
            }
            // Moving content is searched in its turn; in a moving picture, much that seems new was there before.
            let passing = new.flatMap { $0.width * $0.height * Self.smallPart <= image.size.area ? $0 : nil }
            let isRepeated = passing != nil && framesSinceArrival < Self.onsetPeriod
            let hasArrivals = sketch.hasArrivals(since: earlier, outside: explained)
            if hasArrivals { framesSinceArrival = 0 }
            guard hasArrivals, framesSinceOnset >= (isRepeated ? Self.repeatedOnsetPeriod : Self.onsetPeriod) else {
                return passing.map { .passing($0, turn: structured) } ?? .turn(structured)
            }
            framesSinceOnset = 0
            return .onset(new ?? structured, turn: structured)
        }
        reference = earlier.refreshed(by: sketch, in: explained)
        calmFrames += 1
        guard let structured else { return .rest }
        if turns < cycle {
            turns += 1
            return .turn(structured)
        }
        restingFrames += 1
        return restingFrames % Self.restingPeriod == 0 ? .turn(structured) : .rest
    }

    /// Forgets all earlier frames.
    package mutating func reset() { self = SceneGate(cycle: cycle) }

    private mutating func restart(_ sketch: FrameSketch) {
        reference = sketch
        turns = 0
        restingFrames = 0
        calmFrames = 0
    }
}

extension PixelRectangle {
    /// The intersection of both; `nil` if it is empty.
    func intersection(_ other: PixelRectangle) -> PixelRectangle? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let right = min(x + width, other.x + other.width)
        let bottom = min(y + height, other.y + other.height)
        guard left < right, top < bottom else { return nil }
        return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}
