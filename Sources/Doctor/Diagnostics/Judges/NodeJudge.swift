// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import MachineFacts

/// Judges whether this is the node that captures pictures.
enum NodeJudge {
    static func judge(_ snapshot: Snapshot) -> CheckReport {
        guard let nodes = snapshot.nodes.value else { return .unseen(.node, snapshot.nodes) }
        if let failure = snapshot.selection.value?.failure, failure.kind == .noSuchPath,
            nodes.contains(where: \.yieldsPictures)
        {
            if snapshot.nodeless != nil {
                return CheckReport(
                    .node, .pass, "the kernel lists the camera of \(snapshot.subject.name)",
                    evidence: [EvidenceLine("/sys/class/video4linux", nodes.map(\.sysname).joined(separator: " "))])
            }
            return CheckReport(
                .node, findings: [virtual(snapshot, nodes) ?? moved(snapshot, nodes, failure)], passed: "")
        }
        if let failure = snapshot.selection.value?.failure, failure.kind == .notVideo {
            return CheckReport(.node, findings: [notVideo(snapshot, nodes, failure)], passed: "")
        }
        if let failure = snapshot.selection.value?.failure, failure.kind == .staleNode {
            return CheckReport(.node, .pass, "\(snapshot.subject.name) is or was the node of a camera")
        }
        // The access check tells that it has no node here.
        if let node = snapshot.nodeless {
            return CheckReport(
                .node, .pass, "the kernel lists \(node.sysname)",
                evidence: [EvidenceLine("/sys/class/video4linux", nodes.map(\.sysname).joined(separator: " "))])
        }
        guard let node = snapshot.chosen else {
            if snapshot.hasNoCameraNode, let host = snapshot.host.value {
                let other = PassedThrough.find(host) ?? AbsentCamera(snapshot, host).inDeviceTreeLaptop()
                if let other { return CheckReport(.node, findings: [AbsentCamera(snapshot, host).naming(other)], passed: "") }
            }
            if let touch = TouchNode(of: nodes, Place(snapshot)) { return CheckReport(.node, findings: [touch.finding()], passed: "") }
            guard let best = nodes.min(by: { rank($0) < rank($1) }) else { return .unseen(.node, snapshot.selection) }
            if let client = snapshot.client, let closed = LibcameraAccess.complained(client, best, Place(snapshot)) {
                return CheckReport(.node, findings: [closed], passed: "")
            }
            return CheckReport(
                .node, findings: [notCapture(best, nodes, others: nodes.count - 1, snapshot)], passed: "")
        }
        let evidence = [
            EvidenceLine(node.place, "\(node.nodeClass): \(node.classReason)"),
            EvidenceLine("formats", node.formats.isEmpty ? "not read" : node.formats.joined(separator: " ")),
        ]
        switch node.nodeClass {
        case "metadata": return CheckReport(.node, findings: [metadata(node, nodes)], passed: "")
        case "infrared":
            return CheckReport(.node, findings: infrared(node, nodes), passed: "an infrared camera", evidence: evidence)
        case "capture" where node.yieldsPictures || !node.open.wasAsked, "loopback" where node.yieldsPictures:
            if let client = snapshot.client,
                let finding = NamedDevices.find(client, node, nodes)
                    ?? WantedFormats.find(client, node, holders: snapshot.holders.value?.holders ?? [])
            {
                return CheckReport(.node, findings: [finding], passed: "")
            }
            let why = snapshot.selection.value?.sentence ?? "\(node.place) captures pictures"
            return CheckReport(.node, .pass, why, evidence: evidence)
                .adding(notes: [NamedDevices.otherCamera(snapshot, node, nodes)].compactMap(\.self))
                .adding(notes: number(snapshot, node, nodes) + alsoOutput(snapshot, node, nodes) + rawOnly(node))
                .adding(notes: services(snapshot, node, nodes))
        // What runs in a container is to feed it, and cannot: the access check reports that.
        case "loopback" where snapshot.client?.kind == .container && snapshot.client?.hasNode == false:
            return CheckReport(.node, .pass, "\(node.place) is a virtual camera, which a program feeds", evidence: evidence)
        // Not opened, so a program may feed it: the access check reports first.
        case "loopback" where !node.open.wasAsked:
            return CheckReport(
                .node, .unknown, "\(node.place) could not be opened, so it is unknown whether a program feeds it")
        default:
            return CheckReport(.node, findings: [notCapture(node, nodes, others: 0, snapshot)], passed: "")
        }
    }

