// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics

/// Frames arrive: are they good, fresh and quick?
enum StreamQuality {
    /// Failure cause 29: more than one frame in twenty missing.
    static let droppedShare = 0.05
    /// Failure cause 31: a live sensor's noise makes two frames alike impossible; ten are no chance.
    static let frozenFrames = 10
    /// Failure cause 28: three quarters of the promised rate.
    static let slowShare = 0.75

    static func judge(_ stream: StreamRecord, _ snapshot: Snapshot, _ subject: StreamSubject) -> [Finding] {
        guard stream.frames > 0 || stream.captured > 0 else { return [] }
        return [
            frozen(stream, subject, snapshot), corrupt(stream, subject), dropped(stream, subject),
            slowExposure(stream, subject), uncompressed(stream, subject), decodeSlow(stream, subject),
            silent(stream, subject),
        ].compactMap(\.self)
    }

    private static func frozen(_ stream: StreamRecord, _ subject: StreamSubject, _ snapshot: Snapshot) -> Finding? {
        // A stream of frames that somebody made may well show a still picture.
        guard subject.kind == .camera || subject.kind == .simulated, stream.identicalRun >= frozenFrames else {
            return nil
        }
        let isVirtual = subject.node.map { $0.bus == "virtual" || $0.nodeClass == "loopback" } ?? false
        let isRun = EvidenceLine(
            "successive frames alike to the byte", "\(stream.identicalRun)", threshold: "fewer than \(frozenFrames)",
            source: "a live sensor's noise is in every frame")
        let isClosed = stream.settings?.isPrivate == true
        // The light's judge says so of the picture: a closed shutter is the cause, and the sameness only its sign. So it
        // is with a picture that is black or white all over, whose noise is clipped away.
        if isClosed, snapshot.picture.value != nil { return nil }
        if let figures = snapshot.picture.value?.figures, figures.standardDeviation < 2,
            figures.mean < 8 || figures.mean > 250
        {
            return nil
        }
        if isVirtual || subject.node?.driver == "vivid" {
            return Finding(
                .streamFrozen, .warn, "\(subject.name) repeats one and the same frame", confidence: .possible,
                evidence: [isRun],
                effect: "if the picture should move, the program behind this virtual camera is stuck",
                fixes: [Fix("Look at the program that feeds it")])
        }
        return Finding(
            .streamFrozen, .fail, "\(subject.name) sends the same frame again and again",
            confidence: isClosed ? .certain : .likely,
            evidence: [isRun] + (isClosed ? [EvidenceLine("privacy", "1 (shutter closed)")] : []),
            effect: "whatever is held before the camera does not show",
            fixes: [
                Fix("Open the privacy shutter, or press the camera key: many cameras send a still picture while closed")
            ] + DriverJudge.replug(subject.node))
    }

    private static func corrupt(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        // Where not one was whole, the stream's ending says so already.
        guard stream.frames > 0, stream.captured >= 8, stream.corrupt >= 2 else { return nil }
        let (share, damaged, count) = stream.damage
        guard share > droppedShare else { return nil }
        return Finding(
            .streamCorrupt, share > 0.5 ? .fail : .warn,
            "\(Words.number(share * 100, decimals: 0)) % of the frames from \(subject.name) arrive damaged",
            evidence: [
                EvidenceLine(
                    "damaged", "\(damaged) of \(count)", threshold: "at most 5 %",
                    source: "V4L2_BUF_FLAG_ERROR, or the picture does not decode")
            ],
            effect: share == 1
                ? "there is no whole picture to look at" : "each damaged frame is one look for the code less",
            fixes: StreamFailures.cable(stream, subject))
    }

    private static func dropped(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        let all = Double(stream.captured) + Double(stream.dropped)
        guard all >= 20, stream.dropped >= 3 else { return nil }
        let share = Double(stream.dropped) / all
        guard share > droppedShare else { return nil }
        return Finding(
            .streamDropped, .warn,
            "\(Words.number(share * 100, decimals: 0)) % of the frames from \(subject.name) are lost on the way",
            evidence: [
                EvidenceLine(
                    "gaps in the sequence numbers", "\(stream.dropped) of \(Words.number(all, decimals: 0))",
                    threshold: "at most 5 %",
                    source: "v4l2_buffer.sequence")
            ],
            effect: "a code that passes quickly may be missed",
            fixes: [Fix("Plug the camera straight into the machine, and end what else uses the bus or the processor")])
    }

