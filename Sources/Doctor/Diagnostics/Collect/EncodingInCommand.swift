// SPDX-License-Identifier: Apache-2.0

/// Finds a command of FFmpeg that takes pictures of one camera uncompressed and does nothing with them but encode them to JPEGs.
enum EncodingInCommand {
    /// `nil` for other commands: those with filters, with several cameras or outputs, that copy, and that take compressed pictures.
    static func find(in words: [String]) -> EncodingCommand? {
        guard words.first?.split(separator: "/").last == "ffmpeg" else { return nil }
        let inputs = words.indices.filter { words[$0] == "-i" && $0 + 1 < words.count }
        guard let last = inputs.last else { return nil }
        var camera: (device: String, options: ArraySlice<String>)?
        var start = words.startIndex + 1
        for input in inputs {
            guard start <= input else { return nil }
            let options = words[start..<input]
            start = input + 2
            let device = words[input + 1]
            if device.hasPrefix("/dev/"), isVideo(option(["-f"], options)) {
                guard camera == nil else { return nil }
                camera = (device, options)
            } else if !sounds.contains(option(["-f"], options) ?? "") {
                return nil
            }
        }
        guard let camera, let output = output(words[(last + 2)...]), let format = inputFormat(camera.options) else { return nil }
        var found = EncodingCommand(
            command: "ffmpeg … -i \(camera.device) … \(output.option)", device: camera.device)
        found.inputFormat = format.isEmpty ? nil : format
        found.container = output.container
        let size = output.size ?? option(["-video_size", "-s"], camera.options)
        if let size {
            let parts = size.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let width = parts[0], let height = parts[1], (1...32768).contains(width), (1...32768).contains(height) else { return nil }
            (found.width, found.height) = (width, height)
        }
        if let rate = output.rate ?? option(["-framerate", "-r"], camera.options) {
            guard let value = Double(rate), (0.01...1000).contains(value) else { return nil }
            found.rate = value
        }
        return found
    }

    // MARK: The input

    private static let sounds: Set = ["alsa", "pulse", "oss", "jack", "sndio"]
    /// FFmpeg recognises nodes of cameras by their names. Source: its libavdevice/v4l2.c, `v4l2_read_probe`.
    private static func isVideo(_ format: String?) -> Bool { format.map { ["v4l2", "video4linux2", "video4linux"].contains($0) } ?? true }

    /// The uncompressed format that it asks for; empty if it asks for none, and `nil` for a compressed one.
    private static func inputFormat(_ options: ArraySlice<String>) -> String? {
        if option(["-c:v", "-vcodec", "-codec:v", "-c", "-codec"], options).map({ $0 != "rawvideo" }) == true { return nil }
        guard let format = option(["-input_format", "-pixel_format"], options) else { return "" }
        return ["mjpeg", "h264", "hevc", "cpia"].contains(format) ? nil : format
    }

    // MARK: The output

    private struct Output {
        /// What tells that it encodes to JPEGs: `-f mjpeg`.
        var option: String
        var container: String?
        var size: String?
        var rate: String?
    }

    /// Of one output, without a filter.
    private static func output(_ options: ArraySlice<String>) -> Output? {
        let changes = ["-vf", "-filter", "-lavfi", "-frames", "-vframes", "-map"]
        guard let name = options.last, !name.hasPrefix("-") || name == "-", !FedSizeSigns.hasFile(options.dropLast()),
            !options.contains(where: { word in changes.contains(where: word.hasPrefix) })
        else { return nil }
        let formats = options.indices.filter { options[$0] == "-f" && $0 + 1 < options.endIndex }
        let codecs = options.indices.filter { ["-c:v", "-vcodec", "-codec:v", "-c", "-codec"].contains(options[$0]) && $0 + 1 < options.endIndex }
        guard formats.count <= 1, codecs.count <= 1 else { return nil }
        let format = formats.first.map { options[$0 + 1] }
        let streams = ["mjpeg", "mpjpeg"]
        let isStream = format.map(streams.contains) ?? [".mjpeg", ".mjpg"].contains(where: name.lowercased().hasSuffix)
        // The encoder of these formats, if none is named. Source: FFmpeg's libavformat/rawenc.c and mpjpeg.c.
        guard isStream, codecs.first.map({ options[$0 + 1] == "mjpeg" }) ?? true else { return nil }
        return Output(
            option: format.map { "-f \($0)" } ?? codecs.first.map { "\(options[$0]) mjpeg" } ?? "a file of JPEGs", container: format,
            size: option(["-s", "-s:v"], options), rate: option(["-r", "-r:v"], options))
    }

    private static func option(_ names: [String], _ words: ArraySlice<String>) -> String? { CommandOptions.last(names, in: Array(words))?.value }
}
