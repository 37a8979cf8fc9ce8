// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Judges a service that ended by itself, for a reason that it wrote into the journal and that is not about the camera.
enum FailedService {
    /// - Parameter isClear: only if the line itself names the cause: a missing thing, a refused path, a port that is taken.
    static func find(_ client: CameraClientRecord, isClear: Bool = false) -> Finding? {
        guard client.kind == .unit || client.kind == .userUnit, client.processID == nil, let words = client.lastWords,
            let last = telling(words, hasAborted: client.exitStatus == "6")
        else { return nil }
        let cause = Cause(last, client)
        guard !isClear && client.isEndedScript != true || cause.isClear else { return nil }
        let unit = Words.shell(client.name)
        let systemctl = client.systemctl
        let restart = "\(systemctl) restart \(unit)"
        return Finding(
            .accessServiceBroken, .fail,
            "\(client.title) has failed: \(cause.words)", confidence: .likely,
            evidence: (client.exitStatus.map {
                [EvidenceLine("systemctl show \(client.name)", "not running, last status \($0)")]
            } ?? [])
                + words.suffix(4).map { EvidenceLine(client.journalctl, $0) },
            effect: "it does not run; the camera has no fault that would explain it",
            fixes: cause.fixes(systemctl, unit, restart) + [
                Fix(
                    "Read the rest of what it said",
                    commands: [
                        "journalctl -b \(client.kind == .userUnit ? "--user-unit" : "-u") \(unit) -n 50"
                    ], isRunnable: false)
            ])
    }

    /// Of the last lines, the last that names a missing thing or a refusal, or else that tells of an error. `nil` if one of them is
    /// about a camera, whatever else they say: other checks look at the camera itself.
    ///
    /// - Parameter hasAborted: whether it ended by SIGABRT.
    private static func telling(_ words: [String], hasAborted: Bool) -> String? {
        // The places in the source that led to an error (Node.js, Java) say nothing of it.
        let recent = words.filter { !$0.drop { $0.isWhitespace }.hasPrefix("at ") }.suffix(6)
        let camera = CameraComplaints.cameraSigns
        let lines = recent.map { ($0, $0.lowercased()) }
        if let line = lines.first(where: { line in displaySigns.contains { line.1.contains($0) } }) { return line.0 }
        // What Python or the loader does not find is missing, whatever its name: libcamera, libmmal.so, picamera.
        if let line = lines.last(where: { line in
            ["no module named", "error while loading shared libraries"].contains { line.1.contains($0) }
                // Python's own words; others only mention a library that they can do without.
                || line.1.contains("cannot open shared object") && (line.1.hasPrefix("oserror:") || line.1.hasPrefix("importerror:"))
        }) {
            return line.0
        }
        // It names the file that it stands in, which may be libcamera's.
        if hasAborted, let line = lines.last(where: { isAssertion($0.1) }) { return line.0 }
        let errors = lines.filter { line in (strong + weak).contains { line.1.contains($0) } }
        guard !errors.contains(where: { line in camera.contains { line.1.contains($0) } }),
            // GStreamer's word for a format that a camera does not offer, after which it writes more than these lines.
            !words.contains(where: { $0.contains("not-negotiated") })
        else { return nil }
        for signs in [strong, weak] {
            if let line = errors.last(where: { line in signs.contains { line.1.contains($0) } }) { return line.0 }
        }
        return nil
    }

    /// What the C library writes before it aborts a program. GLib's assertions end nothing.
    private static func isAssertion(_ line: String) -> Bool {
        line.contains("assertion") && line.contains("failed") && !line.contains("critical") && !line.contains("glib")
    }

    /// Programs that capture for others.
    private static let capturing: Set = [
        "motion", "ffmpeg", "ustreamer", "mjpg_streamer", "mjpg-streamer", "camera-streamer", "rpicam-vid", "libcamera-vid", "raspivid",
        "raspistill", "ffprobe", "avconv", "gst-launch-1.0", "fswebcam", "v4l2-ctl", "zbarcam",
    ]

