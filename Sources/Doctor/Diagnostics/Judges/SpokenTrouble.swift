// SPDX-License-Identifier: Apache-2.0

/// Judges what a service or container itself says of the camera, where nothing else explains why it gets no pictures: the format
/// that its own settings ask for, or what was so when it tried, and is no longer.
enum SpokenTrouble {
    /// The checks with what the client says, if none of them has failed.
    static func adding(to checks: [CheckReport], _ snapshot: Snapshot) -> [CheckReport] {
        var checks = checks
        if let finding = ArgusRequest.find(snapshot, checks) { checks = checks.map { $0.id == .node ? $0.adding(finding) : $0 } }
        guard let client = snapshot.client, let node = snapshot.chosen else { return checks }
        if let note = UnstartedUnit.note(client) { checks = checks.map { $0.id == .access ? $0.adding(notes: [note]) : $0 } }
        let failed = checks.filter { $0.state == .fail }
        // A client that has the camera open itself is no contention, and why nobody else gets a stream.
        if failed.allSatisfy({ $0.id == .contention || $0.id == .stream }),
            let finding = silent(client, node, snapshot.holders.value?.holders.filter { !$0.isOurs } ?? [])
        {
            return checks.map { $0.id == .access ? $0.adding(finding) : $0 }
        }
        // Memory that ran out has its own reasons, and a warning may be why a service has failed.
        let killed = client.result == "oom-kill" ? FailedUnit.find(client) : nil
        let isWarned = checks.contains { $0.state == .warn }
        guard failed.isEmpty,
            let finding = killed ?? find(client, node, snapshot.holders.value, snapshot.host.value) ?? FailedUnit.find(client)
                ?? (isWarned ? nil : FailedUnit.unexplained(client))
        else { return checks }
        return checks.map { $0.id == check(of: finding) ? $0.adding(finding) : $0 }
    }

    private static func check(of finding: Finding) -> CheckID {
        switch finding.id {
        case .nodeWrongFormat, .nodeNotCapture: .node
        case .nodeBusy: .contention
        default: .access
        }
    }

    private static func find(
        _ client: CameraClientRecord, _ node: NodeRecord, _ record: HoldersRecord?, _ host: HostRecord?
    ) -> Finding? {
        let holders = record?.holders.filter { !$0.isOurs } ?? []
        // One that has the camera open has got over it. Which of a container's programs holds it is not told, and what PipeWire holds it
        // holds for others.
        guard let complaints = client.complaints,
            !holders.contains(where: { holder in
                holder.unit == client.name || holder.processID == client.processID || client.kind == .container
                    || holder.isOfDesktop
            })
        else { return nil }
        if let finding = format(client, node, complaints) ?? session(client, node, complaints) ?? host.flatMap({ ContainerJudge.firmware(client, $0) })
            ?? unpublished(client, node, complaints)
        {
            return finding
        }
        // Whether a running one has the camera, this user cannot see.
        guard client.processID == nil || record?.limitation == nil else { return nil }
        for cause in Cause.allCases {
            // What it examined captures now; a virtual camera does while somebody feeds it.
            if cause == .noCapture, node.nodeClass == "loopback" { continue }
            if cause == .firmware, node.driver != FirmwareCamera.driver { continue }
            if let line = complaints.last(where: { cause.isTold(by: $0.lowercased()) }) {
                return told(cause, line, client, node)
            }
        }
        return nil
    }

    // MARK: No frames

