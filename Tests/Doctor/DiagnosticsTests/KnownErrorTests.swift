// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import NetworkCameras
import Testing
import UserSession

/// Errors in the words of well-known programs and libraries.
@Suite("Known errors of other programs")
struct KnownErrorTests {
    /// As the programs write them, with the lines beside them.
    private static let said: [(ProgramError.Kind, String?, [String])] = [
        (.noEncoder, nil, ["ERROR: *** Unable to find an appropriate H.264 codec ***"]),
        (.arrayLibrary, nil, ["ValueError: numpy.dtype size changed, may indicate binary incompatibility. Expected 96 from C header, got 88 from PyObject"]),
        (
            .imageModule, nil,
            [
                "ERROR IPAModule ipa_module.cpp:397 Failed to open IPA module shared object: /usr/lib/aarch64-linux-gnu/libcamera/ipa/ipa_rpi_pisp.so: undefined symbol: _ZN7libpisp8FrontEndC1Ev",
                "ERROR RPI pipeline_base.cpp:829 Failed to load a suitable IPA library",
            ]
        ),
        (.noImageModule, nil, ["WARN IPAManager ipa_manager.cpp:154 No IPA found in '/usr/lib/libcamera'", "ERROR RPI pipeline_base.cpp:804 Failed to load a suitable IPA library"]),
        (.tuningFile, "/tmp/tmpk9zgd2q8", ["WARN RPiController controller.cpp:100 Failed to open tuning file '/tmp/tmpk9zgd2q8'"]),
        (.inputOption, "vf", ["Option vf (set video filters) cannot be applied to input url /dev/video0 -- you are trying"]),
        (.unfitCodec, "rawvideo", ["[mp4 @ 0x55ec] Could not find tag for codec rawvideo in stream #0, codec not currently supported in container"]),
        (.noStreamIntegration, nil, ["homeassistant.exceptions.HomeAssistantError: Stream integration is not set up."]),
        (.graphics, nil, ["ERROR Debayer debayer_egl.cpp:639 debayerGPU failed"]),
        (.noDecoder, "H.264", ["Missing decoder: H.264 (Main Profile) (video/x-h264, stream-format=(string)byte-stream)"]),
        (.codecNode, "h264_v4l2m2m", ["[h264_v4l2m2m @ 0x5581d8cc40] Could not find a valid device"]),
        (
            .soundTimes, "yard",
            [
                "ffmpeg.yard.detect ERROR : [aac @ 0x55d6] Queue input is backward in time", "ffmpeg.yard.detect ERROR : [aac @ 0x55d6] Queue input is backward in time",
                "watchdog.yard ERROR : Ffmpeg process crashed unexpectedly for yard.",
            ]
        ),
        (.depthEngine, nil, ["depth_engine_start_helper(). Depth engine create and initialize failed with error code: 204."]),
        (.ownAddress, nil, ["[homeassistant.components.onvif] Couldn't connect to camera 'door': Cannot connect to host 127.0.0.1:8080"]),
        (.goneInput, nil, ["    for event in dev.read_loop():", "OSError: [Errno 19] No such device"]),
        (.otherTransport, nil, ["ffmpeg.yard.detect ERROR : [rtsp @ 0x5619] Nonmatching transport in server reply"]),
    ]

    @Test("each kind is found by its words, and told with a remedy")
    func kinds() {
        #expect(Set(Self.said.map(\.0)) == Set(ProgramError.Kind.allCases))
        for (kind, detail, lines) in Self.said {
            let error = ProgramErrorSigns.find(in: ["starting"] + lines)
            #expect(error?.kind == kind, "\(lines)")
            #expect(error?.detail == detail, "\(lines)")
            for client in [CameraClientRecord(.unit, name: "watch.service"), CameraClientRecord(.container, name: "watch")] {
                var client = client
                client.programError = error
                let finding = Doctor.judge(.healthy { $0.client = client }).headline
                #expect(finding?.id == .accessServiceBroken && finding?.fixes.isEmpty == false, "\(kind)")
                #expect(finding?.message.contains(lines.last!.prefix(40)) == true || finding?.message.contains(lines[0].prefix(40)) == true, "\(finding?.message ?? "")")
            }
        }
    }

    @Test("what a program has got over, or only mentions, is no error")
    func others() {
        // One version of libcamera after another is looked for, and found.
        #expect(ProgramErrorSigns.find(in: ["WARN IPAManager ipa_manager.cpp:154 No IPA found in '/usr/lib/libcamera'", "INFO RPI Registered camera"]) == nil)
        // FFmpeg corrects single ones and goes on.
        #expect(ProgramErrorSigns.find(in: ["[aost#0:1/aac @ 0x55d6] Non-monotonic DTS; previous: 2, current: 1; changing to 3."]) == nil)
        // Sound is no picture.
        #expect(ProgramErrorSigns.find(in: ["Missing decoder: MPEG-4 AAC (audio/mpeg, mpegversion=(int)4)"]) == nil)
        // A disk can be gone as well.
        let disk = ["waiting for /dev/input/event5"] + Array(repeating: "scan", count: 9) + ["OSError: [Errno 19] No such device: '/mnt/backup'"]
        #expect(ProgramErrorSigns.find(in: disk) == nil)
        // It runs, so it can do without.
        var runs = CameraClientRecord(.unit, name: "watch.service")
        runs.programError = ProgramError(.arrayLibrary, line: "A module that was compiled using NumPy 1.x cannot be run in NumPy 2.1.0")
        runs.processID = 77
        #expect(Doctor.judge(.healthy { $0.client = runs }).headline == nil)
        // Long ago.
        let old = ["ERROR: *** Unable to find an appropriate H.264 codec ***"] + Array(repeating: "frame", count: 60)
        #expect(ProgramErrorSigns.find(in: old) == nil)
        // It has the camera.
        var client = CameraClientRecord(.unit, name: "watch.service")
        client.programError = ProgramError(.noDecoder, line: "Missing decoder: H.264", detail: "H.264")
        let finding = Doctor.judge(
            .healthy {
                $0.client = client
                var holder = HoldersRecord.Holder(processID: 77, name: "python3", user: "root", isOurs: false)
                holder.unit = "watch.service"
                $0.holders = .seen(HoldersRecord(holders: [holder], limitation: nil))
            }
        ).headline
        #expect(finding == nil)
    }

