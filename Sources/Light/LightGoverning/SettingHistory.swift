// SPDX-License-Identifier: Apache-2.0

/// Which setting a frame was exposed with. Cameras take one to five frames until a setting shows, and no driver reports it.
///
/// While it is not known how many, the frames themselves tell: the setting that explains a frame's light better is its
/// setting.
struct SettingHistory: Hashable, Sendable {
    private struct Order: Hashable, Sendable {
        var sequence: Int
        var setting: LightSetting
        /// Whether a frame has shown it.
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
        let latest = delay.map { $0 + 1 } ?? Self.most
        while let first = orders.first, sequence - first.sequence > latest {
            base = first.setting
            orders.removeFirst()
        }
        // In the order of their age: an order shows only after those before it.
        var current = base
        for index in orders.indices {
            let age = sequence - orders[index].sequence
            guard age >= max(1, (delay ?? 2) - 1) else { break }
            if !orders[index].isSeen {
                // Settings that hardly differ, and frames that do not tell, show what they usually show.
                var isNew = delay.map { age >= $0 } ?? false
                if let old = misfit(current), let new = misfit(orders[index].setting), abs(old - new) > 0.3 {
                    isNew = new < old
                    if isNew {
                        delays.append(age)
                        if delays.count > 5 { delays.removeFirst() }
                    }
                }
                guard isNew else { break }
                orders[index].isSeen = true
            }
            current = orders[index].setting
        }
        return current
    }
}
