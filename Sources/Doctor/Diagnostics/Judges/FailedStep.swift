// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Judges a service whose program systemd itself could not run: the step of the preparation that failed says why.
enum FailedStep {
    static func find(_ client: CameraClientRecord, _ place: Place = Place()) -> Finding? {
        guard client.kind == .unit || client.kind == .userUnit, client.processID == nil, let failed = client.failedStep else { return nil }
        let trouble =
            switch failed.step {
            case "EXEC": execution(failed, client, place)
            case "CHDIR": folder(failed, client, place)
            case "GROUP": group(failed, client, place)
            case "NAMESPACE": view(failed, client, place)
            default: other(failed, client, place)
            }
        let line = failed.reason.map { EvidenceLine(client.journalctl, "Failed at step \(failed.step) spawning \(failed.program): \($0)") }
        return Finding(
            .accessServiceBroken, .fail, "\(client.title) cannot start: \(trouble.words)", confidence: trouble.confidence,
            evidence: [
                failed.detail.map { EvidenceLine(client.journalctl, $0) },
                line
                    ?? EvidenceLine(
                        "systemctl show \(client.name)", "ExecMainStatus=\(client.exitStatus ?? "200 or more") (\(failed.step))"),
            ].compactMap(\.self),
            effect: "systemd does not even run its program; the camera is not at fault", fixes: trouble.fixes)
    }

    private struct Trouble {
        var words: String
        var confidence: Finding.Confidence = .certain
        var fixes: [Fix]
    }

    /// A change of the unit, after which it is started.
    private static func change(_ title: String, _ client: CameraClientRecord, _ place: Place, _ lines: [String]? = nil) -> Fix {
        let isUser = client.kind == .userUnit
        let edit = lines.map { place.editUnit(client.name, $0, isUser: isUser) } ?? place.editWholeUnit(client.name, isUser: isUser)
        return Fix(title, commands: edit + client.restart, needsRoot: client.needsRoot, isRunnable: false)
    }

    // MARK: The program

    private static func execution(_ failed: CameraClientRecord.StartStep, _ client: CameraClientRecord, _ place: Place) -> Trouble {
        let reason = failed.reason ?? ""
        let kind = failed.file?.kind
        if kind == .missing { return missing(failed, client, place) }
        if reason.contains("Permission denied") { return forbidden(failed, client, place) }
        if reason.contains("Exec format error") { return format(failed, client) }
        if reason.isEmpty, failed.file?.lacksPermission == true { return forbidden(failed, client, place) }
        if reason.isEmpty, kind == .text { return format(failed, client) }
        let isWhole = failed.file?.hasCarriageReturn != true && (failed.file?.lacksInterpreter == false || kind == .text)
        if isWhole { return reason.contains("No such file") ? hidden(failed, client, place) : other(failed, client, place) }
        if reason.isEmpty || reason.contains("No such file") { return interpreter(failed, client) }
        return other(failed, client, place)
    }

    private static func missing(_ failed: CameraClientRecord.StartStep, _ client: CameraClientRecord, _ place: Place) -> Trouble {
        Trouble(
            words: "the program \(failed.program), which its unit runs, does not exist on this machine",
            fixes: [
                Fix("Install the program, or build it where the unit expects it"),
                change("Or correct the path in the unit (ExecStart=, ExecStartPre=)", client, place),
            ])
    }

    /// Systems that do not come with SELinux.
    private static let withoutSELinux: Set<Platform.Packages> = [.apt, .pacman, .apk, .xbps, .portage, .nix]

