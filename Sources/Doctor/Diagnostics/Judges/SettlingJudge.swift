// SPDX-License-Identifier: Apache-2.0

/// Judges the first pictures of a stream: the automatic exposure of most cameras begins somewhere, and takes a while. A scan waits
/// for it; programs that take the first picture of a stream get a dark or a white one.
enum SettlingJudge {
    /// Not fitted: by a third of the later brightness, and by an eighth of the range, everybody sees the difference.
    static let (share, range) = (0.33, 32.0)
    /// In milliseconds.
    private static let shortest = 150.0

    /// The brightness of the pictures under an automatic exposure, in order: what a grabber or a program shows has none of its own, and one
    /// that is set by hand does not move. `nil` if there are too few, or impossible values.
    static func course(_ stream: StreamRecord, _ subject: StreamSubject) -> [Double]? {
        guard subject.seesThroughLens, stream.settings?.isExposureManual != true, let means = stream.brightness, means.count >= 12,
            means.allSatisfy({ (0...255).contains($0) })
        else { return nil }
        return means
    }

    static func find(_ stream: StreamRecord?, _ snapshot: Snapshot) -> Finding? {
        let subject = StreamSubject(snapshot)
        guard let stream, [.camera, .libcamera, .network].contains(snapshot.subject.kind), let means = course(stream, subject), let first = means.first
        else { return nil }
        let last = means.suffix(means.count / 4).sorted()
        let settled = last[last.count / 2]
        func isOff(_ mean: Double) -> Bool { abs(mean - settled) > max(share * settled, range) }
        // What still changes at the end is something that moves, or light that does.
        guard isOff(first), let frame = means.firstIndex(where: { !isOff($0) }), !means[frame...].contains(where: isOff),
            (last.last ?? settled) - (last.first ?? settled) < range
        else { return nil }
        let interval = stream.measuredRate.map { 1000 / $0 } ?? 33.3
        let time = Double(frame) * interval
        guard time.isFinite, time >= shortest else { return nil }
        // A decoder that begins between two whole pictures gives grey ones at first.
        if subject.kind == .network, snapshot.network?.value?.video != nil { return nil }
        let words = first < 40 ? "nearly black" : first > 230 ? "nearly white" : first < settled ? "much too dark" : "much too bright"
        return Finding(
            .lightSettling, .note,
            "the first \(frame == 1 ? "picture" : "\(frame) pictures") after the start of the stream \(frame == 1 ? "is" : "are") \(words): the automatic exposure needs \(Words.number(time / 1000)) s to settle",
            confidence: .likely,
            evidence: [
                EvidenceLine("mean luma of the first picture", "\(Words.number(first, decimals: 0)) of 255"),
                EvidenceLine("mean luma once it has settled", "\(Words.number(settled, decimals: 0)) of 255"),
                EvidenceLine("mean luma over the time", Sparkline.draw(means)),
            ],
            effect: "candela waits for that; a program that starts the stream for a single picture and takes the first gets one that is \(words)",
            fixes: [
                Fix(
                    subject.kind == .network
                        ? "Let the program skip the pictures of the first seconds (ffmpeg: -ss 2 behind the input), or wait two seconds"
                        : "Let the program skip the first pictures (fswebcam --skip 30, ffmpeg -ss 2 behind the input, v4l2-ctl --stream-skip=30, thirty calls of read() in OpenCV), or wait two seconds"
                ),
                subject.kind == .network
                    ? Fix(
                        "Or let the server keep its camera running while nobody watches, if it starts it only for a client (camera-streamer: --camera-force_active), or keep one client connected"
                    ) : Fix("Or keep the stream running between the pictures: a server such as ustreamer or mjpg-streamer does"),
            ]
                + (subject.kind == .network
                    ? []
                    : [Fix("Or set exposure and gain by hand for this light", commands: ["candela calibrate \(subject.argument)"], isRunnable: false)]))
    }
}
