// SPDX-License-Identifier: Apache-2.0

internal import V4L2

/// A grabber of analog video that decodes another standard than its source sends: the picture is black and white, torn, or rolls.
/// Drivers start with their own region's standard, and most never look.
enum AnalogStandard {
    static func find(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard let standard = decoded(stream), !stream.inputFaults.contains("no-signal"), stream.sensedStandard != 0 else { return nil }
        let sensed = stream.sensedStandard.map(VideoStandard.init(rawValue:))
        // What the decoder senses is certain; the rate tells the number of lines only.
        guard let sent = sensed ?? byRate(stream), sent.isDisjoint(with: standard), !sent.words.isEmpty,
            // Variants of one family differ in the sound, or in ways that the words do not tell.
            sent.words != standard.words
        else { return nil }
        var lines = [evidence(stream)].compactMap(\.self)
        if sensed == nil, let rate = stream.measuredRate {
            lines.append(
                EvidenceLine("rate", "\(Words.number(rate, decimals: 2)) fps (NTSC has 29.97, PAL and SECAM have 25)"))
        }
        func set(_ standard: VideoStandard) -> [String] {
            guard let path = subject.node?.path, let option = option(standard) else { return [] }
            return ["v4l2-ctl -d \(Words.shell(path)) --set-standard=\(option)"]
        }
        return Finding(
            .streamStandard, .warn,
            "\(subject.name) decodes \(standard.words), but its source sends \(sent.words)",
            confidence: sensed == nil ? .likely : .certain, evidence: lines,
            effect: "the picture is black and white, torn, or rolls",
            fixes: [
                Fix(
                    "Set the standard of the source while no program captures, then start the program again",
                    commands: set(sent), undo: set(standard)),
                Fix("Or set it in the program that captures, if it has a setting for the video standard"),
            ])
    }

    static func evidence(_ stream: StreamRecord) -> EvidenceLine? {
        guard let standard = decoded(stream) else { return nil }
        let sensed =
            switch stream.sensedStandard {
            case nil: "does not tell what is sent"
            case 0?: "senses no signal (VIDIOC_QUERYSTD)"
            case let number?: "senses \(VideoStandard(rawValue: number).words) (VIDIOC_QUERYSTD)"
            }
        return EvidenceLine("TV standard", "\(standard.words) is decoded (VIDIOC_G_STD); the driver \(sensed)")
    }

    /// `nil` if it is none that is known, or both: then the driver only says that it does not care.
    private static func decoded(_ stream: StreamRecord) -> VideoStandard? {
        guard let standard = stream.standard.map(VideoStandard.init(rawValue:)), !standard.words.isEmpty,
            standard.isDisjoint(with: .lines525) || standard.isDisjoint(with: .lines625)
        else { return nil }
        return standard
    }

    /// What a standard is called; as its number where that says nothing.
    static func words(_ standard: UInt64) -> String {
        let words = VideoStandard(rawValue: standard).words
        return words.isEmpty ? "number \(standard)" : words
    }

    /// The word of v4l2-ctl. Several that are possible become the commonest.
    private static func option(_ standard: VideoStandard) -> String? {
        let options: [(VideoStandard, String)] = [
            (.pal, "pal"), (.ntsc, "ntsc"), (.secam, "secam"), (.palM, "pal-M"), (.pal60, "pal-60"),
        ]
        return options.first { !standard.isDisjoint(with: $0.0) }?.1
    }

    /// Pictures of a decoder come as its source sends them, whatever standard it was told.
    private static func byRate(_ stream: StreamRecord) -> VideoStandard? {
        guard stream.intervalsMs.count >= leastIntervals, stream.dropped == 0, let rate = stream.measuredRate else {
            return nil
        }
        if abs(rate - 25) < tolerance { return .lines625 }
        return abs(rate - 29.97) < tolerance ? .lines525 : nil
    }

    private static let leastIntervals = 20
    private static let tolerance = 0.3
}
