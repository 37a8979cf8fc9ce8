// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import MachineFacts

/// Judges whether a driver is bound to the camera.
enum DriverJudge {
    static func judge(_ snapshot: Snapshot) -> CheckReport {
        guard let host = snapshot.host.value else { return .unseen(.driver, snapshot.host) }
        if let hung = HungTask.find(snapshot, host) { return CheckReport(.driver, findings: [hung], passed: "") }
        if let node = snapshot.chosen, let crash = CrashedDriver.find(node, snapshot, host) {
            return CheckReport(.driver, findings: [crash], passed: "").adding(notes: notes(snapshot, host))
        }
        if let node = snapshot.chosen { return judge(node, snapshot).adding(notes: notes(snapshot, host)) }
        // One that works, whatever the name that was asked for.
        if snapshot.nodes.value?.contains(where: { $0.yieldsPictures && $0.nodeClass == "capture" && !$0.isDead })
            == true
        {
            return CheckReport(.driver, .pass, "a camera of this machine has its driver")
        }
        if let receiver = SensorJudge(snapshot, host).receiver, let finding = LibcameraAccess.find(snapshot, receiver) {
            return CheckReport(.driver, findings: [finding], passed: "")
        }
        // libcamera has the camera, so what ends the service by itself comes first.
        if let client = snapshot.client, snapshot.libcamera?.value?.cameras.isEmpty == false,
            let finding = ClientJudge.broken(client, Place(snapshot)) ?? NamedDevices.sensor(client, snapshot.libcamera?.value)
                ?? failed(client, snapshot)
        {
            return CheckReport(.driver, findings: [finding], passed: "")
        }
        let place = Place(snapshot)
        let findings = [
            host.usbCameras.first { $0.driver == nil }.map { UnboundCamera($0, host, place).find() },
            host.machine?.hardware.first { $0.kind == .own && $0.driver == nil && $0.makesNode(host) }.map { camera in
                var finding = UnboundCamera(camera, host, place).find()
                // Depth cameras are mostly used without the kernel's driver, which their libraries ask to disable.
                if UnclaimedDevice.isDepthCamera(named: camera.title ?? "") {
                    ClosedUSBNode(camera.name, vendor: camera.vendorID, product: camera.productID, snapshot, host)?.explain(&finding)
                }
                return finding
            },
            claimed(snapshot, host), nodelessOwn(snapshot, host), SensorJudge(snapshot, host).find(),
            taken(snapshot, host),
            refusedLoopback(snapshot, host, .fail),
            nodeless(snapshot, host),
        ]
        if var finding = findings.compactMap(\.self).first {
            // The camera that has no pictures need not be the one that was asked for.
            if snapshot.selection.value?.failure?.kind == .noSuchPath { NodeJudge.explainVirtual(&finding, snapshot) }
            if snapshot.hasNoCameraNode { finding = AbsentCamera(snapshot, host).naming(finding) }
            let report = CheckReport(.driver, findings: [finding], passed: "").adding(notes: NodeJudge.unfed(snapshot))
            return report.adding(
                notes: finding.id == .deviceNeedsLibcamera
                    ? notes(snapshot, host) + [ColourJudge.withoutFilter(snapshot.libcamera?.value)].compactMap(\.self) : [])
        }
        if let camera = host.usbCameras.first {
            return CheckReport(
                .driver, .pass, "\(camera.driver ?? "a driver") is bound to \(camera.title)",
                evidence: [EvidenceLine("/sys/bus/usb/devices/\(camera.interface)/driver", camera.driver ?? "none")])
        }
        return CheckReport(.driver, .unknown, "no camera is selected, so there is no driver to check")
    }

