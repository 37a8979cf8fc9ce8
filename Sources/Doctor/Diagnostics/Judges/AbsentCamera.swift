// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Finds why this machine lists no camera.
struct AbsentCamera {
    let snapshot: Snapshot
    let host: HostRecord

    init(_ snapshot: Snapshot, _ host: HostRecord) {
        self.snapshot = snapshot
        self.host = host
    }

    var evidence: [EvidenceLine] {
        [
            EvidenceLine("/sys/class/video4linux", "no node"),
            EvidenceLine("/sys/bus/usb/devices/*/bInterfaceClass", "no 0e (video)"),
        ] + (host.mediaDevices == 0 ? [EvidenceLine("/dev/media*", "none")] : [])
    }
    let effect = "there is no camera to capture from"

    /// The finding if nothing tells why there is none.
    func unexplained() -> Finding { none(beside: doubtful) }

    /// What tells why there is none; `nil` if nothing does.
    func specific() -> Finding? {
        let log = KernelLogFacts(host)
        if Place(snapshot).isWSL { return beforeGuest(virtualHost()) }
        if let stuck = HungTask.loading(snapshot, host) { return stuck }
        if let container = Place(snapshot).container, host.kernelRelease.contains("linuxkit") {
            return inDesktopMachine(container.evidence)
        }
        if host.machine?.isInChromeOS == true { return inChromeOS() }
        if let camera = host.machine?.hardware.first(where: { $0.kind == .usb3Vision }) { return industrial(camera) }
        if let camera = host.machine?.fireWire { return fireWire(camera) }
        if let card = studioCard() { return card }
        if let off = offSwitch { return switchedOff(off) }
        if let passed = PassedThrough.camera(host) { return passed }
        if let recovery = inRecovery() { return recovery }
        if let lost = lostToFirmware() { return lost }
        if let lost = lostOnUSB() { return lost }
        if let probe = log.failedController { return failedController(probe) }
        if let behind = behindT1() ?? behindT2() ?? behindAMD() { return behind }
        // Somebody who installed a virtual camera's module expects that camera.
        if let refused = DriverJudge.refusedLoopback(snapshot, host, .fail) { return refused }
        if let phone = host.machine?.hardware.first(where: { $0.kind == .filesOnly }) { return filesOnly(phone) }
        if host.machine?.platform.isRaspberryPi == true {
            // Where nobody has set up a camera of the connector, and no other device waits for a driver, it is the virtual one.
            let sensors = SensorJudge(snapshot, host)
            if sensors.asksForNoSensor, unclaimed?.soundsLikeVideo != true, log.failedProbe == nil,
                let virtual = unbuilt ?? (host.machine?.strayVirtual == nil ? nil : unloadedVirtual())
            {
                return virtual
            }
            if sensors.asksForNoSensor, let camera = host.machine?.networkCamera { return asNetwork(camera) }
            if let finding = sensors.find() { return finding }
        }
        if let device = host.machine?.unclaimed?.first(where: { $0.needsFasterLink == true }) { return tooSlow(device) }
        if let probe = log.failedProbe { return probeFailed(probe) }
        if let unclaimed, unclaimed.soundsLikeVideo { return notClaimed(unclaimed) }
        if snapshot.subject.isNamed || host.machine?.virtualCameraSign != nil, let virtual = unbuilt { return virtual }
        if let virtual = missingVirtual(evidence) { return virtual }
        if let camera = host.machine?.networkCamera { return asNetwork(camera) }
        if let docks = host.machine?.refusedDocks { return refused(docks) }
        if let virtual = unloadedVirtual() ?? (snapshot.client == nil ? nil : OBSLoading(snapshot)?.withoutCamera(evidence)) ?? unloadedAkvcam() { return virtual }
        if let unclaimed, doubtful == nil {
            guard let scanner = host.machine?.handScanner, scanner.identifier == unclaimed.identifier else { return notClaimed(unclaimed) }
            return handScanner(scanner)
        }
        if host.machine?.lacksVideo == true, !Place(snapshot).isGuest { return withoutVideo() }
        // What is plugged in and has no driver comes before the virtual camera of a program that runs.
        if let virtual = OBSLoading(snapshot)?.withoutCamera(evidence) { return virtual }
        guard let port = DevicePort(snapshot, host), port.isMeant else { return nil }
        return port.finding(evidence)
    }

    /// Whatever is plugged in, or made by a program, this kernel cannot show it.
    private func withoutVideo() -> Finding {
        let kernel = host.kernelRelease
        let machine = namedVirtualMachine
        return Finding(
            .deviceNoDriver, .fail,
            "this kernel (\(kernel)) is without drivers for cameras: it lacks videodev, which they all need, so that neither a camera that is plugged in nor a virtual one (v4l2loopback) gets a video node"
                + (machine == nil ? "" : "; and as a virtual machine it has only the cameras that its host passes to it"),
            evidence: [EvidenceLine(host.modulesFolder, "modules, but neither videodev nor any in drivers/media")]
                + (machine.map { [EvidenceLine("machine", "a virtual machine (\($0))")] } ?? []) + evidence, effect: effect,
            fixes: [Place(snapshot).fullKernel] + (machine.map { [Self.passing($0)] } ?? []) + [
                Fix(
                    "Then see the camera appear in the list; the module of a virtual one must be built for that kernel", commands: ["candela list --watch"],
                    isRunnable: false)
            ])
    }

    /// The finding for a device without a driver whose name says that it is a camera, beside others that work.
    var undriven: Finding? {
        guard let unclaimed, unclaimed.soundsLikeVideo, unclaimed.isInUse != true else { return nil }
        return besideOthers(notClaimed(unclaimed, as: "no driver of this kernel takes \(unclaimed.words)"))
    }

    /// The finding for a photo camera or phone, which gives no video as it is connected, beside others that work.
    var forFiles: Finding? {
        host.machine?.hardware.first { $0.kind == .filesOnly }.map { besideOthers(filesOnly($0)) }
    }

