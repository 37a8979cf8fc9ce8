// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import MachineFacts
internal import UserSession

/// A Raspberry Pi's camera: configuration, overlays, connector, firmware.
extension SensorJudge {
    static let cable = Fix(
        "Switch the Pi off and reseat the camera's ribbon cable at both ends: the contacts must face the connector's contacts, and the latch must close"
    )

    func raspberryPi() -> Finding? {
        guard host.usbCameras.isEmpty else { return nil }
        // A camera that is there comes before one that may be missing.
        if let camera = machine?.hardware.first(where: { $0.kind == .usb3Vision }) {
            return AbsentCamera(snapshot, host).industrial(camera)
        }
        if receiver == nil, let probe = KernelLogFacts(host).failedController {
            return AbsentCamera(snapshot, host).failedController(probe)
        }
        if isModuleUnasked, let lost = lostBesideModule() { return lost }
        let configuration = machine?.bootConfiguration ?? []
        let overlays = configuration.filter { Self.isOverlay($0, of: Self.sensors) }
        let isUnasked = overlays.isEmpty && filteredOverlay == nil && !configuration.contains("start_x=1") && receiver == nil
        // Nobody has asked for a camera of the connector, and it is no telephone that charges.
        if isUnasked, let camera = machine?.hardware.first(where: { $0.kind == .filesOnly && $0.vendorID != "05ac" }) {
            return AbsentCamera(snapshot, host).filesOnly(camera)
        }
        if isUnasked,
            let device = machine?.unclaimed?.first(where: { $0.soundsLikeVideo && ($0.isInUse != true || asksForNoSensor) })
        {
            return AbsentCamera(snapshot, host).notClaimed(device)
        }
        // So is somebody who installed the module of virtual cameras, and has none.
        if asksForNoSensor, silent == nil, log.refusedSensor == nil, let virtual = AbsentCamera(snapshot, host).unbuilt {
            return virtual
        }
        // A hand-held scanner is there, or a service reads one that is wired to the pins, and nothing says that a camera should be.
        if isUnasked, !snapshot.subject.isNamed, silent == nil, log.refusedSensor == nil,
            machine?.firmwareCamera?.contains("detected=1") != true,
            let finding = SerialPins.find(snapshot, place, board) ?? machine?.handScanner.map(AbsentCamera(snapshot, host).handScanner)
        {
            return finding
        }
        var evidence = board
        if let overlay = machine?.missingOverlays?.first { return overlayMissing(overlay) }
        if loadsFirmwareFiles, let line = machine?.missingFirmwareFiles?.first { return firmwareFileMissing(line, board) }
        let detect = configuration.last { $0.hasPrefix("camera_auto_detect") }
        if let nodes = snapshot.nodes.value {
            evidence.append(
                EvidenceLine(
                    "video nodes",
                    nodes.isEmpty
                        ? "none"
                        : "only codecs and image processors (\(Words.list(Set(nodes.compactMap(\.driver)).sorted())))"))
        }
        evidence.append(EvidenceLine("/sys/class/video4linux/v4l-subdev*", "no sensor"))
        if machine?.bootConfiguration != nil {
            evidence.append(
                EvidenceLine(
                    "config.txt",
                    configuration.isEmpty ? "nothing about cameras" : configuration.joined(separator: ", ")))
        }
        // Until Debian 11, the firmware captures, and the driver bcm2835-v4l2 asks it for the camera.
        // What the drivers of the overlays said of their chips.
        let chips = configuration.compactMap { line in
            line.hasPrefix("dtoverlay=") ? String(line.dropFirst(10).prefix { $0 != "," && $0 != "-" }) : nil
        }.filter { Self.sensors.contains($0) || Self.bridges.contains($0) }
        let said = chips.isEmpty ? [] : log.failures(of: chips.map { $0 + " " }).suffix(2)
        evidence += said.map { EvidenceLine("kernel log", $0) }
        if let chip = chips.first(where: Self.bridges.contains), !said.isEmpty { return bridgeSilent(chip, evidence) }
        if let refused = log.refusedSensor {
            return boardRefused(refused.driver, evidence + refused.lines.map { EvidenceLine("kernel log", $0) })
        }
        let legacy = log.last(["bcm2835-v4l2: error", "bcm2835_v4l2: error", "bcm2835-v4l2: probe"])
        if let legacy { evidence.append(EvidenceLine("kernel log", legacy)) }
        if var finding = passedOver(configuration, evidence) {
            DevicePort(snapshot, host)?.explain(&finding)
            return finding
        }
        if legacy != nil, detect == nil, machine?.isCameraFirmware != true { return interfaceOff(evidence) }
        if let line = smallFirmware(configuration) { return cutDown(line, evidence) }
        if let finding = FirmwareCamera.notStarted(host, evidence) { return finding }
        if let line = lostPin { return pinConflict(line, evidence) }
        if let name = ["arducam"].first(where: { chip in configuration.contains { $0.hasPrefix("dtoverlay=" + chip) } }),
            let (refusal, line) = log.refusal(of: name, isNamed: true), refusal == .mismatch
        {
            return mismatched(name, line)
        }
        if silent == nil, machine?.sensors.contains(where: { $0.driver != nil }) != true,
            let name = machine?.undrivenSensors?.first
        {
            return undriven(name, evidence)
        }
        if machine?.isOverlayUnapplied == true, silent == nil { return unapplied(configuration, evidence) }
        // From Debian 11 on the answer is the same although the kernel looks for the camera. Most versions add what libcamera has,
        // and that release brought this display driver; the Pi 5 has no other.
        if let answer = machine?.firmwareCamera, answer.contains("supported=0"), !answer.contains("libcamera"),
            detect == nil, overlays.isEmpty, machine?.isCameraFirmware != true,
            !configuration.contains(where: { $0.hasPrefix("dtoverlay=vc4-kms-v3d") }),
            !isPi5
        {
            return interfaceOff(evidence + [EvidenceLine("vcgencmd get_camera", answer)])
        }
        // It has looked itself: nothing but the way to the sensor is left.
        if let answer = machine?.firmwareCamera, answer.contains("supported=1"), answer.contains("detected=0") {
            return undetected(evidence + [EvidenceLine("vcgencmd get_camera", answer)])
        }
        if receiver == nil, let closed = FirmwareCamera.closed(snapshot, host, evidence) { return closed }
        let inputs = Self.sensors + Self.bridges
        let stray = (machine?.strayBootConfiguration ?? []).filter { Self.isOverlay($0, of: inputs) }
        if silent == nil, !configuration.contains(where: { Self.isOverlay($0, of: inputs) }), !stray.isEmpty { return wrongFile(stray, evidence) }
        let driver = machine?.module("bcm2835_v4l2")
        if let answer = machine?.firmwareCamera, answer.contains("supported=1"), answer.contains("detected=1"), legacy == nil,
            driver?.isLoaded != true, driver?.isBuiltIn != true
        {
            let evidence = evidence + [EvidenceLine("vcgencmd get_camera", answer)]
            if let driver, !driver.isHere, host.hasModulesFolder { return withoutFirmwareDriver(driver, evidence) }
            return onlyFirmware(evidence)
        }
        if silent == nil, receiver == nil, let idle = machine?.idleReceivers?.first, host.blacklisting.isEmpty,
            let sensor = machine?.sensors.first(where: { sensor in sensor.driver.map { !Self.lenses.contains($0) } ?? false })
        {
            return noReceiver(idle, sensor, evidence)
        }
        if silent == nil, let sensor = machine?.sensors.first(where: { $0.driver == nil }), let refusal = log.refusal(of: sensor.name), refusal.kind == .other {
            let isTree = ["-22", "-2", "-12", "-16"].contains { refusal.line.hasSuffix(" \($0)") }
            return isTree
                ? boardRefused(sensor.model ?? sensor.name, evidence + [EvidenceLine("kernel log", refusal.line)])
                : gaveUp(sensor, refusal.line, evidence)
        }
        if let line = silent, let finding = sharedWithFirmware(line, evidence) { return finding }
        if isModuleUnasked, let finding = withoutUSB(evidence) { return finding }
        // An overlay gives the camera to the kernel and libcamera, which there were for Linux 5.4, too.
        let isFirmware = legacy != nil || isBeforeLibcamera && overlays.isEmpty
        var fixes: [Fix] = []
        if let line = silent {
            evidence.append(EvidenceLine("kernel log", line))
            fixes = [Self.cable, Fix("Try another cable: a broken one fails like this, too")] + moduleBoard(isFirmware: false)
        } else {
            if let line = filteredOverlay, let fix = filteredOverlayFix {
                evidence.append(EvidenceLine("config.txt, below \(line.filter)", line.line))
                fixes.append(fix)
            }
            if isFirmware, machine?.lacksCameraFirmware == true {
                fixes.append(
                    Fix(
                        "Use a USB camera, or one of the network: this system comes without the form of the firmware that supports camera modules (start_x.elf, start4x.elf on a Pi 4). For a camera module, update the system: newer versions may bring it; or put one on the Pi that has it, such as Raspberry Pi OS; or copy start_x.elf and fixup_x.dat (start4x.elf and fixup4x.dat) into the boot partition, both from the release of the firmware that is there"))
            } else if isFirmware, legacy == nil, machine?.isCameraFirmware != true {
                fixes.append(
                    Fix(
                        "Switch the camera on (raspi-config, Interface Options, Camera; or start_x=1 and gpu_mem=128 in config.txt, in /boot or /boot/firmware), and reboot"))
            } else if detect?.hasSuffix("=1") != true, overlays.isEmpty, !isFirmware {
                fixes.append(
                    Fix(
                        "Let the firmware look for the camera: in /boot/firmware/config.txt (older systems: /boot/config.txt) write camera_auto_detect=1\(configuration.contains { $0.hasPrefix("start_x") } ? ", remove start_x=1" : ""), and reboot"
                    ))
            }
            if isFirmware, let line = firmwaresBus {
                fixes.append(
                    Fix(
                        "The firmware looks for the camera over the bus I2C0, which config.txt gives to Linux (\(line)): remove the line, put what is on that bus (a clock, a sensor) on I2C1 (dtparam=i2c_arm=on) or on pins of its own (dtoverlay=i2c-gpio), and reboot"
                    ))
            }
            fixes += [Self.cable] + moduleBoard(isFirmware: isFirmware)
            // Compute Modules are on boards of many makers, with either connector.
            if ["Pi 5", "Zero"].contains(where: { place.platform.board?.contains($0) == true }) {
                fixes.append(
                    Fix(
                        "Check that it is the right cable: this model has the narrow 22-pin connector, and most cameras have the wide 15-pin one"
                    ))
            }
            if !isFirmware {
                fixes.append(
                    Fix(
                        "If another maker than Raspberry Pi made the camera, name its sensor in config.txt, such as dtoverlay=imx519: the firmware does not detect it"
                    ))
            }
        }
        if silent != nil {
            fixes.append(
                Fix(
                    "If cable and camera work on another Pi: update kernel and firmware together; some releases did not fit a new model"))
        }
        let check = !isFirmware ? "rpicam-hello --list-cameras" : "vcgencmd get_camera"
        fixes.append(Fix("Then check what the Pi sees", commands: [check], isRunnable: false))
        // A user who has not set a module up may have none, and a hand-held scanner or a camera on the network in its place.
        let isUnset = silent == nil && asksForNoSensor && filteredOverlay == nil
        let variant = isUnset && isFirmware ? plainFirmware : nil
        if let variant { evidence.append(EvidenceLine("kernel log", variant)) }
        if isUnset, isFirmware, machine?.lacksCameraFirmware == true { evidence.append(EvidenceLine("the folder of config.txt", "no start_x.elf")) }
        if isUnset, let first = fixes.first {
            fixes[0] = first.under("If a camera module is at the connector")
            fixes.insert(Fix("Plug in a USB camera; or name a camera of the network by its address", commands: ["candela doctor rtsp://ADDRESS/"], isRunnable: false), at: 0)
        }
        var finding = Finding(
            .deviceSensorMissing, .fail,
            isUnset
                ? "this Raspberry Pi has no camera: there is none on USB, and "
                    + (variant == nil
                        ? "it has detected no camera module at its camera connector, for which nothing is set in config.txt"
                        : "its firmware was started in the form without support for camera modules (config.txt has no start_x=1)")
                : silent == nil
                ? "this Raspberry Pi has detected no camera module: no sensor answers on its camera connector"
                : "the sensor of the camera module does not answer on the Raspberry Pi's camera connector",
            confidence: silent == nil ? .likely : .certain, evidence: evidence,
            effect: "there is no camera to capture from", fixes: fixes)
        if isModuleUnasked { DevicePort(snapshot, host)?.explain(&finding) }
        return finding
    }