    /// `chmod +x` was forgotten, or something above the file is in the way.
    private static func forbidden(_ failed: CameraClientRecord.StartStep, _ client: CameraClientRecord, _ place: Place) -> Trouble {
        let program = Words.shell(failed.program)
        let name = failed.program.split(separator: "/").last.map(String.init) ?? "PROGRAM"
        let user = client.user.map { "its user \($0.label)" } ?? "its user"
        let isSure = failed.file?.lacksPermission == true
        let mode = Fix(
            isSure ? "Give the file the permission to be executed" : "If the list shows no x for the file itself: give it the permission to be executed",
            commands: ["sudo chmod +x \(program)"] + client.restart, needsRoot: true, undo: ["sudo chmod -x \(program)"], isRunnable: false)
        let look = Fix(
            isSure
                ? "If it is refused again: look at the folders above it, and at its file system (noexec, or one without permissions, such as FAT)"
                : "Look at the permissions of the file and of the folders above it, each of which \(user) must be able to enter (x), and at the mount options (noexec)",
            commands: ["namei -l \(program)", "findmnt -T \(program) -o TARGET,FSTYPE,OPTIONS"], isRunnable: false)
        let move = Fix(
            "Where SELinux is on (Fedora and its relatives), a service may not execute files of a home folder: put the program into /usr/local/bin, and name that in ExecStart=",
            commands: ["sudo install -m 755 \(program) /usr/local/bin/", "sudo restorecon -v \(Words.shell("/usr/local/bin/" + name))"]
                + place.editWholeUnit(client.name, isUser: client.kind == .userUnit) + client.restart, needsRoot: true, isRunnable: false)
        return Trouble(
            words: isSure
                ? "its program \(failed.program) may not be executed (Permission denied): the file has no permission for that (x)"
                : "its program \(failed.program) may not be executed (Permission denied): the file has no permission for that (x), \(user) may not enter a folder above it, its file system is mounted with noexec, or SELinux forbids it",
            confidence: isSure ? .certain : .likely,
            fixes: (isSure ? [mode, look] : [look, mode]) + (withoutSELinux.contains(place.platform.packages) ? [] : [move]))
    }

    /// The file exists, and the kernel does not find what is to run it.
    private static func interpreter(_ failed: CameraClientRecord.StartStep, _ client: CameraClientRecord) -> Trouble {
        let program = Words.shell(failed.program)
        let file = failed.file
        let lineEnds = Fix(
            "Remove the line ends of Windows from the script (dos2unix does the same)",
            commands: ["sudo sed -i 's/\\r$//' \(program)"] + client.restart, needsRoot: true, isRunnable: false)
        let firstLine = Fix(
            "\(file?.hasCarriageReturn == true ? "If it fails again: name" : "Name") an interpreter that this machine has in the first line of the script: Debian and its relatives have /usr/bin/python3, and no /usr/bin/python",
            commands: ["command -v python3 bash sh", "head -n 1 \(program)"], isRunnable: false)
        let build = Fix(
            "Install the program in the build for this machine, or build it here: one of 32 bits on a system of 64 bits, and one for another C library (Alpine, NixOS), lacks its loader",
            commands: ["file \(program)", "uname -m"], isRunnable: false)
        if let named = file?.interpreter, file?.kind == .script {
            return Trouble(
                words: "its program \(failed.program) exists, but not the interpreter in the first line of that script: the line names \(named)"
                    + (file?.hasCarriageReturn == true ? ", and ends with a carriage return (a line end of Windows), which counts as a part of that name" : ""),
                confidence: file?.lacksInterpreter == true || file?.hasCarriageReturn == true ? .certain : .likely,
                fixes: file?.hasCarriageReturn == true ? [lineEnds, firstLine] : [firstLine])
        }
        if file?.kind == .binary {
            return Trouble(
                words: "its program \(failed.program) exists, but not the loader\(file?.interpreter.map { " (\($0))" } ?? "") that it was built for: it is made for another kind of system",
                confidence: .likely, fixes: [build])
        }
        return Trouble(
            words: "its program \(failed.program) was not found, or not the interpreter in its first line if it is a script: a program that this machine does not have, or a line end of Windows behind the name",
            confidence: .likely,
            fixes: [
                Fix("Look whether the file is there, and what its first line says", commands: ["sudo head -n 1 \(program)"], isRunnable: false),
                firstLine, lineEnds, build,
            ])
    }

