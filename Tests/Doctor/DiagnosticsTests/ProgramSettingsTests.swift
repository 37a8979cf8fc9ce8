// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing
import UserSession

/// Settings of other programs that name a camera wrongly.
@Suite("Settings of other programs")
struct ProgramSettingsTests {
    // MARK: motion

    private static let address = "rtsp://192.168.1.64:554/11"

    private static func network(_ address: String = Self.address) -> NetworkRecord {
        let place = address.split(separator: "/")[1]
        return NetworkRecord(
            address: address, host: String(place.prefix { $0 != ":" }), place: String(place), isEncrypted: false, hasUser: false)
    }

    /// What is found of a motion with these settings and this package.
    private static func motion(
        _ setting: String, version: String? = nil, log: String = "", at address: String = Self.address, type: String? = nil, others: [String: String] = [:]
    ) throws -> MotionAddress? {
        var files = ["/etc/motion/motion.conf": "daemon on\n; netcam_url value\n\(setting)\nstream_port 8081\n"]
        if let version { files["/var/lib/dpkg/status"] = "Package: moreutils\nStatus: install ok installed\nVersion: 9\n\nPackage: motion\nStatus: install ok installed\nVersion: \(version)\n" }
        if !log.isEmpty { files["/var/log/motion/motion.log"] = log }
        let tree = try MachineTree(files.merging(others) { $1 })
        var record = network(address)
        if let type { record.note(contentType: type) }
        withExtendedLifetime(tree) { record.lookUpReaders(tree.files) { _ in nil } }
        return record.motion
    }

    private static func note(_ motion: MotionAddress?, at address: String = Self.address) -> Finding? {
        let snapshot = Snapshot.healthy {
            $0.subject = .init(kind: .network, name: address, isNamed: true)
            var record = network(address)
            record.motion = motion
            $0.network = .seen(record)
        }
        return Doctor.judge(snapshot).notes.first { $0.id == .accessServiceReports }
    }

    @Test("motion 4.1 to 4.3 compares the beginning of netcam_url, so the example's word before the address is one too many")
    func leadingWord() throws {
        let found = try Self.motion("netcam_url value \(Self.address)", version: "4.1.1-1.1+b2")
        #expect(found?.fault == .leadingText && found?.leading == "value")
        let note = Self.note(found)
        #expect(note?.severity == .note && note?.message.contains("the word \"value\"") == true)
        #expect(note?.fixes.first?.commands.first?.hasSuffix("netcam_url \(Self.address)") == true)
        // Its own words tell it without a version.
        let log = "[1:ml1] [ERR] [NET] netcam_start: Invalid netcam service 'rtsp' - must be http, ftp, mjpg, mjpeg, v4l2 or file.\n"
        #expect(try Self.motion("netcam_url = value \(Self.address)", log: log)?.line?.contains("Invalid netcam service") == true)
        // What stands there can be a part of a password.
        #expect(try Self.motion("netcam_url ada:secret \(Self.address)", version: "4.3.2-1")?.leading == nil)
    }

    @Test(
        "an address that this motion can use, and that of another camera, is in order",
        arguments: [
            ("netcam_url rtsp://192.168.1.64:554/11", "4.1.1-1.1"), ("netcam_url \"rtsp://ada:secret@192.168.1.64/11\"", "4.1.1-1.1"),
            // Others look for the service in all of the text.
            ("netcam_url value rtsp://192.168.1.64:554/11", "4.5.1-2"), ("netcam_url value rtsp://192.168.1.64:554/11", "4.0-1"),
            ("netcam_url value http://192.168.1.64:554/11", "4.1.1-1.1"),
            ("#netcam_url value rtsp://192.168.1.64:554/11", "4.1.1-1.1"), ("netcam_url value rtsp://192.168.1.65:554/11", "4.1.1-1.1"),
            ("netcam_url value rtsp://192.168.1.64:8554/11", "4.1.1-1.1"), ("netcam_url value rtsp://192.168.1.64:99999999999/11", "4.1.1-1.1"),
            ("netcam_url value\nnetcam_url rtsp://192.168.1.64:554/11", "4.1.1-1.1"), ("netcam_url value ://", "4.1.1-1.1"),
            ("netcam_url rtsp://192.168.1.64/11", "3.4.1-1"),
        ])
    func inOrder(setting: String, version: String) throws {
        #expect(try Self.motion(setting, version: version) == nil)
    }

    @Test("without a version, and without words of motion, nothing is told")
    func unknownVersion() throws {
        #expect(try Self.motion("netcam_url value \(Self.address)") == nil)
        #expect(try Self.motion("netcam_url \(Self.address)") == nil)
    }

