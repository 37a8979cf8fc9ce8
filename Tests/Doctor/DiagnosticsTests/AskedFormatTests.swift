// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import UserSession

/// What a program asks of a camera by its command line, against what the camera offers.
@Suite("What programs ask of a camera")
struct AskedFormatTests {
    /// What is noted of a running program whose root may not be seen.
    private func record(_ words: [String]) throws -> CameraClientRecord {
        let tree = try MachineTree(
            [
                "/dev/video0": "", "/proc/7/status": "Name:\tx\nPPid:\t1\nUid:\t1000\t1000\t1000\t1000\nGid:\t0\t0\t0\t0\n",
                "/proc/7/cmdline": words.joined(separator: "\u{0}") + "\u{0}",
            ], links: ["/proc/7/fd/3": "/dev/video0"])
        return try ClientCollector(
            files: tree.files, account: { _ in nil }, owner: { UserRecord(id: $0.userID, name: nil, accountGroups: [], sessionGroups: []) }, ask: { _ in nil }
        ).collect(.process(7), path: "/dev/video0")
    }

    /// The finding about a camera that this program has open.
    private func headline(_ words: [String], _ change: (inout Snapshot) -> Void = { _ in }) throws -> Finding? {
        let record = try record(words)
        return Doctor.judge(
            .healthy {
                $0.client = record
                $0.holders = .seen(HoldersRecord(holders: [.init(processID: 7, name: record.name, user: "ada", isOurs: false)], limitation: nil))
                $0.breakStream { $0.failure = .init(request: "VIDIOC_S_FMT", errno: "EBUSY", message: "busy") }
                $0.stream.value?.offered.append(.init(fourCC: "MJPG", width: 640, height: 480, framesPerSecond: 30, isCompressed: true))
                change(&$0)
            }
        ).headline
    }

    private static func words(_ command: String) -> [String] { command.split(separator: " ").map(String.init) }

    @Test(
        "a command of FFmpeg that encodes to JPEGs what it takes uncompressed is found",
        arguments: [
            ("ffmpeg -f video4linux2 -i /dev/video0 -r 30 -s 640x480 -f mjpeg -qscale 5 -", true),
            ("ffmpeg -i /dev/video0 -f mpjpeg http://localhost:8090/x", true),
            ("/usr/bin/ffmpeg -f v4l2 -input_format yuyv422 -i /dev/video0 -c:v mjpeg out.mjpeg", true),
            ("ffmpeg -f v4l2 -i /dev/video0 -f alsa -i hw:1 -an -f mjpeg -", true),
            // Compressed already, handed on, filtered, or to something else.
            ("ffmpeg -f v4l2 -input_format mjpeg -i /dev/video0 -f mjpeg -", false), ("ffmpeg -f v4l2 -c:v mjpeg -i /dev/video0 -f mjpeg -", false),
            ("ffmpeg -f v4l2 -i /dev/video0 -c copy -f mjpeg -", false), ("ffmpeg -f v4l2 -i /dev/video0 -vf hflip -f mjpeg -", false),
            ("ffmpeg -f v4l2 -i /dev/video0 -c:v libx264 -f rtsp rtsp://x/y", false), ("ffmpeg -f v4l2 -i /dev/video0 -frames:v 1 x.mjpg", false),
            // Two cameras, another source, two outputs, and what is no command.
            ("ffmpeg -f v4l2 -i /dev/video0 -f v4l2 -i /dev/video2 -f mjpeg -", false), ("ffmpeg -i rtsp://x/y -f mjpeg -", false),
            ("ffmpeg -f v4l2 -i /dev/video0 -f mjpeg a.mjpeg b.mp4", false), ("ffmpeg -i -i /dev/video0 -f mjpeg -", false),
            ("ffmpeg -f v4l2 -i", false), ("ffmpeg -f v4l2 -i /dev/video0", false), ("other -f v4l2 -i /dev/video0 -f mjpeg -", false),
            ("ffmpeg -f v4l2 -i /dev/video0 -s 99999999999999999999x1 -f mjpeg -", false),
        ])
    func encoding(command: String, isFound: Bool) throws {
        #expect((try record(Self.words(command)).encoding != nil) == isFound)
    }