    /// Without the evidence that there is no camera at all.
    private func besideOthers(_ finding: Finding) -> Finding {
        var finding = finding
        finding.evidence.removeAll { evidence.contains($0) }
        return finding
    }

    /// The finding for a device that no driver has.
    ///
    /// - Parameter message: the message of the finding beside other cameras; `nil` for the one of a device that is alone.
    func notClaimed(_ device: UnclaimedDevice, as message: String? = nil) -> Finding {
        if device.needsFasterLink == true { return tooSlow(device) }
        guard device.isConfigured else { return unconfigured(device) }
        var finding = device.isInUse == true ? inUse(device) : undriven(device)
        if let message { finding.message = message }
        if device.isInUse != true {
            ClosedUSBNode(device.name, vendor: device.vendorID, product: device.productID, snapshot, host)?.explain(&finding)
            if device.isDepthCamera { USBHolders(device.name, snapshot, host)?.explain(&finding) }
        }
        explainLink(of: device, &finding)
        return finding
    }

    /// Adds what the kernel log tells of a device's descriptors or link: whatever program opens it, that stops it.
    private func explainLink(of device: UnclaimedDevice, _ finding: inout Finding) {
        let log = KernelLogFacts(host)
        // One that a program has open has descriptors that this machine can work with.
        if device.isInUse != true, let broken = BrokenDescriptors(at: device.name, log) {
            broken.explain(&finding)
            // A device whose firmware is at fault is reset again and again, too.
            if broken.isAtFault { return }
        }
        RepeatedLoss(at: device.name, identifier: device.identifier, log)?.explain(&finding)
    }

    /// Somebody installed a virtual camera's module, and it was never built for this kernel: that camera is missed.
    func unbuiltVirtual(_ evidence: [EvidenceLine]) -> Finding? {
        let place = Place(snapshot)
        let module = host.machine?.module("v4l2loopback")
        guard !place.isGuest, let unbuilt = UnbuiltDriver(of: ["v4l2loopback"], host, place),
            module?.isAvailable != true, module?.isLoaded != true, module?.isBuiltIn != true
        else { return nil }
        return Finding(
            .deviceNoDriver, .fail,
            "this kernel (\(host.kernelRelease)) has no module v4l2loopback for virtual cameras\(unbuilt.words)",
            confidence: .likely, evidence: unbuilt.evidence + evidence,
            effect: "programs that feed a virtual camera (a phone as a webcam, OBS) cannot offer it",
            fixes: unbuilt.fixes + [
                Fix("Then load it", commands: ["sudo modprobe v4l2loopback"], needsRoot: true, undo: ["sudo modprobe -r v4l2loopback"], isRunnable: false)
            ])
    }

    var unbuilt: Finding? {
        guard var finding = unbuiltVirtual(evidence) else { return nil }
        finding.message = "there is no camera on this machine, and no virtual one: \(finding.message)"
        return finding
    }

    /// A program that feeds a virtual camera is installed, and no module for one is on this machine.
    func missingVirtual(_ evidence: [EvidenceLine]) -> Finding? {
        guard let machine = host.machine, let sign = machine.virtualCameraSign, sign.contains("/droidcam"),
            !["v4l2loopback", "v4l2loopback_dc"].contains(where: { machine.module($0)?.isHere == true })
        else { return nil }
        let lacksHeaders = machine.hasHeaders == false
        let title = "Install the headers of the running kernel, against which its driver is built"
        return Finding(
            .deviceNoDriver, .fail,
            "DroidCam is installed, and the virtual camera that it feeds with the phone's pictures has no driver here: this kernel (\(host.kernelRelease)) has no module v4l2loopback"
                + (lacksHeaders ? ", and its headers, against which one is built, are not installed" : ""),
            confidence: .likely,
            evidence: [EvidenceLine("virtual cameras are fed by", sign), EvidenceLine("v4l2loopback, v4l2loopback_dc", "not on disk")]
                + (lacksHeaders ? [EvidenceLine("\(host.modulesFolder)/build/Makefile", "does not exist")] : []) + evidence,
            effect: "the program finds no video device to write to, and no other program gets a picture",
            fixes: (lacksHeaders ? [Place(snapshot).headers(title) ?? Fix(title)] : []) + [
                Fix("Then build the driver: run DroidCam's installer for it again", commands: ["sudo ./install-video"], isRunnable: false),
                Fix("Or install v4l2loopback from the distribution (Debian: v4l2loopback-dkms), which newer versions of DroidCam take"),
            ])
    }

    /// A virtual camera was prepared, and its module is on disk and not loaded: mostly because the start of the machine asks for
    /// a variant of it that this kernel does not have.
    private func unloadedVirtual() -> Finding? {
        // Only what the start of the machine asks for: OBS brings the module along, and loads it when it wants it.
        guard let machine = host.machine, let module = machine.module("v4l2loopback"), module.isAvailable, !module.isLoaded, !module.isBuiltIn
        else { return nil }
        if let stray = machine.strayVirtual { return strayVirtual(MachineRecord.place(stray)) }
        guard let sign = machine.virtualCameraSign, sign.contains("/modules-load.d/") else { return nil }
        let absent = machine.absentVirtual.map(MachineRecord.place)
        return Finding(
            .deviceNone, .fail,
            "there is no camera on this machine, and the virtual one that was prepared was not made: its module v4l2loopback is installed, and not loaded"
                + (absent.map { "; \($0.file) asks for \($0.text), which this kernel (\(host.kernelRelease)) does not have" } ?? ""),
            confidence: .likely,
            evidence: [
                EvidenceLine("virtual cameras are prepared by", sign), EvidenceLine("v4l2loopback", "on disk, not loaded"),
            ] + (absent.map { [EvidenceLine($0.file, $0.text)] } ?? []) + evidence,
            effect: "programs that feed a virtual camera (a phone as a webcam, OBS) cannot offer it",
            fixes: (Place(snapshot).isGuest
                ? []
                : [
                    Fix(
                        "Load it", commands: ["sudo modprobe v4l2loopback"], needsRoot: true,
                        undo: ["sudo modprobe -r v4l2loopback"], isRunnable: false)
                ])
                + (absent.map {
                    [
                        Fix(
                            "So that it is loaded at the next start, too: write v4l2loopback in place of \($0.text) in \($0.file) and in the file of modprobe.d that has options for it, or let the installer of the program that needs \($0.text) build that again for this kernel"
                        )
                    ]
                } ?? []) + [Fix("If a camera of hardware is meant: plug it in while this command runs", commands: ["candela list --watch"])])
    }