    /// Lets in what the firewall drops.
    static func allow(_ drop: (sender: String, port: String, isUFW: Bool, line: String)) -> Fix {
        let version = drop.sender.contains(":") ? "ipv6" : "ipv4"
        let way = drop.line.contains("PROTO=TCP") ? "tcp" : "udp"
        let command =
            drop.isUFW
            ? "sudo ufw allow from \(drop.sender) to any port \(drop.port) proto \(way)"
            : "sudo firewall-cmd --add-rich-rule='rule family=\(version) source address=\(drop.sender) port port=\(drop.port) protocol=\(way) accept'"
        let undo =
            drop.isUFW
            ? "sudo ufw delete allow from \(drop.sender) to any port \(drop.port) proto \(way)"
            : command.replacing("--add-rich", with: "--remove-rich")
        return Fix(
            "If its pictures come from \(drop.sender), a camera on the network or on USB: the firewall drops what that sends to port \(drop.port); let it in",
            commands: [command], needsRoot: true, undo: [undo], isRunnable: false)
    }

    /// Whether the kernel lists no other video nodes than those that were examined, and none of these comes from a camera.
    private static func hasNoOtherNode(_ snapshot: Snapshot, _ host: HostRecord) -> Bool {
        guard snapshot.hasNoCameraNode, let names = host.videoNames else { return false }
        let known = Set((snapshot.nodes.value ?? []).map(\.sysname))
        return names.allSatisfy { known.contains($0) || $0.hasPrefix("v4l-subdev") }
    }

    /// The driver is bound to the camera and has made no node for it: it did not accept what the camera says of itself.
    private static func nodeless(_ snapshot: Snapshot, _ host: HostRecord) -> Finding? {
        guard hasNoOtherNode(snapshot, host),
            let camera = host.usbCameras.first(where: { $0.driver == "uvcvideo" })
        else { return nil }
        let lines = KernelLogFacts(host).lines.filter { line in
            line.contains("uvcvideo") || line.contains("\(camera.interface):") || line.contains("usb \(camera.device):")
        }
        return Finding(
            .deviceDriverRefused, .fail,
            "uvcvideo of this kernel (\(host.kernelRelease)) is bound to \(camera.title), but has made no video node for it",
            confidence: lines.isEmpty ? .likely : .certain,
            evidence: [
                EvidenceLine("/sys/bus/usb/devices/\(camera.interface)/driver", "uvcvideo"),
                EvidenceLine("/sys/class/video4linux", "no node"),
            ] + lines.suffix(4).map { EvidenceLine("kernel log", $0) },
            effect: "no program can capture from it",
            fixes: (host.otherKernels.last.map {
                [
                    Fix(
                        "If it worked before an upgrade, start the other kernel that is installed (\($0)) from the boot menu: newer drivers are stricter with faulty descriptors"
                    )
                ]
            } ?? [
                Fix(
                    "If it worked before an upgrade, start the kernel before it from the boot menu, if it is still installed"
                )
            ]) + [
                Fix("Install the newest update of the kernel: such a refusal is usually put right there")
            ] + replug(nil))
    }

    /// The same for a camera or grabber with a driver of its own. Some of these consist of several modules, of which one makes the
    /// nodes, such as em28xx and em28xx-v4l.
    private static func nodelessOwn(_ snapshot: Snapshot, _ host: HostRecord) -> Finding? {
        guard hasNoOtherNode(snapshot, host),
            let camera = host.machine?.hardware.first(where: { $0.kind == .own && $0.driver != nil && $0.makesNode(host) }),
            let driver = camera.driver
        else { return nil }
        let log = KernelLogFacts(host)
        let place = Place(snapshot)
        let title = camera.title ?? "the \(camera.bus.uppercased()) device \(camera.identifier)"
        let lines = log.lines.filter { $0.contains("\(driver):") || $0.contains("\(driver) ") }
        let evidence =
            [
                EvidenceLine("driver of \(camera.identifier)", driver),
                EvidenceLine("/sys/class/video4linux", "no node"),
            ]
        if let missing = MissingFirmware(of: driver, in: log) {
            if let early = EarlyDriver(missing.line, host) {
                return early.finding(title, driver: driver, place, evidence + [EvidenceLine("kernel log", missing.line)])
            }
            return missing.finding(title, place, evidence)
        }
        if let rejected = RejectedFirmware(of: driver, in: log) { return rejected.finding(title, place, evidence) }
        return Finding(
            .deviceDriverRefused, .fail,
            "the driver \(driver) of this kernel (\(host.kernelRelease)) is bound to \(title), but has made no video node for it",
            confidence: .likely, evidence: evidence + lines.suffix(3).map { EvidenceLine("kernel log", $0) },
            effect: "no program can capture from it",
            fixes: [
                Fix(
                    "If the driver has a module of its own for video (such as em28xx-v4l of em28xx), load it",
                    commands: ["find \(Words.shell(host.modulesRoot ?? ModulesFolder.usual))/$(uname -r) -name '\(Words.shell(driver))*'"], isRunnable: false),
                Fix(
                    "If there is none on disk, this kernel was built without that part: install the newest update of the kernel, or another kernel of your distribution"
                ),
            ])
    }

