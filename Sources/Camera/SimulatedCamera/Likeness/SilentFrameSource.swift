// SPDX-License-Identifier: Apache-2.0

package import Frames
import Threads

/// A stream that starts and gives no frame, as the second one of some cameras.
package final class SilentFrameSource: FrameSource {
    package let format: StreamFormat
    private let isStopped = ConditionLock(false)

    package init(_ format: StreamFormat) { self.format = format }

    package var statistics: StreamStatistics { StreamStatistics() }

    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let isOver = isStopped.wait(timeout: timeout) { $0 ? true : nil }
        if isOver == true { return nil }
        throw FrameSourceError(.noFrame, "cannot read a frame from the simulated camera: none arrived in time")
    }

    package func stop() { isStopped.withLockSignalling { $0 = true } }
}
