// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import UserSession

/// What size a program writes into a virtual camera.
@Suite("Feeders of virtual cameras")
struct VirtualFeedTests {
    private static let log = """
        10:01:12.711: \toutput resolution: 1920x1080
        10:01:40.204: Virtual camera started

        """

    private static func obs(_ nodes: [String], maps: String? = nil) throws -> HoldersRecord.FedSize? {
        var files = ["/etc/passwd": "ann:x:1000:1000::/home/ann:/bin/bash\n", "/home/ann/.config/obs-studio/logs/2025-01-01 10-00-00.txt": Self.log]
        files["/proc/77/maps"] = maps
        let links = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ("/proc/77/fd/\($0 + 3)", $1) })
        let tree = try MachineTree(files, links: links)
        let holder = HoldersRecord.Holder(processID: 77, name: "obs", user: "ann", isOurs: false)
        return HoldersCollector.withMapping(holder, of: "/dev/video0", files: tree.files).fedSize
    }

    @Test("OBS's log names no node: what it reads, or one of two, is not taken for its own virtual camera")
    func nodeOfOBS() throws {
        #expect(try Self.obs(["/dev/video0"])?.width == 1920)
        #expect(try Self.obs(["/dev/video0", "/dev/video10"]) == nil)
        #expect(try Self.obs(["/dev/video0"], maps: "7f00-7f01 rw-s 00000000 00:06 400 /dev/video0\n") == nil)
        #expect(try Self.obs(["/dev/video0", "/dev/video10"], maps: "7f00-7f01 r-xp 00000000 00:06 400 /usr/bin/obs\n")?.height == 1080)
    }

    @Test(
        "a size of FFmpeg's is the node's only if no other output stands between",
        arguments: [
            ("ffmpeg -i a.mkv -s 1280x720 -f v4l2 /dev/video0", 1280 as Int?), ("ffmpeg -i a.mkv -an -s 1280x720 -f v4l2 /dev/video0", 1280),
            ("ffmpeg -i a.mkv -s 1920x1080 rec.mp4 -f v4l2 /dev/video0", nil), ("ffmpeg -i a.mkv -s 1920x1080 -an - -s 640x480 -f v4l2 /dev/video0", nil),
            ("ffmpeg -s 640x480 -i a.mkv -f v4l2 /dev/video0", nil),
        ])
    func outputOfFFmpeg(command: String, width: Int?) throws {
        let tree = try MachineTree(["/proc/78/cmdline": command.split(separator: " ").joined(separator: "\0") + "\0"])
        let holder = HoldersRecord.Holder(processID: 78, name: "ffmpeg", user: "ann", isOurs: false)
        #expect(HoldersCollector.withMapping(holder, of: "/dev/video0", files: tree.files).fedSize?.width == width)
    }
}
