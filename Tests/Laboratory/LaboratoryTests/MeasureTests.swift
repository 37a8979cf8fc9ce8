// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension LaboratoryTests {
    /// Facts that only a real driver provides: sequence numbers, timestamps and damaged buffers.
    @Suite("candela measure")
    struct Measure {
        @Test("frames that the driver lost are counted by sequence numbers")
        func dropped() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid { vivid in
                let whole = try await laboratory.undisturbed(unless: { $0["stream"]["dropped"].int == 0 }) {
                    try await summary(laboratory, vivid.capture, "--frames", "40", "--size", "320x180")
                }
                #expect(whole["stream"]["frames"].int == 40 && whole["stream"]["corrupt"].int == 0, "\(whole)")
                try await laboratory.require("v4l2-ctl -d \(vivid.capture) -c percentage_of_dropped_buffers=50")
                let half = try await laboratory.undisturbed(unless: { _ in false }) {
                    try await summary(laboratory, vivid.capture, "--frames", "40", "--size", "320x180")
                }
                let (captured, dropped) = (half["stream"]["captured"].int ?? 0, half["stream"]["dropped"].int ?? 0)
                // Each is lost by a throw of vivid's dice: of 40 frames and more, half within four deviations.
                #expect(captured >= 40 && dropped * 5 > captured && dropped < captured * 5, "\(half)")
                #expect(dropped > (whole["stream"]["dropped"].int ?? 0), "\(whole)\n\(half)")
            }
        }

        @Test("a webcam's reads, with the time from exposure to text on the driver's clock")
        func latency() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(scene: "bench?distance=100") { camera in
                let summary = try await summary(
                    laboratory, camera.node, "--frames", "12", "--size", "320x240", "--format", "YUYV", "-s", "qr")
                #expect(
                    summary["stream"]["format"].string == "YUYV" && summary["stream"]["size"].string == "320x240",
                    "\(summary)")
                #expect(summary["reading"]["frames_read"].int ?? 0 > 0, "\(summary)")
                #expect(summary["reading"]["latency_is_known"].bool == true, "\(summary)")
                // uvcvideo stamps the start of the exposure or of the transfer; either is before the text.
                let latency = summary["reading"]["latency_ms"]
                #expect(latency["count"].int ?? 0 > 0 && latency["min"].double ?? 0 > 0, "\(summary)")
                #expect(summary["symbol"]["module_px"]["p50"].double ?? 0 > 1, "\(summary)")
            }
        }

        @Test("damaged JPEG is counted and not measured, and measuring continues")
        func corrupt() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(arguments: ["--at", "6:corrupt 4"]) { camera in
                let summary = try await summary(
                    laboratory, camera.node, "--frames", "20", "--size", "320x240", "--format", "MJPG", "-s", "qr")
                let corrupt = summary["stream"]["corrupt"].int ?? 0
                // Those that were passed over for newer ones were never decoded.
                #expect((1...4).contains(corrupt), "\(summary)")
                #expect(summary["figures"]["frames_measured"].int ?? 0 > 0, "\(summary)")
            }
        }

        private func summary(_ laboratory: Laboratory, _ node: String, _ arguments: String...) async throws -> JSON {
            let result = try await laboratory.run(Laboratory.candela(["measure", node, "--json"] + arguments))
            let last = result.output.split(separator: "\n").last.map(String.init) ?? ""
            #expect(result.status == 0, "\(result)")
            return try #require(JSON(Data(last.utf8)), "\(result)")
        }
    }
}
