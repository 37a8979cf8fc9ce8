// SPDX-License-Identifier: Apache-2.0

/// Judges why a stream did not start, or ended.
enum StreamFailures {
    static func judge(_ failure: StreamRecord.Failure, _ stream: StreamRecord, _ subject: StreamSubject) -> Finding {
        let call = EvidenceLine(
            "\(failure.request)(\(subject.name))", failure.errno.isEmpty ? failure.message : failure.errno)
        switch (failure.request, failure.errno) {
        case (_, "ENOSPC"): return bandwidth(call, stream, subject, .certain)
        // uvcvideo's "No fast enough alt setting". A device that does not answer gives EIO too, so the format decides.
        case ("VIDIOC_STREAMON", "EIO")
        where stream.format?.isCompressed == false && (subject.node?.usbSpeed ?? 480) < 5000:
            return bandwidth(call, stream, subject, .possible)
        case ("VIDIOC_STREAMON", "EPIPE"), ("VIDIOC_STREAMON", "ENOLINK"):
            return Finding(
                .streamPipeline, .fail, "the media pipeline of \(subject.name) is not linked",
                evidence: [call], effect: "its node exists, but no sensor is connected to it inside the kernel",
                fixes: [
                    Fix("Show the pipeline", commands: ["media-ctl --print-topology"]),
                    DriverJudge.libcameraPipe("Let libcamera link and control it, and pipe its frames into candela"),
                ])
        case ("choose a mode", "") where failure.message.contains("it supports only"):
            return noFormat(failure.message, subject)
        case ("mmap", "EACCES"), ("mmap", "EPERM"):
            // The node was opened, so its mode and ACL allow it; SELinux has a permission of its own for mapping.
            return Finding(
                .accessSecurityModule, .fail,
                "\(subject.name) can be opened, but a security module denies mapping its frames into memory",
                confidence: .likely, evidence: [call], effect: "no picture can be captured",
                fixes: DeniedAccess.showDenials + [
                    Fix("Allow it in the policy: SELinux's permission is `map`, beside `read`, `write` and `ioctl`")
                ])
        case (_, "ENODEV"), (_, "ENXIO"):
            return Finding(
                .deviceDropped, .fail, "\(subject.title) disconnected while it was being started",
                evidence: [call], effect: "no picture can be captured until it is connected again",
                fixes: DriverJudge.replug(subject.node))
        default:
            if let slept = subject.sleep, subject.isSilent(failure.errno) {
                return afterSleep(
                    slept, [call], "does not start streaming", "no picture can be captured", subject)
            }
            if !subject.refusals.isEmpty, subject.isSilent(failure.errno) { return silentCamera(call, subject) }
            return Finding(
                .streamNone, .fail,
                "\(subject.name) does not start streaming"
                    + (subject.link.map { ": the camera is connected \($0.words)" } ?? ""), confidence: .likely,
                evidence: [call, EvidenceLine("message", failure.message)] + (subject.link.map { [$0.evidence] } ?? []),
                effect: "no picture can be captured",
                fixes: noFrame(stream, subject) + [
                    Fix("Try another format from this list", commands: ["candela info \(subject.argument)"])
                ])
        }
    }

    /// All formats of the camera are refused: the message names them.
    private static func noFormat(_ message: String, _ subject: StreamSubject) -> Finding {
        let video = [("H264", "h264"), ("HEVC", "hevc")].first { message.contains($0.0) }
        return Finding(
            .streamNoFormat, .fail, "\(subject.name) offers no format that candela can decode",
            evidence: [EvidenceLine("VIDIOC_ENUM_FMT", message)],
            effect: "no picture can be captured from this node; the camera itself works",
            fixes: (video.map { name, format in
                [
                    Fix(
                        "Let ffmpeg decode its \(name), and pipe the frames into candela",
                        commands: [
                            "ffmpeg -v error -f v4l2 -input_format \(format) -i \(subject.argument) -f yuv4mpegpipe -pix_fmt yuv420p - | candela scan --newest -"
                        ], isRunnable: false)
                ]
            } ?? []) + [
                Fix("Look for another node of the same camera", commands: ["candela list"])
            ])
    }

