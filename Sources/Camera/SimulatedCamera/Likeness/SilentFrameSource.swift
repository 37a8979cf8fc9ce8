// SPDX-License-Identifier: Apache-2.0

public import Frames
import Threads

/// A stream that starts and gives no frame, as the second one of some cameras.
public final class SilentFrameSource: FrameSource {
    public let format: StreamFormat
    private let isStopped = ConditionLock(false)

    public init(_ format: StreamFormat) { self.format = format }

    public var statistics: StreamStatistics { StreamStatistics() }

    public func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let isOver = isStopped.wait(timeout: timeout) { $0 ? true : nil }
        if isOver == true { return nil }
        throw FrameSourceError(.noFrame, "cannot read a frame from the simulated camera: none arrived in time")
    }

    public func stop() { isStopped.withLockSignalling { $0 = true } }
}
