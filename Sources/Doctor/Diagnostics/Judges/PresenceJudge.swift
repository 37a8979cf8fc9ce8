// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Judges whether there is a camera.
enum PresenceJudge {
    static func judge(_ snapshot: Snapshot) -> CheckReport {
        guard let host = snapshot.host.value else { return .unseen(.presence, snapshot.host) }
        if let node = snapshot.chosen {
            return found(node, host, snapshot.stream.value, Place(snapshot)).adding(notes: UnsetProducerVariable.note(snapshot).map { [$0] } ?? [])
        }
        if let firmware = snapshot.client.flatMap({ ContainerJudge.firmware($0, host) }) { return CheckReport(.presence, findings: [firmware], passed: "") }
        // Its cameras are on the network.
        if let address = snapshot.client.flatMap({ UnreadableAddress.find($0) ?? UnknownStreams.find($0) }) {
            return CheckReport(.presence, findings: [address], passed: "")
        }
        if let file = strayFile(snapshot, host) { return CheckReport(.presence, findings: [file], passed: "") }
        if let unbound = host.usbCameras.first {
            return CheckReport(
                .presence, findings: [], passed: "\(unbound.title) is plugged in at USB \(unbound.device)",
                evidence: [unbound.classEvidence])
        }
        if let camera = host.machine?.hardware.first(where: { ![.usb3Vision, .filesOnly].contains($0.kind) && $0.makesNode(host) }) {
            return CheckReport(
                .presence, findings: [], passed: "\(Self.words(camera)) is there",
                evidence: [EvidenceLine(camera.device, camera.identifier)])
        }
        if let sensor = host.machine?.sensors.first(where: {
            $0.driver == nil && host.machine?.platform.hasDeviceTree == true
        }),
            snapshot.nodes.value?.isEmpty == true, KernelLogFacts(host).refusal(of: sensor.name) != nil
        {
            return CheckReport(
                .presence, findings: [], passed: "the device tree describes the sensor \(sensor.model ?? sensor.name)",
                evidence: [EvidenceLine("/sys/bus/i2c/devices/\(sensor.name)/name", sensor.model ?? "unnamed")])
        }
        // Its cameras may be on the network, or it reads a scanner.
        if let client = snapshot.client {
            let place = Place(snapshot)
            let error = MissingBus.find(client, host, place) ?? LacksElement.find(client, [], place) ?? KnownError.find(client, snapshot, isAlone: true)
            if let error { return CheckReport(.presence, findings: [error], passed: "") }
        }
        if let nodes = snapshot.nodes.value, !nodes.isEmpty {
            if var finding = AbsentCamera(snapshot, host).besideOtherNodes() {
                NodeJudge.explainVirtual(&finding, snapshot)
                return CheckReport(.presence, findings: [finding], passed: "").adding(notes: NodeJudge.unfed(snapshot))
            }
            return CheckReport(
                .presence, findings: [],
                passed: "the kernel lists \(nodes.count) video \(nodes.count == 1 ? "node" : "nodes")",
                evidence: [EvidenceLine("/sys/class/video4linux", nodes.map(\.sysname).joined(separator: " "))])
        }
        guard let names = host.videoNames, host.hidesUSB != true else {
            return CheckReport(.presence, .unknown, "sysfs cannot be read, so it is unknown what is plugged in")
        }
        if !names.isEmpty, let reason = snapshot.nodes.unknown { return CheckReport(.presence, .unknown, reason) }
        if host.mediaDevices > 0 {
            return CheckReport(
                .presence, findings: [], passed: "there is a media device, but no video node",
                evidence: [EvidenceLine("/dev/media*", "\(host.mediaDevices)")])
        }
        let absent = AbsentCamera(snapshot, host)
        // A container sees its host's controllers, and cannot have them.
        let controller = Place(snapshot).isGuest || absent.doubtful != nil ? nil : PassedThrough.controller(host)
        var finding = absent.specific() ?? PassedThrough.find(host) ?? absent.inDeviceTreeLaptop() ?? controller
            ?? PythonBarcodeReader.withoutCamera(snapshot, absent) ?? absent.unexplained()
        NodeJudge.explainVirtual(&finding, snapshot)
        let notes = [KeyReports.note(snapshot), UnsetProducerVariable.note(snapshot)].compactMap(\.self)
        return CheckReport(.presence, findings: [finding], passed: "").adding(notes: notes)
    }

