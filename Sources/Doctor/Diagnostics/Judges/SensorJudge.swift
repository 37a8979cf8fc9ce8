// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import MachineFacts
internal import UserSession

/// Judges cameras that are bare sensors: on a Raspberry Pi, on laptops with an Intel IPU, on other boards. Their pictures
/// pass through a chain of firmware, bridge, sensor, image processor and libcamera; this finds the link that is missing.
struct SensorJudge {
    let snapshot: Snapshot
    let host: HostRecord
    let place: Place

    init(_ snapshot: Snapshot, _ host: HostRecord) {
        self.snapshot = snapshot
        self.host = host
        place = Place(snapshot)
    }

    var machine: MachineRecord? { host.machine }
    var log: KernelLogFacts { KernelLogFacts(host) }
    /// The image processor. IPU3 is two devices, a receiver (CIO2) and a processor (ImgU): the one that lacks its driver comes first.
    var processor: CameraHardware? {
        let parts = (machine?.hardware ?? []).filter { $0.kind == .imageProcessor }
        return parts.first { $0.driver == nil } ?? parts.first
    }
    var isPi: Bool { place.platform.isRaspberryPi }
    var isPi5: Bool { place.isPi5 }

    /// Nodes of the processors that a Raspberry Pi has even without a camera, by their drivers.
    static let processors: Set = [
        "bcm2835-isp", "pispbe", "bcm2835-codec", "rpi-hevc-dec", "rpivid", "bcm2835-codec-decode",
    ]

    /// A node that receives a sensor's raw data.
    var receiver: NodeRecord? {
        snapshot.nodes.value?.first { $0.nodeClass == "needs-libcamera" && !Self.processors.contains($0.driver ?? "") }
    }

    /// The finding; `nil` if this machine has no such camera.
    func find() -> Finding? {
        if let bridge = machine?.hardware.first(where: { $0.kind == .bridge && $0.isAuthorized == false }) {
            return UnboundCamera(bridge, host, place).find()
        }
        if processor != nil { return laptop() }
        // A camera that works, whatever the name that was asked for.
        if snapshot.nodes.value?.contains(where: \.yieldsPictures) == true { return nil }
        // These make a node only for a sensor that is bound; what another connector's driver did not find is no fault then.
        let isBound = ["tegra", "unicam", "rp1-cfe"].contains { receiver?.driver?.hasPrefix($0) == true }
        if let receiver, silent == nil || isBound && !receiver.formats.isEmpty {
            return raw(receiver.classReason, receiver.place, driver: receiver.driver)
        }
        if let lost = lostAfterSensor() { return lost }
        if isPi { return raspberryPi() }
        if silent == nil, let probe = log.failedController { return AbsentCamera(snapshot, host).failedController(probe) }
        if let other = besideJetsonSensors() { return other }
        if let silent { return sensorSilent(silent) }
        if let sensor = machine?.sensors.first(where: { $0.driver == nil }), let refusal = log.refusal(of: sensor.name)
        {
            return boardRefused(sensor, refusal.line)
        }
        if snapshot.nodes.value?.isEmpty == true, let refused = log.mismatchedSensorModule {
            return mismatched(refused.module, refused.line)
        }
        if let jetson = jetson() { return jetson }
        guard snapshot.nodes.value?.isEmpty == true, host.usbCameras.isEmpty, host.mediaDevices > 0 else { return nil }
        // A board has such devices without any camera.
        let absent = AbsentCamera(snapshot, host)
        if let camera = machine?.hardware.first(where: { $0.kind == .usb3Vision }) { return absent.industrial(camera) }
        if let lost = absent.lostOnUSB() { return lost }
        return raw("the kernel has media devices, but no video node for them", "/dev/media0", driver: nil, .possible)
    }

    /// The finding for a node that only gives raw data.
    func find(of node: NodeRecord) -> Finding? {
        Self.processors.contains(node.driver ?? "") ? find() : raw(node.classReason, node.place, driver: node.driver)
    }

    /// The line of a sensor that does not answer, unless a sensor is registered all the same.
    var silent: String? { (machine?.subdevices.isEmpty ?? true) ? log.silentSensor : nil }

