// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BarcodesZBar
import Cameras
import Foundation
import Frames
import Glibc
import TestSupport
import Testing
import V4L2
import VideoStreams

/// A node that gives only compressed video, with a recorded stream: Video/code.h264 and code.hevc, which x264 and x265 made of a
/// drawn code; a key picture is every fifth.
@Suite("Compressed video of a V4L2 node over a fake kernel")
struct VideoNodeTests {
    private static let size = FrameSize(width: 640, height: 480)
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// The pictures of a recorded stream, one packet each, as a driver gives them.
    private func packets(_ format: String) throws -> [[UInt8]] {
        let name = format == "H264" ? "code.h264" : "code.hevc"
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: "Video/" + name)))
        // What begins a picture: in H.264 an access unit delimiter, in this H.265 its only slice, the first after its
        // parameters.
        let starts = bytes.indices.dropFirst().filter { index in
            guard index + 4 < bytes.count, bytes[index..<index + 3] == [0, 0, 1] else { return false }
            return format == "H264" ? bytes[index + 3] == 9 : bytes[index + 3] >> 1 < 32
        }
        return zip([0] + starts.dropFirst(), starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) }
    }

    /// Without waiting for the exposure to settle.
    private static var request: CaptureRequest {
        var request = CaptureRequest()
        request.settles = false
        return request
    }

    private func camera(
        _ format: String, _ steps: [FakeStreamKernel.Step], _ request: CaptureRequest = request
    ) throws -> (camera: OpenCamera, kernel: FakeStreamKernel) {
        let sizes = DescribedCamera.Sizes.discrete([(Self.size, [15])])
        let kernel = FakeStreamKernel(description: DescribedCamera([(FourCC(format)!, sizes)]), bufferLength: 1 << 16)
        kernel.play(steps)
        var opener = kernel.opener
        let command = Self.folder.appending(path: "../../../.build/release/candela").standardizedFileURL.path
        opener.videoProgram = VideoProgram(
            path: ProcessInfo.processInfo.environment["CANDELA_BINARY"] ?? command)
        return (try opener.open(.query("7"), request: request), kernel)
    }

    private func read(_ frame: Frame) throws -> [String] {
        try ZBarReader().read(frame.luma, symbologies: [.qr]).compactMap(\.text)
    }

    @Test("pictures are decoded and read", arguments: ["H264", "HEVC"])
    func decodes(format: String) throws {
        let packets = try packets(format)
        #expect(packets.count == 12)
        let (camera, _) = try camera(format, packets.map { .frame($0) })
        #expect(camera.source.format.fourCC == FourCC(format) && camera.source.format.size == Self.size)
        #expect(camera.notes.contains { $0.contains("every frame of the video is decoded") }, "\(camera.notes)")
        let frame = try #require(try camera.source.nextFrame(timeout: .seconds(60)))
        #expect(try read(frame) == ["RECORDED"])
        #expect(frame.luma.size == Self.size && !frame.isCorrupt)
        camera.source.stop()
        #expect(try camera.source.nextFrame(timeout: .seconds(1)) == nil)
    }

    @Test("every packet is decoded, however slowly pictures are taken; a damaged one costs pictures until the next key")
    func everyPacket() throws {
        let packets = try packets("H264")
        var steps = packets.map { FakeStreamKernel.Step.frame($0) }
        // After the first key picture's neighbours: a packet of nonsense.
        steps[3] = .frame([0, 0, 0, 1, 0x41, 0xff, 0xff, 0xff, 0xff])
        let (camera, _) = try camera("H264", steps)
        var seen: [Int: Bool] = [:]
        while seen.keys.max() ?? 0 < 11 {
            let frame = try #require(try camera.source.nextFrame(timeout: .seconds(60)))
            seen[frame.sequence] = frame.isCorrupt
            usleep(30_000)
        }
        let statistics = camera.source.statistics
        #expect(statistics.captured == 12 && statistics.dropped == 0, "\(statistics)")
        #expect(seen[11] == false)
    }

    @Test("a camera that is unplugged is gone")
    func unplugged() throws {
        let packets = try packets("H264")
        let (camera, _) = try camera("H264", packets.prefix(3).map { .frame($0) } + [.unplug])
        let error = #expect(throws: FrameSourceError.self) {
            while true { _ = try #require(try camera.source.nextFrame(timeout: .seconds(60))) }
        }
        #expect(error?.kind == .gone)
    }

    @Test("packets without a key picture give no picture, and that is the cause")
    func noKey() throws {
        let packets = try packets("H264")
        let (camera, _) = try camera("H264", packets[1..<4].map { .frame($0) })
        let error = #expect(throws: FrameSourceError.self) { try camera.source.nextFrame(timeout: .milliseconds(500)) }
        #expect(
            error?.kind == .noFrame && error?.description.contains("packets of H264 so far") == true, "\(error as Any)")
    }

    @Test("beside formats with pictures it is used only if it is asked for")
    func choice() throws {
        let sizes = DescribedCamera.Sizes.discrete([(small, [30])])
        let kernel = FakeStreamKernel(
            description: DescribedCamera([(FourCC("H264")!, sizes), (FourCC("GREY")!, sizes)]))
        #expect(try kernel.open(Self.request).source.format.fourCC == FourCC("GREY"))
        var request = Self.request
        request.fourCC = FourCC("H264")
        let asked = try camera("H264", [], request)
        #expect(asked.camera.source.format.fourCC == FourCC("H264"))
    }

    @Test("without the plugin, opening it says so")
    func missing() throws {
        let kernel = FakeStreamKernel(
            description: DescribedCamera([(FourCC("H264")!, .discrete([(Self.size, [15])]))]))
        var opener = kernel.opener
        opener.videoProgram = VideoProgram(path: "/bin/false")
        let text = cameraError { _ = try opener.open(.query("7"), request: CaptureRequest()) }
        #expect(
            text?.hasPrefix("cannot capture H264 from /dev/video7: ") == true
                && text?.contains("video process") == true, "\(text as Any)")
    }
}
