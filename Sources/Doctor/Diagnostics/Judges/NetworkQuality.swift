// SPDX-License-Identifier: Apache-2.0

/// Judges what a network makes of a camera's pictures: too few, too late, or damaged.
enum NetworkQuality {
    /// In milliseconds, and as a multiple of the usual distance of two pictures. Not fitted: nobody overlooks a second.
    private static let (standstill, manyTimes) = (1000.0, 6.0)

    /// Over a network that is too slow at times, pictures come in bursts with gaps between them.
    static func bursts(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard subject.kind == .network, subject.network?.isOnThisMachine == false, !stream.isMachineBusy, stream.intervalsMs.count >= 12
        else { return nil }
        let usual = stream.intervalsMs.sorted()[stream.intervalsMs.count / 2]
        let gaps = stream.intervalsMs.filter { $0 >= max(standstill, manyTimes * usual) }
        let (all, lost) = (stream.intervalsMs.reduce(0, +), gaps.reduce(0, +))
        guard gaps.count >= 2, all.isFinite, lost >= 0.3 * all else { return nil }
        return Finding(
            .networkStalls, .warn,
            "the pictures of \(subject.name) come in bursts: \(gaps.count) times in \(Words.number(all / 1000)) s none came for up to \(Words.number((gaps.max() ?? 0) / 1000)) s, as over a network that is too slow or loses packets (a weak or crowded Wi-Fi)",
            confidence: .likely,
            evidence: [
                EvidenceLine("gaps of a second or more", gaps.prefix(6).map { "\(Words.number($0 / 1000)) s" }.joined(separator: ", "), threshold: "fewer than 2"),
                EvidenceLine("usual distance of two pictures", "\(Words.number(usual)) ms"),
            ], effect: "a code that is shown for a moment is missed",
            fixes: StreamFailures.cable(stream, subject) + [
                Fix("On Wi-Fi: bring camera and router nearer to each other, take a channel without neighbours (2.4 GHz is crowded), or a cable")
            ])
    }

    /// A connection (TCP) loses nothing: where damaged pictures come over one, the camera has left out data that it could not send in time.
    static func narrowWay(_ stream: StreamRecord, _ subject: StreamSubject) -> String? {
        guard subject.kind == .network, let video = subject.network?.video, !video.isDatagrams, !stream.isMachineBusy else { return nil }
        let amount = video.kilobitsPerSecond > 0 ? ", about \(Words.number(video.kilobitsPerSecond / 1000)) Mb/s now" : ""
        return ": the network carries less than the camera sends\(amount), or loses packets, so that the camera leaves data out"
    }
}
