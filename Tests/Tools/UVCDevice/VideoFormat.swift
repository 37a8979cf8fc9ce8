// SPDX-License-Identifier: Apache-2.0

package import Frames

/// A way the camera sends its pictures.
package enum VideoFormat: UInt8, CaseIterable, Sendable {
    // The raw value is the bFormatIndex of the descriptors.
    case yuyv = 1
    case mjpeg = 2

    /// The name in the journal, V4L2's.
    package var name: String { self == .yuyv ? "YUYV" : "MJPG" }
}

/// A size the camera offers in each of its formats.
package struct VideoMode: Hashable, Sendable {
    package var size: FrameSize
    /// In units of 100 ns, the default first, shortest to longest.
    package var intervals: [UInt32]

    /// Position in this list plus one is the bFrameIndex of the descriptors.
    package static let all = [
        VideoMode(size: FrameSize(width: 640, height: 480), intervals: [333_333, 666_666, 1_000_000, 2_000_000]),
        VideoMode(size: FrameSize(width: 320, height: 240), intervals: [333_333, 666_666, 1_000_000, 2_000_000]),
        VideoMode(size: FrameSize(width: 1280, height: 720), intervals: [333_333, 1_000_000, 2_000_000]),
    ]

    /// The most bytes a frame takes. JPEG is given as much as YUYV, as most cameras do: it may not grow beyond.
    package var maximumFrameBytes: UInt32 { UInt32(size.area * 2) }
}

/// How the pictures travel.
package enum TransferKind: String, CaseIterable, Sendable {
    /// Reserved bandwidth, as most webcams: the packet size is chosen by alternate setting.
    case isochronous
    /// What the bus has to spare, as some microscopes and industrial cameras.
    case bulk
}
