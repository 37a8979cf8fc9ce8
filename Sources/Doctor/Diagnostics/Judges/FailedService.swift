// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Judges a service that ended by itself, for a reason that it wrote into the journal and that is not about the camera.
enum FailedService {
    /// - Parameter isClear: only if the line itself names the cause: a missing thing, a refused path, a port that is taken.
    static func find(_ client: CameraClientRecord, isClear: Bool = false, place: Place = Place()) -> Finding? {
        guard client.processID == nil, let words = client.lastWords, let cause = cause(client, place) else { return nil }
        guard !isClear && client.isEndedScript != true || cause.isClear else { return nil }
        let unit = Words.shell(client.name)
        let restart = "\(client.systemctl) restart \(unit)"
        return Finding(
            .accessServiceBroken, .fail,
            "\(client.title) \(cause.isSwitchedOff ? "does not run" : "has failed"): \(cause.words)", confidence: .likely,
            evidence: (client.exitStatus.map {
                [EvidenceLine("systemctl show \(client.name)", "not running, last status \($0)")]
            } ?? [])
                + words.suffix(4).map { EvidenceLine(client.journalctl, $0) },
            effect: "it does not run; the camera has no fault that would explain it",
            fixes: cause.fixes(restart) + [
                Fix(
                    "Read the rest of what it said",
                    commands: [client.lastJournal], isRunnable: false)
            ])
    }

    /// Whether a service has ended for a reason that no camera can be: it would have ended with one as well.
    static func hasOwnCause(_ client: CameraClientRecord) -> Bool { cause(client, Place())?.isOwn == true }

    private static func cause(_ client: CameraClientRecord, _ place: Place) -> Cause? {
        guard client.kind == .unit || client.kind == .userUnit, let words = client.lastWords,
            let last = telling(words, exitStatus: client.exitStatus, isScript: client.isEndedScript == true)
        else { return nil }
        return Cause(last, client, place)
    }

