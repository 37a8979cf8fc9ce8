// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import CameraDiscovery
internal import MachineFacts

/// Judges whether good frames arrive.
enum StreamJudge {
    static func judge(_ snapshot: Snapshot) -> CheckReport {
        guard let stream = snapshot.stream.value else { return .unseen(.stream, snapshot.stream) }
        let subject = StreamSubject(snapshot)
        if let failure = stream.failure {
            return CheckReport(
                .stream,
                findings: [LaneShortage.find(failure, snapshot, subject) ?? StreamFailures.judge(failure, stream, subject)]
                    + LowVoltage.findings(stream, snapshot, subject) + Overheating.findings(stream, snapshot, subject),
                passed: "")
        }
        var findings: [Finding] = []
        if let ending = StreamFailures.judge(ending: stream, subject) { findings.append(ending) }
        // Some drivers switch the sensor's power on with the stream, and report none before it. Frames that arrive refute that.
        let faults = stream.inputFaults.filter { $0 != "no-power" || stream.frames == 0 }
        if !faults.isEmpty, stream.frames == 0 || findings.isEmpty {
            findings.append(signal(stream, subject))
        }
        if let control = RockchipControl.find(stream, snapshot) { findings.append(control) }
        if let standard = AnalogStandard.find(stream, subject) { findings.append(standard) }
        findings += LowVoltage.findings(stream, snapshot, subject) + Overheating.findings(stream, snapshot, subject)
        findings += StreamQuality.judge(stream, snapshot, subject)
        findings += WatchJudge.findings(snapshot).filter { $0.id == .deviceDropped }
        return CheckReport(
            .stream, findings: findings, passed: summary(stream),
            evidence: evidence(stream) + NetworkJudge.evidence(snapshot))
    }

    private static func signal(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding {
        Finding(
            .streamNone, .fail,
            "the input of \(subject.name) has \(Words.list(stream.inputFaults.map { $0.hasPrefix("no-") ? "no " + $0.dropFirst(3) : $0 }))",
            evidence: [EvidenceLine("VIDIOC_ENUMINPUT", stream.inputFaults.joined(separator: " "))],
            effect: "the frames contain no picture", fixes: [Fix("Connect and switch on the device at that input")])
    }

    private static func summary(_ stream: StreamRecord) -> String {
        var words = stream.format?.text ?? "frames"
        if let rate = stream.measuredRate { words += " at \(Words.number(rate)) frames per second" }
        if let first = stream.firstFrameMs { words += ", the first after \(Words.number(first, decimals: 0)) ms" }
        return words
    }

    private static func evidence(_ stream: StreamRecord) -> [EvidenceLine] {
        var lines: [EvidenceLine] = []
        if let format = stream.format {
            lines.append(
                EvidenceLine(
                    "format", format.text + (format.framesPerSecond.map { ", \(Words.number($0)) fps promised" } ?? ""))
            )
        }
        lines.append(
            EvidenceLine(
                "frames", "\(stream.captured) arrived, \(stream.dropped) dropped, \(stream.corrupt) damaged"))
        if let standard = AnalogStandard.evidence(stream) { lines.append(standard) }
        if let rate = stream.measuredRate { lines.append(EvidenceLine("rate", "\(Words.number(rate)) fps")) }
        if let decode = stream.medianDecodeMs {
            lines.append(EvidenceLine("time per search", "\(Words.number(decode)) ms"))
        }
        return lines
    }
}

/// The subject of the stream, for sentences and commands.
struct StreamSubject {
    var name: String
    /// The name for `--camera`, as the user gave it.
    var camera: String
    /// The same, quoted for a shell.
    var argument: String
    var node: NodeRecord?
    var kind: Snapshot.Subject.Kind

    /// Other kernels on disk than the running one, in the order of their names.
    var otherKernels: [String] = []
    /// What lies between the camera and the machine, if it can slow the stream.
    var link: Link?

    /// What numbers the frames.
    var sequenceSource: String {
        switch kind {
        case .libcamera: "libcamera's frame metadata"
        case .pipeWire: "the sequence in the header of PipeWire's buffers"
        case .genICam: "the numbers of the camera's blocks"
        case .network: "the pictures that the decoder announced"
        default: "v4l2_buffer.sequence"
        }
    }

