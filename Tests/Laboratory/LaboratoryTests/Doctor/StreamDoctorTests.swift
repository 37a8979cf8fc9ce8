// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Frames
import Testing

extension DoctorLaboratory {
    @Suite("the stream")
    struct Stream {
        @Test("no frames, or no more frames: stream.none")
        func none() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(arguments: ["--at", "12:freeze"]) { _ in
                let stopped = try await laboratory.doctor("--size", "320x240")
                stopped.expect("stream.none", evidence: ["no frame arrived in", "frames: 12 arrived"])
                #expect(stopped.report["message"].string?.contains("stopped sending frames") == true, "\(stopped)")
                let never = try await laboratory.doctor("--size", "320x240")
                never.expect("stream.none", evidence: ["no frame arrived in", "frames: 0 arrived"])
            }
        }

        @Test("a failing driver request is reported with its errno: stream.none")
        func refused() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid { vivid in
                for request in ["STREAMON", "REQBUFS"] {
                    try await laboratory.require(
                        "v4l2-ctl -d \(vivid.capture) -c inject_vidioc_\(request.lowercased())_error=1")
                    try await laboratory.doctor("--size", "320x180").expect(
                        "stream.none", evidence: ["VIDIOC_\(request)(\(vivid.capture)): EINVAL"])
                }
            }
        }

        @Test("a grabber that decodes another television standard than its source sends: stream.standard")
        func standard() async throws {
            let laboratory = try await Laboratory.shared()
            // An S-Video input, which starts with PAL; its signal is NTSC-M.
            try await laboratory.withVivid("n_devs=1 node_types=0x1 num_inputs=1 input_types=2") { vivid in
                try await laboratory.require(
                    "for set in standard_signal_mode=4 standard=0; do v4l2-ctl -d \(vivid.capture) -c $set || exit 1; done")
                let answer = try await laboratory.doctor()
                #expect(answer.finding("stream.standard") != nil, "\(answer)")
                let remedy = "v4l2-ctl -d \(vivid.capture) --set-standard=ntsc"
                #expect("\(answer)".contains(remedy), "\(answer)")
                try await laboratory.require(remedy)
                let after = try await laboratory.doctor()
                #expect(after.finding("stream.standard") == nil, "\(after)")
            }
        }

        @Test("the same frame again and again: stream.frozen")
        func frozen() async throws {
            let laboratory = try await Laboratory.shared()
            // A sensor without noise on a static scene.
            try await laboratory.withCamera(scene: "bench?noise=off") { camera in
                // On a slow machine automatic exposure would still be finding its place while the doctor watches.
                try await laboratory.require(
                    "v4l2-ctl -d \(camera.node) -c auto_exposure=1 && v4l2-ctl -d \(camera.node) -c exposure_time_absolute=83"
                )
                try await laboratory.doctor("--size", "320x240").expect(
                    "stream.frozen", evidence: ["consecutive identical frames"])
            }
        }

        @Test("JPEG that does not decode: stream.corrupt")
        func undecodable() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                try await camera.obey("corrupt 100000")
                try await laboratory.doctor("--size", "320x240", "--format", "MJPG").expect(
                    "stream.corrupt", evidence: ["damaged: "])
            }
        }

        @Test("JPEG with bytes that mean nothing before its restart markers, as many cameras send: ready")
        func strayBytes() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                try await camera.obey("stray 100000")
                let answer = try await laboratory.doctor("--size", "640x480", "--format", "MJPG", as: .inGroupVideo)
                answer.expectHealthy()
                #expect(answer.note("stream.corrupt") == nil, "\(answer)")
            }
        }

        @Test("a camera that offers nothing but H.264 is read; if no picture can be decoded: stream.none, with the packets")
        func compressed() async throws {
            let laboratory = try await Laboratory.shared()
            let video = Package.folder.appending(path: "Tests/Camera/CamerasTests/Video/code.h264").path
            try await laboratory.withCamera(arguments: ["--formats", "H264", "--video", video]) { camera in
                // On a busy machine packets can be lost, which damages pictures until the next key picture.
                let answer = try await laboratory.doctor(camera.byID)
                #expect(answer.verdict != "blocked" && answer.result.status == 0, "\(answer)")
                #expect(answer.report["codes"].array.map { $0["text"].string } == ["RECORDED"], "\(answer)")
                let scan = try await laboratory.run(
                    "\(Package.candela.shellQuoted) scan \(camera.byID) --once --timeout 60s --json --no-history")
                #expect(scan.status == 0, "\(scan)")
                #expect(try scan.jsonLines().first?["text"].string == "RECORDED", "\(scan)")
            }
            try await laboratory.withCamera(arguments: ["--formats", "H264"]) { camera in
                try await laboratory.doctor(camera.byID).expect("stream.none", evidence: ["packets of H264"])
            }
        }

        @Test("frames that the camera flags, if the driver passes them on: stream.corrupt, reported once")
        func flagged() async throws {
            let laboratory = try await Laboratory.shared()
            // By default the driver drops such frames, and then it is stream.none.
            try await laboratory.require("modprobe -r uvcvideo && modprobe uvcvideo nodrop=1")
            try await laboratory.withCamera { camera in
                try await camera.obey("error 100000")
                let answer = try await laboratory.doctor("--size", "320x240")
                answer.expect("stream.corrupt", evidence: ["were damaged"])
                let stream = answer.report["checks"].array.first { $0["id"].string == "stream" }
                #expect(stream?["also"].array.isEmpty == true, "\(answer)")
            }
            try await laboratory.require("modprobe -r uvcvideo")
        }

        @Test("frames lost on the way: stream.dropped")
        func dropped() async throws {
            let laboratory = try await Laboratory.shared()
            let size = FrameSize(width: 640, height: 480)
            try await laboratory.withVivid(Vivid.loop) { vivid in
                try await vivid.playing(try RawPicture(.qr, "dropped", fourCC: "GREY", size: size)) {
                    // With a running counter in the corner, because a static picture would be reported first.
                    try await laboratory.require(
                        "v4l2-ctl -d \(vivid.capture) -c percentage_of_dropped_buffers=50 -c osd_text_mode=1")
                    try await laboratory.doctor(vivid.capture, "--format", "GREY").expect(
                        "stream.dropped", "degraded", evidence: ["gaps in the sequence numbers"])
                }
            }
        }
    }
}
