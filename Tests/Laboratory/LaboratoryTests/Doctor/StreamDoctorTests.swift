// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import Testing

extension DoctorLaboratory {
    @Suite("the stream")
    struct Stream {
        @Test("no frame comes, or no more: stream.none")
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

        @Test("a request of the driver that fails is named with its errno: stream.none")
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

        @Test("the same frame again and again: stream.frozen")
        func frozen() async throws {
            let laboratory = try await Laboratory.shared()
            // A sensor without noise sees a still life.
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

        @Test("frames that the camera flags, where the driver passes them on: stream.corrupt, said once")
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
                    // With a running count in the corner, as a picture that stands still would be noticed first.
                    try await laboratory.require(
                        "v4l2-ctl -d \(vivid.capture) -c percentage_of_dropped_buffers=50 -c osd_text_mode=1")
                    try await laboratory.doctor(vivid.capture, "--format", "GREY").expect(
                        "stream.dropped", "degraded", evidence: ["gaps in the sequence numbers"])
                }
            }
        }
    }
}