    static func judge(ending stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard let ending = stream.ending else { return nil }
        let seen = EvidenceLine("stream", ending.message)
        let count = EvidenceLine("frames", "\(stream.captured) arrived, \(stream.corrupt) damaged")
        switch ending.kind {
        case .gone:
            return Finding(
                .deviceDropped, .fail, "\(subject.title) disconnected while it was streaming",
                evidence: [seen, count], effect: "the scan ends without the codes it was waiting for",
                fixes: DriverJudge.replug(subject.node))
        case .noFrame where stream.corrupt > 0 && stream.frames == 0:
            return Finding(
                .streamCorrupt, .fail, "every frame from \(subject.name) arrives damaged",
                evidence: [seen, count], effect: "there is no intact picture to search",
                fixes: cable(stream, subject))
        case .noFrame:
            let began = stream.firstFrameMs != nil
            if let slept = subject.sleep {
                return afterSleep(
                    slept, [seen, count], "sends no frames", "the scan waits for frames that do not arrive", subject)
            }
            return Finding(
                .streamNone, .fail,
                (began
                    ? "\(subject.name) stopped sending frames"
                    : "\(subject.name) starts streaming, but no frame arrives")
                    + (subject.link.map { ": the camera is connected \($0.words)" } ?? ""),
                evidence: [seen, count] + (subject.link.map { [$0.evidence] } ?? []),
                effect: "the scan waits for frames that do not arrive",
                fixes: noFrame(stream, subject))
        case .ended:
            guard stream.frames == 0 else { return nil }
            return Finding(
                .streamNone, .fail, "\(subject.name) ended without a frame", evidence: [seen],
                effect: "there is no picture to search",
                fixes: [Fix("Check whether the program that sends the frames fails")])
        case .malformed:
            return Finding(
                .streamCorrupt, .fail, "\(subject.name) sends data that does not match the announced format",
                evidence: [seen, count], effect: "no picture can be decoded from it", fixes: cable(stream, subject))
        case .failed:
            return Finding(
                .streamNone, .fail, "the driver of \(subject.name) reported a failure", confidence: .likely,
                evidence: [seen, count],
                effect: "no more frames arrive", fixes: DriverJudge.replug(subject.node))
        case .busy, .interrupted: return nil
        }
    }

    /// A camera that the machine has slept with: many need a reset then, which the kernel makes only for those it knows.
    private static func afterSleep(
        _ slept: (line: String, after: [String]), _ seen: [EvidenceLine], _ what: String, _ effect: String,
        _ subject: StreamSubject
    ) -> Finding {
        var fixes = reset(subject)
        if fixes.isEmpty { fixes = DriverJudge.replug(subject.node) }
        if let id = subject.usbID, id.allSatisfy({ $0.isHexDigit || $0 == ":" }) {
            fixes.append(
                Fix(
                    "If that helps each time, let the kernel reset this camera after every sleep: add the parameter to its command line (Debian: GRUB_CMDLINE_LINUX in /etc/default/grub, then sudo update-grub) and reboot",
                    commands: ["usbcore.quirks=\(id):b"], isRunnable: false))
        }
        return Finding(
            .streamNone, .fail,
            "\(subject.name) \(what), and this machine has slept since the camera was plugged in: it may not have come back from that",
            confidence: slept.after.isEmpty ? .possible : .likely,
            evidence: seen + [EvidenceLine("kernel log", slept.line)]
                + slept.after.map { EvidenceLine("kernel log", $0) },
            effect: effect, fixes: fixes)
    }

    private static func reset(_ subject: StreamSubject) -> [Fix] {
        guard subject.node?.bus == "usb", let key = subject.node?.cameraKey, DriverJudge.isSafePath(key) else {
            return []
        }
        return [
            Fix(
                "Reset the camera, as if it had been unplugged and plugged in again",
                commands: ["echo 0 | sudo tee \(key)/authorized", "echo 1 | sudo tee \(key)/authorized"],
                needsRoot: true, undo: ["echo 1 | sudo tee \(key)/authorized"])
        ]
    }

    /// The node is there, but the camera answers none of the driver's requests: the connection failed, and the camera hangs.
    private static func silentCamera(_ call: EvidenceLine, _ subject: StreamSubject) -> Finding {
        Finding(
            .streamNone, .fail,
            "\(subject.title) no longer answers over USB: the driver's requests to it fail",
            confidence: .likely,
            evidence: [call] + subject.refusals.suffix(3).map { EvidenceLine("kernel log", $0) }
                + (subject.link.map { [$0.evidence] } ?? []),
            effect: "no picture can be captured until it is reset; the node stays there",
            fixes: reset(subject) + [
                Fix(
                    "Unplug it and plug it in again, firmly: a plug that moves, a worn or long cable, or too little power makes cameras hang like this"
                )
            ]
                + (subject.link.map { link in
                    if case .hubs = link { return [Fix("If it happens again, plug it directly into the machine")] }
                    return []
                } ?? []))
    }

