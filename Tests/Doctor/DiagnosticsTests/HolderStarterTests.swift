// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing
import UserSession

@Suite("What has started a program that has the camera")
struct HolderStarterTests {
    private func holder(_ name: String = "motion", _ process: Int = 702) -> HoldersRecord.Holder {
        .init(processID: process, name: name, user: "ada", isOurs: false)
    }

    private func status(_ name: String, parent: Int) -> String {
        "Name:\t\(name)\nState:\tS (sleeping)\nPPid:\t\(parent)\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\nGroups:\t44\n"
    }

    @Test(
        "a service that runs programs of others is none to stop",
        arguments: [
            ("dropbear.service", "ssh"), ("sshd.service", "ssh"), ("ssh@0-192.168.1.5:22-192.168.1.9:50022.service", "ssh"),
            ("cron.service", "cron"), ("crond.service", "cron"), ("getty@tty1.service", "console"), ("lightdm.service", "desktop"),
            ("supervisor.service", "supervisord"), ("pm2-ada.service", "pm2"), ("atd.service", "at"), ("agetty.tty1", "console"),
        ])
    func shared(unit: String, kind: String) {
        #expect(HoldersRecord.Starter.shared(unit)?.kind.rawValue == kind)
    }

    @Test("a service of its own is", arguments: ["motion.service", "motioneye.service", "sshot.service", "go2rtc@cam.service", "kiosk.service", "cronet.service"])
    func own(unit: String) throws {
        #expect(HoldersRecord.Starter.shared(unit) == nil)
        let tree = try MachineTree(["/proc/702/cgroup": "0::/system.slice/\(unit)\n", "/proc/702/status": status("motion", parent: 1)])
        let found = withExtendedLifetime(tree) { HoldersCollector.inUnit(holder(), files: tree.files) }
        #expect(found.unit == unit && found.starter == nil)
    }

    @Test(
        "supervisors are found by control group or parent",
        arguments: [
            ("0::/openrc.motion\n", "init", "", "openRC", "motion"), ("4:name=openrc:/motion\n1:cpu:/\n", "init", "", "openRC", "motion"),
            ("0::/services/mjpg-streamer/instance1\n", "procd", "", "procd", "mjpg-streamer"), ("0::/\n", "runsv", "runsv\0cam\0", "runit", "cam"),
            ("0::/system.slice/runsvdir.service\n", "runsv", "runsv\0cam\0", "runit", "cam"),
            ("0::/\n", "s6-supervise", "s6-supervise\0/run/service/cam\0", "s6", "cam"),
            ("0::/\n", "supervise-daemo", "supervise-daemon\0cam\0--start\0/usr/bin/motion\0", "openRC", "cam"),
        ])
    func supervisors(group: String, parent: String, command: String, kind: String, name: String) throws {
        let tree = try MachineTree([
            "/proc/702/cgroup": group, "/proc/702/status": status("motion", parent: 700), "/proc/700/status": status(parent, parent: 1),
            "/proc/700/cmdline": command,
        ])
        let found = withExtendedLifetime(tree) { HoldersCollector.inUnit(holder(), files: tree.files) }
        #expect(found.starter?.kind.rawValue == kind)
        #expect(found.starter?.name == name)
    }

    @Test("a login in a session of logind is none, and a ring of parents ends")
    func sessions() throws {
        let tree = try MachineTree([
            "/proc/702/cgroup": "0::/user.slice/user-1000.slice/session-2.scope\n", "/proc/702/status": status("motion", parent: 700),
            "/proc/700/status": status("sshd", parent: 701), "/proc/701/status": status("bash", parent: 700),
        ])
        let found = withExtendedLifetime(tree) { HoldersCollector.inUnit(holder(), files: tree.files) }
        #expect(found.starter == nil && found.unit == nil)
    }

    @Test("a busy camera of a login over SSH is not freed by stopping SSH, in new evidence and in old")
    func advice() {
        for isOld in [false, true] {
            var holder = holder("mjpg_streamer")
            if isOld { holder.unit = "dropbear.service" } else { holder.starter = .init(.ssh) }
            let report = Doctor.judge(
                .healthy { snapshot in
                    snapshot.holders = .seen(HoldersRecord(holders: [holder], limitation: nil))
                    var stream = StreamRecord()
                    stream.failure = .init(request: "VIDIOC_S_FMT", errno: "EBUSY", message: "busy")
                    snapshot.stream = .seen(stream)
                })
            let commands = report.findings.flatMap(\.fixes).flatMap(\.commands)
            #expect(commands.contains("kill 702"))
            #expect(!commands.contains { $0.contains("systemctl") }, "\(commands)")
        }
    }

