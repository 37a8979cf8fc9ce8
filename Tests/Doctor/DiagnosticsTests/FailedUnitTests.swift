// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import UserSession

@Suite("Units that systemd could not run, or that have failed")
struct FailedUnitTests {
    /// What is found of the unit watch.service, which runs as root.
    private static func record(
        _ properties: [String], journal: [String], unit: [String] = [], files: [String: String] = [:]
    ) throws -> CameraClientRecord {
        let tree = try MachineTree(files)
        let clients = ClientCollector(
            files: tree.files, account: { _ in nil },
            ask: { command in
                switch command.first {
                case "systemctl" where command.contains("cat"): unit.joined(separator: "\n")
                case "systemctl":
                    (["Id=watch.service", "LoadState=loaded", "MainPID=0"] + properties).joined(separator: "\n")
                case "journalctl" where command.last == "watch.service":
                    journal.map { "Nov 20 09:10:02 pi \($0)" }.joined(separator: "\n")
                default: nil
                }
            })
        return try withExtendedLifetime(tree) { try clients.collect(.unit("watch"), path: "/dev/video0") }
    }

    private static func headline(_ client: CameraClientRecord) -> Finding? { report(client).headline }

    private static func report(_ client: CameraClientRecord) -> DoctorReport { Doctor.judge(.healthy { $0.client = client }) }

    private static func failed(_ step: String, _ program: String, _ reason: String, before: String? = nil) -> [String] {
        ["systemd[1]: Started Watch."] + (before.map { ["(watch)[853]: watch.service: \($0)"] } ?? []) + [
            "(watch)[853]: watch.service: Failed at step \(step) spawning \(program): \(reason)",
            "systemd[1]: watch.service: Main process exited, code=exited, status=200/\(step)",
        ]
    }

    private static let ended = ["ActiveState=failed", "Result=exit-code", "Type=simple"]

    @Test("the step at which systemd failed says what is wrong with the unit")
    func steps() throws {
        let missing = "No such file or directory"
        let folder = try Self.record(
            Self.ended + ["ExecMainStatus=200"],
            journal: Self.failed("CHDIR", "/usr/bin/python3", missing, before: "Changing to the requested working directory failed: \(missing)"),
            unit: ["[Service]", "WorkingDirectory=/srv/cam"])
        #expect(folder.failedStep?.setting == "/srv/cam" && folder.failedStep?.detail?.hasPrefix("Changing to") == true)
        #expect(Self.headline(folder)?.message.contains("the folder /srv/cam") == true)
        let group = try Self.record(
            Self.ended + ["ExecMainStatus=216", "Group=watchers"], journal: Self.failed("GROUP", "/usr/bin/watch", "No such process"))
        #expect(Self.headline(group)?.message.contains("no group watchers") == true)
        let view = try Self.record(
            Self.ended + ["ExecMainStatus=226"],
            journal: Self.failed(
                "NAMESPACE", "/usr/bin/watch", missing,
                before: "Failed to set up mount namespacing: /run/systemd/unit-root/var/lib/watch: \(missing)"))
        #expect(Self.headline(view)?.fixes.first?.commands.first?.contains("StateDirectory=watch") == true)
        let other = try Self.record(Self.ended + ["ExecMainStatus=209"], journal: Self.failed("STDOUT", "/usr/bin/watch", "Permission denied"))
        #expect(Self.headline(other)?.fixes.first?.title.contains("StandardOutput=") == true)
        // Without the right to read the journal.
        let unread = try Self.record(
            Self.ended + ["ExecMainStatus=216", "Group=watchers", "ExecStart={ path=/usr/bin/watch ; argv[]=/usr/bin/watch ; ignore_errors=no }"],
            journal: [])
        #expect(unread.failedStep?.step == "GROUP" && Self.headline(unread)?.confidence == .likely)
        // The program itself ended so.
        let own = try Self.record(Self.ended + ["ExecMainStatus=226"], journal: ["systemd[1]: Started Watch.", "watch[853]: bye"])
        #expect(own.failedStep == nil)
    }

