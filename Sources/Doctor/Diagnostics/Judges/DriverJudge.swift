// SPDX-License-Identifier: Apache-2.0

/// Does a driver serve the camera?
enum DriverJudge {
    static func judge(_ snapshot: Snapshot) -> CheckReport {
        guard let host = snapshot.host.value else { return .unseen(.driver, snapshot.host) }
        if let node = snapshot.chosen { return judge(node, snapshot) }
        if let camera = host.usbCameras.first(where: { $0.driver == nil }) {
            return CheckReport(.driver, findings: [unbound(camera, host)], passed: "")
        }
        // A Raspberry Pi's image processors are there without any camera.
        let processors: Set = ["bcm2835-isp", "pispbe"]
        let receiver = snapshot.nodes.value?.first { node in
            node.nodeClass == "needs-libcamera" && !processors.contains(node.driver ?? "")
        }
        if let node = receiver {
            return CheckReport(.driver, findings: [needsLibcamera(node.classReason, node.place)], passed: "")
        }
        if snapshot.nodes.value?.isEmpty == true, host.usbCameras.isEmpty, host.mediaDevices > 0 {
            return CheckReport(
                .driver,
                findings: [
                    needsLibcamera("the kernel has media devices, but no video node for them", "/dev/media0", .possible)
                ],
                passed: "")
        }
        if snapshot.nodes.value?.isEmpty == true, let camera = host.usbCameras.first, let driver = camera.driver,
            driver != "uvcvideo"
        {
            return CheckReport(.driver, findings: [taken(camera, driver)], passed: "")
        }
        if let camera = host.usbCameras.first {
            return CheckReport(
                .driver, .pass, "\(camera.driver ?? "a driver") serves \(camera.title)",
                evidence: [EvidenceLine("/sys/bus/usb/devices/\(camera.interface)/driver", camera.driver ?? "none")])
        }
        return CheckReport(.driver, .unknown, "no camera was chosen to ask about")
    }

    private static func judge(_ node: NodeRecord, _ snapshot: Snapshot) -> CheckReport {
        if node.nodeClass == "needs-libcamera" {
            return CheckReport(.driver, findings: [needsLibcamera(node.classReason, node.place)], passed: "")
        }
        switch node.open {
        case .refused(let name) where name == "ENODEV" || name == "ENXIO":
            return CheckReport(.driver, findings: [gone(node, "open(\(node.place))", name)], passed: "")
        default: break
        }
        return CheckReport(
            .driver, .pass, node.driver.map { "driver \($0)" } ?? "a driver made \(node.sysname)",
            evidence: [EvidenceLine("driver", node.driver ?? "not named in sysfs")])
    }

    /// Another driver has the camera: it is passed to a virtual machine or another host, or a program drives it itself.
    private static func taken(_ camera: USBCameraRecord, _ driver: String) -> Finding {
        let interface = "/sys/bus/usb/devices/\(camera.interface)/driver"
        return Finding(
            .deviceDriverRefused, .fail, "the driver \(driver) has taken \(camera.title), in place of uvcvideo",
            evidence: [EvidenceLine(interface, driver)],
            effect: "the camera belongs to a virtual machine, another host, or a program that drives it itself",
            fixes: [
                Fix(
                    "End what uses it: a virtual machine it is passed through to, usbip, or a program that speaks USB itself"
                ),
                Fix("Then plug the camera in again"),
            ])
    }

    /// The node is there, but whatever stood behind it is not.
    static func gone(_ node: NodeRecord, _ call: String, _ errno: String) -> Finding {
        Finding(
            .deviceDropped, .fail, "\(node.title) has gone: no device answers behind \(node.place)",
            evidence: [EvidenceLine(call, errno)], effect: "no picture can be taken until it is back",
            fixes: replug(node))
    }

    static func replug(_ node: NodeRecord?) -> [Fix] {
        var fixes = [
            Fix(
                "Plug the camera in again, straight into another port of the machine, with a shorter cable or a powered hub"
            )
        ]
        if let key = node?.cameraKey, node?.usbPowerControl == "auto", isSafePath(key) {
            fixes.append(
                Fix(
                    "Keep the port from saving power",
                    commands: ["echo on | sudo tee \(key)/power/control"], needsRoot: true,
                    undo: ["echo auto | sudo tee \(key)/power/control"]))
        }
        return fixes
    }

