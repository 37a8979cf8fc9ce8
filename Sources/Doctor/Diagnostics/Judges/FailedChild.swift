// SPDX-License-Identifier: Apache-2.0

/// Judges a service or container that runs, and whose program for the camera does not: the words of the loader, of the C library or
/// of the service itself say why.
enum FailedChild {
    /// What such a line says.
    private enum Cause {
        case library, otherMachine, address, mayNotRun, notInstalled, sharedMemory, display

        init?(_ line: String) {
            let small = line.lowercased()
            if small.contains("error while loading shared libraries:") || small.contains("symbol lookup error:") {
                self = .library
            } else if small.contains("cannot execute binary file") {
                self = .otherMachine
            } else if small.contains("address already in use") {
                self = .address
            } else if small.contains("permission denied") && ["fork/exec /", "exec: ", "execve"].contains(where: small.contains)
                || small.contains("spawn ") && small.hasSuffix(" eacces")
            {
                self = .mayNotRun
            } else if MissingProgram(line)?.isCapturing == true {
                self = .notInstalled
            } else if Self.isBusError(small) {
                self = .sharedMemory
            } else if FailedService.displaySigns.contains(where: small.contains) {
                self = .display
            } else {
                return nil
            }
        }

        /// SIGBUS, and not the error of a bus such as D-Bus or I²C.
        private static func isBusError(_ small: String) -> Bool {
            small.contains("fatal python error: bus error") || small.contains("sigbus") || small.contains("signal: bus error")
                || small.drop { $0.isWhitespace }.hasPrefix("bus error")
        }
    }

    /// The last line that tells of such a program.
    ///
    /// - Parameter hasOwnMemory: whether it is a container with a shared memory of its own, which can be full.
    static func line(in lines: [String], hasOwnMemory: Bool = false) -> String? {
        // A port that is taken is mostly tried again, and many services have ports that have nothing to do with cameras: it counts only
        // if it was nearly the last word.
        let recent = lines.count - 6
        return lines.indices.last { index in
            Cause(lines[index]).map { ($0 != .address || index >= recent) && ($0 != .sharedMemory || hasOwnMemory) } == true
        }.map { lines[$0] }
    }

    /// - Parameter holders: the programs that have the camera: if one is the service's, that works.
    static func find(_ client: CameraClientRecord, _ holders: [HoldersRecord.Holder], place: Place = Place()) -> Finding? {
        // Whose program it is that has the camera cannot be told of a container.
        guard let line = client.childTrouble, let cause = Cause(line),
            !holders.contains(where: { $0.unit == client.name || client.kind == .container && !$0.isOurs })
        else { return nil }
        let said = "it said \"\(line.prefix(200))\""
        switch cause {
        case .library: return broken(client, line, "a library that it was built with is not on this machine (any more); \(said)", isLibrary: true)
        case .otherMachine: return broken(client, line, "it is not made for this machine; \(said)", isLibrary: false)
        case .address: return address(client, line, said, holders)
        case .mayNotRun: return mayNotRun(client, line, said)
        case .notInstalled: return MissingProgram(line).map { notInstalled($0, client, line, said, place) }
        case .display: return display(client, line, said)
        case .sharedMemory: return client.setup?.sharedMemory.flatMap { sharedMemory(client, line, said, bytes: $0) }
        }
    }

    private static func finding(
        _ client: CameraClientRecord, _ line: String, _ why: String, _ severity: Finding.Severity = .fail,
        effect: String = "the camera is not at fault: that program never reaches it", fixes: [Fix]
    ) -> Finding {
        Finding(
            .accessServiceBroken, severity, "\(client.title) runs, but \(why)", confidence: .likely,
            evidence: [EvidenceLine(client.ownLog, line)], effect: effect, fixes: fixes)
    }

