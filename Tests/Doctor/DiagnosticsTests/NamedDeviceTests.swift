// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import UserSession

@Suite("Devices that a service names")
struct NamedDeviceTests {
    /// What is noted of a unit with this command, on a machine with two nodes.
    private func named(_ command: String, others: [String] = []) throws -> [CameraClientRecord.NamedDevice] {
        let tree = try MachineTree(
            ["/dev/video0": "", "/dev/video1": ""], folders: [], links: ["/dev/front-cam": "video1"])
        let properties = [
            "Id=watch.service", "LoadState=loaded", "User=", "MainPID=0",
            "ExecStart={ path=/usr/bin/watch ; argv[]=\(command) ; ignore_errors=no ; pid=0 }",
        ] + others
        let clients = ClientCollector(
            files: tree.files, account: { _ in nil },
            ask: { $0.contains("show") ? properties.joined(separator: "\n") : nil })
        return try clients.collect(.unit("watch"), path: "/dev/video0").namedDevices ?? []
    }

    @Test(
        "they are found in command lines of all kinds",
        arguments: [
            ("/usr/bin/motion -c /etc/motion.conf /dev/video7", ["/dev/video7"]),
            ("mjpg_streamer -i \"input_uvc.so -d /dev/cam_front -r 640x480\" -o x", ["/dev/cam_front"]),
            ("docker run --device=/dev/video7:/dev/video0:rw frigate", ["/dev/video7"]),
            ("cvlc v4l2:///dev/video7 --sout x", ["/dev/video7"]),
            ("ffmpeg -f v4l2 -i /dev/v4l/by-id/usb-046d_0825_A2-video-index0 x", ["/dev/v4l/by-id/usb-046d_0825_A2-video-index0"]),
            ("watch -i /dev/v4l/by-id/usb-Microsoft_Microsoft®_LifeCam_HD-3000-video-index0", [
                "/dev/v4l/by-id/usb-Microsoft_Microsoft®_LifeCam_HD-3000-video-index0"
            ]),
            ("sh -c 'watch -d /dev/${CAMERA} /dev/v4l/by-id/*-index0'", []),
            ("cvlc v4l2:///dev/video7:chroma=mjpg:width=1280 x", ["/dev/video7"]),
            ("gst-launch-1.0 v4l2src device=/dev/video7!videoconvert", ["/dev/video7"]),
            ("tool /dev/ttyUSB0 /dev/null /dev/video /mnt/dev/video3", []),
        ] as [(String, [String])])
    func found(command: String, paths: [String]) throws {
        #expect(try named(command).map(\.path) == paths)
    }

    @Test("those that exist lead to a node, by their links as well")
    func targets() throws {
        #expect(try named("tool /dev/front-cam").first?.target == "/dev/video1")
        #expect(try named("tool -d /dev/video0").first?.target == "/dev/video0")
        let missing = try #require(try named("tool --key SECRET -d /dev/video9").first)
        #expect(missing.target == nil)
        // The rest of the command may hold passwords.
        #expect(missing.command == "tool … -d /dev/video9")
        #expect(try named("tool --token=SECRET /dev/video9").first?.command == "tool … /dev/video9")
    }