    @Test("a codec's node that a unit's settings keep from it is told with these")
    func codecNodes() {
        var client = CameraClientRecord(.unit, name: "screen.service")
        client.programError = ProgramError(.codecNode, line: "[h264_v4l2m2m @ 0x1] Could not find a valid device", detail: "h264_v4l2m2m")
        func finding(_ change: (inout CameraClientRecord) -> Void = { _ in }) -> Finding? {
            change(&client)
            return Doctor.judge(
                .healthy {
                    $0.client = client
                    var codec = $0.node
                    (codec.sysname, codec.path, codec.nodeClass, codec.yieldsPictures) = ("video10", "/dev/video10", "memory-to-memory", false)
                    $0.nodes = .seen(($0.nodes.value ?? []) + [codec])
                }
            ).headline
        }
        #expect(finding()?.message.contains("/dev/video10") == true)
        client.kind = .container
        #expect(finding()?.fixes.first?.commands.first?.contains("--device /dev/video10") == true)
    }

    @Test("programs of this machine that are connected to a camera are named, and no others")
    func connected() throws {
        // 192.168.1.77, port 80 (0050).
        let table = """
            \u{20} sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
            \u{20}  0: 1401A8C0:A1C2 4D01A8C0:0050 01 00000000:00000000 00:00000000 00000000  1000        0 642 1 0 100 0 0 10 0
            """
        func connected(_ host: String, _ address: String, state: String = "01") throws -> [String]? {
            let tree = try MachineTree(
                ["/proc/net/tcp": table.replacing(":0050 01", with: ":0050 \(state)"), "/proc/1840/comm": "zmc\n"], links: ["/proc/1840/fd/7": "socket:[642]"])
            var record = NetworkRecord(address: address, host: host, place: host, isEncrypted: false, hasUser: false)
            record.lookUpWay(tree.files)
            return record.connected
        }
        #expect(try connected("192.168.1.77", "http://192.168.1.77/video") == ["zmc (process 1840)"])
        #expect(try connected("192.168.1.78", "http://192.168.1.78/video") == nil)
        #expect(try connected("192.168.1.77", "rtsp://192.168.1.77/video") == nil)
        // It has ended (TIME_WAIT).
        #expect(try connected("192.168.1.77", "http://192.168.1.77/video", state: "06") == nil)
    }

    @Test("an OBS that cannot feed a virtual camera says so in its newest log, or by where its plug-in is")
    func obs() throws {
        let folder = "/home/ada/.var/app/com.obsproject.Studio/config/obs-studio/logs"
        let log = "17:31:02.204: OBS 26.1.0 (linux)\n17:31:03.402: v4l2loopback not installed, virtual camera disabled.\n"
        let tree = try MachineTree(["\(folder)/2020-12-25 13-07-28.txt": log, "\(folder)/2020-12-24 13-07-28.txt": "17:31:02.204: OBS 25.0.8 (linux)\n"])
        let flatpak = OBSSigns.find(tree.files)
        #expect(flatpak?.version == "26.1.0" && flatpak?.isFlatpak == true && flatpak?.lacksLoopback == true && flatpak?.strayPlugin == nil)
        let usual = try MachineTree([
            "/home/ada/.config/obs-studio/logs/2020-08-28 10-31-02.txt": "10:31:02.204: OBS 25.0.8+dfsg1-3 (linux)\n",
            "/usr/lib/obs-plugins/v4l2sink.so": "", "/proc/77/comm": "obs\n", "/usr/lib/x86_64-linux-gnu/obs-plugins/linux-v4l2.so": "",
        ])
        let stray = OBSSigns.find(usual.files)
        #expect(stray?.isRunning == true && stray?.strayPlugin == "/usr/lib/obs-plugins/v4l2sink.so" && stray?.pluginFolder == "/usr/lib/x86_64-linux-gnu/obs-plugins")
        usual.write("/usr/lib/x86_64-linux-gnu/obs-plugins/v4l2sink.so", "")
        #expect(OBSSigns.find(usual.files)?.strayPlugin == nil)
        // Later versions feed a virtual camera themselves, whatever is left of the plug-in.
        usual.write("/home/ada/.config/obs-studio/logs/2024-08-28 10-31-02.txt", "10:31:02.204: OBS 30.2.3 (linux)\n")
        #expect(OBSSigns.find(usual.files)?.strayPlugin == nil)
        #expect(OBSSigns.find(try MachineTree().files) == nil)
    }
}
