// SPDX-License-Identifier: Apache-2.0

import Frames

/// The streaming interface: formats, frame sizes, alternate settings.
extension CameraDescriptors {
    var streaming: [UInt8] {
        var formats: [UInt8] = []
        for format in identity.formats { formats += descriptors(of: format) }
        let count = UInt8(identity.formats.count)
        var header: [UInt8] = [13 + count, 0x24, 0x01, count]
        header.append(little: UInt16(13 + Int(count) + formats.count))
        header += [0x80 | Self.streamingEndpoint, 0, 4, 0, 0, 0, 1]
        header += [UInt8](repeating: 0, count: Int(count))
        switch transfer {
        case .isochronous:
            var bytes = interface(alternate: 0, endpoints: 0) + header + formats
            for (index, size) in Self.alternatePacketSizes.enumerated() {
                bytes += interface(alternate: UInt8(index + 1), endpoints: 1)
                bytes += endpoint(attributes: 0x05, packetSize: size, interval: 1)  // isochronous, asynchronous
            }
            return bytes
        case .bulk:
            return interface(alternate: 0, endpoints: 1) + header + formats
                + endpoint(attributes: 0x02, packetSize: 512, interval: 0)
        }
    }

    private func interface(alternate: UInt8, endpoints: UInt8) -> [UInt8] {
        [9, 4, Self.streamingInterface, alternate, endpoints, 0x0e, 0x02, 0, 0]
    }

    private func endpoint(attributes: UInt8, packetSize: UInt16, interval: UInt8) -> [UInt8] {
        var bytes: [UInt8] = [7, 5, 0x80 | Self.streamingEndpoint, attributes]
        bytes.append(little: packetSize)
        return bytes + [interval]
    }

    private func descriptors(of format: VideoFormat) -> [UInt8] {
        let frames = UInt8(VideoMode.all.count)
        var bytes: [UInt8]
        switch format {
        case .yuyv:
            bytes = [27, 0x24, 0x04, format.rawValue, frames]
            bytes += Array("YUY2".utf8) + [0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xaa, 0x00, 0x38, 0x9b, 0x71]
            bytes += [16, 1, 0, 0, 0, 0]
        case .mjpeg:
            bytes = [11, 0x24, 0x06, format.rawValue, frames, 1, 1, 0, 0, 0, 0]
        case .h264:
            // Source: the UVC 1.1 payload specification "Frame Based".
            bytes = [28, 0x24, 0x10, format.rawValue, frames]
            bytes += Array("H264".utf8) + [0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xaa, 0x00, 0x38, 0x9b, 0x71]
            bytes += [16, 1, 0, 0, 0, 0, 1]
        }
        for (index, mode) in VideoMode.all.enumerated() {
            bytes += frame(mode, index: UInt8(index + 1), of: format)
        }
        return bytes + [6, 0x24, 0x0d, 1, 1, 4]  // colours: BT.709 primaries and gamma, BT.601 matrix
    }

    private func frame(_ mode: VideoMode, index: UInt8, of format: VideoFormat) -> [UInt8] {
        let subtype: UInt8 =
            switch format {
            case .yuyv: 0x05
            case .mjpeg: 0x07
            case .h264: 0x11
            }
        var bytes: [UInt8] = [UInt8(26 + 4 * mode.intervals.count), 0x24, subtype, index, 0]
        bytes.append(little: UInt16(mode.size.width))
        bytes.append(little: UInt16(mode.size.height))
        let bitsPerFrame = UInt64(mode.maximumFrameBytes) * 8
        bytes.append(little: UInt32(bitsPerFrame * 10_000_000 / UInt64(mode.intervals.last!)))
        bytes.append(little: UInt32(bitsPerFrame * 10_000_000 / UInt64(mode.intervals.first!)))
        if format != .h264 { bytes.append(little: mode.maximumFrameBytes) }
        bytes.append(little: mode.intervals[0])
        bytes.append(UInt8(mode.intervals.count))
        // Bytes per line: not fixed.
        if format == .h264 { bytes.append(little: UInt32(0)) }
        for interval in mode.intervals { bytes.append(little: interval) }
        return bytes
    }
}
