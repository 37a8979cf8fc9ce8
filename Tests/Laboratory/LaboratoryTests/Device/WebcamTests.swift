// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Foundation
import Frames
import SimulatedCamera
import Testing
import uvc_device

@Suite("The laboratory's webcam, without a kernel")
struct WebcamTests {
    private func webcam(_ transfer: TransferKind = .isochronous, scene: String = "empty") throws -> Webcam {
        try Webcam(
            sensor: SimulatedSensor(scene: SimulatedScene(specification: scene)), identity: CameraIdentity(),
            transfer: transfer, journal: Journal(path: "/dev/null"))
    }

    private let now = FrameTimestamp(nanoseconds: 0)

    /// The answer to a control transfer from the device.
    private func ask(_ webcam: inout Webcam, _ setup: String, length: UInt32) throws -> USBIPTransferReply {
        let replies = try webcam.submit(try input(setup, length: length), now: now)
        try #require(replies.count == 1)
        return replies[0]
    }

    /// A control transfer to the device.
    private func tell(_ webcam: inout Webcam, _ setup: String, _ data: [UInt8]) throws -> USBIPStatus {
        var header: [UInt8] = []
        for word in [1, 1, 0x10001, 0, 0, 0, UInt32(data.count), 0, 0, 0] { header.append(big: word) }
        guard case .submit(var transfer) = try USBIPRequest(header: header + bytes(setup)) else {
            throw LaboratoryError("not a transfer")
        }
        try transfer.read(body: data)
        return try #require(try webcam.submit(transfer, now: now).first).status
    }

    @Test("brightness is set and read back, and its range is reported")
    func control() throws {
        var webcam = try webcam()
        // SET_CUR, GET_CUR, GET_MAX of selector 2 of unit 2.
        #expect(try tell(&webcam, "2101000200020200", [77, 0]) == .done)
        #expect(try ask(&webcam, "a181000200020200", length: 2).data == [77, 0])
        #expect(try ask(&webcam, "a183000200020200", length: 2).data == [255, 0])
        #expect(try ask(&webcam, "a186000200020100", length: 1).data == [3])
    }

    @Test("the exposure mode is coded as UVC's bits, and only existing modes are offered")
    func exposureMode() throws {
        var webcam = try webcam()
        #expect(try ask(&webcam, "a181000200010100", length: 1).data == [8], "aperture priority")
        #expect(try ask(&webcam, "a184000200010100", length: 1).data == [0b1001])
        #expect(try tell(&webcam, "2101000200010100", [1]) == .done)
        #expect(try ask(&webcam, "a181000200010100", length: 1).data == [1], "manual")
        #expect(try tell(&webcam, "2101000200010100", [5]) == .stalled, "not one bit")
    }

    @Test("pan and tilt are one control of two signed numbers")
    func panTilt() throws {
        var webcam = try webcam()
        let bytes = [UInt8](little: -3600, size: 4) + [UInt8](little: 7200, size: 4)
        #expect(try tell(&webcam, "2101000d00010800", bytes) == .done)
        #expect(try ask(&webcam, "a181000d00010800", length: 8).data == bytes)
        #expect(try ask(&webcam, "a182000d00010800", length: 8).data.little(at: 0, size: 4, signed: true) == -36_000)
    }

    @Test("a refused request stalls, and the host can ask why")
    func refusal() throws {
        var webcam = try webcam()
        let why = "a181000200000100"
        // Exposure time while exposure is automatic.
        #expect(try tell(&webcam, "2101000400010400", [100, 0, 0, 0]) == .stalled)
        #expect(try ask(&webcam, why, length: 1).data == [RequestError.wrongState.rawValue])
        // A value out of range; a selector, a unit that do not exist.
        #expect(try tell(&webcam, "2101000200020200", [0, 9]) == .stalled)
        #expect(try ask(&webcam, why, length: 1).data == [RequestError.outOfRange.rawValue])
        #expect(try ask(&webcam, "a181003000020200", length: 2).status == .stalled)
        #expect(try ask(&webcam, why, length: 1).data == [RequestError.invalidControl.rawValue])
        #expect(try ask(&webcam, "a181000200090200", length: 2).status == .stalled)
        #expect(try ask(&webcam, why, length: 1).data == [RequestError.invalidUnit.rawValue])
    }

    @Test("the host's proposal is answered with the nearest mode and interval")
    func negotiation() throws {
        var webcam = try webcam()
        var proposal = [UInt8](repeating: 0, count: 26)
        proposal[2] = 2  // MJPEG
        proposal[3] = 3  // 1280x720
        proposal.replaceSubrange(4..<8, with: [UInt8](little: 900_000, size: 4))
        #expect(try tell(&webcam, "2101000101001a00", proposal) == .done)
        let answer = try ask(&webcam, "a181000101001a00", length: 26).data
        #expect(answer[2...3] == [2, 3])
        #expect(answer.little(at: 4, size: 4) == 1_000_000)
        #expect(answer.little(at: 18, size: 4) == 1_843_200)
        #expect(try tell(&webcam, "2101000101000200", [0, 0]) == .stalled, "too short")
    }