    /// The driver found the sensor in the device tree, and did not accept what that says of it.
    func boardRefused(_ sensor: CameraSensor, _ line: String) -> Finding {
        let name = sensor.model ?? sensor.name
        let before = log.lines.filter { $0.contains("\(sensor.name):") && $0 != line }.suffix(2)
        return boardRefused(
            name,
            board + [EvidenceLine("/sys/bus/i2c/devices/\(sensor.name)", "\(name), driver none")]
                + (before + [line]).map { EvidenceLine("kernel log", $0) })
    }

    /// Whether the camera is inside the case of a laptop, tablet or telephone, where it has no ribbon cable that anybody could reseat, and no
    /// overlay.
    var isInCase: Bool { processor != nil || place.isLaptop || machine?.isHandset == true }

    func boardRefused(_ name: String, _ evidence: [EvidenceLine]) -> Finding {
        let isTree = evidence.contains { line in
            line.what == "kernel log"
                && [
                    "not found in DT", "endpoint", "link freq", "link-freq", "lanes", "regulator", "-22", "gpio", "-2",
                    "clock",
                ]
                .contains { line.value.contains($0) }
        }
        return Finding(
            .deviceNoDriver, .fail,
            isTree
                ? "the driver of the camera's sensor \(name) has refused it: the \(isInCase ? "device tree" : "overlay (device tree)") that describes it does not fit this kernel's driver"
                : "the driver of the camera's sensor \(name) has refused it",
            confidence: .likely,
            evidence: evidence, effect: "there is no camera to capture from",
            fixes: isInCase ? [newerKernelForModel, reportToDevelopers] : [
                Fix(
                    "Use the overlay that belongs to this kernel: with the board's own tool (\(Place.overlayTools)), or from the package of the kernel"
                ),
                Fix("Or use the system image of the board's maker, whose kernel and overlays fit each other"),
            ])
    }

    /// The module says the right kernel, but the kernel's own symbols have other versions than when it was built.
    func mismatched(_ module: String, _ line: String) -> Finding {
        Finding(
            .deviceDriverRefused, .fail,
            "the kernel has refused \(module), the driver of the camera's sensor: it was built against another version of this kernel's symbols",
            evidence: board + [EvidenceLine("kernel log", line)], effect: "there is no camera to capture from",
            fixes: [
                Fix(
                    "Build the driver from its sources against the running kernel (\(host.kernelRelease)), with the headers and the configuration that this very image was built from"
                ),
                Fix(
                    "Or install the driver's package and the system image that its maker names for each other: the same version number is not enough"
                ),
            ])
    }

    /// A chip that turns HDMI or analogue video into a sensor's signal. libcamera does not drive these. Source: the bridges in
    /// the kernel's drivers/media/i2c.
    static let bridges = [
        "tc358743", "tc358746", "tc358749", "adv7", "lt6911", "gm7150", "tvp5150", "tw9", "it6801", "rk628",
    ]

    /// A receiver that such a chip feeds: its pipeline is set by hand.
    func bridge(_ evidence: [EvidenceLine]) -> Finding? {
        guard
            let chip = (machine?.subdevices ?? []).first(where: { name in
                Self.bridges.contains { name.lowercased().hasPrefix($0) }
            })
        else { return nil }
        let refusal = log.lines.last {
            $0.contains("Failed to start media pipeline") || $0.contains("pipeline") && $0.contains("-32")
        }
        let isBroken = refusal != nil || snapshot.stream.value?.failure?.errno == "EPIPE"
        return Finding(
            .devicePipeline, .fail,
            isBroken
                ? "the media pipeline from the video input \(chip) does not start: the formats on its pads do not agree"
                : "this node gets its pictures from the video input \(chip), through a media pipeline that must be set up first",
            confidence: isBroken ? .certain : .likely,
            evidence: evidence + [EvidenceLine("/sys/class/video4linux/v4l-subdev*", chip)]
                + (refusal.map { [EvidenceLine("kernel log", $0)] } ?? []),
            effect: "no picture can be captured from this node until every part of the pipeline has the same format",
            fixes: [
                Fix(
                    "Take over the timings of the source: tell the chip that signal which it receives",
                    commands: [
                        "v4l2-ctl --device /dev/v4l-subdev0 --query-dv-timings",
                        "v4l2-ctl --device /dev/v4l-subdev0 --set-dv-bt-timings query",
                    ], isRunnable: false),
                Fix(
                    "Show the pipeline, with the format of each pad (fmt, field), and set the same size, code and field on all pads from the chip to the node: media-ctl -V '\"ENTITY\":PAD [fmt:UYVY8_1X16/1920x1080 field:none]'",
                    commands: ["media-ctl --print-topology"], isRunnable: false),
            ])
    }

