// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Judges whether another program is using the camera.
enum ContentionJudge {
    static func judge(_ snapshot: Snapshot) -> CheckReport {
        if snapshot.subject.kind != .camera {
            if snapshot.stream.value?.isBusy == true {
                return CheckReport(.contention, findings: [busy(snapshot)], passed: "")
            }
            return CheckReport(
                .contention, .pass,
                snapshot.subject.kind == .libcamera
                    ? "libcamera has given it to this program" : "no other program can use it")
        }
        let isBusy = snapshot.stream.value?.isBusy == true || snapshot.chosen?.open.refusal == "EBUSY"
        // What the program that is asked about does with the camera explains more than that it has it.
        if isBusy { return CheckReport(.contention, findings: [EncodedAgain.find(snapshot), busy(snapshot)].compactMap(\.self), passed: "") }
        guard let stream = snapshot.stream.value else {
            return .unseen(.contention, snapshot.stream)
        }
        if let finding = FirmwareHolder.find(snapshot, stream) {
            return CheckReport(.contention, findings: [finding], passed: "")
        }
        let others = snapshot.holders.value?.holders.filter { !$0.isOurs } ?? []
        var findings: [Finding] = []
        if !stream.disturbances.isEmpty { findings.append(disturbed(snapshot, stream)) }
        if let two = TwoFeeders(snapshot) { findings.append(two.finding) }
        let isSure = snapshot.holders.value.map { $0.limitation == nil } ?? false
        let seen =
            others.isEmpty
            ? "no other program \(isSure ? "" : "that this user can see ")has it open"
            : "it streams, although it is also open in \(names(others))"
        var evidence = [EvidenceLine("/proc/*/fd", seen)]
        if let limitation = snapshot.holders.value?.limitation {
            evidence.append(EvidenceLine("not visible", limitation))
        }
        return CheckReport(.contention, findings: findings, passed: seen, evidence: evidence)
    }

