// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics

/// Judges frames that arrive: whether they are intact, current and fast enough.
enum StreamQuality {
    /// Failure cause 29: more than one frame in twenty is missing.
    static let droppedShare = 0.05
    /// Failure cause 31: the noise of a live sensor rules out identical frames; ten are no coincidence.
    static let frozenFrames = 10
    /// Failure cause 28: three quarters of the promised rate.
    static let slowShare = 0.75

    static func judge(_ stream: StreamRecord, _ snapshot: Snapshot, _ subject: StreamSubject) -> [Finding] {
        guard stream.frames > 0 || stream.captured > 0 else { return [] }
        return [
            TornFeed.find(stream, snapshot, subject),
            frozen(stream, subject, snapshot), corrupt(stream, subject), dropped(stream, subject),
            slowExposure(stream, subject) ?? slowGuest(stream, subject) ?? fullBus(stream, subject) ?? KeptRate.find(stream, subject),
            uncompressed(stream, subject) ?? slowSize(stream, subject), decodeSlow(stream, subject),
            silent(stream, subject), NetworkQuality.bursts(stream, subject),
            CoarseJPEG.find(stream, subject), CroppedView.find(stream, subject), OtherPrograms(stream, snapshot, subject).find(), smallPicture(stream, subject),
            FixedSize.find(stream, snapshot, subject),
            ColourJudge.find(stream, snapshot, subject), LockedControl.find(stream, snapshot, subject),
        ].compactMap(\.self)
    }

    /// The largest picture of a USB camera is no larger than the first webcams'.
    private static func smallPicture(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard subject.kind == .camera, subject.node?.bus == "usb", subject.node?.nodeClass == "capture", stream.offered.count >= 2,
            let largest = stream.offered.max(by: { ($0.width, $0.height) < ($1.width, $1.height) }), largest.width <= 640,
            largest.height <= 480
        else { return nil }
        return Finding(
            .streamSmallPicture, .note,
            "the largest picture of \(subject.name) has only \(largest.width)x\(largest.height) pixels",
            evidence: [EvidenceLine("VIDIOC_ENUM_FRAMESIZES", "at most \(largest.width)x\(largest.height)")],
            effect: "small or dense codes do not read at any distance, and pages that ask for more pixels (OverconstrainedError) get no camera",
            fixes: [
                Fix("Hold codes near, as large in the picture as the focus allows"),
                Fix("For small codes use another camera, with 1280x720 or more"),
            ])
    }

    private static func frozen(_ stream: StreamRecord, _ subject: StreamSubject, _ snapshot: Snapshot) -> Finding? {
        // A stream from a program may show a still picture on purpose.
        guard [.camera, .simulated, .libcamera, .genICam].contains(subject.kind), stream.identicalRun >= frozenFrames
        else {
            return nil
        }
        let isVirtual = subject.node.map { $0.bus == "virtual" || $0.nodeClass == "loopback" } ?? false
        let isRun = EvidenceLine(
            "consecutive identical frames", "\(stream.identicalRun)", threshold: "fewer than \(frozenFrames)",
            source: "every frame of a real sensor has noise")
        let isClosed = stream.settings?.isPrivate == true
        // The light check reports a closed shutter: it is the cause, and identical frames are only its sign. The same
        // applies to a picture that is all black or all white, where the noise is clipped.
        if isClosed, snapshot.picture.value != nil { return nil }
        if let figures = snapshot.picture.value?.figures, figures.standardDeviation < 2,
            figures.mean < 8 || figures.mean > 250
        {
            return nil
        }
        if isVirtual || subject.node?.driver == "vivid" {
            return Finding(
                .streamFrozen, .warn, "\(subject.name) repeats the same frame", confidence: .possible,
                evidence: [isRun],
                effect: "if the picture should change, the program that feeds this virtual camera hangs",
                fixes: [Fix("Check the program that feeds it")])
        }
        if ThermalCamera.isOne(subject) { return ThermalCamera.frozen(subject, isRun, isLong: Double(stream.identicalRun) > 2 * (stream.format?.framesPerSecond ?? 9)) }
        // A grabber repeats the same picture to the bit if its source shows a still one.
        if subject.isGrabber {
            if snapshot.picture.value?.read.isEmpty == false { return nil }
            // A picture without a code is likelier that of the grabber than one that is to be scanned.
            let isSeen = snapshot.picture.value != nil
            return Finding(
                .streamFrozen, isSeen ? .fail : .warn,
                "\(subject.name) keeps sending the same frame: it is a grabber, and without a signal at its input grabbers send a still picture of their own, such as colour bars or one colour",
                confidence: isSeen ? .likely : .possible, evidence: [isRun, EvidenceLine("device", subject.title)],
                effect:
                    "what the source shows is not in the picture; only if the source itself shows a still picture, nothing is wrong",
                fixes: GrabberFixes.signal)
        }
        return Finding(
            .streamFrozen, .fail, "\(subject.name) keeps sending the same frame",
            confidence: isClosed ? .certain : .likely,
            evidence: [isRun] + (isClosed ? [EvidenceLine("privacy", "1 (shutter closed)")] : []),
            effect: "a code in front of the camera does not appear in the picture",
            fixes: [
                Fix(
                    "Open the privacy shutter, or press the camera key: many cameras send a still picture while it is closed"
                )
            ] + DriverJudge.replug(subject))
    }