    /// A program that has the camera open, and whose last complaints are that it waits for pictures in vain. Source: mjpg-streamer's
    /// input_uvc.c, V4L2 examples.
    private static func silent(_ client: CameraClientRecord, _ node: NodeRecord, _ holders: [HoldersRecord.Holder]) -> Finding? {
        let said = client.complaints ?? []
        // One may come while a bus is reset.
        guard let line = said.last, said.suffix(3).count(where: { $0.lowercased().contains("select() timeout") }) >= 2,
            line.lowercased().contains("select() timeout"),
            let holder = holders.first(where: { $0.unit == client.name || $0.processID == client.processID })
        else { return nil }
        return Finding(
            .accessServiceReports, .fail,
            "\(client.title) has \(node.place) open (\(holder.name)) and gets no pictures from it: it waits for one in vain (\"\(line.prefix(200))\")",
            confidence: .likely,
            evidence: (client.complaints ?? []).suffix(4).map { EvidenceLine(client.logCommand, $0) } + [
                EvidenceLine("has it open", "\(holder.name) (process \(holder.processID))")
            ],
            effect: "it shows no pictures, or old ones, and no other program gets any",
            fixes: [
                Fix(
                    "Let it ask for no frame rate: some cameras send nothing at one that they offer (leave out -f in mjpg_streamer's options; in OctoPi's octopi.txt: additional_brokenfps_usb_devices=(\"VENDOR:PRODUCT\"), or camera_usb_options without -f)"
                ),
                client.again("Then start it again; a smaller picture, and MJPG in place of YUYV, need less of the bus"),
                client.stop("If that does not help, stop it and see whether the camera sends pictures at all", then: "candela doctor --watch 60s"),
            ])
    }

    // MARK: The connector

    /// libcamera on a Raspberry Pi waits for frames of a sensor that answered at the start. Source: its pipeline_base.cpp.
    static func connector(_ client: CameraClientRecord) -> Finding? {
        guard let complaints = client.complaints,
            complaints.suffix(4).contains(where: { $0.contains("frontend has timed out") || $0.contains("sensor connector is attached") })
        else { return nil }
        return Finding(
            .accessServiceReports, .fail,
            "\(client.title) gets no pictures any more: the camera's sensor was found when it started, and sends none (\"Camera frontend has timed out\"), as when its ribbon cable or connector makes no contact, or when it waits for a trigger",
            confidence: .likely, evidence: complaints.suffix(4).map { EvidenceLine(client.logCommand, $0) },
            effect: "it runs on without pictures",
            fixes: [
                Fix(
                    "Switch the machine off and reseat the camera's ribbon cable at both ends, and the small connector of the sensor on the module; a longer cable next to a source of radio waves can do the same"
                ),
                Fix("Then start it again", commands: client.restart, needsRoot: client.needsRoot, isRunnable: false),
                Fix("If it comes again, try another cable, and then another camera module"),
                Fix(
                    "A Global Shutter camera that is triggered from outside (trigger_mode=1), and exposures of seconds, need a longer time limit: camera_timeout_value_ms in libcamera's configuration"
                ),
            ])
    }

    // MARK: The format

    /// Names of formats as programs write them, and the codes that will do. The longer of two names stands first.
    private static let formats: [(names: [String], fourCCs: [String])] = [
        (["mjpeg", "mjpg", "jpeg"], ["MJPG", "JPEG"]), (["h264", "h.264"], ["H264"]), (["hevc", "h265", "h.265"], ["HEVC"]),
        (["yuyv422", "yuyv", "yuy2"], ["YUYV"]), (["uyvy"], ["UYVY"]), (["nv12"], ["NV12"]), (["yuv420", "yu12", "i420"], ["YU12"]),
        (["rgb24", "rgb3"], ["RGB3"]), (["bgr24", "bgr3"], ["BGR3"]),
    ]

    private static let formatSigns = [
        "proper format", "pixelformat", "pixel format", "pixel_format", "input_format", "input format", "s_fmt",
        "unsupported format", "format not supported", "not-negotiated", "palette",
    ]

