// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Reads Frigate's settings. Sources: Frigate's create_config.py, which gives go2rtc what is below `go2rtc:`, and its util/config.py; go2rtc
/// makes streams of what is below `streams:` only (its internal/streams) and leaves other keys alone.
enum FrigateSettings {
    /// - Parameters:
    ///   - process: of the container.
    ///   - outside: where a path of the container is on this machine, if its root cannot be seen.
    static func misplacedStreams(process: Int, _ files: SystemFiles, outside: (String) -> String?) -> MisplacedStreams? {
        let variable = "CONFIG_FILE="
        let named = files.environment(of: process).first { $0.hasPrefix(variable) }?.dropFirst(variable.utf8.count)
        let main = named.map(String.init) ?? "/config/config.yml"
        guard main.hasPrefix("/") else { return nil }
        let other = main.hasSuffix(".yml") ? main.dropLast(".yml".utf8.count) + ".yaml" : main
        for path in [other, main] {
            let seen = files.text("/proc/\(process)/root\(path)", limit: 1 << 20)
            if let text = seen ?? outside(path).flatMap({ files.text($0, limit: 1 << 20) }) { return misplacedStreams(in: text, path) }
        }
        return nil
    }

    static func misplacedStreams(in text: String, _ path: String) -> MisplacedStreams? {
        guard let entries = YAMLOutline(text)?.entries, entries.contains(where: { $0.key == "cameras" }),
            let own = entries.first(where: { $0.key == "go2rtc" })?.entries
        else { return nil }
        let streams = own.first { $0.key == "streams" }
        guard let placed = streams.map({ $0.entries }) ?? [] else { return nil }
        let asked = askedStreams(text)
        let misplaced = own.filter { entry in
            asked.contains(entry.key) && entry.key != "streams" && !modules.contains(entry.key) && !placed.contains { $0.key == entry.key }
        }
        guard !misplaced.isEmpty else { return nil }
        let sources = misplaced.flatMap { [$0.value] + $0.lines }.map { $0.drop { "- \"'".contains($0) } }
        let lacksFFmpeg = sources.contains { $0.contains("#input=") && !$0.hasPrefix("ffmpeg:") }
        return MisplacedStreams(
            file: path, names: misplaced.prefix(8).map(\.key), hasStreams: streams != nil, lacksFFmpeg: lacksFFmpeg ? true : nil)
    }

    /// The streams that inputs of cameras ask go2rtc for: `path: rtsp://127.0.0.1:8554/front?video=copy`.
    private static func askedStreams(_ text: String) -> Set<String> {
        var names: Set<String> = []
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " || $0 == "-" }
            guard line.hasPrefix("path:"), let mark = servers.lazy.compactMap({ line.firstRange(of: $0) }).first else { continue }
            let name = line[mark.upperBound...].prefix { !"?#/\"'".contains($0) && !$0.isWhitespace }
            if !name.isEmpty { names.insert(String(name)) }
        }
        return names
    }

    /// Where go2rtc serves in its own container.
    private static let servers = ["://127.0.0.1:8554/", "://localhost:8554/"]

    /// The keys of go2rtc's own modules. Source: go2rtc's internal/.
    private static let modules: Set = [
        "api", "app", "echo", "env", "exec", "expr", "ffmpeg", "hass", "hls", "homekit", "http", "ivideon", "log", "mjpeg", "mp4", "mpegts", "nest", "ngrok",
        "onvif", "pinggy", "preload", "publish", "ring", "roborock", "rtmp", "rtsp", "srtp", "tapo", "tuya", "v4l2", "webrtc", "webtorrent", "wyoming",
        "wyze", "xiaomi", "yandex",
    ]
}
