// SPDX-License-Identifier: Apache-2.0

import Testing

extension BeyondV4L2Laboratory {
    /// libcamera of the distribution, with the kernel's own test camera and with a webcam.
    @Suite("cameras of libcamera", .serialized)
    struct Libcamera {
        private static let candela = Package.candela.shellQuoted

        /// vimc is a camera that only libcamera can set up: its nodes give nothing before.
        @Test("vimc is listed once, and chosen without a name; its frames, controls and formats are there")
        func vimc() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.require("modprobe -r vivid; modprobe vimc && udevadm settle --timeout=60")
            do {
                let list = try await laboratory.run("\(Self.candela) list --json")
                let listed = try #require(try list.jsonLines().last)
                let others = listed["others"]
                #expect(list.status == 0 && others.array.count == 1, "\(list)")
                let name = try #require(others[0]["address"].string)
                #expect(name.hasPrefix("libcamera:platform/vimc.0 "), "\(list)")
                #expect(others[0]["devices"].array.isEmpty == false, "\(list)")

                let measure = try await laboratory.run("\(Self.candela) measure --frames 10 --json --verbose")
                #expect(measure.status == 0, "\(measure)")
                #expect(measure.errors.contains("no video node gives pictures, but libcamera does"), "\(measure)")
                let doctor = try await laboratory.run("\(Self.candela) doctor")
                #expect(doctor.output.contains("libcamera.untuned"), "\(doctor)")
                #expect(doctor.output.contains("ok   stream      "), "\(doctor)")
                // A name, and a node that is a part of the camera.
                let node = try #require(
                    listed["nodes"].array.first { $0["class"].string == "needs-libcamera" }?["node"].string)
                for text in ["'Sensor B'", node, "libcamera:"] {
                    let scan = try await laboratory.run("\(Self.candela) scan \(text) --timeout 2s --no-history")
                    #expect(scan.status == 1 && !scan.errors.contains("cannot open"), "\(scan)")
                }
                let controls = try await laboratory.run("\(Self.candela) controls libcamera:")
                #expect(controls.output.contains("brightness  ") && controls.output.contains("saturation  "), "\(controls)")
                let info = try await laboratory.run("\(Self.candela) info libcamera: --json")
                let formats = try #require(try info.jsonLines().last)["formats"]
                #expect(formats.array.contains { $0["fourcc"].string == "RGB3" }, "\(info)")
                let size = try await laboratory.run("\(Self.candela) measure libcamera: --size 640x480 --frames 5 --verbose")
                // Its scaler takes multiples of three only.
                #expect(size.status == 0 && size.output.contains("  636x480 RGB3"), "\(size)")
                #expect(size.errors.contains("libcamera set the size to 636x480"), "\(size)")
                // Two programs: libcamera lets one have it.
                let holder = try laboratory.start("exec \(Self.candela) scan libcamera: --no-history --verbose")
                try await holder.waitForOutput { _ in holder.errors.contains("chosen from") }
                let busy = try await laboratory.run("\(Self.candela) doctor libcamera:")
                #expect(busy.status == 1 && busy.output.contains("blocked: node.busy"), "\(busy)")
                try holder.signal("INT")
                #expect(try await holder.end().status == 130)
            } catch {
                _ = try? await laboratory.run("rmmod vimc")
                throw error
            }
            try await laboratory.require("rmmod vimc")
        }

        @Test("a webcam is read through libcamera, and what is set shows in its pictures", .withPretendCamera(.sixth))
        func webcam() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.require("modprobe vhci_hcd")
            try await laboratory.withFirmwarePath {
                try await laboratory.withCamera { camera in
                    // V4L2 gives its pictures as well: it is listed once.
                    let list = try await laboratory.run("\(Self.candela) list --json")
                    let listed = try #require(try list.jsonLines().last)
                    #expect(listed["others"].array.isEmpty, "\(list)")
                    let scan = try await laboratory.run(
                        "\(Self.candela) scan libcamera: --once --timeout 60s --json --no-history")
                    #expect(try scan.jsonLines().first?["text"].string == "CANDELA", "\(scan)")
                    func brightness(_ setting: String) async throws -> Double {
                        try await laboratory.require(
                            "\(Self.candela) profile save lab \(setting) auto_exposure=1 -c libcamera: --force")
                        let result = try await laboratory.run("\(Self.candela) measure libcamera: --frames 20 --json")
                        let frame = try result.jsonLines().last { $0["event"].string == "frame" }
                        return try #require(frame?["figures"]["mean"].double, "\(result)")
                    }
                    let long = try await brightness("exposure=20ms")
                    let short = try await brightness("exposure=2ms")
                    #expect(long > short * 2, "\(long) \(short)")
                    #expect(camera.writes.contains { $0["exposure_time_absolute"] == 20 }, "\(camera.writes)")
                    // The camera is told by the run that measures: what the run that saved set may have come too late.
                    try await laboratory.require("v4l2-ctl -d /dev/video0 -c auto_exposure=1,exposure_time_absolute=300")
                    let again = try await laboratory.run("\(Self.candela) measure libcamera: --frames 20 --json")
                    let frame = try again.jsonLines().last { $0["event"].string == "frame" }
                    #expect(try #require(frame?["figures"]["mean"].double) < long / 2, "\(again)")
                    try await laboratory.require("\(Self.candela) profile delete lab")
                }
            }
        }
    }
}
