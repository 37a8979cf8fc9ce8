// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import MachineFacts

/// Judges why a stream did not start, or ended.
enum StreamFailures {
    static func judge(_ failure: StreamRecord.Failure, _ stream: StreamRecord, _ subject: StreamSubject) -> Finding {
        let call = EvidenceLine(
            "\(failure.request)(\(subject.name))", failure.errno.isEmpty ? failure.message : failure.errno)
        if subject.isRelayed { return VirtualCamera.noRelay([call], subject) }
        if let option = subject.slowUSB, let speed = subject.node?.usbSpeed, speed < 480,
            failure.request == "VIDIOC_STREAMON", ["ENOSPC", "EIO", "EPERM", "EINVAL"].contains(failure.errno)
        {
            return Finding(
                .streamBandwidth, .fail,
                "the whole USB of this machine is slowed down to \(Words.number(speed)) Mb/s (full speed) by the kernel option \(option): a camera's stream does not fit",
                evidence: [
                    call, EvidenceLine("/sys/module/dwc_otg/parameters/speed", "1", threshold: "0"),
                    EvidenceLine("speed of the camera", "\(Words.number(speed)) Mb/s"),
                ],
                effect: "no picture can be captured",
                fixes: [
                    Fix(
                        "Remove \(option) from the kernel's command line, in /boot/firmware/cmdline.txt (older systems: /boot/cmdline.txt), and reboot; newer kernels and firmware do not need it",
                        commands: ["sudoedit /boot/firmware/cmdline.txt", "sudo reboot"], needsRoot: true, isRunnable: false)
                ])
        }
        if let finding = UVCNegotiation.find(failure, call, stream, subject) { return finding }
        switch (failure.request, failure.errno) {
        case (_, "ENOSPC") where subject.isOnUSB && !subject.isOverNetwork: return bandwidth(call, stream, subject, .certain)
        // v4l2loopback gives it while nobody feeds it and it keeps its format.
        case ("VIDIOC_STREAMON", "EIO") where subject.node?.isFed == true:
            if let finding = VirtualCamera.unfed(false, [call], subject) { return finding }
            return notStarting(call, failure, stream, subject)
        // uvcvideo's "No fast enough alt setting". A device that does not answer gives EIO too, so the format decides.
        case ("VIDIOC_STREAMON", "EIO")
        where stream.format?.isCompressed == false && subject.isOnUSB && !subject.isOverNetwork && (subject.node?.usbSpeed ?? 480) < 5000
            && subject.refusals.isEmpty:
            return bandwidth(call, stream, subject, .possible)
        // xHCI answers so if the bus has no room left for another stream, and says it in the kernel log.
        case ("VIDIOC_STREAMON", "ENOMEM")
        where subject.node?.bus == "usb" && (subject.fullBus != nil || !stream.busNeighbours.isEmpty) && subject.fullController == nil:
            return bandwidth(call, stream, subject, .likely)
        case ("VIDIOC_STREAMON", "ENOMEM") where subject.node?.bus == "usb":
            return FullController.find(call, subject) ?? noBuffers(call, subject)
        case ("VIDIOC_REQBUFS", "ENOMEM"), ("VIDIOC_CREATE_BUFS", "ENOMEM"), ("VIDIOC_STREAMON", "ENOMEM"):
            return noMemory(call, stream, subject)
        // On USB it is a device that refuses to change its setting.
        case ("VIDIOC_STREAMON", "EPIPE") where subject.node?.bus != "usb",
            ("VIDIOC_STREAMON", "ENOLINK") where subject.node?.bus != "usb":
            return Finding(
                .streamPipeline, .fail, "the media pipeline of \(subject.name) is not linked",
                evidence: [call], effect: "its node exists, but no sensor is connected to it inside the kernel",
                fixes: [
                    Fix("Show the pipeline", commands: ["media-ctl --print-topology"]),
                    DriverJudge.throughLibcamera("Let libcamera link and control it"),
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
        // On a board it is a sensor that does not acknowledge its address.
        case (_, "ENODEV") where subject.node?.bus != "platform", (_, "ENXIO") where subject.isOnUSB:
            return Finding(
                .deviceDropped, .fail, "\(subject.title) disconnected while it was being started",
                evidence: [call], effect: "no picture can be captured until it is connected again",
                fixes: DriverJudge.replug(subject))
        default: return notStarting(call, failure, stream, subject)
        }
    }

    /// What a request that failed does not tell by itself.
    private static func notStarting(
        _ call: EvidenceLine, _ failure: StreamRecord.Failure, _ stream: StreamRecord, _ subject: StreamSubject
    ) -> Finding {
        let (what, effect) = ("does not start streaming", "no picture can be captured")
        if subject.kind == .network, failure.message.contains("453") { return tooManyStreams(call, failure, subject) }
        if let slept = subject.sleep, subject.isSilent(failure.errno) { return afterSleep(slept, [call], what, effect, subject) }
        if let once = startsOnce([call], what, subject) ?? wrongDriver([call], what, subject) { return once }
        if failure.request == "VIDIOC_STREAMON", failure.errno == "EIO", subject.refusals.isEmpty,
            let known = UnlistedModel.notStarting([call], subject)
        {
            return known
        }
        if let reading = ReadingOnly.find(failure, call, subject) { return reading }
        if let sensor = SensorStart.find(failure, call, subject) { return sensor }
        if subject.isSilent(failure.errno) {
            if let guest = GuestUSB.find(what, effect, stream, subject, [call]) { return guest }
            if !subject.refusals.isEmpty, !subject.isOverNetwork { return silentCamera(call, subject) }
        }
        return Finding(
            .streamNone, .fail,
            "\(subject.name) does not start streaming"
                + (subject.link.map { ": the camera is connected \($0.words)" } ?? ""), confidence: .likely,
            evidence: [call, EvidenceLine("message", failure.message)]
                + (subject.isOverNetwork ? subject.refusals.suffix(2).map { EvidenceLine("kernel log", $0) } : [])
                + (subject.link.map { [$0.evidence] } ?? []),
            effect: effect,
            fixes: noFrame(stream, subject) + [
                Fix("Try another format from this list", commands: ["candela info \(subject.argument)"])
            ] + (subject.uvcInterface != nil && failure.errno == "EPROTO"
                ? [
                    Fix(
                        "If it began after the camera had dropped off the bus and come back: load its driver again",
                        commands: subject.place.unloading, needsRoot: true, isRunnable: false)
                ] : []))
    }

    /// RTSP's answer 453: the camera or recorder sends to as few as one at a time. Source: RFC 2326, 11.3.2.
    private static func tooManyStreams(
        _ call: EvidenceLine, _ failure: StreamRecord.Failure, _ subject: StreamSubject
    ) -> Finding {
        Finding(
            .streamNone, .fail,
            "\(subject.name) refuses another stream (453): it sends to few programs at once, and others have theirs"
                + (subject.network?.connected.map { "; of this machine, \(Words.list($0)) \($0.count == 1 ? "is" : "are") connected to it" } ?? ""),
            confidence: .likely, evidence: [call, EvidenceLine("message", failure.message)],
            effect: "no picture can be captured until another stream ends",
            fixes: (subject.network?.stoppingOthers ?? []) + [
                Fix(
                    "Close other streams of this camera or recorder: programs on this and other machines, its page in a browser, and the app on a phone"
                ),
                subject.network?.connected != nil ? nil : Fix(
                    "Let one program receive it and pass it on to the others, such as go2rtc or MediaMTX, and use that one's address"
                ),
                Fix("Ask for its second, smaller stream; recorders limit playback more than live streams"),
            ].compactMap(\.self))
    }

    /// A USB driver allocates the buffers of its transfers when the stream starts, a few hundred KiB. Every machine has them: the
    /// request itself was wrong for this host controller or kernel.
    private static func noBuffers(_ call: EvidenceLine, _ subject: StreamSubject) -> Finding {
        let driver = subject.node?.driver ?? "the driver"
        let newer = Fix("Try a newer kernel, and report the lines above to the driver's developers if it fails, too")
        return Finding(
            .streamNone, .fail,
            "\(subject.title) does not start streaming: its driver \(driver) cannot allocate the buffers of its USB transfers on this kernel",
            confidence: .likely,
            evidence: [call] + subject.driverFailures.suffix(3).map { EvidenceLine("kernel log", $0) },
            effect: "no picture can be captured, whatever the format",
            fixes: olderKernel(subject)
                + (subject.otherKernels.isEmpty
                    ? [
                        Fix(
                            "If it worked before an upgrade, go back to the kernel before it: drivers of old cameras break unnoticed"
                        )
                    ] : []) + [newer])
    }

    /// The kernel could not allocate the memory of the pictures. Receivers on boards need it in one piece, from a part of memory
    /// that is set aside for that when the kernel starts.
    private static func noMemory(
        _ call: EvidenceLine, _ stream: StreamRecord, _ subject: StreamSubject
    ) -> Finding {
        let isContiguous = subject.node?.bus == "platform"
        // Other drivers than the camera's allocate contiguous memory, too.
        let failed = isContiguous ? subject.failedAllocation : nil
        let size = stream.format.map { " of \($0.width)x\($0.height)" } ?? ""
        let smaller = stream.offered.filter { $0.area >= 640 * 480 }
            .min { $0.area < $1.area }
            .flatMap { least in stream.format.map { (least, $0) } }
            .flatMap { $0.area < $1.area ? $0 : nil }
        return Finding(
            .streamMemory, .fail,
            isContiguous
                ? "\(subject.name) does not start: its pictures\(size) need more contiguous memory (CMA) than this kernel has left"
                : "\(subject.name) does not start: the kernel has no memory left for its pictures\(size)",
            confidence: failed == nil ? .likely : .certain,
            evidence: [call] + (failed.map { [EvidenceLine("kernel log", $0)] } ?? [])
                + (subject.contiguousMemory.map { [EvidenceLine("/proc/meminfo, CmaTotal", "\($0) kB")] } ?? []),
            effect: "no picture can be captured; the camera is not at fault",
            fixes: [
                smaller.map { mode in
                    Fix(
                        "Ask for smaller pictures; a code needs no more",
                        commands: [
                            "candela scan \(subject.argument) --size \(mode.width)x\(mode.height)"
                        ])
                },
                isContiguous
                    ? moreContiguous(stream, subject)
                    : Fix("Close programs that use much memory"),
                Fix("Close what else has pictures in that memory, such as a video player"),
            ].compactMap(\.self))
    }

    /// Room for what is reserved now and for four pictures of this size, as a power of two.
    private static func moreContiguous(_ stream: StreamRecord, _ subject: StreamSubject) -> Fix {
        let now = (subject.contiguousMemory ?? 0) / 1024
        let pictures = stream.format.map { 8 * $0.area / 1_048_576 } ?? 16
        guard now < 512 else {
            return Fix("Or find what else uses the contiguous memory, of which there is much: `grep Cma /proc/meminfo`")
        }
        var size = 64
        while size < now + pictures, size < 512 { size *= 2 }
        return subject.isRaspberryPi
            ? Fix("Or reserve more: dtoverlay=vc4-kms-v3d,cma-\(max(128, size)) in config.txt, and restart")
            : Fix(
                "Or reserve more: write cma=\(size)M at the end of the kernel's command line (extlinux.conf or the boot loader's configuration), and restart"
            )
    }

    /// All formats of the camera are refused: the message names them.
    private static func noFormat(_ message: String, _ subject: StreamSubject) -> Finding {
        // Candela decodes these itself, if the library is there.
        let video = [("H264", "h264"), ("HEVC", "hevc")].first { message.contains($0.0) }
        return Finding(
            .streamNoFormat, .fail, "\(subject.name) offers no format that candela can decode",
            evidence: [EvidenceLine("VIDIOC_ENUM_FMT", message)],
            effect: "no picture can be captured from this node; the camera itself works",
            fixes: (video.map { name, format in
                [
                    Fix(
                        "Install FFmpeg's libraries, with which candela decodes \(name) (Debian: libavformat59, or the number of the release)"
                    ),
                    Fix(
                        "Or let the program ffmpeg decode it, and pipe the frames into candela",
                        commands: [
                            "ffmpeg -v error -f v4l2 -input_format \(format) -i \(subject.argument) -f yuv4mpegpipe -pix_fmt yuv420p - | candela scan --newest -"
                        ], isRunnable: false),
                ]
            } ?? []) + [
                Fix("Look for another node of the same camera", commands: ["candela list"])
            ])
    }

    static func judge(ending stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard let ending = stream.ending else { return nil }
        let seen = EvidenceLine("stream", ending.message)
        let count = EvidenceLine("frames", "\(stream.captured) arrived, \(stream.corrupt) damaged")
        if ending.kind == .noFrame, subject.sleep?.hasFailed != true, let known = UnlistedModel.unmarked([seen, count], stream, subject) {
            return known
        }
        switch ending.kind {
        case .gone:
            return Finding(
                .deviceDropped, .fail, "\(subject.title) disconnected while it was streaming",
                evidence: [seen, count], effect: "the scan ends without the codes it was waiting for",
                fixes: connection(stream, subject))
        case .noFrame where stream.corrupt > 0 && stream.frames == 0:
            return Finding(
                .streamCorrupt, .fail, "every frame from \(subject.name) arrives damaged",
                evidence: [seen, count], effect: "there is no intact picture to search",
                fixes: cable(stream, subject))
        case .noFrame:
            let began = stream.firstFrameMs != nil
            func slept(_ sleep: MachineSleep) -> Finding {
                afterSleep(sleep, [seen, count], "sends no frames", "the scan waits for frames that do not arrive", subject)
            }
            if let sleep = subject.sleep, sleep.hasFailed { return slept(sleep) }
            let what = "starts streaming, but no frame arrives"
            if !began, subject.isRelayed { return VirtualCamera.noRelay([seen, count], subject) }
            if let finding = VirtualCamera.unfed(began, [seen, count], subject) { return finding }
            if !began,
                let known = startsOnce([seen, count], what, subject) ?? wrongDriver([seen, count], what, subject)
            {
                return known
            }
            if !began, let known = UnlistedModel.noFrame([seen, count], stream, subject) { return known }
            if !began, let network = subject.network { return SilentServer.finding(network, [seen, count]) }
            if !began, let finding = UnknownBoard.find([seen, count], subject) { return finding }
            if !began, let finding = ThermalCamera.silent(subject, [seen, count]) { return finding }
            if !began, let finding = LaneShortage.silent(subject, [seen, count]) { return finding }
            if !began, let cause = noFrameCause(stream, subject, [seen, count]) ?? KeptBuffer.find(subject, [seen, count]) ?? ForcedQuirks.find(subject, [seen, count]) {
                return cause
            }
            // Most laptops and docks have slept, so what else explains it comes first.
            if let sleep = subject.sleep, began || !subject.isGrabber && compressed(stream, subject) == nil { return slept(sleep) }
            // USB devices have a finding of their own for it.
            let voltage = subject.attachment == .ribbon ? subject.presentVoltage : []
            let message: String =
                (began
                    ? "\(subject.name) stopped sending frames"
                    : subject.node?.driver == FirmwareCamera.driver
                        ? "\(subject.name) starts streaming, but the Raspberry Pi's firmware, which captures for it, sends no frame. Perhaps the camera's cable makes no contact, the camera is taken (raspistill, picamera), or the firmware's memory (gpu_mem) does not suffice"
                    : subject.node?.bus == "platform"
                        ? "\(subject.name) starts streaming, but no frame arrives at its receiver (CSI, on the board)"
                        : "\(subject.name) starts streaming, but no frame arrives")
                + (!began && subject.isGrabber && !subject.isBuiltIn && subject.link == nil
                    ? ": it digitises what another device shows, and there may be no signal at its input" : "")
                + (began && stream.corrupt > 0
                    ? subject.kind == .network
                        ? ", after damaged ones: the network loses data, or the camera's own server does, as those of cheap cameras do over a connection (TCP) that is full"
                        : ", after damaged ones, as with too little power or a poor connection" : "")
                + (subject.link.map { ": the camera is connected \($0.words)" } ?? "")
                + (began || subject.isGrabber || compressed(stream, subject) == nil
                    ? ""
                    : "; perhaps not in this format, uncompressed \(stream.format?.fourCC ?? "") in a large size")
            let shown = [seen, count] + voltage
            let power = PresentVoltage.fixes(voltage, isRaspberryPi: subject.isRaspberryPi)
            let others: [Fix] =
                (began ? [] : compressed(stream, subject, above: 0).map { [$0] } ?? []) + noFrame(stream, subject)
                + (began || subject.isGrabber || compressed(stream, subject) != nil ? [] : otherRules(subject))
            let less =
                subject.kind == .network && began && stream.corrupt > 0
                ? [Fix("On the camera's page, lower the bit rate, the rate or the size of this stream, so that the network and the camera's server keep up; and update the camera's firmware")]
                : []
            return Finding(
                .streamNone, .fail, message + PresentVoltage.words(voltage),
                evidence: shown + rate(stream) + said(subject) + (subject.link.map { [$0.evidence] } ?? []) + model(subject),
                effect: "the scan waits for frames that do not arrive", fixes: power + less + others)
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
                effect: "no more frames arrive", fixes: connection(stream, subject))
        case .busy, .interrupted: return nil
        }
    }

    /// What the driver said of broken transfers, or a capture card's driver of failures.
    private static func said(_ subject: StreamSubject) -> [EvidenceLine] {
        let lines = subject.node?.bus == "pci" ? subject.driverFailures : subject.wireErrors
        let saving =
            subject.isBuiltIn
            ? subject.linkPowerPolicy.map {
                [EvidenceLine("/sys/module/pcie_aspm/parameters/policy", "\($0): power saving of PCIe links")]
            } : nil
        return lines.suffix(3).map { EvidenceLine("kernel log", $0) } + (saving ?? [])
    }

    /// A camera that the machine has slept with: many need a reset then, which the kernel makes only for those it knows.
    private static func afterSleep(
        _ slept: MachineSleep, _ seen: [EvidenceLine], _ what: String, _ effect: String,
        _ subject: StreamSubject
    ) -> Finding {
        var fixes = Attachment.reset(subject.node)
        if fixes.isEmpty { fixes = DriverJudge.replug(subject) }
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

    /// A model that is known for it: it gives pictures to the first program that starts it, and then to none.
    private static func startsOnce(_ seen: [EvidenceLine], _ what: String, _ subject: StreamSubject) -> Finding? {
        guard subject.quirks?.startsOnce == true else { return nil }
        return Finding(
            .streamNone, .fail,
            "\(subject.name) \(what): cameras of this model (\(subject.title)) are known to give no more pictures after a first program has used and closed them",
            confidence: .likely,
            evidence: seen + (subject.usbID.map { [EvidenceLine("USB id", $0)] } ?? []),
            effect: "no picture can be captured until the camera is plugged in again or reset",
            fixes: Attachment.reset(subject.node) + [
                Fix("Or unplug the camera and plug it in again; then start the program that is to use it first"),
                Fix("Look for newer firmware of the camera: the maker's program for it shows the version"),
            ])
    }

    private static func model(_ subject: StreamSubject) -> [EvidenceLine] {
        guard let id = subject.usbID, let driver = subject.node?.driver else { return [] }
        return [EvidenceLine("driver and USB id", "\(driver), \(id)")]
    }

    /// Firmware that does not toggle the bit by which uvcvideo tells frames apart: it then throws all data away. Source:
    /// UVC_QUIRK_STREAM_NO_FID in drivers/media/usb/uvc/uvcvideo.h.
    private static func otherRules(_ subject: StreamSubject) -> [Fix] {
        // Behind hubs, USB/IP and virtual machines the way is the likelier cause.
        guard subject.node?.driver == "uvcvideo", subject.node?.bus == "usb", subject.link == nil,
            subject.virtualMachine == nil,
            // Their own library has a patched driver, and their firmware does mark the frames.
            !UnclaimedDevice.isDepthCamera(named: subject.node?.title ?? ""),
            !UVCQuirks(rawValue: subject.place.presentUVCQuirks ?? 0).contains(.withoutFrameID)
        else { return [] }
        let value = subject.place.presentUVCQuirks == nil ? "16" : subject.place.uvcQuirks(with: .withoutFrameID)
        return [
            Fix(
                "If no other program gets frames from it either: some firmware marks the frames wrongly, and its driver uvcvideo then throws them away. Let it find their ends in another way (quirk 16), and try again",
                commands: ["sudo modprobe -r uvcvideo", "sudo modprobe uvcvideo quirks=\(value)"], needsRoot: true,
                undo: subject.place.unloading, isRunnable: false)
        ]
    }

    /// The first of two drivers has it, and gives no picture.
    private static func wrongDriver(_ seen: [EvidenceLine], _ what: String, _ subject: StreamSubject) -> Finding? {
        guard let rivals = subject.rivals, let other = rivals.others.first else { return nil }
        let name = Words.shell(rivals.driver)
        return Finding(
            .deviceDriverRefused, .fail,
            "\(subject.name) \(what): two drivers of this kernel want this camera, and \(rivals.driver) has it; \(other) may be the one that works",
            confidence: .likely,
            evidence: seen + [
                EvidenceLine("/sys/bus/usb/devices/\(rivals.device)", "bound to \(rivals.driver)"),
                EvidenceLine("modules.alias", ([rivals.driver] + rivals.others).joined(separator: ", ")),
            ], effect: "no picture can be captured",
            fixes: [
                Fix(
                    "Unload \(rivals.driver), and load \(other) again; then unplug the camera and plug it in",
                    commands: ["sudo modprobe -r \(name)", "sudo modprobe \(Words.shell(other))"], needsRoot: true,
                    undo: ["sudo modprobe \(name)"], isRunnable: false),
                Fix(
                    "If it works then, keep \(rivals.driver) from loading at every start",
                    commands: ["echo 'blacklist \(rivals.driver)' | sudo tee /etc/modprobe.d/candela-\(name).conf"],
                    needsRoot: true, undo: ["sudo rm /etc/modprobe.d/candela-\(name).conf"], isRunnable: false),
            ])
    }

    /// The node is there, but the camera answers none of the driver's requests: the connection failed, and the camera hangs.
    private static func silentCamera(_ call: EvidenceLine, _ subject: StreamSubject) -> Finding {
        let timedOut = subject.refusals.contains { $0.contains("-110") }
        let sleeps = timedOut ? PowerSaving(subject.node) : nil
        let awake = sleeps?.fixes(subject.usbID, subject.place) ?? []
        let fixes: [Fix]
        if subject.attachment == .inside {
            // Both keep it from being suspended.
            fixes = Attachment.inside.fixes(subject.node, keepsAwake: sleeps == nil) + awake
        } else {
            fixes = Attachment.reset(subject.node) + awake + [
                Fix(
                    "Unplug it and plug it in again, firmly: a plug that moves, a worn or long cable, or too little power makes cameras hang like this"
                )
            ]
        }
        return Finding(
            .streamNone, .fail,
            "\(subject.title) no longer answers over USB: the driver's requests to it fail"
                + (sleeps == nil ? "" : "; it may not wake from power saving, which suspends it while it is unused"),
            confidence: .likely,
            evidence: [call] + subject.refusals.suffix(3).map { EvidenceLine("kernel log", $0) }
                + (sleeps?.evidence ?? []) + (subject.link.map { [$0.evidence] } ?? []),
            effect: "no picture can be captured until it is reset; the node stays there",
            fixes: fixes
                + (subject.link.map { link in
                    if case .hubs = link { return [Fix("If it happens again, plug it directly into the machine")] }
                    return []
                } ?? [])
                + (subject.isRaspberryPi
                    ? [
                        Fix(
                            "If other machines have no trouble with it, update kernel and firmware: the USB driver of older boards (dwc_otg) has lost transfers of cameras in many versions; dwc_otg.fiq_fsm_mask=0x3 in cmdline.txt is a workaround",
                            commands: ["sudo apt update", "sudo apt full-upgrade"], needsRoot: true, isRunnable: false)
                    ] : []))
    }

    // MARK: No first frame

    /// A camera that starts and sends nothing, if what is known of it, its format or its host controller explains that.
    private static func noFrameCause(
        _ stream: StreamRecord, _ subject: StreamSubject, _ evidence: [EvidenceLine]
    ) -> Finding? {
        SensorTrigger.ofControl(stream, subject, evidence) ?? fallback(stream, subject, evidence) ?? tooLarge(stream, subject, evidence)
            ?? sharedBus(stream, subject, evidence) ?? lossy(stream, subject, evidence)
            ?? (subject.link == nil
                ? GuestUSB.find("starts streaming, but no frame arrives", "the scan waits for frames that do not arrive", stream, subject, evidence)
                : nil)
    }

    /// Another camera of the same bus is in use. Each got the bandwidth that it reserved, but cameras reserve less than they
    /// send, and on a full bus the frames of one never become complete.
    private static func sharedBus(
        _ stream: StreamRecord, _ subject: StreamSubject, _ evidence: [EvidenceLine]
    ) -> Finding? {
        guard BusNeighbours(stream, subject) != nil else { return nil }
        let others = Words.list(stream.busNeighbours)
        return Finding(
            .streamBandwidth, .fail,
            "\(subject.name) starts streaming, but no frame arrives while another camera of the same USB bus is in use: together they may need more than the bus carries",
            confidence: .likely,
            evidence: evidence + (stream.format.map { [EvidenceLine("format", $0.text)] } ?? [])
                + [EvidenceLine("in use on the same bus", others)],
            effect: "the frames of one camera are lost as long as the other one sends",
            fixes: [
                Fix(
                    "End the program that uses the other camera (\(others)), and try again: if frames arrive, it is the bus"
                )
            ] + compressed(stream, subject) + smaller(stream, subject) + [
                Fix("Ask both cameras for fewer frames per second, in each program's settings"),
                otherBus,
            ])
    }

    private static var otherBus: Fix {
        Fix("Move the camera, or another one, to a port on another bus: lsusb -t shows the buses")
    }

    /// The first compressed format, if the present one is not.
    private static func compressed(_ stream: StreamRecord, _ subject: StreamSubject) -> [Fix] {
        guard stream.format?.isCompressed != true, let other = stream.offered.first(where: \.isCompressed) else {
            return []
        }
        return [
            Fix(
                "Use compressed frames, which need a tenth of the bandwidth",
                commands: ["candela scan \(subject.argument) --format \(other.fourCC)"])
        ]
    }

    /// What a camera's chip offers without the program that its maker put into it: no lens and sensor are that small.
    static let fallbackSize = 176 * 144

    private static func fallback(
        _ stream: StreamRecord, _ subject: StreamSubject, _ evidence: [EvidenceLine]
    ) -> Finding? {
        let sizes = stream.offered.map { $0.area }
        guard subject.kind == .camera, subject.node?.bus == "usb", subject.node?.driver == "uvcvideo",
            let most = stream.offered.max(by: { $0.area < $1.area }),
            sizes.allSatisfy({ $0 <= fallbackSize }),
            // Sensors for heat are that small.
            !ThermalCamera.isOne(subject)
        else { return nil }
        return Finding(
            .streamNone, .fail,
            "\(subject.title) offers nothing but \(most.width)x\(most.height), and sends no frame: it seems to have lost its own program (firmware or settings), and its chip answers with its fallback",
            confidence: .likely,
            evidence: evidence + [
                EvidenceLine(
                    "modes", stream.offered.map(\.text).joined(separator: ", "),
                    threshold: "webcams offer at least 640x480")
            ],
            effect: "no picture can be captured until the camera's program runs again",
            fixes: [
                Fix(
                    "Cut its power: for a built-in camera shut the machine down completely (a restart does not do it), take the charger and, if possible, the battery away, and switch it on again after a minute; unplug others for a minute"
                ),
                Fix(
                    "If it stays so, install the camera's firmware again with the tool of the machine's or camera's maker"
                ),
                Fix(
                    "If a program wrote into the camera before that, such as linux-enable-ir-emitter, remove it first: it writes at every start"
                ),
            ])
    }

    /// Uncompressed frames that take long to transfer, each of them. A few boards need many times what the bus could do.
    private static func tooLarge(
        _ stream: StreamRecord, _ subject: StreamSubject, _ evidence: [EvidenceLine]
    ) -> Finding? {
        guard subject.kind == .camera, subject.node?.bus == "usb", let format = stream.format, !format.isCompressed
        else {
            return nil
        }
        let speed = subject.node?.usbSpeed ?? 480
        let bytes = Double(format.width) * Double(format.height) * 2
        let seconds = bytes * 8 / 1e6 / (speed < 480 ? 8 : StreamQuality.reservable)
        guard speed < 5000, seconds >= 0.3 else { return nil }
        var fixes: [Fix] = []
        let compressed = stream.offered.filter(\.isCompressed)
        if let other = compressed.first(where: { $0.width == format.width && $0.height == format.height })
            ?? compressed.first
        {
            fixes.append(
                Fix(
                    "Use compressed frames, which need a tenth of the bandwidth",
                    commands: [
                        "candela scan \(subject.argument) --format \(other.fourCC) --size \(other.width)x\(other.height)"
                    ]))
        }
        return Finding(
            .streamBandwidth, .fail,
            "\(subject.name) starts streaming, but no frame arrives: an uncompressed frame of \(format.text) has \(Words.number(bytes / 1e6)) MB, too large for this USB connection",
            confidence: .likely,
            evidence: evidence + [
                EvidenceLine("format", format.text),
                EvidenceLine(
                    "transfer of one frame",
                    "at least \(Words.number(seconds)) s at \(Words.number(speed, decimals: 0)) Mb/s, and many times that on small boards",
                    threshold: "below 0.3 s"),
            ] + (subject.link.map { [$0.evidence] } ?? []),
            effect: "the first frame takes longer than programs wait for it",
            fixes: fixes + smaller(stream, subject)
                + (subject.link.map { link in
                    if case .hubs = link {
                        return [Fix("Or plug the camera directly into the machine, without any hub")]
                    }
                    return []
                } ?? []))
    }

    /// A host controller that loses packets: uvcvideo drops every frame of which one is missing.
    private static func lossy(
        _ stream: StreamRecord, _ subject: StreamSubject, _ evidence: [EvidenceLine]
    ) -> Finding? {
        let lost = subject.lostPackets
        // A VL805 with newer firmware is as good as others.
        guard subject.kind == .camera, subject.node?.bus == "usb",
            !lost.isEmpty || subject.weakHost != nil && subject.weakHost != .vl805
        else { return nil }
        let name = subject.weakHost.map { " (\($0.rawValue))" } ?? ""
        return Finding(
            .streamNone, .fail,
            "\(subject.name) starts streaming, but no complete frame arrives: "
                + (lost.isEmpty
                    ? "the USB host controller here\(name) is known to lose parts of such streams, and the driver drops incomplete frames"
                    : "the USB host controller\(name) loses packets of its stream, and the driver drops incomplete frames"),
            confidence: .likely,
            evidence: evidence
                + (subject.weakHost.map { [EvidenceLine("USB host controller", $0.rawValue)] } ?? [])
                + lost.suffix(2).map { EvidenceLine("kernel log", $0) } + (subject.link.map { [$0.evidence] } ?? []),
            effect: "the scan waits for frames that do not arrive",
            fixes: (subject.weakHost?.fixes(subject) ?? []) + smaller(stream, subject)
                + (subject.link.map { link in
                    if case .hubs = link { return [Fix("Plug the camera directly into the machine, without any hub")] }
                    return []
                } ?? []) + (subject.weakHost == nil ? DriverJudge.replug(subject) : []))
    }

    /// What helps depends on the way from the camera to this machine.
    private static func noFrame(_ stream: StreamRecord, _ subject: StreamSubject) -> [Fix] {
        if subject.kind == .network { return SilentServer.elsewhere(subject.network) }
        if subject.kind == .genICam { return [GenICamJudge.trigger] + DriverJudge.replug(subject) }
        if subject.isBuiltIn { return GrabberFixes.builtIn(subject.linkPowerPolicy) }
        if subject.node?.driver == FirmwareCamera.driver { return FirmwareCamera.silent }
        if subject.node?.bus == "pci" { return GrabberFixes.signal + GrabberFixes.card }
        if subject.isGrabber { return GrabberFixes.signal + DriverJudge.replug(subject) }
        switch subject.attachment {
        case .network:
            // Attaching it again helps a camera that does not answer, and not one whose stream is too much for the link.
            return smaller(stream, subject) + [overNetwork] + (subject.refusals.isEmpty ? [] : DriverJudge.replug(subject))
        case .host where subject.link == nil: return DriverJudge.replug(subject) + smaller(stream, subject)
        case .plug where subject.link != nil, .host:
            return [
                Fix("Plug the camera directly into the machine, without any hub (a monitor's sockets are a hub, too)")
            ] + olderKernel(subject) + smaller(stream, subject)
        case .program: return DriverJudge.replug(subject)
        case .plug, .inside, .ribbon, .card: return DriverJudge.replug(subject) + (subject.kind == .libcamera ? [] : olderKernel(subject))
        }
    }

    static var overNetwork: Fix {
        Fix(
            "Video in real time is more than USB/IP carries well: capture on Windows or on the machine that has the camera, or run Linux natively there"
        )
    }

    /// What an uncompressed format needs of the link.
    private static func rate(_ stream: StreamRecord) -> [EvidenceLine] {
        guard let format = stream.format, !format.isCompressed, let rate = format.framesPerSecond else { return [] }
        let megabits = 16 * Double(format.area) * rate / 1e6
        return [EvidenceLine("format", "\(format.text), about \(Words.number(megabits, decimals: 0)) Mb/s")]
    }

    /// The same size compressed, if a USB camera sends pictures as they are: many deliver large ones only on a good link, and the
    /// compressed ones on any.
    ///
    /// - Parameter area: pixels from which the format itself is suspected.
    private static func compressed(_ stream: StreamRecord, _ subject: StreamSubject, above area: Int = 640 * 480) -> Fix? {
        guard subject.node?.bus == "usb", let format = stream.format, !format.isCompressed,
            format.area > area,
            let other = stream.offered.first(where: {
                $0.isCompressed && $0.width == format.width && $0.height == format.height
            })
        else { return nil }
        return Fix(
            "Take the pictures compressed, which needs a tenth of the bandwidth",
            commands: [
                "candela scan \(subject.argument) --format \(other.fourCC) --size \(other.width)x\(other.height)"
            ])
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
        if let line = subject.fullBus { evidence.append(EvidenceLine("kernel log", line)) }
        if let format = stream.format { evidence.append(EvidenceLine("format", format.text)) }
        if !stream.busNeighbours.isEmpty {
            evidence.append(EvidenceLine("in use on the same bus", stream.busNeighbours.joined(separator: ", ")))
        }
        // Most cameras that report USB 2.0 run at 480 Mb/s, but not all: a device for 12 Mb/s may report it, too.
        let isSlow = (subject.node?.usbSpeed ?? 480) <= 12 && (subject.node?.usbRelease ?? 0) >= 0x200
        if isSlow {
            evidence.append(
                EvidenceLine("speed of the connection", "12 Mb/s (full speed)", threshold: "480 Mb/s (high speed)"))
        }
        return Finding(
            .streamBandwidth, .fail,
            isSlow
                ? "\(subject.name) is connected at 12 Mb/s (full speed), which is too little for this format; most cameras can do 480 Mb/s"
                : "the USB bus does not have enough bandwidth left for \(subject.name)",
            confidence: confidence,
            evidence: evidence, effect: "the camera cannot start in this format",
            fixes: GuestUSB.controller(subject)
                + (isSlow && subject.virtualMachine == nil
                    ? [
                        Fix(
                            "Plug it into another port, directly or with a shorter cable: a worn cable or an old hub slows it down"
                        ),
                        Fix(
                            "If it is made for 12 Mb/s: use it at another controller or machine, since some controllers have little room for such devices behind their USB 2 hub, and look for newer firmware that asks for smaller packets"
                        ),
                    ]
                    : []) + compressed(stream, subject) + smaller(stream, subject)
                + (subject.virtualMachine == nil ? [otherBus] : []))
    }

    /// What helps where the pictures are damaged, lost or late on their way here.
    static func cable(_ stream: StreamRecord, _ subject: StreamSubject) -> [Fix] {
        switch subject.attachment {
        case .host:
            return GuestUSB.controller(subject) + smaller(stream, subject) + [
                Fix("Or capture on the host, and pipe the frames in: virtual machines lose data of fast streams")
            ]
        case .network: return smaller(stream, subject) + [overNetwork]
        case .plug, .inside, .ribbon, .card, .program: break
        }
        var fixes = DriverJudge.replug(subject)
        if let host = subject.weakHost {
            // A VL805 with newer firmware is as good as others.
            fixes =
                host == .vl805 && subject.lostPackets.isEmpty
                ? fixes + smaller(stream, subject) + host.fixes(subject)
                : host.fixes(subject) + smaller(stream, subject)
        }
        if subject.kind == .network, isTornAtCamera(stream, subject) {
            return [
                Fix("Give the camera a stronger power supply, and a shorter cable for it: many small cameras send damaged pictures when the voltage drops"),
                Fix("If it is a module on a board: switch it off, and seat the ribbon cable between the camera and its board again"),
                Fix("Choose a smaller picture, a lower rate or a stronger compression on its page, or newer firmware of the camera itself"),
            ]
        }
        if subject.kind == .network {
            fixes = [
                Fix(
                    "Check the camera's network: its signal, its cable, what else uses it, and the port of the switch (some have a slide that holds it at 10 Mb/s). Lost packets, or answers that take a hundred milliseconds on a cable, are the network's fault",
                    commands: (subject.network?.host).map { ["ping -c 20 \(Words.shell($0))"] } ?? [], isRunnable: false),
                Fix("Or take a smaller stream of the camera, which most have as their second one, or lower the bit rate on its page"),
            ]
            if subject.isDatagrams {
                fixes =
                    [
                        Fix(
                            "Let the camera send over the connection (RTSP over TCP, \"interleaved\") instead of single datagrams (UDP), on its own page: datagrams that are lost are not sent again"
                        ),
                        Fix(
                            "Or enlarge the buffer in which the kernel keeps datagrams until they are read",
                            commands: ["sudo sysctl net.core.rmem_max=4194304 net.core.rmem_default=4194304"],
                            needsRoot: true, isRunnable: false),
                    ] + fixes
            }
        }
        if subject.kind == .stream {
            fixes = [Fix("Check the program that sends the frames: their size and format must match what it announced")]
        }
        return fixes
    }

    /// A connection (TCP) carries every byte. A JPEG that comes over one and does not decode left the camera, or its server, like that.
    static func isTornAtCamera(_ stream: StreamRecord, _ subject: StreamSubject) -> Bool {
        subject.kind == .network && !subject.isDatagrams && stream.format?.fourCC == "MJPG" && stream.corrupt > 0
            && (stream.undecodable ?? 0) >= stream.corrupt
    }

    /// What helps against a connection that breaks.
    private static func connection(_ stream: StreamRecord, _ subject: StreamSubject) -> [Fix] {
        [.network, .stream].contains(subject.kind) ? cable(stream, subject) : DriverJudge.replug(subject)
    }
}

extension StreamSubject {
    var title: String { node?.title ?? name }
}