    /// The first media entity that is neither a receiver nor a part of the image processor.
    var sensorName: String? {
        (machine?.subdevices ?? []).first(where: Self.isSensor) ?? machine?.sensors.first?.model
    }

    static func isSensor(_ name: String) -> Bool {
        let name = name.lowercased()
        return !["csi", "ipu", "isp", "cfe", "unicam"].contains { name.contains($0) }
    }

    var board: [EvidenceLine] {
        place.platform.board.map { [EvidenceLine("model", $0)] } ?? []
    }

    func sensorSilent(_ line: String, _ evidence: [EvidenceLine] = []) -> Finding {
        let lines = (evidence.isEmpty ? board : evidence) + suppliesMissing(line) + [EvidenceLine("kernel log", line)]
        if processor != nil, let finding = unknownPower(lines) { return finding }
        return Finding(
            .deviceSensorMissing, .fail,
            isInCase
                ? "the camera's sensor does not answer: it has no power or clock, or its privacy switch is closed"
                : "the camera's sensor does not answer",
            confidence: .likely, evidence: lines, effect: "the driver cannot register the camera",
            fixes: processor != nil
                ? [
                    Fix("Open the camera's switch or shutter, and check that the machine's setup (BIOS, UEFI) does not disable it"),
                    Fix(
                        "Use a newer kernel: what powers the sensor (INT3472, bridge) is described model by model, and a newer one may know this laptop"
                    ),
                    reportToDevelopers,
                ]
                : isInCase
                    ? [
                        Fix(
                            machine?.isHandset == true
                                ? "Look for the camera's switch, which some telephones have below the back cover or at the side, and switch it on"
                                : "Open the camera's switch or shutter, or press its key"),
                        Fix("Switch the machine off entirely (not only restart it), wait, and switch it on: that takes the power from the sensor, too"),
                        newerKernelForModel, reportToDevelopers,
                    ]
                    : [
                        Fix(
                            "Switch the board off and reseat the camera's ribbon cable at both ends; then try another cable"
                        ),
                        Fix(
                            "Check that the device tree overlay names this sensor and this connector, and that it switches the module's power on as this module needs it (supplies, enable, power-down and reset pins): modules of other makers with the same sensor have other pins"
                        ),
                        Fix(
                            "Check that the module has the sensor that the driver expects: another kind of camera does not answer to it. Use a camera that this board's system supports"
                        ),
                    ])
    }

    /// What the kernel says of supplies that the device tree does not name for the sensor of a line: `ov5640 2-003c: supply AVDD not found,
    /// using dummy regulator`. It then takes them for always on.
    private func suppliesMissing(_ line: String) -> [EvidenceLine] {
        guard !isInCase, let device = line.split(separator: " ").map({ $0.prefix { $0 != ":" } }).first(where: SensorName.isBusAddress) else { return [] }
        return log.lines.filter { $0.contains(" \(device): supply ") && $0.contains("dummy regulator") }.suffix(3).map { EvidenceLine("kernel log", $0) }
    }

    private var newerKernelForModel: Fix {
        place.newerKernel("Use a newer kernel of this system: how the sensor is connected and powered is described model by model (device tree, ACPI), and a newer one may describe this model better")
    }
    private var reportToDevelopers: Fix {
        Fix("Report the model and the line above to the driver's developers, if the newest kernel fails, too")
    }
}