    enum Link: Equatable {
        /// USB/IP, as in WSL.
        case network(String)
        case hubs(Int, String)

        var words: String {
            switch self {
            case .network: "over USB/IP, a network link"
            case .hubs(let count, _): "through \(count == 1 ? "a hub" : "\(count) hubs")"
            }
        }
        var evidence: EvidenceLine {
            switch self {
            case .network(let path), .hubs(_, let path): EvidenceLine("path of the device", path)
            }
        }
    }

    /// The camera's USB host controller, if it is known to lose isochronous data.
    var weakHost: WeakHost?
    /// The kernel's lines about isochronous data that was lost; uvcvideo writes them only if its trace is on.
    var lostPackets: [String] = []
    /// The kernel's lines about a supply voltage that is too low.
    var lowVoltage: [String] = []
    /// What says that the board's supply voltage is too low at present; empty if nothing does.
    var presentVoltage: [EvidenceLine] = []
    /// Whether it is a Raspberry Pi, which has remedies of its own.
    var isRaspberryPi = false
    /// Whether it digitises what another device shows: see `VideoGrabber`.
    var isGrabber = false
    /// Whether that is digital video: see `CaptureDevice`.
    var isDigitalGrabber = false
    /// Whether this board's receiver gets its pictures from a bridge, such as that of an HDMI input, and from no sensor.
    private var hasBridge = false

    /// The kernel's line about the end of a sleep that this camera went through, and what it said of the camera since.
    var sleep: MachineSleep?
    /// The kernel's lines about requests that this camera did not answer, since it was plugged in.
    var refusals: [String] = []
    /// The kernel's line about contiguous memory that it could not allocate.
    var failedAllocation: String?
    /// The contiguous memory that this kernel has set aside, in kB, where that is known.
    var contiguousMemory: Int?
    /// The kernel's lines in which the camera's driver reports a failure.
    var driverFailures: [String] = []
    /// Those in which a capture card's driver says that it does not know the board.
    var unknownBoard: [String] = []
    /// The kernel's lines in which the camera's driver reports broken transfers on the wire.
    var wireErrors: [String] = []
    /// Whether it is a camera of the machine itself on PCIe, and how those links save power.
    var isBuiltIn = false
    var linkPowerPolicy: String?
    /// `046d:082d`.
    var usbID: String?
    /// What is known of this model by experience.
    var quirks: CameraQuirks?
    /// What newer kernels know of this model's faults, and the running one does not.
    var unlisted: UnlistedModel?
    /// Whether the driver uvcvideo is a part of the kernel.
    var isUVCBuiltIn = false
    /// The interface by which uvcvideo has the camera, `1-1.2:1.0`.
    var uvcInterface: String?
    /// See `KernelLogFacts.refusedLimits`, `lackingSetting` and `hasFailedStream`.
    var refusedLimits: [String] = []
    var lackingSetting: String?
    var hasFailedStream = false
    /// Whether the kernel log could be read, so that what it does not say has not happened.
    var isLogRead = false
    /// Where the user is.
    var place = Place()
    /// If it is a camera on the network.
    var network: NetworkRecord?
    /// Whether its video comes as datagrams.
    var isDatagrams: Bool { network?.video?.isDatagrams == true }
    /// Whether its pictures come through a lens with an exposure of its own, and not from another device or a program.
    var seesThroughLens: Bool { !isGrabber && node?.isFed != true }
    /// Other modules that want this camera.
    var rivals: RivalDrivers?
    /// If it is a virtual camera that a rule of udev feeds.
    var udevFeeder: UdevFeeder?
    /// Whether it is a virtual camera in a machine with an image processor, whose pictures a relay brings.
    var isRelayed = false
    /// The relay's process; `nil` if none runs.
    var relay: Int?
    /// What is known of that process, if it takes its pictures from libcamera.
    var relayRecord: RelayRecord?
    /// The relay's service, if it has trouble of its own.
    var relayUnit: CameraClientRecord?
    /// The virtual machine that this is, by its board's name; `nil` on real hardware.
    var virtualMachine: String?
    /// The kernel's option that slows the whole USB down.
    var slowUSB: String?
    /// What xhci_hcd says if the bus has no room left for the camera's stream.
    var fullBus: String?
    /// What it says if the controller has no resources left for it.
    var fullController: String?
    /// What the receiver's driver said of a sensor that needs more lanes than there are.
    var laneShortage: String?
    /// What the kernel said of a driver that has kept a buffer of a stream that had ended.
    var keptBuffer: String?
    /// What the drivers of sensors said of requests that failed.
    var sensorFailures: [String] = []
    var isLaptop = false
    /// Whether a device tree describes it, as it does boards.
    var isBoard = false
    var isWSL = false
    /// What xhci_hcd says of a controller that reports finished transfers wrongly.
    var shortTransfers: [String] = []

