// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import MachineFacts
internal import UserSession

/// Laptops with an Intel IPU: firmware, bridge, sensor, and the drivers between them.
extension SensorJudge {
    /// The drivers between a laptop's sensor and its image processor.
    static let chain = ["ivsc", "vsc", "ipu-bridge", "ipu_bridge", "ipu6", "ipu7", "int3472", "mei_csi"]

    /// The processor waits for the chip through which the sensor is reached, whose driver has given it up. Source: vsc-tp.c and
    /// platform-vsc.c in the kernel's drivers/misc/mei; intel/ipu6-drivers#458 for the kernels.
    private func controllerSilent(_ evidence: [EvidenceLine]) -> Finding? {
        let lines = log.lines.filter { line in
            ["intel_vsc", "vsc-tp", "mei_vsc"].contains(where: line.contains) && ["failed", "disabling", "timed out"].contains(where: line.contains)
        }
        guard !lines.isEmpty else { return nil }
        return Finding(
            .deviceSensorMissing, .fail,
            "the chip between the camera's sensor and the image processor, Intel's Visual Sensing Controller (iVSC), does not start: its driver cannot reset it",
            confidence: .likely, evidence: evidence + lines.suffix(3).map { EvidenceLine("kernel log", $0) },
            effect: "the sensor behind it is not found, so that the image processor has no camera",
            fixes: [
                Fix("Switch the machine off entirely, wait for half a minute, and switch it on: a restart leaves the chip as it is"),
                place.newerKernel("Update the kernel: that fault was repaired in 6.12.19 and 6.13.4"),
                Fix("If it stays so: look for an update of the machine's firmware (BIOS)"),
            ])
    }

    /// Whether anything tells that the camera is a sensor behind the image processor. The processor alone does not: laptops with a
    /// camera on USB show it, too.
    private var hasSensorSign: Bool {
        if snapshot.libcamera?.value?.cameras.isEmpty == false { return true }
        if let machine {
            if !machine.sensors.isEmpty || machine.hiddenSensors != nil { return true }
            if machine.subdevices.contains(where: Self.isSensor) || machine.hardware.contains(where: { $0.kind == .bridge }) { return true }
        }
        let chain = ["int3472", "ivsc", "intel_vsc", "mei_vsc", "vsc-tp", "mei_csi", "ipu-bridge", "found supported sensor", "ljca", "usbio"]
        return log.lines.contains { line in
            let small = line.lowercased()
            return chain.contains { small.contains($0) }
        }
    }

    /// Whether the firmware that a line misses was loaded later: a driver that was bound to the processor has found its own, and
    /// other parts of the chain say that they have started.
    private func isMended(_ line: String, _ processor: CameraHardware) -> Bool {
        if processor.driver != nil, line.contains(processor.name) { return true }
        // `intel_vsc intel_vsc: Direct firmware load …`, `mei_vsc spi-INTC1094:00: Direct firmware load …`
        let device = line.split(separator: " ").first { $0.hasSuffix(":") && !$0.hasPrefix("kernel") }
        guard let device, let place = log.lines.lastIndex(of: line) else { return false }
        return log.lines[place...].contains { later in
            let small = later.lowercased()
            return later.contains(device)
                && ["fw version", "firmware version", "connected", "fw loaded", "firmware loaded"].contains { small.contains($0) }
        }
    }

    func laptop() -> Finding? {
        guard let processor else { return nil }
        guard host.usbCameras.isEmpty, let lost = AbsentCamera(snapshot, host).lostOnUSB() else { return builtIn(processor) }
        if !hasSensorSign { return lost }
        guard isAboutWebcam, let own = builtIn(processor) else { return builtIn(processor) }
        // A sensor that is registered gives pictures through libcamera: then a webcam that somebody unplugged is no fault.
        return [.deviceNeedsLibcamera, .deviceRawSensor].contains(own.id) ? own : lost.besides(own)
    }

    /// Whether what the kernel log tells of USB is about a camera, or about what was plugged in after the start, perhaps a webcam in place of
    /// a built-in camera that does not work.
    private var isAboutWebcam: Bool {
        if log.vanishedCamera != nil { return true }
        if let dead = log.deadController, !dead.isAside, log.lines.contains(where: { $0.contains("Found UVC") }) || log.isAfterStart(dead.line) {
            return true
        }
        return log.failedEnumeration.map { log.isAfterStart($0.line) } == true
    }

