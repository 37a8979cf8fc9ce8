// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Finds a command of rpicam-vid (earlier libcamera-vid) that writes H.264 to its standard output and names no format of files: in a unit, in
/// the script that the unit runs, or in the settings of a server that runs it.
struct PipedVideoSigns {
    /// Of the unit: `/usr/bin/go2rtc -config /etc/go2rtc.yaml`.
    let command: String
    /// The first process of the unit; `nil` if it does not run.
    let process: Int?
    /// The unit's WorkingDirectory.
    let folder: String?
    let files: SystemFiles

    /// `nil` without such a command, and if one runs.
    func find() -> PipedVideo? {
        guard var found = written, !runs(found.command) else { return nil }
        if isAnotherRunning { found.isAnotherRunning = true }
        return found
    }

    /// Whether this is a board with the processor of the Raspberry Pi 5.
    var isPi5: Bool {
        let board = files.text("/proc/device-tree/model", limit: 256) ?? ""
        return board.hasPrefix("Raspberry Pi") && ["Pi 5", "Compute Module 5"].contains(where: board.contains)
    }

    private var written: PipedVideo? {
        if let found = Self.command(in: command) { return PipedVideo(command: found) }
        for (file, text) in settings + scripts {
            for line in text.split(whereSeparator: \.isNewline) where line.first(where: { !$0.isWhitespace }) != "#" {
                if let found = Self.command(in: String(line)), !runs(found) { return PipedVideo(command: found, file: file) }
            }
        }
        return nil
    }

    // MARK: Where commands stand

    private var words: [String] { command.split(separator: " ").map(String.init) }

    /// A program by the end of its path, such as `go2rtc_linux_arm64`; the options that name its file of settings, and where it looks for
    /// it otherwise. Sources: go2rtc's internal/app, MediaMTX's internal/core.
    private static let servers: [(program: String, options: [String], usual: [String])] = [
        ("go2rtc", ["-config", "--config", "-c"], ["go2rtc.yaml"]),
        ("mediamtx", [], ["mediamtx.yml", "/usr/local/etc/mediamtx.yml", "/etc/mediamtx/mediamtx.yml"]),
    ]

    private var settings: [(file: String, text: String)] {
        guard let program = words.first?.split(separator: "/").last,
            let server = Self.servers.first(where: { program.hasPrefix($0.program) })
        else { return [] }
        let named = CommandOptions.last(server.options, in: words).map { [$0.value] }
            ?? (server.options.isEmpty ? words.dropFirst().filter { !$0.hasPrefix("-") } : [])
        return (named.isEmpty ? server.usual : named).compactMap(absolute).compactMap(plain)
    }

    private var scripts: [(file: String, text: String)] {
        words.prefix(3).filter { $0.hasPrefix("/") }.compactMap(plain).filter { $0.text.hasPrefix("#!") }
    }

    /// What a plain file says. A command names devices as well, and opening one can change it. Of a longer file only the end would be read.
    private func plain(_ path: String) -> (file: String, text: String)? {
        guard let place = files.resolved(path), !["/dev/", "/proc/", "/sys/"].contains(where: place.hasPrefix) else { return nil }
        return files.end(place, limit: 1 << 16).map { (path, $0) }
    }

    private func absolute(_ path: String) -> String? {
        if path.hasPrefix("/") { return path }
        // go2rtc takes settings themselves in place of a file.
        guard !path.contains("{"), !path.contains(":") else { return nil }
        let own = process.flatMap { files.link("/proc/\($0)/cwd") } ?? folder ?? "/"
        return own.hasPrefix("/") ? (own == "/" ? "" : own) + "/" + path : nil
    }

    private static let programs = ["rpicam-vid", "libcamera-vid"]

    private var running: [Int] { files.processes.filter { files.line("/proc/\($0)/comm").map(Self.programs.contains) == true } }

    /// Of the same unit.
    private var isAnotherRunning: Bool {
        guard let process, let group = files.text("/proc/\(process)/cgroup"), group.contains(".service") else { return false }
        return running.contains { files.text("/proc/\($0)/cgroup") == group }
    }

    /// A program that goes on has found a format for itself.
    private func runs(_ command: String) -> Bool {
        running.contains { Self.command(in: files.command(of: $0).joined(separator: " ")) == command }
    }

    // MARK: The command

    /// Only what matters of it: the rest may be private. Source: rpicam-apps' core/options.cpp and encoder/libav_encoder.cpp.
    static func command(in text: String) -> String? {
        for program in programs {
            guard let start = text.firstRange(of: program), text[start.upperBound...].first.map({ $0.isWhitespace }) == true else { continue }
            // Up to the end of the command in a shell, or of a text in quotes.
            let rest = text[start.upperBound...].prefix { !"|;&>\"'".contains($0) }
            let words = rest.split(whereSeparator: \.isWhitespace).map(String.init)
            let output = CommandOptions.last(["-o", "--output"], in: words)?.value ?? (words.contains("-o-") ? "-" : "")
            let codec = CommandOptions.last(["--codec"], in: words)
            guard output == "-", ["h264", "libav"].contains(codec?.value.lowercased() ?? "h264"),
                // The format, or a file of options that may name it.
                !words.contains(where: { word in ["--libav-format", "--config", "-c"].contains { word == $0 || word.hasPrefix($0 + "=") } })
            else { continue }
            return "\(program) …\(codec.map { " " + $0.text } ?? "") -o -"
        }
        return nil
    }
}