    private static func link(_ key: String, _ platform: Platform?) -> Link? {
        if key.contains("vhci_hcd") { return .network(key) }
        // `…/usb1/1-3/1-3.1/1-3.1.4`: each part above the last is a hub.
        let parts = key.split(separator: "/")
        guard let root = parts.lastIndex(where: { $0.hasPrefix("usb") && $0.dropFirst(3).allSatisfy(\.isNumber) })
        else {
            return nil
        }
        var hubs = parts.count - root - 2
        // The sockets of most Raspberry Pis are those of a hub on the board, which nobody can leave out.
        if hubs > 0, platform?.hasSolderedHub == true, parts[root + 1].hasSuffix("-1") { hubs -= 1 }
        return hubs > 0 ? .hubs(hubs, key) : nil
    }

    /// By the names of what stands before the receiver, or by the log where these are not known.
    private static func findsBridge(_ host: HostRecord, _ log: KernelLogFacts) -> Bool {
        let parts = (host.machine?.subdevices ?? []).compactMap { $0.split(separator: " ").first.map(String.init) }
            + (host.machine?.sensors ?? []).compactMap(\.model)
        if parts.contains(where: SensorName.isOne) { return false }
        return parts.contains(where: SensorName.isBridge) || log.loneBridge != nil
    }

    /// Whether requests to the camera failed on their way, and were not refused.
    var hasBrokenTransfers: Bool { refusals.contains { !$0.contains(" -32") } }

    /// Whether a request fails like this if the camera itself does not answer.
    func isSilent(_ errno: String) -> Bool {
        node?.bus == "usb" && ["EIO", "EPROTO", "ETIMEDOUT", "EPIPE", "ESHUTDOWN"].contains(errno)
    }