    /// The program that a line says is not installed: `INFO: motion not installed`, `ffmpeg is not installed`, `spawn ffmpeg ENOENT`.
    /// `nil` unless it is one that captures.
    static func uninstalled(_ line: String) -> String? {
        let isSaid =
            line.hasSuffix(" not installed") || line.hasSuffix(" not installed.") || line.hasSuffix(": not found")
            // Node.js, Go and Python, of a program that they were to start.
            || line.contains("spawn ") && line.contains("ENOENT") || line.contains("executable file not found")
            || line.contains("FileNotFoundError") && line.contains("No such file or directory")
        guard isSaid else { return nil }
        // A path's last part is the program; the others are folders.
        return line.split { " :'\"(),".contains($0) }.compactMap { $0.split(separator: "/").last.map(String.init) }
            .last { capturing.contains($0) }
    }

    /// What Qt, GTK, OpenCV and X itself say without a display.
    private static let displaySigns = [
        "could not connect to display", "cannot open display", "can't open display", "unable to open display",
        "unable to init server", "no display name", "could not load the qt platform plugin", "no qt platform plugin",
        "cannot connect to x server",
    ]

    private static let strong = [
        "not found", "no such file", "permission denied", "no module named", "cannot open", "can't open",
        "address already in use", "importerror", "undefined symbol", "not permitted", "enoent",
    ]
    private static let weak = [
        "error", "fail", "cannot", "can't", "could not", "unable", "fatal", "invalid", "unknown", "refused", "missing",
        "traceback",
    ]

    /// What the line is about.
    private struct Cause {
        private let line: String
        private let small: String
        private let user: String?

        init(_ line: String, _ client: CameraClientRecord) {
            self.line = line
            small = line.lowercased()
            user = client.user?.label
        }

        /// A path that it may not use.
        private var refusedPath: String? {
            guard small.contains("permission denied") || small.contains("not permitted") else { return nil }
            return line.split { " '\"(),;[]<>=".contains($0) }
                .map { $0.hasSuffix(":") ? $0.dropLast() : $0 }
                .last { $0.hasPrefix("/") && $0.utf8.count > 2 }
                .map(String.init)
        }

        /// The setting with which systemd makes a folder of this unit's own, and the folder's name: only below these does a service
        /// have such.
        private func ownFolder(_ path: String) -> (setting: String, name: String)? {
            let settings = [
                ("/var/log/", "LogsDirectory"), ("/var/lib/", "StateDirectory"), ("/var/cache/", "CacheDirectory"),
                ("/run/", "RuntimeDirectory"),
            ]
            for (root, setting) in settings where path.hasPrefix(root) {
                let parts = path.dropFirst(root.utf8.count).split(separator: "/")
                // The path's own name may be a file's: what stands directly in the root has no folder of its own.
                guard parts.count > 1, let name = parts.first, name != "..", name != "." else { return nil }
                return (setting, String(name))
            }
            return nil
        }

        private var lacks: Bool {
            [
                "not found", "no such file", "enoent", "no module named", "importerror", "undefined symbol", "cannot open shared object",
                "shared libraries",
            ].contains { small.contains($0) }
        }

        var isClear: Bool { refusedPath != nil || lacks || isAddress || isDisplay || isAssertion }

        /// The name of a program that a shell did not find: `/bin/sh: 1: exec: /usr/bin/camera-streamer: not found`.
        private var missingProgram: String? {
            if let name = FailedService.uninstalled(line) { return name }
            guard small.contains("not found") else { return nil }
            let path = line.split { " \"'(),;:".contains($0) }.last { $0.hasPrefix("/usr/") || $0.hasPrefix("/opt/") }
            return path?.split(separator: "/").last.map(String.init).flatMap { name in
                name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.+".contains($0)) } ? name : nil
            }
        }

        /// It opens windows, and a service has no display.
        var isDisplay: Bool { FailedService.displaySigns.contains { small.contains($0) } }

        /// A check in its own code, or a library's, failed.
        private var isAssertion: Bool { FailedService.isAssertion(small) }

        private var isAddress: Bool { small.contains("address already in use") }

        var words: String {
            let said = "\"\(line.prefix(200))\""
            if let path = refusedPath {
                return "\(user.map { "its user \($0)" } ?? "it") may not use \(path); it said \(said)"
            }
            if isDisplay { return "it wants to open windows, and a service has no display; it said \(said)" }
            if isAssertion {
                return "a check in its own code or in a library failed, which ends a program at once (SIGABRT): a fault of that version; it said \(said)"
            }
            if isAddress { return "another program has its network port; it said \(said)" }
            if lacks { return "something that it needs is missing; it said \(said)" }
            return "it ended by itself, and said \(said)"
        }