    private static func unbound(_ camera: USBCameraRecord, _ host: HostRecord) -> Finding {
        var evidence = [
            camera.classEvidence,
            EvidenceLine("/sys/bus/usb/devices/\(camera.interface)/driver", "none"),
            EvidenceLine("uvcvideo", words(host.uvcDriver)),
        ]
        let effect = "the camera is powered, but Linux makes no video node for it"
        if camera.isAuthorized == false {
            let file = "/sys/bus/usb/devices/\(camera.device)/authorized"
            return Finding(
                .deviceDriverRefused, .fail,
                "USB device \(camera.device) (\(camera.title)) is not authorised, so no driver may bind to it",
                evidence: evidence + [EvidenceLine(file, "0")], effect: effect,
                fixes: [
                    Fix(
                        "Authorise it, if you trust it (tools such as usbguard forbid new devices on purpose)",
                        commands: ["echo 1 | sudo tee \(file)"], needsRoot: true, undo: ["echo 0 | sudo tee \(file)"],
                        isRunnable: false)
                ])
        }
        if host.uvcDriver == .available, let line = host.blacklisting.first {
            return Finding(
                .deviceDriverRefused, .fail, "the driver uvcvideo is switched off on this machine",
                evidence: evidence + [
                    EvidenceLine(String(line.prefix { $0 != ":" }), String(line.drop { $0 != ":" }.dropFirst(2)))
                ],
                effect: effect,
                fixes: [
                    Fix(
                        "Load it for now, past that line", commands: ["sudo modprobe --ignore-install uvcvideo"],
                        needsRoot: true,
                        undo: ["sudo modprobe -r uvcvideo"], isRunnable: false),
                    Fix("For good: remove that line, if nobody put it there on purpose"),
                ])
        }
        let keyWords = ["Required key", "unavailable key", "unsigned module", "Lockdown: modprobe"]
        if host.uvcDriver != .loaded,
            let line = host.kernelLog.value?.last(where: { line in keyWords.contains { line.contains($0) } })
        {
            return Finding(
                .deviceDriverRefused, .fail,
                "the driver uvcvideo is not loaded, and the kernel has refused a module that is not signed by a key it knows",
                confidence: .possible, evidence: evidence + [EvidenceLine("kernel log", line)] + lockdown(host),
                effect: effect,
                fixes: [
                    Fix(
                        "See whether it was this module", commands: ["sudo modprobe uvcvideo"], needsRoot: true,
                        undo: ["sudo modprobe -r uvcvideo"]),
                    Fix(
                        "Sign the module with a key of your own and enrol that with mokutil, or use the distribution's kernel, whose modules are signed"
                    ),
                ])
        }
        evidence.append(
            EvidenceLine("/lib/modules/\(host.kernelRelease)", host.hasModulesFolder ? "present" : "not there"))
        if !host.hasModulesFolder, host.uvcDriver != .loaded, host.uvcDriver != .builtIn {
            return Finding(
                .deviceNoDriver, .fail,
                "no driver serves \(camera.title): the modules of the running kernel \(host.kernelRelease) are gone, as after an upgrade",
                evidence: evidence, effect: effect,
                fixes: [
                    Fix("Restart into the new kernel", commands: ["sudo reboot"], needsRoot: true, isRunnable: false)
                ])
        }
        switch host.uvcDriver {
        case .loaded, .builtIn:
            return Finding(
                .deviceNoDriver, .fail, "the driver uvcvideo is loaded but not bound to \(camera.title)",
                evidence: evidence + logTail(host), effect: effect,
                fixes: [
                    Fix(
                        "Bind it", commands: ["echo \(camera.interface) | sudo tee /sys/bus/usb/drivers/uvcvideo/bind"],
                        needsRoot: true,
                        undo: ["echo \(camera.interface) | sudo tee /sys/bus/usb/drivers/uvcvideo/unbind"]),
                    Fix("Plug it in again: if it fails to start, the kernel's log says why (sudo journalctl -k)"),
                ])
        case .available, .unknown:
            return Finding(
                .deviceNoDriver, .fail, "no driver serves \(camera.title): uvcvideo is not loaded",
                evidence: evidence, effect: effect,
                fixes: [
                    Fix(
                        "Load the driver of USB cameras", commands: ["sudo modprobe uvcvideo"], needsRoot: true,
                        undo: ["sudo modprobe -r uvcvideo"])
                ])
        case .absent:
            return Finding(
                .deviceNoDriver, .fail, "no driver serves \(camera.title): this kernel comes without uvcvideo",
                evidence: evidence, effect: effect,
                fixes: [
                    Fix(
                        "Install the kernel package with the media drivers: \"cloud\" and \"virtual\" kernels leave them out (Debian: linux-image-amd64; Ubuntu: linux-modules-extra)",
                        commands: ["sudo apt install linux-image-amd64"], needsRoot: true, isRunnable: false)
                ])
        }
    }

    private static func lockdown(_ host: HostRecord) -> [EvidenceLine] {
        host.lockdown.map { [EvidenceLine("/sys/kernel/security/lockdown", $0)] } ?? []
    }

    private static func logTail(_ host: HostRecord) -> [EvidenceLine] {
        (host.kernelLog.value ?? []).filter { $0.contains("uvcvideo") }.suffix(2).map { EvidenceLine("kernel log", $0) }
    }

    private static func words(_ driver: HostRecord.UVCDriver) -> String {
        switch driver {
        case .loaded: "loaded"
        case .builtIn: "built into the kernel"
        case .available: "on disk, not loaded"
        case .absent: "not on disk for this kernel"
        case .unknown: "the modules' index cannot be read"
        }
    }

    private static func needsLibcamera(
        _ reason: String, _ place: String, _ confidence: Finding.Confidence = .certain
    ) -> Finding {
        Finding(
            .deviceNeedsLibcamera, .fail,
            confidence == .certain
                ? "this camera gives raw sensor data, which only libcamera turns into pictures"
                : "there is no video node; if a camera is built in, it is one that only libcamera can use",
            confidence: confidence, evidence: [EvidenceLine(place, reason)],
            effect: "V4L2 alone yields no picture that can be read",
            fixes: [
                Fix(
                    "Raspberry Pi: pipe its frames in",
                    commands: [
                        "rpicam-vid --timeout 0 --codec yuv420 --width 1280 --height 720 --output - | candela scan - --format YU12 --size 1280x720"
                    ],
                    isRunnable: false),
                Fix(
                    "Laptops (Intel IPU): let libcamera stand in for V4L2", commands: ["libcamerify candela scan"],
                    isRunnable: false),
            ])
    }

    /// Whether a path of sysfs can stand in a shell command as it is.
    static func isSafePath(_ path: String) -> Bool {
        path.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                || [UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":")]
                    .contains(byte)
        }
    }
}

extension USBCameraRecord {
    /// What shows that it is a camera.
    var classEvidence: EvidenceLine {
        isAuthorized == false
            ? EvidenceLine("/sys/bus/usb/devices/\(device)/descriptors", "an interface of class 0e (video)")
            : EvidenceLine("/sys/bus/usb/devices/\(interface)/bInterfaceClass", "0e (video)")
    }
}