    @Test(
        "a program that cannot be executed: its permission, its interpreter, its kind",
        arguments: [
            ("Permission denied", "#!/bin/sh\n", "has no permission for that"),
            ("No such file or directory", "#!/usr/bin/python\r\nimport cv2\r\n", "line end of Windows"),
            ("No such file or directory", "#!/usr/bin/python\nimport cv2\n", "the line names /usr/bin/python"),
            ("No such file or directory", "\u{7f}ELF\u{1}", "another kind of system"), ("Exec format error", "echo hello\n", "without the first line"),
        ])
    func programs(reason: String, file: String, words: String) throws {
        let client = try Self.record(
            Self.ended + ["ExecMainStatus=203"], journal: Self.failed("EXEC", "/srv/cam.sh", reason), files: ["/srv/cam.sh": file])
        let finding = Self.headline(client)
        #expect(finding?.id == .accessServiceBroken && finding?.message.contains(words) == true, "\(finding?.message ?? "nothing")")
    }

    @Test(
        "how systemd saw it end is a finding of its own",
        arguments: [
            ("core-dump", "11", "SIGSEGV"), ("core-dump", "4", "SIGILL"), ("signal", "31", "SystemCallFilter"), ("oom-kill", "9", "not enough memory"),
            ("watchdog", "6", "WatchdogSec"), ("exit-code", "139", "SIGSEGV"), ("exit-code", "3", "ended with the status 3"),
        ])
    func results(result: String, status: String, words: String) throws {
        let client = try Self.record(
            ["ActiveState=failed", "Result=\(result)", "Type=simple", "ExecMainStatus=\(status)"], journal: ["systemd[1]: Started Watch."])
        let finding = Self.headline(client)
        #expect(finding?.id == .accessServiceBroken && finding?.message.contains(words) == true, "\(finding?.message ?? "nothing")")
    }

    @Test("a unit that nobody has started is told of, and not one that a timer starts or that has run")
    func unstarted() throws {
        func note(_ properties: [String]) throws -> Finding? {
            let client = try Self.record(["ActiveState=inactive", "Result=success", "Type=simple"] + properties, journal: [])
            return Self.report(client).notes.first { $0.id == .accessServiceBroken }
        }
        let never = "ExecMainStartTimestampMonotonic=0"
        #expect(try note([never, "UnitFileState=disabled"])?.fixes.first?.commands == ["sudo systemctl enable --now watch.service"])
        #expect(try note([never, "UnitFileState=enabled"])?.fixes.first?.commands == ["sudo systemctl start watch.service"])
        #expect(try note([never, "UnitFileState=disabled", "TriggeredBy=watch.timer"]) == nil)
        #expect(try note(["ExecMainStartTimestampMonotonic=81000000", "UnitFileState=disabled"]) == nil)
        #expect(try note([never, "UnitFileState=static"]) == nil)
    }

    @Test(
        "a program that a script did not find, in any language; names of scripts and folders are none of cameras",
        arguments: [
            ("/usr/local/bin/cam.sh: line 4: libcamera-vid: command not found", "127", "the program libcamera-vid"),
            ("/usr/local/bin/cam.sh: Zeile 4: libcamera-vid: Kommando nicht gefunden.", "127", "the program libcamera-vid"),
            ("/root/bin/webcamd: line 91: ./mjpg_streamer: No such file or directory", "127", "the program mjpg_streamer"),
            ("/bin/sh: 1: exec: /usr/bin/camera-streamer: not found", "127", "the program camera-streamer"),
            ("PermissionError: [Errno 13] Permission denied: '/var/log/webcam/watch.log'", "1", "may not use /var/log/webcam/watch.log"),
            ("webcamd: line 8: cd: /srv/capture: No such file or directory", "1", "something that it needs is missing"),
            ("Not starting watch daemon, disabled via /etc/default/watch ... (warning).", "1", "switch it off, in /etc/default/watch"),
            ("/usr/bin/env: ‘python’: No such file or directory", "127", "the program python"),
        ])
    func programsOfScripts(line: String, status: String, words: String) {
        var client = CameraClientRecord(.unit, name: "watch.service")
        client.exitStatus = status
        client.lastWords = ["starting", line]
        let finding = Self.headline(client)
        #expect(finding?.message.contains(words) == true, "\(finding?.message ?? "nothing")")
        let commands = (finding?.fixes ?? []).flatMap(\.commands)
        #expect(!commands.contains { $0.contains("apt search cam.sh") })
    }