    private static func busy(_ snapshot: Snapshot) -> Finding {
        let place = snapshot.chosen?.place ?? snapshot.subject.name
        let stream = snapshot.stream.value
        var evidence: [EvidenceLine] = []
        if let failure = stream?.failure {
            evidence.append(EvidenceLine("\(failure.request)(\(place))", failure.errno))
        } else if let ending = stream?.ending {
            evidence.append(EvidenceLine("stream", ending.message))
        } else {
            evidence.append(EvidenceLine("open(\(place))", "EBUSY"))
        }
        let record = snapshot.holders.value
        let holders = record?.holders ?? []
        for holder in holders {
            evidence.append(
                EvidenceLine("/proc/\(holder.processID)/fd", "\(place), open in \(holder.name) (user \(holder.user))"))
        }
        if let limitation = record?.limitation ?? snapshot.holders.unknown {
            evidence.append(EvidenceLine("not visible", limitation))
        }
        let effect = "only one program at a time can capture from a camera"
        let ours = holders.filter(\.isOurs)
        if let own = ours.first, ours.count == holders.count {
            return Finding(
                .nodeBusySelf, .fail,
                "another instance of candela (process \(own.processID), user \(own.user)) is using \(place)",
                confidence: record?.limitation == nil ? .certain : .likely, evidence: evidence, effect: effect,
                fixes: ending(ours))
        }
        var others = holders.filter { !$0.isOurs }
        guard let foreign = others.first else {
            // A container that is a system of its own has other accounts, too.
            if let container = Place(snapshot).container, container.kind != .container || record?.limitation == nil {
                return outside(place, container, evidence, effect)
            }
            guard record == nil || record?.limitation != nil else {
                // A program may stream from a mapping after it closed the file; drivers also have bugs.
                return Finding(
                    .nodeBusy, .fail, "\(place) reports that it is in use, but no program has it open",
                    confidence: .possible, evidence: evidence + [EvidenceLine("/proc/*/fd", "no process has it open")],
                    effect: effect, fixes: DriverJudge.replug(StreamSubject(snapshot)))
            }
            return hidden(snapshot, place, [], evidence, effect)
        }
        if let shared = SharedLoopback(snapshot, others) {
            guard shared.isOfKnown else { return shared.finding(evidence) }
            if !shared.readers.isEmpty { others = shared.readers }
        }
        // Who only has it open takes it from nobody.
        let idle = others.filter { $0.hasMapped == false }
        let streaming = others.filter { $0.hasMapped == true }
        if idle.count == others.count, record?.limitation != nil, mapsWhatItTakes(snapshot, place) {
            return hidden(snapshot, place, idle, evidence, effect)
        }
        if !streaming.isEmpty, !idle.isEmpty {
            evidence += streaming.map {
                EvidenceLine("/proc/\($0.processID)/maps", "\($0.name) has mapped its buffers: it streams")
            }
            evidence += idle.map(\.idleness)
            others = streaming
        }
        let first = others.first ?? foreign
        if first.isOfDesktop, let finding = OtherSession.find(first, place, snapshot, evidence, effect) { return finding }
        if first.isOfDesktop {
            let source = snapshot.desktop?.value?.sources?.first { $0.path == place }
            let share =
                source.map { source in
                    [
                        Fix(
                            "Use it through PipeWire, which shares it",
                            commands: ["candela scan \(Words.shell("pipewire:" + (source.nodeName ?? place)))"],
                            isRunnable: false)
                    ]
                } ?? []
            if let source, source.clients.isEmpty {
                return Finding(
                    .nodeBusy, .fail,
                    "the program \(first.title) holds \(place), although no program shows the camera",
                    evidence: evidence + [
                        EvidenceLine("pw-dump", "\(source.name): \(source.state), linked to nothing")
                    ],
                    effect: effect,
                    fixes: share + [
                        Fix(
                            "Restart the user's PipeWire services, which then close the camera",
                            commands: ["systemctl --user restart \(first.name == "pipewire-media-" ? "pipewire-media-session" : "wireplumber") pipewire"]),
                        Fix(
                            "If it comes back, update PipeWire: some versions keep a camera open for a program that only asked about it"
                        ),
                    ])
            }
            let clients = source?.clients.filter { $0 != "a program" } ?? []
            return Finding(
                .nodeBusy, .fail,
                "the program \(first.title) is using \(place) for \(clients.isEmpty ? "a program that shows the camera" : Words.list(clients))",
                evidence: evidence
                    + (source.map { [EvidenceLine("pw-dump", "\($0.name), linked to \(Words.list($0.clients))")] } ?? []),
                effect: effect,
                fixes: share + [
                    Fix(
                        "Close \(clients.isEmpty ? "the program" : Words.list(clients)) or the browser tab that shows the camera: the desktop's top bar has an indicator"
                    )
                ])
        }
        if others.count == 1, let parent = others.first, parent.isSameProgramsParent == true, let client = snapshot.client?.processID {
            return startedTwice(parent, client, place, evidence, effect)
        }
        if let client = snapshot.client, others.allSatisfy({ $0.unit == client.name || $0.processID == client.processID }) {
            return heldByClient(client, first, place, evidence)
        }
        let twin = twin(of: snapshot)
        return Finding(
            .nodeBusy, .fail,
            "the \(others.count == 1 ? "program" : "programs") \(names(others)) \(others.count == 1 ? "is" : "are") using \(place)"
                + (twin.map { ", and \($0.place) is another camera of the same model, with the same serial number or none" } ?? ""),
            evidence: evidence + (twin.map(sameName) ?? []),
            effect: effect,
            fixes: (twin.map(telling) ?? []) + stopping(others) + [Fix("\(first.container == nil ? "Close" : "Or close") \(first.name), or scan with another camera")]
                + ending(others))
    }

    /// Whether a program that streams from this camera is sure to map its buffers. PipeWire shares them without that, and so do programs of
    /// libcamera and those that pass frames on to other hardware.
    private static func mapsWhatItTakes(_ snapshot: Snapshot, _ place: String) -> Bool {
        let isShared = snapshot.desktop?.value?.sources?.contains { $0.path == place && !$0.clients.isEmpty } == true
        return snapshot.subject.kind == .camera && snapshot.chosen?.driver == "uvcvideo" && !isShared
    }

    /// - Parameter idle: those that have the camera open without streaming, and are all that can be seen.
    private static func hidden(
        _ snapshot: Snapshot, _ place: String, _ idle: [HoldersRecord.Holder], _ evidence: [EvidenceLine], _ effect: String
    ) -> Finding {
        Finding(
            .nodeBusy, .fail,
            "another program is using \(place), but this user cannot see which one"
                + (idle.isEmpty ? "" : "; \(names(idle)) only \(idle.count == 1 ? "has" : "have") it open"),
            confidence: idle.isEmpty ? .certain : .likely, evidence: evidence + idle.map(\.idleness), effect: effect,
            fixes: [
                Fix(
                    "Run the doctor as root to see which program it is",
                    commands: ["sudo candela doctor \(Words.shell(snapshot.subject.isNamed ? snapshot.subject.name : place))"],
                    needsRoot: true, isRunnable: false)
            ])
    }