    /// What keeps the camera behind the processor from working.
    private func builtIn(_ processor: CameraHardware) -> Finding? {
        let device = processor.device
        var evidence =
            board + [
                EvidenceLine(
                    device, "Intel image processor \(processor.identifier), driver \(processor.driver ?? "none")")
            ]
        if !AtomISP.isOne(processor), let line = log.missingFirmware, !isMended(line, processor) {
            if let early = EarlyDriver(line, host) {
                return early.finding(
                    "the camera's image processor", driver: processor.modules.first, place,
                    evidence + [EvidenceLine("kernel log", line)])
            }
            return firmware(line, evidence)
        }
        if processor.driver == nil {
            if processor.modules.isEmpty, processor.elsewhere.isEmpty { return noProcessorDriver(processor, evidence) }
            return controllerSilent(evidence) ?? UnboundCamera(processor, host, place).find()
        }
        for sensor in machine?.sensors ?? [] {
            evidence.append(
                EvidenceLine(
                    "/sys/bus/i2c/devices/\(sensor.name)",
                    "sensor \(sensor.model ?? "?"), driver \(sensor.driver ?? "none")"))
        }
        if let bridge = machine?.hardware.first(where: { $0.kind == .bridge && $0.driver == nil }) {
            return bridgeWithoutDriver(bridge, evidence)
        }
        if let line = silent { return sensorSilent(line, evidence) }
        // What libcamera lists, works up to there.
        if let cameras = snapshot.libcamera?.value?.cameras, !cameras.isEmpty {
            return raw("libcamera lists \(Words.list(cameras))", "cam --list", driver: nil)
        }
        guard let sensor = machine?.subdevices.first(where: Self.isSensor) else {
            if let sensor = machine?.sensors.first(where: { $0.driver == nil }) {
                return sensorWithoutDriver(sensor, evidence)
            }
            if let bound = machine?.sensors.first(where: { $0.driver != nil }), let libcamera = snapshot.libcamera?.value,
                libcamera.cameras.isEmpty,
                log.failures(of: Self.chain).isEmpty
            {
                return libcameraLacks(libcamera, evidence + [EvidenceLine("driver of \(bound.name)", bound.driver ?? "")])
            }
            let failures = log.failures(of: Self.chain)
            if failures.isEmpty, let hidden = machine?.hiddenSensors, machine?.sensors.isEmpty == true {
                return hiddenByFirmware(hidden, evidence)
            }
            return Finding(
                .deviceSensorMissing, .fail,
                "the image processor is ready, but no camera sensor has been registered"
                    + (failures.isEmpty ? "" : ": a driver between them has failed"), confidence: .likely,
                evidence: evidence + [EvidenceLine("/sys/class/video4linux/v4l-subdev*", "no sensor")]
                    + failures.suffix(4).map { EvidenceLine("kernel log", $0) },
                effect: "libcamera has no camera to offer, and there is no picture",
                fixes: (failures.isEmpty ? [] : place.otherKernel(host.otherKernels)) + (hasSensorSign ? [] : [Self.builtInOnUSB]) + [
                    Fix("Use a newer kernel: support for the sensors of laptops is added model by model"),
                    Fix(
                        "Show what the kernel says about the camera's parts",
                        commands: ["sudo journalctl -k -g 'ipu|int3472|ov[0-9]|sensor'"], needsRoot: true),
                ])
        }
        return raw(
            "the sensor \(sensor) is registered", "/sys/class/video4linux/v4l-subdev*",
            driver: nil)
    }

    private static let builtInOnUSB = Fix(
        "If the built-in camera of this model is one on USB, as it is in many laptops with this processor: switch it on with its key or slider (with Fn, often F6 to F10), or in the machine's setup (BIOS, UEFI)"
    )

