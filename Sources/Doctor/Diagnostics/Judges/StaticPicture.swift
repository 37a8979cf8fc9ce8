// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import FrameMetrics

/// Judges pictures that are nothing but noise (static, snow): every pixel has another value in each frame, and its neighbours tell nothing of
/// it. Amplified darkness is not that strong, so more light does not help.
enum StaticPicture {
    /// Luma of 255. Noise of sensors at their highest gain stays far below; uniform noise has 74. Not fitted.
    private static let least = 35.0
    /// The least shares of the deviation of the whole picture that the noise from frame to frame, and that within the quietest places of a
    /// frame, have: pictures of scenes have parts that differ, and edges. JPEG smooths noise. Not fitted.
    private static let (shareInTime, shareInSpace) = (0.8, 0.6)

    static func find(_ snapshot: Snapshot, _ picture: PictureEvidence) -> Finding? {
        guard picture.isLive, picture.isUnread, let figures = picture.figures, let noise = picture.temporal?.noise, noise.isFinite,
            figures.standardDeviation >= least, (60...200).contains(figures.mean), noise >= shareInTime * figures.standardDeviation,
            picture.noise >= shareInSpace * figures.standardDeviation
        else { return nil }
        let subject = StreamSubject(snapshot)
        let evidence = [
            EvidenceLine("noise from frame to frame", "\(noise.text(0)) of 255", threshold: "below \(Int(least)) at any gain"),
            EvidenceLine("deviation of luma in the whole picture", figures.standardDeviation.text(0)),
        ]
        if let node = subject.node, isVirtual(node) { return unfed(node, snapshot, evidence, subject) }
        if subject.isGrabber { return noSignal(evidence, subject) }
        return Finding(
            .lightNoise, .fail,
            "the picture is nothing but noise (static), stronger than darkness makes it at any gain: \(source(subject)) sends no image of what is in front of it",
            confidence: .likely, evidence: evidence, effect: "nothing can be recognised in it; more light does not change that", fixes: restarts(snapshot, subject))
    }

    private static func source(_ subject: StreamSubject) -> String { subject.kind == .network ? "the camera behind this stream" : "the camera" }

    // MARK: A camera that began wrongly

    private static func restarts(_ snapshot: Snapshot, _ subject: StreamSubject) -> [Fix] {
        let why = "some webcams send noise if their stream begins right after they came up, and a picture at the next attempt"
        let unplug = Fix("If it stays: unplug the camera and plug it in again")
        let again = Fix("Start the stream again: \(why)", commands: ["candela doctor \(subject.argument)"], isRunnable: false)
        if subject.kind == .network, snapshot.network?.value?.isOnThisMachine != true {
            // What reads it here, if something does, gets the same noise after a restart.
            return [again, Fix("If it stays: switch the camera off and on again, or restart the program that serves this stream of a webcam")]
        }
        let other = otherFormat(snapshot, subject)
        guard let client = snapshot.client, client.kind != .user else {
            return other
                + [subject.kind == .network ? Fix("Restart the program of this machine that serves the stream, so that it opens the camera again: \(why)") : again, unplug]
        }
        if client.kind == .container { return other + [client.again("Restart the container that has the camera, which starts its stream again: \(why)"), unplug] }
        guard client.ownUnit != nil else { return other + [Fix("End \(client.title) and start it again, so that its stream starts again: \(why)"), unplug] }
        return other + [
            client.again("Restart the service that has the camera, which starts its stream again: \(why)"), unplug,
            Fix(
                "If it comes back with each start of the machine: let the service wait before it opens the camera (ExecStartPre=/bin/sleep 10 below [Service] in its unit), or restart it once later"
            ),
        ]
    }

    /// Some cameras, as those for infrared light in laptops, give snow in raw formats, and pictures in others.
    private static func otherFormat(_ snapshot: Snapshot, _ subject: StreamSubject) -> [Fix] {
        guard let stream = snapshot.stream.value, stream.format?.isCompressed == false,
            let other = stream.offered.filter(\.isCompressed).max(by: { $0.area < $1.area })
        else { return [] }
        return [
            Fix(
                "Try the camera's other format, here and in other programs",
                commands: ["candela scan \(subject.argument) --format \(other.fourCC) --size \(other.width)x\(other.height)"])
        ]
    }

    // MARK: Virtual cameras and grabbers

    /// Source: akvcam's documentation: without a program that writes, it shows noise, unless it is given a picture.
    private static func isVirtual(_ node: NodeRecord) -> Bool { node.isFed || node.driver == "akvcam" }

    private static func unfed(_ node: NodeRecord, _ snapshot: Snapshot, _ evidence: [EvidenceLine], _ subject: StreamSubject) -> Finding {
        let outputs = (snapshot.nodes.value ?? []).filter { $0.nodeClass == NodeClass.output.rawValue && $0.driver == node.driver }.compactMap(\.path)
        let feed =
            outputs.isEmpty
            ? Attachment.feed(subject.argument, "Start what feeds it, and let it run beside the scan", "droidcam-cli in another window or with &")
            : [
                Fix(
                    "Let the program write to the output side, \(Words.list(outputs)): \(node.place) is the side to read. After a restart the numbers can have changed; names in the program's settings should be those of /dev/v4l/by-path, or fixed in the virtual camera's own settings",
                    commands: ["v4l2-ctl --list-devices"], isRunnable: false)
            ]
        return Finding(
            .streamNone, .fail,
            "\(subject.name) is a virtual camera (\(node.title), driver \(node.driver ?? "unknown")), and its picture is nothing but noise: no program feeds it, or what feeds it sends no image",
            confidence: .likely, evidence: evidence + outputs.map { EvidenceLine("its output side", $0) }, effect: "nothing can be recognised in it", fixes: feed)
    }

    private static func noSignal(_ evidence: [EvidenceLine], _ subject: StreamSubject) -> Finding {
        Finding(
            .streamNone, .fail,
            "the grabber \(subject.name) sends nothing but snow: no signal arrives at the input or channel that is selected", confidence: .likely,
            evidence: evidence, effect: "nothing can be recognised in it",
            fixes: [
                Fix(
                    "Show its inputs (Composite, S-Video, tuner), and select the one where the source is plugged in",
                    commands: [
                        "v4l2-ctl --device \(subject.argument) --list-inputs --get-input", "v4l2-ctl --device \(subject.argument) --set-input 0",
                    ], isRunnable: false)
            ] + GrabberFixes.signal)
    }
}