    /// A container has processes of its own, and sees no others.
    private static func outside(
        _ place: String, _ container: ContainerSigns.Sign, _ evidence: [EvidenceLine], _ effect: String
    ) -> Finding {
        Finding(
            .nodeBusy, .fail,
            "a program outside of this container, or in another one, is using \(place): which one cannot be seen from here",
            confidence: .likely,
            evidence: evidence + [EvidenceLine("/proc/*/fd", "no process of this container has it open"), EvidenceLine("container", container.evidence)],
            effect: effect,
            fixes: [
                Fix(
                    "On the host, outside of the container, look which program it is, and close it",
                    commands: ["sudo fuser -v \(Words.shell(place))"], needsRoot: true, isRunnable: false)
            ])
    }

    /// The service that was asked about has the camera: whatever its trouble is, it is not that it cannot open it.
    private static func heldByClient(
        _ client: CameraClientRecord, _ holder: HoldersRecord.Holder, _ place: String, _ evidence: [EvidenceLine]
    ) -> Finding {
        let served = ServedPictures(holder)
        let message =
            "\(client.title) has \(place) itself: \(holder.name) (process \(holder.processID), user \(holder.user)) has it open" + (served?.words ?? "")
        let effect = "only one program at a time can capture from a camera, so stream and picture could not be examined; "
        if let served, served.isNode {
            return Finding(
                .nodeBusy, .fail, message, evidence: evidence + served.evidence,
                effect: effect
                    + "whether its pictures come on this machine tells whether the camera or the way to another computer is at fault",
                fixes: served.looks + served.openings + served.ending(place))
        }
        return Finding(
            .nodeBusy, .fail, message, evidence: evidence + (served?.evidence ?? []),
            effect: effect
                + "if it shows no picture, its settings may ask for something that the camera does not support, such as a frame rate",
            fixes: (served.map { $0.looks + $0.openings } ?? []) + [
                client.stop(
                    "If it shows no picture: stop it, and see whether the camera sends any", then: "candela doctor \(Words.shell(place))"),
                Fix(
                    "If it does then, the service asks for something that the camera does not support: take the frame rate out of its settings (some cameras send nothing once one is set: leave out -f for mjpg_streamer, additional_brokenfps_usb_devices in OctoPi's octopi.txt), ask for MJPG, or for a smaller picture"
                ),
                Fix(
                    "If the service itself has pictures, the page that shows them may ask for them elsewhere: compare the port in the service's settings with what listens on this machine, and with the address of the stream in the page's settings",
                    commands: ["sudo ss -ltnp"], needsRoot: true, isRunnable: false),
            ])
    }

    /// A program that runs in two processes, and opens the camera in both.
    private static func startedTwice(
        _ parent: HoldersRecord.Holder, _ client: Int, _ place: String, _ evidence: [EvidenceLine], _ effect: String
    ) -> Finding {
        Finding(
            .nodeBusy, .fail,
            "\(parent.title), which is using \(place), is the parent of process \(client) and runs the same program: both open the camera",
            confidence: .likely,
            evidence: evidence + [EvidenceLine("/proc/\(client)/status", "PPid: \(parent.processID)")], effect: effect,
            fixes: [
                Fix(
                    "Let only one of the two open the camera: open it where the pictures are served, and not where the program begins"
                ),
                Fix(
                    "If the program has several workers, start one; if it was started a second time by the reloader of a web framework's debug mode, switch that off (Flask: use_reloader=False or debug=False; uvicorn: no --reload; Django: --noreload)"
                ),
            ])
    }

    // MARK: Two cameras with one name

    /// Another camera of the same model, with the same serial number or none: names that are made of it lead to one of them.
    private static func twin(of snapshot: Snapshot) -> NodeRecord? {
        guard let chosen = snapshot.chosen, chosen.bus == "usb" else { return nil }
        return snapshot.nodes.value?.first { node in
            node.cameraKey != chosen.cameraKey && node.identity == chosen.identity && node.yieldsPictures
                && node.path != nil
        }
    }

