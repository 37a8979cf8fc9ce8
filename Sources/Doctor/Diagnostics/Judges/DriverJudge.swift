// SPDX-License-Identifier: Apache-2.0

/// Judges whether a driver is bound to the camera.
enum DriverJudge {
    static func judge(_ snapshot: Snapshot) -> CheckReport {
        guard let host = snapshot.host.value else { return .unseen(.driver, snapshot.host) }
        if let node = snapshot.chosen { return judge(node, snapshot) }
        if let camera = host.usbCameras.first(where: { $0.driver == nil }) {
            return CheckReport(.driver, findings: [unbound(camera, host, isWSL: snapshot.isWSL)], passed: "")
        }
        // The image processors of a Raspberry Pi are present even without a camera.
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
                .driver, .pass, "\(camera.driver ?? "a driver") is bound to \(camera.title)",
                evidence: [EvidenceLine("/sys/bus/usb/devices/\(camera.interface)/driver", camera.driver ?? "none")])
        }
        return CheckReport(.driver, .unknown, "no camera is selected, so there is no driver to check")
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
            .driver, .pass, node.driver.map { "driver \($0)" } ?? "a driver created \(node.sysname)",
            evidence: [EvidenceLine("driver", node.driver ?? "not named in sysfs")])
    }

    /// Another driver is bound to the camera: it is passed through to a virtual machine or another host, or a program
    /// controls it over USB.
    private static func taken(_ camera: USBCameraRecord, _ driver: String) -> Finding {
        let interface = "/sys/bus/usb/devices/\(camera.interface)/driver"
        return Finding(
            .deviceDriverRefused, .fail, "the driver \(driver) is bound to \(camera.title) instead of uvcvideo",
            evidence: [EvidenceLine(interface, driver)],
            effect: "the camera is in use by a virtual machine, another host, or a program that controls it over USB",
            fixes: [
                Fix(
                    "Stop what uses it: a virtual machine it is passed through to, usbip, or a program that controls it over USB"
                ),
                Fix("Then replug the camera"),
            ])
    }

    /// The node exists, but its device does not answer any more.
    static func gone(_ node: NodeRecord, _ call: String, _ errno: String) -> Finding {
        Finding(
            .deviceDropped, .fail, "\(node.title) disconnected: no device answers at \(node.place)",
            evidence: [EvidenceLine(call, errno)], effect: "no picture can be captured until it is connected again",
            fixes: replug(node))
    }

    static func replug(_ node: NodeRecord?) -> [Fix] {
        var fixes = [
            Fix(
                "Unplug the camera and plug it directly into another port, with a shorter cable, or use a powered hub"
            )
        ]
        if let key = node?.cameraKey, node?.usbPowerControl == "auto", isSafePath(key) {
            fixes.append(
                Fix(
                    "Disable power saving for the port",
                    commands: ["echo on | sudo tee \(key)/power/control"], needsRoot: true,
                    undo: ["echo auto | sudo tee \(key)/power/control"]))
        }
        return fixes
    }

    private static func unbound(_ camera: USBCameraRecord, _ host: HostRecord, isWSL: Bool) -> Finding {
        var evidence = [
            camera.classEvidence,
            EvidenceLine("/sys/bus/usb/devices/\(camera.interface)/driver", "none"),
            EvidenceLine("uvcvideo", words(host.uvcDriver)),
        ]
        let effect = "the camera is powered, but Linux creates no video node for it"
        if camera.isAuthorized == false {
            let file = "/sys/bus/usb/devices/\(camera.device)/authorized"
            return Finding(
                .deviceDriverRefused, .fail,
                "USB device \(camera.device) (\(camera.title)) is not authorised, so no driver can bind to it",
                evidence: evidence + [EvidenceLine(file, "0")], effect: effect,
                fixes: [
                    Fix(
                        "Authorise it, if you trust it (tools such as usbguard block new devices on purpose)",
                        commands: ["echo 1 | sudo tee \(file)"], needsRoot: true, undo: ["echo 0 | sudo tee \(file)"],
                        isRunnable: false)
                ])
        }
        if host.uvcDriver == .available, let line = host.blacklisting.first {
            return Finding(
                .deviceDriverRefused, .fail, "the driver uvcvideo is disabled on this machine",
                evidence: evidence + [
                    EvidenceLine(String(line.prefix { $0 != ":" }), String(line.drop { $0 != ":" }.dropFirst(2)))
                ],
                effect: effect,
                fixes: [
                    Fix(
                        "Load it now, despite that line", commands: ["sudo modprobe --ignore-install uvcvideo"],
                        needsRoot: true,
                        undo: ["sudo modprobe -r uvcvideo"], isRunnable: false),
                    Fix("To load it permanently, remove that line, unless somebody added it on purpose"),
                ])
        }
        let keyWords = ["Required key", "unavailable key", "unsigned module", "Lockdown: modprobe"]
        if host.uvcDriver != .loaded,
            let line = host.kernelLog.value?.last(where: { line in keyWords.contains { line.contains($0) } })
        {
            return Finding(
                .deviceDriverRefused, .fail,
                "the driver uvcvideo is not loaded, and the kernel rejected a module that is not signed with a trusted key",
                confidence: .possible, evidence: evidence + [EvidenceLine("kernel log", line)] + lockdown(host),
                effect: effect,
                fixes: [
                    Fix(
                        "Check whether it was this module", commands: ["sudo modprobe uvcvideo"], needsRoot: true,
                        undo: ["sudo modprobe -r uvcvideo"]),
                    Fix(
                        "Sign the module with your own key and enrol that key with mokutil, or use the distribution's kernel, whose modules are signed"
                    ),
                ])
        }
        evidence.append(
            EvidenceLine("/lib/modules/\(host.kernelRelease)", host.hasModulesFolder ? "present" : "missing"))
        if isWSL, host.uvcDriver == .absent || host.uvcDriver == .unknown {
            evidence.append(EvidenceLine("/proc/sys/kernel/osrelease", host.kernelRelease))
            return notInWSL(camera, evidence)
        }
        if !host.hasModulesFolder, host.uvcDriver != .loaded, host.uvcDriver != .builtIn {
            return Finding(
                .deviceNoDriver, .fail,
                "no driver is bound to \(camera.title): the modules of the running kernel \(host.kernelRelease) are missing, as after an upgrade",
                evidence: evidence, effect: effect,
                fixes: [
                    Fix("Reboot into the new kernel", commands: ["sudo reboot"], needsRoot: true, isRunnable: false)
                ])
        }
        switch host.uvcDriver {
        case .loaded, .builtIn:
            return Finding(
                .deviceNoDriver, .fail, "the driver uvcvideo is loaded but not bound to \(camera.title)",
                evidence: evidence + logTail(host), effect: effect,
                fixes: [
                    Fix(
                        "Bind the driver",
                        commands: ["echo \(camera.interface) | sudo tee /sys/bus/usb/drivers/uvcvideo/bind"],
                        needsRoot: true,
                        undo: ["echo \(camera.interface) | sudo tee /sys/bus/usb/drivers/uvcvideo/unbind"]),
                    Fix(
                        "Or replug the camera: if the driver fails again, the kernel log shows why (sudo journalctl -k)"
                    ),
                ])
        case .available, .unknown:
            return Finding(
                .deviceNoDriver, .fail, "no driver is bound to \(camera.title): uvcvideo is not loaded",
                evidence: evidence, effect: effect,
                fixes: [
                    Fix(
                        "Load the driver for USB cameras", commands: ["sudo modprobe uvcvideo"], needsRoot: true,
                        undo: ["sudo modprobe -r uvcvideo"])
                ])
        case .absent:
            return Finding(
                .deviceNoDriver, .fail, "no driver is bound to \(camera.title): this kernel does not include uvcvideo",
                evidence: evidence, effect: effect,
                fixes: [
                    Fix(
                        "Install the kernel package with the media drivers: \"cloud\" and \"virtual\" kernels do not include them (Debian: linux-image-amd64; Ubuntu: linux-modules-extra)",
                        commands: ["sudo apt install linux-image-amd64"], needsRoot: true, isRunnable: false)
                ])
        }
    }

    /// Windows has passed the camera through (USB/IP), but the kernel is Microsoft's: neither a reboot nor a package of a
    /// distribution brings the driver.
    private static func notInWSL(_ camera: USBCameraRecord, _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceNoDriver, .fail,
            "no driver is bound to \(camera.title): this kernel of WSL does not include uvcvideo",
            evidence: evidence,
            effect:
                "the camera is attached to WSL, but Linux creates no video node for it; picture files can be scanned",
            fixes: [
                Fix(
                    "In PowerShell on Windows, update WSL, whose newer kernels have the driver as a module",
                    commands: ["wsl --update", "wsl --shutdown"], isRunnable: false),
                Fix(
                    "Start WSL again, attach the camera, and load the driver", commands: ["sudo modprobe uvcvideo"],
                    needsRoot: true, undo: ["sudo modprobe -r uvcvideo"], isRunnable: false),
                Fix(
                    "If the new kernel has no such module, build Microsoft's kernel with CONFIG_USB_VIDEO_CLASS and name it in .wslconfig"
                ),
            ])
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
        case .unknown: "the module index cannot be read"
        }
    }

    private static func needsLibcamera(
        _ reason: String, _ place: String, _ confidence: Finding.Confidence = .certain
    ) -> Finding {
        Finding(
            .deviceNeedsLibcamera, .fail,
            confidence == .certain
                ? "this camera delivers raw sensor data, which only libcamera can convert into pictures"
                : "there is no video node; if a camera is built in, only libcamera can use it",
            confidence: confidence, evidence: [EvidenceLine(place, reason)],
            effect: "without libcamera there is no usable picture",
            fixes: [
                Fix(
                    "On a Raspberry Pi, pipe the camera's frames into candela",
                    commands: [
                        "rpicam-vid --timeout 0 --codec yuv420 --width 1280 --height 720 --output - | candela scan - --format YU12 --size 1280x720"
                    ],
                    isRunnable: false),
                libcameraPipe("On a laptop (Intel IPU), let GStreamer capture with libcamera"),
            ])
    }

    /// Frames that libcamera captures, through a pipe. libcamerify cannot do it: what it shows of such a camera is no V4L2
    /// node that candela could open.
    static func libcameraPipe(_ title: String) -> Fix {
        Fix(
            title,
            commands: [
                "gst-launch-1.0 -q libcamerasrc ! videoconvert ! y4menc ! fdsink | candela scan --newest -"
            ],
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