    /// It asks for a format by its own settings, which the camera does not have.
    private static func format(_ client: CameraClientRecord, _ node: NodeRecord, _ complaints: [String]) -> Finding? {
        guard !node.formats.isEmpty else { return nil }
        for line in complaints.reversed() {
            // `[h264_v4l2m2m @ 0x55ad] …` is the name of a part of FFmpeg, and encoders have formats of their own.
            var small = line.lowercased()
            if small.hasPrefix("["), let end = small.firstIndex(of: "]"), small[..<end].contains(" @ 0x") {
                guard !small[..<end].contains("m2m"), !small[..<end].contains("enc") else { continue }
                small.removeSubrange(...end)
            }
            guard !small.contains("encoder"), !small.contains("decoder"), formatSigns.contains(where: { small.contains($0) }) else { continue }
            // The first that is named is what was asked for; a line may go on with what the driver gave instead.
            let named = formats.compactMap { format in
                format.names.compactMap { small.firstRange(of: $0)?.lowerBound }.min().map { ($0, format) }
            }.min { $0.0 < $1.0 }?.1
            guard let named, Set(named.fourCCs).isDisjoint(with: node.formats) else { continue }
            let name = named.fourCCs[0]
            let plain = node.formats.first { ["YUYV", "MJPG", "UYVY", "NV12", "YU12"].contains($0) } ?? node.formats[0]
            return Finding(
                .nodeWrongFormat, client.processID == nil ? .fail : .warn,
                "\(client.title) asks for \(name), and this camera does not offer that format: it gives \(node.formats.prefix(4).joined(separator: ", ")); it said \"\(line.prefix(200))\"",
                confidence: .likely,
                evidence: complaints.suffix(4).map { EvidenceLine(client.logCommand, $0) } + [
                    EvidenceLine("formats of \(node.place)", node.formats.joined(separator: " "))
                ],
                effect: "it ends, or shows no picture; the camera is not at fault",
                fixes: [
                    client.again(
                        "Ask for a format that the camera offers (\(plain)) in its own settings, or leave the choice to it: the format, palette or input_format in its configuration"
                    ),
                    named.fourCCs == ["H264"] || named.fourCCs == ["HEVC"]
                        ? Fix(
                            "Or let the program encode, by another kind of input than the one that passes the camera's own stream on (webrtc-streamer: videocap:// in place of v4l2://); or a camera with \(name)"
                        )
                        : Fix(
                            "Or put libv4l between, which converts many raw formats: LD_PRELOAD=…/libv4l/v4l2convert.so before its command, or in a newer version of the program choose what libv4l gives"
                        ),
                ])
        }
        return nil
    }

    /// A service of the system asks PipeWire, which runs in the session of the user who has logged in.
    private static func session(_ client: CameraClientRecord, _ node: NodeRecord, _ complaints: [String]) -> Finding? {
        guard client.kind == .unit, let line = complaints.last(where: { $0.lowercased().contains("pipewire") }) else { return nil }
        return Finding(
            .accessServiceReports, .warn,
            "\(client.title) asks PipeWire for the camera, and PipeWire belongs to the session of the user who has logged in: a service of the system does not reach it",
            confidence: .likely,
            evidence: complaints.suffix(4).map { EvidenceLine(client.logCommand, $0) } + [
                EvidenceLine("a system service", "has no XDG_RUNTIME_DIR of a session, thus no socket of PipeWire; it wrote: \(line.prefix(120))")
            ],
            effect: "it finds no camera, while programs of the session do",
            fixes: [
                Fix(
                    "Let it open the node itself: \(node.byID.first ?? node.place) with v4l2src in place of pipewiresrc, in its own settings",
                    commands: client.restart, needsRoot: true, isRunnable: false),
                Fix("Or run it as a user service of that session (systemctl --user), or update it: newer versions may fall back to V4L2"),
            ])
    }

    /// A server that gives on what others send it, and nobody does. Source: MediaMTX (rtsp-simple-server), core/path.
    private static func unpublished(_ client: CameraClientRecord, _ node: NodeRecord, _ complaints: [String]) -> Finding? {
        guard let line = complaints.last(where: { $0.lowercased().contains("no one is publishing") }) else { return nil }
        let isContainer = client.kind == .container
        let path = line.firstRange(of: "path ").map { line[$0.upperBound...].prefix { $0 != " " && $0 != ")" }.filter { $0 != "'" && $0 != "\"" } }
        return Finding(
            .accessServiceReports, .warn,
            "somebody has asked \(client.title) for \(path.map { "the path \($0)" } ?? "a path") to which no program publishes pictures: the one that should (FFmpeg, in its runOnInit or runOnDemand) has not started or has ended, or the path has another name"
                + (isContainer ? "; in a container that program must be part of the image" : ""),
            confidence: .likely, evidence: [EvidenceLine(client.ownLog, line)], effect: "who asks it for that stream is told that there is none",
            fixes: [Fix("Check the path's name in its settings and in the address that is asked for")]
                + (isContainer
                    ? [
                        Fix(
                            "Take the image that has FFmpeg in it (its name ends with -ffmpeg), or build one with it: the plain image holds the server and nothing else"
                        )
                    ] : []) + [
                        Fix(
                            "Or start FFmpeg where the camera is, and publish to the server's path",
                            commands: [
                                "ffmpeg -f v4l2 -i \(Words.shell(node.place)) -c:v libx264 -preset ultrafast -tune zerolatency -f rtsp rtsp://localhost:8554/PATH"
                            ], isRunnable: false)
                    ])
    }