    @Test("a service that ended before the camera came, for a reason of its own or at the limit of its starts")
    func early() throws {
        let port = try #require(Snapshot.healthy().chosen?.cameraKey.split(separator: "/").last)
        func headline(_ client: CameraClientRecord) -> Finding? {
            Doctor.judge(
                .healthy {
                    $0.client = client
                    $0.host.value?.kernelLog = .seen(["[ 16.6] usb \(port): New USB device found, idVendor=046d, idProduct=0825"])
                }
            ).headline
        }
        let moments = ["ExecMainStartTimestampMonotonic=6800000", "ExecMainExitTimestampMonotonic=6900000", "InactiveEnterTimestampMonotonic=6900000"]
        func client(_ line: String) throws -> CameraClientRecord {
            try Self.record(
                Self.ended + moments + ["ExecMainStatus=1", "Restart=always"],
                journal: [
                    "systemd[1]: Started Watch.", "watch[853]: \(line)", "systemd[1]: watch.service: Start request repeated too quickly.",
                ])
        }
        let unopened = try client("ERROR opening V4L interface: No such file or directory")
        let limit = try #require(headline(unopened))
        #expect(limit.id == .accessTooEarly && limit.message.contains("given up"))
        #expect(limit.fixes.first?.commands.first?.contains("StartLimitIntervalSec=0  [Service] RestartSec=5") == true)
        let unread = try client("ModuleNotFoundError: No module named 'cv2'")
        #expect(headline(unread)?.id == .accessServiceBroken)
        // What it did not find can have been the camera.
        let missing = try client("Can't access device: No such file or directory")
        #expect(headline(missing)?.id == .accessTooEarly)
    }

    @Test("a browser in a snap or Flatpak has a home of its own", arguments: ["snap", "flatpak"])
    func browsers(kind: String) throws {
        let isSnap = kind == "snap"
        let folder = isSnap ? "/home/anna/snap/brave/467/.config" : "/home/anna/.var/app/com.brave.Browser/config"
        let program = isSnap ? "/snap/brave/467/opt/brave.com/brave/brave" : "/app/brave/brave"
        let tree = try MachineTree([
            "/proc/70/comm": "brave\n", "/proc/70/cmdline": program + "\0https://shop.example/\0",
            "/proc/70/status": "Name:\tbrave\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\n",
            "/proc/70/root/.flatpak-info": isSnap ? "" : "[Application]\nname=com.brave.Browser\n",
            "/etc/passwd": "anna:x:1000:1000::/home/anna:/bin/bash\n",
            folder + "/BraveSoftware/Brave-Browser/Default/Preferences":
                "{\"profile\": {\"content_settings\": {\"exceptions\": {\"media_stream_camera\": {\"https://shop.example:443,*\": {\"setting\": 2}}}}}}",
        ])
        let clients = ClientCollector(
            files: tree.files, account: { _ in nil }, owner: { _ in UserRecord(id: 1000, name: "anna", accountGroups: [], sessionGroups: nil) }, ask: { _ in nil })
        let found = try withExtendedLifetime(tree) { try clients.collect(.process(70), path: nil) }
        #expect(found.refusedPages?.opened == "https://shop.example")
    }
}
