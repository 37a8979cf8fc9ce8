// SPDX-License-Identifier: Apache-2.0

/// What the command line of a program that serves a camera's pictures tells: where it serves them, which camera it takes, and what it asks
/// of that.
package struct ServerCommand: Hashable, Sendable {
    /// The program's name.
    package var program: String
    /// Where the pictures are for this machine itself: `http://127.0.0.1:8080/?action=stream`.
    package var address: String
    package var port: Int
    /// Whether it listens for other computers, too.
    package var isForOthers: Bool
    /// The camera's node; `nil` if it takes the pictures from something else.
    package var device: String?
    /// The option that sets the camera's frame rate, raw: `-f 10`.
    package var rate: String?
    /// The option that asks for uncompressed pictures, raw: `-y`.
    package var raw: String?

    /// - Parameters:
    ///   - comm: the kernel's name of the process.
    ///   - words: of the command line. `nil` for a program that is not known.
    package init?(_ comm: String, _ words: [String]) {
        let name = Self.program(comm, words)
        let parts = words.flatMap { $0.split(separator: " ").map(String.init) }
        let found: Self? =
            switch name {
            case "mjpg_streamer": Self.mjpgStreamer(parts)
            case "ustreamer", "ustreamer.bin": Self.uStreamer(parts)
            case "camera-streamer": Self.cameraStreamer(parts)
            case "v4l2rtspserver": Self.v4l2RTSPServer(parts)
            default: nil
            }
        guard var found else { return nil }
        found.program = name
        self = found
    }

    /// The name of the program's file, as the command line has it: `comm` is the one that the main thread has, and can have given itself.
    /// Nothing behind a space: a title that a program gives itself is one word.
    static func program(_ comm: String, _ words: [String]) -> String {
        let path = words.first?.prefix { $0 != " " && $0 != ":" } ?? ""
        return path.split(separator: "/").last.map { String($0.prefix(64)) } ?? comm
    }

    private init(_ scheme: String, _ port: Int, _ path: String, isForOthers: Bool) {
        program = ""
        address = "\(scheme)://127.0.0.1:\(port)\(path)"
        self.port = port
        self.isForOthers = isForOthers
    }

    // MARK: Programs

    /// Source: mjpg-streamer's input_uvc.c and output_http.c. Each plug-in has options of its own.
    private static func mjpgStreamer(_ words: [String]) -> Self {
        let input = part(of: words, from: "input_")
        let output = part(of: words, from: "output_http")
        var found = Self(
            "http", port(["-p", "--port"], in: output) ?? 8080, "/?action=stream",
            isForOthers: isForOthers(["-l", "--listen"], in: output, byDefault: true))
        guard input.first?.contains("input_uvc") == true else { return found }
        found.device = CommandOptions.last(["-d", "--device"], in: input)?.value ?? "/dev/video0"
        found.rate = rate(["-f", "--fps"], in: input)
        found.raw = input.first { ["-y", "--yuv"].contains($0) }
        return found
    }

    /// Source: ustreamer's options.c.
    private static func uStreamer(_ words: [String]) -> Self? {
        guard !words.contains(where: { $0 == "-U" || $0.hasPrefix("--unix") }) else { return nil }
        var found = Self(
            "http", port(["-p", "--port"], in: words) ?? 8080, "/stream",
            isForOthers: isForOthers(["-s", "--host"], in: words, byDefault: false))
        found.device = CommandOptions.last(["-d", "--device"], in: words)?.value ?? "/dev/video0"
        found.rate = rate(["-f", "--desired-fps"], in: words)
        found.raw = CommandOptions.last(["-m", "--format"], in: words).flatMap { ["YUYV", "UYVY"].contains($0.value.uppercased()) ? $0.text : nil }
        return found
    }

    /// Source: camera-streamer's opts.
    private static func cameraStreamer(_ words: [String]) -> Self {
        func names(_ name: String) -> [String] { ["-" + name, "--" + name] }
        var found = Self(
            "http", port(names("http-port"), in: words) ?? 8080, "/stream",
            isForOthers: isForOthers(names("http-listen"), in: words, byDefault: false))
        found.device = CommandOptions.last(names("camera-path"), in: words)?.value
        found.rate = rate(names("camera-fps"), in: words)
        found.raw = CommandOptions.last(names("camera-format"), in: words).flatMap { ["YUYV", "UYVY"].contains($0.value.uppercased()) ? $0.text : nil }
        return found
    }

    /// Source: v4l2rtspserver's main.cpp.
    private static func v4l2RTSPServer(_ words: [String]) -> Self {
        var found = Self(
            "rtsp", port(["-P"], in: words) ?? 8554, "/unicast", isForOthers: isForOthers(["-I"], in: words, byDefault: true))
        found.device = words.dropFirst().last { $0.hasPrefix("/dev/") } ?? "/dev/video0"
        found.rate = rate(["-F"], in: words)
        return found
    }

    // MARK: Options

    /// The words of one plug-in of mjpg_streamer, from its name to the next plug-in.
    private static func part(of words: [String], from name: String) -> [String] {
        guard let start = words.firstIndex(where: { $0.contains(name) }) else { return [] }
        return Array(words[start...].prefix { !["-i", "--input", "-o", "--output"].contains($0) })
    }

    private static func port(_ names: [String], in words: [String]) -> Int? {
        CommandOptions.last(names, in: words).flatMap { Int($0.value) }.flatMap { (1...65535).contains($0) ? $0 : nil }
    }

    /// Only a number, so that nothing else of a command line is kept. 0 and -1 leave the rate to the camera.
    private static func rate(_ names: [String], in words: [String]) -> String? {
        guard let found = CommandOptions.last(names, in: words), found.value.utf8.count <= 6, let rate = Double(found.value), rate > 0, rate < 1000 else { return nil }
        return found.text
    }

    private static func isForOthers(_ names: [String], in words: [String], byDefault: Bool) -> Bool {
        CommandOptions.last(names, in: words).map { !NetworkRecord.isInner($0.value) } ?? byDefault
    }
}