    private static func notInstalled(
        _ program: MissingProgram, _ client: CameraClientRecord, _ line: String, _ said: String, _ place: Place
    ) -> Finding {
        let name = program.name
        let isContainer = client.kind == .container
        let image = Fix(
            "Use an image that has \(name), or install it in the container, where the image's documentation has a way to keep that",
            commands: client.restart, isRunnable: false)
        return finding(
            client, line, "the program \(name), which does its work with the camera, \(isContainer ? "is not in its image" : "is not installed"); \(said)",
            .warn, effect: "the camera is not at fault: nothing opens it",
            fixes: (isContainer ? [image] : program.fixes(place, restart: client.restart, needsRoot: client.needsRoot)) + [
                Fix("Or name the path of another \(name) in the service's settings, if one is there", commands: ["command -v \(Words.shell(name))"], isRunnable: false)
            ])
    }

    /// `…/camera-streamer: error while loading shared libraries: libcamera.so.0.0.4: cannot open shared object file`
    private static func broken(_ client: CameraClientRecord, _ line: String, _ why: String, isLibrary: Bool) -> Finding {
        if isLibrary, let fix = LegacyCameraLibrary.fix(line) {
            return finding(client, line, "a program that it starts does not: \(why)", fixes: [fix])
        }
        return finding(
            client, line, "a program that it starts does not: \(why)",
            fixes: [
                Fix(
                    isLibrary
                        ? "Build that program again, or install it again, against the libraries that are here now: an update of the system has replaced one (often make clean and make in its folder, or its own installer)"
                        : "Install that program again, for this machine's kind of processor, or run the service's own installer again",
                    commands: client.restart, needsRoot: client.needsRoot, isRunnable: false),
                Fix("Or, if this began with an update, go back to the version before it"),
            ])
    }

    /// Services and containers have no display unless they are given one.
    private static func display(_ client: CameraClientRecord, _ line: String, _ said: String) -> Finding {
        finding(
            client, line, "a program that it starts ends at once, because it wants to open a window, for which it has no display; \(said)", .warn,
            effect: "the camera is not at fault: that program gets no picture from it",
            fixes: [
                Fix(
                    "Let that program run without a window (zbarcam --nodisplay; others call it headless, or gui off)",
                    commands: client.restart, needsRoot: client.needsRoot, isRunnable: false),
                Fix("Or give it a virtual display: xvfb-run before its command"),
            ])
    }

    /// A write to shared memory that has no room any more ends a program with SIGBUS, whatever it does besides.
    private static func sharedMemory(_ client: CameraClientRecord, _ line: String, _ said: String, bytes: Int) -> Finding? {
        guard client.kind == .container, (1 << 20...muchSharedMemory).contains(bytes) else { return nil }
        let engine = client.containerEngine
        let megabytes = bytes >> 20
        var finding = finding(
            client, line,
            "a program in it has died, as one does when the container's shared memory (/dev/shm) is full: it has \(megabytes) MB\(megabytes == 64 ? " (the default)" : ""), and programs such as Frigate keep some raw pictures of every camera there; \(said)",
            effect: "the camera is not at fault: there is no memory left for its pictures in the container",
            fixes: [
                Fix(
                    "See whether it is full",
                    commands: ["\(engine) exec \(Words.shell(client.name)) df -h /dev/shm"], isRunnable: false),
                Fix(
                    "Create the container again with more: a raw picture of 1920x1080 has 3 MB, of which Frigate keeps about nine for each camera",
                    commands: ["# docker-compose.yml: shm_size: \"\(max(256, 4 * megabytes))mb\"", "\(engine) run --shm-size \(max(256, 4 * megabytes))m IMAGE"],
                    isRunnable: false),
                Fix("Or let the program work on smaller pictures (Frigate: width and height of detect)"),
            ])
        finding.evidence.append(EvidenceLine("\(engine) inspect \(client.name), ShmSize", "\(bytes)"))
        return finding
    }

    /// In bytes: who gave it more has seen to it.
    private static let muchSharedMemory = 1 << 30