    private static func found(_ node: NodeRecord, _ host: HostRecord, _ stream: StreamRecord?, _ place: Place) -> CheckReport {
        var findings = [UVCIndustrialCamera.note(node, host), UnsupportedRealSense.note(node, host)].compactMap(\.self)
        let speed = node.usbSpeed.map { "USB at \(Words.number($0)) Mb/s" } ?? node.bus
        if let speed = node.usbSpeed, let release = node.usbRelease, release >= 0x0300, speed < 5000 {
            findings.append(slowLink(node, speed, "it supports USB \(release >> 8).\(release >> 4 & 15)"))
        } else if let note = mayBeFaster(node, host, place, stream) {
            findings.append(note)
        } else if let speed = node.usbSpeed, speed < 480, let release = node.usbRelease, release < 0x0200 {
            findings.append(oldCamera(node, speed, release))
        } else if let speed = node.usbSpeed, speed < 480, isMadeForFullSpeed(node, host) {
            findings.append(oldCamera(node, speed, nil))
        } else if let speed = node.usbSpeed, speed < 480 {
            findings.append(slowLink(node, speed, "video needs at least 480 Mb/s (USB 2)"))
        }
        if let slot = SlowSlot.find(node, host, stream) { findings.append(slot) }
        if let dropped = disconnects(node, host, place) { findings.append(dropped) }
        return CheckReport(
            .presence, findings: findings, passed: "\(node.title), \(speed)",
            evidence: [EvidenceLine("/sys/class/video4linux/\(node.sysname)", node.title), EvidenceLine("bus", speed)])
    }

    /// A file has the name of a camera's node: a program wrote to it while no camera was there. The kernel then gives the
    /// camera another number, or programs go on opening the file.
    private static func strayFile(_ snapshot: Snapshot, _ host: HostRecord) -> Finding? {
        let name = snapshot.subject.name
        guard let failure = snapshot.selection.value?.failure, failure.kind == .noDevice, name.hasPrefix("/dev/video")
        else { return nil }
        let cameras = (snapshot.nodes.value ?? []).filter(\.yieldsPictures)
        var fixes = [
            Fix(
                "Delete it, if nothing of its content is needed", commands: ["sudo rm \(Words.shell(name))"],
                needsRoot: true, isRunnable: false)
        ]
        fixes += cameras.prefix(3).map {
            Fix("Use \($0.title)", commands: ["candela scan \(Words.shell($0.byID.first ?? $0.place))"])
        }
        let legacy = host.machine?.module("bcm2835_v4l2")
        if cameras.isEmpty, legacy?.isAvailable == true, legacy?.isLoaded == false {
            fixes.append(
                Fix(
                    "Load the driver that makes a node for the Raspberry Pi's camera",
                    commands: ["sudo modprobe bcm2835-v4l2"], needsRoot: true, undo: ["sudo modprobe -r bcm2835-v4l2"])
            )
        } else if cameras.isEmpty {
            fixes.append(Fix("Then find out why there is no camera", commands: ["candela doctor"]))
        }
        return Finding(
            .deviceNone, .fail,
            "\(name) is a file, not a device: a program has written it while no camera had that name",
            evidence: [
                EvidenceLine(name, failure.message),
                EvidenceLine(
                    "cameras", cameras.isEmpty ? "none" : cameras.map(\.place).joined(separator: ", ")),
            ],
            effect: "programs that open it get no picture", fixes: fixes)
    }