    /// The firmware's tables describe sensors for all models of a series, and say which of them this one has.
    private func hiddenByFirmware(_ sensors: [String], _ evidence: [EvidenceLine]) -> Finding {
        let names = Words.list(sensors.map { String($0.prefix { $0 != ":" }) })
        return Finding(
            .deviceSensorMissing, .fail,
            "the image processor is ready, but this machine's firmware (BIOS) says that its camera sensor (\(names)) is not there, so the kernel does not register it",
            confidence: .likely,
            evidence: evidence + sensors.prefix(4).map { EvidenceLine("/sys/bus/acpi/devices/\($0)/status", "0 (not present)") },
            effect: "there is no camera",
            fixes: [
                Fix(
                    "Look into the firmware setup (BIOS) whether the camera is switched off there, and load its defaults; then update the firmware",
                    commands: ["fwupdmgr refresh", "fwupdmgr update"], isRunnable: false),
                Fix(
                    "If it stays hidden under Linux only, the firmware's tables are wrong: report the model to its maker, and use a USB webcam until then"
                ),
            ])
    }

    func firmware(_ line: String, _ evidence: [EvidenceLine]) -> Finding {
        var fixes = [
            place.firmwarePackages(
                "Install the firmware",
                [
                    .apt: place.platform.isUbuntu ? "linux-firmware" : place.debianIntelFirmware,
                    .dnf: "linux-firmware intel-vsc-firmware", .rpmOSTree: "intel-vsc-firmware",
                    .pacman: "linux-firmware", .zypper: "kernel-firmware-media",
                ])
        ].compactMap(\.self)
        fixes.append(
            place.firmwareFile(
                MissingFirmware.file(in: line),
                usual: Fix(
                    "Or copy the file that the kernel log names into /lib/firmware, below the folder that it names, and reboot: distributions and instructions differ in the folder"
                )))
        return Finding(
            .deviceNoFirmware, .fail, "the driver of the camera's image processor cannot load its firmware",
            evidence: evidence + [EvidenceLine("kernel log", line)],
            effect: "the image processor does not start, so there is no camera", fixes: fixes)
    }

    private func noProcessorDriver(_ processor: CameraHardware, _ evidence: [EvidenceLine]) -> Finding {
        if AtomISP.isOne(processor) { return AtomISP.undriven(host, evidence, builtInOnUSB: hasSensorSign ? nil : Self.builtInOnUSB) }
        let unbuilt = UnbuiltDriver(of: ["ipu6", "ipu7", "intel-ipu"], host, place)
        let isSure = hasSensorSign || unbuilt != nil
        let generation = IntelProcessor(processor.identifier)
        if generation == .ipu4 { return withoutAnyDriver(processor, evidence) }
        return Finding(
            .deviceNoDriver, .fail,
            isSure
                ? "this laptop's camera is behind an Intel image processor (IPU), and this kernel (\(host.kernelRelease)) has no driver for it\(unbuilt?.words ?? "")"
                : "this kernel (\(host.kernelRelease)) has no driver for this laptop's Intel image processor (IPU): if its built-in camera is connected through that, and not over USB, it cannot work",
            confidence: .likely,
            evidence: evidence
                + [EvidenceLine("\(host.modulesFolder)/modules.alias", "no module for this device")]
                + (unbuilt?.evidence ?? []),
            effect: "there is no camera",
            fixes: (unbuilt?.fixes ?? []) + [
                Fix("Use a newer kernel: \(generation?.since ?? "the IPU6 has a driver since Linux 6.10, the IPU7 since 6.17")"),
                Fix("Or install the distribution's package with Intel's IPU drivers, if it has one"),
            ] + (isSure ? [] : [Self.builtInOnUSB]))
    }

    /// No release of Linux drives it.
    private func withoutAnyDriver(_ processor: CameraHardware, _ evidence: [EvidenceLine]) -> Finding {
        let isSure = hasSensorSign
        return Finding(
            .deviceNoDriver, .fail,
            isSure
                ? "this laptop's cameras are behind an Intel image processor of the generation IPU4 (\(processor.identifier)), for which no release of Linux has a driver"
                : "no release of Linux has a driver for this laptop's Intel image processor (IPU4, \(processor.identifier)): if its built-in camera is connected through that, and not over USB, it cannot work",
            confidence: .likely, evidence: evidence, effect: "there is no camera",
            fixes: (isSure ? [] : [Self.builtInOnUSB]) + [
                Fix("Use a USB webcam, or a phone's camera: neither another kernel nor another distribution has a driver for the built-in ones")
            ])
    }

