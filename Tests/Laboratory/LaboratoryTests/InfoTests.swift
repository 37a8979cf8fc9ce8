// SPDX-License-Identifier: Apache-2.0

import Testing

extension LaboratoryTests {
    @Suite("candela info")
    struct Info {
        @Test("a webcam's formats, sizes and intervals are those of its descriptors")
        func webcam() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let report = try await laboratory.candela("info", camera.node, "--json").json()
                #expect(report["schema"].string == "candela.info/1")
                #expect(report["driver"].string == "uvcvideo")
                #expect(report["bus"].string == "usb-vhci_hcd.0-1")
                let formats = report["formats"].array
                #expect(formats.map { $0["fourcc"].string } == ["YUYV", "MJPG"])
                #expect(formats.map { $0["reading"].string } == ["uncompressed", "jpeg"])
                for format in formats {
                    var modes: [String: [[Int]]] = [:]
                    for size in format["sizes"].array {
                        modes["\(size["width_px"])x\(size["height_px"])"] = size["intervals_s"].array.map {
                            $0.array.compactMap(\.int)
                        }
                    }
                    let small = [[1, 30], [1, 15], [1, 10], [1, 5]]
                    #expect(modes == ["320x240": small, "640x480": small, "1280x720": [[1, 30], [1, 10], [1, 5]]])
                }
            }
        }

        @Test("vivid's formats are those v4l-utils lists, single- and multi-planar", arguments: [1, 2])
        func vivid(planes: Int) async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid(Vivid.webcam + " multiplanar=\(planes)") { vivid in
                let report = try await laboratory.candela("info", vivid.capture, "--json").json()
                let listed = try await laboratory.require(
                    "v4l2-ctl -d \(vivid.capture) --list-formats | sed -n \"s/.*: '\\(.*\\)' (.*/\\1/p\"")
                // v4l-utils keeps the spaces that pad short names.
                let names = listed.split(separator: "\n").map { String($0).replacing(" ", with: "") }
                #expect(names.count > 70)
                #expect(report["formats"].array.compactMap { $0["fourcc"].string } == names)
                let yuyv = try #require(report["formats"].array.first { $0["fourcc"].string == "YUYV" })
                #expect(yuyv["sizes"].array.map { "\($0["width_px"])x\($0["height_px"])" }.contains("640x360"))
                let text = try await laboratory.candela("info", vivid.capture)
                #expect(text.status == 0 && text.output.contains("YUYV"), "\(text)")
            }
        }
    }
}