    /// What helps depends on the way from the camera to this machine.
    private static func noFrame(_ stream: StreamRecord, _ subject: StreamSubject) -> [Fix] {
        switch subject.link {
        case .network:
            return smaller(stream, subject) + [
                Fix(
                    "Video in real time is more than USB/IP carries well: capture on Windows or on the machine that has the camera, or run Linux natively there"
                )
            ]
        case .hubs:
            return [
                Fix("Plug the camera directly into the machine, without any hub (a monitor's sockets are a hub, too)")
            ] + olderKernel(subject) + smaller(stream, subject)
        case nil: return DriverJudge.replug(subject.node) + olderKernel(subject)
        }
    }

    /// A smaller picture than the present one, for a link that is too slow.
    static func smaller(_ stream: StreamRecord, _ subject: StreamSubject) -> [Fix] {
        let now = Double(stream.format?.width ?? .max) * Double(stream.format?.height ?? .max)
        let small = stream.offered.filter {
            let area = Double($0.width) * Double($0.height)
            return area <= 640 * 480 && area < now
        }
        .max { ($0.width, $0.isCompressed ? 1 : 0) < ($1.width, $1.isCompressed ? 1 : 0) }
        return small.map { format in
            [
                Fix(
                    "Use a smaller picture",
                    commands: [
                        "candela scan \(subject.argument) --format \(format.fourCC) --size \(format.width)x\(format.height)"
                    ])
            ]
        } ?? []
    }

    /// If it worked before an upgrade, the kernel before it may still be there.
    private static func olderKernel(_ subject: StreamSubject) -> [Fix] {
        let others = subject.otherKernels
        guard let last = others.last else { return [] }
        return [
            Fix(
                "If it worked before an upgrade, start the older kernel (\(last)) from the boot menu: its USB drivers differ"
            )
        ]
    }

    private static func bandwidth(
        _ call: EvidenceLine, _ stream: StreamRecord, _ subject: StreamSubject, _ confidence: Finding.Confidence
    ) -> Finding {
        var evidence = [call]
        if let format = stream.format { evidence.append(EvidenceLine("format", format.text)) }
        if !stream.busNeighbours.isEmpty {
            evidence.append(EvidenceLine("in use on the same bus", stream.busNeighbours.joined(separator: ", ")))
        }
        var fixes: [Fix] = []
        if let other = stream.offered.first(where: \.isCompressed), stream.format?.isCompressed != true {
            fixes.append(
                Fix(
                    "Use compressed frames, which need a tenth of the bandwidth",
                    commands: ["candela scan \(subject.argument) --format \(other.fourCC)"]))
        }
        fixes += smaller(stream, subject)
        fixes.append(Fix("Move the camera, or another one, to a port on another bus: lsusb -t shows the buses"))
        return Finding(
            .streamBandwidth, .fail, "the USB bus does not have enough bandwidth left for \(subject.name)",
            confidence: confidence,
            evidence: evidence, effect: "the camera cannot start in this format", fixes: fixes)
    }

    static func cable(_ stream: StreamRecord, _ subject: StreamSubject) -> [Fix] {
        if let machine = subject.virtualMachine, subject.node?.bus == "usb" {
            return [
                Fix(
                    "This is a virtual machine (\(machine)), which passes the camera's USB data on: in its settings, switch the USB controller to USB 3 (xHCI), and start it again"
                )
            ] + smaller(stream, subject) + [
                Fix("Or capture on the host, and pipe the frames in: virtual machines lose data of fast streams")
            ]
        }
        var fixes = DriverJudge.replug(subject.node)
        if let host = subject.weakHost {
            fixes =
                [
                    Fix(
                        "This board's USB host controller (\(host)) is known to lose data of isochronous streams: use a newer kernel, or another board or machine"
                    )
                ] + smaller(stream, subject)
        }
        if subject.kind == .stream {
            fixes = [Fix("Check the program that sends the frames: their size and format must match what it announced")]
        }
        return fixes
    }
}

extension StreamSubject {
    var title: String { node?.title ?? name }
}
