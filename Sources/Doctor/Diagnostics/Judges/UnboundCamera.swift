// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Finds why no driver is bound to a camera that is there.
struct UnboundCamera {
    let host: HostRecord
    let place: Place
    /// The name of the camera, for sentences.
    let title: String
    let isAuthorized: Bool?
    /// Its ids, `046d:082d`.
    let identifier: String
    /// The sysfs folder of the device.
    let device: String
    /// The USB interface that a driver would be bound to; `nil` for PCI.
    let interface: String?
    /// The module that drives it; `nil` if no kernel on disk has one.
    let module: KernelModule?
    /// Evidence that the device is a camera.
    let evidence: [EvidenceLine]
    /// Its other interfaces that have a driver, as `1-4:1.1 snd-usb-audio`.
    let taken: [String]
    /// Whether it is a chip inside the machine, which nobody can replug.
    let isBridge: Bool

    static let effect = "the camera is powered, but Linux creates no video node for it"

    /// A USB camera of the standard class.
    init(_ camera: USBCameraRecord, _ host: HostRecord, _ place: Place) {
        self.host = host
        self.place = place
        title = camera.title
        isAuthorized = camera.isAuthorized
        identifier = "\(camera.vendorID ?? "????"):\(camera.productID ?? "????")"
        device = "/sys/bus/usb/devices/\(camera.device)"
        interface = camera.interface
        var module = host.machine?.module("uvcvideo") ?? KernelModule(name: "uvcvideo")
        // Older evidence holds no more than this.
        module.isLoaded = host.uvcDriver == .loaded
        module.isBuiltIn = host.uvcDriver == .builtIn
        if host.uvcDriver == .available, module.path == nil { module.path = "kernel/drivers/media/usb/uvc/uvcvideo.ko" }
        self.module = module
        taken = []
        isBridge = false
        evidence = [
            camera.classEvidence, EvidenceLine("/sys/bus/usb/devices/\(camera.interface)/driver", "none"),
            EvidenceLine("uvcvideo", Self.words(host.uvcDriver)),
        ]
    }

    /// A camera with a driver of its own, or a chip that belongs to one.
    init(_ camera: CameraHardware, _ host: HostRecord, _ place: Place) {
        self.host = host
        self.place = place
        let known = KnownHardware.name(camera)
        title = known ?? camera.title ?? "\(camera.bus.uppercased()) device \(camera.identifier)"
        isAuthorized = camera.isAuthorized
        identifier = camera.identifier
        device = camera.device
        interface = camera.bus == "usb" ? camera.name : nil
        taken = camera.taken ?? []
        isBridge = camera.kind == .bridge
        let apart = camera.driverApart.flatMap { host.machine?.module($0) }?.name
        let name = camera.modules.first ?? camera.elsewhere.first.map { String($0.prefix { $0 != " " }) } ?? apart
        module = name.map { name in host.machine?.module(name) ?? KernelModule(name: name) }
        var lines = [
            EvidenceLine(device, "\(camera.identifier)\(known.map { ", \($0)" } ?? "")"),
            EvidenceLine(
                camera.bus == "usb" ? "/sys/bus/usb/devices/\(camera.name)/driver" : "\(device)/driver", "none"),
        ]
        if !camera.modules.isEmpty {
            lines.append(EvidenceLine("modules.alias", "wants \(Words.list(camera.modules))"))
        }
        if !camera.elsewhere.isEmpty {
            lines.append(EvidenceLine("modules.alias of other kernels", Words.list(camera.elsewhere)))
        }
        evidence = lines
    }

    func find() -> Finding {
        if isAuthorized == false { return unauthorised() }
        if let line = module.flatMap({ host.blacklisting(of: $0.name) }), !isRunning { return blacklisted(line) }
        if !host.hasModulesFolder, !isRunning { return noModules() }
        if let trouble = module.flatMap(trouble) { return trouble }
        if isUVC, let refusal = UVCRefusal(of: identifier, at: port, in: KernelLogFacts(host)) { return givenUp(refusal) }
        if isRunning { return notBound() }
        guard let module, module.isAvailable || isUVC && host.uvcDriver == .unknown else { return absent() }
        return notLoaded(module.name)
    }

    private func trouble(_ module: KernelModule) -> Finding? {
        ModuleTrouble(
            module: module, host: host, place: place, title: title, evidence: evidence, effect: Self.effect
        ).find()
    }

