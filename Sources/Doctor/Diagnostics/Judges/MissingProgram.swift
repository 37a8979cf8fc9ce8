// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A program that a service was to run and that is not there, as a line that somebody wrote says.
struct MissingProgram {
    /// Without its folder: `mjpg_streamer`.
    let name: String

    /// The words of a shell, of env, or of a program that starts others. Whatever language they are in, a shell ends with status 127 if
    /// it did not find what it was to run last.
    ///
    /// - Parameter exitStatus: that of the service, if it has ended.
    init?(_ line: String, exitStatus: String? = nil) {
        guard let name = Self.ofShell(line, hasEnded: exitStatus == "127") ?? Self.ofOthers(line) else { return nil }
        self.name = name
    }

    /// `Dependency: 'streamer' not found`, `/usr/bin/streamer not found`: it need not be a program.
    init?(notFound line: String) {
        guard let end = line.firstRange(of: " not found"), let word = line[..<end.lowerBound].split(separator: " ").last else { return nil }
        let written = Self.bare(word)
        guard let name = Self.name(written) else { return nil }
        let isQuoted = written.utf8.count < word.utf8.count && !word.hasSuffix(":") && !name.contains(".")
        guard isQuoted || ["/usr/", "/opt/"].contains(where: written.hasPrefix) || Self.capturing.contains(name) else { return nil }
        self.name = name
    }

    /// Whether it is one that captures for others.
    var isCapturing: Bool { Self.capturing.contains(name) }

    private static let capturing: Set = [
        "motion", "ffmpeg", "ustreamer", "mjpg_streamer", "mjpg-streamer", "camera-streamer", "rpicam-vid", "rpicam-still", "libcamera-vid",
        "libcamera-still", "libcamera-jpeg", "libcamera-hello", "raspivid", "raspistill", "ffprobe", "avconv", "gst-launch-1.0", "fswebcam",
        "v4l2-ctl", "v4l2rtspserver", "zbarcam",
    ]

    // MARK: Reading

    private static func ofShell(_ line: String, hasEnded: Bool) -> String? {
        // Chinese has a colon of its own.
        let parts = line.split { $0 == ":" || $0 == "：" }.map { trimmed($0) }
        // bash: `NAME: command not found`; zsh: `command not found: NAME`.
        if let found = parts.firstIndex(where: { ["command not found", "command not found."].contains($0) }) {
            if found > 0, found + 1 < parts.count { return name(bare(parts[found + 1])) }
            return found > 1 ? name(bare(parts[found - 1])) : nil
        }
        guard parts.count > 2, isProgram(parts[0]) else { return nil }
        // `/usr/bin/env: ‘python’: No such file or directory`
        if parts[0].split(separator: "/").last == "env" { return says(parts[2], hasEnded, nil) ? name(bare(parts[1])) : nil }
        // `cam.sh: line 4: NAME: …`, `/bin/sh: 1: exec: NAME: not found`, `cam.sh: Zeile 4: NAME: …`
        guard parts.count > 3, parts[1].contains(where: \.isNumber), parts[1].count <= 16 else { return nil }
        let rest = ["exec", "eval"].contains(parts[2]) ? parts[3...] : parts[2...]
        guard rest.count > 1, let written = rest.first, let reason = rest.dropFirst().first, !builtins.contains(String(written)),
            !written.hasPrefix("/dev/"), let name = name(bare(written)), says(reason, hasEnded, name)
        else { return nil }
        return name
    }

    /// Whether this is what a shell says of a program that it did not find. Of a file into which it was to write, it says the same as of a
    /// program with a path.
    private static func says(_ reason: Substring, _ hasEnded: Bool, _ name: String?) -> Bool {
        let small = reason.lowercased()
        // bash, of a script whose interpreter is not there.
        if small.contains("bad interpreter") || small.contains("required file not found") { return false }
        return hasEnded || small.hasPrefix("not found") || small.hasPrefix("no such file") && name.map(capturing.contains) != false
    }