    @Test("motion 3.2 does not know RTSP")
    func tooOld() throws {
        let found = try Self.motion("netcam_url \(Self.address)", version: "3.2.12+git20140228-4")
        #expect(found?.fault == .tooOld)
        let note = Self.note(found)
        #expect(note?.message.hasPrefix("motion 3.2.12+git20140228 on this machine is too old") == true)
        // One that was built here from newer sources, and says so, is not the package's.
        let running = "[0] [NTC] [ALL] motion_startup: Motion 4.0.1+gitabc Started\n"
        #expect(try Self.motion("netcam_url \(Self.address)", version: "3.2.12+git20140228-4", log: running) == nil)
        // Some built a 3.2 that knows it: without a package, its own refusal must tell.
        let old = "[0] [NTC] [ALL] motion_startup: Motion 3.2.12 Started\n"
        #expect(try Self.motion("netcam_url \(Self.address)", log: old) == nil)
        let refused = old + "[1] [CRT] [NET] netcam_start: Invalid netcam_url (rtsp://ada:secret@192.168.1.64:554/11)\n"
        let line = try Self.motion("netcam_url \(Self.address)", log: refused)?.line
        #expect(line?.contains("Invalid netcam_url") == true && line?.contains("secret") == false)
    }

    @Test("a motion before 4.4 that reads another motion's stream by http:// is told to let FFmpeg read it")
    func ownReader() throws {
        let (address, type) = ("http://192.168.1.44:8081", "multipart/x-mixed-replace; boundary=BoundaryString")
        let found = try Self.motion("netcam_url \(address)", version: "4.2.2-1", at: address, type: type)
        #expect(found?.fault == .ownReader)
        #expect(Self.note(found, at: address)?.fixes.first?.commands.first?.hasSuffix("netcam_url mjpeg://192.168.1.44:8081") == true)
        // A camera's, one that FFmpeg reads already, and a version that reads all with it.
        #expect(try Self.motion("netcam_url \(address)", version: "4.2.2-1", at: address, type: "multipart/x-mixed-replace; boundary=ipcamera") == nil)
        #expect(try Self.motion("netcam_url mjpeg://192.168.1.44:8081", version: "4.2.2-1", at: address, type: type) == nil)
        #expect(try Self.motion("netcam_url \(address)", version: "4.5.1-2", at: address, type: type) == nil)
    }

    @Test("the settings of a running motion are those of its command, with those of its cameras")
    func running() throws {
        let files = [
            "/proc/840/comm": "motion\n", "/proc/840/cmdline": "/usr/bin/motion\0-n\0-c\0/data/etc/motion.conf\0", "/proc/840/cgroup": "0::/\n",
            "/data/etc/motion.conf": "camera camera-1.conf\nlog_file /data/log/motion.log\n",
            "/data/etc/camera-1.conf": "# @name Porch\nnetcam_url value \(Self.address)\n", "/data/log/motion.log": "[0:motion] motion_startup: Motion 4.2.2 Started\n",
        ]
        let found = try Self.motion("netcam_url \(Self.address)", others: files)
        #expect(found?.file == "/data/etc/camera-1.conf" && found?.isOfMotionEye == true && found?.version == "4.2.2")
    }

    // MARK: Frigate

    /// What is told of a container with these settings of Frigate's.
    private static func frigate(_ settings: String) throws -> CameraClientRecord {
        let tree = try MachineTree([
            "/proc/77/status": "Name:\ts6-svscan\nUid:\t0\t0\t0\t0\nGroups:\t0\n", "/proc/77/comm": "s6-svscan\n", "/proc/77/root/config/config.yml": settings,
        ])
        let clients = ClientCollector(
            files: tree.files, account: { _ in nil },
            ask: { words in
                guard words.first == "docker" else { return nil }
                return words.contains("--format") ? "77" : words.contains("inspect") ? "[{\"HostConfig\": {}}]" : ""
            })
        return try withExtendedLifetime(tree) { try clients.collect(.container("frigate"), path: nil) }
    }

    private static let cameras = "cameras:\n  front:\n    ffmpeg:\n      inputs:\n        - path: rtsp://127.0.0.1:8554/front?video=copy\n          roles: [detect]\n"