    /// The file and what is to run it are both there now, outside of the unit.
    private static func hidden(_ failed: CameraClientRecord.StartStep, _ client: CameraClientRecord, _ place: Place) -> Trouble {
        Trouble(
            words: "its program \(failed.program) is on this machine, and the unit did not see it when it was started: its file system was mounted later, the file was made later, or the unit hides its folder (ProtectHome=, PrivateTmp= and the like)",
            confidence: .likely,
            fixes: [
                Fix("Start it again", commands: client.restart, needsRoot: client.needsRoot, isRunnable: false),
                client.kind == .userUnit
                    ? nil
                    : change(
                        "If it fails only at the start of the machine: let it wait until that file system is mounted", client, place,
                        ["[Unit]", "RequiresMountsFor=\(failed.program)"]),
                change("If it fails again: take ProtectHome=, PrivateTmp=, InaccessiblePaths= and the like out of the unit, or put the program elsewhere", client, place),
            ].compactMap(\.self))
    }

    /// systemd runs no script without its first line, as a shell does.
    private static func format(_ failed: CameraClientRecord.StartStep, _ client: CameraClientRecord) -> Trouble {
        let program = Words.shell(failed.program)
        let line = Fix(
            "If it is a script: begin it with a line that names its interpreter (#!/bin/sh, #!/usr/bin/python3), without an empty line or other bytes before it",
            commands: ["head -n 1 \(program)"], isRunnable: false)
        let build = Fix(
            "If it was built: install the build for this machine's processor, or build it here", commands: ["file \(program)", "uname -m"],
            isRunnable: false)
        let isBinary = failed.file?.kind == .binary
        return Trouble(
            words: "the kernel cannot execute its program \(failed.program) (Exec format error): "
                + (isBinary
                    ? "it was built for another kind of processor"
                    : "it is a script without the first line that names its interpreter (#!/bin/sh), or was built for another kind of processor"),
            confidence: failed.file == nil ? .likely : .certain, fixes: isBinary ? [build] : [line, build])
    }

    // MARK: Its surroundings

    private static func folder(_ failed: CameraClientRecord.StartStep, _ client: CameraClientRecord, _ place: Place) -> Trouble {
        let named = failed.setting ?? "that its unit names"
        let isClosed = failed.reason?.contains("denied") == true
        return Trouble(
            words: isClosed
                ? "it may not enter the folder \(named), in which its program is to run (WorkingDirectory=)"
                : "the folder \(named), in which its program is to run (WorkingDirectory=), does not exist or is no folder",
            confidence: failed.reason == nil ? .likely : .certain,
            fixes: [
                change("Name a folder that exists and that its user may enter", client, place, ["[Service]", "WorkingDirectory=FOLDER"]),
                isClosed || failed.setting?.hasPrefix("/") != true
                    ? nil
                    : Fix(
                        "Or make it, if what was to fill it has not run yet",
                        commands: ["sudo mkdir -p \(Words.shell(failed.setting ?? ""))"] + client.restart, needsRoot: true, isRunnable: false),
            ].compactMap(\.self))
    }

    private static func group(_ failed: CameraClientRecord.StartStep, _ client: CameraClientRecord, _ place: Place) -> Trouble {
        let isFurther = failed.detail?.contains("supplementary") == true
        let setting = isFurther ? "SupplementaryGroups" : "Group"
        let named = failed.setting ?? "that its unit names"
        return Trouble(
            words: isFurther
                ? "this system lacks one of the groups \(named), with which its program is to run (\(setting)=)"
                : "this system has no group \(named), with which its program is to run (\(setting)=)",
            confidence: failed.reason == nil ? .likely : .certain,
            fixes: [
                change("Name a group that exists: the nodes of cameras mostly belong to the group video", client, place, ["[Service]", "\(setting)=video"]),
                failed.setting.map { names in
                    Fix(
                        "Or create the group",
                        commands: place.addGroups(names.split(separator: " ").map(String.init)) + client.restart,
                        needsRoot: true, isRunnable: false)
                },
            ].compactMap(\.self))
    }