    @Test("a masked unit, and a program that does not exist, are noted; not one in a root of its own")
    func broken() throws {
        func unit(_ others: [String]) throws -> CameraClientRecord {
            let tree = try MachineTree(["/usr/bin/here": ""], folders: [], links: [:])
            let properties = ["Id=watch.service", "MainPID=0"] + others
            let clients = ClientCollector(
                files: tree.files, account: { _ in nil },
                ask: { $0.contains("show") ? properties.joined(separator: "\n") : nil })
            return try clients.collect(.unit("watch"), path: "/dev/video0")
        }
        #expect(try unit(["LoadState=masked"]).isMasked == true)
        #expect(try unit(["LoadState=loaded"]).isMasked == nil)
        let start = "ExecStart={ path=/opt/my app/watch ; argv[]=/opt/my app/watch -d /dev/video0 ; ignore_errors=no }"
        #expect(
            try unit(["LoadState=loaded", "ExecMainStatus=203", start]).missingProgram == "/opt/my app/watch")
        #expect(
            try unit(["LoadState=loaded", "ExecMainStatus=203", "RootDirectory=/srv/x", start]).missingProgram == nil)
        #expect(try unit(["LoadState=loaded", "ExecMainStatus=1", start]).missingProgram == nil)
        let other = start.replacing("/opt/my app/watch", with: "/usr/bin/here")
        #expect(try unit(["LoadState=loaded", "ExecMainStatus=203", other]).missingProgram == nil)
    }

    @Test("a video node of a process's own that this machine has no more is noted")
    func gone() throws {
        let files = [
            "/dev/video1": "", "/proc/7/status": "Name:\twatch\nPPid:\t1\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n",
            "/proc/7/root/dev/video0": "", "/proc/7/root/dev/video": "",
        ]
        let owner: (RunningProcess) -> UserRecord = { process in
            UserRecord(id: process.userID, name: nil, accountGroups: [], sessionGroups: [])
        }
        func gone(_ files: [String: String]) throws -> String? {
            let tree = try MachineTree(files, folders: [], links: [:])
            return try ClientCollector(files: tree.files, account: { _ in nil }, owner: owner, ask: { _ in nil })
                .collect(.process(7), path: "/dev/video1").goneNode
        }
        #expect(try gone(files) == "/dev/video0")
        #expect(try gone(files.merging(["/dev/video0": ""]) { $1 }) == nil)
        #expect(try gone(files.merging(["/proc/7/root/dev/video1": ""]) { $1 }) == nil)
    }

    @Test(
        "the format that a command asks for is found, by the options of its program",
        arguments: [
            ("/opt/ustreamer -d /dev/video0 -m MJPEG", ["MJPG", "JPEG"]),
            ("/opt/ustreamer --format=yuyv --device /dev/video0", ["YUYV"]),
            ("ffmpeg -f v4l2 -input_format h264 -i /dev/video0 x", ["H264"]),
            ("v4l2rtspserver -fYUYV /dev/video0", ["YUYV"]),
            ("v4l2rtspserver -W 640 /dev/video0", ["H264", "HEVC", "MJPG", "JPEG", "NV12"]), ("v4l2rtspserver -f /dev/video0", nil),
            ("ffmpeg -f rawvideo -pixel_format bgr24 -i - -f v4l2 /dev/video0", nil),
            ("gst-launch-1.0 v4l2src device=/dev/video0 ! videoconvert ! x264enc ! video/x-h264 ! fakesink", nil),
            ("gst-launch-1.0 v4l2src ! jpegenc ! image/jpeg ! fakesink", nil),
            ("gst-launch-1.0 v4l2src device=/dev/video0 ! image/jpeg,width=640 ! jpegdec", ["JPEG", "MJPG"]),
            ("ustreamer -d /dev/video0 -m", nil), ("ustreamer -d /dev/video0 -m SOMETHING", nil),
            ("other -m MJPEG /dev/video0", nil), ("ustreamer -d /dev/video0", nil),
        ] as [(String, [String]?)])
    func format(command: String, codes: [String]?) throws {
        let tree = try MachineTree(["/dev/video0": ""], folders: [], links: [:])
        var record = CameraClientRecord(.unit, name: "watch.service")
        record.note(command: command, files: tree.files)
        #expect(record.wantedFormat?.fourCCs == codes)
    }

    @Test("of a service of another user, whose root may not be seen, the unit's own command is read")
    func running() throws {
        let files = [
            "/dev/video0": "", "/proc/7/status": "Name:\tustreamer\nPPid:\t1\nUid:\t990\t990\t990\t990\nGid:\t0\t0\t0\t0\n",
            "/proc/7/cmdline": "ustreamer\u{0}-d\u{0}/dev/video0\u{0}-m\u{0}MJPEG\u{0}",
        ]
        func wanted(_ others: [String]) throws -> CameraClientRecord {
            let tree = try MachineTree(files, folders: [], links: [:])
            let properties = [
                "Id=watch.service", "LoadState=loaded", "MainPID=7",
                "ExecStart={ path=/usr/bin/ustreamer ; argv[]=/usr/bin/ustreamer -d /dev/video0 -m MJPEG ; ignore_errors=no }",
            ] + others
            return try ClientCollector(
                files: tree.files, account: { _ in nil },
                owner: { UserRecord(id: $0.userID, name: nil, accountGroups: [], sessionGroups: []) },
                ask: { $0.contains("show") ? properties.joined(separator: "\n") : nil }
            ).collect(.unit("watch"), path: "/dev/video0")
        }
        #expect(try wanted([]).wantedFormat?.name == "MJPEG")
        #expect(try wanted([]).namedDevices?.map(\.target) == ["/dev/video0"])
        #expect(try wanted(["RootDirectory=/srv/x"]).namedDevices == nil)
    }

    @Test("a container on a Jetson without the socket of NVIDIA's daemon is noted")
    func argus() throws {
        let files = [
            "/dev/video0": "", "/tmp/argus_socket": "", "/proc/7/root/dev/video0": "",
            "/proc/7/status": "Name:\tinit\nPPid:\t1\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n",
        ]
        func lacks(_ files: [String: String]) throws -> Bool? {
            let tree = try MachineTree(files, folders: ["/proc/7/root/tmp"], links: [:])
            return try ClientCollector(
                files: tree.files, account: { _ in nil },
                owner: { UserRecord(id: $0.userID, name: nil, accountGroups: [], sessionGroups: []) },
                ask: { $0.first == "docker" ? "7\n" : nil }
            ).collect(.container("viseron"), path: "/dev/video0").lacksArgus
        }
        #expect(try lacks(files) == true)
        #expect(try lacks(files.merging(["/proc/7/root/tmp/argus_socket": ""]) { $1 }) == nil)
        #expect(try lacks(files.filter { $0.key != "/tmp/argus_socket" }) == nil)
    }

    @Test("when a unit ended is noted only where nothing starts it again")
    func ended() throws {
        func ended(_ others: [String]) throws -> Double? {
            let tree = try MachineTree(["/dev/video0": ""], folders: [], links: [:])
            let properties = ["Id=watch.service", "LoadState=loaded", "MainPID=0"] + others
            let clients = ClientCollector(
                files: tree.files, account: { _ in nil },
                ask: { $0.contains("show") ? properties.joined(separator: "\n") : nil })
            return try clients.collect(.unit("watch"), path: "/dev/video0").endedAt
        }
        let end = "InactiveEnterTimestampMonotonic=9241330"
        #expect(try ended([end, "Restart=no", "Result=exit-code", "ExecMainStatus=1"]) == 9.24133)
        #expect(try ended([end, "Restart=on-failure", "Result=exit-code", "ExecMainStatus=1"]) == nil)
        #expect(try ended(["InactiveEnterTimestampMonotonic=0", "Restart=no", "Result=exit-code"]) == nil)
        // crowsnest ends without an error if it finds no camera, and without RemainAfterExit a unit has only the other time.
        let exit = "ExecMainExitTimestampMonotonic=8000000"
        #expect(try ended([exit, "Restart=on-failure", "Result=success", "ExecMainStatus=0"]) == 8)
        #expect(try ended([exit, "Restart=always", "Result=success", "ExecMainStatus=0"]) == nil)
        #expect(try ended([exit, "Type=oneshot", "Result=success", "ExecMainStatus=0"]) == nil)
        #expect(
            try ended([exit, "ActiveExitTimestampMonotonic=7900000", "Result=success", "ExecMainStatus=0"]) == nil)
        // Stopped by somebody, or its program was not found.
        #expect(try ended([end, "Restart=no", "Result=success", "ExecMainStatus=15"]) == nil)
        #expect(try ended([end, "Restart=no", "Result=exit-code", "ExecMainStatus=203"]) == nil)
    }
}

