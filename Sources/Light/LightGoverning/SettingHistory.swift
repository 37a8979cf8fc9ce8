// SPDX-License-Identifier: Apache-2.0

/// Which setting a frame was exposed with. Cameras take one to five frames until a setting shows, and no driver reports it.
///
/// While it is not known how many, the frames themselves tell: the setting that explains a frame's light better is its
/// setting.
struct SettingHistory: Hashable, Sendable {
    private struct Order: Hashable, Sendable {
        var sequence: Int
        var setting: LightSetting
        /// The number of frames after which it was first seen.
        var isSeen = false
    }

    /// The most frames that a setting takes.
    static let most = 6
    private var orders: [Order] = []
    private var base: LightSetting
    /// The last delays seen, in frames.
    private var delays: [Int] = []

    init(_ setting: LightSetting) { base = setting }

    /// The setting that was ordered last.
    var latest: LightSetting { orders.last?.setting ?? base }

    /// Frames from an order to the first frame with it, once three orders agree.
    var delay: Int? {
        guard delays.count >= 3, let first = delays.last, delays.suffix(3).allSatisfy({ $0 == first }) else {
            return nil
        }
        return first
    }

    mutating func order(_ setting: LightSetting, after sequence: Int) {
        orders.append(Order(sequence: sequence, setting: setting))
    }

    /// The setting of a frame.
    ///
    /// - Parameters:
    ///   - sequence: the frame's number; not lower than before.
    ///   - misfit: how badly a setting explains the frame's light, stops; `nil` if the frame does not tell.
    mutating func setting(of sequence: Int, misfit: (LightSetting) -> Double?) -> LightSetting {
        while let first = orders.first, sequence - first.sequence > (delay ?? Self.most) {
            base = first.setting
            orders.removeFirst()
        }
        guard !orders.isEmpty else { return base }
        if let delay {
            return orders.last { sequence - $0.sequence >= delay }?.setting ?? base
        }
        // In the order of their age: an order shows only after those before it.
        var current = base
        for index in orders.indices where sequence > orders[index].sequence {
            if orders[index].isSeen {
                current = orders[index].setting
                continue
            }
            guard let old = misfit(current), let new = misfit(orders[index].setting) else { break }
            // Two settings that hardly differ do not tell.
            guard old - new > 0.3 else { break }
            orders[index].isSeen = true
            delays.append(sequence - orders[index].sequence)
            if delays.count > 5 { delays.removeFirst() }
            current = orders[index].setting
        }
        return current
    }

    /// Forgets the delay: frames contradict it.
    mutating func doubt() { delays = [] }
}
