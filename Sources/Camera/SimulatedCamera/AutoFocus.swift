// SPDX-License-Identifier: Apache-2.0

/// A contrast-detecting focus loop: scans the lens's range, then around the best position, then stays there until the
/// contrast changes for good. If the contrast is lost in noise, it scans again and again, as cameras do in the dark.
///
/// Positions are values of `focus_absolute`. The lens reaches a position two frames after the request.
struct AutoFocus {
    private enum Phase {
        /// The positions still to visit, and the measurements so far.
        case scanning(Scan)
        case locked(position: Int64, energy: Double?, misses: Int)
        /// Found nothing; scans again when the count reaches 0.
        case resting(frames: Int)
    }
    private struct Scan {
        var ahead: [Int64]
        var last: Int64
        var measured: [Int64: Double] = [:]
        var isFine: Bool

        init(_ positions: [Int64], isFine: Bool) {
            ahead = positions.reversed()
            last = positions[positions.count - 1]
            self.isFine = isFine
        }
    }
    private var phase: Phase

    init() { phase = .scanning(Self.coarse) }

    /// Whether the lens is at the position with the best contrast.
    var isLocked: Bool {
        if case .locked = phase { true } else { false }
    }

    private static var coarse: Scan { Scan(Array(stride(from: 0, through: 250, by: 25)), isFine: false) }
    private static func fine(around best: Int64) -> Scan {
        Scan((-4...4).map { best + 5 * $0 }.filter { (0...250).contains($0) }, isFine: true)
    }
    /// The position at which a lens of f/2 and 3.67 mm is sharp enough from half a metre on.
    private static let resting: Int64 = 20

    /// Takes a frame and returns the next lens position; `nil` means stay.
    ///
    /// - Parameters:
    ///   - energy: the frame's contrast, `Irradiance.gradientEnergy`.
    ///   - noise: the contribution of noise to that measure.
    ///   - position: the lens position for this frame.
    mutating func next(energy: Double, noise: Double, position: Int64) -> Int64? {
        switch phase {
        case .scanning(var scan):
            scan.measured[position] = energy
            if let next = scan.ahead.popLast() {
                phase = .scanning(scan)
                return next
            }
            guard scan.measured[scan.last] != nil else {
                phase = .scanning(scan)
                return nil
            }
            return finish(scan, noise: noise)
        case .locked(let best, let energyThen, let misses):
            guard position == best else { return nil }
            guard let energyThen else {
                phase = .locked(position: best, energy: energy, misses: 0)
                return nil
            }
            let ratio = energy / max(energyThen, 1e-12)
            guard ratio < 0.6 || ratio > 1.7 else {
                phase = .locked(position: best, energy: energyThen, misses: 0)
                return nil
            }
            guard misses >= 5 else {
                phase = .locked(position: best, energy: energyThen, misses: misses + 1)
                return nil
            }
            phase = .scanning(Self.coarse)
            return nil
        case .resting(let frames):
            phase = frames > 0 ? .resting(frames: frames - 1) : .scanning(Self.coarse)
            return nil
        }
    }

    private mutating func finish(_ scan: Scan, noise: Double) -> Int64? {
        let energies = scan.measured.values
        let highest = energies.max() ?? 0
        let lowest = energies.min() ?? 0
        // Of equal positions take the farther one: dictionaries have no order.
        let best = scan.measured.filter { $0.value == highest }.keys.min() ?? Self.resting
        if !scan.isFine, highest - lowest < 0.1 * noise || highest < 1e-9 {
            phase = .resting(frames: 20)
            return Self.resting
        }
        if scan.isFine {
            phase = .locked(position: best, energy: nil, misses: 0)
            return best
        }
        phase = .scanning(Self.fine(around: best))
        return best
    }
}