    @Test(
        "streams of go2rtc that do not stand below the key streams do not exist",
        arguments: [
            "go2rtc:\n  front:\n    - rtsp://192.168.1.64/live#input=rtsp/udp\n", "go2rtc:\n  front: rtsp://192.168.1.64/live#input=rtsp/udp\n\n# more\n",
            "go2rtc:\n    \"front\":\n    - rtsp://192.168.1.64/live#input=rtsp/udp\n", "go2rtc:\n  streams:\n  front:\n    - rtsp://192.168.1.64/live#input=rtsp/udp\n",
            "go2rtc:\n  streams:\n    back: rtsp://192.168.1.65/live\n  front:\n  - rtsp://192.168.1.64/live#input=rtsp/udp\n",
        ])
    func misplacedStreams(settings: String) throws {
        let client = try Self.frigate("mqtt:\n  enabled: false\n" + settings + Self.cameras)
        #expect(client.misplacedStreams?.names == ["front"] && client.misplacedStreams?.lacksFFmpeg == true)
        // Nobody asks for a camera of the board.
        let alone = Doctor.judge(.withoutCamera([], .init(platform: .init())).asked(by: client)).headline
        #expect(alone?.id == .accessServiceReports && alone?.severity == .fail)
        #expect(alone?.fixes.first?.commands.last == "docker restart frigate")
        let beside = Doctor.judge(.healthy { $0.client = client }).headline
        #expect(beside?.id == .accessServiceReports && beside?.severity == .warn)
        let redacted = try EvidenceBundle([.healthy { $0.client = client }]).redacted().snapshots[0]
        #expect(redacted.client?.misplacedStreams?.names == ["camera1"])
    }

    @Test(
        "streams below their key, those of go2rtc elsewhere, and what is not understood are in order",
        arguments: [
            "go2rtc:\n  streams:\n    front:\n      - rtsp://192.168.1.64/live\n", "go2rtc:\n  streams:\n    front: rtsp://192.168.1.64/live\n  front: rtsp://192.168.1.64/live\n",
            "go2rtc:\n  rtsp:\n    listen: \":8554\"\n", "go2rtc: {front: rtsp://192.168.1.64/live}\n", "go2rtc:\n  <<: *shared\n  front: rtsp://192.168.1.64/live\n",
            "go2rtc:\n\tfront: rtsp://192.168.1.64/live\n", "# go2rtc:\n#  front:\n", "go2rtc:\n  back: rtsp://192.168.1.64/live\n", "go2rtc: !include go2rtc.yml\n",
            "go2rtc:\n  streams: {front: rtsp://192.168.1.64/live}\n  front: rtsp://192.168.1.64/live\n", "", "front", "- a\n- b\n", "go2rtc:\n  - front\n",
        ])
    func placedStreams(settings: String) throws {
        #expect(try Self.frigate(settings + Self.cameras).misplacedStreams == nil)
    }

    // MARK: Howdy

    private static func howdy(_ settings: String, _ others: [String: String] = ["/usr/bin/howdy": ""]) throws -> FaceLoginSettings? {
        let tree = try MachineTree(["/lib/security/howdy/config.ini": settings, "/dev/video0": ""].merging(others) { $1 })
        return withExtendedLifetime(tree) { HostCollector(files: tree.files).collect().faceLogin }
    }

    @Test("Howdy's device_path names no camera until somebody sets it")
    func faceLogin() throws {
        let found = try Self.howdy("[core]\ndisabled = false\n[video]\n# none\ndevice_path = none\n")
        #expect(found == FaceLoginSettings(file: "/lib/security/howdy/config.ini", device: "none"))
        func note(_ settings: FaceLoginSettings?, _ change: (inout Snapshot) -> Void = { _ in }) -> Finding? {
            let snapshot = Snapshot.healthy {
                $0.host.value?.faceLogin = settings
                change(&$0)
            }
            return Doctor.judge(snapshot).notes.first { $0.id == .desktopUnconfigured }
        }
        #expect(note(found)?.fixes.first?.commands.first?.hasPrefix("sudo howdy config") == true)
        // Without any camera, that is the first thing to tell.
        #expect(note(found) { $0.nodes = .seen([.metadata]) } == nil)
        let gone = try Self.howdy("[video]\ndevice_path: /dev/v4l/by-id/usb-Maker_Camera_4711-video-index0\n")
        #expect(note(gone)?.message.contains("which does not exist") == true)
        let redacted = try EvidenceBundle([.healthy { $0.host.value?.faceLogin = gone }]).redacted().snapshots[0]
        #expect(redacted.host.value?.faceLogin?.device == "/dev/v4l/NAME")
    }

    @Test(
        "settings that name what is there, of a Howdy that is switched off, and of none that is installed, are in order",
        arguments: [
            "[video]\ndevice_path = /dev/video0\n", "[core]\ndisabled = true\n[video]\ndevice_path = none\n", "[core]\ndevice_path = none\n", "[video]\n# device_path = none\n",
            "", "=\n[\n]",
        ])
    func faceLoginInOrder(settings: String) throws {
        #expect(try Self.howdy(settings) == nil)
        #expect(try Self.howdy("[video]\ndevice_path = none\n", [:]) == nil)
    }
}

extension Snapshot {
    /// The same, and somebody asks about this client.
    fileprivate func asked(by client: CameraClientRecord) -> Snapshot {
        var snapshot = self
        snapshot.client = client
        return snapshot
    }
}
