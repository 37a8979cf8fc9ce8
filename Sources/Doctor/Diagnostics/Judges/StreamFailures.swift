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
            return Finding(
                .streamNone, .fail, "\(subject.name) does not start streaming", confidence: .likely,
                evidence: [call, EvidenceLine("message", failure.message)], effect: "no picture can be captured",
                fixes: DriverJudge.replug(subject.node) + [
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
            return Finding(
                .streamNone, .fail,
                began
                    ? "\(subject.name) stopped sending frames"
                    : "\(subject.name) starts streaming, but no frame arrives",
                evidence: [seen, count],
                effect: "the scan waits for frames that do not arrive",
                fixes: DriverJudge.replug(subject.node))
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
        let small = stream.offered.filter { Double($0.width) * Double($0.height) <= 640 * 480 }.max {
            $0.width < $1.width
        }
        if let small, small.width < stream.format?.width ?? .max {
            fixes.append(
                Fix(
                    "Use a smaller picture",
                    commands: [
                        "candela scan \(subject.argument) --format \(small.fourCC) --size \(small.width)x\(small.height)"
                    ]))
        }
        fixes.append(Fix("Move the camera, or another one, to a port on another bus: lsusb -t shows the buses"))
        return Finding(
            .streamBandwidth, .fail, "the USB bus does not have enough bandwidth left for \(subject.name)",
            confidence: confidence,
            evidence: evidence, effect: "the camera cannot start in this format", fixes: fixes)
    }

    static func cable(_ stream: StreamRecord, _ subject: StreamSubject) -> [Fix] {
        var fixes = DriverJudge.replug(subject.node)
        if subject.kind == .stream {
            fixes = [Fix("Check the program that sends the frames: their size and format must match what it announced")]
        }
        return fixes
    }
}

extension StreamSubject {
    var title: String { node?.title ?? name }
}