    /// What is wrong with other cameras than the selected one.
    private static func notes(_ snapshot: Snapshot, _ host: HostRecord) -> [Finding] {
        [refusedLoopback(snapshot, host, .note) ?? unusedLoopback(snapshot, host)].compactMap(\.self)
    }

    /// Somebody prepared a virtual camera, its module is not loaded, and the node that was asked for gives no picture: perhaps
    /// that virtual camera is what was meant.
    private static func unusedLoopback(_ snapshot: Snapshot, _ host: HostRecord) -> Finding? {
        guard !["capture", "loopback"].contains(snapshot.chosen?.nodeClass), let machine = host.machine else { return nil }
        let module = machine.module("v4l2loopback")
        guard module?.isLoaded != true, module?.isAvailable == true || machine.virtualCameraSign != nil else {
            return nil
        }
        let place = Place(snapshot)
        let sign = machine.virtualCameraSign.map { [EvidenceLine("virtual cameras are prepared by", $0)] } ?? []
        let effect = "programs that feed a virtual camera (a phone as a webcam, OBS) cannot offer it"
        guard module?.isAvailable != true else {
            return Finding(
                .deviceNoDriver, .note,
                "a virtual camera was not made: its module v4l2loopback is installed, and not loaded",
                evidence: sign + [EvidenceLine("v4l2loopback", "on disk, not loaded")], effect: effect,
                fixes: place.isGuest
                    ? []
                    : [
                        Fix(
                            "If you expect one, load the module, and use the node that it makes",
                            commands: ["sudo modprobe v4l2loopback"], needsRoot: true,
                            undo: ["sudo modprobe -r v4l2loopback"], isRunnable: false)
                    ])
        }
        let kernel = host.kernelRelease
        return Finding(
            .deviceNoDriver, .note,
            "a virtual camera was not made: its module v4l2loopback is expected, and not on disk for this kernel (\(kernel))",
            evidence: sign + [EvidenceLine(host.modulesFolder, "no v4l2loopback")], effect: effect,
            fixes: [
                installLoopback(place, host)
            ])
    }

    static func installLoopback(_ place: Place, _ host: HostRecord) -> Fix {
        place.install(
            "Install what builds v4l2loopback for every kernel, with the headers of the running one; a kernel of another source (surface, zen, lts) has a package of headers of its own"
                + ([.dnf, .rpmOSTree].contains(place.platform.packages) ? ". Fedora has it in the repository RPM Fusion" : ""),
            [
                .apt: "v4l2loopback-dkms linux-headers-\(Words.shell(host.kernelRelease))",
                .dnf: "akmod-v4l2loopback kernel-devel", .rpmOSTree: "akmod-v4l2loopback",
                .pacman: "v4l2loopback-dkms linux-headers", .zypper: "v4l2loopback-kmp-default",
            ])
            ?? Fix("Build the module v4l2loopback for this kernel, and load it")
    }

