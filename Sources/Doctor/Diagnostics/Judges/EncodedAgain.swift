// SPDX-License-Identifier: Apache-2.0

/// FFmpeg that has the camera, takes its pictures uncompressed and encodes them to JPEGs, although the camera sends JPEGs itself: on small boards
/// that is a few pictures a second.
enum EncodedAgain {
    /// The order in which FFmpeg tries formats if it is told none; those for JPEGs come behind them. Source: FFmpeg's libavdevice/v4l2-common.c,
    /// `ff_fmt_conversion_table`, and `device_try_init` in v4l2.c.
    private static let order = [
        "YU12", "YV12", "422P", "YUYV", "UYVY", "411P", "YUV9", "YVU9", "RGBO", "RGBQ", "RGBP", "RGBR", "BGR3", "RGB3", "BGR4", "RGB4", "GREY", "Y16",
        "NV12",
    ]
    private static let compressed = ["MJPG", "JPEG"]
    /// Fewer pictures a second cost any processor little.
    private static let leastRate = 10.0

    /// `nil` for another program than the one that is asked about, and if a copy could not give what it sends.
    static func find(_ snapshot: Snapshot) -> Finding? {
        guard snapshot.subject.kind == .camera, let client = snapshot.client, let encoding = client.encoding, let node = snapshot.chosen,
            isOf(node, encoding, client), snapshot.holders.value?.holders.contains(where: { $0.processID == client.processID }) == true,
            let jpeg = compressed.first(where: node.formats.contains), encoding.rate ?? leastRate >= leastRate
        else { return nil }
        // What it asks for, the driver lists, or it would have ended.
        guard let taken = encoding.inputFormat?.uppercased() ?? order.first(where: { code in node.formats.contains { $0.filter { $0 != " " } == code } })
        else { return nil }
        let modes = (snapshot.stream.value?.offered ?? []).filter { $0.fourCC == jpeg }
        var size = ""
        if let width = encoding.width, let height = encoding.height {
            guard let mode = modes.first(where: { $0.width == width && $0.height == height }), isFastEnough(mode, encoding.rate) else { return nil }
            size = "-video_size \(width)x\(height) "
        }
        let rate = encoding.rate.map { "-framerate \(Words.number($0, decimals: 2)) " } ?? ""
        let container = encoding.container.map { "-f \(Words.shell($0)) " } ?? ""
        let command = "ffmpeg -f v4l2 -input_format mjpeg \(rate)\(size)-i \(Words.shell(encoding.device)) -c:v copy \(container)OUTPUT"
        let why = encoding.inputFormat == nil ? "as its command names no input format" : "as its command tells it to"
        return Finding(
            .streamUncompressed, .fail,
            "\(client.title), which has \(node.place), takes its pictures uncompressed (\(taken)), \(why), and encodes them to JPEGs (MJPEG) itself, although the camera sends JPEGs (\(jpeg))",
            confidence: .likely,
            evidence: [
                EvidenceLine("command of \(client.title)", encoding.command),
                EvidenceLine("formats of \(node.place)", node.formats.joined(separator: " ")),
            ]
                + (encoding.inputFormat == nil
                    ? [EvidenceLine("what FFmpeg takes without -input_format", "\(taken), before \(jpeg)", source: "FFmpeg, libavdevice/v4l2-common.c")] : []),
            effect: "encoding keeps the processor busy: on a small board only a few pictures a second come, and late; handing on the camera's own JPEGs costs next to nothing",
            fixes: [
                Fix(
                    "Let it take the camera's JPEGs and hand them on as they are: -input_format mjpeg before -i, and -c:v copy behind it in place of the options of the encoder (-qscale, -q:v, -s, -r)",
                    commands: [command] + restart(client), needsRoot: client.ownUnit != nil && client.kind != .userUnit, isRunnable: false),
                Fix(
                    "If what receives them shows nothing then: add -bsf:v mjpeg2jpeg behind -c:v copy. Some cameras leave a part (the Huffman tables) out of each JPEG, and this filter puts it in"
                ),
            ])
    }

    private static func isOf(_ node: NodeRecord, _ encoding: EncodingCommand, _ client: CameraClientRecord) -> Bool {
        if let open = client.openNodes { return open == [node.place] }
        return encoding.device == node.place || node.byID.contains(encoding.device) || node.byPath.contains(encoding.device)
    }

    /// Whether the camera sends JPEGs about as often as the program is to.
    private static func isFastEnough(_ mode: StreamRecord.Format, _ rate: Double?) -> Bool {
        guard let rate else { return true }
        return (mode.framesPerSecond ?? rate) >= 0.95 * rate
    }

    private static func restart(_ client: CameraClientRecord) -> [String] {
        guard let unit = client.ownUnit else { return [] }
        return [
            "\(client.systemctl) edit --full \(Words.shell(unit))   # in ExecStart, or in the script that it runs",
            "\(client.systemctl) restart \(Words.shell(unit))",
        ]
    }
}
