// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
package import Frames

/// What a video worker says: one packet each. A malicious stream may write them, so each number has its bounds.
package enum VideoAnswer: Hashable {
    /// The stream or the decoder is open. `unconfined`: which right could not be dropped.
    case opened(VideoFacts, unconfined: String?)
    /// There will be no more pictures.
    case failed(VideoFailure)
    /// Data came, but no picture: it waits for a key frame.
    case waiting
    /// Pictures of this size need more memory; none is sent before it is there.
    case needsRoom(FrameSize)
    case picture(Picture)

    /// A picture in the shared memory.
    package struct Picture: Hashable {
        package var slot: Int
        package var size: FrameSize
        /// When its data had arrived.
        package var time: FrameTimestamp
        package var isDamaged: Bool
        package var counts: VideoCounts
        package var colours: VideoColours?

        package init(
            slot: Int, size: FrameSize, time: FrameTimestamp, isDamaged: Bool, counts: VideoCounts, colours: VideoColours? = nil
        ) {
            self.colours = colours
            self.slot = slot
            self.size = size
            self.time = time
            self.isDamaged = isDamaged
            self.counts = counts
        }
    }

    /// The largest picture, as in the plugin.
    package static let mostPixels = 1 << 26

    package var bytes: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .opened(let facts, let unconfined):
            writer.put(1 as UInt8)
            writer.put(facts.codec)
            writer.put(UInt8(facts.isBasic ? 1 : 0))
            writer.put(UInt8(facts.isDatagrams ? 1 : 0))
            writer.put(unconfined ?? "")
        case .failed(let failure):
            writer.put(2 as UInt8)
            writer.put(failure.status)
            writer.put(failure.code)
            writer.put(failure.detail)
        case .waiting: writer.put(3 as UInt8)
        case .needsRoom(let size):
            writer.put(4 as UInt8)
            Self.put(size, to: &writer)
        case .picture(let picture):
            writer.put(5 as UInt8)
            writer.put(UInt8(picture.slot))
            Self.put(picture.size, to: &writer)
            writer.put(picture.time.nanoseconds)
            writer.put(UInt8(picture.isDamaged ? 1 : 0))
            picture.counts.put(to: &writer)
            writer.put(UInt8(picture.colours == nil ? 0 : 1))
            picture.colours?.put(to: &writer)
        }
        return writer.bytes
    }

    package init?(_ bytes: ArraySlice<UInt8>) {
        var reader = WireReader(bytes)
        switch reader.number(UInt8.self) {
        case 1:
            guard let codec = reader.text(), codec.utf8.count < 40, let isBasic = reader.number(UInt8.self),
                let isDatagrams = reader.number(UInt8.self), let unconfined = reader.text()
            else { return nil }
            self = .opened(
                VideoFacts(codec: codec, isBasic: isBasic == 1, isDatagrams: isDatagrams == 1),
                unconfined: unconfined.isEmpty ? nil : unconfined)
        case 2:
            guard let status = reader.number(UInt32.self), let code = reader.number(Int32.self),
                let detail = reader.text()
            else { return nil }
            self = .failed(VideoFailure(status: status, code: code, detail: detail))
        case 3: self = .waiting
        case 4:
            guard let size = Self.size(from: &reader) else { return nil }
            self = .needsRoom(size)
        case 5:
            guard let slot = reader.number(UInt8.self), slot < VideoRing.count, let size = Self.size(from: &reader),
                let time = reader.number(Int64.self), let isDamaged = reader.number(UInt8.self),
                let counts = VideoCounts(from: &reader), let hasColours = reader.number(UInt8.self)
            else { return nil }
            let colours = hasColours == 1 ? VideoColours(from: &reader) : nil
            guard colours != nil || hasColours == 0 else { return nil }
            self = .picture(
                Picture(
                    slot: Int(slot), size: size, time: FrameTimestamp(nanoseconds: time), isDamaged: isDamaged == 1,
                    counts: counts, colours: colours))
        default: return nil
        }
        guard reader.isAtEnd else { return nil }
    }

    private static func put(_ size: FrameSize, to writer: inout WireWriter) {
        writer.put(UInt32(size.width))
        writer.put(UInt32(size.height))
    }

    private static func size(from reader: inout WireReader) -> FrameSize? {
        guard let width = reader.number(UInt32.self), let height = reader.number(UInt32.self), width > 0, height > 0,
            width <= mostPixels, height <= mostPixels, Int(width) * Int(height) <= mostPixels
        else { return nil }
        return FrameSize(width: Int(width), height: Int(height))
    }
}

/// Why a video worker gives no pictures: `cvideo_failure`.
package struct VideoFailure: Hashable, Sendable {
    package var status: UInt32
    package var code: Int32
    package var detail: String

    package init(status: UInt32, code: Int32, detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }
}

/// The places for pictures in the memory that a worker shares: one that the newest picture is in, one that is being copied,
/// and one to write to.
package enum VideoRing {
    package static let count = 3

    /// The bytes of a place: a multiple of 64 KiB.
    static func slotBytes(for size: FrameSize) -> Int { (size.area + 0xffff) & ~0xffff }
}