    /// A virtual camera's module that somebody installed and the kernel refuses: the programs that feed it (phones as
    /// webcams, OBS) then have no camera.
    static func refusedLoopback(
        _ snapshot: Snapshot, _ host: HostRecord, _ severity: Finding.Severity
    ) -> Finding? {
        // DroidCam has its own copy.
        let installed = ["v4l2loopback", "v4l2loopback_dc"].compactMap { host.machine?.module($0) }
        guard
            let module = installed.first(where: {
                !$0.isLoaded && ($0.isAvailable || $0.unindexed != nil || !$0.otherKernels.isEmpty)
            }),
            !installed.contains(where: \.isLoaded)
        else { return nil }
        let trouble = ModuleTrouble(
            module: module, host: host, place: Place(snapshot), title: "virtual cameras",
            evidence: [
                EvidenceLine(
                    module.name,
                    module.isAvailable || module.unindexed != nil
                        ? "installed, not loaded" : "not on disk for this kernel")
            ],
            effect: "programs that feed a virtual camera (a phone as a webcam, OBS) cannot offer it",
            lead: "virtual cameras have no driver"
        ).find()
        guard var trouble else { return nil }
        trouble.severity = severity
        return trouble
    }

    /// What a client of libcamera itself says of why it has no pictures.
    private static func failed(_ client: CameraClientRecord, _ snapshot: Snapshot) -> Finding? {
        let place = Place(snapshot)
        return UnnamedOutput.find(client, snapshot) ?? LacksPreload.find(client, place) ?? WantedSensor.find(client, snapshot)
            ?? LacksElement.find(client, snapshot.holders.value?.holders ?? [], place) ?? KnownError.find(client, snapshot)
            ?? FailedService.find(client, isClear: true, place: place)
            ?? FailedChild.find(client, snapshot.holders.value?.holders ?? [], place: place)
            ?? SpokenTrouble.connector(client) ?? FailedUnit.find(client)
    }

    private static func judge(_ node: NodeRecord, _ snapshot: Snapshot) -> CheckReport {
        // What ends before it asks for a camera does so whatever way leads to that.
        if node.nodeClass == "needs-libcamera", let client = snapshot.client,
            let finding = ClientJudge.broken(client, Place(snapshot)) ?? LibcameraAccess.find(snapshot, node) ?? failed(client, snapshot)
        {
            return CheckReport(.driver, findings: [finding], passed: "")
        }
        if node.nodeClass == "needs-libcamera", let host = snapshot.host.value,
            let finding = SensorJudge(snapshot, host).find(of: node)
        {
            let trigger = finding.id == .deviceNeedsLibcamera ? SensorTrigger.ofDriver(host.machine, snapshot, []) : nil
            return CheckReport(.driver, findings: [finding], passed: "").adding(notes: [trigger].compactMap(\.self))
        }
        // Nothing feeds a virtual camera if the laptop's own, behind an image processor, has no driver.
        if node.nodeClass == "loopback", !node.yieldsPictures, let host = snapshot.host.value,
            host.machine?.hardware.contains(where: { $0.kind == .imageProcessor && $0.driver == nil }) == true,
            let finding = SensorJudge(snapshot, host).find()
        {
            return CheckReport(.driver, findings: [finding], passed: "")
        }
        // A virtual camera that shows what a built-in sensor sees has no picture of its own: the chain behind it counts.
        if node.nodeClass == "loopback", snapshot.stream.value?.ending != nil, let host = snapshot.host.value,
            let finding = SensorJudge(snapshot, host).lost()
        {
            return CheckReport(.driver, findings: [finding], passed: "")
        }
        switch node.open {
        // Without any permission the node is a leftover: the access check says so.
        case .refused(let name)
        where (name == "ENODEV" || name == "ENXIO") && node.access.map { $0.mode & 0o777 != 0 } ?? true:
            let finding = StaleNode.replaced(node, snapshot, name) ?? gone(node, "open(\(node.place))", name)
            return CheckReport(.driver, findings: [finding], passed: "")
        default: break
        }
        // Some drivers load it only when the camera is opened.
        var notes: [Finding] = []
        if let driver = node.driver, let host = snapshot.host.value {
            let log = KernelLogFacts(host)
            if !node.yieldsPictures || snapshot.stream.value?.frames == 0, let missing = MissingFirmware(of: driver, in: log) {
                let finding = missing.finding(node.title, Place(snapshot), [EvidenceLine("driver", driver)])
                return CheckReport(.driver, findings: [finding], passed: "")
            }
            notes = [MissingFirmware.calibration(driver, node.title, log, Place(snapshot))].compactMap(\.self)
        }
        if node.driver == FirmwareCamera.driver {
            if let finding = FirmwareCamera.littleMemory(snapshot) {
                return CheckReport(.driver, findings: [finding], passed: "")
            }
            notes += [FirmwareCamera.isOldWay(node, snapshot)].compactMap(\.self)
        }
        let report = CheckReport(
            .driver, .pass, node.driver.map { "driver \($0)" } ?? "a driver created \(node.sysname)",
            evidence: [EvidenceLine("driver", node.driver ?? "not named in sysfs")]
        ).adding(notes: notes)
        return ClaimedDepthCamera.find(node, snapshot).map { report.adding($0) } ?? report
    }