    /// The line of config.txt that gives Linux the bus over which the firmware talks to cameras. Source: Raspberry Pi's documentation of
    /// Compute Module cameras, and its overlays' README, i2c0 and i2c_vc.
    private var firmwaresBus: String? {
        machine?.bootConfiguration?.last { line in ["dtoverlay=i2c0", "dtparam=i2c0=on", "dtparam=i2c_vc=on"].contains(where: line.hasPrefix) }
    }

    /// The kernel's line if the firmware was started in its usual form, without the camera's part: `Attached to firmware from …, variant
    /// start`; the one with it is `start_x`. Source: the kernel's drivers/firmware/raspberrypi.c.
    private var plainFirmware: String? {
        KernelLogFacts(host).last(["attached to firmware from"]).flatMap { $0.hasSuffix("variant start") ? $0 : nil }
    }

    /// What a camera needs on the board that a Compute Module is on, beside its cable. Source: Raspberry Pi's documentation, "Attach a
    /// Raspberry Pi Camera Module" to a Compute Module; raspberrypi/documentation#4132.
    /// - Parameter isFirmware: whether the firmware captures itself, which looks for the camera's pins in a file of its own.
    private func moduleBoard(isFirmware: Bool) -> [Fix] {
        guard let name = place.platform.board?.firstRange(of: "Compute Module ").map({ place.platform.board?[$0.upperBound...] ?? "" }) else { return [] }
        let own: String? =
            if name.hasPrefix("0") || name.hasPrefix("Zero") {
                nil
            } else if name.hasPrefix("5") {
                "on Raspberry Pi's Compute Module 5 IO Board, the connector CAM/DISP1 needs two jumpers at J6, which join its I²C lines, and CAM/DISP0 needs none"
            } else if name.hasPrefix("4"), !name.hasPrefix("4S") {
                "on Raspberry Pi's Compute Module 4 IO Board, the connector CAM0 needs two jumpers at J6, and CAM1 needs none"
            } else {
                "on Raspberry Pi's Compute Module IO Board, jumper wires must join the connector's I²C and control lines to pins of the module (J5 and J6)"
            }
        return [
            Fix(
                "Check the board that the Compute Module is on: \(own.map { "\($0). Another carrier board may have jumpers, too" } ?? "it may have jumpers for the camera"); and \(isFirmware ? "with this camera stack, a file dt-blob.bin beside config.txt must tell the firmware the camera's pins (see Raspberry Pi's documentation of the Compute Module, or of the carrier board)" : "the overlay must name the connector in which the camera is (such as dtoverlay=imx219,cam0)")"
            )
        ]
    }

    /// Drivers of the motors that move a camera's lens. Source: the kernel's drivers/media/i2c.
    private static let lenses: Set = ["dw9807", "dw9807-vcm", "dw9714", "dw9768", "dw9719", "ad5398", "ak7375"]

    /// The sensor has its driver, which has found it, and what takes its pictures from the connector has none.
    private func noReceiver(_ receiver: String, _ sensor: CameraSensor, _ evidence: [EvidenceLine]) -> Finding {
        let name = sensor.model ?? sensor.name
        let isPi5 = receiver.hasPrefix("1f00")
        return Finding(
            .deviceNoDriver, .fail,
            "the camera's sensor \(name) is found and has its driver, and no driver has taken this Raspberry Pi's receiver (CSI, \(isPi5 ? "rp1-cfe" : "unicam")) under this kernel (\(host.kernelRelease)): nothing takes the sensor's pictures",
            confidence: .likely,
            evidence: evidence + [
                EvidenceLine("/sys/bus/i2c/devices/\(sensor.name)/driver", sensor.driver ?? ""), EvidenceLine("/sys/bus/platform/devices/\(receiver)/driver", "none"),
            ],
            effect: "there is no camera to capture from",
            fixes: [
                Fix("Start the kernel of Raspberry Pi OS again (in config.txt, a line kernel= names another), or install its package again"),
                Fix(
                    isPi5
                        ? "In a kernel of your own, build the receiver's driver that fits the device tree: CONFIG_VIDEO_RP1_CFE_DOWNSTREAM=m where there is that option (it is for raspberrypi,rp1-cfe), else CONFIG_VIDEO_RP1_CFE=m; bcm2712_defconfig has it"
                        : "In a kernel of your own, build the receiver's driver: CONFIG_VIDEO_BCM2835_UNICAM=m (in Raspberry Pi's sources CONFIG_VIDEO_BCM2835_UNICAM_LEGACY); bcm2711_defconfig has it"
                ),
            ])
    }

    /// The driver of the module that the overlay names has begun, and failed at something that it asked the module.
    private func gaveUp(_ sensor: CameraSensor, _ line: String, _ evidence: [EvidenceLine]) -> Finding {
        let name = sensor.model ?? sensor.name
        return Finding(
            .deviceSensorMissing, .fail,
            "the driver of the camera module \(name), which the overlay in config.txt names, has failed to start it: the module does not answer as the driver expects",
            confidence: .likely,
            evidence: evidence + [
                EvidenceLine("/sys/bus/i2c/devices/\(sensor.name)", "\(name), driver none"), EvidenceLine("kernel log", line),
            ],
            effect: "there is no camera to capture from",
            fixes: [
                Self.cable,
                Fix("Check that the overlay in config.txt is that of this very module, and that it names the connector (cam0 or cam1) in which it is"),
                Fix(
                    "If another maker than Raspberry Pi made it: install that maker's newest driver for this kernel, and update the module's own firmware with the maker's tool; modules that were made before a new model of the Pi may need that"
                ),
                Fix("Then check what the Pi sees", commands: ["rpicam-hello --list-cameras"], isRunnable: false),
            ])
    }

    /// The form of the firmware with the camera's part consists of two files, and config.txt names one that is not there.
    private func firmwareFileMissing(_ line: String, _ evidence: [EvidenceLine]) -> Finding {
        let isFixup = line.hasPrefix("fixup_file")
        return Finding(
            .deviceSensorMissing, .fail,
            "config.txt names a file of the Raspberry Pi's firmware that does not exist (\(line)): the firmware either starts in a form without the camera's part, or does not give the camera enough memory",
            confidence: .likely,
            evidence: evidence + [EvidenceLine("config.txt", line), EvidenceLine("the folder of config.txt", "has no file of that name")]
                + (host.machine?.firmwareCamera.map { [EvidenceLine("vcgencmd get_camera", $0)] } ?? []),
            effect: "nobody looks for the camera, so there is none",
            fixes: [
                Fix(
                    isFixup
                        ? "Correct the name: files for fixup_file end in .dat (fixup_file=fixup_x.dat belongs to start_file=start_x.elf), then restart the machine"
                        : "Correct the name: files for start_file end in .elf (start_file=start_x.elf belongs to fixup_file=fixup_x.dat), then restart the machine"
                ),
                Fix("Or remove the lines start_file and fixup_file, and leave start_x=1, which chooses both (where the system has the camera stack of Debian 11 or before)"),
                Fix("If the file should be there: install the package of the firmware again, or copy it from an image of the same release"),
            ])
    }

    /// Whether nothing in config.txt asks for a camera at the connector; not where that file cannot be read.
    var asksForNoSensor: Bool {
        guard let lines = machine?.bootConfiguration else { return false }
        return !lines.contains { line in
            ["camera_auto_detect=1", "start_x=1", "start_file="].contains(where: line.hasPrefix) || Self.isOverlay(line, of: Self.sensors)
        }
    }

    /// Whether a line of config.txt loads an overlay whose name begins with one of these.
    static func isOverlay(_ line: String, of names: [String]) -> Bool {
        line.hasPrefix("dtoverlay=") && names.contains { line.dropFirst(10).hasPrefix($0) }
    }

    /// The line in which the bus of a Raspberry Pi's cameras has lost a pin: `pin gpio0 already requested by fe208000.dpi; cannot
    /// claim for soc:i2c0mux`. The bus of the header (i2c1) has nothing to do with cameras.
    private var lostPin: String? {
        log.lines.last { line in
            guard let claim = line.firstRange(of: "cannot claim for ") else { return false }
            return ["i2c0mux", "i2c0if", "205000.i2c"].contains { line[claim.upperBound...].contains($0) }
        }
    }

    /// Two devices of the board want the same pins, and the camera's bus has lost them.
    private func pinConflict(_ line: String, _ evidence: [EvidenceLine]) -> Finding {
        let pin = line.firstRange(of: "pin ").map { String(line[$0.upperBound...].prefix { $0 != " " }.prefix(20)) } ?? "a pin"
        let owner = line.firstRange(of: "requested by ").map { String(line[$0.upperBound...].prefix { $0 != ";" && $0 != " " }.prefix(40)) }
        return Finding(
            .deviceDriverRefused, .fail,
            "the I²C bus of the camera's sensor did not start: another device of this board\(owner.map { " (\($0))" } ?? "") has its pin \(pin)",
            confidence: .likely, evidence: evidence + [EvidenceLine("kernel log", line)],
            effect: "nothing can reach the sensor, so there is no camera",
            fixes: [
                Fix(
                    "Remove the overlay of the other device from config.txt (displays on the GPIO header, such as DPI ones, often want these pins), and reboot"
                ),
                Fix(
                    "Or, on a Pi 3 or 4, give the cameras' bus its other pins: write dtoverlay=cm-swap-i2c0,i2c0-gpio44,i2c10-gpio44 into config.txt, and reboot"
                ),
            ])
    }

    /// Sensors whose drivers are part of the Raspberry Pi's kernel. Makers of other cameras deliver drivers for certain kernels.
    private static let ownSensors: Set = ["imx219", "imx477", "imx708", "imx500", "imx296", "imx378", "ov5647"]

    private func undriven(_ name: String, _ evidence: [EvidenceLine]) -> Finding {
        let isOwn = Self.ownSensors.contains(name)
        let others = machine?.module(name)?.otherKernels ?? []
        return Finding(
            .deviceNoDriver, .fail,
            "this kernel (\(host.kernelRelease)) has no driver for the sensor \(name), which config.txt names"
                + (isOwn
                    ? ": its modules are not complete"
                    : ": it comes from the camera's maker, for certain kernels only"
                        + (others.isEmpty ? "" : " (it is on disk for \(Words.list(others)))")),
            confidence: .likely,
            evidence: evidence + [
                EvidenceLine("/lib/modules/\(host.kernelRelease)/modules.dep", "no \(name), among other drivers")
            ] + others.map { EvidenceLine("module \(name)", "on disk for \($0)") },
            effect: "the sensor cannot be used, so there is no camera",
            fixes: isOwn
                ? [place.reboot, place.newerKernel("Or update the system, with the kernel and all of its modules")]
                : [
                    Fix(
                        "Install the driver again from the camera's maker (Arducam: its install script for this camera), for this kernel, and reboot"
                    ),
                    Fix("Or go back to the kernel for which it was installed, and keep it from updates (apt-mark hold)"),
                    Fix("Or use a camera whose driver is part of the kernel, such as those of Raspberry Pi"),
                ])
    }

    /// Overlays take effect when the machine starts.
    private func unapplied(_ configuration: [String], _ evidence: [EvidenceLine]) -> Finding {
        let line = configuration.last { Self.isOverlay($0, of: ["imx", "ov"]) } ?? "the sensor's line"
        let filter = uncertainFilter(of: line)
        return Finding(
            .deviceSensorMissing, .fail,
            "\(line) in config.txt is not in force: the running system has all camera receivers switched off, so \(filter.map { "the filter \($0), below which it stands, did not hold, " } ?? "")the line was written after the last boot, or the firmware could not apply it",
            confidence: .likely, evidence: evidence + [EvidenceLine("/proc/device-tree/soc/csi@*/status", "disabled")],
            effect: "nothing asks for the sensor, so there is no camera",
            fixes: (filter.map { [Fix("If the line is to count without \($0), move it below a line [all]")] } ?? []) + [
                Fix("Reboot", commands: ["sudo reboot"], needsRoot: true, isRunnable: false),
                Fix(
                    "If it stays so, read why the firmware did not apply it, and check that the overlay's file is there",
                    commands: ["sudo vclog --msg", "ls /boot/firmware/overlays /boot/overlays"], isRunnable: false),
            ])
    }

    /// The camera was set up in the file that older systems read.
    private func wrongFile(_ lines: [String], _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceSensorMissing, .fail,
            "the camera was set up in /boot/config.txt, which this system does not read: its firmware reads /boot/firmware/config.txt",
            confidence: .likely,
            evidence: [EvidenceLine("only in /boot/config.txt", lines.joined(separator: ", "))] + evidence,
            effect: "what stands there has no effect, and no camera is found",
            fixes: [
                Fix(
                    "Write the line \(lines[0]) into /boot/firmware/config.txt, below [all], and reboot",
                    commands: ["sudo nano /boot/firmware/config.txt", "sudo reboot"], needsRoot: true, isRunnable: false),
                Fix("Then check what the Pi sees", commands: ["rpicam-hello --list-cameras"], isRunnable: false),
            ])
    }

    /// The line by which the firmware starts in its cut-down form, which knows no cameras: `start_cd.elf` is used with
    /// gpu_mem=16. The Pi 5 has no such firmware. Source: Raspberry Pi's documentation of config.txt, "gpu_mem".
    private func smallFirmware(_ configuration: [String]) -> String? {
        guard loadsFirmwareFiles else { return nil }
        return configuration.last { line in
            line.hasPrefix("gpu_mem") && line.split(separator: "=").last.flatMap { Int($0) }.map { $0 <= 16 } == true
                || line.hasPrefix("start_file=") && line.hasSuffix("cd.elf")
        }
    }

    private func cutDown(_ line: String, _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceSensorMissing, .fail,
            "this Raspberry Pi starts the cut-down form of its firmware (\(line)), which has no code for cameras",
            confidence: .likely, evidence: evidence, effect: "nobody looks for the camera, so there is none",
            fixes: [
                Fix(
                    "In config.txt remove the line \(line)\(line.hasPrefix("gpu_mem") ? ", or write gpu_mem=64 (128 with the camera stack of Debian 11 and before)" : "; without start_file and gpu_mem=16 the firmware starts in its usual form"), and reboot"
                ),
                Fix("Then check what the Pi sees", commands: ["rpicam-hello --list-cameras"], isRunnable: false),
            ])
    }

    /// The overlay names a video input, and its driver has not found the chip.
    private func bridgeSilent(_ chip: String, _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceSensorMissing, .fail,
            "the video input \(chip) that config.txt names does not answer on the camera connector's I2C bus",
            evidence: evidence, effect: "there is nothing to capture from",
            fixes: [
                Self.cable,
                Fix(
                    "Check that the ribbon cable is the one that came with the board of the chip, and the right way round: at some boards the contacts face the other side"
                ),
                Fix(
                    "Then see whether the driver finds the chip", commands: ["sudo dmesg | grep \(chip)"],
                    needsRoot: true,
                    isRunnable: false),
            ])
    }

    /// Camera Module 2 is of April 2016, when Raspberry Pi's systems came with Linux 4.1.19 and 4.4.
    private var isBeforeModule2: Bool { place.isKernel(before: [4, 1, 19]) }

    /// The Pi 5 and its kin have their firmware in a chip, and load none of its forms from the card.
    private var loadsFirmwareFiles: Bool { !isPi5 }

    /// Only systems with Linux 5.10 and later look for the camera by themselves, and come with libcamera.
    var isBeforeLibcamera: Bool { place.isKernel(before: [5, 10]) }

    /// The firmware that captures itself has looked for a camera at its start, and none has answered.
    private func undetected(_ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceSensorMissing, .fail,
            "the firmware of this Raspberry Pi has found no camera on its connector: a cable is not seated, the module is newer than this system, or it is broken",
            evidence: evidence, effect: "there is no camera to capture from",
            fixes: (isBeforeModule2
                ? [
                    Fix(
                        "This system (kernel \(host.kernelRelease)) is older than all camera modules but the first: if the module is newer than 2015, use a current image, or update kernel and firmware"
                    )
                ] : []) + [
                Self.cable,
            ] + moduleBoard(isFirmware: true) + [
                Fix(
                    "Press the sensor's own small connector onto the camera's board: in a case it comes loose unseen"),
                Fix("Try another cable, then another camera"),
                // Sources: Raspberry Pi's firmware of April 2016 knows the imx219; the first system for the imx708 is of January 2023.
                Fix(
                    "If the camera module is newer than this system, it does not know that sensor: a Camera Module 2 needs one of April 2016 or later, a Camera Module 3 one of 2023 or later. Update it, or use a newer image"
                ),
                Fix(
                    "After a restart this must print detected=1", commands: ["vcgencmd get_camera"], isRunnable: false),
            ])
    }

    /// The firmware has the camera, and the running kernel not the driver that makes a video node of it.
    private func withoutFirmwareDriver(_ driver: KernelModule, _ evidence: [EvidenceLine]) -> Finding {
        let others = driver.otherKernels
        return Finding(
            .deviceNoDriver, .fail,
            "the firmware of this Raspberry Pi has found the camera, and this kernel (\(host.kernelRelease)) lacks its driver bcm2835-v4l2, so there is no video node",
            confidence: .likely,
            evidence: evidence + [EvidenceLine("/lib/modules/\(host.kernelRelease)", "no bcm2835-v4l2")]
                + (others.isEmpty ? [] : [EvidenceLine("kernels that have it", others.joined(separator: ", "))]),
            effect: "only programs that talk to the firmware itself, such as raspistill, get pictures",
            fixes: [
                Fix(
                    "Install the kernel of the distribution again, which has the driver\(others.last.map { " (as \($0) does)" } ?? ""), if rpi-update or a build of your own has put another one in its place",
                    // Later and other systems have the kernel in packages of other names.
                    commands: place.platform.distribution == "raspbian" ? ["sudo apt install --reinstall raspberrypi-kernel raspberrypi-bootloader", "sudo reboot"] : [],
                    needsRoot: place.platform.distribution == "raspbian", isRunnable: false)
            ] + place.otherKernel(others))
    }

    /// Whether the running kernel does not have the driver; an index without the usual ones is no measure.
    private var lacksFirmwareDriver: Bool {
        host.hasModulesFolder && machine?.module("bcm2835_v4l2")?.isHere != true && machine?.module("uvcvideo")?.isAvailable == true
    }

    private func withoutFirmwareDriver(_ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceNoDriver, .fail,
            "the firmware of this Raspberry Pi has found the camera, and this kernel (\(host.kernelRelease)) comes without its driver bcm2835-v4l2, so there is no video node",
            confidence: .likely, evidence: evidence + [EvidenceLine(host.modulesFolder, "no bcm2835-v4l2")],
            effect: "programs for V4L2 find no camera; those that talk to the firmware itself (raspistill, raspivid) can use it",
            fixes: place.otherKernel(machine?.module("bcm2835_v4l2")?.otherKernels ?? []) + [
                Fix("Update the kernel, or use the one of Raspberry Pi OS, which has the driver"),
                Fix(
                    "Or take the pictures from the firmware, without a node",
                    commands: ["raspividyuv -t 0 -w 1280 -h 720 -o - | candela scan - --format YU12 --size 1280x720"], isRunnable: false),
                Fix("motion can do that as well (mmalcam_name vc.ril.camera), if it was built with MMAL; one that was not says \"Unknown config option\""),
            ])
    }

    /// The firmware has the camera, and programs such as raspistill get its pictures through /dev/vchiq, which belongs to the group
    /// video; a node needs the driver.
    private func onlyFirmware(_ evidence: [EvidenceLine]) -> Finding {
        // The firmware has answered this user: only somebody else can be kept from it.
        let user = snapshot.client?.user
        let groups = user.map { $0.sessionGroups ?? $0.accountGroups } ?? []
        let isStranger = user?.id != 0 && !groups.isEmpty && !groups.contains { $0.name == "video" }
        let stranger = isStranger ? user?.label : nil
        let load = Fix(
            "For programs that want a video node, load the driver, now and at each start",
            commands: ["sudo modprobe bcm2835-v4l2", "echo bcm2835-v4l2 | sudo tee /etc/modules-load.d/camera.conf"],
            needsRoot: true, undo: ["sudo modprobe -r bcm2835-v4l2", "sudo rm /etc/modules-load.d/camera.conf"])
        if !host.hasModulesFolder, !host.otherKernels.isEmpty {
            return Finding(
                .deviceNoDriver, .fail,
                "the firmware of this Raspberry Pi has found the camera, but the modules of the running kernel \(host.kernelRelease) are missing, as after an update without a restart: its driver bcm2835-v4l2 cannot be loaded, and the firmware's libraries may be newer than the firmware that runs",
                confidence: .likely,
                evidence: evidence + [EvidenceLine(host.modulesFolder, "missing"), EvidenceLine("kernels on disk", Words.list(host.otherKernels))],
                effect: "there is no video node, and programs that talk to the firmware itself may fail, too (ENOSPC)",
                fixes: [Place(snapshot).reboot])
        }
        if let holder = FirmwareHolder.withoutNode(host, evidence) { return holder }
        if lacksFirmwareDriver { return withoutFirmwareDriver(evidence) }
        guard let stranger else {
            return Finding(
                .deviceNoDriver, .fail,
                "the firmware of this Raspberry Pi has found the camera, but its driver bcm2835-v4l2 is not loaded, so there is no video node",
                evidence: evidence, effect: "only programs that talk to the firmware itself, such as raspistill, get pictures",
                fixes: [load])
        }
        return Finding(
            .accessNotPermitted, .fail,
            "the firmware of this Raspberry Pi has found the camera, but the account \(stranger) is not in the group video, to which the way to it (/dev/vchiq, and a video node) belongs",
            confidence: .likely, evidence: evidence + [EvidenceLine("groups of \(stranger)", Words.list(groups.compactMap(\.name)))],
            effect: "its programs cannot use the camera",
            fixes: [
                Place(snapshot).join("video", stranger, "Put the account \(stranger) into the group video, and restart what runs as it"),
                load,
            ])
    }

    /// The old driver asks the firmware for the camera; without start_x=1 that has no code for cameras.
    private func interfaceOff(_ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceSensorMissing, .fail,
            "the camera interface of this Raspberry Pi is switched off: config.txt has no start_x=1, so its firmware starts without support for cameras, and the driver bcm2835-v4l2 finds none",
            confidence: .likely, evidence: evidence, effect: "there is no camera to capture from",
            fixes: [
                Fix(
                    "Enable the camera (Interfacing Options, Camera), and reboot; it writes start_x=1 and gpu_mem=128 into config.txt",
                    commands: ["sudo raspi-config", "sudo reboot"], needsRoot: true, isRunnable: false),
                Fix("Then check what the Pi sees", commands: ["vcgencmd get_camera"], isRunnable: false),
                Fix("If the camera is one for USB, none of this is needed: plug it in; Linux sees none now"),
            ])
    }

    /// config.txt names an overlay that the firmware does not find: it starts without it, and says so nowhere.
    private func overlayMissing(_ overlay: String) -> Finding {
        let sensor = String(overlay.prefix { $0 != "-" })
        return Finding(
            .deviceSensorMissing, .fail,
            "config.txt asks for the overlay of the sensor \(sensor), and this system's kernel does not include it",
            evidence: board + [
                EvidenceLine("config.txt", "dtoverlay=\(overlay)"),
                EvidenceLine("/boot/firmware/overlays", "no overlay for \(sensor)"),
                EvidenceLine("running kernel", host.kernelRelease),
            ],
            effect: "the firmware leaves it out without a message, so the kernel has no camera",
            fixes: [
                Fix(
                    "Check its name: the overlays that are there are the files in /boot/firmware/overlays, without .dtbo",
                    commands: ["ls /boot/firmware/overlays"], isRunnable: false),
                Fix(
                    "Use Raspberry Pi OS, whose kernel has the drivers and overlays of Raspberry Pi's own cameras first, or a newer kernel of this distribution"
                ),
            ])
    }

    /// The names of sensors in overlays. Source: the overlays of raspberrypi/linux.
    static let sensors = ["imx", "ov", "arducam", "tc358743", "adv", "irs1125", "gc2145", "mira", "ar0", "vc-mipi", "camera-mux"]
}