    private static func corrupt(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        // If no frame was intact, the ending of the stream is reported instead.
        let (share, damaged, count) = stream.damage
        guard stream.frames > 0, stream.captured >= 8 || damaged >= 3 && share >= 1 / 3 else { return nil }
        guard damaged >= 2, share > droppedShare else { return nil }
        let atCamera = fromCamera(stream, subject)
        let neighbours = atCamera.isEmpty ? BusNeighbours(stream, subject) : nil
        let load = atCamera.isEmpty ? LostOnUSB(stream, subject) : nil
        // A controller that is known to lose data has remedies of its own, smaller pictures among them.
        let less = subject.weakHost == nil ? load?.less ?? [] : []
        return Finding(
            .streamCorrupt, share > 0.5 ? .fail : .warn,
            "\(Words.number(share * 100, decimals: 0)) % of the frames from \(subject.name) arrive damaged"
                + wayWords(stream, subject) + (neighbours?.words ?? load?.words ?? ""),
            evidence: [
                EvidenceLine(
                    "damaged", "\(damaged) of \(count)", threshold: "at most 5 %",
                    source: "V4L2_BUF_FLAG_ERROR, or the picture does not decode")
            ] + (load?.evidence ?? []) + (neighbours.map { [$0.evidence] } ?? [])
                + (subject.weakHost.map { [EvidenceLine("USB host controller", $0.rawValue)] } ?? [])
                + (subject.virtualMachine.map { [EvidenceLine("machine", "a virtual machine (\($0))")] } ?? [])
                + (atCamera.isEmpty
                    ? []
                    : [EvidenceLine("marked as incomplete by the driver", "none: they came whole, and do not decode")]),
            effect: share == 1
                ? "there is no intact picture to search" : "each damaged frame is one chance less to read the code",
            fixes: atCamera + (neighbours?.fixes ?? []) + less + StreamFailures.cable(stream, subject) + (load?.elsewhere ?? []))
    }

    /// What the way of the pictures does to them, as the end of a sentence.
    private static func wayWords(_ stream: StreamRecord, _ subject: StreamSubject) -> String {
        if subject.isDatagrams { return ": it is sent in single datagrams (UDP), and packets that are lost are not sent again" }
        if StreamFailures.isTornAtCamera(stream, subject) {
            return ": they come whole over a connection that loses nothing (TCP), and do not decode, so that the camera itself, or what sends its pictures, has made them so"
        }
        switch subject.attachment {
        case .network: return ": the camera is connected over USB/IP, a network link, on which data that come too late are lost"
        case .program: return ": the program that feeds this virtual camera gives them to it like that"
        case .plug, .inside, .ribbon, .card, .host: return NetworkQuality.narrowWay(stream, subject) ?? ""
        }
    }