    /// Somebody has written down that the module of virtual cameras is wanted, and nothing that loads modules understands it.
    private func strayVirtual(_ line: (file: String, text: String)) -> Finding {
        let isMisspelt = line.text != "v4l2loopback"
        let place = Place(snapshot)
        return Finding(
            .deviceNone, .fail,
            "there is no camera on this machine, and the virtual one that was prepared was not made: its module v4l2loopback is on disk and not loaded. "
                + (isMisspelt
                    ? "\(line.file) asks for \(line.text), and no module has that name"
                    : "\(line.file) names it, and that folder holds options for modules, not names of modules to load"),
            confidence: .likely,
            evidence: [EvidenceLine(line.file, line.text), EvidenceLine("v4l2loopback", "on disk, not loaded")] + evidence,
            effect: "programs that feed a virtual camera (a phone as a webcam, OBS) cannot offer it",
            fixes: (place.isGuest
                ? []
                : [
                    Fix(
                        "Load it", commands: ["sudo modprobe v4l2loopback"], needsRoot: true, undo: ["sudo modprobe -r v4l2loopback"], isRunnable: false),
                    isMisspelt
                        ? Fix("At every start: write v4l2loopback in place of \(line.text) in \(line.file)")
                        : place.loadingAtStart(
                            "v4l2loopback", "At every start: its name belongs into modules-load.d; remove the line from \(line.file)"),
                ]) + [Fix("If a camera of hardware is meant: plug it in while this command runs", commands: ["candela list --watch"])])
    }

    /// A dock on Thunderbolt can reach the machine's memory, so somebody must let it in.
    private func refused(_ docks: [String]) -> Finding {
        let names = Words.list(docks)
        return Finding(
            .deviceDriverRefused, .fail,
            "there is no camera on this machine; \(names) \(docks.count == 1 ? "is" : "are") connected over Thunderbolt and not authorised, so what is plugged in there may be kept from it",
            confidence: .likely,
            evidence: docks.map { EvidenceLine("/sys/bus/thunderbolt/devices/*/authorized", "0: \($0)") } + evidence,
            effect: effect,
            fixes: [
                Fix(
                    "If the camera is plugged in there: authorise it, in the desktop's settings (Privacy, Thunderbolt), or here with the UUID that the list shows; enrol keeps that for the next time",
                    commands: ["boltctl list", "boltctl enroll UUID"], isRunnable: false),
                Fix("Or plug the camera into the machine itself"),
            ])
    }

    /// ChromeOS runs Linux in a container of a virtual machine, and keeps the built-in camera to itself.
    private func inChromeOS() -> Finding {
        Finding(
            .deviceVirtualHost, .fail,
            "this is the Linux environment of ChromeOS (Crostini), to which ChromeOS does not pass its cameras",
            evidence: [EvidenceLine("/dev/.cros_milestone or /opt/google/cros-containers", "present")] + evidence,
            effect: "no live picture can be captured; picture files can be scanned",
            fixes: [
                Fix(
                    "Use the camera in ChromeOS itself (its browser, or an Android application), and share its pictures with Linux as files"
                ),
                Fix(
                    "A USB camera can be handed in: ChromeOS settings, Developers, Linux, Manage USB devices; the environment's kernel must have the driver"
                ),
                Fix("Or read a camera on the network", commands: ["candela scan rtsp://ADDRESS/STREAM"], isRunnable: false),
            ])
    }

    /// The USB device without a driver that is most likely meant as the camera.
    private var unclaimed: UnclaimedDevice? {
        let devices = (host.machine?.unclaimed ?? []).filter { !$0.isPlainlyOther }
        return devices.first { $0.soundsLikeVideo && $0.isInUse != true } ?? devices.first(where: \.soundsLikeVideo)
            ?? devices.first { !$0.isConfigured } ?? devices.first
    }

    /// That device, if nothing says that it is a camera, where another one is missed more often: on a laptop the built-in one, switched
    /// off, and beside codecs the one on the board's connector.
    var doubtful: UnclaimedDevice? {
        let hasOtherNodes = snapshot.nodes.value?.isEmpty == false
        guard hasOtherNodes || host.machine?.platform.isPortable == true, let device = unclaimed, device.isConfigured, !device.soundsLikeVideo,
            !device.awaitsFirmware, KnownHardware.unpowered[device.identifier] == nil,
            host.machine?.handScanner?.identifier != device.identifier,
            host.usbNodes?.first(where: { $0.device == device.name })?.rule == nil,
            KernelLogFacts(host).refusedOwnDriver?.isLikely(for: device) != true
        else { return nil }
        return device
    }

    private func none(beside device: UnclaimedDevice?) -> Finding {
        var finding = none()
        guard let device else { return finding }
        finding.message += "; \(device.words) is plugged in and has no driver, and may be another kind of device"
        finding.evidence.append(EvidenceLine("/sys/bus/usb/devices/\(device.name)", "\(device.words), interfaces of class ff (vendor)"))
        finding.fixes.append(
            Fix(
                "If \(device.words) is meant as the camera: look for a driver by its ids, or try a newer kernel. To find out what it is, unplug it, and see which device leaves the list",
                commands: ["lsusb"], isRunnable: false))
        explainDoubtful(device, &finding)
        return finding
    }

    /// The same where the device need not be the camera: what the log tells of it is no more than a part of the answer.
    private func explainDoubtful(_ device: UnclaimedDevice, _ finding: inout Finding) {
        var own = Finding(finding.id, finding.severity, "", evidence: [], effect: "")
        explainLink(of: device, &own)
        guard !own.fixes.isEmpty else { return }
        finding.message += own.message
        finding.evidence += own.evidence
        finding.fixes += own.fixes.map { $0.under("If \(device.words) is meant as the camera") }
    }

