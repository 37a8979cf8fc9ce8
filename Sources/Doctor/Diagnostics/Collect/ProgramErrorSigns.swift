// SPDX-License-Identifier: Apache-2.0

/// Finds the errors of well-known programs and libraries in what a service, container or program wrote.
package enum ProgramErrorSigns {
    /// A program that has written more than this many lines since has got over it.
    private static let last = 40

    /// - Parameter lines: what it wrote since it was started last, oldest first.
    package static func find(in lines: [String]) -> ProgramError? {
        let recent = lines.filter { !$0.isEmpty }.suffix(last).map { ($0, $0.lowercased()) }
        let text = recent.map(\.1)
        for kind in ProgramError.Kind.allCases where applies(kind, text) {
            guard let (line, small) = recent.last(where: { isTold(kind, by: $0.1) }) else { continue }
            return ProgramError(kind, line: String(line.prefix(300)), detail: detail(kind, line, small))
        }
        return nil
    }

    private static func isTold(_ kind: ProgramError.Kind, by line: String) -> Bool {
        func has(_ words: String...) -> Bool { words.allSatisfy(line.contains) }
        func hasOne(of words: String...) -> Bool { words.contains(where: line.contains) }
        return switch kind {
        // Sources: rpicam-apps, encoder/encoder.cpp and core/video_options.cpp.
        case .noEncoder: hasOne(of: "unable to find an appropriate h.264 codec", "unrecognised codec libav")
        // Source: NumPy's numpy/__init__.cython-30.pxd and _core/src/multiarray/multiarraymodule.c.
        case .arrayLibrary:
            hasOne(
                of: "numpy.dtype size changed", "numpy.ndarray size changed", "compiled using numpy 1.x cannot be run in numpy 2",
                "_array_api not found", "module compiled against abi version 0x", "module compiled against api version 0x")
        // Source: libcamera's ipa_module.cpp, ipa_manager.cpp, rpi/common/pipeline_base.cpp.
        case .imageModule: has("ipa module shared object", "undefined symbol")
        case .noImageModule: hasOne(of: "no ipa found in", "ipa module has no valid info")
        case .tuningFile: hasOne(of: "failed to open tuning file", "failed to load tuning data file", "tuning data file target returned")
        // Source: libcamera's software_isp/debayer_egl.cpp.
        case .graphics: has("debayer", "debayergpu failed")
        // Source: GStreamer's pbutils/descriptions.c and gstdecodebin2.c.
        case .noDecoder: has("missing decoder: ") && hasOne(of: "(video/", "(image/")
        // Source: FFmpeg's fftools/ffmpeg_opt.c, libavformat/movenc.c; Home Assistant, components/stream/__init__.py.
        case .inputOption: has("option ", "cannot be applied to input")
        case .unfitCodec: hasOne(of: "could not find tag for codec ")
        case .noStreamIntegration: has("stream integration is not set up")
        // Source: FFmpeg's v4l2_m2m.c.
        case .codecNode: has("_v4l2m2m", "could not find a valid device")
        // Source: FFmpeg's fftools/ffmpeg_mux.c, libavcodec/encode.c, libavformat/mux.c.
        case .soundTimes:
            hasOne(of: "aac", "mp2", "mp3", "pcm_", "opus", "flac")
                && hasOne(of: "queue input is backward in time", "non-monotonic dts", "non monotonically increasing dts")
        // Source: Azure-Kinect-Sensor-SDK, src/dewrapper/dewrapper.c.
        case .depthEngine: has("depth engine create and initialize failed", "204")
        case .ownAddress: has("onvif") && hasOne(of: "127.0.0.1", "localhost") && hasOne(of: "cannot connect", "refused", "connect call failed")
        case .goneInput: has("[errno 19] no such device")
        // Source: FFmpeg's libavformat/rtsp.c.
        case .otherTransport: has("nonmatching transport in server reply")
        }
    }

    /// What more must be said for it to be the cause.
    private static func applies(_ kind: ProgramError.Kind, _ lines: [String]) -> Bool {
        switch kind {
        // A version of libcamera looks for modules in several places.
        case .noImageModule: lines.contains { $0.contains("failed to load a suitable ipa library") || $0.contains("failed to register camera") }
        // Single ones are corrected.
        case .soundTimes:
            lines.count { isTold(.soundTimes, by: $0) } >= 2
                && lines.indices.contains { index in
                    (lines[index].contains("ffmpeg") && lines[index].contains("crashed") || lines[index].contains("conversion failed"))
                        && lines[max(0, index - 6)..<index].contains { isTold(.soundTimes, by: $0) }
                }
        // In one and the same traceback.
        case .goneInput:
            lines.indices.contains { index in
                isTold(.goneInput, by: lines[index])
                    && lines[max(0, index - 6)..<index].contains { $0.contains("read_loop") || $0.contains("evdev") || $0.contains("/dev/input") }
            }
        default: true
        }
    }

    private static func detail(_ kind: ProgramError.Kind, _ line: String, _ small: String) -> String? {
        switch kind {
        case .noDecoder:
            // `Missing decoder: H.264 (Main Profile) (video/x-h264, …)`
            guard let mark = small.firstRange(of: "missing decoder: ") else { return nil }
            let words = line.utf8.count == small.utf8.count ? line[mark.upperBound...] : small[mark.upperBound...]
            let name = words.firstRange(of: " (").map { words[..<$0.lowerBound] } ?? words
            return name.isEmpty || name.utf8.count > 40 ? nil : String(name)
        case .tuningFile:
            let path = line.split { $0.isWhitespace || $0 == "'" || $0 == "\"" }.last { $0.hasPrefix("/") }
            return path.map(String.init)
        case .soundTimes:
            // Frigate puts the camera's name before it: `ffmpeg.front.detect`.
            return small.split { $0.isWhitespace || $0 == ":" }.first { $0.hasPrefix("ffmpeg.") }.flatMap { part in
                part.split(separator: ".").dropFirst().first.map(String.init)
            }
        case .inputOption:
            // `Option vf (set video filters) cannot be applied to input url /dev/video0`
            guard let mark = small.firstRange(of: "option ") else { return nil }
            return word(small[mark.upperBound...])
        case .unfitCodec:
            guard let mark = small.firstRange(of: "tag for codec ") else { return nil }
            return word(small[mark.upperBound...])
        case .codecNode:
            return small.split { $0 == "[" || $0 == " " || $0 == "]" }.first { $0.hasSuffix("_v4l2m2m") }.map(String.init)
        default: return nil
        }
    }

    private static func word(_ text: Substring) -> String? {
        let word = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "./-+_".contains($0)) }
        return word.isEmpty || word.utf8.count > 32 ? nil : String(word)
    }
}