    private func bridgeWithoutDriver(_ bridge: CameraHardware, _ evidence: [EvidenceLine]) -> Finding {
        var finding = UnboundCamera(bridge, host, place).find()
        finding.message =
            "the chip between the camera's sensor and this laptop (\(bridge.identifier)) has no driver, so the sensor cannot be reached"
        finding.evidence = evidence + finding.evidence
        return finding
    }

    private func sensorWithoutDriver(_ sensor: CameraSensor, _ evidence: [EvidenceLine]) -> Finding {
        let name = sensor.model ?? sensor.name
        if let finding = sensorRefused(sensor, evidence) { return finding }
        if let module = sensor.modules.first.flatMap({ machine?.module($0) }), module.isLoaded {
            return sensorSeparated(sensor, module, evidence)
        }
        if let module = sensor.modules.first.flatMap({ machine?.module($0) }), module.isAvailable, !module.isLoaded {
            let trouble = ModuleTrouble(
                module: module, host: host, place: place, title: "the sensor \(name)", evidence: evidence,
                effect: "there is no camera"
            ).find()
            if let trouble { return trouble }
            return Finding(
                .deviceNoDriver, .fail,
                "no driver is bound to the camera's sensor \(name): \(module.name) is not loaded",
                evidence: evidence, effect: "there is no camera",
                fixes: [
                    Fix(
                        "Load the driver", commands: ["sudo modprobe \(module.name)"], needsRoot: true,
                        undo: ["sudo modprobe -r \(module.name)"])
                ])
        }
        if let other = sensor.elsewhere?.first.map({ String($0.prefix { $0 != " " }) }),
            let module = machine?.module(other),
            let trouble = ModuleTrouble(
                module: module, host: host, place: place, title: "the camera's sensor \(name)", evidence: evidence,
                effect: "there is no camera"
            ).find()
        {
            return trouble
        }
        // The kernel does not say which module it refused; a sensor without a driver is where it would be missing.
        if let (refusal, line) = log.refusal(of: name, isNamed: false), refusal == .signature {
            return Finding(
                .deviceDriverRefused, .fail,
                "the camera's sensor \(name) has no driver, and the kernel has refused a module whose signature it does not trust",
                confidence: .possible, evidence: evidence + [EvidenceLine("kernel log", line)],
                effect: "there is no camera",
                fixes: [
                    Fix(
                        "If the sensor's driver was built on this machine (DKMS), enrol the key that it was signed with: a blue screen asks for it at the next start",
                        commands: ["sudo mokutil --import \(place.moduleKey)", "sudo reboot"], needsRoot: true,
                        isRunnable: false),
                    Fix("Or use a kernel that has the driver itself, with its maker's signature"),
                ])
        }
        return Finding(
            .deviceNoDriver, .fail,
            "this kernel (\(host.kernelRelease)) has no driver for the camera's sensor \(name)", confidence: .likely,
            evidence: evidence, effect: "there is no camera",
            fixes: [Fix("Use a newer kernel: support for the sensors of laptops is added model by model")])
    }

    /// The driver was tried, and refused the sensor or still waits.
    private func sensorRefused(_ sensor: CameraSensor, _ evidence: [EvidenceLine]) -> Finding? {
        let name = sensor.model ?? sensor.name
        let refusal = log.refusal(of: sensor.name)
        let older = (machine?.kernels ?? []).filter { $0 != host.kernelRelease }
        let otherKernel = Fix(
            older.isEmpty
                ? "Use a newer kernel: what powers and clocks the sensors of laptops is described model by model"
                : "Start another kernel that is installed here (\(older.joined(separator: ", "))): if the camera works with it, stay there until a newer kernel has a fix for it"
        )
        let report = Fix(
            "Report the model and the lines above to the driver's developers, if the newest kernel fails, too")
        if let refusal, refusal.kind == .clock {
            return Finding(
                .deviceNoDriver, .fail,
                "the driver of the camera's sensor \(name) does not accept the clock that this board gives it",
                evidence: evidence + [EvidenceLine("kernel log", refusal.line)], effect: "there is no camera",
                fixes: [
                    Fix(
                        "Use a newer kernel whose driver accepts this clock; until there is one, a patched driver, built on this machine (DKMS)"
                    ), report,
                ])
        }
        guard sensor.isWaiting == true || refusal?.kind == .waiting else {
            guard let refusal, refusal.kind == .other, silent == nil else { return nil }
            return Finding(
                .deviceNoDriver, .fail, "the driver of the camera's sensor \(name) has refused it", confidence: .likely,
                evidence: evidence + [EvidenceLine("kernel log", refusal.line)], effect: "there is no camera",
                fixes: [otherKernel, report])
        }
        var lines = evidence
        if sensor.isWaiting == true {
            lines.append(EvidenceLine("/sys/bus/i2c/devices/\(sensor.name)/waiting_for_supplier", "1"))
        }
        if let refusal {
            lines += (refusal.power + [refusal.line]).map { EvidenceLine("kernel log", $0) }
        }
        return Finding(
            .deviceNoDriver, .fail,
            "the driver of the camera's sensor \(name) waits for its power supply (INT3472 on laptops), which this kernel has not set up",
            confidence: .likely, evidence: lines, effect: "there is no camera", fixes: [otherKernel, report])
    }

