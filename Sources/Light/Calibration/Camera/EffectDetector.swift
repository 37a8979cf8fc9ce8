// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Decides from the frames only when a change of controls has taken effect: the picture changes, then is stable. A USB
/// camera takes one to five frames, a lens longer, and no driver reports it.
///
/// It learns how many frames a change takes, and waits that long for a change too small to see.
package struct EffectDetector: Hashable, Sendable {
    package enum Verdict: Hashable, Sendable {
        case waiting
        /// The last frame shows the new setting and is stable.
        case settled
        /// The limit was reached; `true` if there was a change that did not become stable.
        case gaveUp(hasChanged: Bool)
    }

    /// Frames until a change that does not show is assumed to be in effect.
    package static let patience = 6
    /// The most frames that a change may take to become stable.
    package static let restless = 14

    private let before: [Signature]
    /// Frames from a request to the first frame that shows it, as learned.
    private let latency: Int?
    /// The expected change of the light, stops, if it is known and large: smaller changes are noise or flicker.
    private let expected: Double?
    private var count = 0
    private var last: Signature?
    /// The frame that first differed.
    package private(set) var firstChange: Int?

    /// - Parameters:
    ///   - before: the last frames before the change, oldest first; at least one.
    ///   - latency: frames that a change took before; `nil` if none was seen.
    ///   - expected: stops of light; `nil` if it is not known or may not show.
    package init(before: [Signature], latency: Int?, expected: Double? = nil) {
        self.before = before.suffix(6)
        self.latency = latency
        self.expected = expected.flatMap { abs($0) >= 0.7 ? $0 : nil }
    }

    package mutating func take(_ signature: Signature) -> Verdict {
        count += 1
        defer { last = signature }
        if firstChange == nil, differs(signature) { firstChange = count }
        guard let first = firstChange else {
            let patience = expected != nil ? Self.restless : latency.map { $0 + 1 } ?? Self.patience
            return count >= patience ? .gaveUp(hasChanged: false) : .waiting
        }
        // One setting may show over two frames: wait as long as the slowest change took.
        if count > first, count >= latency ?? 0, let last, Self.isSame(last, signature, tolerance: tolerance) {
            return .settled
        }
        return count >= Self.restless ? .gaveUp(hasChanged: true) : .waiting
    }

    /// 1.5 times the spread of the frames before the change, at least 0.05 stops of light and 0.12 of sharpness.
    private var tolerance: Signature {
        func spread(_ path: KeyPath<Signature, Double>) -> Double {
            let values = before.map { log2(max(1e-9, $0[keyPath: path])) }
            return (values.max() ?? 0) - (values.min() ?? 0)
        }
        return Signature(light: max(0.05, 1.5 * spread(\.light)), sharpness: max(0.12, 1.5 * spread(\.sharpness)))
    }

    private func differs(_ signature: Signature) -> Bool {
        guard let reference = before.last else { return false }
        if let expected {
            let seen = log2(max(1e-9, signature.light) / max(1e-9, reference.light))
            return seen * expected > 0 && abs(seen) >= 0.4 * abs(expected)
        }
        return !Self.isSame(reference, signature, tolerance: tolerance)
    }

    private static func isSame(_ a: Signature, _ b: Signature, tolerance: Signature) -> Bool {
        abs(log2(max(1e-9, a.light) / max(1e-9, b.light))) <= tolerance.light
            && abs(log2(max(1e-9, a.sharpness) / max(1e-9, b.sharpness))) <= tolerance.sharpness
    }
}
