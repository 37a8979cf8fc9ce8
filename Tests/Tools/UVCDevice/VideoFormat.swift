// SPDX-License-Identifier: Apache-2.0

package import Frames

/// A pixel format of the camera.
package enum VideoFormat: UInt8, CaseIterable, Sendable {
    // The raw value is the bFormatIndex of the descriptors.
    case yuyv = 1
    case mjpeg = 2
    case h264 = 3

    /// V4L2's name, for the journal.
    package var name: String {
        switch self {
        case .yuyv: "YUYV"
        case .mjpeg: "MJPG"
        case .h264: "H264"
        }
    }

    /// The format with that name, in any case.
    package init?(name: String) {
        guard let format = Self.allCases.first(where: { $0.name == name.uppercased() }) else { return nil }
        self = format
    }
}

/// A frame size that the camera offers in each of its formats.
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

    /// The most bytes of a frame. JPEG has the same limit as YUYV, as on most cameras.
    package var maximumFrameBytes: UInt32 { UInt32(size.area * 2) }
}

/// The USB transfer type of the frames.
package enum TransferKind: String, CaseIterable, Sendable {
    /// Reserved bandwidth, as on most webcams: the alternate setting selects the packet size.
    case isochronous
    /// Spare bandwidth, as on some microscopes and industrial cameras.
    case bulk
}