    /// The finding for a sensor that has lost its driver or never had one, behind a virtual camera that relays its pictures.
    func lost() -> Finding? {
        guard processor?.driver != nil, let sensors = machine?.sensors, !sensors.isEmpty,
            sensors.allSatisfy({ $0.driver == nil })
        else { return nil }
        return processor.flatMap(builtIn)
    }

    /// The driver is there, and was bound before: a sleep or a reload of other parts of the chain has separated them.
    private func sensorSeparated(_ sensor: CameraSensor, _ module: KernelModule, _ evidence: [EvidenceLine]) -> Finding
    {
        let name = sensor.model ?? sensor.name
        let sleep = log.lines.last(where: MachineSleep.isEnd)
        let bind = "echo \(sensor.name) | sudo tee /sys/bus/i2c/drivers/\(module.name)/bind"
        return Finding(
            .deviceNoDriver, .fail,
            "the camera's sensor \(name) has no driver, although its driver \(module.name) is loaded\(sleep == nil ? "" : "; this machine has slept since it started")",
            confidence: .likely,
            evidence: evidence + [EvidenceLine(module.name, "loaded, not bound to \(sensor.name)")]
                + (sleep.map { [EvidenceLine("kernel log", $0)] } ?? []),
            effect: "there is no camera; a virtual camera that relays its pictures has none to show",
            fixes: (DriverJudge.isSafePath(sensor.name)
                ? [
                    Fix(
                        "Bind the driver to the sensor again, and restart what relays its pictures", commands: [bind],
                        needsRoot: true, isRunnable: false)
                ] : []) + [
                    Fix(
                        "Or reboot: the driver is bound at every start", commands: ["sudo reboot"], needsRoot: true,
                        isRunnable: false)
                ]
                + (sleep == nil
                    ? []
                    : [
                        Fix(
                            "If it happens after every sleep, look for a newer kernel, or let a script in /usr/lib/systemd/system-sleep bind the driver again"
                        )
                    ]))
    }

    /// What the kernel's driver for the power of laptops' sensors says that it cannot do.
    func unknownPower(_ evidence: [EvidenceLine]) -> Finding? {
        let said = log.lines.filter { line in
            line.lowercased().contains("int3472") && ["unknown", "cannot find", "not found", "fail"].contains { line.contains($0) }
        }
        // One that came after being waited for is no trouble.
        guard said.contains(where: { $0.contains("unknown") || $0.contains("fail") }) else { return nil }
        return Finding(
            .deviceSensorMissing, .fail,
            "the camera's sensor does not answer: the kernel's driver for its power (INT3472) does not know how this laptop switches it",
            confidence: .likely, evidence: evidence + said.suffix(2).map { EvidenceLine("kernel log", $0) },
            effect: "the driver cannot register the camera",
            fixes: [
                place.newerKernel(
                    "Update to a newer kernel: what powers the sensor (INT3472) is described model by model, and a newer one may know this laptop"
                ),
                Fix(
                    "Until there is one, a patched driver of INT3472, built on this machine (DKMS): look for the laptop's model among the reports of Intel's ipu6-drivers and ipu7-drivers"
                ),
                Fix("Report the model and the lines above to the driver's developers, if the newest kernel fails, too"),
            ])
    }
}
