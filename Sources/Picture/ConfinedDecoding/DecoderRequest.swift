// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
package import Frames
package import Pictures

/// A request to a decoder's process: one packet.
///
/// The shared memory begins with the room for the luma, rows without padding. The bytes to decode follow it.
package enum DecoderRequest: Hashable {
    /// - Parameter plane: a colour in place of the luma.
    case picture(Input, name: String, maximumPixels: Int, plane: ColourPlane?)
    /// Write the picture that was just decoded: now there is room.
    case write(room: Int)
    case frame(Input, expected: FrameSize?)
    /// Convert a frame of the webcam that the process was started for.
    case convert(Input)

    /// What is where in the shared memory, in bytes.
    package struct Input: Hashable {
        package var room: Int
        package var count: Int

        package init(room: Int, count: Int) {
            self.room = room
            self.count = count
        }
    }

    package var bytes: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .picture(let input, let name, let maximumPixels, let plane):
            writer.put(UInt8(1))
            Self.put(input, to: &writer)
            writer.put(name)
            writer.put(UInt64(maximumPixels))
            writer.put(UInt8(plane.map { $0.index + 1 } ?? 0))
        case .write(let room):
            writer.put(UInt8(2))
            writer.put(UInt64(room))
        case .frame(let input, let expected):
            writer.put(UInt8(3))
            Self.put(input, to: &writer)
            writer.put(UInt32(expected?.width ?? 0))
            writer.put(UInt32(expected?.height ?? 0))
        case .convert(let input):
            writer.put(UInt8(4))
            Self.put(input, to: &writer)
        }
        return writer.bytes
    }

    package init?(_ bytes: ArraySlice<UInt8>) {
        var reader = WireReader(bytes)
        switch reader.number(UInt8.self) {
        case 1:
            guard let input = Self.input(from: &reader), let name = reader.text(),
                let maximumPixels = reader.number(UInt64.self), let plane = reader.number(UInt8.self), plane <= 3
            else { return nil }
            self = .picture(
                input, name: name, maximumPixels: Int(truncatingIfNeeded: maximumPixels),
                plane: ColourPlane.allCases.first { $0.index + 1 == Int(plane) })
        case 2:
            guard let room = reader.number(UInt64.self) else { return nil }
            self = .write(room: Int(truncatingIfNeeded: room))
        case 3:
            guard let input = Self.input(from: &reader), let width = reader.number(UInt32.self),
                let height = reader.number(UInt32.self)
            else { return nil }
            let size = FrameSize(width: Int(width), height: Int(height))
            self = .frame(input, expected: size.area == 0 ? nil : size)
        case 4:
            guard let input = Self.input(from: &reader) else { return nil }
            self = .convert(input)
        default: return nil
        }
        guard reader.isAtEnd else { return nil }
    }

    private static func put(_ input: Input, to writer: inout WireWriter) {
        writer.put(UInt64(input.room))
        writer.put(UInt64(input.count))
    }

    private static func input(from reader: inout WireReader) -> Input? {
        guard let room = reader.number(UInt64.self), let count = reader.number(UInt64.self), room < 1 << 40,
            count < 1 << 40
        else { return nil }
        return Input(room: Int(room), count: Int(count))
    }
}
