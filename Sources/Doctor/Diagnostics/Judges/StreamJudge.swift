// SPDX-License-Identifier: Apache-2.0

/// Judges whether good frames arrive.
enum StreamJudge {
    static func judge(_ snapshot: Snapshot) -> CheckReport {
        guard let stream = snapshot.stream.value else { return .unseen(.stream, snapshot.stream) }
        let subject = StreamSubject(snapshot)
        if let failure = stream.failure {
            return CheckReport(.stream, findings: [StreamFailures.judge(failure, stream, subject)], passed: "")
        }
        var findings: [Finding] = []
        if let ending = StreamFailures.judge(ending: stream, subject) { findings.append(ending) }
        if !stream.inputFaults.isEmpty, stream.frames == 0 || findings.isEmpty {
            findings.append(signal(stream, subject))
        }
        findings += StreamQuality.judge(stream, snapshot, subject)
        return CheckReport(.stream, findings: findings, passed: summary(stream), evidence: evidence(stream))
    }

    private static func signal(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding {
        Finding(
            .streamNone, .fail,
            "the input of \(subject.name) has \(Words.list(stream.inputFaults.map { $0.hasPrefix("no-") ? "no " + $0.dropFirst(3) : $0 }))",
            evidence: [EvidenceLine("VIDIOC_ENUMINPUT", stream.inputFaults.joined(separator: " "))],
            effect: "the frames contain no picture", fixes: [Fix("Connect and switch on the device at that input")])
    }

    private static func summary(_ stream: StreamRecord) -> String {
        var words = stream.format?.text ?? "frames"
        if let rate = stream.measuredRate { words += " at \(Words.number(rate)) frames per second" }
        if let first = stream.firstFrameMs { words += ", the first after \(Words.number(first, decimals: 0)) ms" }
        return words
    }

    private static func evidence(_ stream: StreamRecord) -> [EvidenceLine] {
        var lines: [EvidenceLine] = []
        if let format = stream.format {
            lines.append(
                EvidenceLine(
                    "format", format.text + (format.framesPerSecond.map { ", \(Words.number($0)) fps promised" } ?? ""))
            )
        }
        lines.append(
            EvidenceLine(
                "frames", "\(stream.captured) arrived, \(stream.dropped) dropped, \(stream.corrupt) damaged"))
        if let rate = stream.measuredRate { lines.append(EvidenceLine("rate", "\(Words.number(rate)) fps")) }
        if let decode = stream.medianDecodeMs {
            lines.append(EvidenceLine("time per search", "\(Words.number(decode)) ms"))
        }
        return lines
    }
}

/// The subject of the stream, for sentences and commands.
struct StreamSubject {
    var name: String
    /// Quoted for a shell.
    var argument: String
    var node: NodeRecord?
    var kind: Snapshot.Subject.Kind

    init(_ snapshot: Snapshot) {
        node = snapshot.chosen
        name = snapshot.chosen?.place ?? snapshot.subject.name
        argument = Words.shell(snapshot.subject.isNamed ? snapshot.subject.name : name)
        kind = snapshot.subject.kind
    }
}