    @Test("frames are sent complete, in packets with headers, and the frame bit toggles", arguments: TransferKind.allCases)
    func frames(kind: TransferKind) throws {
        var webcam = try webcam(kind)
        var commit = [UInt8](repeating: 0, count: 26)
        commit[2...3] = [1, 2]  // YUYV 320x240
        #expect(try tell(&webcam, "2101000201001a00", commit) == .done)
        if kind == .isochronous { #expect(try tell(&webcam, "010b030001000000", []) == .done) }
        var time = now
        var flags: [UInt8] = []
        var frames: [[UInt8]] = [[]]
        var sequence: UInt32 = 10
        while frames.count < 3 {
            sequence += 1
            var transfer = try input(endpoint: 1, length: 3072 * 8, sequence: sequence)
            if kind == .isochronous {
                transfer.packets = (0..<8).map { IsochronousPacket(offset: $0 * 3072, length: 3072) }
                transfer.packetCount = 8
            }
            var replies = try webcam.submit(transfer, now: time)
            if replies.isEmpty {
                time = try #require(webcam.nextRun)
                replies = try webcam.run(now: time)
            }
            let reply = try #require(replies.first)
            #expect(replies.count == 1 && reply.sequence == sequence)
            var rest = reply.data[...]
            for length in kind == .bulk ? [reply.data.count] : reply.packets.map({ Int($0.actualLength) }) {
                let payload = rest.prefix(length)
                rest = rest.dropFirst(length)
                guard !payload.isEmpty else { continue }
                let header = Array(payload.prefix(PayloadStream.headerSize))
                #expect(Int(header[0]) == PayloadStream.headerSize)
                frames[frames.count - 1] += payload.dropFirst(PayloadStream.headerSize)
                if header[1] & 2 != 0 {
                    flags.append(header[1] & 1)
                    frames.append([])
                }
            }
        }
        #expect(frames[0].count == 320 * 240 * 2 && frames[1].count == 320 * 240 * 2)
        #expect(flags[0] != flags[1])
        #expect(stride(from: 1, to: frames[0].count, by: 2).allSatisfy { frames[0][$0] == 128 }, "no colour")
    }

    @Test("a transfer that the host cancels is forgotten, once")
    func unlink() throws {
        var webcam = try webcam(.bulk)
        let replies = try webcam.submit(try input(endpoint: 1, length: 16_384, sequence: 5), now: now)
        #expect(replies.isEmpty)
        let first = webcam.unlink(5, sequence: 6)
        let second = webcam.unlink(5, sequence: 7)
        #expect(first == USBIPUnlinkReply(sequence: 6, wasWaiting: true))
        #expect(second == USBIPUnlinkReply(sequence: 7, wasWaiting: false))
    }

    @Test("a control changed on the camera itself is reported to the host")
    func status() throws {
        var webcam = try webcam()
        let isSet = webcam.obey(.set(control: "privacy", value: 1))
        #expect(isSet)
        let replies = try webcam.submit(try input(endpoint: 3, length: 16), now: now)
        #expect(replies.map(\.data) == [[1, 1, 0, 0x11, 0, 1]])
        let isKnown = webcam.obey(.set(control: "warp", value: 1))
        #expect(!isKnown)
    }

    @Test("JPEG frames lose their Huffman tables and nothing else")
    func huffman() throws {
        let picture = LumaImage(size: FrameSize(width: 64, height: 48), pixels: (0..<64 * 48).map { UInt8($0 % 251) })
        let bytes = try JPEGEncoder().encode(picture, limit: 64 * 48 * 2)
        #expect(bytes.starts(with: [0xff, 0xd8]) && bytes.suffix(2) == [0xff, 0xd9])
        var position = 2
        var markers: [UInt8] = []
        while bytes[position + 1] != 0xda {
            markers.append(bytes[position + 1])
            position += 2 + Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
        }
        #expect(markers == [0xe0, 0xdb, 0xc0])
        #expect(JPEGEncoder.removingHuffmanTables([1, 2, 3]) == [1, 2, 3])
        #expect(
            JPEGEncoder.removingHuffmanTables([0xff, 0xd8, 0xff, 0xc4, 0xff, 0xff]) == [
                0xff, 0xd8, 0xff, 0xc4, 0xff, 0xff,
            ])
    }

    @Test("commands are parsed, and others are refused")
    func commands() {
        #expect(DeviceCommand("stall brightness 4") == .stall(control: "brightness", error: .outOfRange))
        #expect(DeviceCommand("corrupt") == .corrupt(frames: 1))
        #expect(DeviceCommand("set privacy 1") == .set(control: "privacy", value: 1))
        #expect(ScheduledCommand("30:unplug")?.command == .unplug)
        for text in ["", "stall", "stall x 99", "freeze now", "30:", "set privacy on"] {
            #expect(DeviceCommand(text) == nil && ScheduledCommand(text) == nil, "\(text)")
        }
    }
}
