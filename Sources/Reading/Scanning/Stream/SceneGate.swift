// SPDX-License-Identifier: Apache-2.0

import FrameMetrics
package import Frames

/// Decides how much searching a frame is worth, from what has changed since frames that were searched.
///
/// - Where nothing is but noise, nothing is searched.
/// - What has just changed is searched at once.
/// - A scene at rest is searched by every step once, and from then on one turn in `restingPeriod` frames: noise differs
///   from frame to frame, so a code that is hard to read may still be.
package struct SceneGate {
    package enum Verdict: Hashable, Sendable {
        /// No turn for this frame.
        case rest
        /// A turn of the steps, over this part.
        case turn(PixelRectangle)
        /// Something has come: also the steps that look at what is new, over the part that is.
        case onset(PixelRectangle, turn: PixelRectangle)
    }

    /// Frames of a scene at rest for each turn once it has been searched in vain.
    package static let restingPeriod = 6

    /// Turns after which every step has had one.
    private let cycle: Int
    /// The frame the scene is compared with: the first of those that look alike.
    private var reference: FrameSketch?
    private var turns = 0
    private var restingFrames = 0
    /// Frames in a row that looked like the one the scene is compared with.
    private var calmFrames = 0
    private var framesSinceOnset = 0

    /// In a scene that moves, things may come all the time.
    private static let onsetPeriod = 4
    /// A hand's tremble stands still at each of its turns, for a frame or two.
    private static let calmAtRest = 3

    package init(cycle: Int) { self.cycle = cycle }

    /// Whether the frames since the last change look alike, so that they may be taken together.
    package var isAtRest: Bool { calmFrames > 0 }

    package mutating func judge(_ image: LumaImage) -> Verdict {
        let sketch = FrameSketch(image)
        let structured = sketch.structured
        guard let earlier = reference else {
            restart(sketch)
            // Nothing has moved yet.
            calmFrames = Self.calmAtRest
            return structured.map { .onset($0, turn: $0) } ?? .rest
        }
        framesSinceOnset += 1
        if let changed = sketch.changed(since: earlier) {
            let wasAtRest = calmFrames >= Self.calmAtRest
            restart(sketch)
            guard let structured else { return .rest }
            turns = 1
            if wasAtRest, let new = changed.intersection(structured) {
                framesSinceOnset = 0
                return .onset(new, turn: structured)
            }
            // What moves on is seen in its turn; of what comes into a moving picture more may have been there before.
            guard framesSinceOnset >= Self.onsetPeriod, sketch.hasArrivals(since: earlier) else {
                return .turn(structured)
            }
            framesSinceOnset = 0
            return .onset(structured, turn: structured)
        }
        calmFrames += 1
        guard let structured else { return .rest }
        if turns < cycle {
            turns += 1
            return .turn(structured)
        }
        restingFrames += 1
        return restingFrames % Self.restingPeriod == 0 ? .turn(structured) : .rest
    }

    /// Forgets the frames judged so far.
    package mutating func reset() { self = SceneGate(cycle: cycle) }

    private mutating func restart(_ sketch: FrameSketch) {
        reference = sketch
        turns = 0
        restingFrames = 0
        calmFrames = 0
    }
}

extension PixelRectangle {
    /// What lies in both, `nil` when nothing does.
    func intersection(_ other: PixelRectangle) -> PixelRectangle? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let right = min(x + width, other.x + other.width)
        let bottom = min(y + height, other.y + other.height)
        guard left < right, top < bottom else { return nil }
        return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}