    /// The kernel gave the camera to a driver that is not one for cameras, because its ids are the same as those of another
    /// device.
    private static func claimed(_ snapshot: Snapshot, _ host: HostRecord) -> Finding? {
        guard snapshot.hasNoCameraNode,
            let camera = host.machine?.hardware.first(where: {
                $0.kind == .own && $0.driver != nil && $0.bus == "pci" && !$0.hasOwnDriver && $0.makesNode(host)
            }),
            let driver = camera.driver
        else { return nil }
        let name = driver.replacing("-", with: "_")
        let own = (camera.modules.filter { $0 != name } + [camera.driverApart].compactMap(\.self)).first
        guard let own, own != name, camera.driverApart != nil || !camera.modules.contains(name) else { return nil }
        let title = KnownHardware.name(camera) ?? camera.title ?? camera.identifier
        return Finding(
            .deviceDriverRefused, .fail,
            "the driver \(name) has taken the \(title) (\(camera.identifier)), and is not its driver: that is \(own)",
            evidence: [
                EvidenceLine("\(camera.device)/driver", driver),
                EvidenceLine(own, host.machine?.module(own)?.isLoaded == true ? "loaded" : "not loaded"),
            ], effect: UnboundCamera.effect,
            fixes: [
                Fix(
                    "Unload \(name), and load \(own) again",
                    commands: ["sudo modprobe -r \(name)", "sudo modprobe -r \(own)", "sudo modprobe \(own)"],
                    needsRoot: true, isRunnable: false),
                Fix(
                    "If it works then, keep \(name) from loading at every start",
                    commands: ["echo 'blacklist \(name)' | sudo tee /etc/modprobe.d/candela-\(name).conf"],
                    needsRoot: true, undo: ["sudo rm /etc/modprobe.d/candela-\(name).conf"], isRunnable: false),
            ])
    }

