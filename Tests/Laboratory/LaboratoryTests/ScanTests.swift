// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import Testing

extension LaboratoryTests {
    @Suite("candela scan")
    struct Scan {
        private let size = FrameSize(width: 640, height: 480)

        @Test("QR and EAN-13 are read in each format through vivid's loop")
        func loop() async throws {
            try await read(["YUYV", "NV12", "GREY", "BGR3"], Vivid.loop)
        }

        @Test("QR and EAN-13 are read through the multi-planar API")
        func multiPlanar() async throws {
            try await read(["YUYV", "NV12"], Vivid.loop + " multiplanar=2")
        }

        private func read(_ formats: [String], _ parameters: String) async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid(parameters) { vivid in
                for fourCC in formats { try await read(fourCC, vivid) }
            }
        }

        private func read(_ fourCC: String, _ vivid: Vivid) async throws {
            let laboratory = vivid.laboratory
            for (symbology, text) in [(Symbology.qr, "Loop \(fourCC)"), (.ean13, "4006381333931")] {
                try await vivid.playing(try RawPicture(symbology, text, fourCC: fourCC, size: size)) {
                    let result = try await laboratory.candela(
                        "scan", vivid.capture, "--once", "--json", "--verbose", "--format", fourCC,
                        "--size", "640x480", "--timeout", "60s")
                    #expect(result.status == 0, "\(result)")
                    #expect(result.errors.contains("\(fourCC) 640x480"), "\(result)")
                    try check(result, source: vivid.capture, symbology, text)
                }
            }
        }

        /// One read, as the design fixes it, of a symbol in the middle of the frame.
        private func check(
            _ result: CommandResult, source: String, _ symbology: Symbology, _ text: String
        ) throws {
            let lines = try result.jsonLines()
            try #require(lines.count == 1, "\(result)")
            let read = lines[0]
            #expect(read["event"].string == "scan")
            #expect(read["source"].string == source)
            #expect(read["symbology"].string == symbology.rawValue)
            #expect(read["text"].string == text)
            #expect(read["frame"].int ?? -1 >= 0)
            #expect(read["decode_ms"].double ?? -1 >= 0)
            #expect(read["age_ms"].double ?? -1 >= 0)
            let corners = read["corners"].array.map { ($0[0].double ?? -1, $0[1].double ?? -1) }
            #expect(corners.count == 4)
            let x = corners.map(\.0).reduce(0, +) / 4
            let y = corners.map(\.1).reduce(0, +) / 4
            #expect(abs(x - 320) < 25 && abs(y - 240) < 40, "the middle of the symbol is at \(x), \(y)")
        }

        @Test(
            "a webcam is scanned in each of its formats",
            arguments: [("YUYV", "isochronous"), ("MJPG", "bulk"), ("MJPG", "isochronous")])
        func webcam(fourCC: String, transfer: String) async throws {
            let laboratory = try await Laboratory.shared()
            let scene = "bench?code=qr:In-\(fourCC)&code=ean-13:4006381333931"
            try await laboratory.withCamera(scene: scene, arguments: ["--transfer", transfer]) { camera in
                let job = try laboratory.startCandela(
                    "scan", camera.byID, "--json", "--verbose", "--format", fourCC, "--size", "640x480")
                try await job.waitForOutput(within: .seconds(120)) {
                    $0.contains("\"qr\"") && $0.contains("\"ean-13\"")
                }
                try job.signal("INT")
                let result = try await job.end()
                #expect(result.status == 130, "\(result)")
                let reads = try result.jsonLines()
                #expect(reads.first { $0["symbology"].string == "ean-13" }?["text"].string == "4006381333931")
                #expect(reads.first { $0["symbology"].string == "qr" }?["text"].string == "In-\(fourCC)")
                for read in reads { #expect(read["camera"].string == "usb-Candela_Laboratory_Camera_LAB0001") }
                let stream = camera.journal.first { $0["event"].string == "stream_on" }
                #expect(stream?["format"].string == fourCC)
                #expect(stream?["size"].string == "640x480")
                #expect(camera.writes.isEmpty, "scanning changes no control")
            }
        }

        @Test("without a name the one camera there is is taken, and it is said which and why")
        func automatic() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(serial: "ONLY1") { camera in
                let result = try await laboratory.candela("scan", "--once", "--size", "320x240", "--timeout", "60s")
                #expect(result.status == 0, "\(result)")
                #expect(result.output == "qr CANDELA\n")
                #expect(result.errors.contains(camera.node), "\(result)")
            }
        }

