// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Decides when a lamp helps: on when the camera is starved of light, off when the room without it is bright enough.
struct LampSwitch: Hashable, Sendable {
    private enum State: Hashable {
        case off(since: Double?)
        case starting(before: Double, begun: Double)
        /// The lamp's own light, as `log₂`; `nil` if it made no difference.
        case on(added: Double?, since: Double?)
    }

    /// Seconds that light must be short, and bright.
    private static let dwell = (dark: 0.7, bright: 2.0)
    /// Seconds until the lamp shows in the light.
    private static let settling = 1.2
    /// The reserve of the room's light over the least that is needed, stops.
    private static let reserve = 1.5

    private let isThere: Bool
    private var state = State.off(since: nil)
    /// The light measured last, and whether it was measured at another place.
    private var last: Double?
    private var isElsewhere = false

    init(isThere: Bool) { self.isThere = isThere }

    var isLit: Bool { if case .off = state { false } else { true } }

    /// The light is measured at another place from now on.
    mutating func lookElsewhere() { isElsewhere = true }

    /// - Parameters:
    ///   - light: log₂; `nil` if it is not known.
    ///   - isMeasured: whether `light` is more than a limit that a black or clipped picture has told.
    ///   - need: the light below which the camera is starved.
    /// - Returns: the lamp's new state; `nil` for no change.
    mutating func observe(isStarved: Bool, light: Double?, isMeasured: Bool = true, need: Double, at time: Double)
        -> Bool?
    {
        guard isThere, let light else { return nil }
        defer { if isMeasured { last = light } }
        if isMeasured, isElsewhere {
            isElsewhere = false
            // Another place has another tone: what the lamp adds there differs by as much.
            if case .on(let added?, _) = state, let last { state = .on(added: added + light - last, since: nil) }
        }
        switch state {
        case .off(let since):
            guard isStarved else {
                state = .off(since: nil)
                return nil
            }
            guard let since else {
                state = .off(since: time)
                return nil
            }
            guard time - since >= Self.dwell.dark else { return nil }
            state = .starting(before: light, begun: time)
            return true
        case .starting(let before, let begun):
            guard isMeasured, time - begun >= Self.settling else { return nil }
            let added = exp2(light) - exp2(before)
            state = .on(added: light > before + 0.2 ? log2(added) : nil, since: nil)
            return nil
        case .on(let added, let since):
            guard isMeasured else { return nil }
            let room = added.map { exp2(light) - exp2($0) } ?? exp2(light)
            // The lamp's light is known to a quarter of a stop: what is left of twice its light is the room's.
            let isBright = room > exp2(need + Self.reserve) && (added.map { light > $0 + 0.5 } ?? true)
            guard isBright else {
                state = .on(added: added, since: nil)
                return nil
            }
            guard let since else {
                state = .on(added: added, since: time)
                return nil
            }
            guard time - since >= Self.dwell.bright else { return nil }
            state = .off(since: nil)
            return false
        }
    }
}