    private var port: String { device.split(separator: "/").last.map(String.init) ?? "" }
    private var isUVC: Bool { module?.name == "uvcvideo" }
    private var isRunning: Bool { module?.isLoaded == true || module?.isBuiltIn == true }

    /// The driver has met the camera, and does not want it. Somebody may have tried to replace the driver since.
    private func givenUp(_ refusal: UVCRefusal) -> Finding {
        let unsigned = isRunning ? nil : KernelLogFacts(host).refusal(of: "uvcvideo", isNamed: false)
        let isUnsigned = unsigned?.0 == .signature
        let secureBoot = host.machine?.isSecureBoot == true ? " (Secure Boot)" : ""
        var fixes = refusal.fixes(place, host.otherKernels)
        if isUnsigned {
            fixes.insert(
                Fix(
                    "If you have built another uvcvideo for this camera: sign it with a key of this machine, and enrol the key; a blue screen asks for it at the next start",
                    commands: ["sudo mokutil --import \(place.moduleKey)", "sudo reboot"], needsRoot: true,
                    isRunnable: false), at: 1)
        }
        return Finding(
            .deviceNoDriver, .fail,
            "no driver is bound to \(title): uvcvideo \(refusal.words)"
                + (isRunning ? "" : "; it is not loaded now")
                + (isUnsigned ? ", and the kernel has rejected a module that is not signed\(secureBoot)" : ""),
            evidence: evidence + (refusal.lines + [isUnsigned ? unsigned?.1 : nil].compactMap(\.self))
                .map { EvidenceLine("kernel log", $0) },
            effect: Self.effect, fixes: fixes)
    }

    private func unauthorised() -> Finding {
        let file = "\(device)/authorized"
        let name = device.split(separator: "/").last.map(String.init) ?? ""
        let rule = host.disablingRules?[name]
        return Finding(
            .deviceDriverRefused, .fail,
            "USB device \(name) (\(title)) is not authorised, so no driver can bind to it"
                + (rule.map { ": a rule of udev in \($0) disables it each time it appears" } ?? ""),
            confidence: rule == nil ? .certain : .likely,
            evidence: evidence + [EvidenceLine(file, "0")] + (rule.map { [EvidenceLine("udev's rule for it", $0)] } ?? []), effect: Self.effect,
            fixes: (rule.map { [withoutRule($0)] } ?? []) + [
                Fix(
                    "Authorise it, if you trust it (tools such as usbguard block new devices on purpose)",
                    commands: ["echo 1 | sudo tee \(file)"], needsRoot: true, undo: ["echo 0 | sudo tee \(file)"],
                    isRunnable: false),
                Fix(
                    "If usbguard blocks it, add a rule that allows it from now on; a device that appears behind it may need one, too",
                    commands: ["sudo usbguard append-rule 'allow id \(identifier)'"], needsRoot: true, isRunnable: false
                ),
                Fix(
                    "If its rules allow it already: GNOME's own USB protection makes usbguard block what is plugged in; switch that off",
                    commands: ["gsettings set org.gnome.desktop.privacy usb-protection false"],
                    undo: ["gsettings set org.gnome.desktop.privacy usb-protection true"], isRunnable: false),
            ])
    }

    /// The rule would disable the device again at its next start.
    private func withoutRule(_ path: String) -> Fix {
        if place.platform.isDeclared {
            return place.declaredRule("Remove the rule for it (\(path)) from the system's configuration, unless somebody added it on purpose; then authorise the device, or plug it in again")
        }
        return Fix(
            "Remove the rule for it in \(path), unless somebody added it on purpose\(path.hasPrefix("/etc/") ? "" : ": in a copy below /etc/udev/rules.d, which takes the place of a packaged one"). Have udev read its rules again, and then authorise the device, or plug it in again",
            commands: Place.editingRules(path), needsRoot: true, isRunnable: false)
    }

    private func blacklisted(_ line: EvidenceLine) -> Finding {
        let name = module?.name ?? "uvcvideo"
        let parameter = line.what == BlacklistParameter.file ? BlacklistParameter(line.value) : nil
        let now = Fix(
            "Load it now, despite that \(parameter == nil ? "line" : "parameter")", commands: ["sudo modprobe --ignore-install \(name)"],
            needsRoot: true, undo: ["sudo modprobe -r \(name)"], isRunnable: false)
        let isRefused = parameter?.isOfKernel == true || host.isModuleLoadingLocked == true
        let removal =
            parameter?.removal(of: name, place)
            ?? (place.platform.packages == .nix
                ? Fix(
                    "To load it permanently, remove \(name) from boot.blacklistedKernelModules in the system's configuration, unless somebody added it on purpose",
                    commands: ["sudo nixos-rebuild switch"], needsRoot: true, isRunnable: false)
                : Fix("To load it permanently, remove that line, unless somebody added it on purpose"))
        return Finding(
            .deviceDriverRefused, .fail,
            "the driver \(name) is disabled on this machine\(parameter == nil ? "" : ", by a parameter on the kernel command line")",
            evidence: evidence + [line], effect: Self.effect, fixes: (isRefused ? [] : [now]) + [removal])
    }

