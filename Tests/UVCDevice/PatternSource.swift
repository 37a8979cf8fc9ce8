// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import Frames

/// Moving bars.
package struct PatternSource: VideoSource {
    package let controls: any ControlSurface
    private var size = FrameSize(width: 640, height: 480)
    private var interval = FrameInterval(numerator: 1, denominator: 30)!
    private var count = 0

    package init() throws { controls = try RegisterBank(over: nil, registers: RegisterBank.webcam) }

    package mutating func start(size: FrameSize, interval: FrameInterval) {
        self.size = size
        self.interval = interval
    }

    package mutating func nextFrame() -> Frame {
        let shift = count * 4
        let luma = LumaImage(size: size) { pixels in
            for y in 0..<size.height {
                for x in 0..<size.width { pixels[y * size.width + x] = UInt8(truncatingIfNeeded: x + y + shift) }
            }
        }
        let frame = Frame(luma: luma, sequence: count, timestamp: FrameTimestamp(nanoseconds: 0))
        count += 1
        return frame
    }
}