@Suite("Services that do not reach the camera")
struct BrokenServiceTests {
    private func unit(_ change: (inout CameraClientRecord) -> Void) -> CameraClientRecord {
        var client = CameraClientRecord(.unit, name: "watch.service")
        change(&client)
        return client
    }

    private func headline(_ client: CameraClientRecord, _ change: (inout Snapshot) -> Void = { _ in }) -> Finding? {
        Doctor.judge(
            .healthy {
                $0.client = client
                change(&$0)
            }
        ).headline
    }

    private func named(_ paths: [(String, target: String?)]) -> CameraClientRecord {
        unit { $0.namedDevices = paths.map { .init(path: $0.0, target: $0.target, command: "watch … \($0.0)") } }
    }

    @Test("a device that does not exist, and a node without pictures, are the cause; the camera's own is none")
    func devices() throws {
        #expect(headline(named([("/dev/video9", nil)]))?.id == .nodeMoved)
        let node = try #require(Snapshot.healthy().chosen)
        #expect(headline(named([(node.place, target: node.place)])) == nil)
        // Beside the camera, a converter or a second camera that is unplugged.
        #expect(headline(named([(node.place, target: node.place), ("/dev/video9", nil)])) == nil)
        let codec = named([("/dev/video11", target: "/dev/video11")])
        let found = headline(codec) { snapshot in
            var other = node
            other.sysname = "video11"
            other.path = "/dev/video11"
            other.byID = []
            other.byPath = []
            other.nodeClass = "memory-to-memory"
            other.yieldsPictures = false
            snapshot.nodes.value?.append(other)
        }
        #expect(found?.id == .nodeNotCapture)
    }