    private static func slowLink(_ node: NodeRecord, _ speed: Double, _ why: String) -> Finding {
        Finding(
            .deviceSlowLink, .warn, "\(node.title) is connected at \(Words.number(speed)) Mb/s, but \(why)",
            evidence: [
                EvidenceLine(
                    "speed", "\(Words.number(speed)) Mb/s", threshold: why,
                    source: "kernel ABI documentation, sysfs-bus-usb"),
                EvidenceLine("version", node.usbRelease.map { "\($0 >> 8).\($0 >> 4 & 15)" } ?? "unknown"),
            ],
            effect: "large or fast formats are not offered, or frames are lost",
            fixes: [
                Fix(
                    "Use another port or cable: one cable, port or hub on the path is slower. Many cables carry only USB 2, and a plug of USB 3 that is pushed in slowly or not fully makes no contact with its faster wires"
                )
            ])
    }

    /// Whether the kernel greeted it at full speed without the remark that it could be faster, which it makes of each device that
    /// has a descriptor for high speed, if there is a hub that is faster: xHCI and EHCI have one of their own, OHCI and UHCI have none.
    /// Source: `check_highspeed` in the kernel's drivers/usb/core/hub.c.
    private static func isMadeForFullSpeed(_ node: NodeRecord, _ host: HostRecord) -> Bool {
        guard let log = host.kernelLog.value, let port = node.cameraKey.split(separator: "/").last else { return false }
        return log.contains { $0.contains("usb \(port): new full-speed USB device") && Self.hasFastHub($0) }
            && !log.contains { $0.contains("usb \(port): not running at top speed") }
    }

    private static func hasFastHub(_ line: String) -> Bool {
        ["using xhci", "using ehci", "using ci_hdrc"].contains { line.contains($0) }
    }

    /// A camera of the time before USB 2, or one whose few pixels need no more: no port or cable makes it faster.
    ///
    /// - Parameter release: the version of USB that it reports, if that is why.
    private static func oldCamera(_ node: NodeRecord, _ speed: Double, _ release: Int?) -> Finding {
        let version = release.map { "\($0 >> 8).\($0 >> 4 & 15)" }
        return Finding(
            .deviceSlowLink, .note,
            "\(node.title) is a camera \(version.map { "of USB \($0), which knows" } ?? "that knows") no more than \(Words.number(speed)) Mb/s",
            evidence: [
                EvidenceLine("speed", "\(Words.number(speed)) Mb/s"),
                version.map {
                    EvidenceLine(
                        "version", $0, threshold: "2.0 for 480 Mb/s", source: "kernel ABI documentation, sysfs-bus-usb")
                } ?? EvidenceLine("kernel log", "new full-speed USB device, without \"not running at top speed\""),
            ],
            effect: "its pictures are small, strongly compressed or slow, so only large codes read",
            fixes: [Fix("Use a camera of USB 2 or later for small codes; this one gives no more anywhere")])
    }

