// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import Testing

extension LaboratoryTests {
    /// Driver faults, injected by vivid.
    @Suite("candela scan, when the driver fails")
    struct Faults {
        @Test("a failing request is reported with its error, and the status is 2")
        func request() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid { vivid in
                for request in ["STREAMON", "REQBUFS", "QBUF"] {
                    try await laboratory.require(
                        "v4l2-ctl -d \(vivid.capture) -c inject_vidioc_\(request.lowercased())_error=1")
                    let result = try await laboratory.candela(
                        "scan", vivid.capture, "--size", "320x180", "--timeout", "20s")
                    #expect(result.status == 2, "\(result)")
                    #expect(result.errors.contains("VIDIOC_\(request): EINVAL"), "\(result)")
                    #expect(result.errors.contains(vivid.capture), "\(result)")
                }
                // Injected once: the failure leaves nothing behind.
                let again = try await laboratory.candela(
                    "scan", vivid.capture, "--size", "320x180", "--timeout", "2s")
                #expect(again.status == 1, "\(again)")
            }
        }

        @Test("frames flagged as damaged are counted, and the scan continues")
        func flagged() async throws {
            try await scanning(verbose: true) { laboratory, vivid, job in
                // vivid forgets an injection that comes while it fills a frame: asked for often enough, one is made.
                let injections = 8
                for _ in 0..<injections {
                    try await laboratory.require("v4l2-ctl -d \(vivid.capture) -c inject_v4l2_buf_flag_error=1")
                    let reads = job.output.count
                    try await job.waitForOutput { $0.count > reads + 200 }
                }
                try job.signal("INT")
                let result = try await job.end()
                #expect(result.status == 130, "\(result)")
                let count = try #require(result.errors.firstMatch(of: /(\d+) damaged/), "\(result)")
                #expect((1...injections).contains(try #require(Int(count.1))), "\(result)")
            }
        }

        @Test("frames the driver drops are counted")
        func dropped() async throws {
            try await scanning(verbose: true) { laboratory, vivid, job in
                try await laboratory.require("v4l2-ctl -d \(vivid.capture) -c percentage_of_dropped_buffers=50")
                let reads = job.output.count
                try await job.waitForOutput { $0.count > reads + 500 }
                try job.signal("INT")
                let result = try await job.end()
                let count = try #require(result.errors.firstMatch(of: /(\d+) dropped by the driver/), "\(result)")
                #expect(try #require(Int(count.1)) > 0, "\(result)")
            }
        }

        @Test("a stream that fails for good ends the scan with a sentence and status 2")
        func fatal() async throws {
            try await scanning { laboratory, vivid, job in
                try await laboratory.require("v4l2-ctl -d \(vivid.capture) -c inject_fatal_streaming_error=1")
                let result = try await job.end()
                #expect(result.status == 2, "\(result)")
                #expect(result.errors.contains("VIDIOC_DQBUF: EIO"), "\(result)")
            }
        }

        @Test("a device that is disconnected ends the scan with a sentence and status 2")
        func disconnected() async throws {
            try await scanning { laboratory, vivid, job in
                // The node vanishes with the press, so v4l2-ctl itself may fail after it.
                _ = try await laboratory.run("v4l2-ctl -d \(vivid.capture) -c disconnect=1")
                let result = try await job.end()
                #expect(result.status == 2, "\(result)")
                #expect(result.errors.contains(vivid.capture), "\(result)")
            }
        }

        /// Scans a looped picture, reports every read, and calls `body` after the first.
        private func scanning(
            verbose: Bool = false, _ body: (Laboratory, Vivid, GuestJob) async throws -> Void
        ) async throws {
            let laboratory = try await Laboratory.shared()
            let size = FrameSize(width: 640, height: 480)
            try await laboratory.withVivid(Vivid.loop) { vivid in
                try await vivid.playing(try RawPicture(.qr, "fault", fourCC: "GREY", size: size)) {
                    let job = try laboratory.startCandela(
                        "scan", vivid.capture, "--format", "GREY", "--interval", "0", "--json",
                        verbose ? "--verbose" : "--json")
                    try await job.waitForOutput { $0.contains("\"fault\"") }
                    try await body(laboratory, vivid, job)
                }
            }
        }
    }
}