    /// What of the file system the unit is to see.
    private static func view(_ failed: CameraClientRecord.StartStep, _ client: CameraClientRecord, _ place: Place) -> Trouble {
        guard let path = failed.setting, failed.reason?.contains("No such file") == true, !isOfSystem(path) else {
            return Trouble(
                words: "systemd cannot give it its own view of the file system, which its unit asks for (PrivateTmp=, ProtectSystem=, ReadWritePaths= and the like)"
                    + (failed.detail.map { ": \"\($0.prefix(200))\"" } ?? ""),
                confidence: .likely,
                fixes: [
                    Fix(
                        "In a container of LXC or Proxmox: allow it to nest containers, on the host (pct set NUMBER --features nesting=1), and start it again"
                    ),
                    change("Otherwise look which paths the unit names: each must exist, unless a minus stands before it", client, place),
                ])
        }
        let word = Words.shell(path)
        let owner = client.user.flatMap { $0.id == 0 ? nil : $0.label }
        let state = path.hasPrefix("/var/lib/") && path.split(separator: "/").count == 3 ? path.split(separator: "/").last.map(String.init) : nil
        return Trouble(
            words: "its unit names \(path), in ReadWritePaths=, BindPaths= or a similar setting, and this does not exist or cannot be mounted (\(failed.reason ?? "NAMESPACE"))",
            fixes: [
                state.map { name in
                    change("Let systemd make the folder and give it to the service's user", client, place, ["[Service]", "StateDirectory=\(name)"])
                },
                Fix(
                    "\(state == nil ? "Make" : "Or make") it, if it is a folder, and give it to the service's user",
                    commands: ["sudo mkdir -p \(word)", owner.map { "sudo chown \(Words.shell($0)) \(word)" }].compactMap(\.self)
                        + client.restart, needsRoot: true, isRunnable: false),
                change("Or take it out of the unit, or put a minus before it, which makes it optional (ReadWritePaths=-\(path))", client, place),
            ].compactMap(\.self))
    }

    /// Whether a path is one that the kernel or systemd makes itself.
    private static func isOfSystem(_ path: String) -> Bool {
        ["/proc", "/sys", "/dev", "/run/systemd"].contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    /// The settings of steps with other names.
    private static let settings = [
        "STDIN": "StandardInput=", "STDOUT": "StandardOutput=", "STDERR": "StandardError=", "STATE_DIRECTORY": "StateDirectory=",
        "LOGS_DIRECTORY": "LogsDirectory=", "CACHE_DIRECTORY": "CacheDirectory=", "RUNTIME_DIRECTORY": "RuntimeDirectory=",
        "CONFIGURATION_DIRECTORY": "ConfigurationDirectory=", "USER": "User=", "CHROOT": "RootDirectory=", "PAM": "PAMName=",
        "SECCOMP": "SystemCallFilter=", "CAPABILITIES": "CapabilityBoundingSet= or AmbientCapabilities=", "NETWORK": "PrivateNetwork=",
        "CREDENTIALS": "LoadCredential=", "SETSCHEDULER": "CPUSchedulingPolicy=", "NICE": "Nice=", "LIMITS": "Limit…=",
        "APPARMOR_PROFILE": "AppArmorProfile=", "SELINUX_CONTEXT": "SELinuxContext=", "CPUAFFINITY": "CPUAffinity=",
    ]

    private static func other(_ failed: CameraClientRecord.StartStep, _ client: CameraClientRecord, _ place: Place) -> Trouble {
        let said = [failed.detail, failed.reason].compactMap(\.self).first.map { ": \"\($0.prefix(200))\"" } ?? ""
        return Trouble(
            words: "systemd failed at the step \(failed.step), before it could run \(failed.program)\(said)",
            fixes: [
                change("Correct \(settings[failed.step].map { "the setting \($0)" } ?? "what that line names") in the unit", client, place),
                Fix("Show the rest of what systemd wrote", commands: [client.lastJournal], isRunnable: false),
            ])
    }
}