    private static func sameName(_ twin: NodeRecord) -> [EvidenceLine] {
        [EvidenceLine("the same name in /dev/v4l/by-id", "\(twin.place) is \(twin.identity), too")]
    }

    private static func telling(_ twin: NodeRecord) -> [Fix] {
        let place = twin.byPath.first ?? twin.place
        return [
            Fix(
                "If \(twin.place) was meant: links in /dev/v4l/by-id, and udev rules that look at model and serial number, cannot tell the two apart. Use the link of its port, and in rules ENV{ID_PATH} or KERNELS",
                commands: ["candela doctor \(Words.shell(place))"], isRunnable: false)
        ]
    }

    /// A service that is ended alone starts again.
    static func stopping(_ holders: [HoldersRecord.Holder]) -> [Fix] {
        var seen: Set<Fix> = []
        return holders.compactMap { holder -> Fix? in
            if let fix = holder.containerFix ?? holder.starterFix { return fix }
            guard let unit = holder.unit else { return nil }
            let isUser = holder.isUserUnit == true
            let systemctl = isUser ? "systemctl --user" : "sudo systemctl"
            let name = Words.shell(unit)
            return Fix(
                "Stop the service \(unit), which runs it; `disable` in place of `stop` keeps it from starting again at the next start",
                commands: ["\(systemctl) stop \(name)"], needsRoot: !isUser, undo: ["\(systemctl) start \(name)"],
                isRunnable: false)
        }.filter { seen.insert($0).inserted }
    }

    /// - Parameter user: the account of the user of this process: `nil` if it is not known, or does not matter.
    static func ending(_ holders: [HoldersRecord.Holder], by user: UserRecord? = nil) -> [Fix] {
        // Not runnable: only the user knows whether a call or a scan is in progress. Never the desktop's own service,
        // which holds cameras for other programs, and nothing that is started again at once.
        let ended = holders.filter { !$0.isOfDesktop && $0.container == nil && $0.startedBy?.startsAgain != true }
        guard !ended.isEmpty else { return [] }
        let isOthers = user.map { user in user.id != 0 && ended.contains { $0.user != user.label } } ?? false
        return [
            Fix(
                "As a last resort, end \(ended.count == 1 ? "that process" : "those processes")",
                commands: ["\(isOthers ? "sudo " : "")kill " + ended.map { String($0.processID) }.joined(separator: " ")], needsRoot: isOthers,
                isRunnable: false)
        ]
    }

    private static func names(_ holders: [HoldersRecord.Holder]) -> String {
        Words.list(holders.prefix(4).map(\.title))
    }

    private static func disturbed(_ snapshot: Snapshot, _ stream: StreamRecord) -> Finding {
        let changes = stream.disturbances
        let camera = Words.shell(snapshot.chosen?.place ?? snapshot.subject.name)
        return Finding(
            .nodeDisturbed, .warn,
            "\(Words.list(changes.prefix(4).map(\.control))) changed while the doctor watched the stream: another program or the camera itself changes the settings",
            confidence: .likely,
            evidence: changes.prefix(8).map { EvidenceLine($0.control, "\($0.before), then \($0.after)") },
            effect: "settings that suit this light do not last; a scan may work now and fail in a minute",
            fixes: [
                Fix("Close the program that changes the settings, such as a video call or a camera settings window"),
                Fix(
                    "Restore the previous values",
                    commands: [
                        "candela set --camera \(camera) "
                            + changes.prefix(8).map { "\($0.control)=\($0.before)" }.joined(separator: " ")
                    ],
                    undo: [
                        "candela set --camera \(camera) "
                            + changes.prefix(8).map { "\($0.control)=\($0.after)" }.joined(separator: " ")
                    ]),
            ])
    }
}

extension StreamRecord {
    var isBusy: Bool { failure?.errno == "EBUSY" || ending?.kind == .busy }
}

extension HoldersRecord.Holder {
    /// Whether it is a service of the desktop, which holds cameras for other programs. The kernel cuts names at 15 characters.
    var isOfDesktop: Bool { ["pipewire", "wireplumber", "pipewire-media-"].contains(name) }

    fileprivate var idleness: EvidenceLine {
        EvidenceLine("/proc/\(processID)/maps", "\(name) has mapped none: it only has it open")
    }
}
