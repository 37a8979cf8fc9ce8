// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Frames
import Testing

extension LaboratoryTests {
    /// Checks the laboratory's devices with only the kernel's drivers and v4l-utils.
    @Suite("its devices")
    struct Devices {
        @Test("a picture played to vivid arrives on its capture node byte for byte")
        func loop() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid(Vivid.loop) { vivid in
                for fourCC in ["YUYV", "NV12", "GREY", "BGR3"] { try await check(fourCC, vivid) }
            }
        }

        private func check(_ fourCC: String, _ vivid: Vivid) async throws {
            let laboratory = vivid.laboratory
            let picture = try RawPicture(.qr, "loop", fourCC: fourCC, size: FrameSize(width: 640, height: 480))
            try await vivid.playing(picture) {
                try await laboratory.require(
                    """
                    # The first frames may be taken before the player's.
                    for try in $(seq 20); do
                        v4l2-ctl -d \(vivid.capture) --stream-mmap --stream-skip 3 --stream-count 1 \
                            --stream-to /tmp/frame >/dev/null 2>&1
                        cmp /tmp/frame \(Laboratory.sharePath)/picture-\(fourCC)-640x480 && exit
                    done
                    exit 1
                    """)
            }
        }

        @Test("uvcvideo accepts the webcam's descriptors without a warning")
        func descriptors() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.require("dmesg -C")
            try await laboratory.withCamera { camera in
                let formats = try await laboratory.require("v4l2-ctl -d \(camera.node) --list-formats-ext")
                #expect(formats.matches(of: /Size: Discrete (640x480|320x240|1280x720)/).count == 6)
                let log = try await laboratory.require("dmesg")
                #expect(log.contains("Found UVC 1.00 device Laboratory Camera (1209:0001)"))
                for word in ["invalid", "Failed", "failed", "error", "not valid", "bogus"] {
                    #expect(!log.contains(word), "the kernel says: \(log)")
                }
            }
        }

        @Test(
            "the webcam streams every format and size, over both kinds of transfer",
            arguments: [
                ("isochronous", [(320, 240), (640, 480), (1280, 720)]), ("bulk", [(640, 480)]),
            ])
        func streams(transfer: String, sizes: [(Int, Int)]) async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(arguments: ["--transfer", transfer]) { camera in
                for format in ["YUYV", "MJPG"] {
                    for size in sizes.map({ FrameSize(width: $0.0, height: $0.1) }) {
                        let count = try await laboratory.require(
                            """
                            v4l2-ctl -d \(camera.node) --stream-mmap --stream-count 2 --stream-to /tmp/frames \
                                --set-fmt-video pixelformat=\(format),width=\(size.width),height=\(size.height) \
                                >/dev/null 2>&1
                            if [ \(format) = YUYV ]; then stat -c %s /tmp/frames
                            else grep -ao "$(printf '\\377\\330\\377\\340')" /tmp/frames | wc -l; fi
                            """)
                        let expected = format == "YUYV" ? size.area * 2 * 2 : 2
                        #expect(Int(count.trimmingCharacters(in: .newlines)) == expected, "\(format) \(size)")
                    }
                }
                let streams = camera.journal.filter { $0["event"].string == "stream_on" }
                #expect(Set(streams.map { "\($0["format"]) \($0["size"])" }).count == 2 * sizes.count)
            }
        }

        @Test("two webcams on two ports are distinguished by their serial numbers")
        func two() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(serial: "LEFT", port: 0) { left in
                try await laboratory.withCamera(serial: "RIGHT", port: 1) { right in
                    #expect(left.node != right.node)
                    try await laboratory.require("v4l2-ctl -d \(right.byID) -c brightness=7")
                    #expect(right.writes == [["brightness": 7]])
                    #expect(left.writes.isEmpty)
                }
            }
        }

        @Test("a stalled control fails with the webcam's reason")
        func stall() async throws {
            let laboratory = try await Laboratory.shared()
            let reasons = [
                (1, "Device or resource busy"), (4, "Numerical result out of range"), (7, "Input/output error"),
            ]
            try await laboratory.withCamera { camera in
                for (code, reason) in reasons {
                    try await camera.obey("stall brightness \(code)")
                    let result = try await laboratory.run("LC_ALL=C v4l2-ctl -d \(camera.node) -c brightness=5")
                    #expect(result.status != 0)
                    #expect(result.errors.contains(reason), "\(result)")
                }
            }
        }
    }
}
