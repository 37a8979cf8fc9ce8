// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// An NVIDIA Jetson without any video node. Its receiver makes a node only for a sensor that is bound, so there is none: the device
/// tree describes no sensor, or the one that it describes has no driver.
extension SensorJudge {
    func jetson() -> Finding? {
        guard place.platform.isJetson, place.container == nil, let machine, snapshot.nodes.value?.isEmpty == true,
            host.usbCameras.isEmpty, host.mediaDevices > 0
        else { return nil }
        let evidence = board + [EvidenceLine("/sys/class/video4linux", "no node")]
        if let sensor = machine.sensors.first(where: { $0.driver == nil }) { return withoutDriver(sensor, evidence) }
        return machine.sensors.isEmpty ? withoutOverlay(evidence) : nil
    }

    /// What is plugged into a Jetson on USB, or was: its receiver is there without any camera, and the device tree that a Jetson
    /// Nano starts with names sensors at both connectors, which then do not answer at any start.
    func besideJetsonSensors() -> Finding? {
        guard place.platform.isJetson, place.container == nil, snapshot.hasNoCameraNode, host.usbCameras.isEmpty else { return nil }
        let absent = AbsentCamera(snapshot, host)
        if let camera = machine?.hardware.first(where: { $0.kind == .usb3Vision }) { return absent.industrial(camera) }
        let isNano = place.platform.board?.contains("Jetson Nano") == true
        // On other ones somebody has chosen the overlay of a sensor: that this one does not work comes first.
        if isNano || silent == nil, let lost = absent.lostOnUSB() { return lost }
        if let device = machine?.unclaimed?.first(where: { $0.soundsLikeVideo && $0.isInUse != true }) { return absent.notClaimed(device) }
        // A sensor that has its driver is a camera that is there; a telephone of Apple's mostly charges.
        guard isNano || !hasFailedSensor, machine?.sensors.contains(where: { $0.driver != nil }) != true, !snapshot.subject.isNamed
        else { return nil }
        if let camera = machine?.hardware.first(where: { $0.kind == .filesOnly && $0.vendorID != "05ac" }) { return absent.filesOnly(camera) }
        return machine?.handScanner.map(absent.handScanner)
    }

    /// Whether a sensor that the device tree describes does not answer, or its driver refused it or could not be loaded.
    private var hasFailedSensor: Bool {
        silent != nil || log.mismatchedSensorModule != nil
            || (machine?.sensors ?? []).contains { $0.driver == nil && log.refusal(of: $0.name) != nil }
    }

    private func withoutDriver(_ sensor: CameraSensor, _ evidence: [EvidenceLine]) -> Finding {
        let model = sensor.model ?? sensor.name
        let module = sensor.modules.first
        let name = Words.shell(model.lowercased())
        let evidence = evidence + [
            EvidenceLine("/sys/bus/i2c/devices/\(sensor.name)", "\(model), driver none"),
            EvidenceLine("\(host.modulesFolder)/modules.alias", module ?? "no module for \(model)"),
        ]
        if let module, host.machine?.module(module)?.isLoaded == true { return refused(model, module, evidence) }
        guard let module else {
            return Finding(
                .deviceNoDriver, .fail,
                "the device tree describes the camera's sensor \(model), and this kernel (\(host.kernelRelease)) has no driver for it: the module is missing from this system's image",
                confidence: .likely, evidence: evidence, effect: "there is no camera to capture from",
                fixes: [
                    Fix(
                        "Add the driver's module to the image: with Yocto (meta-tegra) the package kernel-module-\(name) in IMAGE_INSTALL, or all of them with kernel-modules; then build and flash it",
                        commands: ["find /lib/modules/$(uname -r) -iname '*\(name)*'"], isRunnable: false),
                    Fix("Or install the kernel and the modules of the board's maker (NVIDIA's L4T), which hold the drivers of its cameras"),
                ])
        }
        return Finding(
            .deviceNoDriver, .fail,
            "the driver of the camera's sensor \(model) (\(module)) is on disk, and not bound to it", confidence: .likely,
            evidence: evidence, effect: "there is no camera to capture from",
            fixes: [
                Fix("Load it", commands: ["sudo modprobe \(Words.shell(module))"], needsRoot: true),
                Fix("If it does not bind then, the kernel says why", commands: ["sudo dmesg | grep -i \(name)"], isRunnable: false),
            ])
    }

    private func refused(_ model: String, _ module: String, _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceSensorMissing, .fail,
            "the driver of the camera's sensor \(model) (\(module)) is loaded, and has not accepted it: mostly because the sensor does not answer",
            confidence: .likely, evidence: evidence, effect: "there is no camera to capture from",
            fixes: [
                Fix("Switch the board off, and reseat the camera's ribbon cable at both ends; try another cable, and the other connector"),
                Fix("See what its driver said", commands: ["sudo dmesg | grep -i \(Words.shell(model.lowercased()))"], isRunnable: false),
                Fix("If it is another camera than the device tree describes: choose the overlay of yours"),
            ])
    }

    private func withoutOverlay(_ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceSensorMissing, .fail,
            "the device tree of this Jetson describes no camera sensor that is known here: without an overlay for the camera no driver looks for one at the camera connectors",
            confidence: .likely,
            evidence: evidence + [EvidenceLine("/sys/bus/i2c/devices", "no camera sensor")],
            effect: "there is no camera to capture from, and nvarguscamerasrc says \"No cameras available\"",
            fixes: [
                Fix(
                    "Choose the camera for its connector in NVIDIA's tool (Configure Jetson CSI Connector), save, and restart",
                    commands: ["sudo /opt/nvidia/jetson-io/jetson-io.py"], needsRoot: true, isRunnable: false),
                Fix(
                    "Without that tool, name the camera's overlay in an OVERLAYS line of /boot/extlinux/extlinux.conf (Yocto: UBOOT_EXTLINUX_FDTOVERLAYS), and restart",
                    commands: ["ls /boot/*camera*.dtbo", "grep -n OVERLAYS /boot/extlinux/extlinux.conf"], isRunnable: false),
                Fix("A camera on USB needs none of this, and is not plugged in or not recognised: see lsusb"),
            ])
    }
}