    @Test("encoding again is told before the busy camera, if a copy could give the same")
    func encodedAgain() throws {
        let command = Self.words("ffmpeg -f video4linux2 -i /dev/video0 -r 30 -s 640x480 -f mjpeg -")
        let found = try #require(try headline(command))
        #expect(found.id == .streamUncompressed && found.message.contains("YUYV") && found.message.contains("encodes"))
        #expect(
            found.fixes[0].commands == ["ffmpeg -f v4l2 -input_format mjpeg -framerate 30 -video_size 640x480 -i /dev/video0 -c:v copy -f mjpeg OUTPUT"])
        // A camera without JPEGs, or with them only; a size that it does not send so; few pictures; another program.
        #expect(try headline(command) { $0.node.formats = ["YUYV"] }?.id == .nodeBusy)
        #expect(try headline(command) { $0.node.formats = ["MJPG"] }?.id == .nodeBusy)
        #expect(try headline(Self.words("ffmpeg -i /dev/video0 -s 352x288 -f mjpeg -"))?.id == .nodeBusy)
        #expect(try headline(Self.words("ffmpeg -i /dev/video0 -r 2 -f mjpeg -"))?.id == .nodeBusy)
        #expect(try headline(command) { $0.holders.value?.holders[0].processID = 8 }?.id == .nodeBusy)
        #expect(try headline(command) { $0.client?.openNodes = ["/dev/video0", "/dev/video9"] }?.id == .nodeBusy)
    }

    @Test("a node of ROS that is told to take what the camera does not offer publishes wrong pictures")
    func robot() throws {
        let second = Self.words("/opt/ros/humble/lib/usb_cam/usb_cam_node_exe --ros-args -p pixel_format:=uyvy -p video_device:=/dev/video0")
        let found = try #require(try headline(second))
        #expect(found.id == .nodeWrongFormat && found.message.contains("UYVY") && found.fixes[0].title.contains("yuyv2rgb"))
        let first = try #require(try headline(Self.words("/opt/ros/noetic/lib/usb_cam/usb_cam_node _pixel_format:=uyvy __name:=usb_cam")))
        #expect(first.fixes[0].commands == ["rosrun usb_cam usb_cam_node _pixel_format:=yuyv _video_device:=/dev/video0"])
        #expect(try headline(second) { $0.node.formats.append("UYVY") }?.id == .nodeBusy)
        #expect(try headline(Self.words("/opt/ros/humble/lib/usb_cam/usb_cam_node_exe --ros-args -p pixel_format:=yuyv2rgb"))?.id == .nodeBusy)
        #expect(try headline(Self.words("/opt/ros/humble/lib/other/node --ros-args -p pixel_format:=uyvy"))?.id == .nodeBusy)
        #expect(try headline(second) { $0.client?.openNodes = ["/dev/video0", "/dev/video2"] }?.id == .nodeBusy)
    }

    @Test(
        "the uncompressed format that GStreamer's source must give is found",
        arguments: [
            ("gst-launch-1.0 v4l2src device=/dev/video0 ! video/x-raw,format=UYVY,width=640 ! fakesink", ["UYVY"]),
            ("gst-launch-1.0 v4l2src ! 'video/x-raw, format=(string)YUY2, width=(int)640' ! fakesink", ["YUYV"]),
            ("gst-launch-1.0 v4l2src ! video/x-raw,width=640 ! fakesink", nil), ("gst-launch-1.0 v4l2src ! video/x-raw,format={NV12,YUY2} ! fakesink", nil),
            ("gst-launch-1.0 v4l2src ! videoconvert ! video/x-raw,format=UYVY ! fakesink", nil),
            ("gst-launch-1.0 v4l2src ! video/x-raw(memory:NVMM),format=NV12 ! fakesink", nil),
        ] as [(String, [String]?)])
    func pipeline(command: String, codes: [String]?) throws {
        let tree = try MachineTree(["/dev/video0": ""])
        var record = CameraClientRecord(.unit, name: "watch.service")
        record.note(command: command, files: tree.files)
        #expect(record.wantedFormat?.fourCCs == codes)
    }

    @Test("the evidence does not keep names of links")
    func redacted() throws {
        let record = try record(Self.words("ffmpeg -f v4l2 -i /dev/v4l/by-id/usb-Secret_77AA-video-index0 -f mjpeg -"))
        #expect(record.encoding?.device.contains("77AA") == true)
        let bundle = EvidenceBundle([.healthy { $0.client = record }])
        #expect(try bundle.redacted().snapshots[0].client?.encoding?.device == "/dev/v4l/NAME")
    }
}