    /// Running services that were given a device that is no camera, or ask for a format that it does not have.
    private static func services(_ snapshot: Snapshot, _ node: NodeRecord, _ nodes: [NodeRecord]) -> [Finding] {
        (snapshot.services ?? []).compactMap { service in
            var finding = NamedDevices.find(service, node, nodes) ?? WantedFormats.find(service, node, holders: snapshot.holders.value?.holders ?? [])
            finding?.severity = .note
            return finding
        }
    }

    /// A number is no name: with several cameras, the next start or replug can give it to another one.
    private static func number(_ snapshot: Snapshot, _ node: NodeRecord, _ nodes: [NodeRecord]) -> [Finding] {
        let name = snapshot.subject.name
        let cameras = nodes.filter { $0.yieldsPictures && $0.nodeClass == "capture" }
        guard snapshot.subject.isNamed, name.hasPrefix("/dev/video"), Set(cameras.map(\.cameraKey)).count > 1 else {
            return []
        }
        let stable = node.byID.first ?? node.byPath.first
        // Two cameras of one model without serial numbers share their name; only the port tells them apart.
        let isShared = node.byID.isEmpty || cameras.contains { $0.sysname != node.sysname && $0.byID == node.byID }
        let link = isShared ? node.byPath.first ?? stable : stable
        let isGuest = Place(snapshot).container != nil
        var fixes: [Fix] = []
        if let link {
            fixes.append(
                Fix(
                    "Use a name that always means this camera\(isShared ? ", as long as it stays in this port" : "")",
                    commands: ["candela scan \(Words.shell(link))"]))
        } else if isGuest {
            fixes.append(
                Fix(
                    "On the host, choose the camera by its link in /dev/v4l/by-id or by-path, and give the container that device under a fixed name",
                    commands: ["docker run --device /dev/v4l/by-id/NAME:\(Words.shell(name)) IMAGE"], isRunnable: false)
            )
        }
        return [
            Finding(
                .nodeNumber, .note,
                "\(name) is now \(node.title), but there are \(Set(cameras.map(\.cameraKey)).count) cameras, and their numbers can swap at the next start, or when one is connected again",
                evidence: cameras.prefix(4).map { EvidenceLine($0.place, $0.title) }
                    + (link == nil ? [EvidenceLine("/dev/v4l/by-id", "no link here")] : [])
                    + (isGuest ? [EvidenceLine("container", "the host gives the numbers, and has the links")] : []),
                effect: "a program that is set up with the number may then show another camera", fixes: fixes)
        ]
    }

    /// What programs commonly take as it comes.
    private static let usual: Set<String> = [
        "YUYV", "UYVY", "YVYU", "VYUY", "MJPG", "JPEG", "NV12", "NV21", "NM12", "YU12", "YV12", "YM12", "422P", "RGB3",
        "BGR3",
        "RGBP", "RGBO", "BGR4", "RGB4", "XR24", "AR24", "XB24", "AB24", "BX24", "H264", "HEVC",
    ]

    /// A camera whose pictures have to be converted first: here they are, by libv4l or by candela.
    private static func rawOnly(_ node: NodeRecord) -> [Finding] {
        guard node.nodeClass == "capture", !node.formats.isEmpty, usual.isDisjoint(with: node.formats) else {
            return []
        }
        let isBayer = Set(node.formats).isSubset(of: ["BA81", "GBRG", "GRBG", "RGGB"])
        return [
            Finding(
                .nodeRawFormat, .note,
                "\(node.title) offers \(isBayer ? "raw sensor data (Bayer) only" : "no common format"): \(Words.list(node.formats))\(isBayer ? ", and neither YUYV nor MJPG, which many programs ask for" : "")",
                evidence: [EvidenceLine("VIDIOC_ENUM_FMT", node.formats.joined(separator: " "))],
                effect:
                    "candela converts it; programs that do not show nothing, or a picture of the wrong colours and shape",
                fixes: [
                    Fix(
                        "Let libv4l convert it for another program (package libv4l-0 on Debian)",
                        commands: ["LD_PRELOAD=$(find /usr/lib* -name v4l2convert.so | head -n 1) PROGRAM"],
                        isRunnable: false),
                    isBayer ? Fix("Or use a program that converts it itself (motion, fswebcam, GStreamer's bayer2rgb), or a newer version of yours") : nil,
                    Fix("Or use a camera of the kind that most webcams are, which offer a common format"),
                ].compactMap(\.self))
        ]
    }

