// SPDX-License-Identifier: Apache-2.0

/// A change of the setting that is being watched, to learn the response: a difference between the light before and after is
/// the response's error, if it is the same in several frames.
struct ResponseTrial: Hashable, Sendable {
    let old: LightSetting
    let new: LightSetting
    /// The light before, and the last frame then.
    private let before: Double
    private let sequence: Int
    private var seen: [Double] = []

    /// The frames that are looked at. The first of them may have only a part of the change.
    private static let frames = 4

    enum State: Hashable, Sendable {
        case watching
        /// Nothing was learned.
        case over
        /// The light has changed by this more than the response says, stops.
        case learned(error: Double)
    }

    init(old: LightSetting, new: LightSetting, before: Double, after sequence: Int) {
        (self.old, self.new, self.before, self.sequence) = (old, new, before, sequence)
    }

    /// Takes a frame, with the light in it and the setting that it was exposed with.
    mutating func observe(_ light: Double, _ sight: LightSight, _ setting: LightSetting) -> State {
        guard sight.sequence - sequence <= 2 * SettingHistory.most else { return .over }
        guard setting == new, sight.clipped < 0.03, sight.level > 0.01 else { return .watching }
        seen.append(light)
        guard seen.count >= Self.frames else { return .watching }
        let rest = seen.dropFirst()
        guard let low = rest.min(), let high = rest.max(), high - low < 0.25 else { return .over }
        return .learned(error: rest.reduce(0, +) / Double(rest.count) - before)
    }
}
