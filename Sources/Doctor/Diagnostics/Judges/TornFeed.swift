// SPDX-License-Identifier: Apache-2.0

/// Judges a virtual camera into which a program writes pictures of another size than the camera has: their lines are cut at the wrong places.
/// v4l2loopback answers such a program with the size that the camera keeps, and some do not look at the answer.
enum TornFeed {
    static func find(_ stream: StreamRecord, _ snapshot: Snapshot, _ subject: StreamSubject) -> Finding? {
        guard subject.kind == .camera, let node = subject.node, node.nodeClass == "loopback", let format = stream.format, !format.isCompressed
        else { return nil }
        let feeders = (snapshot.holders.value?.holders ?? []).filter { holder in
            !holder.isOurs && (holder.fedSize != nil || holder.isFeeder == true || holder.isLikelyFeeder && holder.hasMapped != true)
        }
        // Of two that write, nobody knows whose pictures these are.
        guard feeders.count == 1, let feeder = feeders.first, let fed = feeder.fedSize, (fed.width, fed.height) != (format.width, format.height)
        else { return nil }
        let own = "\(format.width)x\(format.height)"
        return Finding(
            .streamCorrupt, .fail,
            "the pictures of the virtual camera \(subject.name) are torn: \(feeder.name) (process \(feeder.processID)) writes pictures of \(fed.text) into it, and the camera is fixed to \(own)",
            confidence: .likely,
            evidence: [EvidenceLine("format of \(subject.name)", format.text), EvidenceLine(fed.source, fed.text)],
            effect: "lines of \(fed.width) pixels are read as lines of \(format.width), so no code is whole",
            fixes: [
                feeder.name == "ffmpeg"
                    ? Fix("Let FFmpeg write that size: -s \(own) before \(subject.name) in its command")
                    : Fix(
                        "Let OBS give pictures of \(own): stop its virtual camera, set the output resolution in Settings, Video, and start it again"
                    ),
                Fix(
                    "Or let the camera take the feeder's size: stop the feeder, close what reads the camera, which fixes its size as well, and take the fixed format off; then start the feeder first",
                    commands: ["v4l2-ctl --device \(Words.shell(node.place)) --set-ctrl keep_format=0"], isRunnable: false),
                Fix(
                    "Or load its module again, which forgets the format",
                    commands: LoopbackModule(node, snapshot.host.value).reload(), needsRoot: true, isRunnable: false),
            ])
    }
}
