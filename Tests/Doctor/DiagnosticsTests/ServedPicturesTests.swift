// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import NetworkCameras
import Testing
import UserSession

/// Programs that pass the pictures of a camera on.
@Suite("Served pictures")
struct ServedPicturesTests {
    @Test("a server's command line tells its port, its camera and the rate that it asks for")
    func commands() throws {
        let octoPi = try #require(
            ServerCommand("mjpg_streamer", ["./mjpg_streamer", "-o", "output_http.so -w ./www", "-i", "input_uvc.so -r 640x480 -f 10 -y"]))
        #expect(octoPi.address == "http://127.0.0.1:8080/?action=stream")
        #expect(octoPi.port == 8080 && octoPi.isForOthers)
        #expect(octoPi.device == "/dev/video0" && octoPi.rate == "-f 10" && octoPi.raw == "-y")

        let inner = try #require(
            ServerCommand(
                "mjpg_streamer",
                ["mjpg_streamer", "-i", "input_uvc.so -d /dev/video2 -n", "-o", "output_http.so -p 8090 -n --listen 127.0.0.1 -c ada:secret"]))
        #expect(inner.port == 8090 && !inner.isForOthers && inner.device == "/dev/video2" && inner.rate == nil && inner.raw == nil)

        let files = try #require(ServerCommand("mjpg_streamer", ["mjpg_streamer", "-i", "input_file.so -f /tmp", "-o", "output_http.so"]))
        #expect(files.device == nil && files.rate == nil)

        let ustreamer = try #require(ServerCommand("ustreamer", ["ustreamer", "--host=0.0.0.0", "-p", "8081", "-m", "YUYV", "--desired-fps=15"]))
        #expect(ustreamer.address == "http://127.0.0.1:8081/stream" && ustreamer.isForOthers)
        #expect(ustreamer.rate == "--desired-fps=15" && ustreamer.raw == "-m YUYV")

        let rtsp = try #require(ServerCommand("v4l2rtspserver", ["v4l2rtspserver", "-F25", "-P", "99999", "/dev/video1"]))
        #expect(rtsp.port == 8554 && rtsp.rate == "-F25" && rtsp.device == "/dev/video1")

        // Its main thread has a name of its own.
        #expect(ServerCommand("main", ["/usr/bin/ustreamer", "-d", "/dev/video2"])?.program == "ustreamer")
        #expect(ServerCommand("main", ["ustreamer: worker --port 9", "-p", "8081"])?.port == 8081)
        #expect(ServerCommand("ustreamer", ["/bin/bash", "./ustreamer", "-p", "8081"]) == nil)
        #expect(ServerCommand("ustreamer", ["ustreamer", "-p", "8081", "-p", "8082", "-p"])?.port == 8082)
        let two = try #require(
            ServerCommand("mjpg_streamer", ["mjpg_streamer", "-i", "input_uvc.so -d /dev/video1", "-i", "input_uvc.so -d /dev/video3", "-o", "output_http.so"]))
        #expect(two.device == "/dev/video1")

        #expect(ServerCommand("firefox", ["firefox", "-p", "8080"]) == nil)
        #expect(ServerCommand("ustreamer", ["ustreamer", "--unix=/run/a.sock"]) == nil)
        #expect(ServerCommand("mjpg_streamer", [])?.port == 8080)
    }

    @Test("a node of ROS is told by its command line, and not by the environment of the shell that started it")
    func nodes() {
        let ros = ["ROS_VERSION=1", "ROS_MASTER_URI=http://robot:11311"]
        #expect(RobotNode.version(["/opt/ros/noetic/lib/usb_cam/usb_cam_node", "__name:=usb_cam"], ros) == 1)
        #expect(RobotNode.version(["/home/ada/ws/install/usb_cam/lib/usb_cam/usb_cam_node_exe", "--ros-args"], []) == 2)
        #expect(RobotNode.version(["/usr/bin/python3", "/opt/ros/humble/lib/v4l2_camera/node"], ["ROS_VERSION=2"]) == 2)
        #expect(RobotNode.version(["/home/ada/ws/devel/lib/usb_cam/usb_cam_node"], ros) == 1)
        #expect(RobotNode.version(["/home/ada/ws/install/cam/lib/cam/node"], ["AMENT_PREFIX_PATH=/home/ada/ws/install/cam"]) == 2)
        #expect(RobotNode.version(["/home/ada/ws/install/cam/lib/cam/node"], ["ROS_DISTRO=noetic"]) == 1)
        #expect(RobotNode.version(["/home/ada/ws/install/cam/lib/cam/node"], ["ROS_VERSION=9"]) == nil)
        #expect(RobotNode.version(["node", "/home/ada/install/lib/cam/server.js"], ["HOME=/home/ada"]) == nil)
        // The environment of another user's program cannot be read.
        #expect(RobotNode.version(["/opt/ros/melodic/lib/usb_cam/usb_cam_node"], []) == 1)
        #expect(RobotNode.version(["/opt/ros/jazzy/lib/usb_cam/usb_cam_node_exe"], []) == 2)
        #expect(RobotNode.version(["/opt/ros/mine/lib/cam/node"], []) == nil)
        #expect(RobotNode.version(["/opt/ros/mine/lib/cam/node"], ros) == 1)
        #expect(RobotNode.version(["/opt/ros/node"], []) == nil)
        #expect(RobotNode.version(["/usr/lib/firefox/firefox"], ros) == nil)
        #expect(RobotNode.version([], ros) == nil)
        #expect(RobotNode.isLocal(1, [], ["ROS_HOSTNAME=localhost"]))
        #expect(RobotNode.isLocal(1, ["__ip:=127.0.0.1"], ["ROS_IP=192.168.1.5"]))
        #expect(!RobotNode.isLocal(1, [], ["ROS_IP=192.168.1.5"]))
        #expect(RobotNode.isLocal(2, [], ["ROS_LOCALHOST_ONLY=1"]) && !RobotNode.isLocal(2, [], ["ROS_LOCALHOST_ONLY=0"]))
    }

    private static let holder = HoldersRecord.Holder(processID: 41, name: "mjpg_streamer", user: "ada", isOurs: false)

    private func holder(_ rules: String?, _ command: String, sockets: [String] = []) throws -> HoldersRecord.Holder {
        var files = [
            "/proc/41/cmdline": command, "/etc/ufw/ufw.conf": "ENABLED=yes\n", "/etc/default/ufw": "DEFAULT_INPUT_POLICY=\"DROP\"\n",
            "/proc/net/tcp": Self.sockets,
        ]
        files["/etc/ufw/user.rules"] = rules
        let links = sockets.enumerated().map { ("/proc/41/fd/\($0.offset + 3)", "socket:[\($0.element)]") }
        let tree = try MachineTree(files, links: Dictionary(uniqueKeysWithValues: links))
        return withExtendedLifetime(tree) { HoldersCollector.withMapping(Self.holder, of: "/dev/video0", files: tree.files) }
    }

    private func serving(_ rules: String?, _ command: String) throws -> HoldersRecord.Serving? { try holder(rules, command).serving }

    /// Ports 8080 and 80.
    private static let sockets =
        "head\n 0: 00000000:1F90 00000000:0000 0A 0:0 00:0 0 0 0 14533 1\n 1: 00000000:0050 00000000:0000 0A 0:0 00:0 0 0 0 14534 1\n"

    @Test(
        "a firewall that is on keeps others from a port only if its rules can be read, and none is for that port",
        arguments: [
            ("### tuple ### allow tcp 22 0.0.0.0/0 any 0.0.0.0/0 in\n", true), ("### tuple ### allow tcp 8080 0.0.0.0/0 any 192.168.1.0/24 in\n", false),
            ("### tuple ### limit any 8000:8100 0.0.0.0/0 any 0.0.0.0/0 in_eth0\n", false), ("### tuple ### allow any any 0.0.0.0/0 any 192.168.1.9 in\n", false),
            ("### tuple ### deny tcp 8080 0.0.0.0/0 any 0.0.0.0/0 in\n", true), ("### tuple ### allow udp 8080 0.0.0.0/0 any 0.0.0.0/0 in\n", true),
            ("### tuple ### allow tcp 99:1 0.0.0.0/0 any 0.0.0.0/0 in\n### tuple ###\n", true), (nil, nil),
        ] as [(String?, Bool?)])
    func firewall(rules: String?, isBlocked: Bool?) throws {
        let found = try #require(try serving(rules, "mjpg_streamer\0-i\0input_uvc.so\0-o\0output_http.so\0"))
        #expect(found.firewall == "ufw")
        #expect(found.isBlocked == isBlocked)
    }

    @Test("a server for this machine alone has nothing to do with a firewall")
    func inner() throws {
        let found = try #require(try serving("", "mjpg_streamer\0-i\0input_uvc.so\0-o\0output_http.so -l 127.0.0.1\0"))
        #expect(found.firewall == nil && found.address == "http://127.0.0.1:8080/?action=stream")
    }

    @Test("a port of a program that is not known as a server of pictures is told, and the firewall has nothing to do with it")
    func otherPort() throws {
        let found = try #require(try holder("", "/usr/bin/obs\0", sockets: ["14533"]).serving)
        #expect(found.ports == [8080] && found.firewall == nil && found.isBlocked == nil && found.address == nil)
        let silent = try serving("", "/usr/bin/obs\0")
        #expect(silent == nil)
        // Of a known one, only the port of its pictures counts.
        let known = try holder("", "/usr/bin/ustreamer\0--host=0.0.0.0\0", sockets: ["14534"])
        #expect(known.name == "ustreamer" && known.serving?.ports == [8080] && known.serving?.isBlocked == true)
    }

    private func found(
        _ files: [String: String], _ links: [String: String] = [:], cause: String? = nil, address: String = "http://127.0.0.1:8080/stream"
    ) throws -> (record: NetworkRecord, finding: Finding) {
        var files = files
        files["/proc/net/tcp"] = Self.sockets
        let tree = try MachineTree(files, links: links)
        var record = NetworkRecord(
            address: address, host: "127.0.0.1", place: "127.0.0.1:8080", isEncrypted: false, hasUser: false,
            trouble: .init(kind: .noAnswer, cause: cause ?? "it accepted the request (200), but sent no picture within 10 s"))
        withExtendedLifetime(tree) { record.lookUpWay(tree.files) }
        var snapshot = Snapshot(program: "test", time: "2026-11-29T00:00:00Z", subject: .init(kind: .network, name: address, isNamed: true))
        snapshot.network = .seen(record)
        return (record, try #require(Doctor.judge(snapshot).headline))
    }

    private func text(_ fixes: [Fix]) -> String { fixes.map { ([$0.title] + $0.commands).joined(separator: "\n") }.joined(separator: "\n") }

    @Test(
        "a program that only passes a port on is not taken for the server, and neither stopped nor started again",
        arguments: [
            ("docker-proxy", "/usr/bin/docker-proxy\0-proto\0tcp\0-host-ip\00.0.0.0\0-host-port\08080\0-container-port\080\0", false, "docker ps"),
            ("docker-proxy", "/usr/bin/docker-proxy\0", true, "docker ps"), ("rootlessport", "rootlessport\0", true, "podman ps"),
            ("ssh", "ssh\0-L\08080:pi:8080\0pi\0", true, "run the doctor on the machine"),
            ("ssh", "ssh\0-N\0-L\0127.0.0.1:8080:pi:80\0pi\0", false, "run the doctor on the machine"),
            ("socat", "socat\0TCP-LISTEN:8080,fork\0TCP:pi:80\0", false, "run the doctor on the machine"),
            ("systemd", "/sbin/init\0", true, "systemctl list-sockets"),
        ])
    func forwarder(name: String, command: String, isSeen: Bool, words: String) throws {
        let id = name == "systemd" ? 1 : 30
        let files = [
            "/proc/\(id)/comm": "\(name)\n", "/proc/\(id)/cmdline": command, "/proc/\(id)/cgroup": "0::/system.slice/docker.service\n",
        ]
        let (record, finding) = try found(files, isSeen ? ["/proc/\(id)/fd/7": "socket:[14533]"] : [:])
        #expect(record.server == nil && record.forwarder == name)
        #expect(finding.id == .streamNone)
        let fixes = text(finding.fixes)
        #expect(fixes.contains(words), "\(fixes)")
        #expect(!fixes.contains("kill") && !fixes.contains("systemctl stop") && !fixes.contains("systemctl restart"), "\(fixes)")
    }

    @Test("a port of a container leads to the known server in it, and a socket of systemd's to the service that has it, too")
    func behindForwarder() throws {
        let container = "0::/system.slice/docker-\(String(repeating: "8e", count: 32)).scope\n"
        let inside = try found(
            [
                "/proc/30/comm": "docker-proxy\n", "/proc/30/cmdline": "docker-proxy\0-host-port\08080\0", "/proc/44/comm": "main\n",
                "/proc/44/cmdline": "ustreamer\0-p\08080\0-f\015\0", "/proc/44/cgroup": container, "/dev/video0": "",
            ])
        // Its /dev/video0 may be another camera.
        #expect(inside.record.server?.name == "ustreamer" && inside.record.server?.isContained == true && inside.record.server?.device == nil)
        #expect(inside.record.server?.rate == "-f 15" && inside.record.forwarder == nil)

        let started = try found(
            ["/proc/1/comm": "systemd\n", "/proc/50/comm": "main\n", "/proc/50/cmdline": "/usr/bin/ustreamer\0--systemd\0"],
            ["/proc/1/fd/9": "socket:[14533]", "/proc/50/fd/3": "socket:[14533]"])
        #expect(started.record.server?.processID == 50 && started.record.server?.name == "ustreamer")
    }

    @Test("a server that accepts the request and then says nothing is a stream without pictures; other silence is no answer")
    func silence() throws {
        let files = ["/proc/7/comm": "main\n", "/proc/7/cmdline": "ustreamer\0-f\010\0", "/dev/video0": ""]
        let silent = try found(files).finding
        #expect(silent.id == .streamNone && silent.message.contains("ustreamer (process 7)"))
        #expect(text(silent.fixes).contains("Leave the frame rate (-f 10) out"))
        #expect(!text(silent.fixes).contains("ping"))
        let dripping = try found(files, cause: "no whole picture came (no frame arrived)").finding
        #expect(dripping.id == .streamNone)
        let unanswered = try found(files, cause: "it did not answer within 10 s").finding
        #expect(unanswered.id == .networkNoAnswer)
    }

    @Test("a server whose pictures may come from anywhere is looked at, and not told to ask a camera for something else")
    func unknownServer() throws {
        let files = ["/proc/7/comm": "go2rtc\n", "/proc/7/cmdline": "/usr/bin/go2rtc\0", "/proc/7/cgroup": "0::/system.slice/go2rtc.service\n"]
        let finding = try found(files, ["/proc/7/fd/3": "socket:[14533]"]).finding
        let fixes = text(finding.fixes)
        #expect(fixes.contains("Look at what go2rtc (process 7) takes its pictures from") && fixes.contains("journalctl -b -u go2rtc.service"))
        #expect(!fixes.contains("MJPG") && !fixes.contains("frame rate") && !fixes.contains("stop"), "\(fixes)")
        // Nobody's program: who it is comes first.
        let hidden = try text(found([:]).finding.fixes)
        #expect(hidden.contains("ss -ltnp") && !hidden.contains("MJPG") && !hidden.contains("kill"), "\(hidden)")
    }

    @Test("the program behind an address of this machine is found by its command line, behind a proxy, too")
    func server() throws {
        let tree = try MachineTree([
            "/proc/net/tcp": Self.sockets,
            "/proc/7/comm": "mjpg_streamer\n", "/proc/7/cmdline": "./mjpg_streamer\0-i\0input_uvc.so -f 10\0-o\0output_http.so\0", "/dev/video0": "",
            "/proc/9/comm": "haproxy\n", "/proc/9/cmdline": "haproxy\0",
        ])
        func server(_ address: String, _ place: String) -> NetworkRecord.Server? {
            var record = NetworkRecord(address: address, host: "127.0.0.1", place: place, isEncrypted: false, hasUser: false)
            record.lookUpServer(tree.files)
            return record.server
        }
        let direct = server("http://127.0.0.1:8080/?action=stream", "127.0.0.1:8080")
        #expect(direct?.name == "mjpg_streamer" && direct?.processID == 7 && direct?.rate == "-f 10" && direct?.device == "/dev/video0")
        #expect(server("http://127.0.0.1/webcam/?action=stream", "127.0.0.1")?.processID == 7)
        #expect(server("http://127.0.0.1/video", "127.0.0.1") == nil)
        withExtendedLifetime(tree) {}
    }

    @Test("the journal of NVIDIA's camera daemon names the programs that asked it")
    func argus() {
        let journal = """
            Nov 16 11:02:10 nano nvargus-daemon[4411]: === NVIDIA Libargus Camera Service (0.97.3)=== Listening for connections...
            Nov 16 11:24:51 nano nvargus-daemon[4411]: === detectnet-camera[7214]: Connection established (7F8E5A81D0)
            Nov 16 11:25:51 nano nvargus-daemon[4411]: === a[8]: Connection established (7F)=== b[99999999999999999999]: Connection established (7F)
            Nov 16 11:26:51 nano nvargus-daemon[4411]: ]: Connection established
            """
        let found = ArgusPrograms.connections(in: journal)
        #expect(found.map { $0.name } == ["detectnet-camera", "a"])
        #expect(found.map { $0.processID } == [7214, 8])
    }
}