    private func noModules() -> Finding {
        let evidence = evidence + [EvidenceLine(host.modulesFolder, "missing")]
        if place.isWSL { return notInWSL(evidence) }
        let others = host.otherKernels
        let why = isUpgraded ? ", as after an upgrade" : others.isEmpty ? "" : "; there are only those of \(Words.list(others))"
        let ways = isUpgraded ? [place.reboot, Self.installModules(host.kernelRelease, "If the same kernel runs again: i")] : notUpgraded
        return Finding(
            .deviceNoDriver, .fail,
            "no driver is bound to \(title): the modules of the running kernel \(host.kernelRelease) are missing\(why)",
            evidence: evidence
                + (host.machine?.unmountedBoot.map { [EvidenceLine("\($0) in /etc/fstab", "not mounted")] } ?? []),
            effect: Self.effect,
            fixes: place.isGuest
                ? [Fix("Load the driver on the host: a container uses the host's kernel")]
                : (host.machine?.unmountedBoot.map {
                    [
                        Fix(
                            "Mount \($0), correct its line in /etc/fstab, and install the kernel again: the upgrade wrote it into the empty folder, and the machine goes on starting the old one",
                            commands: ["sudo mount \($0)"], needsRoot: true, isRunnable: false)
                    ]
                } ?? []) + ways
        )
    }

    /// Whether a restart is likely to bring a kernel whose modules are on disk. Kernels that somebody built say so by a `+`, except those of
    /// Raspberry Pis.
    private var isUpgraded: Bool {
        guard host.machine != nil, host.machine?.unmountedBoot == nil else { return true }
        if host.kernelRelease.hasSuffix("+"), !place.platform.isRaspberryPi { return false }
        return place.platform.packages != .none && module?.otherKernels.isEmpty == false
    }

    private var notUpgraded: [Fix] {
        let restart = Fix(
            "Or, if the kernel was replaced since the start: restart the machine, and choose a kernel whose modules are on disk", commands: ["sudo reboot"],
            needsRoot: true, isRunnable: false)
        return [Self.installModules(host.kernelRelease, "I")] + (host.otherKernels.isEmpty ? [] : [restart])
    }

    /// - Parameter beginning: of its title, up to the first letter of `install`.
    private static func installModules(_ release: String, _ beginning: String) -> Fix {
        Fix(
            "\(beginning)nstall the modules of exactly this kernel (\(release)): from its package or image, or by make modules_install where it was built. Yocto leaves them out of an image without the package kernel-modules. Or build the driver into the kernel (CONFIG_USB_VIDEO_CLASS=y)"
        )
    }