    /// Another driver is bound to the camera: it is passed through to a virtual machine or another host, or a program
    /// controls it over USB.
    private static func taken(_ snapshot: Snapshot, _ host: HostRecord) -> Finding? {
        guard snapshot.hasNoCameraNode, let camera = host.usbCameras.first(where: \.isTaken),
            let driver = camera.driver
        else { return nil }
        let evidence = [EvidenceLine("/sys/bus/usb/devices/\(camera.interface)/driver", driver)]
        let back = [
            Fix(
                "Then replug the camera, or give it back to its driver",
                commands: ["echo \(camera.interface) | sudo tee /sys/bus/usb/drivers/uvcvideo/bind"], needsRoot: true,
                isRunnable: false)
        ]
        guard let holder = snapshot.holders.value?.holders.first else {
            let limitation = snapshot.holders.value?.limitation
            let resets = KernelLogFacts(host).lines.filter { $0.contains("usb \(camera.device): reset ") || $0.contains("usb \(camera.device): USB disconnect") }
            // One is made when it is taken over.
            let isUnstable = driver == "usbfs" && resets.count >= 3
            return Finding(
                .deviceDriverRefused, .fail,
                "the driver \(driver) is bound to \(camera.title) instead of uvcvideo: a virtual machine, another computer or a program holds it over USB"
                    + (isUnstable ? ", and it is reset or disconnected again and again" : ""),
                evidence: evidence + (limitation.map { [EvidenceLine("not visible", $0)] } ?? [])
                    + (isUnstable ? resets.suffix(3).map { EvidenceLine("kernel log", $0) } : []),
                effect:
                    "the camera is in use by a virtual machine, another host, or a program that controls it over USB",
                fixes: [
                    Fix(
                        "Stop what uses it: a virtual machine it is passed through to, usbip, or a program that controls it over USB"
                    )
                ]
                    + (isUnstable
                        ? [
                            Fix(
                                "If a virtual machine has it: controllers of USB that QEMU and VirtualBox emulate do not carry large video streams well. Give the machine a USB controller of its own (PCI passthrough, hostpci in Proxmox) with the camera on it, or let its programs ask for a smaller picture, a lower rate or compressed pictures (MJPG)"
                            )
                        ] : []) + back)
        }
        return Finding(
            .deviceDriverRefused, .fail,
            "the program \(holder.title) controls \(camera.title) over USB, so the driver uvcvideo cannot have it",
            evidence: evidence + [
                EvidenceLine(
                    "/proc/\(holder.processID)/fd",
                    "the USB device, open in \(holder.name) (user \(holder.user))")
            ],
            effect:
                "Linux creates no video node for it; so it is for a camera that is passed through to a virtual machine",
            fixes: [
                Fix("Close \(holder.name), or remove the camera from the devices that it passes through"),
                Fix(
                    "As a last resort, end that process", commands: ["kill \(holder.processID)"], isRunnable: false),
            ] + back)
    }

    /// The node exists, but its device does not answer any more.
    static func gone(_ node: NodeRecord, _ call: String, _ errno: String) -> Finding {
        Finding(
            .deviceDropped, .fail, "\(node.title) disconnected: no device answers at \(node.place)",
            evidence: [EvidenceLine(call, errno)], effect: "no picture can be captured until it is connected again",
            fixes: replug(node))
    }

    /// What makes the connection of a camera a good one again.
    static func replug(_ subject: StreamSubject) -> [Fix] { subject.attachment.fixes(subject.node) }

    /// The same where only the node is known.
    static func replug(_ node: NodeRecord?) -> [Fix] { Attachment(node).fixes(node) }

    /// Our own way through libcamera. libcamerify is none: what it shows of such a camera is no V4L2 node that candela could open.
    static func throughLibcamera(_ title: String) -> Fix {
        Fix(
            title + "; if it lists no camera, install its modules (Debian: libcamera-ipa)",
            commands: ["candela scan libcamera:"],
            isRunnable: false)
    }

    /// Whether a sysfs path can be used in a shell command without quoting.
    static func isSafePath(_ path: String) -> Bool {
        path.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                || [UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":")]
                    .contains(byte)
        }
    }
}

extension USBCameraRecord {
    /// The evidence that the device is a camera.
    var classEvidence: EvidenceLine {
        isAuthorized == false
            ? EvidenceLine("/sys/bus/usb/devices/\(device)/descriptors", "an interface of class 0e (video)")
            : EvidenceLine("/sys/bus/usb/devices/\(interface)/bInterfaceClass", "0e (video)")
    }
}

extension NodeRecord {
    /// Whether its driver has refused to open it, and nobody's rights or use are why: such as the input of a board to which no
    /// sensor is attached.
    var isDead: Bool { ["EAGAIN", "EIO", "ENXIO", "ENODEV", "EINVAL"].contains(open.refusal) }
}