    /// Two programs that both want to serve pictures at the same port.
    private static func address(
        _ client: CameraClientRecord, _ line: String, _ said: String, _ holders: [HoldersRecord.Holder]
    ) -> Finding {
        let other = holders.first { !$0.isOurs && $0.unit != nil && $0.unit != client.name }
        let stop = other.flatMap { holder -> Fix? in
            guard let unit = holder.unit else { return nil }
            let systemctl = holder.isUserUnit == true ? "systemctl --user" : "sudo systemctl"
            return Fix(
                "If it is \(holder.name) of the service \(unit), which has a camera here: stop that, and keep it from starting again",
                commands: ["\(systemctl) disable --now \(Words.shell(unit))"], needsRoot: holder.isUserUnit != true,
                undo: ["\(systemctl) enable --now \(Words.shell(unit))"], isRunnable: false)
        }
        return finding(
            client, line, "a program that it starts does not: another program has its network port already; \(said)",
            fixes: [
                client.setup?.hasOwnNetwork == true
                    ? Fix(
                        "See which program of the container listens at that port",
                        commands: ["\(client.containerEngine) exec \(Words.shell(client.name)) ss -ltnp"], isRunnable: false)
                    : Fix("See which program listens at that port", commands: ["sudo ss -ltnp"], needsRoot: true, isRunnable: false),
                stop,
                Fix(
                    "Or give this one another port in the service's settings (such as 8081 in place of 8080), and start it again",
                    commands: client.restart, needsRoot: client.needsRoot, isRunnable: false),
            ].compactMap(\.self))
    }

    /// A folder that is mounted with noexec, as /dev/shm is in a container, or a file without the permission to run.
    private static func mayNotRun(_ client: CameraClientRecord, _ line: String, _ said: String) -> Finding {
        // `/bin/sh: 1: exec: /opt/cam/stream: Permission denied`: the last one is what was to run.
        let path = line.split { " '\"".contains($0) }.map { $0.hasSuffix(":") ? $0.dropLast() : $0 }
            .last { $0.hasPrefix("/") && $0.utf8.count > 1 }.map(String.init)
        let isShared = path?.hasPrefix("/dev/shm/") == true
        let folder = isShared ? "/dev/shm" : path.map { "/" + $0.split(separator: "/").dropLast().joined(separator: "/") }
        let why =
            "may not run a program that it starts: "
            + (folder.map { "\($0) is mounted with noexec, so that no program may be executed there, or the file itself lacks that permission" }
                ?? "its file lacks the permission, or its folder is mounted with noexec")
        return finding(
            client, line, "\(why); \(said)",
            fixes: client.kind == .container ? inContainer(client, isShared) : onMachine(path, folder))
    }

    private static func inContainer(_ client: CameraClientRecord, _ isShared: Bool) -> [Fix] {
        isShared
            ? [
                Fix(
                    "Create the container again with a /dev/shm in which programs may run: Docker and Podman mount it with noexec",
                    commands: ["\(client.containerEngine) run --tmpfs /dev/shm:exec … IMAGE"], isRunnable: false)
            ]
            : [
                Fix("If that folder is a volume: mount it from a place of the host that is not mounted with noexec"),
                Fix(
                    "If it is of the image: install that program again in the container, in a newer version, give its file the permission to be run, or name another one in the service's settings"
                ),
            ]
    }

    private static func onMachine(_ path: String?, _ folder: String?) -> [Fix] {
        guard let path, let folder else { return [Fix("Give the program's file the permission to be run, or install it again")] }
        let mount = "\"$(findmnt -n -o TARGET -T \(Words.shell(folder)))\""
        return [
            Fix(
                "Look how that folder is mounted, and whether the file may be run",
                commands: ["findmnt -T \(Words.shell(folder)) -o TARGET,OPTIONS", "ls -l \(Words.shell(path))"], isRunnable: false),
            Fix(
                "If it says noexec: let the program use another folder (its settings, or TMPDIR in the unit), or mount it without noexec until the next start",
                commands: ["sudo mount -o remount,exec \(mount)"], needsRoot: true,
                undo: ["sudo mount -o remount,noexec \(mount)"], isRunnable: false),
            Fix("If not: give the program's file the permission to be run, or install it again"),
        ]
    }
}