        func fixes(_ systemctl: String, _ unit: String, _ restart: String) -> [Fix] {
            let needsRoot = systemctl.hasPrefix("sudo")
            if let path = refusedPath {
                let own = ownFolder(path).map { folder in
                    Fix(
                        "Let systemd make the folder and give it to the service's user",
                        commands: [
                            "\(systemctl) edit \(unit)   # [Service] \(folder.setting)=\(Words.shell(folder.name))", restart,
                        ], needsRoot: needsRoot, isRunnable: false)
                }
                return [
                    own,
                    Fix(
                        "\(own == nil ? "Look" : "Or look") to whom it belongs, and who may use it; a missing folder must be made (mkdir) and given to that user (chown)",
                        commands: ["namei -l \(Words.shell(path))"], isRunnable: false),
                    Fix("Or name another place in the program's configuration"),
                ].compactMap(\.self)
            }
            if isDisplay {
                return [
                    Fix(
                        "Switch its windows off in its own settings: programs that show a preview mostly have an option to run without one (headless, gui off)",
                        commands: [restart], needsRoot: needsRoot, isRunnable: false),
                    Fix(
                        "Or start it in the session of the user at the screen (a user unit, WantedBy=graphical-session.target), or give it a display that nobody sees: xvfb-run before its command"
                    ),
                ]
            }
            if isAssertion {
                return [
                    Fix(
                        "Update the program and the library that the line names (libcamera, if it is one of its files), or go back to the versions before the last upgrade; then start it",
                        commands: [restart], needsRoot: needsRoot, isRunnable: false),
                    Fix("If the newest versions fail, too, report that line to their developers"),
                ]
            }
            if isAddress {
                return [
                    Fix(
                        "Show which program has the port, and end it or choose another port",
                        commands: ["sudo ss -ltnp", restart], needsRoot: true, isRunnable: false)
                ]
            }
            if small.contains("no module named"), small.contains("libcamera") || small.contains("picamera2") {
                return [
                    Fix(
                        "Its Python does not see the system's modules, which libcamera's (python3-libcamera) is: make the virtual environment again so that it does, or start the program with /usr/bin/python3",
                        commands: ["python3 -m venv --system-site-packages VENV", "sudo apt install python3-picamera2", restart],
                        needsRoot: needsRoot, isRunnable: false)
                ]
            }
            if small.contains("libmmal") {
                return [
                    Fix(
                        "It uses the old way to a Raspberry Pi's camera (MMAL, the library picamera), which systems of 64 bits and those since Debian 12 do not have: change it to picamera2, which uses libcamera, or use an older system of 32 bits with the legacy camera"
                    )
                ]
            }
            if lacks {
                // `No such file or directory: 'settings.json'`: a unit starts in / unless told otherwise.
                let isRelative = small.contains("no such file or directory: '") && !line.contains("directory: '/")
                return [
                    isRelative
                        ? Fix(
                            "It names that file without a folder, so it looks for it where it was started: a service starts in /. Give the unit the folder of its program (WorkingDirectory=FOLDER under [Service])",
                            commands: ["\(systemctl) edit \(unit)", restart], needsRoot: needsRoot, isRunnable: false) : nil,
                    Fix(
                        "Install what that line names: its package again, if an upgrade has removed it, or by the program's own installer (often make install or its install script), which brings what a new version needs; then start it",
                        commands: missingProgram.map { ["apt search \($0)   # or dnf, pacman -Ss: which package has it", restart] } ?? [restart],
                        needsRoot: needsRoot, isRunnable: false),
                    line.contains("'/") || line.contains(" /")
                        ? Fix(
                            "If the path is wrong, such as that of another user's home, correct it in the unit",
                            commands: ["\(systemctl) edit --full \(unit)", restart], needsRoot: needsRoot,
                            isRunnable: false) : nil,
                    Fix("Or, if this began with an update, go back to the version before it"),
                ].compactMap(\.self)
            }
            return [
                Fix(
                    "Fix what that line reports, and start it again", commands: [restart], needsRoot: needsRoot,
                    isRunnable: false)
            ]
        }
    }
}