    @Test("a format that the camera does not offer is the cause; one that it offers, and another camera's, are none")
    func formats() throws {
        let node = try #require(Snapshot.healthy().chosen)
        func found(_ codes: [String], _ path: String? = nil) -> Finding? {
            headline(
                unit {
                    $0.namedDevices = [.init(path: path ?? node.place, target: path ?? node.place, command: "ustreamer")]
                    $0.wantedFormat = .init(
                        command: "ustreamer … -m X", name: "X", fourCCs: codes, isDefault: false)
                })
        }
        let finding = try #require(found(["PJPG"]))
        #expect(finding.id == .nodeWrongFormat && finding.message.contains(node.formats[0]))
        #expect(finding.fixes.first?.commands.first?.contains("systemctl edit --full watch.service") == true)
        #expect(found(["PJPG", node.formats[0]]) == nil)
        #expect(found(["PJPG"], "/dev/video7")?.id != .nodeWrongFormat)
        // A relay: what it asks of the one device is nothing to the other.
        let relay = unit {
            $0.namedDevices = ["/dev/video7", node.place].map { .init(path: $0, target: $0, command: "ffmpeg") }
            $0.wantedFormat = .init(command: "ffmpeg", name: "X", fourCCs: ["PJPG"], isDefault: false)
            $0.wantedFormat?.device = "/dev/video7"
        }
        #expect(headline(relay)?.id != .nodeWrongFormat)
        // ustreamer takes what the driver gives instead, unless it does not know that.
        func fallsBack(_ formats: [String]) -> FindingID? {
            headline(
                unit {
                    $0.namedDevices = [.init(path: node.place, target: node.place, command: "ustreamer")]
                    $0.wantedFormat = .init(command: "ustreamer", name: "X", fourCCs: ["PJPG"], isDefault: false)
                    $0.wantedFormat?.alsoTaken = formats
                })?.id
        }
        #expect(fallsBack(node.formats) == nil && fallsBack(Array(node.formats.dropFirst())) == .nodeWrongFormat)
    }

    @Test("a service that ended before the camera was found at the start; not if it was plugged in later")
    func early() throws {
        let port = try #require(Snapshot.healthy().chosen?.cameraKey.split(separator: "/").last)
        func headline(_ found: Double) -> FindingID? {
            self.headline(unit { $0.endedAt = 9.2 }) {
                $0.host.value?.kernelLog = .seen([
                    "[ \(found)] usb \(port): New USB device found, idVendor=046d, idProduct=0825"
                ])
            }?.id
        }
        #expect(headline(16.6) == .accessTooEarly)
        #expect(headline(4.1) == nil)
        #expect(headline(4711.5) == nil)
    }

    @Test("a program that does not exist, and a masked unit, come before the camera")
    func broken() {
        #expect(headline(unit { $0.missingProgram = "/opt/watch" })?.id == .accessServiceBroken)
        #expect(headline(unit { $0.isMasked = true })?.id == .accessServiceBroken)
    }

    @Test(
        "a service that failed for a reason of its own tells it; what it says of the node is left to other checks",
        arguments: [
            ("cannot create log file /var/log/watch/watch.log: Permission denied", "may not use /var/log/watch/watch.log"),
            ("ModuleNotFoundError: No module named 'cv2'", "something that it needs is missing"),
            ("Dependency: 'streamer' not found. Exiting", "something that it needs is missing"),
            ("bind() to 0.0.0.0:8080 failed: Address already in use", "another program has its network port"),
            ("Traceback (most recent call last)", "it ended by itself"),
            ("Cannot open device /dev/video0: Permission denied", nil),
            ("VIDIOC_S_FMT: Device or resource busy", nil), ("RuntimeError: no cameras available", nil),
            ("camera not found", nil), ("Failed to acquire camera: pipeline in use by another process", nil),
            ("stopped.", nil),
        ])
    func failed(line: String, words: String?) {
        let finding = headline(
            unit {
                $0.exitStatus = "1"
                $0.lastWords = ["starting", line, "bye"]
            })
        #expect(finding?.id == (words == nil ? nil : .accessServiceBroken))
        if let words { #expect(finding?.message.contains(words) == true, "\(finding?.message ?? "")") }
        // One that runs has not failed.
        #expect(
            headline(
                unit {
                    $0.processID = 77
                    $0.lastWords = ["starting", line]
                }) == nil)
    }

