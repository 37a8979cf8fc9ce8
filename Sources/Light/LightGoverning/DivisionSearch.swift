// SPDX-License-Identifier: Apache-2.0

/// Tries a longer exposure with less gain, or a shorter one with more, if a code in view is read in a part of the frames only,
/// and keeps what reads better. Reading decides: nothing else knows how much smear and noise a code bears.
struct DivisionSearch: Hashable, Sendable {
    /// What the camera and the plan leave room for.
    struct Room: Hashable, Sendable {
        var shorter: Bool
        var longer: Bool
    }

    /// Stops that one trial changes the exposure by.
    private static let step = 1.0
    /// The most that it is changed by.
    private static let reach = 2.0
    /// Codes that are read in a larger share of the frames are left alone.
    private static let good = 0.85
    /// A trial must be better by this share.
    private static let gain = 0.1
    private static let frames = (before: 12, trial: 10)
    /// Seconds of a trial.
    private static let patience = 2.0
    /// Seconds from one trial to the next: doubled after each in vain.
    private static let wait = (least: 2.0, most: 60.0)

    private struct Trial: Hashable, Sendable {
        var offset: Double
        var rate: Double
        var begun: Double
    }

    /// As `LightPlan.offset`.
    private(set) var offset = 0.0
    private var trial: Trial?
    private var next = -Double.infinity
    private var wait = Self.wait.least
    private var isLongerNext = true

    /// Takes the tally of the frames with the present setting.
    ///
    /// - Returns: whether `offset` has changed; the tally then starts again.
    mutating func observe(_ tally: ReadTally, at time: Double, room: Room) -> Bool {
        guard let trial else {
            guard time >= next, tally.frames >= Self.frames.before, tally.rate < Self.good else { return false }
            guard let direction = direction(room) else { return false }
            self.trial = Trial(offset: offset, rate: tally.rate, begun: time)
            offset += direction
            return true
        }
        let isLost = min(time - trial.begun, tally.seconds(sinceReadAt: time)) > ReadTally.lost
        guard isLost || tally.frames >= Self.frames.trial || time - trial.begun > Self.patience else { return false }
        self.trial = nil
        if !isLost, tally.frames >= Self.frames.trial / 2, tally.rate > trial.rate + Self.gain {
            wait = Self.wait.least
            next = time + wait
            // On in the same direction.
            isLongerNext = offset > trial.offset
            return false
        }
        isLongerNext = offset < trial.offset
        offset = trial.offset
        next = time + wait
        wait = min(Self.wait.most, 2 * wait)
        return true
    }

    /// The light has changed: a trial would compare two lights, and what failed may succeed.
    mutating func lightChanged() -> Bool {
        wait = Self.wait.least
        guard let trial else { return false }
        offset = trial.offset
        self.trial = nil
        return true
    }

    private func direction(_ room: Room) -> Double? {
        let canLengthen = room.longer && offset + Self.step <= Self.reach
        let canShorten = room.shorter && offset - Self.step >= -Self.reach
        if isLongerNext { return canLengthen ? Self.step : canShorten ? -Self.step : nil }
        return canShorten ? -Self.step : canLengthen ? Self.step : nil
    }
}