    // MARK: What was so when it tried

    private enum Cause: CaseIterable {
        case busy, negotiation, noCapture, firmware, space, memory, denied, timeout, missing

        func isTold(by line: String) -> Bool {
            guard signs.contains(where: { line.contains($0) }) else { return false }
            // A disk can be full, and another file missing or closed, too; a camera on the network can be late.
            let isOfNode = Self.nodeSigns.contains { line.contains($0) }
            return switch self {
            case .space, .memory, .denied, .timeout, .missing: isOfNode && !line.contains("://")
            case .busy, .negotiation, .noCapture: true
            case .firmware: (line.contains("mmal") || line.contains("camera")) && !line.contains("encode") && !line.contains("decode")
            }
        }

        private static let nodeSigns = [
            "/dev/video", "/dev/v4l", "/dev/media", "vidioc", "v4l2", "v4l interface", "streamon", "video device", "no camera", "no cameras",
            "camera not found", "cameras available",
        ]

        private var signs: [String] {
            switch self {
            case .busy: ["resource busy", "ebusy", "in use by", "already in use", "is busy"]
            case .negotiation: ["not-negotiated", "could not negotiate format"]
            // Sources: motion's video_v4l2.c, FFmpeg's v4l2.c, mjpg-streamer's v4l2uvc.c, GStreamer's v4l2 plug-in.
            case .noCapture:
                [
                    "does not support capturing", "not a video capture device", "video capture not supported", "is not a capture device",
                ]
            // Sources: userland's mmal_vc_api.c, picamera's exc.py (PiCameraMMALError).
            case .firmware: ["failed to enable component: enospc", "failed to enable component: enomem", "out of resources"]
            case .space: ["no space left on device", "enospc"]
            case .memory: ["cannot allocate memory", "enomem", "not enough memory"]
            case .denied: ["permission denied", "not permitted", "eacces"]
            case .timeout: ["timed out", "timeout"]
            case .missing: ["no such file", "no such device", "not found", "no camera", "unable to open", "cannot open", "could not open", "failed to open"]
            }
        }

        var id: FindingID {
            switch self {
            case .busy: .nodeBusy
            case .negotiation: .nodeWrongFormat
            case .noCapture: .nodeNotCapture
            default: .accessServiceReports
            }
        }

        /// What it met, for a sentence.
        var words: String {
            switch self {
            case .busy: "another program had the camera when it tried, or it opened the camera twice itself"
            case .negotiation: "the camera does not offer the format, size and rate together that it asks for"
            case .noCapture: "the node that its settings name does not capture, as that of a codec, of an image processor or of metadata, or a virtual camera that nothing feeds"
            case .firmware:
                "the Raspberry Pi's firmware had no room to start the camera: its memory (gpu_mem) is too small for pictures of the size that it asks for, or another program had the camera"
            case .space: "the USB bus had no bandwidth left when it tried: other cameras on the bus had taken it"
            case .memory: "there was no memory for the pictures when it tried"
            case .denied: "it might not open the camera when it tried, and may now"
            case .timeout: "the camera gave it no pictures in time"
            case .missing: "it found no camera when it tried"
            }
        }

