// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Foundation
import Frames
import Testing

extension DoctorLaboratory {
    /// No false alarms: every check passes, and the code is read.
    @Suite("healthy set-ups")
    struct Healthy {
        private let user = 65534

        @Test("YUYV and MJPG in two sizes, by path, persistent name, serial or nothing, for root and for group video")
        func formats() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                try await laboratory.doctor("--size", "320x240").expectHealthy(what: "YUYV, the only camera")
                try await laboratory.doctor(
                    camera.byID, "--size", "640x480", "--format", "MJPG", as: .inGroupVideo
                ).expectHealthy(what: "MJPG, by-id, group video")
            }
        }

        @Test("a user with access by ACL; a camera that another program has open without streaming")
        func neighbours() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                try await laboratory.allow(user, camera.node)
                let holder = try laboratory.start("exec 9<\(camera.node) && echo held && exec sleep 1000")
                try await holder.waitForOutput { $0 == "held\n" }
                try await laboratory.doctor(camera.serial, "--size", "320x240", as: .stranger).expectHealthy(
                    what: "ACL")
                try await laboratory.doctor(camera.node, "--size", "320x240").expectHealthy(what: "held open")
                try holder.signal("KILL")
                _ = try await holder.end()
            }
        }

        @Test("an EAN-13 in two sizes, and a rotated QR code, over bulk transfers")
        func scenes() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(scene: "bench?code=ean-13:4006381333931") { _ in
                for size in ["320x240", "640x480"] {
                    try await laboratory.doctor("--size", size).expectHealthy("ean-13", "4006381333931", what: size)
                }
            }
            let arguments = ["--transfer", "bulk"]
            try await laboratory.withCamera(scene: "bench?tilt=20&rotation=15", arguments: arguments) { _ in
                try await laboratory.doctor("--size", "320x240").expectHealthy(what: "askew")
            }
        }

        @Test("of two cameras the usable one is examined")
        func two() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid { vivid in
                try await laboratory.withCamera { camera in
                    try await laboratory.require("chmod 600 \(vivid.capture)")
                    let answer = try await laboratory.doctor("--size", "320x240", as: .inGroupVideo)
                    answer.expectHealthy(what: "two cameras")
                    #expect(answer.report["subject"].string == camera.node)
                }
            }
        }

        @Test("frames on standard input")
        func input() async throws {
            let laboratory = try await Laboratory.shared()
            let size = FrameSize(width: 320, height: 240)
            let picture = try RawPicture(.qr, "piped", fourCC: "GREY", size: size)
            let frame = Data("FRAME\n".utf8) + picture.data
            let stream = Data("YUV4MPEG2 W320 H240 F30:1 Ip A1:1 Cmono\n".utf8) + (0..<30).flatMap { _ in frame }
            let result = try await laboratory.run(Laboratory.candela(["doctor", "--json", "-"]), input: stream)
            DoctorAnswer(result: result, report: try result.json()).expectHealthy("qr", "piped")
        }
    }
}
