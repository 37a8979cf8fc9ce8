// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import UserSession

/// What a service or container itself says of the camera, and pages that get none.
@Suite("What others say of the camera")
struct SpokenTroubleTests {
    private static func client(_ complaints: [String], _ kind: CameraClientRecord.Kind = .unit) -> CameraClientRecord {
        var client = CameraClientRecord(kind, name: kind == .container ? "camera" : "watch.service")
        client.complaints = complaints
        return client
    }

    private static func headline(_ client: CameraClientRecord, _ change: (inout Snapshot) -> Void = { _ in }) -> Finding? {
        Doctor.judge(
            .healthy {
                $0.client = client
                change(&$0)
            }
        ).headline
    }

    @Test("a format of its own settings is the cause only if the camera lacks it")
    func formats() {
        let line = "[video4linux2,v4l2 @ 0x138c170] Cannot find a proper format for codec 'h264' (id 27), pixel format 'none' (id -1)"
        let finding = Self.headline(Self.client([line])) { $0.node.formats = ["MJPG", "YUYV"] }
        #expect(finding?.id == .nodeWrongFormat)
        #expect(finding?.message.contains("asks for H264") == true, "\(finding?.message ?? "")")
        // The camera has it: whatever went wrong, that was not it.
        #expect(Self.headline(Self.client([line])) { $0.node.formats = ["H264"] }?.id != .nodeWrongFormat)
        // What was asked for stands before what the driver gave instead.
        let gave = "/dev/video0: Cannot set pixelformat to:H264 format is:MJPG"
        #expect(Self.headline(Self.client([gave])) { $0.node.formats = ["MJPG"] }?.message.contains("asks for H264") == true)
    }

    @Test("what a service met when it tried is told only if it does not have the camera now, and nothing else explains it")
    func moments() {
        let busy = ["ustreamer: Can't open device: Device or resource busy"]
        #expect(Self.headline(Self.client(busy))?.id == .nodeBusy)
        let holder = HoldersRecord.Holder(processID: 77, name: "ustreamer", user: "root", isOurs: false)
        let has = Self.headline(Self.client(busy)) {
            var own = holder
            own.unit = "watch.service"
            $0.holders = .seen(HoldersRecord(holders: [own], limitation: nil))
        }
        #expect(has == nil)
        // A disk that is full, and a network camera that is late, are no faults of this one.
        #expect(Self.headline(Self.client(["Error writing /srv/01-capture.jpg: No space left on device"])) == nil)
        #expect(Self.headline(Self.client(["netcam rtsp://10.0.0.5: camera connection timed out"])) == nil)
        // The firmware of a Raspberry Pi says the same of its memory and of another program.
        let mmal = ["mmal: mmal_vc_component_enable: failed to enable component: ENOSPC"]
        #expect(Self.headline(Self.client(mmal))?.message.contains("gpu_mem") != true)
        let full = Self.headline(Self.client(mmal)) { $0.node.driver = "bm2835 mmal" }
        #expect(full?.message.contains("gpu_mem") == true && full?.message.contains("USB") == false, "\(full?.message ?? "")")
        // The camera itself has a fault: that comes first.
        let unplugged = Self.headline(Self.client(busy)) {
            $0.node.open = .refused("ENODEV")
            $0.stopBefore()
        }
        #expect(unplugged?.id != .nodeBusy)
        // It may be read as a fault only where it tells of one.
        #expect(Self.headline(Self.client(["camera: opened /dev/video0"])) == nil)
        let denied = Self.headline(Self.client(["cannot open /dev/video0: Permission denied"]))
        #expect(denied?.id == .accessServiceReports)
        #expect(denied?.fixes.first?.commands == ["sudo systemctl restart watch.service"])
    }

    @Test("a container's engine is asked what it wrote, and its command starts it again")
    func containers() {
        var client = Self.client(["/dev/video0: Camera not found"], .container)
        client.engine = "podman"
        client.processID = 812
        let finding = Self.headline(client) { $0.holders = .seen(HoldersRecord(holders: [], limitation: nil)) }
        #expect(finding?.id == .accessServiceReports)
        #expect(finding?.severity == .warn)
        // Where this user cannot see who has the camera, a running one may have it.
        #expect(Self.headline(client) { $0.holders = .seen(HoldersRecord(holders: [], limitation: "run as root")) } == nil)
        #expect(finding?.fixes.first?.commands == ["podman restart camera"])
    }