    private func notBound() -> Finding {
        let name = module?.name ?? "uvcvideo"
        if let line = missingFirmware(of: name) {
            if let early = EarlyDriver(line, host) {
                return early.finding(title, driver: name, place, evidence + [EvidenceLine("kernel log", line)])
            }
            return noFirmware(name, line)
        }
        if let finding = claimed(by: name) { return finding }
        if let module,
            let foreign = ModuleTrouble(
                module: module, host: host, place: place, title: title, evidence: evidence, effect: Self.effect
            ).unbound()
        {
            return foreign
        }
        var names = [name, name.replacing("_", with: "-")]
        // Some drivers have another name than their module: `ljca 3-9:1.0` of usb_ljca.
        if isUVC { names.append("Found UVC") } else if let interface { names.append(" \(interface):") }
        let own = (host.kernelLog.value ?? []).filter { names.contains(where: $0.contains) }
        let failures = own.filter { line in ["fail", "error"].contains { line.lowercased().contains($0) } }
        var fixes: [Fix] = []
        // A driver that fails at its own device is a matter of the kernel, above all if it worked before. Another kernel has none
        // that was built apart from it.
        if interface == nil, !failures.isEmpty || module?.isForeign == false {
            fixes += place.otherKernel(host.otherKernels)
            fixes.append(place.newerKernel("Or update the kernel: that a driver does not take the device it is made for is a fault of this one"))
        }
        if isBridge {
            fixes += [
                Fix("Switch the machine off completely, wait for half a minute, and switch it on: a restart leaves the chip as it is"),
                place.newerKernel("Then update the kernel: what the driver asks of this chip is corrected model by model"),
            ]
        }
        if isUVC, let interface {
            fixes.append(
                Fix(
                    "Bind the driver",
                    commands: ["echo \(interface) | sudo tee /sys/bus/usb/drivers/uvcvideo/bind"],
                    needsRoot: true, undo: ["echo \(interface) | sudo tee /sys/bus/usb/drivers/uvcvideo/unbind"]))
        }
        if !isBridge {
            fixes.append(
                Fix(
                    interface == nil
                        ? "Look at what the driver reports in the kernel log, and reload it"
                        : "Or replug the camera: if the driver fails again, the kernel log shows why",
                    commands: interface == nil ? ["sudo journalctl -k -g \(name.replacing("_", with: "."))"] : []))
        }
        let tail = (failures.isEmpty ? own : failures).suffix(2)
        // It had the camera, and reports nothing: libusb takes the kernel's driver off an interface without a word.
        let wasTaken = isUVC && failures.isEmpty && own.contains { $0.contains("Found UVC") && $0.contains(identifier) }
        if wasTaken {
            fixes.insert(
                Fix(
                    "If a program opens it over USB (libusb, libuvc): end that first, and use either that program or /dev/video* for one camera"
                ), at: 0)
        }
        var finding = Finding(
            .deviceNoDriver, .fail,
            "the driver \(name) is loaded but not bound to \(title)"
                + (interface == nil && !failures.isEmpty ? ": it failed to start the device" : "")
                + (wasTaken
                    ? ": it had found the camera, so a program that uses it over USB (libusb) has perhaps taken it off"
                    : ""),
            evidence: evidence + tail.map { EvidenceLine("kernel log", $0) }, effect: Self.effect, fixes: fixes)
        if interface != nil, !wasTaken { BrokenDescriptors(at: port, KernelLogFacts(host))?.explain(&finding) }
        return finding
    }

    /// The driver wants all interfaces of the device, and another driver was quicker with one of them: -16 is EBUSY.
    private func claimed(by name: String) -> Finding? {
        let lines = KernelLogFacts(host).lines.filter { line in
            line.contains(name) && (line.contains("(-16)") || line.contains("error -16"))
        }
        guard let interface, !lines.isEmpty, let (other, driver) = taken.lazy.compactMap(Self.pair).first,
            DriverJudge.isSafePath(other), DriverJudge.isSafePath(driver)
        else { return nil }
        let module = driver.replacing("-", with: "_")
        return Finding(
            .deviceNoDriver, .fail,
            "\(name), the driver of \(title) (\(identifier)), could not start, because the driver \(driver) already has another interface of this device",
            confidence: .likely,
            evidence: evidence + taken.map { EvidenceLine("driver of an interface of this device", $0) }
                + lines.suffix(2).map { EvidenceLine("kernel log", $0) },
            effect: Self.effect,
            fixes: [
                Fix(
                    "Take \(driver) off this device, and let \(name) have it",
                    commands: [
                        "echo \(other) | sudo tee /sys/bus/usb/drivers/\(driver)/unbind",
                        "echo \(interface) | sudo tee /sys/bus/usb/drivers/\(name)/bind",
                    ], needsRoot: true, isRunnable: false),
                Fix(
                    "If that helps: let \(name) be loaded first (its name in /etc/modules-load.d), or keep \(module) from loading (a line `blacklist \(module)` in /etc/modprobe.d) if nothing else here needs it"
                ),
            ])
    }

    /// `1-4:1.1 snd-usb-audio`
    private static func pair(_ text: String) -> (String, String)? {
        let words = text.split(separator: " ").map(String.init)
        return words.count == 2 ? (words[0], words[1]) : nil
    }

    /// The line in which the driver's firmware was not found. It names the driver or the device: Bluetooth and sound chips lack theirs on many
    /// machines, and those files, too, are named after the maker and the bus (`intel/sof…`, `rampatch_usb…`).
    private func missingFirmware(of name: String) -> String? {
        var names = [name, name.replacing("_", with: "-")]
        // The drivers of this family have files and words in common.
        if name.hasPrefix("gspca") { names.append("gspca") }
        // `Unable to load isight firmware`
        if name.hasSuffix("_firmware") { names.append(String(name.dropLast("_firmware".count))) }
        names.append(" \(port):")
        return (host.kernelLog.value ?? []).last { line in
            let small = line.lowercased()
            return small.contains("firmware") && ["failed", "not found", "unable"].contains { small.contains($0) }
                && names.contains { small.contains($0) }
        }
    }

