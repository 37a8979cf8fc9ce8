// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Decides which focus positions to try, and which is best.
///
/// It starts at the lens's current position with a neighbour on either side, climbs while sharpness increases, and fits a
/// parabola to the three best, in the logarithm of sharpness. If the three are alike, or the position of the lens is not
/// known, it first sweeps the whole range: far out of focus there is no slope to climb.
package struct FocusSearch: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case measure(Int64)
        /// `nil` if no position is sharper than the others: too dark, or the lens does not move.
        case done(Int64?)
    }

    private enum Phase { case local, sweep, refine, done }

    private let range: ControlRange
    private let start: Int64?
    private let spacing: Int64
    private var phase: Phase
    private var queue: [Int64]
    /// Sharpness by position.
    package private(set) var measured: [Int64: Double] = [:]
    private var refinements = 0

    /// The ratio of highest to lowest sharpness above which there is a peak; less is noise.
    static let contrast = 1.15
    /// The most positions to try.
    static let bound = 32

    package init(range: ControlRange, start: Int64?) {
        self.range = range
        self.start = start
        spacing = max(range.step, range.nearest(Double(range.minimum) + Double(range.span) / 10) - range.minimum)
        queue = []
        phase = start == nil ? .sweep : .local
        if let start {
            queue = [start, start + spacing, start - spacing].map { range.nearest(Double($0)) }
        } else {
            queue = coarse
        }
        queue = Self.unique(queue)
    }

    private var coarse: [Int64] {
        stride(from: range.minimum, through: range.maximum, by: Int(spacing)).map { range.nearest(Double($0)) }
    }

    /// The next step. Call `take` with each measured position.
    package mutating func next() -> Step {
        while true {
            queue.removeAll { measured[$0] != nil }
            if measured.count >= Self.bound { return .done(best) }
            if let position = queue.first { return .measure(position) }
            switch phase {
            case .local: planClimb()
            case .sweep:
                guard standsOut else {
                    phase = .done
                    return .done(nil)
                }
                phase = .refine
                planRefinement()
            case .refine:
                refinements += 1
                guard refinements <= 2 else {
                    phase = .done
                    continue
                }
                planRefinement()
            case .done: return .done(standsOut ? best : nil)
            }
        }
    }

    package mutating func take(_ position: Int64, sharpness: Double) { measured[position] = max(1e-9, sharpness) }

    /// The sharpest position so far; of equal ones the lowest value.
    package var best: Int64? {
        let highest = measured.values.max()
        return measured.filter { $0.value == highest }.keys.min()
    }

    private var standsOut: Bool {
        guard let highest = measured.values.max(), let lowest = measured.values.min() else { return false }
        return highest > Self.contrast * lowest
    }

    private mutating func planClimb() {
        guard standsOut, let best else {
            phase = .sweep
            queue = coarse
            return
        }
        // Climb until both neighbours are less sharp.
        let sides = [best - spacing, best + spacing].map { range.nearest(Double($0)) }
        queue = Self.unique(sides.filter { measured[$0] == nil && $0 != best })
        if queue.isEmpty { phase = .refine }
    }

    private mutating func planRefinement() {
        guard let best, let peak = vertex else {
            phase = .done
            return
        }
        let near = range.nearest(peak)
        queue = near != best && measured[near] == nil ? [near] : []
        if queue.isEmpty { phase = .done }
    }

    /// The peak of the parabola through the best position and the nearest measured one on either side.
    private var vertex: Double? {
        guard let best else { return nil }
        let below = measured.keys.filter { $0 < best }.max()
        let above = measured.keys.filter { $0 > best }.min()
        guard let below, let above else { return nil }
        let (x0, x1, x2) = (Double(below), Double(best), Double(above))
        let (y0, y1, y2) = (log(measured[below]!), log(measured[best]!), log(measured[above]!))
        let a = (x1 - x0) * (y1 - y2)
        let b = (x1 - x2) * (y1 - y0)
        guard abs(a - b) > 1e-12 else { return nil }
        return x1 - ((x1 - x0) * a - (x1 - x2) * b) / (2 * (a - b))
    }

    private static func unique(_ positions: [Int64]) -> [Int64] {
        var seen: Set<Int64> = []
        return positions.filter { seen.insert($0).inserted }
    }
}