    /// A virtual camera that says that it is an output as well: Chromium leaves such nodes out.
    private static func alsoOutput(_ snapshot: Snapshot, _ node: NodeRecord, _ nodes: [NodeRecord]) -> [Finding] {
        // Before anybody may feed it, what browsers do with it is no matter.
        guard node.nodeClass == "loopback", node.open.refusal == nil, let capabilities = node.udevCapabilities,
            capabilities.contains(":capture:"), capabilities.contains("video_output")
        else { return [] }
        let count = nodes.count { $0.driver == node.driver }
        let exclusive = "exclusive_caps=" + [String](repeating: "1", count: count).joined(separator: ",")
        // A relay that waits for somebody to watch needs the node to stay both, so its own settings are the place to change it.
        let feeder = snapshot.holders.value?.holders.first { !$0.isOurs }
        let seen: EvidenceLine
        let fix: Fix
        if let feeder {
            seen = EvidenceLine("open in", "\(feeder.name) (process \(feeder.processID))")
            fix = Fix(
                "If browsers do not list it: set \(exclusive) among the options of v4l2loopback, a value for each virtual camera, and restart; if a relay made the camera (\(feeder.name) feeds it), look into its settings first, as some relays need 0"
            )
        } else if LoopbackModule(node, snapshot.host.value).isDroidCams {
            seen = EvidenceLine("virtual cameras", "\(count)", threshold: "DroidCam's module has no option exclusive_caps")
            fix = Fix("If browsers do not list it: use the usual module v4l2loopback with exclusive_caps=1 in place of DroidCam's own, which has no such option")
        } else {
            seen = EvidenceLine("virtual cameras", "\(count)", threshold: "exclusive_caps needs a value for each")
            fix = Fix(
                "Close what uses the virtual cameras, and load their module again, with the option for each of them",
                commands: LoopbackModule(node, snapshot.host.value).reload("devices=\(count) \(exclusive)"),
                needsRoot: true, isRunnable: false)
        }
        return [
            Finding(
                .nodeAlsoOutput, .note,
                "\(node.place) says that it is an output as well as a camera; Chromium and other browsers leave such virtual cameras out",
                evidence: [EvidenceLine("ID_V4L_CAPABILITIES", capabilities), seen],
                effect: "scanning with candela is not affected; web pages do not find this camera", fixes: [fix])
        ]
    }

    private static func metadata(_ node: NodeRecord, _ nodes: [NodeRecord]) -> Finding {
        Finding(
            .nodeMetadata, .fail, "\(node.place) is a metadata node and captures no pictures",
            evidence: [
                EvidenceLine(node.place, node.classReason),
                EvidenceLine("ID_V4L_CAPABILITIES", node.udevCapabilities ?? "not set"),
            ]
                + (nodes.first { $0.cameraKey == node.cameraKey && $0.nodeClass == "capture" }
                    .map { [EvidenceLine("the node that captures", $0.place)] } ?? []),
            effect: "a program that opens it never gets a picture", fixes: instead(of: node, nodes))
    }

    private static func infrared(_ node: NodeRecord, _ nodes: [NodeRecord]) -> [Finding] {
        let fixes = instead(of: node, nodes)
        guard !fixes.isEmpty else { return [] }
        return [
            Finding(
                .nodeInfrared, .warn, "\(node.place) is an infrared camera for face recognition",
                evidence: [EvidenceLine(node.place, node.classReason)],
                effect:
                    "it uses its own infrared lamp: print that is black to the eye can disappear, and every other frame can be dark",
                fixes: fixes)
        ]
    }

