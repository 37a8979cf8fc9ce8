// SPDX-License-Identifier: Apache-2.0

import Testing

extension DoctorLaboratory {
    /// Scenes seen through the real driver.
    @Suite("light, focus and symbol")
    struct Picture {
        struct Scene: CustomTestStringConvertible, Sendable {
            var scene: String
            var headline: String
            var verdict = "blocked"
            var evidence: [String] = []
            var size = "320x240"
            /// A code that newer versions of zxing-cpp read.
            var mayRead: String?

            var testDescription: String { "\(scene): \(headline)" }
        }

        static let scenes = [
            Scene(scene: "dark", headline: "light.dark", evidence: ["99th percentile of luma"]),
            Scene(scene: "dim", headline: "stream.slow-exposure", verdict: "degraded", evidence: ["exposure time"]),
            Scene(
                scene: "flicker?lux=5000&flicker-depth=1", headline: "light.flicker", verdict: "degraded",
                evidence: ["brightness variation of the rows"]),
            Scene(scene: "blurred", headline: "focus.blurred", evidence: ["edge width"]),
            Scene(scene: "bench?distance=400", headline: "symbol.small", evidence: ["narrowest bar or module: 1."]),
            Scene(scene: "glare", headline: "symbol.glare", evidence: ["patch of pure white"]),
            Scene(
                scene: "bench?inverted=on&code=micro-qr:12345", headline: "symbol.inverted",
                evidence: ["read in the inverted picture: micro-qr"], size: "640x480", mayRead: "micro-qr"),
            Scene(
                scene: "two-codes", headline: "symbol.several", verdict: "degraded", evidence: ["read: ean-13, qr"],
                size: "640x480"),
            Scene(
                scene: "empty", headline: "symbol.none", verdict: "degraded",
                evidence: ["places that look like a symbol"]),
        ]

        @Test("the fault of the scene is the headline", arguments: scenes)
        func scene(_ scene: Scene) async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(scene: scene.scene) { _ in
                let answer = try await laboratory.doctor("--size", scene.size)
                if let code = scene.mayRead, answer.report["codes"].array.contains(where: { $0["symbology"].string == code }) {
                    #expect(answer.verdict == "ready", "\(answer)")
                } else {
                    answer.expect(scene.headline, scene.verdict, evidence: scene.evidence)
                }
            }
        }

        @Test("faults of settings or request: covered, manual exposure, symbology not enabled, outside the region")
        func settings() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                try await laboratory.doctor("--size", "320x240", "--symbology", "ean-13").expect(
                    "symbol.disabled", evidence: ["requested: ean-13", "qr"])
                try await laboratory.doctor("--size", "320x240", "--region", "0,0,25%,25%").expect(
                    "symbol.outside-region", evidence: ["region"])

                try await camera.obey("set privacy 1")
                try await laboratory.doctor("--size", "320x240").expect("light.covered", evidence: ["privacy"])
                try await camera.obey("set privacy 0")

                try await laboratory.require(
                    "v4l2-ctl -d \(camera.node) -c auto_exposure=1 -c exposure_time_absolute=1")
                let manual = try await laboratory.doctor("--size", "320x240")
                manual.expect(
                    "light.manual-exposure", "degraded", evidence: ["auto_exposure: 1", "exposure time: 0.3 ms"])
                let command = try #require(
                    manual.finding("light.manual-exposure")?["fixes"][0]["commands"][0].string, "\(manual)")
                try #require(command.hasPrefix("candela set "), "\(command)")
                try await laboratory.require(Package.candela.shellQuoted + command.dropFirst("candela".count))
                try await laboratory.doctor("--size", "320x240").expectHealthy(what: command)
            }
        }
    }
}