    /// A virtual machine mostly gets a camera's data from its host through a controller that is a program, too late or only in part.
    private static func slowGuest(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard let machine = subject.virtualMachine, subject.kind == .camera, subject.node?.bus == "usb",
            subject.link == nil, let rate = stream.measuredRate, let promised = stream.format?.framesPerSecond,
            promised <= 10_000, rate < promised / 4, !stream.isMachineBusy
        else { return nil }
        return Finding(
            .streamBandwidth, .warn,
            "\(subject.name) sends \(Words.number(rate)) frames per second in place of \(Words.number(promised)): this is a virtual machine (\(machine)), and such often pass a camera's stream on too slowly",
            confidence: .likely,
            evidence: [
                EvidenceLine(
                    "rate", "\(Words.number(rate)) fps", threshold: "\(Words.number(promised)) fps promised"),
                EvidenceLine("machine", "a virtual machine (\(machine))"),
            ]
                + (stream.damage.damaged > 0
                    ? [EvidenceLine("damaged frames", "\(stream.damage.damaged) of \(stream.damage.of)")] : []),
            effect: "a code must be held still for seconds, and may be missed even so",
            fixes: StreamFailures.cable(stream, subject))
    }

    /// The driver marks frames of which data was lost on the way. If it marked none, the camera itself sends them so, or its
    /// driver cuts them: another format helps, and the cable hardly.
    private static func fromCamera(_ stream: StreamRecord, _ subject: StreamSubject) -> [Fix] {
        guard subject.kind == .camera, subject.virtualMachine == nil, [.plug, .inside].contains(subject.attachment),
            subject.weakHost == nil || subject.weakHost == .vl805,
            stream.format?.isCompressed == true, let undecodable = stream.undecodable, undecodable >= stream.corrupt
        else { return [] }
        let plain = stream.offered.filter { !$0.isCompressed && ($0.framesPerSecond ?? 0) >= 10 }.max {
            $0.width < $1.width
        }
        return
            (plain.map {
                [
                    Fix(
                        "Use uncompressed frames: it is the camera's compressed ones that are damaged, not the way to this machine",
                        commands: [
                            "candela scan \(subject.argument) --format \($0.fourCC) --size \($0.width)x\($0.height)"
                        ])
                ]
            } ?? []) + [Fix("Look for newer firmware of the camera; if there is none, another camera helps")]
    }

    private static func dropped(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        let all = Double(stream.captured) + Double(stream.dropped)
        guard all >= 20, stream.dropped >= 3 else { return nil }
        let share = Double(stream.dropped) / all
        guard share > droppedShare else { return nil }
        let isBusy = stream.isMachineBusy
        var evidence = [
            EvidenceLine(
                "gaps in the sequence numbers", "\(stream.dropped) of \(Words.number(all, decimals: 0))",
                threshold: "at most 5 %",
                source: subject.sequenceSource)
        ]
        if let waited = stream.waitedMs, stream.watchedMs > 0 {
            evidence.append(
                EvidenceLine(
                    "waited for a processor",
                    "\(Words.number(100 * waited / stream.watchedMs, decimals: 0)) % of the time",
                    threshold: "less than 10 %", source: "/proc/thread-self/schedstat"))
        }
        let neighbours = isBusy ? nil : BusNeighbours(stream, subject)
        if let neighbours { evidence.append(neighbours.evidence) }
        let reason = isBusy ? "lost because other programs keep the processor busy" : lossWords(subject)
        return Finding(
            .streamDropped, .warn,
            "\(Words.number(share * 100, decimals: 0)) % of the frames from \(subject.name) are \(reason)"
                + (neighbours?.words ?? ""),
            evidence: evidence,
            effect: "a code that passes quickly may be missed",
            fixes: isBusy
                ? [Fix("Stop the programs that use the processor; `top` lists them")]
                : (neighbours?.fixes ?? []) + lost(stream, subject))
    }

