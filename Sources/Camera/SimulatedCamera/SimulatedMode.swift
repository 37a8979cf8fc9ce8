// SPDX-License-Identifier: Apache-2.0

package import Frames

/// A streaming mode of a simulated camera.
package struct SimulatedMode: Hashable, Sendable {
    package var fourCC: FourCC?
    package var size: FrameSize
    package var interval: FrameInterval

    package init(fourCC: FourCC? = nil, size: FrameSize, interval: FrameInterval) {
        self.fourCC = fourCC
        self.size = size
        self.interval = interval
    }

    /// Whether each frame is compressed as JPEG, with its losses.
    package var isCompressed: Bool { fourCC == .simulatedJPEG }
}

extension FourCC {
    static let simulatedJPEG = FourCC("MJPG")!
    static let simulatedYUYV = FourCC("YUYV")!
}

extension SimulatedMode {
    /// The bandwidth of USB 2: three packets of 1024 bytes in each of 8000 microframes a second. Source: USB 2.0, 5.6.3.
    private static let bytesPerSecond = 3 * 1024 * 8000
    private static let sizes = [(640, 480), (320, 240), (1280, 720), (1920, 1080)]
    private static let rates: [UInt32] = [120, 60, 30, 24, 20, 15, 10, 5]

    /// The modes of a USB 2 webcam: YUYV at the rates that the bus can carry (30 per second at 640×480, 10 at 1280×720, 5
    /// at 1920×1080), and JPEG at the sensor's own rate.
    package static func webcam(fastest: FrameInterval) -> [SimulatedMode] {
        sizes.flatMap { width, height -> [SimulatedMode] in
            let size = FrameSize(width: width, height: height)
            let carried = rates.first { Int($0) * size.area * 2 <= bytesPerSecond } ?? 5
            let interval = FrameInterval(numerator: 1, denominator: carried) ?? fastest
            return [
                SimulatedMode(fourCC: .simulatedYUYV, size: size, interval: max(fastest, interval)),
                SimulatedMode(fourCC: .simulatedJPEG, size: size, interval: fastest),
            ]
        }
    }
}