    private func probeFailed(_ probe: KernelLogFacts.FailedProbe) -> Finding {
        if probe.isUnanswered { return unanswered(probe) }
        let others = host.otherKernels
        return Finding(
            .deviceDriverRefused, .fail,
            "\(probe.driver), a driver of this machine's camera hardware (\(probe.device)), has failed at its start",
            confidence: .likely,
            evidence: probe.lines.map { EvidenceLine("kernel log", $0) } + evidence, effect: effect,
            fixes: [
                Fix(
                    others.last.map {
                        "If it worked before an update, start the other kernel that is installed (\($0)) from the boot menu"
                    } ?? "If it worked before an update, go back to the kernel before it"
                ),
                Fix("Update the kernel: the fault may be known and fixed there"),
                Fix("Otherwise report the lines above to those who make this kernel"),
            ])
    }

    /// The driver is there and right, and nobody answers it on the bus.
    private func unanswered(_ probe: KernelLogFacts.FailedProbe) -> Finding {
        Finding(
            .deviceSensorMissing, .fail,
            "what the driver \(probe.driver) looks for on the I²C bus (\(probe.device)) does not answer: the camera or chip has no power or clock at that moment, or a cable makes no contact",
            confidence: .likely, evidence: probe.lines.map { EvidenceLine("kernel log", $0) } + evidence, effect: effect,
            fixes: [
                Fix("If it is a camera on a ribbon cable: switch the board off and reseat the cable at both ends; then try another one"),
                Fix(
                    "If the camera or its adapter board has a power supply of its own, it must be on before this board starts: connect it first, and not from a USB port of this board"
                ),
                Fix("Check that the camera is on the connector that the device tree (overlay) names"),
            ])
    }

    private func tooSlow(_ device: UnclaimedDevice) -> Finding {
        let isHub = device.isCameraHub
        return Finding(
            .deviceSlowLink, .fail,
            isHub
                ? "of a Kinect v2 only the hub (\(device.identifier)) has appeared, at the speed of USB 2: its cameras (045e:02c4) are there at USB 3 only, and that side of the socket or cable does not come up"
                : "\(device.words) is connected at the speed of USB 2, and says by its name that it gives video only at USB 3",
            confidence: isHub ? .likely : .certain,
            evidence: [EvidenceLine("/sys/bus/usb/devices/\(device.name)/speed", "480 Mb/s or less")] + evidence,
            effect: effect,
            fixes: [
                Fix(
                    "Plug it into another socket of USB 3 (blue inside, or marked SS) of the machine itself (on a desktop at the back, not at the front), without a hub, with the cable that came with it: many cables of that shape carry only USB 2"
                ),
                Fix(
                    "Then look at its speed: 5000M or more stands behind it", commands: ["lsusb -t"], isRunnable: false),
            ])
    }

    /// A camera that a program of its maker has, and that no other can have.
    private func inUse(_ device: UnclaimedDevice) -> Finding {
        let isSlowed = device.isSlowed == true
        let holders = USBHolders(device.name, snapshot, host)
        let kind = device.isDepthCamera ? "OpenNI, libfreenect or the maker's" : "INDI, its maker's own"
        return Finding(
            .deviceNoDriver, .fail,
            "there is no camera that Linux knows; \(device.words) is open in a program over USB, as the libraries of its maker use it, without a video node"
                + (holders.map { ": \($0.titles)" } ?? ""),
            confidence: .likely,
            evidence: [EvidenceLine("/sys/bus/usb/devices/\(device.name):*/driver", "usbfs")] + (holders?.evidence ?? [])
                + (isSlowed ? [atUSB2(device)] : []) + evidence,
            effect: effect,
            fixes: (isSlowed ? [Self.slowSocket] : []) + [
                Fix("Use the program that has it (\(kind)), or end that first if another one of this kind is to have it")
            ] + (holders?.fixes ?? []) + [Self.otherDevice])
    }

    private func atUSB2(_ device: UnclaimedDevice) -> EvidenceLine {
        EvidenceLine("/sys/bus/usb/devices/\(device.name)/speed", "480 Mb/s, the speed of USB 2")
    }

    private func undriven(_ device: UnclaimedDevice) -> Finding {
        let isNamed = device.soundsLikeVideo
        let isAtUSB2 = device.hasMakersLibrary && device.isSlowed == true && !device.waitsForFirmware && !device.isBootLoader
        let ids = (host.machine?.unclaimed ?? []).map(\.identifier)
        if let part = KnownHardware.unpowered[device.identifier], !ids.contains(where: KnownHardware.kinects.contains) {
            return unpowered(device, part)
        }
        if let refused = KernelLogFacts(host).refusedOwnDriver, refused.isLikely(for: device),
            host.machine?.module(refused.module)?.isLoaded != true
        {
            return ownDriverRefused(device, refused)
        }
        if device.isDepthCamera { return depthCamera(device) }
        return Finding(
            .deviceNoDriver, .fail,
            "there is no camera that Linux knows; this kernel (\(host.kernelRelease)) has no driver for \(device.words)"
                + (device.ownDriver.map { ", a \(device.ownKind): its driver \($0) is part of Linux, and is not on disk for this kernel" } ?? "")
                + (device.waitsForFirmware
                    ? ", a camera of QHYCCD that waits for its firmware"
                    : device.isBootLoader ? ", which by its name is a boot loader that waits for the device's firmware" : ""),
            confidence: isNamed ? .likely : .possible,
            evidence: [
                EvidenceLine("/sys/bus/usb/devices/\(device.name)", "\(device.words), interfaces of class ff (vendor)"),
                EvidenceLine(
                    "\(host.modulesFolder)/modules.alias", "no module for \(device.identifier)"),
            ] + (isAtUSB2 ? [atUSB2(device)] : []) + evidence,
            effect: effect,
            fixes: (device.ownDriver.map(ownDriver) ?? []) + (isAtUSB2 ? [Self.slowSocket] : []) + (device.waitsForFirmware ? [Self.firmwareLoader] : []) + (device.isBootLoader
                ? [
                    Fix(
                        "If that is the camera: it forgets its firmware without power, so a program must upload it each time. Look for the firmware loader of its maker or of its users by its ids (\(device.identifier)); a udev rule can run it when the camera is plugged in"
                    )
                ] : []) + (device.ownDriver == nil ? Self.withoutDriver(device) : []) + [
                    Fix(
                        "Look for a driver by its ids (\(device.identifier)), or try a newer kernel: its list of drivers is longer"
                    ),
                    Fix(
                        "Find out whether it is the camera: unplug it, and see which device leaves the list",
                        commands: ["lsusb"], isRunnable: false),
                ])
    }