    private static func slowExposure(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard let rate = stream.measuredRate, let promised = stream.format?.framesPerSecond,
            (0.01...10_000).contains(promised),
            rate < slowShare * promised, let settings = stream.settings
        else { return nil }
        let exposure = settings.exposureSeconds
        let isLong = exposure.map { settings.isExposureManual == true && $0 > 1.05 / promised } ?? false
        // In automatic mode the value is often stale: the permission to slow down, and a long exposure or a rate that
        // fits none of the machine's own limits, are what there is to go by.
        let maySlow = settings.mayLowerFrameRate == true && (exposure.map { $0 > 0.9 / promised } ?? false)
        guard isLong || maySlow else { return nil }
        var evidence = [
            EvidenceLine(
                "rate", "\(Words.number(rate)) a second",
                threshold: "at least \(Words.number(slowShare * promised)) of \(Words.number(promised)) promised",
                source: "failure seen with most USB webcams")
        ]
        if let exposure {
            evidence.append(
                EvidenceLine(
                    "exposure time", "\(Words.number(exposure * 1000)) ms",
                    threshold: "\(Words.number(1000 / promised)) ms, one frame"))
        }
        if let may = settings.mayLowerFrameRate {
            evidence.append(EvidenceLine("exposure_dynamic_framerate", may ? "1" : "0"))
        }
        let manual = Int(min(max(1, 10_000 / promised), 10_000))
        return Finding(
            .streamSlowExposure, .warn,
            "the light is so low that exposure slows the stream to \(Words.number(rate)) frames a second",
            confidence: isLong ? .certain : .likely, evidence: evidence,
            effect: "a hand-held code is smeared over long exposures",
            fixes: [
                Fix("Bring more light"),
                Fix(
                    "Keep the rate, at the price of a darker picture",
                    commands: isLong
                        ? ["candela set --camera \(subject.argument) exposure_time_absolute=\(manual)"]
                        : ["candela set --camera \(subject.argument) exposure_dynamic_framerate=0"],
                    undo: isLong
                        ? [
                            "candela set --camera \(subject.argument) exposure_time_absolute=\(settings.exposureTime ?? manual)"
                        ]
                        : ["candela set --camera \(subject.argument) exposure_dynamic_framerate=1"]),
            ])
    }

    private static func uncompressed(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard let format = stream.format, !format.isCompressed, let rate = format.framesPerSecond, rate < 15,
            let better = stream.offered.first(where: {
                $0.isCompressed && $0.width == format.width && $0.height == format.height
                    && ($0.framesPerSecond ?? 0) >= 25
            })
        else { return nil }
        return Finding(
            .streamUncompressed, .warn,
            "\(format.fourCC) at \(format.width)x\(format.height) runs at \(Words.number(rate)) frames a second, where \(better.fourCC) runs at \(Words.number(better.framesPerSecond ?? 0))",
            evidence: [
                EvidenceLine(
                    "VIDIOC_ENUM_FRAMEINTERVALS",
                    "\(format.fourCC) \(Words.number(rate)) fps, \(better.fourCC) \(Words.number(better.framesPerSecond ?? 0)) fps",
                    threshold: "15 fps")
            ],
            effect: "codes are seen late, and moving ones hardly",
            fixes: [
                Fix("Use \(better.fourCC)", commands: ["candela scan \(subject.argument) --format \(better.fourCC)"])
            ])
    }

    private static func decodeSlow(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard subject.kind != .stream, stream.decodeMs.count >= 3, let decode = stream.quickDecodeMs,
            let rate = stream.measuredRate ?? stream.format?.framesPerSecond
        else { return nil }
        // Frames that are passed over for newer ones cost nothing: what hurts is a look that takes so long that a code
        // in passing is gone.
        let interval = 1000 / rate
        guard decode > interval * 1.5, decode > 100 else { return nil }
        return Finding(
            .streamDecodeSlow, .warn,
            "looking for codes takes \(Words.number(decode, decimals: 0)) ms, longer than a frame lasts",
            evidence: [
                EvidenceLine(
                    "a look for codes, at its quickest quarter", "\(Words.number(decode)) ms",
                    threshold: "\(Words.number(interval * 1.5)) ms, one and a half frames, and 100 ms")
            ],
            effect: "codes are seen late; old frames are passed over, so none is stale",
            fixes: [
                Fix(
                    "Look for fewer kinds of codes, in a part of the picture",
                    commands: ["candela scan \(subject.argument) --symbology ean,qr --region 20%,20%,60%,60%"]),
                Fix("Ask for a smaller picture", commands: ["candela scan \(subject.argument) --size 640x480"]),
            ])
    }

    private static func silent(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        // A camera that went away answers nothing at all.
        guard let reason = stream.settingsUnknown, stream.ending == nil else { return nil }
        return Finding(
            .deviceControlsSilent, .warn, "\(subject.name) streams, but does not answer when asked for its settings",
            evidence: [EvidenceLine("VIDIOC_G_EXT_CTRLS", reason)],
            effect:
                "exposure, focus and zoom can be neither seen nor set; firmware that hangs so often stops streaming next",
            fixes: DriverJudge.replug(subject.node))
    }
}