    /// A virtual camera that does not announce itself as one although a program has it open: copies of its module differ in that.
    private static func fedOutput(_ node: NodeRecord, _ nodes: [NodeRecord], _ holder: String, _ host: HostRecord?) -> Finding {
        let loopback = LoopbackModule(node, host)
        let name = loopback.name
        let module = host?.machine?.module(name)
        let copies = [module?.path, module?.shadowed].compactMap(\.self)
        let folder = Words.shell(host?.modulesFolder ?? ModulesFolder.usual)
        return Finding(
            .nodeNotCapture, .fail,
            "\(node.place) is a virtual camera that announces itself as an output only, although \(holder) has it open: \(holder) sends nothing yet, or the copy of its module \(name) that is loaded, an old or faulty one, does not announce it as a camera",
            confidence: .likely,
            evidence: [EvidenceLine(node.place, "\(node.nodeClass): \(node.classReason)"), EvidenceLine("has it open", holder)]
                + copies.map { EvidenceLine(name, $0) },
            effect: "programs that look for cameras do not list it",
            fixes: [
                Fix("If \(holder) feeds it: start its output (in OBS: Start Virtual Camera), and look again"),
                Fix("If \(holder) wants to show it: close \(holder), start what feeds it first, and open \(holder) after that"),
                Fix(
                    "If that is on: look which copies of the module there are, and which is loaded",
                    commands: ["find \(folder) -name 'v4l2loopback*'", "modinfo \(name)", "dkms status"],
                    isRunnable: false),
                Fix(
                    "Close \(holder), remove the old one (an old build, or the distribution's package v4l2loopback-dkms with such a fault), and load the newest",
                    commands: ["sudo depmod --all"] + loopback.reload(), needsRoot: true,
                    isRunnable: false),
                Fix(
                    "Or close \(holder), and let it announce both at all times, which most programs take",
                    commands: loopback.reload("exclusive_caps=0"), needsRoot: true,
                    isRunnable: false),
            ] + instead(of: node, nodes))
    }

    private static func notCapture(
        _ node: NodeRecord, _ nodes: [NodeRecord], others: Int, _ snapshot: Snapshot
    ) -> Finding {
        if let touch = TouchNode(node, among: nodes, Place(snapshot)) { return touch.finding() }
        let host = snapshot.host.value
        // The program that has it open may be the one that writes to it.
        if node.nodeClass == "loopback", others == 0,
            let holder = snapshot.holders.value?.holders.first(where: { !$0.isOurs })
        {
            return fedOutput(node, nodes, holder.name, host)
        }
        let cameras = nodes.filter { $0.nodeClass == "capture" && $0.yieldsPictures && $0.place != node.place }
        // Codecs of a board are always there; a camera is what somebody prepared beside them.
        if node.nodeClass == "memory-to-memory", cameras.isEmpty, let host,
            let virtual = AbsentCamera(snapshot, host).missingVirtual([EvidenceLine(node.place, "\(node.nodeClass): \(node.classReason)")])
        {
            return virtual
        }
        var fixes = instead(of: node, nodes)
        var evidence = [EvidenceLine(node.place, "\(node.nodeClass): \(node.classReason)")] + named(cameras)
        var message = "\(node.place) is not a camera: \(node.classReason)"
        if node.nodeClass == "loopback" {
            message = "\(node.place) is a loopback device that no program feeds"
            let module = LoopbackModule(node, host)
            // A camera on the network, or one that is a network on USB, whose program waits for what is dropped.
            let drop = host.map(KernelLogFacts.init).flatMap { log in
                log.firewallDrop.flatMap { drop in DroppedVideo(drop.line).isDatagram ? (drop: drop, isMeant: DroppedVideo(drop.line).isOfCamera(in: log.lines)) : nil }
            }
            fixes = feeding(node, module, waits: drop?.isMeant == true) + fixes
            let lost = LostOutput(node, snapshot)
            if let lost {
                message += lost.words
                evidence += lost.evidence
                // Nothing else can feed it either.
                fixes = lost.fixes + instead(of: node, nodes)
            }
            let feeder = lost == nil ? UdevFeeder(node, snapshot) : nil
            if feeder == nil, lost == nil, let obs = OBSFeeder(node, snapshot) {
                message += obs.words
                evidence += obs.evidence
                fixes = obs.fixes + fixes
            }
            if let feeder {
                message += feeder.words
                evidence += feeder.evidence
                fixes.insert(feeder.fix, at: 0)
            }
            // What a rule feeds it with may well be the live view of such a camera.
            if feeder == nil, lost == nil, let phone = host?.machine?.hardware.first(where: { $0.kind == .filesOnly }) {
                let title = phone.title ?? phone.identifier
                let isStorage = phone.isStorage == true
                message += "; \(title) is connected \(isStorage ? "as a disk (USB mass storage)" : "for files (MTP or PTP)"), which gives no live picture to feed it with"
                evidence.append(
                    isStorage
                        ? AbsentCamera.storageLine(phone)
                        : EvidenceLine("/sys/bus/usb/devices/\(phone.name)", "\(title): still pictures, files or debugging"))
                fixes.insert(contentsOf: isStorage ? AbsentCamera.outOfStorage : AbsentCamera.phone, at: 0)
            }
            if let drop {
                evidence.append(EvidenceLine("kernel log", drop.drop.line))
                fixes.insert(DriverJudge.allow(drop.drop), at: drop.isMeant ? 0 : fixes.count)
            }
        }
        if node.nodeClass == "memory-to-memory", let platform = host?.machine?.platform, platform.hasDeviceTree,
            !platform.isRaspberryPi, !Place(snapshot).isLaptop, cameras.isEmpty, host?.machine?.sensors.isEmpty == true
        {
            message += "; the board's device tree has no camera sensor enabled"
            fixes.append(
                Fix(
                    "If the camera is on the board's camera connector (CSI), enable the overlay of its sensor with the board's own tool (\(Place.overlayTools); others: overlays in the boot configuration), and reboot; the kernel must have that sensor's driver"
                ))
        }
        if case .silent(let errno) = node.open {
            message = "\(node.place) opens, but does not answer as a video device (\(errno))"
        }
        if others > 0 {
            message +=
                others == 1
                ? "; the other video node is not a camera either"
                : "; the \(others) other video nodes are not cameras either"
        }
        return Finding(
            .nodeNotCapture, .fail, message, evidence: evidence,
            effect: "it delivers no pictures", fixes: fixes.isEmpty ? [Fix("Plug in a camera")] : fixes)
    }