    /// A driver that is a part of Linux, and that this kernel was built without.
    private func ownDriver(_ driver: String) -> [Fix] {
        let place = Place(snapshot)
        let build = "uild the module \(driver) from the sources of this kernel (\(host.kernelRelease)), with its headers"
        let newer = "se a newer kernel, or another one of this distribution, that has the module \(driver)"
        if let rest = place.restOfKernel { return [rest, Fix("Or b" + build)] }
        // The kernels of boards come from their makers, who leave it out of all of them.
        return place.platform.hasDeviceTree
            ? [Fix("B" + build), place.newerKernel("Or u" + newer)] : [place.newerKernel("U" + newer), Fix("Or b" + build)]
    }

    private static func withoutDriver(_ device: UnclaimedDevice) -> [Fix] {
        device.hasMakersLibrary ? [makersLibrary, otherDevice] : [otherDevice, makersLibrary]
    }

    private static let slowSocket = Fix(
        "If it is a camera for USB 3: it runs at the speed of USB 2 here, at which its pictures are late or its program reports a timeout. Plug it into a socket of USB 3 (blue inside, or marked SS)"
    )
    private static let firmwareLoader = Fix(
        "It forgets its firmware without power, and a rule of udev of its maker (85-qhyccd.rules) loads it with the program fxload, each time it is plugged in. Look whether both are there. The fxload of most distributions knows only older chips (fx2); cameras of USB 3 need one that knows fx3, which the maker's SDK brings",
        commands: ["ls -l /sbin/fxload", "grep -r fxload /etc/udev/rules.d /lib/udev/rules.d"], isRunnable: false)

    private static let otherDevice = Fix(
        "If that is the camera or capture stick: use another one, whose chip has a driver. Every device of the class UVC has, and says so on its box or in its data sheet"
    )
    private static let makersLibrary = Fix(
        "If it is a camera for astronomy, microscopes or machine vision: it needs no driver of the kernel. The maker's program or library (SDK, INDI) opens it over USB, and a udev rule, which usually comes with it, must let you"
    )

    /// Somebody has built a driver for it apart from the kernel, and loaded it by hand (insmod), which loads nothing that it needs.
    private func ownDriverRefused(_ device: UnclaimedDevice, _ refused: KernelLogFacts.OwnDriver) -> Finding {
        let name = refused.module
        let isOther = refused.isOtherVersion
        return Finding(
            .deviceModuleBroken, .fail,
            isOther
                ? "the driver \(name), which was built apart from the kernel, does not fit the modules that are loaded: its symbol \(refused.symbol) has another version in them, so \(device.words) has no driver"
                : "the driver \(name), which was built apart from the kernel, cannot be loaded, because modules that it needs are not: it lacks the symbol \(refused.symbol), so \(device.words) has no driver",
            confidence: .likely,
            evidence: [
                EvidenceLine("kernel log", refused.line),
                EvidenceLine("/sys/bus/usb/devices/\(device.name)", "\(device.words), no driver"),
            ] + evidence, effect: effect,
            fixes: (isOther
                ? [
                    Fix(
                        "Unload the kernel's own module that gives \(refused.symbol) (for gspca_ symbols: gspca_main), and load the one that was built together with \(name) first",
                        commands: refused.symbol.hasPrefix("gspca_")
                            ? ["sudo modprobe -r gspca_main", "sudo insmod ./gspca_main.ko", "sudo insmod ./\(Words.shell(name)).ko"] : [],
                        needsRoot: true, isRunnable: false),
                    Fix("Or build \(name) again against the headers of the running kernel (\(host.kernelRelease)), so that it fits the kernel's own"),
                ]
                : [
                    Fix(
                        "Load what it needs first, and then the driver",
                        commands: ["sudo modprobe videodev", "sudo modprobe videobuf2-v4l2", "sudo modprobe videobuf2-vmalloc"],
                        needsRoot: true, isRunnable: false)
                ])
                + [
                    Fix(
                        "Or put its files into the folder of modules, where modprobe finds what each needs",
                        commands: [
                            "sudo cp *.ko /lib/modules/\(Words.shell(host.kernelRelease))/updates/", "sudo depmod --all", "sudo modprobe \(Words.shell(name))",
                        ], needsRoot: true, isRunnable: false)
                ])
    }