    /// `INFO: motion not installed`, `ffmpeg is not installed`, `spawn ffmpeg ENOENT`: only of programs that capture.
    private static func ofOthers(_ line: String) -> String? {
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

    /// Commands of the shell itself, which report missing files in the same form.
    private static let builtins: Set = [
        "cd", "source", ".", "exec", "eval", "[", "[[", "test", "read", "kill", "export", "printf", "echo", "ulimit", "pushd", "trap",
    ]

    private static func trimmed(_ part: Substring) -> Substring {
        let start = part.drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
        return start[...end]
    }

    /// Without quotes and a colon around it.
    private static func bare(_ word: Substring) -> Substring {
        let isOuter: (Character) -> Bool = { "'\"‘’“”„«»`:".contains($0) }
        let start = word.drop(while: isOuter)
        guard let end = start.lastIndex(where: { !isOuter($0) }) else { return start }
        return start[...end]
    }

    /// The name of a program in a word, with or without its folder; `nil` if the word is none of a program, or of a library.
    private static func name(_ word: Substring) -> String? {
        guard let name = word.split(separator: "/").last, name.utf8.count <= 64, !name.hasPrefix("-"), !name.contains(".so"),
            word.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "/~-_.+@".contains($0)) })
        else { return nil }
        return String(name)
    }

    /// What stands before the first colon of a shell's line: its own name, or that of its script.
    private static func isProgram(_ word: Substring) -> Bool { name(word) != nil && !word.allSatisfy(\.isNumber) }

    // MARK: Fixes

    /// Programs that are called so in other versions of the system, and why.
    private static let otherNames: [String: (name: String, why: String)] = {
        var names: [String: (name: String, why: String)] = [
            "raspivid": ("rpicam-vid", "Raspberry Pi OS has had no raspivid since its version 11, and rpicam-vid takes most of its options"),
            "raspistill": ("rpicam-still", "Raspberry Pi OS has had no raspistill since its version 11, and rpicam-still takes most of its options"),
        ]
        for work in ["vid", "still", "jpeg", "hello", "raw", "detect"] {
            let (old, new) = ("libcamera-\(work)", "rpicam-\(work)")
            names[old] = (new, "Raspberry Pi OS has called it so since its version 12, and has dropped the old name since")
            names[new] = (old, "older versions of Raspberry Pi OS have it under this name")
        }
        return names
    }()

    /// The packages of programs whose own name is not that of their package everywhere.
    private static let packages: [String: [Platform.Packages: String]] = [
        "ffmpeg": [.apt: "ffmpeg", .dnf: "ffmpeg-free", .pacman: "ffmpeg", .zypper: "ffmpeg", .apk: "ffmpeg"],
        "ffprobe": [.apt: "ffmpeg", .dnf: "ffmpeg-free", .pacman: "ffmpeg", .zypper: "ffmpeg", .apk: "ffmpeg"],
        "v4l2-ctl": [.apt: "v4l-utils", .dnf: "v4l-utils", .pacman: "v4l-utils", .zypper: "v4l-utils", .apk: "v4l-utils"],
        "gst-launch-1.0": [.apt: "gstreamer1.0-tools", .dnf: "gstreamer1", .pacman: "gstreamer", .zypper: "gstreamer-utils", .apk: "gstreamer-tools"],
        "zbarcam": [.apt: "zbar-tools", .dnf: "zbar", .pacman: "zbar"], "motion": [.apt: "motion"], "fswebcam": [.apt: "fswebcam"],
        "ustreamer": [.apt: "ustreamer"], "python": [.apt: "python-is-python3"],
    ]

    /// The command that finds its package.
    var search: String { "apt search \(Words.shell(name))   # or dnf, pacman -Ss: which package has it" }

    /// How it comes onto this machine.
    ///
    /// - Parameter restart: the commands after which the service tries again.
    func fixes(_ place: Place, restart: [String], needsRoot: Bool) -> [Fix] {
        if let other = Self.otherNames[name] {
            let isOld = place.platform.version.flatMap { Int($0) } ?? 12 < 12
            let package = isOld ? "libcamera-apps" : "rpicam-apps"
            return [
                Fix(
                    "Call \(other.name) in place of \(name), if this machine has that: \(other.why)",
                    commands: ["command -v \(other.name)"] + restart, needsRoot: needsRoot, isRunnable: false),
                [.apt, .none].contains(place.platform.packages)
                    ? Fix(
                        "Or install the package of Raspberry Pi OS that has it", commands: ["sudo apt install \(package)"] + restart,
                        needsRoot: true, isRunnable: false) : nil,
            ].compactMap(\.self)
        }
        if let names = Self.packages[name], var fix = place.install("Install \(name), and start the service again", names) {
            fix.commands += restart
            return [fix]
        }
        return [
            Fix(
                "Install \(name): its package again, if an upgrade has removed it, or by the program's own installer (often make install or its install script), which brings what a new version needs; then start the service",
                commands: [search] + restart, needsRoot: needsRoot,
                isRunnable: false)
        ]
    }
}