    /// How a virtual camera gets pictures that no program feeds.
    ///
    /// - Parameter waits: whether its feeder is known to wait for pictures that do not arrive.
    private static func feeding(_ node: NodeRecord, _ module: LoopbackModule, waits: Bool) -> [Fix] {
        [
            module.feeder,
            Fix(
                "\(module.isDroidCams ? "Or feed" : "Feed") it, for example with a test picture",
                commands: [
                    "ffmpeg -re -f lavfi -i testsrc=size=640x480:rate=15 -pix_fmt yuyv422 -f v4l2 \(Words.shell(node.place))"
                ], isRunnable: false),
            Fix(
                "If its feeder cannot set the format: close every program that has it open, start the feeder first, and the others after it"
            ),
            waits ? nil : Fix(
                "If it was fed before and takes no feeder any more: load its module again\(module.isDroidCams ? "" : ", or use a newer one (0.13 and later)")",
                commands: module.reload(), needsRoot: true, isRunnable: false),
        ].compactMap(\.self)
    }

    static func named(_ cameras: [NodeRecord]) -> [EvidenceLine] {
        cameras.prefix(3).map { EvidenceLine("camera", "\($0.place) (\($0.title))") }
    }

    /// The path exists, but is another kind of device: a serial port, a disk.
    private static func notVideo(
        _ snapshot: Snapshot, _ nodes: [NodeRecord], _ failure: SelectionRecord.Failure
    ) -> Finding {
        let name = snapshot.subject.name
        let cameras = nodes.filter { $0.nodeClass == "capture" && $0.udevCapabilities?.contains("capture") != false }
        return Finding(
            .nodeNotCapture, .fail, "\(name) is not a video node, but another kind of device",
            evidence: [EvidenceLine(name, failure.message)]
                + named(cameras),
            effect: "it delivers no pictures",
            fixes: cameras.prefix(3).map { camera in
                Fix(
                    "Use \(camera.title)", commands: ["candela scan \(Words.shell(camera.byID.first ?? camera.place))"])
            } + [Fix("List the cameras", commands: ["candela list"])])
    }

    static func moved(
        _ snapshot: Snapshot, _ nodes: [NodeRecord], _ failure: SelectionRecord.Failure
    ) -> Finding {
        let name = snapshot.subject.name
        let cameras = nodes.filter(\.yieldsPictures)
        if let camera = notLetIn(name, snapshot) { return camera }
        var unbound = unbound(snapshot)
        if unbound == nil, let finding = loopback(name, nodes, snapshot.host.value) ?? unloaded(name, nodes, snapshot) { return finding }
        let virtual = unbound == nil ? loadable(name, nodes, snapshot) : nil
        if unbound == nil, virtual == nil { unbound = snapshot.host.value.flatMap { AbsentCamera(snapshot, $0).forFiles } }
        let fixes = cameras.prefix(3).map { camera in
            let stable = camera.byID.first ?? camera.byPath.first
            return Fix(
                stable == nil ? "Use \(camera.title)" : "Use \(camera.title) by a name that always means it",
                commands: ["candela scan \(Words.shell(stable ?? camera.place))"])
        }
        var finding = Finding(
            .nodeMoved, .fail,
            "\(name) does not exist, but \(cameras.count == 1 ? "a camera is" : "cameras are") present"
                + (unbound.map { "; if another camera is meant: \($0.message)" } ?? "")
                + (virtual == nil ? "" : "; if a virtual one is meant: its module v4l2loopback is installed and not loaded"),
            confidence: .likely,
            evidence: [
                EvidenceLine("stat(\(name))", "ENOENT"),
                EvidenceLine("cameras", cameras.map { "\($0.place) (\($0.title))" }.joined(separator: ", ")),
            ] + (unbound?.evidence ?? []),
            effect:
                "device numbers follow the order of plugging in, so a fixed number can select another camera or none",
            fixes: (fixes.isEmpty ? [Fix("Plug in the camera")] : fixes) + (unbound?.fixes ?? []) + (virtual.map { [load($0)] } ?? []))
        explainVirtual(&finding, snapshot)
        return finding
    }