    /// A camera that measures distances has no driver of the kernel: a library opens it over USB.
    private func depthCamera(_ device: UnclaimedDevice) -> Finding {
        let isSlow = device.isDepthCameraForUSB3 && (device.speed ?? 5000) < 5000
        let guest = host.machine?.platform.virtualMachine
        return Finding(
            .deviceNotV4L2, .fail,
            "\(device.words) is a depth camera with a protocol of its own: Linux makes no video node for it"
                + (isSlow ? ", and it is connected at the speed of USB 2" : "")
                + (guest.map { "; and this is a virtual machine (\($0)), whose USB controller, if it is an emulated one, hardly carries what such a camera sends" } ?? ""),
            confidence: .likely,
            evidence: [
                EvidenceLine("/sys/bus/usb/devices/\(device.name)", "\(device.words), interfaces of class ff (vendor)"),
                EvidenceLine(
                    "/sys/bus/usb/devices/\(device.name)/speed", device.speed.map { "\(Words.number($0)) Mb/s" } ?? "not known"),
            ] + evidence, effect: "V4L2 programs cannot open it",
            fixes: (isSlow
                ? [
                    Fix(
                        "It is made for USB 3: plug it into a socket of USB 3 (blue inside, or marked SS) of the machine itself, with a cable for USB 3. At the speed of USB 2 it gives no pictures, or few"
                    )
                ] : []) + [
                    guest.map { _ in
                        Fix(
                            "Use it on the real machine, outside the virtual one; or hand the whole USB controller to the guest (PCI passthrough): single devices over an emulated controller time out"
                        )
                    },
                    Fix(
                        "Capture with the library of its kind, which opens it over USB: libfreenect and libfreenect2 (Kinect), OpenNI2 (Xtion, PrimeSense), or the maker's"
                    )
                ].compactMap(\.self))
    }

    /// A part of a camera that lives on the power of USB, while the camera itself needs its own supply.
    private func unpowered(_ device: UnclaimedDevice, _ part: String) -> Finding {
        Finding(
            .deviceNone, .fail,
            "\(part) (\(device.identifier)) is on USB, and the camera of the same device is not: it gets no power from its own supply (12 V)",
            confidence: .likely,
            evidence: [EvidenceLine("/sys/bus/usb/devices/\(device.name)", device.words)] + evidence,
            effect: effect,
            fixes: [
                Fix(
                    "Plug in the power supply of the Kinect's adapter, and look whether its lamp is on: motor and sound need only USB, the camera needs those 12 V"
                ),
                Fix("Then look whether the camera is there, too", commands: ["lsusb"], isRunnable: false),
            ])
    }

    /// The kernel reads the device's descriptors, and cannot use the configuration that they describe.
    private func unconfigured(_ device: UnclaimedDevice) -> Finding {
        let lines = (host.kernelLog.value ?? []).filter { $0.contains("usb \(device.name):") }
        let other = host.otherKernels.last
        // `nil`: the kernel does not say. Source: usb_choose_configuration in drivers/usb/core/generic.c.
        let needsPower: Bool? =
            lines.contains { $0.contains("bus power") }
            ? true : lines.contains { $0.contains("set config") || $0.contains("interfaces") } ? false : nil
        return Finding(
            .deviceNotRecognised, .fail,
            needsPower == true
                ? "\(device.words) is on USB port \(device.name), but the kernel has not configured it: it asks for more power than the port can give"
                : "\(device.words) is on USB port \(device.name), but the kernel has not configured it, so it has no interfaces for a driver: it asks for more power than the port can give, or its descriptors are wrong",
            confidence: device.soundsLikeVideo || needsPower == true ? .likely : .possible,
            evidence: lines.filter { $0.contains("config") || $0.contains("error") || $0.contains("power") }.suffix(4)
                .map { EvidenceLine("kernel log", $0) }
                + [EvidenceLine("/sys/bus/usb/devices/\(device.name)/bNumInterfaces", "empty")] + evidence,
            effect: effect,
            fixes: [
                needsPower == false
                    ? nil
                    : Fix(
                        "Plug it directly into another port of the machine, or use a hub with its own power supply; give the camera its own supply, if it has a socket for one"
                    ),
                Fix(
                    other.map {
                        "If it worked before an upgrade, start the other kernel that is installed (\($0)) from the boot menu"
                    }
                        ?? "If it worked before an upgrade, start an older kernel from the boot menu, or install a newer one"
                ),
                Fix(
                    "Switch the machine off completely and on again: a device whose firmware hangs then starts from the beginning"
                ),
                Fix(
                    "Report the lines above to the developers of the kernel's USB part, if the newest kernel fails, too"
                ),
            ].compactMap(\.self))
    }

    /// How a phone's camera becomes one of this machine.
    static let phone = [
        Fix(
            "On a phone with Android 14 or later: open the notification about USB on the phone, and choose Webcam, if it offers that"
        ),
        Fix(
            "On another Android phone with debugging switched on: let scrcpy show its camera as a video node",
            commands: [
                "sudo modprobe v4l2loopback exclusive_caps=1 card_label=Phone",
                "scrcpy --video-source=camera --no-audio --no-window --v4l2-sink=/dev/video0",
            ], needsRoot: true, undo: ["sudo modprobe -r v4l2loopback"], isRunnable: false),
    ]

    /// A phone or photo camera that gives files and no video.
    func filesOnly(_ device: CameraHardware) -> Finding {
        if device.isStorage == true { return asStorage(device) }
        let title = device.title ?? device.identifier
        let mounter = host.machine?.photoMounter
        var finding = Finding(
            .deviceNotV4L2, .fail,
            "\(title) is connected for files, not as a camera: it offers no video over USB"
                + (mounter.flatMap { host.machine?.holdsPhotoCamera == true ? $0 : nil }.map { "; the desktop's \($0) holds it, so that gphoto2 and other programs cannot claim it (busy)" } ?? ""),
            confidence: .likely,
            evidence: [
                EvidenceLine(
                    "/sys/bus/usb/devices/\(device.name)",
                    "\(title) (\(device.identifier)): still pictures, files or debugging")
            ] + (mounter.map { [EvidenceLine("mounted as files by", $0)] } ?? []) + evidence, effect: effect,
            fixes: (mounter == nil
                ? []
                : [
                    Fix(
                        "If gphoto2 reports that the device is busy: the desktop has mounted the camera as files, and holds it; unmount it, or end the program that watches for such cameras",
                        commands: ["gio mount -s gphoto2", "systemctl --user stop gvfs-gphoto2-volume-monitor"],
                        undo: ["systemctl --user start gvfs-gphoto2-volume-monitor"], isRunnable: false)
                ]) + Self.phone + [
                    Fix(
                        "With a photo camera that gphoto2 knows: pipe its live view into candela",
                        commands: [
                            "gphoto2 --stdout --capture-movie | ffmpeg -v error -f mjpeg -i - -f yuv4mpegpipe -pix_fmt yuv420p - | candela scan --newest -"
                        ], isRunnable: false),
                ])
        ClosedUSBNode(device.name, vendor: device.vendorID, product: device.productID, snapshot, host)?.explain(&finding)
        return finding
    }