    @Test("a folder of its own is made by systemd; no command changes one that others use")
    func folder() {
        func commands(_ path: String) -> [String] {
            headline(unit { $0.lastWords = ["Error opening file \(path): Permission denied"] })?.fixes.flatMap(\.commands) ?? []
        }
        #expect(commands("/var/log/watch/watch.log").first?.hasSuffix("LogsDirectory=watch") == true)
        #expect(commands("/run/watch/watch.pid").first?.hasSuffix("RuntimeDirectory=watch") == true)
        for path in ["/var/log/watch.log", "/run/watch.pid", "/tmp/x.log", "/etc/watch/watch.conf", "/var/log/../x/y", "/usr/bin/tool"] {
            #expect(commands(path).allSatisfy { $0.hasPrefix("namei") || $0.hasPrefix("journalctl") }, "\(path)")
        }
    }

    @Test("a unit's last words are those of its program since the start; none if it has not failed")
    func lastWords() throws {
        func words(_ properties: [String]) throws -> [String]? {
            let tree = try MachineTree([:], folders: [], links: [:])
            let clients = ClientCollector(
                files: tree.files, account: { _ in nil },
                ask: { command in
                    switch command.first {
                    case "systemctl":
                        (["Id=watch.service", "LoadState=loaded", "MainPID=0"] + properties).joined(separator: "\n")
                    case "journalctl" where command.last == "watch.service":
                        """
                        Aug 03 14:33:52 rpi systemd[1]: Started Watch.
                        Aug 03 14:33:52 rpi watch[5427]: [ERR] cannot: go on
                        Aug 03 14:33:52 rpi systemd[1]: watch.service: Failed with result 'exit-code'.
                        -- Boot 1 --
                        """
                    default: nil
                    }
                })
            return try clients.collect(.unit("watch"), path: "/dev/video0").lastWords
        }
        #expect(try words(["ActiveState=failed", "Result=exit-code"]) == ["[ERR] cannot: go on"])
        #expect(try words(["ActiveState=inactive", "Result=success"]) == nil)
    }

    @Test("a container that does not run, and one some of whose programs are another account's")
    func containers() throws {
        var client = CameraClientRecord(.container, name: "watch")
        client.stopped = #"created: error gathering device information while adding custom device "/dev/video9""#
        #expect(headline(client)?.id == .accessServiceBroken)
        client.stopped = nil
        client.user = UserRecord(id: 0, name: "root", accountGroups: [], sessionGroups: [])
        #expect(headline(client) == nil)
        client.workers = [UserRecord(id: 65534, name: "nobody", accountGroups: [], sessionGroups: [])]
        #expect(headline(client) == nil)
        client.workers = [UserRecord(id: 33, name: "www-data", accountGroups: [], sessionGroups: [])]
        let finding = try #require(headline(client))
        #expect(finding.id == .accessNotPermitted && finding.severity == .warn)
        #expect(finding.message.contains("some of whose programs"))
        #expect(finding.fixes.contains { $0.commands.contains { $0.contains("--group-add") } })
    }

    @Test("a container that kept the node of a camera that was replugged")
    func gone() {
        var client = CameraClientRecord(.container, name: "watch")
        client.hasNode = false
        client.goneNode = "/dev/video9"
        #expect(headline(client)?.id == .accessStaleNode)
    }

    @Test("version 2.1 without compressed formats may be USB 3; 2.01 and infrared cameras are not")
    func link() {
        func notes(_ change: (inout NodeRecord) -> Void) -> [FindingID] {
            Doctor.judge(
                .healthy {
                    $0.node.formats = ["YUYV"]
                    $0.node.usbSpeed = 480
                    change(&$0.node)
                }
            ).notes.map(\.id)
        }
        #expect(notes { $0.usbRelease = 0x0210 }.contains(.deviceSlowLink))
        #expect(!notes { $0.usbRelease = 0x0201 }.contains(.deviceSlowLink))
        #expect(!notes { $0.usbRelease = 0x0210; $0.formats = ["MJPG", "YUYV"] }.contains(.deviceSlowLink))
        #expect(!notes { $0.usbRelease = 0x0210; $0.nodeClass = "infrared" }.contains(.deviceSlowLink))
        // What the device itself says counts more.
        #expect(!notes { $0.usbRelease = 0x0210; $0.usbHasSuperSpeed = false }.contains(.deviceSlowLink))
        #expect(notes { $0.usbRelease = 0x0210; $0.usbHasSuperSpeed = true; $0.formats = ["MJPG"] }.contains(.deviceSlowLink))
        #expect(!notes { $0.usbSpeed = 5000; $0.usbHasSuperSpeed = true }.contains(.deviceSlowLink))
    }
}