    /// A camera on USB that has no node because no driver has it: it may be the one whose name does not exist.
    private static func unbound(_ snapshot: Snapshot) -> Finding? {
        guard let host = snapshot.host.value else { return nil }
        guard let camera = host.usbCameras.first(where: { $0.driver == nil && $0.isAuthorized != false }) else {
            return AbsentCamera(snapshot, host).undriven
        }
        return UnboundCamera(camera, host, Place(snapshot)).find()
    }

    /// A camera that the kernel was told not to let in, and whose name udev would make of its own: the one that was asked for.
    private static func notLetIn(_ name: String, _ snapshot: Snapshot) -> Finding? {
        guard name.hasPrefix("/dev/v4l/by-id/"), let host = snapshot.host.value else { return nil }
        let place = Place(snapshot)
        let cameras =
            host.usbCameras.filter { $0.isAuthorized == false }.map { UnboundCamera($0, host, place) }
            + (host.machine?.hardware ?? []).filter { $0.isAuthorized == false }.map { UnboundCamera($0, host, place) }
        let isMeant = { (camera: UnboundCamera) -> Bool in
            let title = CameraIdentity.clean(camera.title)
            // A single word, such as Webcam, is a part of many names.
            let start = title.contains("_") ? "_" : "/usb-\(camera.identifier.prefix { $0 != ":" })_"
            return name.contains("\(start)\(title)_") || name.contains("\(start)\(title)-video")
        }
        guard let camera = cameras.first(where: isMeant) else { return nil }
        var finding = camera.find()
        finding.message = "\(name) does not exist: \(finding.message)"
        finding.evidence.insert(EvidenceLine("stat(\(name))", "ENOENT"), at: 0)
        return finding
    }

    /// The node to use instead: one of the same camera, otherwise any.
    private static func instead(of node: NodeRecord, _ nodes: [NodeRecord]) -> [Fix] {
        // A camera's infrared sensor may have a node like that of its colours.
        let usable = nodes.filter { $0.yieldsPictures && $0.nodeClass == "capture" && $0.sysname != node.sysname }
            .sorted { !hasGrey($0) && hasGrey($1) }
        guard let best = usable.first(where: { $0.cameraKey == node.cameraKey }) ?? usable.first else { return [] }
        let same = best.cameraKey == node.cameraKey
        return [
            Fix(
                same ? "Use \(best.place), the capture node of the same camera" : "Use \(best.place) (\(best.title))",
                commands: ["candela scan \(Words.shell(best.byID.first ?? best.place))"])
        ]
    }

    private static func hasGrey(_ node: NodeRecord) -> Bool {
        node.formats.contains { $0.hasPrefix("GREY") || $0.hasPrefix("Y8") || $0.hasPrefix("Y1") }
    }

    /// Lowest for the node that best explains why no camera was found.
    private static func rank(_ node: NodeRecord) -> Int {
        switch node.nodeClass {
        case "capture": 0
        case "loopback": 1
        case "metadata": 2
        case "output", "memory-to-memory": 3
        default: 4
        }
    }
}

extension OpenRecord {
    /// Whether the node was opened and queried.
    var wasAsked: Bool {
        switch self {
        case .opened, .silent: true
        case .notTried, .refused: false
        }
    }
}

extension String {
    /// `/dev/video10` → 10.
    var videoNumber: Int? {
        guard hasPrefix("/dev/video"), let number = Int(dropFirst(10)), (0...65535).contains(number) else { return nil }
        return number
    }
}
