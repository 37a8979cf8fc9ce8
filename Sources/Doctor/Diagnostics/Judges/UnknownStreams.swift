// SPDX-License-Identifier: Apache-2.0

/// Judges a Frigate whose cameras ask its go2rtc for streams that go2rtc does not know, because its settings name them at a wrong place.
enum UnknownStreams {
    /// - Parameter severity: a warning if there is a camera that the client may use as well.
    static func find(_ client: CameraClientRecord, _ severity: Finding.Severity = .fail) -> Finding? {
        guard let misplaced = client.misplacedStreams, let first = misplaced.names.first else { return nil }
        let isOne = misplaced.names.count == 1
        let names = Words.list(misplaced.names)
        return Finding(
            .accessServiceReports, severity,
            "go2rtc in \(client.title) has no \(isOne ? "stream" : "streams") \(names), which Frigate's cameras ask for at 127.0.0.1:8554: in \(misplaced.file) \(isOne ? "it stands" : "they stand") directly below go2rtc: and not below go2rtc: streams:",
            evidence: [
                EvidenceLine(misplaced.file, "go2rtc: \(first): …" + (misplaced.hasStreams ? ", beside streams:" : ", and no streams:")),
                EvidenceLine("path of an input", "rtsp://127.0.0.1:8554/\(first)"),
            ],
            effect:
                "go2rtc answers with 404 Not Found, so Frigate gets no frames (Unable to read frames from ffmpeg process); the cameras are not at fault",
            fixes: [
                Fix(
                    "Write the names and their sources below the key streams: under go2rtc:, indented by two more blanks, and restart Frigate",
                    commands: ["# \(misplaced.file): go2rtc: streams: \(first): - ADDRESS"] + client.restart, needsRoot: client.needsRoot, isRunnable: false),
                misplaced.lacksFFmpeg == true
                    ? Fix(
                        "Write ffmpeg: before sources with the option #input=, which only sources of FFmpeg have: ffmpeg:rtsp://…#video=copy#input=rtsp/udp. Cameras that send over UDP only need that"
                    ) : nil,
            ].compactMap(\.self))
    }
}
