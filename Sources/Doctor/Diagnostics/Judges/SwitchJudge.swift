// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import MachineFacts

/// Judges a blank picture whose cause the machine knows: its firmware says that the camera is switched off (some cameras stay there
/// and send white, grey or black pictures, without a word from the driver), its lid is closed, or the camera is a grabber.
enum SwitchJudge {
    static func finding(_ snapshot: Snapshot, _ picture: PictureEvidence) -> Finding? {
        if let finding = privacyMode(snapshot, picture) { return finding }
        guard snapshot.subject.kind == .camera, picture.read.isEmpty, picture.codes(.harder).isEmpty,
            let figures = picture.figures
        else { return nil }
        if let finding = noSignal(snapshot, figures) ?? lid(snapshot, figures) { return finding }
        // A switch of the laptop's own camera is off on purpose where somebody uses another one.
        guard isBlank(figures), let host = snapshot.host.value, let off = host.machine?.switches.first(where: \.isOff),
            BuiltInCamera.isOne(StreamSubject(snapshot), host)
        else { return emptyRelay(snapshot, figures) }
        let isBlock = off.path.contains("block_recording")
        return Finding(
            .lightCovered, .fail,
            "the camera is switched off by this machine's firmware, as its camera key does, and sends blank pictures",
            confidence: .likely,
            evidence: [
                EvidenceLine(off.path, off.value), EvidenceLine("mean luma", "\(figures.mean.text(0)) of 255"),
                EvidenceLine("deviation of luma", figures.standardDeviation.text(0)),
            ],
            effect: "nothing is visible",
            fixes: [
                Fix(
                    "Press the key with the camera's symbol, often one of the F keys together with Fn (Fn+F10 on Samsung laptops)"
                ),
                isBlock
                    ? Fix(
                        "Or let the firmware allow recording", commands: ["echo 0 | sudo tee \(off.path)"],
                        needsRoot: true, undo: ["echo 1 | sudo tee \(off.path)"],
                        isRunnable: DriverJudge.isSafePath(off.path))
                    : off.path.contains("firmware-attributes")
                        ? Fix("Or enable the camera in the firmware setup (the screen before Linux starts)")
                        : Fix(
                            "Or switch it on", commands: ["echo 1 | sudo tee \(off.path)"], needsRoot: true,
                            undo: ["echo 0 | sudo tee \(off.path)"], isRunnable: DriverJudge.isSafePath(off.path)),
            ])
    }

    /// A grabber has no lens: it sends an even picture where its input has no signal, or where the source is at another input.
    private static func noSignal(_ snapshot: Snapshot, _ figures: FrameFigures) -> Finding? {
        let subject = StreamSubject(snapshot)
        guard subject.isGrabber, figures.standardDeviation < 6 else { return nil }
        return Finding(
            .streamNone, .fail, "the grabber \(subject.name) sends even pictures: no signal arrives at the input that is selected, or its source sends an empty picture",
            confidence: .likely,
            evidence: [
                EvidenceLine("mean luma", "\(figures.mean.text(0)) of 255"),
                EvidenceLine("deviation of luma", figures.standardDeviation.text(1)),
            ],
            effect: "nothing is visible",
            fixes: [
                Fix(
                    "If it has several inputs (Composite, S-Video, HDMI): show them, and select the one where the source is plugged in",
                    commands: [
                        "v4l2-ctl --device \(subject.argument) --list-inputs --get-input",
                        "v4l2-ctl --device \(subject.argument) --set-input 0",
                    ], isRunnable: false)
            ] + GrabberFixes.signal)
    }

    /// A virtual camera has no lens: black without any noise is what a relay sends that gets nothing from the camera behind it.
    private static func emptyRelay(_ snapshot: Snapshot, _ figures: FrameFigures) -> Finding? {
        let subject = StreamSubject(snapshot)
        guard subject.isRelayed, subject.relay != nil, figures.mean < 2, figures.standardDeviation < 0.5, let host = snapshot.host.value else { return nil }
        let seen = [
            EvidenceLine("mean luma", "\(figures.mean.text(0)) of 255, without noise"),
            EvidenceLine("device", "\(subject.title), a virtual camera of v4l2loopback"),
        ]
        let message = "\(subject.name) is a virtual camera that sends one black picture: the relay that feeds it gets none from the laptop's own camera"
        guard var cause = SensorJudge(snapshot, host).find() else {
            return Finding(
                .streamNone, .fail, message, confidence: .likely, evidence: seen, effect: "nothing is visible",
                fixes: [
                    Fix("See what the relay and the maker's camera software say", commands: ["journalctl -b -u 'v4l2-relayd*' --no-pager"], isRunnable: false),
                    Fix("Or use the camera without the relay, through libcamera", commands: ["candela scan libcamera:"]),
                ])
        }
        cause.message = "\(message); \(cause.message)"
        if cause.confidence == .certain { cause.confidence = .likely }
        cause.evidence = seen + cause.evidence
        return cause
    }

    /// A camera on the network that is told to show nothing goes on sending: black without noise or structure, but for the date, its name or
    /// the maker's mark. A dark room mostly has both.
    private static func privacyMode(_ snapshot: Snapshot, _ picture: PictureEvidence) -> Finding? {
        guard snapshot.subject.kind == .network, picture.read.isEmpty, picture.codes(.harder).isEmpty, let figures = picture.figures,
            figures.p95 < 30, figures.p95 - figures.p5 <= 2, figures.noise < 1,
            // All the time, and not by turns.
            snapshot.stream.value?.brightness?.allSatisfy({ $0 < 40 }) != false
        else { return nil }
        return Finding(
            .lightCovered, .fail,
            "the camera sends an evenly black picture: it is told to show nothing (privacy mode), its shutter is closed, it is completely dark in front of it, or the server that sends it has no picture of the camera",
            confidence: .likely,
            evidence: [
                EvidenceLine("luma of the picture", "\(figures.p5) to \(figures.p95) of 255", source: "5th and 95th percentile"),
                EvidenceLine("noise", "\(figures.noise.text()) of 255", threshold: "a sensor in a dark room has more, unless the compression removes it"),
            ],
            effect: "nothing is visible",
            fixes: [
                Fix("Switch its privacy mode off (also called lens mask or sleep), in the maker's app or on the camera's page"),
                Fix("Or open its shutter, and look whether it has turned its lens into its housing"),
                Fix("If another program or a recorder serves its pictures: look whether that gets any from the camera"),
            ])
    }

    /// A laptop that works with another screen may be shut. A camera that is plugged in is not under its lid.
    private static func lid(_ snapshot: Snapshot, _ figures: FrameFigures) -> Finding? {
        guard let host = snapshot.host.value, host.machine?.isLidClosed == true, figures.mean < 30, figures.p99 < 60,
            snapshot.chosen != nil, BuiltInCamera.isOne(StreamSubject(snapshot), host)
        else { return nil }
        return Finding(
            .lightCovered, .fail, "the picture is black, and this laptop's lid is closed: its built-in camera sees nothing",
            confidence: .likely,
            evidence: [
                EvidenceLine("/proc/acpi/button/lid/*/state", "closed"),
                EvidenceLine("mean luma", "\(figures.mean.text(0)) of 255"),
            ],
            effect: "nothing is visible",
            fixes: [
                Fix("Open the lid"),
                Fix("Or plug in another camera, and name it in every command", commands: ["candela list"]),
            ])
    }

    /// Evenly white, grey or black but for noise.
    private static func isBlank(_ figures: FrameFigures) -> Bool {
        figures.standardDeviation < 25 && (figures.mean > 200 || figures.mean < 30) || figures.standardDeviation < 6
    }
}
