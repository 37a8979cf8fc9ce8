// SPDX-License-Identifier: Apache-2.0

/// How the frames with one setting read, as far as the setting is the reason: a code that is not in view is not missed.
///
/// Only unread frames between two reads that follow each other closely count as missed. A code that leaves the picture, or that
/// somebody takes away, is not read for longer.
struct ReadTally: Hashable, Sendable {
    /// The longest gap between two reads of a code that is in view: seconds, and frames.
    private static let gap = (seconds: 0.3, frames: 2.5)
    /// Seconds without a read after which none is expected.
    static let lost = 0.8
    /// When this number of frames is counted, the older ones count half.
    private static let most = 60.0

    private var all = 0.0
    private var read = 0.0
    private var unread = 0
    private(set) var lastRead: Double?
    private var lastFrame: Double?
    /// Seconds between the last two frames that were looked at.
    private var spacing = 0.0
    /// Frames in a row without a read.
    private(set) var row = 0

    mutating func add(_ isRead: Bool, at time: Double) {
        spacing = lastFrame.map { min(0.5, max(0, time - $0)) } ?? 0
        lastFrame = time
        guard isRead else {
            unread += 1
            row += 1
            return
        }
        let longest = max(Self.gap.seconds, Self.gap.frames * spacing)
        let isSameSight = lastRead.map { time - $0 <= longest && time >= $0 } ?? false
        all += isSameSight ? Double(unread + 1) : 1
        read += 1
        (unread, row, lastRead) = (0, 0, time)
        if all > Self.most { (all, read) = (all / 2, read / 2) }
    }

    /// Forgets the frames, not the last read.
    mutating func reset() { (all, read, unread) = (0, 0, 0) }

    /// The frames that count.
    var frames: Int { Int(all) }
    /// The share of them that were read.
    var rate: Double { all > 0 ? read / all : 0 }

    func seconds(sinceReadAt time: Double) -> Double { lastRead.map { max(0, time - $0) } ?? .infinity }

    /// Whether codes are not read, or hardly.
    func isPoor(at time: Double) -> Bool { seconds(sinceReadAt: time) > Self.lost || rate < 0.5 }
}