    @Test("a container that was given the camera under another name than its program opens")
    func otherName() {
        var client = Self.client(["Error opening bin: no source element for URI \"/dev/video0\""], .container)
        client.engine = "docker"
        var setup = ContainerSetup()
        setup.devices = [.init(outside: "/dev/video0", inside: "/dev/video4", isExamined: true)]
        client.setup = setup
        let finding = Self.headline(client)
        #expect(finding?.id == .nodeMoved)
        #expect(finding?.severity == .warn)
        #expect(finding?.fixes.first?.commands.first?.contains("/dev/video0:/dev/video0") == true)
        // It has that name, too.
        client.setup?.devices.append(.init(outside: "/dev/video0", inside: "/dev/video0", isExamined: true))
        #expect(Self.headline(client)?.id != .nodeMoved)
    }

    @Test("switches of known images keep a program from the camera; those of a stopped container are not why")
    func switches() throws {
        let inspected = """
            [{"Config": {"Env": ["PATH=/bin", "TOKEN=secret", "ENABLE_MJPG_STREAMER=false"]},
              "HostConfig": {"Devices": [{"PathOnHost": "/dev/video0", "PathInContainer": "/dev/video0", "CgroupPermissions": "rwm"},
                {"PathOnHost": "/dev/ttyUSB0", "PathInContainer": "/dev/ttyUSB0", "CgroupPermissions": "rwm"}]}}]
            """
        let tree = try MachineTree(
            ["/proc/812/comm": "init\n", "/proc/812/status": "Name:\tinit\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n", "/proc/812/cmdline": "/init\0"],
            folders: [], links: [:])
        let clients = ClientCollector(
            files: tree.files, account: { _ in nil },
            ask: { words in words.contains("--format") ? "812" : words.contains("inspect") ? inspected : nil })
        let client = try clients.collect(.container("octoprint"), path: "/dev/video0")
        // Nothing else of its environment is kept.
        #expect(client.setup?.switches == ["ENABLE_MJPG_STREAMER=false"])
        #expect(client.setup?.devices == [.init(outside: "/dev/video0", inside: "/dev/video0", isExamined: true)])
        let finding = Self.headline(client)
        #expect(finding?.message.contains("ENABLE_MJPG_STREAMER=false") == true)
        var stopped = client
        stopped.stopped = "exited"
        #expect(Self.headline(stopped)?.message.contains("does not run") == true)
    }

    @Test(
        "a page gets no camera if it comes by http from another machine",
        arguments: [
            ("chromium|--kiosk|http://192.168.1.5:8080/scan?x=1", "http://192.168.1.5:8080"),
            ("/usr/lib/firefox/firefox|http://user:secret@kiosk.lan/", "http://kiosk.lan"),
            ("chromium-browser|--app=http://[fe80::2]:80/", "http://[fe80::2]:80"),
            ("chromium|--kiosk|http://kiosk.example/", "http://kiosk.example"),
            // Perhaps closed since, or redirected.
            ("chromium|http://kiosk.example/", nil), ("surfshark|http://192.168.1.5/", nil),
            ("chromium|--unsafely-treat-insecure-origin-as-secure=http://192.168.1.50|http://192.168.1.5/", "http://192.168.1.5"),
            ("chromium|https://kiosk.example/", nil), ("chromium|http://localhost:8080/", nil),
            ("chromium|http://127.0.0.1/", nil), ("chromium|http://[::1]/", nil), ("chromium|http://a.localhost/", nil),
            ("chromium|--unsafely-treat-insecure-origin-as-secure=http://192.168.1.5|http://192.168.1.5/scan", nil),
            ("curl|http://192.168.1.5/", nil), ("chromium", nil),
        ] as [(String, String?)])
    func pages(command: String, origin: String?) throws {
        let words = command.replacing("|", with: "\0") + "\0"
        let tree = try MachineTree(["/proc/900/cmdline": words], folders: [], links: [:])
        let pages = ClientCollector(files: tree.files, account: { _ in nil }, ask: { _ in nil }).insecurePages()
        #expect(pages.map(\.origin) == [origin].compactMap(\.self))
        let report = Doctor.judge(.healthy { $0.insecurePages = pages })
        #expect(report.notes.contains { $0.id == .accessInsecurePage } == (origin != nil))
        #expect(report.headline == nil)
    }
}