    init(_ snapshot: Snapshot) {
        if let host = snapshot.host.value {
            let hub = (snapshot.chosen?.cameraKey ?? "").split(separator: "/").last {
                $0.hasPrefix("usb") && $0.dropFirst(3).allSatisfy(\.isNumber)
            }
            let key = snapshot.chosen?.cameraKey ?? ""
            let log = KernelLogFacts(host)
            weakHost = WeakHost(
                driver: hub.flatMap { host.machine?.hostControllers[String($0)] } ?? "",
                id: hub.flatMap { host.machine?.hostControllerIDs?[String($0)] }, key: key)
            if snapshot.chosen?.bus == "usb" {
                (lostPackets, shortTransfers) = (log.lostPackets, log.shortTransfers)
                func last(_ words: String) -> String? {
                    key.split(separator: "/").last.flatMap { port in log.lines.last { $0.contains("usb \(port): \(words)") } }
                }
                (fullBus, fullController) = (last("Not enough bandwidth"), last(FullController.words))
            }
            lowVoltage = log.lowVoltage
            presentVoltage = PresentVoltage.evidence(host)
            isRaspberryPi = host.machine?.platform.isRaspberryPi ?? false
            if let port = key.split(separator: "/").last.map(String.init), snapshot.chosen?.bus == "usb" {
                sleep = KernelLogFacts(host).sleep(since: port)
                refusals = KernelLogFacts(host).refusals(of: port)
                rivals = host.machine?.rivals?.first { $0.device == port }
                let camera = host.usbCameras.first { $0.interface.hasPrefix("\(port):") }
                if let vendor = camera?.vendorID, let product = camera?.productID { usbID = "\(vendor):\(product)" }
                unlisted = UnlistedModel(usbID, driver: snapshot.chosen?.driver, host)
                // With this quirk set, the driver no longer asks: the lines are older.
                let isUnasked = UVCQuirks(rawValue: host.machine?.uvcQuirks ?? 0).contains(.withoutLimits)
                let isAlone = Set(host.usbCameras.map(\.device)).count <= 1
                refusedLimits = isUnasked ? [] : log.refusedLimits(ofCameraAt: port, isAlone: isAlone)
                lackingSetting = log.lackingSetting(ofCameraAt: port, isAlone: isAlone)
                uvcInterface = camera?.driver == "uvcvideo" ? camera?.interface : nil
                hasFailedStream = log.hasFailedStream(ofCameraAt: port)
            }
            isUVCBuiltIn = host.uvcDriver == .builtIn
            isLogRead = host.kernelLog.value != nil
            virtualMachine = host.machine?.platform.virtualMachine
            slowUSB = host.machine?.slowUSB
            relay = host.machine?.relay
            relayRecord = host.relay
            relayUnit = snapshot.units?.first { $0.name.hasPrefix("v4l2-relayd") }
            isRelayed = VirtualCamera.isRelayed(snapshot, host)
            sensorFailures = log.sensorFailures
            if snapshot.chosen?.bus == "platform" || snapshot.subject.kind == .libcamera {
                laneShortage = log.lines.last { $0.contains("data lanes when") && $0.contains("are supported") }
                keptBuffer = log.lines.last { $0.contains("driver bug: stop_streaming operation") }
            }
            hasBridge = Self.findsBridge(host, log)
            if let driver = snapshot.chosen?.driver {
                driverFailures = log.failures(of: [driver.lowercased()])
                // What a capture card's driver says need not be called a failure.
                if snapshot.chosen?.bus == "pci" {
                    driverFailures = log.lines.filter { $0.contains("\(driver)[") || $0.contains("\(driver):") }
                }
                if driver == "facetimehd" {
                    isBuiltIn = true
                    linkPowerPolicy = host.machine?.linkPowerPolicy
                    // Its firmware's own words do not name the driver.
                    driverFailures = log.lines.filter { $0.contains("FWMSG: ERR") }
                }
                wireErrors = log.wireErrors(of: driver)
                unknownBoard = log.unknownBoard(driver)
            }
            otherKernels = host.otherKernels
            failedAllocation = log.failedAllocation?.line
            contiguousMemory = host.machine?.contiguousMemory
        }
        place = Place(snapshot)
        (isLaptop, isWSL) = (place.isLaptop, place.isWSL)
        let platform = snapshot.host.value?.machine?.platform
        isBoard = platform?.hasDeviceTree == true
        link = (snapshot.chosen?.cameraKey).flatMap { Self.link($0, platform) }
        node = snapshot.chosen
        udevFeeder = snapshot.chosen.flatMap { UdevFeeder($0, snapshot) }
        name = snapshot.chosen?.place ?? snapshot.subject.name
        camera = snapshot.subject.isNamed ? snapshot.subject.name : name
        argument = Words.shell(camera)
        kind = snapshot.subject.kind
        network = snapshot.network?.value
        if let node {
            // Of the class of cameras, a name tells, and what has an exposure has a sensor.
            let hasSensor = node.driver == "uvcvideo" && snapshot.stream.value?.settings?.hasExposure == true
            isGrabber = VideoGrabber.isOne(driver: node.driver, title: node.title, usbID: usbID) && !hasSensor || hasBridge && node.bus == "platform"
            let parts = (snapshot.host.value?.machine?.subdevices ?? []) + (snapshot.host.value?.machine?.sensors ?? []).compactMap(\.model)
            isDigitalGrabber = isGrabber && CaptureDevice.isDigital(node, usbID: usbID, parts: parts)
            quirks = .of(model: usbID, name: node.title)
        }
    }
}
