// SPDX-License-Identifier: Apache-2.0

import Frames

/// The stream parameters that host and camera negotiate before streaming (probe, then commit).
///
/// Source: UVC 1.0, table 4-47, "Video Probe and Commit Controls": 26 bytes, little endian.
package struct StreamParameters: Hashable, Sendable {
    package var format: VideoFormat
    /// Index into `VideoMode.all`.
    package var modeIndex: Int
    /// In units of 100 ns.
    package var interval: UInt32

    package static let size = 26

    /// What the camera proposes: its first format at the standard size.
    package init(standardOf identity: CameraIdentity) {
        self.init(format: identity.formats[0], modeIndex: 0, interval: VideoMode.all[0].intervals[0])
    }

    package var mode: VideoMode { VideoMode.all[modeIndex] }

    package init(format: VideoFormat, modeIndex: Int, interval: UInt32) {
        self.format = format
        self.modeIndex = modeIndex
        self.interval = interval
    }

    /// The parameters nearest to the host's request: unknown indices become the first, an interval the nearest. `nil` if the
    /// host sent too few bytes.
    package init?(proposal bytes: [UInt8]) {
        guard bytes.count >= Self.size, let asked = bytes.little(at: 4, size: 4) else { return nil }
        format = VideoFormat(rawValue: bytes[2]) ?? .yuyv
        modeIndex = VideoMode.all.indices.contains(Int(bytes[3]) - 1) ? Int(bytes[3]) - 1 : 0
        let offered = VideoMode.all[modeIndex].intervals
        interval = asked == 0 ? offered[0] : offered.min { abs(Int64($0) - asked) < abs(Int64($1) - asked) }!
    }

    /// The bytes that this stream needs per microframe packet or bulk payload.
    package func payloadSize(over transfer: TransferKind) -> UInt32 {
        guard transfer == .isochronous else { return 16_384 }
        // 8000 microframes per second, each with a payload header; one, two or three transactions of 1024 bytes.
        let bytes = UInt64(mode.maximumFrameBytes) * 10_000_000 / UInt64(interval) / 8000
        return UInt32(min(3, (bytes + UInt64(PayloadStream.headerSize)) / 1024 + 1)) * 1024
    }

    package func encoded(over transfer: TransferKind) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(little: UInt16(1))  // bmHint: keep the interval
        bytes.append(format.rawValue)
        bytes.append(UInt8(modeIndex + 1))
        bytes.append(little: interval)
        for _ in 0..<5 { bytes.append(little: UInt16(0)) }  // key frames, quality, window, delay
        bytes.append(little: mode.maximumFrameBytes)
        bytes.append(little: payloadSize(over: transfer))
        return bytes
    }
}