    private func virtualHost() -> Finding {
        Finding(
            .deviceVirtualHost, .fail,
            "this is the Windows Subsystem for Linux (WSL), which passes no camera through by default",
            evidence: evidence + [EvidenceLine("/proc/sys/kernel/osrelease", host.kernelRelease)],
            effect: "no live picture can be captured; picture files can be scanned",
            fixes: [
                Fix(
                    "In PowerShell on Windows, attach the USB camera (usbipd-win must be installed)",
                    commands: ["usbipd list", "usbipd bind --busid BUSID", "usbipd attach --wsl --busid BUSID"],
                    undo: ["usbipd detach --busid BUSID"], isRunnable: false),
                Fix(
                    "Use a kernel built with CONFIG_USB_VIDEO_CLASS: the default kernel of WSL has no camera driver"
                ),
            ])
    }

    private static let usbfsFile = "/sys/module/usbcore/parameters/usbfs_memory_mb"

    func industrial(_ camera: CameraHardware) -> Finding {
        // Libraries of such cameras keep many buffers in flight; makers ask for 1000. Source: Basler's and Allied Vision's
        // installation guides for Linux; the kernel's default is 16.
        let little = [host.machine?.usbfsMemory].compactMap { $0 }.filter { (1...64).contains($0) }
        let count = host.machine?.hardware.count { $0.kind == .usb3Vision } ?? 1
        let isSlow = (camera.speed ?? 5000) < 5000
        let port = String(camera.name.prefix { $0 != ":" })
        let quick = KernelLogFacts(host).quickDisconnects(of: port)
        // Two can be somebody who replugs it.
        let drops = (quick.count >= 2 ? quick : []) + KernelLogFacts(host).badCable(of: port)
        let closed = ClosedUSBNode(camera.name, vendor: camera.vendorID, product: camera.productID, snapshot, host, for: snapshot.client)
        // A program that runs is asked about because it shows no picture, and this kind of program can open the camera.
        let isAwaited = snapshot.client?.processID != nil && drops.isEmpty && !isSlow && closed == nil
        var finding = Finding(
            .deviceNotV4L2, .fail,
            "\(camera.title ?? "the camera") (\(camera.identifier)) is an industrial camera (USB3 Vision): it has no V4L2 driver and needs GenICam software"
                + (isSlow ? "; it is connected at the speed of USB 2, which is too slow for most such cameras" : "")
                + (drops.isEmpty ? "" : "; it loses its connection and comes back, as with a bad cable"),
            evidence: [
                EvidenceLine("/sys/bus/usb/devices/\(camera.name)/bInterfaceClass", "ef, subclass 05 (USB3 Vision)"),
                EvidenceLine("V4L2", "no node of it"),
            ] + drops.suffix(3).map { EvidenceLine("kernel log", $0) } + (isSlow ? [EvidenceLine("\(camera.device)/speed", "\(Words.number(camera.speed ?? 0)) Mb/s", threshold: "5000 Mb/s")] : [])
                 + little.map { [EvidenceLine(Self.usbfsFile, "\($0) MB for the transfers of all programs")] }.joined(),
            effect: isAwaited
                ? "V4L2 programs cannot open it; a program that opens it through its library gets no picture while the camera waits for a trigger (TriggerMode is On)"
                : "V4L2 programs cannot open it",
            fixes: little.map { _ in
                Fix(
                    "If opening fails for lack of memory, or frames are missing, with \(count > 1 ? "several cameras" : "large pictures") at once: let programs hold more memory for USB transfers; to keep it, add usbcore.usbfs_memory_mb=1000 to the kernel's command line",
                    commands: ["echo 1000 | sudo tee \(Self.usbfsFile)"], needsRoot: true,
                    undo: ["echo 16 | sudo tee \(Self.usbfsFile)"], isRunnable: false)
            } + ([
                !drops.isEmpty
                    ? Fix(
                        "Use another cable for USB 3, a good and short one, and another port without a hub: unless somebody replugged it, these losses stop every program"
                    ) : nil,
                closed == nil ? Place(snapshot).usb3VisionRule("Give its users access without root: a udev rule for the class") : nil,
                isSlow
                    ? Fix(
                        "Plug it into a port of USB 3 (blue inside, or marked SS) with a cable for USB 3; a machine that has none, such as a Raspberry Pi before the Pi 4, gives it neither the speed nor the power"
                    ) : nil,
                Fix(
                    "Scan through Aravis, a library for such cameras (Debian: libaravis-0.8-0)",
                    commands: ["candela scan aravis:"], isRunnable: false),
            ] as [Fix?]).compactMap(\.self))
        finding.fixes.insert(GenICamJudge.trigger, at: isAwaited ? 0 : finding.fixes.endIndex)
        closed?.explainVision(&finding)
        return finding
    }

    /// Docker Desktop runs its containers in a virtual machine, whose kernel is LinuxKit's, on Linux too. The computer's USB
    /// devices are not passed into it.
    private func inDesktopMachine(_ sign: String) -> Finding {
        Finding(
            .deviceNone, .fail,
            "this container runs in the virtual machine of Docker Desktop, into which the computer's cameras are not passed",
            confidence: .likely,
            evidence: [EvidenceLine("running kernel", host.kernelRelease), EvidenceLine("container", sign)] + evidence,
            effect: "no option of docker gives a container a camera that its machine does not have",
            fixes: [
                Fix(
                    "On Linux, run the container with Docker Engine in place of Docker Desktop: it uses the computer's own kernel, and --device hands a camera on",
                    commands: ["docker context use default", "docker run --device /dev/video0 IMAGE"], isRunnable: false
                ),
                Fix("Or scan outside of the container, on the computer itself"),
                Fix(
                    "Or bring the camera into that machine over USB/IP, which Docker Desktop can do since 4.35 (Windows: with usbipd and a kernel that has the camera's driver)"
                ),
            ])
    }

