// SPDX-License-Identifier: Apache-2.0

internal import V4L2

/// A grabber of analog video that decodes another standard than its source sends: the picture is black and white, torn, or rolls.
/// Drivers start with their own region's standard, and most never look.
enum AnalogStandard {
    static func find(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard let standard = stream.standard.map(VideoStandard.init(rawValue:)), !standard.words.isEmpty else { return nil }
        let sensed = stream.sensedStandard.map(VideoStandard.init(rawValue:))
        // What the decoder senses is certain; the rate tells the number of lines only.
        guard let sent = sensed ?? byRate(stream), sent.isDisjoint(with: standard), !sent.words.isEmpty else { return nil }
        let option = sent.isDisjoint(with: .ntsc) ? (sent.isDisjoint(with: .pal) ? "secam" : "pal") : "ntsc"
        let node = subject.node?.path ?? subject.camera
        var lines = [evidence(stream)].compactMap(\.self)
        if sensed == nil, let rate = stream.measuredRate {
            lines.append(
                EvidenceLine("rate", "\(Words.number(rate, decimals: 2)) fps (NTSC has 29.97, PAL and SECAM have 25)"))
        }
        return Finding(
            .streamStandard, .warn,
            "\(subject.name) decodes \(standard.words), but its source sends \(sent.words)",
            confidence: sensed == nil ? .likely : .certain, evidence: lines,
            effect: "the picture is black and white, torn, or rolls",
            fixes: [
                Fix(
                    "Set the standard of the source while no program captures, then start the program again",
                    commands: ["v4l2-ctl -d \(node) --set-standard=\(option)"]),
                Fix("Or set it in the program that captures, if it has a setting for the video standard"),
            ])
    }

    static func evidence(_ stream: StreamRecord) -> EvidenceLine? {
        guard let standard = stream.standard.map(VideoStandard.init(rawValue:)) else { return nil }
        let sensed = stream.sensedStandard.map { VideoStandard(rawValue: $0).words }
        return EvidenceLine(
            "TV standard",
            "\(standard.words.isEmpty ? "none that is known" : standard.words) is decoded (VIDIOC_G_STD); the driver "
                + (sensed.map { "senses \($0.isEmpty ? "no signal" : $0) (VIDIOC_QUERYSTD)" } ?? "does not tell what is sent"))
    }

    /// Pictures of a decoder come as its source sends them, whatever standard it was told.
    private static func byRate(_ stream: StreamRecord) -> VideoStandard? {
        guard stream.intervalsMs.count >= leastIntervals, let rate = stream.measuredRate else { return nil }
        if abs(rate - 25) < tolerance { return .lines625 }
        return abs(rate - 29.97) < tolerance ? .lines525 : nil
    }

    private static let leastIntervals = 20
    private static let tolerance = 0.3
}
