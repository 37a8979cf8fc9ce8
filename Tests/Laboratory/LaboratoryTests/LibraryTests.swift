// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension BeyondV4L2Laboratory {
    /// The example programs of the library, with real drivers. `ExampleTests` build them, too.
    @Suite("programs that use the library")
    struct Library {
        /// The folder of the examples; built once.
        private static let programs: String? = {
            let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
                path: "../../../.ci/examples")
            let process = Process()
            let pipe = Pipe()
            process.executableURL = script.standardizedFileURL
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = pipe
            guard (try? process.run()) != nil, let output = try? pipe.fileHandleForReading.readToEnd() else {
                return nil
            }
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { return nil }
            return String(decoding: output, as: UTF8.self).split(separator: "\n").last.map(String.init)
        }()

        @Test("a webcam is listed with its node, its name and its controls")
        func webcam() async throws {
            let programs = try #require(Self.programs, "the examples are built; run .ci/examples")
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(product: "Library Camera") { camera in
                let list = try await laboratory.run("'\(programs)/list-cameras'")
                #expect(list.status == 0 && list.output.contains("\(camera.node)  Library Camera"), "\(list)")
                #expect(list.output.contains("  exposure_time_absolute: "), "\(list)")
            }
        }

        @Test("before a webcam they scan, tell a price, keep the scan, and measure the light")
        func scanning() async throws {
            let programs = try #require(Self.programs, "the examples are built; run .ci/examples")
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(product: "Counter Camera") { camera in
                let loop = try laboratory.start("exec '\(programs)/scanning-loop' \(camera.node)")
                try await loop.waitForOutput { $0.contains("\tCANDELA\t") }
                try loop.signal("KILL")
                _ = try await loop.end()

                let kiosk = try laboratory.start(
                    """
                    export XDG_STATE_HOME=/run/kiosk-state XDG_DATA_HOME=/run/kiosk-data
                    printf 'code,name,price\\nCANDELA,Candle,1.20\\n' >/run/prices.csv
                    exec '\(programs)/kiosk' /run/prices.csv \(camera.node)
                    """)
                try await kiosk.waitForOutput { $0.contains("name: Candle, price: 1.20\n") }
                try kiosk.signal("KILL")
                _ = try await kiosk.end()
                let kept = try await laboratory.run(
                    "XDG_STATE_HOME=/run/kiosk-state XDG_DATA_HOME=/run/kiosk-data \(Package.candela.shellQuoted) history --json")
                #expect(try kept.jsonLines().last?["text"].string == "CANDELA", "\(kept)")

                let light = try await laboratory.run("'\(programs)/light-meter' \(camera.node) 2")
                #expect(light.status == 0 && light.output.split(separator: "\n").count == 2, "\(light)")
                #expect(light.output.contains(" frames a second"), "\(light)")
            }
        }

        @Test("a camera that is plugged in is told, and one that nobody may open is an error")
        func hotplug() async throws {
            let programs = try #require(Self.programs, "the examples are built; run .ci/examples")
            let laboratory = try await Laboratory.shared()
            let watching = try laboratory.start("'\(programs)/list-cameras' --watch")
            try await laboratory.withCamera(product: "Late Camera") { camera in
                try await watching.waitForOutput { $0.contains("plugged in \(camera.node) Late Camera\n") }
                let denied = try await laboratory.run("'\(programs)/scanning-loop' \(camera.node)", as: .stranger)
                #expect(denied.status != 0 && denied.errors.lowercased().contains("permission denied"), "\(denied)")
            }
            try await watching.waitForOutput { $0.contains("unplugged ") }
            try watching.signal("KILL")
        }
    }
}
