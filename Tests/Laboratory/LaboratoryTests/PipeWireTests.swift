// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Frames
import Testing

extension BeyondV4L2Laboratory {
    /// Cameras through the real PipeWire and WirePlumber, and through the real portal.
    @Suite("PipeWire")
    struct PipeWire {
        private func withSession(
            hasCamera: Bool = true, _ body: (DesktopSession, GuestCamera?) async throws -> Void
        ) async throws {
            let laboratory = try await Laboratory.shared()
            if hasCamera {
                try await laboratory.withCamera { camera in
                    try await laboratory.withDesktop { session in try await body(session, camera) }
                }
            } else {
                try await laboratory.withDesktop(hasCamera: false) { session in try await body(session, nil) }
            }
        }

        private static let scan = ["scan", "--once", "--timeout", "60s", "--no-history", "--json"]

        @Test("a webcam whose node this user may not open is listed once and scanned through PipeWire, unasked too")
        func webcam() async throws {
            try await withSession { session, camera in
                let list = try await session.candela("list", "--json")
                let report = try list.json()
                #expect(report["nodes"].array.count == 2 && report["others"].array.isEmpty, "\(list)")
                let named = try await session.candela(
                    "scan", "pipewire:laboratory", "--once", "--timeout", "60s", "--json", "--no-history")
                let scan = try #require(try named.jsonLines().first, "\(named)")
                #expect(scan["text"].string == "CANDELA")
                // That of the V4L2 camera, so profiles are found either way.
                #expect(scan["camera"].string?.hasPrefix("usb-") == true, "\(named)")
                let jpeg = try await session.candela(
                    "scan", "pipewire:laboratory", "--format", "mjpg", "--once", "--timeout", "60s", "--json",
                    "--no-history")
                #expect(try jpeg.jsonLines().first?["text"].string == "CANDELA", "\(jpeg)")
                let unasked = try await session.candela("scan", "--once", "--timeout", "60s", "--json", "--no-history")
                #expect(try unasked.jsonLines().first?["text"].string == "CANDELA", "\(unasked)")
                #expect(unasked.errors.contains("no video node can be used here, so through PipeWire"), "\(unasked)")
                let healthy = try await session.doctorWithoutRights("pipewire:laboratory", "--size", "320x240")
                // A host that is slow for all four attempts makes the daemon lose frames on the guest's only processor. That is then
                // all that may be found.
                if healthy.headline == "stream.dropped" {
                    let others = healthy.report["checks"].array.filter { $0["id"].string != "stream" }
                    #expect(others.allSatisfy { $0["finding"].string == nil }, "\(healthy)")
                } else {
                    #expect(healthy.headline == nil && healthy.verdict == "ready", "\(healthy)")
                }
                _ = camera
            }
        }

        @Test("a control that is set through PipeWire arrives in the camera; what is not told is said to be believed")
        func controls() async throws {
            try await withSession { session, camera in
                let camera = try #require(camera)
                let set = try await session.candela("set", "--camera", "pipewire:laboratory", "brightness=77")
                #expect(set.status == 0, "\(set)")
                #expect(camera.writes.contains(["brightness": 77]), "\(camera.journal)")
                // What another process has set is not known here, so a reset sets it whatever it believes.
                let reset = try await session.candela("reset", "--camera", "pipewire:laboratory", "brightness")
                #expect(reset.status == 0 && reset.errors.contains("does not tell"), "\(reset)")
                #expect(camera.writes.last == ["brightness": 128], "\(camera.journal)")
                _ = try await session.candela("set", "--camera", "pipewire:laboratory", "brightness=77")
                let get = try await session.candela("get", "--camera", "/dev/video0", "brightness", withRights: true)
                #expect(get.output.contains("77"), "\(get)")
                let manual = try await session.candela(
                    "set", "--camera", "pipewire:laboratory", "auto_exposure=manual", "exposure=150")
                #expect(manual.status == 0, "\(manual)")
                #expect(camera.writes.contains(["exposure_time_absolute": 150]), "\(camera.journal)")
                // With the right to open the node its values are read there, whatever the daemon tells.
                let known = try await session.candela(
                    "get", "--camera", "pipewire:laboratory", "exposure_time_absolute", withRights: true)
                #expect(known.output.contains("150"), "\(known)")
            }
        }

