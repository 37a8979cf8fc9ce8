// SPDX-License-Identifier: Apache-2.0

import Frames
import Testing
import uvc_device

@Suite("Descriptors of the laboratory's webcam")
struct DescriptorTests {
    private func descriptors(_ transfer: TransferKind) -> CameraDescriptors {
        CameraDescriptors(
            identity: CameraIdentity(), transfer: transfer,
            controlBits: [.cameraTerminal: [1, 3, 17], .processing: [0, 9], .extension: [0, 1]])
    }

    /// The descriptors one by one, split by their length byte.
    private func split(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        var rest = Array(bytes)[...]
        var result: [[UInt8]] = []
        while let length = rest.first.map(Int.init), length >= 2, length <= rest.count {
            result.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        #expect(rest.isEmpty, "every byte belongs to a descriptor")
        return result
    }

    @Test("each length and total matches the bytes", arguments: TransferKind.allCases)
    func lengths(transfer: TransferKind) throws {
        let configuration = descriptors(transfer).configuration
        #expect(configuration.little(at: 2, size: 2) == Int64(configuration.count))
        let all = split(configuration)
        // Class-specific headers count themselves and what follows them up to the next standard descriptor.
        for index in all.indices where all[index][1] == 0x24 && all[index][2] == 0x01 {
            let group = all[index...].prefix { $0[1] == 0x24 }
            let total = group.reduce(0) { $0 + $1.count }
            let offset = all[index].count == 13 && all[index][3] == 0 ? 5 : 4
            #expect(all[index].little(at: offset, size: 2) == Int64(total))
        }
        #expect(descriptors(transfer).device.count == 18)
    }

    @Test("units are chained from the camera to USB, and each ID occurs once")
    func topology() throws {
        let units = split(descriptors(.isochronous).configuration).filter { $0[1] == 0x24 && (2...6).contains($0[2]) }
            .prefix(4)
        #expect(units.map { $0[2] } == [0x02, 0x05, 0x06, 0x03])
        #expect(units.map { $0[3] } == [1, 2, 3, 4])
        let sources = [units[1][4], units[2][22], units[3][7]]
        #expect(sources == [1, 2, 3])
    }

    @Test("the declared controls are the bits of each unit's bitmap")
    func bitmaps() throws {
        let all = split(descriptors(.isochronous).configuration)
        let terminal = try #require(all.first { $0[1] == 0x24 && $0[2] == 0x02 })
        #expect(terminal.suffix(4) == [3, 0b1010, 0, 0b10])
        let processing = try #require(all.first { $0[1] == 0x24 && $0[2] == 0x05 && $0.count == 11 })
        #expect(processing[7...] == [2, 1, 0b10, 0])
    }

    @Test("every mode is a frame descriptor of every format, with its intervals")
    func frames() throws {
        let all = split(descriptors(.bulk).configuration)
        for (format, subtype) in [(VideoFormat.yuyv, UInt8(0x05)), (.mjpeg, 0x07)] {
            let frames = all.filter { $0[1] == 0x24 && $0[2] == subtype && $0.count > 25 }
            #expect(frames.count == VideoMode.all.count, "\(format)")
            for (index, (frame, mode)) in zip(frames, VideoMode.all).enumerated() {
                #expect(frame[3] == UInt8(index + 1))
                #expect(frame.little(at: 5, size: 2) == Int64(mode.size.width))
                #expect(frame.little(at: 7, size: 2) == Int64(mode.size.height))
                #expect(Int(frame[25]) == mode.intervals.count)
                let intervals = (0..<mode.intervals.count).map { frame.little(at: 26 + 4 * $0, size: 4) }
                #expect(intervals == mode.intervals.map { Int64($0) })
            }
        }
    }

    @Test("there are three strings and the list of languages, in UTF-16 with their length")
    func strings() throws {
        #expect(descriptors(.bulk).string(0) == [4, 3, 9, 4])
        #expect(descriptors(.bulk).string(3) == [16, 3] + "LAB0001".utf8.flatMap { [$0, 0] })
        #expect(descriptors(.bulk).string(4) == nil)
        var identity = CameraIdentity()
        identity.product = String(repeating: "x", count: 500)
        let long = try #require(CameraDescriptors(identity: identity, transfer: .bulk, controlBits: [:]).string(2))
        #expect(long.count == 254 && long[0] == 254)
    }
}
