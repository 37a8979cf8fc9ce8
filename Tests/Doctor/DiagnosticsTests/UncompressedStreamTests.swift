// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

/// How much data a second uncompressed pictures are, and what follows from it.
@Suite("Uncompressed streams")
struct UncompressedStreamTests {
    private func mode(_ fourCC: String, _ width: Int, _ height: Int, _ rate: Double) -> StreamRecord.Format {
        .init(fourCC: fourCC, width: width, height: height, framesPerSecond: rate, isCompressed: fourCC == "MJPG")
    }

    @Test("incomplete uncompressed pictures over USB: the data a second, and less of it before another cable")
    func lost() throws {
        func finding(_ change: (inout Snapshot) -> Void = { _ in }) -> Finding? {
            Doctor.judge(
                .healthy {
                    $0.node.usbSpeed = 5000
                    $0.stream.value?.format = mode("GREY", 2448, 2048, 15)
                    $0.stream.value?.offered = [
                        mode("GREY", 2448, 2048, 75), mode("GREY", 2448, 2048, 15), mode("GREY", 1920, 1080, 100), mode("GREY", 1920, 1080, 15),
                        mode("GREY", 640, 480, 30),
                    ]
                    $0.stream.value?.corrupt = 17
                    change(&$0)
                }
            ).findings.first { $0.id == .streamCorrupt }
        }
        let found = try #require(finding())
        #expect(found.message.contains("lost on USB") && found.message.contains("75 MB a second"))
        #expect(found.evidence.contains { $0.value.hasPrefix("USB 3 (5 Gb/s)") })
        #expect(found.fixes[0].commands == ["candela scan /dev/video0 --format GREY --size 1920x1080 --fps 15"])
        #expect(found.fixes.last?.commands == ["lsusb -t"])
        // With a lower rate in the camera's list, and with JPEGs.
        let slower = finding { $0.stream.value?.offered.append(mode("GREY", 2448, 2048, 7.5)) }
        #expect(slower?.fixes[0].commands == ["candela scan /dev/video0 --format GREY --size 2448x2048 --fps 7.5"])
        let both = finding { $0.stream.value?.offered.append(mode("MJPG", 2448, 2048, 15)) }
        #expect(both?.fixes[0].commands == ["candela scan /dev/video0 --format MJPG --size 2448x2048"])
        // A compressed stream, one that no driver has marked, a format of unknown size, and evidence that somebody made up.
        #expect(finding { $0.stream.value?.format = mode("MJPG", 1280, 720, 30) }?.message.contains("MB a second") == false)
        #expect(finding { $0.stream.value?.undecodable = 17 }?.message.contains("MB a second") == false)
        #expect(finding { $0.stream.value?.format?.fourCC = "XYZ1" }?.message.contains("MB a second") == false)
        #expect(finding { $0.stream.value?.format?.width = .max } != nil)
        #expect(finding { $0.stream.value?.format?.framesPerSecond = 0.5 } != nil)
    }

    @Test("a rate that only the uncompressed format has is noted while that is in use, and not where it is fast, or the compressed one hardly faster")
    func rate() throws {
        func note(_ raw: Double, _ compressed: Double, _ change: (inout Snapshot) -> Void = { _ in }) -> Finding? {
            Doctor.judge(
                .healthy {
                    $0.stream.value?.format = mode("YUYV", 800, 600, raw)
                    $0.stream.value?.offered = [mode("YUYV", 800, 600, raw), mode("MJPG", 800, 600, compressed)]
                    $0.stream.value?.intervalsMs = Array(repeating: 1000 / raw, count: 39)
                    change(&$0)
                }
            ).notes.first { $0.id == .streamUncompressed }
        }
        let found = try #require(note(20, 60))
        #expect(found.message.contains("20 times a second") && found.message.contains("(MJPG) 60 times"))
        #expect(found.fixes.contains { $0.title.contains("CAP_PROP_FOURCC MJPG") })
        #expect(note(25, 60) == nil && note(24, 30) == nil && note(15, 20) == nil)
        // Slower still, it is a warning.
        #expect(note(10, 60) == nil)
        #expect(note(20, 60) { $0.stream.value?.format = mode("MJPG", 800, 600, 60) } == nil)
        // Asked for at a lower rate than it has.
        #expect(note(20, 60) { $0.stream.value?.offered[0].framesPerSecond = 30 } == nil)
        #expect(note(20, 60) { $0.node.bus = "platform" } == nil)
    }
}