        @Test("two programs share the camera; V4L2 says that it is busy, and the command that works")
        func sharing() async throws {
            try await withSession { session, camera in
                let camera = try #require(camera)
                let first = try session.startWithoutRights(
                    Laboratory.candela([
                        "scan", "pipewire:laboratory", "--size", "320x240", "--interval", "0", "--no-history",
                    ]))
                try await first.waitForOutput { $0.contains("CANDELA") }
                let second = try await session.candela(
                    "scan", "pipewire:laboratory", "--once", "--timeout", "60s", "--json", "--no-history")
                #expect(try second.jsonLines().first?["text"].string == "CANDELA", "\(second)")
                let busy = try await session.candela("scan", camera.node, "--once", "--no-history", withRights: true)
                #expect(busy.status == 2, "\(busy)")
                let command = try #require(
                    busy.errors.firstRange(of: "candela scan pipewire:").map { busy.errors[$0.lowerBound...] },
                    "\(busy)"
                ).prefix { $0 != "\n" }
                let address = command.split(separator: " ").last.map(String.init) ?? ""
                let advised = try await session.candela(
                    "scan", address, "--once", "--timeout", "60s", "--json", "--no-history")
                #expect(try advised.jsonLines().first?["text"].string == "CANDELA", "\(advised)")
                let doctor = try await session.doctor(camera.node)
                #expect(doctor.headline == "node.busy", "\(doctor)")
                #expect(
                    doctor.finding("node.busy")?["fixes"][0]["commands"][0].string == "candela scan \(address)",
                    "\(doctor)")
                let shared = try await session.doctorWithoutRights("pipewire:laboratory")
                // Two programs that decode on the guest's only processor may well lose frames; this test is not about these.
                #expect(shared.headline == nil || shared.headline == "stream.dropped", "\(shared)")
                let contention = shared.report["checks"].array.first { $0["id"].string == "contention" }
                #expect(contention?["message"].string?.contains("candela (process") == true, "\(shared)")
                // Another size cannot be had while somebody streams.
                let other = try await session.candela(
                    "scan", "pipewire:laboratory", "--size", "640x480", "--format", "mjpg", "--once", "--no-history")
                #expect(other.status == 2 && other.errors.contains("in use by candela"), "\(other)")
                try first.signal("INT")
                #expect(try await first.end().status == 130)
            }
        }

        @Test(
            "a daemon that stops and a camera that is unplugged end the scan with the cause; --wait goes on afterwards")
        func lost() async throws {
            try await withSession { session, camera in
                let camera = try #require(camera)
                let command = ["scan", "pipewire:laboratory", "--interval", "0", "--no-history"]
                let ending = try session.startWithoutRights(Laboratory.candela(command))
                let waiting = try session.startWithoutRights(Laboratory.candela(command + ["--wait"]))
                try await ending.waitForOutput { $0.contains("CANDELA") }
                try await waiting.waitForOutput { $0.contains("CANDELA") }
                try await camera.obey("unplug")
                let unplugged = try await ending.end()
                #expect(unplugged.status == 2, "\(unplugged)")
                #expect(unplugged.errors.contains("removed from PipeWire"), "\(unplugged)")
                try await waiting.waitForOutput { _ in waiting.errors.contains("waiting for it to return") }
                let before = waiting.output.count
                try await camera.obey("plug")
                try await waiting.waitForOutput { $0.count > before + 30 }
                try await session.run(
                    """
                    pkill -x wireplumber; pkill -x pipewire
                    for _ in $(seq 100); do pgrep -x pipewire >/dev/null || exit 0; sleep 0.1; done; exit 1
                    """)
                try await waiting.waitForOutput { _ in
                    waiting.errors.components(separatedBy: "waiting for it to return").count > 2
                }
                let gone = try await session.doctorWithoutRights("pipewire:laboratory")
                gone.expect("pipewire.no-daemon")
                let daemon = try session.start("exec pipewire")
                try await session.run("until pw-dump >/dev/null 2>&1; do sleep 0.1; done")
                let unmanaged = try await session.doctorWithoutRights("pipewire:laboratory")
                unmanaged.expect("pipewire.no-manager")
                let manager = try session.start("exec wireplumber")
                let again = waiting.output.count
                try await waiting.waitForOutput { $0.count > again + 30 }
                try waiting.signal("INT")
                #expect(try await waiting.end().status == 130)
                for job in [manager, daemon] {
                    try job.signal("KILL")
                    _ = try await job.end()
                }
            }
        }

        @Test("a camera that is a program is listed, read in each format, and its end is told")
        func program() async throws {
            try await withSession(hasCamera: false) { session, _ in
                for code in ["GREY", "YUYV", "NV12", "BGR3"] {
                    let picture = try RawPicture(.qr, code, fourCC: code, size: FrameSize(width: 640, height: 480))
                    try await session.withProgramCamera(picture) { _ in
                        let scan = try await session.candela(
                            "scan", "pipewire:program", "--once", "--timeout", "60s", "--json", "--no-history")
                        #expect(try scan.jsonLines().first?["text"].string == code, "\(scan)")
                    }
                }
                let picture = try RawPicture(.qr, "program", fourCC: "GREY", size: FrameSize(width: 640, height: 480))
                try await session.withProgramCamera(picture) { program in
                    let list = try await session.candela("list", "--json")
                    let other = try list.json()["others"][0]
                    #expect(list.status == 0 && other["via"].string == "pipewire", "\(list)")
                    #expect(
                        other["address"].string == "pipewire:program-camera" && other["name"].string == "Program Camera"
                    )
                    let measure = try await session.candela("measure", "pipewire:", "--frames", "10", "--json")
                    #expect(measure.status == 0, "\(measure)")
                    let scan = try session.startWithoutRights(
                        Laboratory.candela(["scan", "pipewire:", "--interval", "0", "--no-history"]))
                    try await scan.waitForOutput { $0.contains("program") }
                    try program.signal("KILL")
                    let end = try await scan.end()
                    #expect(end.status == 2 && end.errors.contains("removed from PipeWire"), "\(end)")
                }
                let none = try await session.doctorWithoutRights("pipewire:")
                none.expect("pipewire.no-camera")
                try await session.withProgramCamera(picture, isMute: true) { _ in
                    let mute = try await session.doctorWithoutRights("pipewire:program-camera")
                    mute.expect("pipewire.no-frames")
                }
            }
        }

        @Test("the portal: yes gives frames, no is pipewire.denied until it is made to ask again")
        func portal() async throws {
            try await withSession { session, _ in
                let absent = try await session.candela("scan", "portal:", "--once", "--no-history")
                #expect(absent.status == 2 && absent.errors.contains("cannot use portal: "), "\(absent)")
                try await session.withPortal(answering: "no") {
                    let denied = try await session.candela("scan", "portal:", "--once", "--no-history")
                    #expect(
                        denied.status == 2 && denied.errors.contains("access to the cameras was denied"), "\(denied)")
                    let doctor = try await session.doctorWithoutRights("portal:")
                    doctor.expect("pipewire.denied")
                    let fix = try #require(doctor.finding("pipewire.denied")?["fixes"][1]["commands"][0].string)
                    try await session.run(fix)
                }
                try await session.withPortal(answering: "yes") {
                    let scan = try await session.candela(
                        "scan", "portal:", "--once", "--timeout", "60s", "--json", "--no-history")
                    #expect(try scan.jsonLines().first?["text"].string == "CANDELA", "\(scan)")
                    // As in a snap: no node, and the portal is chosen unasked.
                    let script = "SNAP=/snap/x SNAP_NAME=x " + Laboratory.candela(Self.scan).dropFirst("exec ".count)
                    let unasked = try await session.startWithoutRights(script).end(within: .seconds(120))
                    #expect(try unasked.jsonLines().first?["text"].string == "CANDELA", "\(unasked)")
                    #expect(unasked.errors.contains("camera portal"), "\(unasked)")
                }
            }
        }

        @Test("an unanswered question ends with Ctrl-C")
        func unanswered() async throws {
            try await withSession { session, _ in
                try await session.withPortal(answering: "silent") {
                    let scan = try session.startWithoutRights(Laboratory.candela(["scan", "portal:", "--no-history"]))
                    try await scan.waitForOutput { _ in scan.errors.contains("waiting for your answer") }
                    try scan.signal("INT")
                    let end = try await scan.end()
                    #expect(end.status == 130, "\(end)")
                }
            }
        }
    }
}