    // MARK: Virtual cameras

    @Test(
        "a command tells whether it feeds a virtual camera",
        arguments: [
            ("ffmpeg\0-i\0-\0-f\0v4l2\0/dev/video9\0", true), ("ffmpeg\0-f\0v4l2\0-i\0/dev/video9\0out.mp4\0", false),
            ("/usr/bin/scrcpy\0--v4l2-sink=/dev/video9\0", true),
            ("gst-launch-1.0\0videotestsrc\0!\0v4l2sink\0device=/dev/video9\0", true),
            ("gst-launch-1.0\0v4l2src\0device=/dev/video9\0!\0autovideosink\0", false), ("/opt/zoom/zoom\0", nil),
            ("ffmpeg\0-f\0v4l2\0-i\0/dev/video0\0-f\0v4l2\0/dev/video9\0", true),
        ] as [(String, Bool?)])
    func feeders(command: String, isFeeder: Bool?) throws {
        let tree = try MachineTree(["/proc/702/cmdline": command])
        let found = withExtendedLifetime(tree) { HoldersCollector.withMapping(holder(), of: "/dev/video9", files: tree.files) }
        #expect(found.isFeeder == isFeeder)
    }

    // MARK: A Raspberry Pi's firmware

    @Test("programs that can take a Raspberry Pi's camera from its firmware, with their services")
    func firmware() throws {
        let tree = try MachineTree([
            "/proc/904/comm": "motion\n", "/proc/904/cgroup": "0::/system.slice/motioneye.service\n", "/proc/905/comm": "mjpg_streamer\n",
            "/proc/905/cmdline": "mjpg_streamer\0-i\0input_uvc.so\0", "/proc/906/comm": "raspivid\n",
            "/proc/906/cgroup": "0::/system.slice/cam@anna.service\n", "/proc/907/comm": "bash\n",
        ])
        let found = withExtendedLifetime(tree) { FirmwareProgram.find(tree.files) }
        #expect(found.map(\.name) == ["motion", "raspivid"])
        #expect(found.map(\.unit) == ["motioneye.service", nil])
    }

    // MARK: The desktop's configuration

    @Test("WirePlumber's switches for cameras are found, in both of its languages, and not in comments")
    func wirePlumber() throws {
        let tree = try MachineTree([
            "/run/pipewire-0": "",
            "/home/ada/.config/wireplumber/wireplumber.conf.d/10-off.conf":
                "wireplumber.profiles = {\n main = {\n  monitor.v4l2 = disabled\n  # monitor.libcamera = disabled\n  hardware.audio = disabled\n }\n}\n",
            "/etc/wireplumber/main.lua.d/51.lua": "v4l2_monitor.enabled = false\n-- libcamera_monitor.enabled = false\n",
            "/home/ada/.config/xdg-desktop-portal/portals.conf": "[preferred]\ndefault=gnome;gtk\norg.freedesktop.impl.portal.Access=kde\n",
        ])
        let variables = ["XDG_RUNTIME_DIR": "/run", "HOME": "/home/ada"]
        let record = withExtendedLifetime(tree) {
            DesktopCollector(files: tree.files, environment: { variables[$0] }, ask: { _ in nil }).collect()
        }
        #expect(record?.disabledMonitors?.map(\.line) == ["monitor.v4l2 = disabled", "v4l2_monitor.enabled = false"])
        #expect(record?.disabledMonitors?.map(\.isUsers) == [true, false])
        #expect(record?.preferredForAccess == ["kde"])
        #expect(record?.preferredByDefault == ["gnome", "gtk"])
    }

    @Test(
        "the portal searches on until a back end can ask, and only the word none ends that",
        arguments: [
            ("hyprland", nil, true), ("none", nil, false), (nil, "none", false), ("wlr;gtk", nil, true), ("gnome", "kde", true), (nil, nil, true),
        ] as [(String?, String?, Bool)])
    func portal(usual: String?, access: String?, isServed: Bool) {
        func list(_ text: String?) -> [String]? { text.map { $0.split(separator: ";").map(String.init) } }
        var desktop = DesktopRecord()
        desktop.names = ["Hyprland"]
        desktop.backEnds = [
            .init(name: "hyprland", hasAccess: false, desktops: ["hyprland"]), .init(name: "gtk", hasAccess: true, desktops: ["gnome"]),
        ]
        (desktop.preferredByDefault, desktop.preferredForAccess) = (list(usual), list(access))
        let report = Doctor.judge(.healthy { $0.desktop = .seen(desktop) })
        #expect(report.notes.contains { $0.id == .desktopNoDialogue } == !isServed)
    }
}