    /// A camera at the speed of USB 2 that says itself that it knows SuperSpeed; or, where the kernel does not ask, one that reports
    /// version 2.1, and gives only uncompressed pictures or may miss large ones: so do devices of USB 3 that have come up on the slower pair of wires, because
    /// the others make no contact.
    private static func mayBeFaster(_ node: NodeRecord, _ host: HostRecord, _ place: Place, _ stream: StreamRecord?) -> Finding? {
        let compressed: Set = ["MJPG", "JPEG", "H264", "HEVC"]
        let isCompressed = node.formats.isEmpty || !compressed.isDisjoint(with: node.formats)
        if node.usbHasSuperSpeed == true, node.usbSpeed == 480, node.nodeClass == "capture" {
            var finding = slowLink(node, 480, "its own descriptors say that it knows SuperSpeed (USB 3, 5000 Mb/s)")
            // With compressed pictures, that may be all it needs.
            if isCompressed { finding.severity = .note }
            return finding
        }
        guard node.usbSpeed == 480, node.usbHasSuperSpeed != false, let release = node.usbRelease, release >= 0x0210, release < 0x0300,
            node.nodeClass == "capture", !node.formats.isEmpty, !isCompressed || missesSizes(node, host, place, stream)
        else { return nil }
        // Intel's depth cameras of the series D400 and L500 are made for USB 3 throughout, and give little at the speed of USB 2.
        if node.title.contains("RealSense") {
            return slowLink(node, 480, "it is made for USB 3 (SuperSpeed, 5000 Mb/s)")
        }
        let largest = stream?.offered.max { $0.area < $1.area }
        return Finding(
            .deviceSlowLink, .note,
            "\(node.title) is connected at 480 Mb/s (USB 2), and may be a camera of USB 3: it reports version \(release >> 8).\(release >> 4 & 15)"
                + (isCompressed ? ", as such cameras do on a link of USB 2" : ", and offers only uncompressed pictures"),
            confidence: .possible,
            evidence: [
                EvidenceLine("speed", "480 Mb/s", threshold: "5000 Mb/s (SuperSpeed) with USB 3"),
                EvidenceLine(
                    "version", "\(release >> 8).\(release >> 4 & 15)",
                    source: "USB 3.2 specification, 9.6.1: devices of USB 3 report 2.1 on a link of USB 2"),
            ] + (isCompressed ? largest.map { [EvidenceLine("largest picture offered here", "\($0.width)x\($0.height)")] } ?? [] : []),
            effect: isCompressed
                ? "it works, but if it has larger or faster formats, they are not offered"
                : "large or fast formats are not offered, and programs that need USB 3 refuse the camera",
            fixes: [
                Fix(
                    "Plug it directly into a port of USB 3 (blue inside, or marked SS), with the plug pushed in fully and quickly, and with another cable of USB 3: a worn cable falls back to USB 2, and many cables carry no more"
                )
            ])
    }

    /// Whether a camera with compressed pictures may lack larger ones for its slow link, on a machine that has faster ports. Since Linux 6.9
    /// the kernel gives the descriptors of devices that know SuperSpeed. A camera that has 4K all the same lacks little; a built-in one, and
    /// that of a guest, have no other port.
    private static func missesSizes(_ node: NodeRecord, _ host: HostRecord, _ place: Place, _ stream: StreamRecord?) -> Bool {
        guard let stream, let largest = stream.offered.max(by: { $0.area < $1.area }), largest.area < 3840 * 2160, place.isKernel(before: [6, 9]),
            place.platform.virtualMachine == nil
        else { return false }
        let isFast = (host.machine?.hostControllers ?? [:]).values.contains { $0.contains("xhci") || $0.contains("xusb") }
        return isFast && node.usbRemovable != "fixed" && !node.cameraKey.contains("vhci_hcd")
    }

    private static func words(_ camera: CameraHardware) -> String {
        switch camera.kind {
        case .imageProcessor: "an image processor for a built-in camera (\(camera.identifier))"
        case .bridge: "a chip that belongs to a built-in camera (\(camera.identifier))"
        case .own, .usb3Vision, .filesOnly:
            KnownHardware.name(camera) ?? camera.title ?? "\(camera.bus.uppercased()) device \(camera.identifier)"
        }
    }

    /// A camera that works now, but has disconnected more than once since the start.
    private static func disconnects(_ node: NodeRecord, _ host: HostRecord, _ place: Place) -> Finding? {
        guard node.bus == "usb", let port = node.cameraKey.split(separator: "/").last.map(String.init) else {
            return nil
        }
        let lines = KernelLogFacts(host).quickDisconnects(of: port)
        guard lines.count >= 2 else { return nil }
        // Now it works, and somebody may have replugged it quickly: no more than a note.
        var finding = Finding(
            .deviceDropped, .note,
            "\(node.title) has disconnected and come back \(lines.count) times since the machine started",
            confidence: .likely,
            evidence: lines.suffix(3).map { EvidenceLine("kernel log", $0) },
            effect: "unless somebody replugged it, the picture stops for seconds, or until the scan is restarted",
            fixes: DriverJudge.replug(node) + [
                Fix("If it happens on every port and with every cable, the camera itself has a loose contact")
            ])
        IdleLoss(lines, node, at: port, host)?.explain(&finding, place)
        return finding
    }
}
