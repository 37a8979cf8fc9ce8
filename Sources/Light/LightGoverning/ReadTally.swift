// SPDX-License-Identifier: Apache-2.0

/// How the last frames read.
struct ReadTally: Hashable, Sendable {
    private var frames = 0
    private var reads = 0
    private var since: Double?
    private var lastRead: Double?
    private var lastFrame = 0.0

    mutating func add(_ isRead: Bool, at time: Double) {
        if since == nil || frames >= 400 { (since, frames, reads) = (time, 0, 0) }
        frames += 1
        lastFrame = time
        if isRead {
            reads += 1
            lastRead = time
        }
    }

    /// Forgets the frames, not the last read.
    mutating func reset() { (since, frames, reads) = (nil, 0, 0) }

    /// Whether a code that was there a moment ago is read in less than nine of ten frames, or none has been read for long.
    func hasFailed(at time: Double) -> Bool {
        guard let since, frames >= 10, time - since >= 0.5 else { return false }
        guard let lastRead, time - lastRead < 10 else { return time - since >= 2 }
        return reads * 10 < frames * 9
    }

    /// Whether every frame of the last ten seconds was read.
    func hasSucceeded(at time: Double) -> Bool {
        guard let since, time - since >= 10 else { return false }
        return reads == frames
    }

    /// Whether one of these frames was read.
    var hasRead: Bool { reads > 0 }

    /// Whether codes are not read, or hardly.
    var isPoor: Bool { frames >= 5 && reads * 2 < frames || lastRead == nil }
}