    private static func lossWords(_ subject: StreamSubject) -> String {
        switch subject.attachment {
        case .network: "lost on their way over USB/IP, a network link"
        case .program: "lost: the program that feeds this virtual camera overwrites them before they are taken"
        case .plug, .inside, .ribbon, .card, .host: "lost in transfer"
        }
    }

    /// What helps where frames are lost: it depends on the way that they take.
    private static func lost(_ stream: StreamRecord, _ subject: StreamSubject) -> [Fix] {
        let less = Fix("Ask for less: a smaller picture or a lower rate", commands: smaller(stream, subject), isRunnable: false)
        if [.network, .stream].contains(subject.kind) { return StreamFailures.cable(stream, subject) }
        switch subject.attachment {
        case .network: return StreamFailures.smaller(stream, subject) + [StreamFailures.overNetwork]
        case .host: return StreamFailures.cable(stream, subject)
        case .program:
            return [
                Fix("Let the program that feeds it send fewer or smaller pictures, in its settings"),
                Fix("Or give the virtual camera more buffers: v4l2loopback's option max_buffers, when the module is loaded"),
            ]
        case .ribbon, .card,
            .inside where subject.kind == .libcamera:
            return [
                Fix("Stop what else uses the processor, the memory or the disk of this machine; `top` lists the programs"), less,
                Fix("If neither helps, let this machine cool and give it its full supply: both slow it down"),
            ]
        case .inside:
            return [
                Fix("Stop what else uses the bus or the processor"), less,
                Fix("If neither helps, update the machine's kernel and firmware: the controller's driver loses packets"),
            ]
        case .plug:
            return [
                Fix("Plug the camera directly into the machine, and stop what else uses the bus or the processor"), less,
                Fix(
                    "If neither helps, update the machine's kernel and firmware: the controller's driver loses packets, as that of the first Raspberry Pis (dwc_otg) does"
                ),
            ]
        }
    }

    /// The command that captures at the next smaller size that the camera offers.
    private static func smaller(_ stream: StreamRecord, _ subject: StreamSubject) -> [String] {
        guard let format = stream.format, subject.kind == .camera,
            let size = stream.offered.map({ ($0.width, $0.height) }).filter({ $0.0 < format.width && $0.1 < format.height })
                .max(by: { $0 < $1 })
        else { return [] }
        return ["candela measure \(subject.argument) --size \(size.0)x\(size.1)"]
    }