    private func noFirmware(_ name: String, _ line: String) -> Finding {
        var finding = Finding(
            .deviceNoFirmware, .fail, "the driver \(name) of \(title) cannot load its firmware",
            evidence: evidence + [EvidenceLine("kernel log", line)], effect: Self.effect,
            fixes: title == KnownHardware.faceTime && place.platform.packages == .nix ? [KnownHardware.nixFaceTime] : firmwareFixes(name, line))
        if name == AtomISP.driver, let file = MissingFirmware.file(in: line) { finding.fixes = AtomISP.firmware(file, place) }
        return finding
    }

    private func firmwareFixes(_ name: String, _ line: String) -> [Fix] {
        func usual(_ words: String) -> Fix {
            Fix(words, commands: ["sudo modprobe -r \(name)", "sudo modprobe \(name)"], needsRoot: true, isRunnable: false)
        }
        guard let known = KnownHardware.firmware(title) else {
            return [
                place.firmwareFile(
                    MissingFirmware.file(in: line),
                    usual: usual(
                        "Install the file that the kernel log names below /lib/firmware (the distribution's package of firmware has most), then load the driver again"))
            ]
        }
        let isElsewhere = place.hasFirmwareElsewhere
        let put = place.firmwareFile(
            known.file, usual: usual("\(known.source), and put it at /lib/firmware/\(known.file); then load the driver again"))
        return isElsewhere ? [Fix(known.source), put] : [put]
    }

    private func notLoaded(_ name: String) -> Finding {
        Finding(
            .deviceNoDriver, .fail, "no driver is bound to \(title): \(name) is not loaded", evidence: evidence,
            effect: Self.effect,
            fixes: place.isGuest
                ? [Fix("Load the driver on the host", commands: ["sudo modprobe \(name)"], isRunnable: false)]
                : [
                    Fix(
                        "Load the driver", commands: ["sudo modprobe \(name)"], needsRoot: true,
                        undo: ["sudo modprobe -r \(name)"]),
                    place.loadingAtStart(name, "If it works, load it at every start"),
                ])
    }

    private func absent() -> Finding {
        if isUVC {
            let evidence = evidence + [EvidenceLine(host.modulesFolder, "present")]
            if place.isWSL { return notInWSL(evidence) }
            return Finding(
                .deviceNoDriver, .fail,
                "no driver is bound to \(title): \(place.platform.packages == .openwrt ? "the module uvcvideo is not installed" : "this kernel does not include uvcvideo")",
                evidence: evidence, effect: Self.effect,
                fixes: place.isGuest ? [Fix("Install the driver on the host")] : [place.fullKernel])
        }
        let known = KnownHardware.driver(title, place)
        let unbuilt = module.flatMap { UnbuiltDriver(of: [$0.name, $0.name.replacing("_", with: "-")], host, place) }
        return Finding(
            .deviceNoDriver, .fail,
            "no driver is bound to \(title): no module of this kernel (\(host.kernelRelease)) drives it\(unbuilt?.words ?? CameraHardware.driversApart[identifier].map { "; its driver \($0) is not part of Linux" } ?? "")",
            confidence: known == nil ? .likely : .certain,
            evidence: evidence
                + [EvidenceLine("\(host.modulesFolder)/modules.alias", "no module for this device")]
                + (unbuilt?.evidence ?? []),
            effect: Self.effect,
            fixes: (unbuilt?.fixes ?? []) + [
                known,
                interface == nil
                    ? Fix(
                        "Install the driver of its maker: cards that capture video often have one of their own, which is built against the running kernel (look for its name and ids \(identifier) at the maker's site)"
                    ) : nil,
                Fix("Look for a driver by the device's ids, or use a newer kernel: its list of drivers is longer"),
            ].compactMap(\.self))
    }