    /// The hypervisor, if this is a virtual machine: otherwise its kind is not known, and it may as well be a container in a cloud.
    var namedVirtualMachine: String? {
        guard let platform = host.machine?.platform, !platform.hasDeviceTree, let machine = platform.virtualMachine, machine.first?.isUppercase == true
        else { return nil }
        return machine
    }

    static func passing(_ machine: String) -> Fix {
        machine == "Hyper-V"
            ? Fix(
                "Hyper-V and remote desktops (RDP, xrdp) do not pass a camera to Linux: scan on the host itself, or send its picture over the network (RTSP), or its USB port with USB/IP (usbipd)"
            )
            : Fix(
                "Pass the camera's USB device through from the host: in the settings of the virtual machine, or its window's menu for USB devices"
            )
    }

    /// A virtual machine has the devices that its host gives it.
    private func noneInGuest(_ machine: String) -> Finding {
        Finding(
            .deviceNone, .fail, "there is no camera on this machine",
            evidence: [
                EvidenceLine("machine", "a virtual machine (\(machine)), which has only what its host gives it")
            ] + evidence, effect: effect,
            fixes: [
                Self.passing(machine),
                Fix(
                    "Then watch it appear in the list", commands: ["candela list --watch"], isRunnable: false),
                Fix("Or read a camera on the network", commands: ["candela scan rtsp://ADDRESS/STREAM"], isRunnable: false),
                Fix("Try everything else with the simulated camera", commands: ["candela scan sim:bench --once"]),
            ])
    }

    /// What a host has passed to its guest is what somebody waits for there; a camera is the second question.
    private func beforeGuest(_ guest: Finding) -> Finding {
        guard let scanner = host.machine?.handScanner else { return guest }
        var finding = handScanner(scanner)
        let known = finding.evidence
        finding.evidence += guest.evidence.filter { !known.contains($0) }
        finding.fixes += guest.fixes.prefix(1).map { $0.under("If a camera is meant") } + guest.fixes.dropFirst()
        return finding
    }

    private func none() -> Finding {
        var finding = noneHere()
        DevicePort(snapshot, host)?.explain(&finding)
        RemoteDesktop(snapshot)?.explain(&finding)
        // The name with another number says more: see `NodeJudge.explainVirtual`.
        if snapshot.subject.isNamed, NodeJudge.loadable(snapshot.subject.name, snapshot.nodes.value ?? [], snapshot) == 0,
            host.machine?.module("v4l2loopback")?.isForeign == true
        {
            finding.message += "; if \(snapshot.subject.name) is meant as a virtual camera: its module v4l2loopback is installed and not loaded"
            finding.evidence.append(EvidenceLine("v4l2loopback", "on disk, not loaded"))
            finding.fixes.append(NodeJudge.load(0))
        }
        return finding
    }

    private func noneHere() -> Finding {
        let platform = host.machine?.platform ?? Platform()
        // Desktop computers of Apple's, and telephones, have a device tree, and no connector for a camera.
        let isBoard = platform.hasDeviceTree && platform.board?.hasPrefix("Apple ") != true && host.machine?.isHandset != true
        let input = host.machine?.disabledInput
        if let qube = inQubes() { return qube }
        if let machine = namedVirtualMachine { return beforeGuest(noneInGuest(machine)) }
        // Nothing may be plugged into one of several.
        let log = KernelLogFacts(host)
        if let probe = log.oneFailedController, var finding = ControllerFirmware.find(probe, log, Place(snapshot), isOnly: false) {
            finding.evidence += evidence
            return finding
        }
        // A board or laptop has, or may have, a camera of its own that is asked about.
        let scanner = host.machine?.handScanner
        if let scanner, !isBoard && platform.isPortable != true || ScannerInContainer(scanner, snapshot)?.isForBarcodes == true {
            return handScanner(scanner)
        }
        return Finding(
            .deviceNone, .fail,
            isBoard
                ? "there is no camera on this machine: none is on USB, and the board's device tree has no sensor enabled"
                    + (input == nil ? "" : "; its HDMI input is disabled, too")
                : "there is no camera on this machine"
                    + (platform.isPortable == true
                        ? "; a built-in one that is switched off by a key, a slider or the firmware setup cannot be told from one that is missing" : ""),
            evidence: (platform.board.map { isBoard ? [EvidenceLine("model", $0)] : [] } ?? [])
                + (input.map { [EvidenceLine($0, "status disabled")] } ?? []) + evidence + (scanner.map { [handScannerLine($0)] + (port(of: $0)?.evidence ?? []) } ?? []),
            effect: effect,
            fixes: (input == nil
                ? []
                : [
                    Fix(
                        "If the HDMI input is meant as the camera: enable its overlay with the board's own tool (\(Place.overlayTools)), or update to a newer image of the system, whose device tree enables it"
                    )
                ])
                + (isBoard
                    ? [
                        Fix(
                            "If the camera is on the board's camera connector (CSI), enable the overlay of its sensor with the board's own tool (\(Place.overlayTools); Jetson: jetson-io; others: fdtoverlays in extlinux.conf or overlays in the boot configuration), and reboot"
                        )
                    ] : []) + ([
                    Fix(
                        "Plug in a camera while this command runs: it should appear in the list",
                        commands: ["candela list --watch"],
                        isRunnable: false),
                    Fix(
                        "For a built-in camera, look for its switch or key (with Fn, often F6 to F10), and check that the firmware setup does not disable it"
                    ),
                    // A machine that names its maker and model is none.
                    host.machine != nil && platform.virtualMachine == nil
                        ? nil : Fix("In a virtual machine, pass the USB device through from the host"),
                    Fix("Try everything else with the simulated camera", commands: ["candela scan sim:bench --once"]),
                ] as [Fix?]).compactMap(\.self) + (scanner.map(handScannerFixes) ?? []))
    }
}