    /// Of the last lines, the last that names a missing thing or a refusal, or else that tells of an error. `nil` if one of them is
    /// about a camera, whatever else they say: other checks look at the camera itself.
    ///
    /// - Parameters:
    ///   - exitStatus: 6 after SIGABRT.
    ///   - isScript: of init.d.
    private static func telling(_ words: [String], exitStatus: String?, isScript: Bool) -> String? {
        // The places in the source that led to an error (Node.js, Java) say nothing of it.
        let recent = words.filter { !$0.drop { $0.isWhitespace }.hasPrefix("at ") }.suffix(6)
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
        if let line = lines.last(where: { switchedOff($0.0, isScript: isScript) != nil }) { return line.0 }
        // It names the file that it stands in, which may be libcamera's.
        if exitStatus == "6", let line = lines.last(where: { isAssertion($0.1) }) { return line.0 }
        let errors = lines.filter { isError($0.1) }
        // Its name may be that of a program for cameras. What a script can do without, it goes on after.
        if let index = lines.lastIndex(where: { MissingProgram($0.0, exitStatus: exitStatus) != nil }),
            exitStatus == "127" || !lines[index...].dropFirst().contains(where: { line in isError(line.1) && SpokenLine.isAboutCamera(line.1) })
        {
            return lines[index].0
        }
        guard !errors.contains(where: { SpokenLine.isAboutCamera($0.1) }),
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

    private static func isError(_ line: String) -> Bool { (strong + weak).contains { line.contains($0) } }

    /// The file that keeps a script of init.d from starting its program: `Not starting motion daemon, disabled via /etc/default/motion`.
    private static func switchedOff(_ line: String, isScript: Bool) -> String? {
        // Programs say the same of a part of theirs that their configuration switches off.
        guard isScript || line.lowercased().contains("not starting") else { return nil }
        for words in ["disabled via ", "disabled in ", "disabled by "] {
            guard let start = line.firstRange(of: words) else { continue }
            let path = line[start.upperBound...].prefix { !$0.isWhitespace && !",;:()'\"".contains($0) }
            if path.hasPrefix("/etc/") { return String(path.hasSuffix(".") ? path.dropLast() : path) }
        }
        return nil
    }

    /// What Qt, GTK, OpenCV and X itself say without a display.
    static let displaySigns = [
        "could not connect to display", "cannot open display", "can't open display", "unable to open display",
        "unable to init server", "no display name", "could not load the qt platform plugin", "no qt platform plugin",
        "cannot connect to x server",
        // zbar's window, of zbarcam. Source: zbar/processor/posix.c.
        "spawning input thread",
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
        private let place: Place
        private let unitName: String
        private let isUserUnit: Bool
        /// The file in which a setting of the system keeps it from starting.
        private let switchingFile: String?
        /// The program that it was to run and that is not there.
        private let program: MissingProgram?

        init(_ line: String, _ client: CameraClientRecord, _ place: Place) {
            self.line = line
            self.place = place
            small = line.lowercased()
            user = client.user?.label
            unitName = client.name
            isUserUnit = client.kind == .userUnit
            switchingFile = FailedService.switchedOff(line, isScript: client.isEndedScript == true)
            program = MissingProgram(line, exitStatus: client.exitStatus)
        }

        /// A path that it may not use.
        private var refusedPath: String? {
            guard small.contains("permission denied") || small.contains("not permitted") else { return nil }
            return SpokenLine.withoutScript(line).split { " '\"(),;[]<>=".contains($0) }
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

        private var lacksModule: Bool {
            ["no module named", "importerror", "undefined symbol", "cannot open shared object", "shared libraries"].contains {
                small.contains($0)
            }
        }

        var isClear: Bool { refusedPath != nil || lacks || program != nil || isAddress || isDisplay || isAssertion || isSwitchedOff }

        /// Whether no camera can be the cause. What is missing or refused can be its node, unless another path is named.
        var isOwn: Bool {
            let isOfFile = refusedPath != nil || lacks
            return lacksModule || program != nil || isAddress || isDisplay || isSwitchedOff
                // Python's words for a file that is named without a folder.
                || isOfFile && (SpokenLine.ownPath(in: line) != nil || small.contains("directory: '"))
        }

        /// A setting of the system keeps it from starting.
        var isSwitchedOff: Bool { switchingFile != nil }

        /// It opens windows, and a service has no display.
        var isDisplay: Bool { FailedService.displaySigns.contains { small.contains($0) } }

        /// A check in its own code, or a library's, failed.
        private var isAssertion: Bool { FailedService.isAssertion(small) }

        private var isAddress: Bool { small.contains("address already in use") }

        var words: String {
            let said = "\"\(line.prefix(200))\""
            if let file = switchingFile { return "the system's settings switch it off, in \(file); it said \(said)" }
            if let program { return "the program \(program.name), which it runs, is not installed; it said \(said)" }
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

        func fixes(_ restart: String) -> [Fix] {
            let needsRoot = !isUserUnit
            if let file = switchingFile {
                let setting = file == "/etc/default/motion" ? "start_motion_daemon=yes" : nil
                return [
                    Fix(
                        "Switch it on in that file (\(setting ?? "mostly a line like ENABLED=1, RUN=yes or START=yes")), and start it",
                        commands: ["sudoedit \(Words.shell(file))\(setting.map { "   # \($0)" } ?? "")", restart], needsRoot: true,
                        isRunnable: false)
                ]
            }
            if let program {
                return program.fixes(place, restart: [restart], needsRoot: needsRoot) + [otherPath(restart)].compactMap(\.self)
            }
            if let path = refusedPath {
                let own = ownFolder(path).map { folder in
                    Fix(
                        "Let systemd make the folder and give it to the service's user",
                        commands: place.editUnit(unitName, ["[Service]", "\(folder.setting)=\(folder.name)"], isUser: isUserUnit) + [restart],
                        needsRoot: needsRoot, isRunnable: false)
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
                        "Switch its windows off in its own settings: programs that show a preview mostly have an option to run without one (headless, gui off; zbarcam --nodisplay)",
                        commands: [restart], needsRoot: needsRoot, isRunnable: false),
                    Fix(
                        "Or start it in the session of the user at the screen (a user unit, WantedBy=graphical-session.target), or give it a virtual display: xvfb-run before its command"
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
            if let fix = LegacyCameraLibrary.fix(line) { return [fix] }
            if lacks {
                // `No such file or directory: 'settings.json'`: a unit starts in / unless told otherwise.
                let isRelative = small.contains("no such file or directory: '") && !line.contains("directory: '/")
                return [
                    isRelative
                        ? Fix(
                            "It names that file without a folder, so it looks for it where it was started: a service starts in /. Give the unit the folder of its program (WorkingDirectory=FOLDER under [Service])",
                            commands: place.editUnit(unitName, ["[Service]", "WorkingDirectory=FOLDER"], isUser: isUserUnit) + [restart],
                            needsRoot: needsRoot, isRunnable: false) : nil,
                    Fix(
                        "Install what that line names: its package again, if an upgrade has removed it, or by the program's own installer (often make install or its install script), which brings what a new version needs; then start it",
                        commands: MissingProgram(notFound: line).map {
                            [$0.search, restart]
                        } ?? [restart],
                        needsRoot: needsRoot, isRunnable: false),
                    otherPath(restart),
                    Fix("Or, if this began with an update, go back to the version before it"),
                ].compactMap(\.self)
            }
            return [
                Fix(
                    "Fix what that line reports, and start it again", commands: [restart], needsRoot: needsRoot,
                    isRunnable: false)
            ]
        }

        private func otherPath(_ restart: String) -> Fix? {
            guard line.contains("'/") || line.contains(" /") else { return nil }
            return Fix(
                "If the path is wrong, such as that of another user's home, correct it in the unit",
                commands: place.editWholeUnit(unitName, isUser: isUserUnit) + [restart], needsRoot: !isUserUnit, isRunnable: false)
        }
    }
}
