// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Finds out how large the pictures are that a program writes into a virtual camera: FFmpeg by its command line, OBS by its log.
enum FedSizeSigns {
    /// `nil` if nothing tells, and for a program that only reads it.
    ///
    /// - Parameter path: `/dev/video9`.
    static func find(_ holder: HoldersRecord.Holder, of path: String, files: SystemFiles) -> HoldersRecord.FedSize? {
        if OBSRecord.names.contains(holder.name) {
            return writes(holder, into: path, files) ? ofOBS(holder.user, files) : nil
        }
        guard holder.isFeeder == true else { return nil }
        return ofFFmpeg(files.command(of: holder.processID), path)
    }

    /// Whether this is the node of OBS's virtual camera, of which its log does not tell the path. OBS writes the pictures, and maps only the
    /// nodes of cameras that it reads.
    private static func writes(_ holder: HoldersRecord.Holder, into path: String, _ files: SystemFiles) -> Bool {
        if let hasMapped = holder.hasMapped { return !hasMapped }
        return Set(files.openFiles(of: holder.processID).filter { $0.hasPrefix("/dev/video") }) == [path]
    }

    /// Options of FFmpeg without a value, which may stand among those of an output.
    private static let flags: Set = [
        "-y", "-n", "-re", "-an", "-vn", "-sn", "-dn", "-shortest", "-nostdin", "-stdin", "-hide_banner", "-stats", "-nostats", "-bitexact",
        "-copyts", "-start_at_zero", "-autorotate", "-noautorotate", "-autoscale", "-noautoscale", "-ignore_unknown", "-copy_unknown", "-xerror",
        "-benchmark", "-report", "-psnr", "-qphist", "-vstats", "-accurate_seek", "-noaccurate_seek",
    ]

    /// Whether a file stands among the options of FFmpeg: those before it are that file's.
    static func hasFile(_ words: ArraySlice<String>) -> Bool {
        var isValue = false
        for word in words {
            if isValue {
                isValue = false
            } else if word.hasPrefix("-"), word != "-" {
                isValue = !flags.contains(word)
            } else {
                return true
            }
        }
        return false
    }

    /// An option of an output stands before it, and behind the last input and the output before it.
    static func ofFFmpeg(_ words: [String], _ path: String) -> HoldersRecord.FedSize? {
        guard words.first?.split(separator: "/").last == "ffmpeg", let output = words.lastIndex(of: path),
            let input = words[..<output].lastIndex(of: "-i"), input + 2 < output
        else { return nil }
        let options = words[(input + 2)..<output]
        guard !hasFile(options) else { return nil }
        guard let option = options.lastIndex(where: { $0 == "-s" || $0.hasPrefix("-s:v") }), option + 1 < output else { return nil }
        return size(words[option + 1], "its command, \(words[option])")
    }

    /// OBS scales everything to one output resolution. It cannot be changed while its virtual camera runs. Source: obs-studio,
    /// `obs_reset_video` in libobs/obs.c and plugins/linux-v4l2/v4l2-output.c.
    static func ofOBS(log: String) -> HoldersRecord.FedSize? {
        var current: HoldersRecord.FedSize?
        var fed: HoldersRecord.FedSize?
        for line in log.split(separator: "\n") {
            if let mark = line.firstRange(of: "output resolution:") {
                current = size(line[mark.upperBound...].filter { !$0.isWhitespace }, "OBS's log, output resolution")
            } else if line.contains("Virtual camera started") {
                fed = current
            } else if line.contains("Virtual camera stopped") {
                fed = nil
            }
        }
        return fed
    }

    private static func ofOBS(_ user: String, _ files: SystemFiles) -> HoldersRecord.FedSize? {
        guard let home = files.home(of: user) else { return nil }
        return OBSSigns.newestLog([home], files).flatMap { files.text($0, limit: 1 << 20) }.flatMap(ofOBS(log:))
    }

    /// `1280x720`.
    private static func size(_ text: String, _ source: String) -> HoldersRecord.FedSize? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (1...32768).contains(width), (1...32768).contains(height) else { return nil }
        return HoldersRecord.FedSize(width: width, height: height, source: source)
    }
}