    /// Windows has passed the camera through (USB/IP), but the kernel is Microsoft's: neither a reboot nor a package of a
    /// distribution brings the driver.
    private func notInWSL(_ evidence: [EvidenceLine]) -> Finding {
        if let sign = host.machine?.ownKernelOfWSL { return ownKernelOfWSL(sign, evidence) }
        return Finding(
            .deviceNoDriver, .fail, "no driver is bound to \(title): this kernel of WSL does not include uvcvideo",
            evidence: evidence + [EvidenceLine("/proc/sys/kernel/osrelease", host.kernelRelease)],
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

    /// Somebody built this kernel of WSL: an update of Windows does not replace it.
    private func ownKernelOfWSL(_ sign: String, _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceNoDriver, .fail,
            "no driver is bound to \(title): the kernel that was built for WSL on this machine does not include uvcvideo",
            evidence: evidence + [
                EvidenceLine("/proc/sys/kernel/osrelease", host.kernelRelease), EvidenceLine("WSL", sign),
            ],
            effect:
                "the camera is attached to WSL, but Linux creates no video node for it; picture files can be scanned",
            fixes: [
                Fix(
                    "Build it again with CONFIG_MEDIA_SUPPORT, CONFIG_VIDEO_DEV, CONFIG_MEDIA_USB_SUPPORT and CONFIG_USB_VIDEO_CLASS set to y, and start WSL again",
                    commands: ["wsl --shutdown"], isRunnable: false),
                Fix(
                    "Or remove the line kernel= from .wslconfig and update WSL: Microsoft's newer kernels have the driver as a module",
                    commands: ["wsl --update", "wsl --shutdown"], isRunnable: false),
            ])
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
}

/// Cameras that the kernel has no driver for, and what drives them.
enum KnownHardware {
    /// It loses its firmware without power, and gets it from the module isight_firmware at every start.
    static let iSight = "Apple iSight"
    /// On PCIe, in MacBooks from 2013 to 2016.
    static let faceTime = "FaceTime HD camera"

    /// Source: nixpkgs' nixos/modules/hardware/facetimehd.
    static let nixFaceTime = Fix(
        "Switch on the option of NixOS for this camera, which brings the driver facetimehd and the camera's firmware (that is not free: nixpkgs.config.allowUnfree)",
        commands: ["# \(Place.nixFile): hardware.facetimehd.enable = true;", Place.nixRebuild], needsRoot: true, isRunnable: false)
    static let nixCalibration = Fix(
        "Switch on the option of NixOS that takes the file from Apple's driver",
        commands: ["# \(Place.nixFile): hardware.facetimehd.withCalibration = true;", Place.nixRebuild], needsRoot: true, isRunnable: false)

    /// Parts of a camera that are there without its power supply: the motor and the sound of the Kinect for Xbox 360 and of the Kinect
    /// for Windows. Source: OpenKinect/libfreenect, its udev rules.
    static let unpowered = [
        "045e:02b0": "the motor of a Kinect", "045e:02ad": "the sound of a Kinect", "045e:02c2": "the motor of a Kinect",
        "045e:02be": "the sound of a Kinect",
    ]

    /// The cameras that belong to these.
    static let kinects: Set = ["045e:02ae", "045e:02bf"]

    static func name(_ camera: CameraHardware) -> String? {
        switch (camera.bus, camera.identifier) {
        case ("pci", "14e4:1570"): faceTime
        case ("usb", "05ac:8300"): iSight
        default: nil
        }
    }

    /// Where the firmware of such a camera comes from, which nobody may pass on, and the file that the driver loads.
    static func firmware(_ title: String) -> (source: String, file: String)? {
        switch title {
        case iSight:
            return (
                source: "Extract the firmware from Apple's driver AppleUSBVideoSupport, from any release of Mac OS X that had it, with isight-firmware-tools (ift-extract)",
                file: "isight.fw"
            )
        case faceTime:
            return (
                source: "Extract the firmware from Apple's driver (the project facetimehd-firmware has the commands)",
                file: "facetimehd/firmware.bin"
            )
        default: return nil
        }
    }

    /// Where the driver is to be had. Source: patjak/facetimehd.
    static func driver(_ title: String, _ place: Place) -> Fix? {
        guard title == faceTime else { return nil }
        if place.platform.packages == .nix { return nixFaceTime }
        if place.platform.packages == .rpmOSTree {
            return Fix(
                "Add the driver facetimehd and the camera's firmware to this system as a layer (rpm-ostree install, from a repository that has it as an akmod, such as a COPR), and reboot: neither is part of the kernel, and nothing can be built into an image in place"
            )
        }
        return Fix(
            "Install the driver facetimehd, which is not part of the kernel, with the camera's firmware, and build it for this kernel (DKMS does it at every upgrade)"
        )
    }
}