    private static func slowExposure(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard let rate = stream.measuredRate, let promised = stream.format?.framesPerSecond,
            (0.01...10_000).contains(promised),
            rate < slowShare * promised, let settings = stream.settings
        else { return nil }
        let exposure = settings.exposureSeconds
        let isLong = exposure.map { settings.isExposureManual == true && $0 > 1.05 / promised } ?? false
        // In automatic mode the value is often stale, so the permission to lower the rate is needed as well.
        let maySlow = settings.mayLowerFrameRate == true && (exposure.map { $0 > 0.9 / promised } ?? false)
        // Many cameras lengthen the exposure without asking, or may, and tell an old value. Nothing is lost on the way, so the camera itself
        // is slower.
        let isSilent =
            settings.mayLowerFrameRate != false && (settings.mayLowerFrameRate == nil || subject.link == nil && subject.virtualMachine == nil)
            && settings.isExposureManual == false && stream.dropped == 0
            && (stream.format?.isCompressed == true || isExposed(stream, promised)) && !stream.isMachineBusy
        guard isLong || maySlow || isSilent else { return nil }
        if !isLong, !maySlow, isBright(stream, settings, promised) { return slowItself(stream, subject, settings, rate, promised) }
        var evidence = [
            EvidenceLine(
                "rate", "\(Words.number(rate)) fps",
                threshold: "at least \(Words.number(slowShare * promised)) fps of \(Words.number(promised)) promised",
                source: "common behaviour of USB webcams")
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
        func set(_ title: String, _ changes: [CameraFix.Change], restoring: [(name: String, value: Int)] = []) -> [Fix]
        {
            CameraFix.set(title, changes, settings, camera: subject.camera, restoring: restoring)
        }
        let slowed = "slows the stream to \(Words.number(rate)) frames per second"
        let effect = "a hand-held code is blurred by the long exposure"
        if isSilent, !maySlow, !isLong, settings.mayLowerFrameRate == nil { return silentExposure(stream, settings, evidence, slowed, subject, promised) }
        let keepRate = set("Keep the frame rate, and accept a darker picture", [("exposure_dynamic_framerate", 0, 1)])
        guard isLong, let exposure, let time = settings.exposureTime else {
            return Finding(
                .streamSlowExposure, .warn,
                maySlow ? "low light lengthens the exposure and \(slowed)" : "the automatic exposure takes longer than a frame, as in low light, and \(slowed)",
                confidence: .likely,
                evidence: evidence
                    + (maySlow ? [] : [EvidenceLine("frames lost on the way", "0 of \(stream.captured): the camera itself is slower, whatever time it tells")]), effect: effect,
                fixes: [Fix("Add light")] + keepRate)
        }
        // Someone chose this time. The light may be low or not: how bright the picture is, the light check says.
        evidence.append(
            EvidenceLine(
                "auto_exposure", "\(settings.exposureMode ?? 1)", threshold: "\(settings.automatic) for automatic"))
        let short = Int(min(max(1, 10_000 / promised), 10_000))
        // Slower than even this time explains: the camera exposes for longer than it says, as in a night scene.
        let isSlower = settings.mayLowerFrameRate == true && rate < 0.7 / exposure
        return Finding(
            .streamSlowExposure, .warn,
            isSlower
                ? "the camera may lengthen the exposure in low light, beyond the \(Words.number(exposure * 1000)) ms that are set by hand, and that \(slowed)"
                : "the exposure is set by hand to \(Words.number(exposure * 1000)) ms, longer than a frame, and \(slowed)",
            confidence: isSlower ? .likely : .certain, evidence: evidence, effect: effect,
            fixes: (isSlower ? keepRate + [Fix("Or add light")] : [])
                + set(
                    "Set the exposure to automatic", [("auto_exposure", settings.automatic, settings.exposureMode)],
                    restoring: [("exposure_time_absolute", time)])
                + set("Or set a time that fits into a frame", [("exposure_time_absolute", short, time)]))
    }

    /// Whether the automatic exposure has light to spare: it tells a time far below a frame, and needs no gain for a bright picture. In the
    /// dark, too, it makes the picture as bright, by a longer time.
    private static func isBright(_ stream: StreamRecord, _ settings: CameraSettings, _ promised: Double) -> Bool {
        guard let exposure = settings.exposureSeconds, exposure < 0.5 / promised, let gain = settings.gain, let least = settings.gainMinimum, gain <= least, let means = stream.brightness, !means.isEmpty
        else { return false }
        return means.reduce(0, +) / Double(means.count) > 100
    }

    /// What makes it slow cannot be seen: its own processor, or the rate that an earlier program has set.
    private static func slowItself(
        _ stream: StreamRecord, _ subject: StreamSubject, _ settings: CameraSettings, _ rate: Double, _ promised: Double
    ) -> Finding {
        Finding(
            .streamLowRate, .note,
            "\(subject.name) sends \(Words.number(rate)) of \(Words.number(promised)) promised frames per second, and none is lost on the way: the camera itself is slower, and by its own settings not for want of light",
            confidence: .likely,
            evidence: [
                EvidenceLine("rate", "\(Words.number(rate)) fps", threshold: "at least \(Words.number(slowShare * promised)) fps"),
                EvidenceLine("frames lost on the way", "0 of \(stream.captured)"),
                EvidenceLine("gain", "\(settings.gain ?? 0), its least, in a bright picture"),
            ], effect: "codes are detected late, and moving codes rarely",
            fixes: CameraFix.set(
                "Forbid it to lower the rate", settings.mayLowerFrameRate == true ? [("exposure_dynamic_framerate", 0, 1)] : [], settings,
                camera: subject.camera)
                + [Fix("Ask for a smaller picture", commands: smaller(stream, subject), isRunnable: false)])
    }

    /// The camera's automatic exposure takes longer than a frame, and it has no control that would forbid it.
    private static func silentExposure(
        _ stream: StreamRecord, _ settings: CameraSettings, _ evidence: [EvidenceLine], _ slowed: String,
        _ subject: StreamSubject, _ promised: Double
    ) -> Finding {
        var fixes = [Fix("Add light: the automatic exposure then needs no more than a frame")]
        if let manual = settings.manualExposure ?? (settings.exposureMode == nil ? nil : 1) {
            let frame = Int(min(max(1, 9000 / promised), 10_000))
            fixes += CameraFix.set(
                "Or set an exposure by hand that fits into a frame, and more gain",
                [
                    ("auto_exposure", manual, settings.exposureMode ?? settings.automatic),
                    ("exposure_time_absolute", frame, settings.exposureTime),
                ], settings, camera: subject.camera)
        }
        return Finding(
            .streamSlowExposure, .warn, "the automatic exposure is longer than a frame and \(slowed)",
            confidence: .likely,
            evidence: evidence + [
                EvidenceLine("frames lost on the way", "0 of \(stream.captured)"),
                EvidenceLine("exposure_dynamic_framerate", "this camera does not have it"),
            ],
            effect: "a hand-held code is blurred by the long exposure", fixes: fixes)
    }

    private static func uncompressed(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        if let finding = UncompressedRate.find(stream, subject) { return finding }
        guard let format = stream.format, !format.isCompressed, let rate = format.framesPerSecond, rate < 15,
            let better = stream.offered.first(where: {
                $0.isCompressed && $0.width == format.width && $0.height == format.height
                    && ($0.framesPerSecond ?? 0) >= 25
            })
        else { return nil }
        return Finding(
            .streamUncompressed, .warn,
            "\(format.fourCC) at \(format.width)x\(format.height) runs at \(Words.number(rate)) frames per second, but \(better.fourCC) runs at \(Words.number(better.framesPerSecond ?? 0))",
            evidence: [
                EvidenceLine(
                    "VIDIOC_ENUM_FRAMEINTERVALS",
                    "\(format.fourCC) \(Words.number(rate)) fps, \(better.fourCC) \(Words.number(better.framesPerSecond ?? 0)) fps",
                    threshold: "15 fps")
            ],
            effect: "codes are detected late, and moving codes rarely",
            fixes: [
                Fix("Use \(better.fourCC)", commands: ["candela scan \(subject.argument) --format \(better.fourCC)"])
            ])
    }

    /// What one USB 2 device can reserve, in Mb/s: three packets of 1024 bytes in each of 8000 microframes a second. Source:
    /// USB 2.0, 5.6.3.
    static let reservable = 3.0 * 1024 * 8 * 8000 / 1e6

    /// Whether nothing is lost on the way and the automatic exposure takes longer than a frame, by what the camera tells of it.
    private static func isExposed(_ stream: StreamRecord, _ promised: Double) -> Bool {
        guard stream.dropped == 0, let settings = stream.settings, settings.isExposureManual == false,
            let exposure = settings.exposureSeconds
        else { return false }
        return exposure > 0.9 / promised
    }

    /// Fewer uncompressed frames than promised, although none is lost and the light is enough, where others want the same bus
    /// or where the bus cannot carry as many. Elsewhere a low rate has a cause that cannot be seen from here, such as the
    /// camera's own processor, and costs only time.
    private static func fullBus(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard subject.kind == .camera, subject.node?.bus == "usb", let format = stream.format, !format.isCompressed,
            let rate = stream.measuredRate, let promised = format.framesPerSecond, (1...10_000).contains(promised),
            rate < slowShare * promised, !stream.isMachineBusy, !isExposed(stream, promised)
        else { return nil }
        let isShared = !stream.busNeighbours.isEmpty
        let needed = promised * Double(format.width) * Double(format.height) * 16 / 1e6
        guard isShared || (needed > reservable && subject.node?.usbSpeed == 480) else { return nil }
        var fixes: [Fix] = []
        if let other = stream.offered.first(where: { $0.isCompressed && $0.width >= format.width }) {
            fixes.append(
                Fix(
                    "Use compressed frames, which need a tenth of the bandwidth\(isShared ? ", in every program that uses a camera of this bus" : "")",
                    commands: ["candela scan \(subject.argument) --format \(other.fourCC)"]))
        }
        fixes += StreamFailures.smaller(stream, subject)
        if isShared { fixes.append(Fix("Or move a camera to a port on another bus: lsusb -t shows the buses")) }
        return Finding(
            .streamBandwidth, .warn,
            "\(format.text) from \(subject.name) arrives at \(Words.number(rate)) instead of \(Words.number(promised)) frames per second\(isShared ? ": the USB bus is shared with other cameras" : "")",
            confidence: isShared ? .likely : .possible,
            evidence: [
                EvidenceLine(
                    "rate", "\(Words.number(rate)) fps",
                    threshold:
                        "at least \(Words.number(slowShare * promised)) fps of \(Words.number(promised)) promised"),
                EvidenceLine(
                    "needed for the promised rate",
                    "\(Words.number(needed, decimals: 0)) Mb/s, uncompressed",
                    threshold:
                        "\(Words.number(reservable, decimals: 0)) Mb/s for one USB 2 device; all devices of a bus share about 300 Mb/s"
                ),
            ]
                + (isShared
                    ? [EvidenceLine("in use on the same bus", stream.busNeighbours.joined(separator: ", "))] : []),
            effect: "codes are detected late, and moving codes rarely", fixes: fixes)
    }

    /// A size that the camera offers at a few frames a second only; on a slower port than it is made for, that is usual.
    private static func slowSize(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard subject.kind == .camera, let format = stream.format, let rate = format.framesPerSecond, rate < 8,
            let better = stream.offered.filter({ ($0.framesPerSecond ?? 0) >= 15 })
                .max(by: { $0.area < $1.area })
        else { return nil }
        // USB 2.1 is what USB 3 devices say of themselves on a USB 2 port, and a few newer USB 2 devices.
        let isSlowPort = subject.node?.usbSpeed == 480 && (subject.node?.usbHasSuperSpeed ?? (subject.node?.usbRelease == 0x0210))
        return Finding(
            .streamUncompressed, .warn,
            "\(subject.name) offers \(format.text) at \(Words.number(rate)) frames per second only"
                + (isSlowPort ? ": it is connected at USB 2 speed, and may be made for USB 3" : ""),
            confidence: isSlowPort ? .likely : .certain,
            evidence: [
                EvidenceLine(
                    "VIDIOC_ENUM_FRAMEINTERVALS",
                    "\(format.text) \(Words.number(rate)) fps, \(better.text) \(Words.number(better.framesPerSecond ?? 0)) fps",
                    threshold: "8 fps")
            ] + (isSlowPort ? [EvidenceLine("USB", "480 Mb/s, and the device's release is 2.1")] : []),
            effect: "codes are detected late, and moving codes rarely",
            fixes: (isSlowPort
                ? [
                    Fix(
                        "If the camera is made for USB 3 (a blue plug, or its data sheet): use a USB 3 port of the machine and a USB 3 cable, and push the plug all the way in"
                    )
                ] : []) + [
                    Fix(
                        "Use the largest size that is fast enough",
                        commands: [
                            "candela scan \(subject.argument) --format \(better.fourCC) --size \(better.width)x\(better.height)"
                        ])
                ])
    }

    private static func decodeSlow(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard subject.kind != .stream, let rate = stream.measuredRate ?? stream.format?.framesPerSecond, rate > 0 else {
            return nil
        }
        if let unpacking = unpackingSlow(stream, subject, 1000 / rate) { return unpacking }
        guard stream.decodeMs.count >= 3, let decode = stream.quickDecodeMs else { return nil }
        // Skipping frames for newer ones costs nothing. The problem is a search that takes so long that it misses a code
        // in passing. Where frames were skipped, the distance of the others is that of the searches.
        let isSkipping = stream.captured >= 20 && Double(stream.superseded ?? 0) >= 0.4 * Double(stream.captured)
        let interval = 1000 / (isSkipping ? max(rate, min(stream.format?.framesPerSecond ?? rate, 10_000)) : rate)
        if decode <= 100, isSkipping, let skipped = stream.superseded, let promised = stream.format?.framesPerSecond, promised > 0, decode > 1500 / promised
        {
            return Finding(
                .streamDecodeSlow, .note,
                "this machine is too slow for all pictures of this camera: it takes \(Words.number(decode, decimals: 0)) ms for one, and one comes every \(Words.number(1000 / promised, decimals: 0)) ms",
                evidence: [
                    EvidenceLine("skipped for newer ones", "\(skipped) of \(stream.captured)"),
                    EvidenceLine("processor time per search, fastest quarter", "\(Words.number(decode)) ms"),
                ],
                effect: "candela skips what it cannot keep up with; programs that do not, lag behind by seconds",
                fixes: [
                    Fix("Use a smaller picture", commands: smaller(stream, subject), isRunnable: false),
                    Fix("Or a lower rate, or a faster machine"),
                ])
        }
        guard decode > interval * 1.5, decode > 100 else { return nil }
        return Finding(
            .streamDecodeSlow, .warn,
            "searching for codes takes \(Words.number(decode, decimals: 0)) ms, longer than a frame lasts",
            evidence: [
                EvidenceLine(
                    "processor time per search, fastest quarter", "\(Words.number(decode)) ms",
                    threshold: "\(Words.number(interval * 1.5)) ms, one and a half frames, and 100 ms")
            ],
            effect: "codes are detected late; outdated frames are skipped",
            fixes: [
                Fix(
                    "Search for fewer symbologies, in a part of the picture",
                    commands: ["candela scan \(subject.argument) --symbology ean,qr --region 20%,20%,60%,60%"]),
                Fix("Use a smaller picture", commands: ["candela scan \(subject.argument) --size 640x480"]),
            ])
    }

    /// Unpacking JPEG takes this processor longer than a frame lasts. Uncompressed frames of a smaller size need no unpacking.
    private static func unpackingSlow(_ stream: StreamRecord, _ subject: StreamSubject, _ interval: Double) -> Finding?
    {
        guard let times = stream.unpackProcessorMs, times.count >= 3, stream.format?.isCompressed == true else {
            return nil
        }
        let time = times.sorted()[times.count / 4]
        guard time > interval else { return nil }
        let plain = stream.offered.filter { !$0.isCompressed && $0.width <= 640 && ($0.framesPerSecond ?? 0) >= 10 }
            .max { $0.width < $1.width }
        let small = stream.offered.filter { $0.isCompressed && $0.width <= 640 }.max { $0.width < $1.width }
        return Finding(
            .streamDecodeSlow, .warn,
            "unpacking the camera's JPEG frames takes \(Words.number(time, decimals: 0)) ms, longer than a frame lasts: this processor is too slow for their size",
            evidence: [
                EvidenceLine(
                    "processor time per frame, fastest quarter", "\(Words.number(time)) ms",
                    threshold: "\(Words.number(interval)) ms, one frame")
            ],
            effect: "codes are detected late; outdated frames are skipped",
            fixes: [
                (plain, "Use uncompressed frames of a smaller size, which need no unpacking"),
                (small, "Use smaller frames"),
            ]
            .compactMap { format, title in
                format.map {
                    Fix(
                        title,
                        commands: [
                            "candela scan \(subject.argument) --format \($0.fourCC) --size \($0.width)x\($0.height)"
                        ])
                }
            })
    }

    private static func silent(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        // A camera that disconnected answers nothing at all.
        guard let reason = stream.settingsUnknown, stream.ending == nil else { return nil }
        return Finding(
            .deviceControlsSilent, .warn, "\(subject.name) streams, but does not answer requests for its settings",
            evidence: [EvidenceLine("VIDIOC_G_EXT_CTRLS", reason)],
            effect:
                "exposure, focus and zoom can be neither read nor set; firmware that hangs like this often stops streaming next",
            fixes: DriverJudge.replug(subject))
    }
}