        /// What to do beside another start.
        func fixes(_ client: CameraClientRecord, _ node: NodeRecord) -> [Fix] {
            let place = Words.shell(node.place)
            return switch self {
            case .busy:
                [
                    Fix(
                        "Start it again, and look at once who has the camera",
                        commands: client.restart + ["sudo fuser -v \(place)"], needsRoot: true, isRunnable: false),
                    Fix(
                        "If that is another service, let only one of the two use the camera; if it is this one, look whether its settings name the camera twice"
                    ),
                ]
            case .negotiation:
                [
                    Fix(
                        "Show which sizes and rates the camera offers in each format, and ask for one of these combinations",
                        commands: ["candela info \(place)"] + client.restart, needsRoot: client.needsRoot, isRunnable: false),
                    Fix("Or leave the choice to it: no width, height and framerate behind the source, and videoscale or videorate after it"),
                ]
            case .noCapture:
                [
                    client.again(
                        "Name the camera in its settings (device, videodevice or -d): \(node.byID.first ?? node.byPath.first ?? node.place), which was examined here, captures; the numbers of nodes can change at each start"
                    ),
                    Fix("List the cameras", commands: ["candela list"]),
                ]
            case .firmware:
                [
                    client.again("Ask for a smaller picture in its settings, to see whether the size is the cause"),
                    Fix(
                        "If it is: give the firmware more memory (gpu_mem=256 in its config.txt, or raspi-config: Performance, GPU Memory), and restart the machine",
                        commands: ["vcgencmd get_mem gpu", "sudo raspi-config"], needsRoot: true, isRunnable: false),
                    Fix("If not, look who has the camera while it starts", commands: ["sudo fuser -v \(place) /dev/vchiq"], needsRoot: true, isRunnable: false),
                ]
            case .space:
                [
                    client.again(
                        "Ask for MJPG, a smaller picture or a lower rate in its settings, or plug one of the cameras into a port of another controller"
                    )
                ]
            case .memory: [client.again("Ask for a smaller picture or fewer buffers in its settings")]
            case .denied: [client.again("Start it again: what it may do is decided at its start")]
            case .timeout: [client.again("Try a smaller picture or a lower rate in its settings, and start it again")]
            case .missing:
                [
                    client.again(
                        "Start it again now that the camera is there; if that helps, let systemd repeat it (Restart=on-failure, RestartSec=5)"
                    ),
                    Fix(
                        "If it says the same again, look which camera its settings name: \(node.byID.first ?? node.place) is the one that was examined here"
                    ),
                ]
            }
        }
    }

    private static func told(_ cause: Cause, _ line: String, _ client: CameraClientRecord, _ node: NodeRecord) -> Finding {
        let runs = client.processID != nil
        return Finding(
            cause.id, runs ? .warn : .fail,
            "\(client.title) gets no pictures: \(cause.words); it said \"\(line.prefix(200))\"", confidence: .likely,
            evidence: (client.complaints ?? []).suffix(4).map { EvidenceLine(client.logCommand, $0) } + [
                EvidenceLine("this user", "finds \(node.place) in order now")
            ],
            effect: "it \(runs ? "runs, and does not have the camera open" : "does not run"); for this user the camera is in order",
            fixes: cause.fixes(client, node))
    }
}

extension CameraClientRecord {
    /// The command that shows what it wrote.
    fileprivate var logCommand: String { logFile ?? ownLog }
    /// The same of what it wrote to its engine or to the journal.
    var ownLog: String { kind == .container ? "\(containerEngine) logs \(name)" : journalctl }

    /// Ends what has the camera, in the way that keeps it from coming back at once.
    func stop(_ title: String, then: String) -> Fix {
        let command =
            if kind == .container {
                "\(containerEngine) stop \(Words.shell(name))"
            } else if let unit = ownUnit {
                "\(systemctl) stop \(Words.shell(unit))"
            } else {
                "kill \(processID ?? 0)"
            }
        return Fix(title, commands: [command, then], needsRoot: kind != .userUnit, isRunnable: false)
    }

    /// The command that starts it again.
    var restart: [String] {
        kind == .container
            ? ["\(containerEngine) restart \(Words.shell(name))"] : ["\(systemctl) restart \(Words.shell(ownUnit ?? name))"]
    }

    var needsRoot: Bool { kind == .unit || kind == .process && unit != nil }

    /// A change in its own settings, after which it is started again.
    func again(_ title: String) -> Fix {
        Fix(title, commands: restart, needsRoot: needsRoot, isRunnable: false)
    }
}