        @Test("a scan with nothing to read ends with its timeout and status 1")
        func nothing() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid { vivid in
                let result = try await laboratory.candela("scan", vivid.capture, "--timeout", "2s", "--size", "320x180")
                #expect(result.status == 1, "\(result)")
                #expect(result.output.isEmpty)
            }
        }

        @Test("Ctrl-C in mid-scan ends at once and gives the camera back")
        func interrupted() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let job = try laboratory.startCandela("scan", camera.node, "--size", "320x240", "--interval", "0")
                try await job.waitForOutput { $0.hasPrefix("qr CANDELA\n") }
                try job.signal("INT")
                #expect(try await job.end(within: .seconds(10)).status == 130)
                try await camera.waitForJournal("end its stream") { $0.last?["event"].string == "stream_off" }
            }
        }

        @Test("an unplug in mid-scan ends with a sentence and status 2, and a replug serves again")
        func unplugged() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                for fourCC in ["YUYV", "MJPG"] {
                    // By the lasting name: the number may be another after a replug.
                    let job = try laboratory.startCandela(
                        "scan", camera.byID, "--size", "320x240", "--interval", "0", "--format", fourCC)
                    try await job.waitForOutput { $0.hasPrefix("qr CANDELA\n") }
                    try await camera.obey("unplug")
                    let result = try await job.end(within: .seconds(60))
                    #expect(result.status == 2, "\(result)")
                    #expect(result.errors.contains("/dev/video"), "\(result)")
                    #expect(result.errors.contains("unplugged") || result.errors.contains("as by an unplug"), "\(result)")
                    #expect(
                        result.errors.split(separator: "\n").count == 2, "a sentence and the doctor's word: \(result)")
                    // The doctor's word, of the camera that went.
                    #expect(result.errors.contains("run `candela doctor"), "\(result)")
                    try await camera.waitForNode(present: false)
                    try await camera.obey("plug")
                    try await camera.waitForNode(present: true)
                }
            }
        }

        @Test("a camera that stops sending frames ends the scan with a sentence and status 2")
        func frozen() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let job = try laboratory.startCandela("scan", camera.node, "--size", "320x240", "--interval", "0")
                try await job.waitForOutput { $0.hasPrefix("qr CANDELA\n") }
                try await camera.obey("freeze")
                let result = try await job.end()
                #expect(result.status == 2, "\(result)")
                #expect(result.errors.contains("frame") && result.errors.contains(camera.node), "\(result)")
                // It was only the stream: the camera is still there, and another scan may have more luck.
                try await camera.obey("thaw")
                let again = try await laboratory.candela(
                    "scan", camera.node, "--once", "--size", "320x240", "--timeout", "60s")
                #expect(again.status == 0, "\(again)")
            }
        }

        @Test("damaged frames are passed over and the scan goes on", arguments: ["YUYV", "MJPG"])
        func damaged(fourCC: String) async throws {
            let laboratory = try await Laboratory.shared()
            let arguments = ["--at", "0:corrupt 3", "--at", "4:error 2"]
            try await laboratory.withCamera(arguments: arguments) { camera in
                let result = try await laboratory.candela(
                    "scan", camera.node, "--size", "320x240", "--once", "--format", fourCC, "--timeout", "60s")
                #expect(result.status == 0, "\(result)")
                #expect(result.output == "qr CANDELA\n")
            }
        }
    }
}
