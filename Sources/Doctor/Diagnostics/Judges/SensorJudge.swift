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

    private var machine: MachineRecord? { host.machine }
    private var log: KernelLogFacts { KernelLogFacts(host) }
    private var processor: CameraHardware? { machine?.hardware.first { $0.kind == .imageProcessor } }
    private var isPi: Bool { place.platform.isRaspberryPi }

    /// Nodes of the processors that a Raspberry Pi has even without a camera, by their drivers.
    static let processors: Set = [
        "bcm2835-isp", "pispbe", "bcm2835-codec", "rpi-hevc-dec", "rpivid", "bcm2835-codec-decode",
    ]

    /// A node that receives a sensor's raw data.
    private var receiver: NodeRecord? {
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
        if isPi { return raspberryPi() }
        if let silent { return sensorSilent(silent) }
        if let sensor = machine?.sensors.first(where: { $0.driver == nil }), let refusal = log.refusal(of: sensor.name)
        {
            return boardRefused(sensor, refusal.line)
        }
        if snapshot.nodes.value?.isEmpty == true, let refused = log.mismatchedSensorModule {
            return mismatched(refused.module, refused.line)
        }
        guard snapshot.nodes.value?.isEmpty == true, host.usbCameras.isEmpty, host.mediaDevices > 0 else { return nil }
        return raw("the kernel has media devices, but no video node for them", "/dev/media0", driver: nil, .possible)
    }

    /// The finding for a node that only gives raw data.
    func find(of node: NodeRecord) -> Finding? {
        Self.processors.contains(node.driver ?? "") ? find() : raw(node.classReason, node.place, driver: node.driver)
    }

    /// The line of a sensor that does not answer, unless a sensor is registered all the same.
    private var silent: String? { (machine?.subdevices.isEmpty ?? true) ? log.silentSensor : nil }

    /// The driver found the sensor in the device tree, and did not accept what that says of it.
    private func boardRefused(_ sensor: CameraSensor, _ line: String) -> Finding {
        let name = sensor.model ?? sensor.name
        let before = log.lines.filter { $0.contains("\(sensor.name):") && $0 != line }.suffix(2)
        return boardRefused(
            name,
            board + [EvidenceLine("/sys/bus/i2c/devices/\(sensor.name)", "\(name), driver none")]
                + (before + [line]).map { EvidenceLine("kernel log", $0) })
    }

    private func boardRefused(_ name: String, _ evidence: [EvidenceLine]) -> Finding {
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
                ? "the driver of the camera's sensor \(name) has refused it: the overlay (device tree) that describes it does not fit this kernel's driver"
                : "the driver of the camera's sensor \(name) has refused it",
            confidence: .likely,
            evidence: evidence, effect: "there is no camera to capture from",
            fixes: [
                Fix(
                    "Use the overlay that belongs to this kernel: with the board's own tool (\(Place.overlayTools)), or from the package of the kernel"
                ),
                Fix("Or use the system image of the board's maker, whose kernel and overlays fit each other"),
            ])
    }

    /// The module says the right kernel, but the kernel's own symbols have other versions than when it was built.
    private func mismatched(_ module: String, _ line: String) -> Finding {
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
    private static let bridges = [
        "tc358743", "tc358746", "tc358749", "adv7", "lt6911", "gm7150", "tvp5150", "tw9", "it6801", "rk628",
    ]

    /// A receiver that such a chip feeds: its pipeline is set by hand.
    private func bridge(_ evidence: [EvidenceLine]) -> Finding? {
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

    // MARK: Raw data

    private func raw(
        _ reason: String, _ where: String, driver: String?, _ confidence: Finding.Confidence = .certain
    ) -> Finding {
        let evidence = [EvidenceLine(`where`, reason)] + board
        if let disabled = disabledChain(evidence) { return disabled }
        if let bridge = bridge(evidence) { return bridge }
        if place.platform.isJetson || driver?.hasPrefix("tegra") == true {
            if place.container != nil { return inJetsonContainer(evidence) }
            if let client = snapshot.client, client.lacksArgus == true { return inJetsonContainer(evidence, client) }
            if let said = machine?.argusTrouble { return hangingDaemon(said, evidence) }
            return Finding(
                .deviceRawSensor, .fail,
                "this camera delivers raw sensor data, which only NVIDIA's image processor (nvarguscamerasrc) converts into pictures",
                evidence: evidence, effect: "V4L2 gives no usable picture of it",
                fixes: [
                    Self.jetsonPipe("Let GStreamer capture through NVIDIA's source, and pipe the frames into candela")
                ])
        }
        if driver?.hasPrefix("rkcif") == true || driver?.hasPrefix("rkisp") == true, driver != "rkisp1" {
            return rockchip(evidence)
        }
        if let libcamera = snapshot.libcamera?.value,
            let line = libcamera.complaints.first(where: { $0.contains("dma-buf") || $0.contains("dmaHeap") }),
            // Without memory the software image processor is off, though the camera is listed.
            libcamera.cameras.isEmpty || line.contains("Could not open any")
        {
            return memoryDenied(line, evidence)
        }
        if let libcamera = snapshot.libcamera?.value, libcamera.cameras.isEmpty || !libcamera.complaints.isEmpty {
            return notPermitted(libcamera, evidence) ?? libcameraLacks(libcamera, evidence)
        }
        if let small = littleMemory(evidence) ?? exhaustedMemory(evidence) { return small }
        let holder = snapshot.holders.value?.holders.first { !["pipewire", "wireplumber"].contains($0.name) }
        let pipes = isPi || machine == nil ? [pipe, Self.raspberryPipe, Self.desktopPrograms] : [pipe, Self.desktopPrograms]
        return Finding(
            .deviceNeedsLibcamera, .fail,
            (confidence == .certain
                ? "this camera delivers raw sensor data, which only libcamera can convert into pictures: programs get them through libcamera or PipeWire, not from /dev/video*"
                : "there is no video node; if a camera is built in, only libcamera can use it")
                + (holder.map { "; and \($0.name) (process \($0.processID)) holds it" } ?? ""),
            confidence: confidence,
            evidence: evidence
                + (holder.map {
                    [
                        EvidenceLine(
                            "/proc/\($0.processID)/fd", "the camera's nodes, open in \($0.name) (user \($0.user))")
                    ]
                } ?? []),
            effect: "without libcamera there is no usable picture",
            fixes: (holder.map {
                ContentionJudge.stopping([$0]) + [
                    Fix(
                        "Stop \($0.name), which uses the camera: libcamera lets one program have it",
                        commands: ["kill \($0.processID)"], isRunnable: false)
                ]
            } ?? []) + pipes)
    }

    /// Of the drivers between a Raspberry Pi's sensor and libcamera, one that a configuration keeps from loading.
    private func disabledChain(_ evidence: [EvidenceLine]) -> Finding? {
        guard isPi else { return nil }
        for name in MachineRecord.raspberryPiChain {
            guard let module = machine?.module(name), module.isAvailable, !module.isLoaded,
                let line = host.blacklisting(of: name)
            else { continue }
            return Finding(
                .deviceDriverRefused, .fail,
                "\(name), a driver that libcamera needs for this camera's pictures, is disabled on this machine",
                evidence: evidence + [
                    line, EvidenceLine("/sys/module/\(name)", "not loaded"),
                ],
                effect: "the sensor is there, and libcamera lists no camera",
                fixes: [
                    Fix(
                        "Load it now, despite that line", commands: ["sudo modprobe \(name)"], needsRoot: true,
                        undo: ["sudo modprobe -r \(name)"], isRunnable: false),
                    Fix(
                        "To load it at every start, remove that line from \(line.what); on DietPi, switch the camera on in dietpi-config"
                    ),
                ])
        }
        return nil
    }

    /// A Raspberry Pi without the overlay for its graphics driver keeps little memory for pictures. Source: the firmware's
    /// overlays/README, vc4-kms-v3d, cma-*; 64 MiB are the kernel's own default.
    private func littleMemory(_ evidence: [EvidenceLine]) -> Finding? {
        guard isPi, let memory = machine?.contiguousMemory, memory <= 65_536, let lines = machine?.bootConfiguration,
            !lines.contains(where: { $0.hasPrefix("dtoverlay=vc4-") || $0.hasPrefix("dtoverlay=cma") })
        else { return nil }
        return Finding(
            .deviceNeedsLibcamera, .fail,
            "only libcamera can use this camera, and this Pi keeps only \(memory / 1024) MB of contiguous memory (CMA) for its pictures, too little for large ones",
            confidence: .likely,
            evidence: evidence + [
                EvidenceLine("/proc/meminfo, CmaTotal", "\(memory) kB", threshold: "more than 65536 kB"),
                EvidenceLine("config.txt", "no dtoverlay=vc4-kms-v3d"),
            ],
            effect: "libcamera cannot allocate the buffers for its streams",
            fixes: [
                Fix(
                    "Write dtoverlay=vc4-kms-v3d into config.txt, which also reserves memory for the camera, and reboot; without a display, dtoverlay=cma,cma-256 is enough"
                ),
                Fix("Or use a smaller picture"), Self.raspberryPipe,
            ])
    }

    /// Buffers for pictures that the kernel could not allocate: several of the largest size do not fit, however much is reserved.
    private func exhaustedMemory(_ evidence: [EvidenceLine]) -> Finding? {
        guard isPi, let failed = KernelLogFacts(host).failedAllocation else { return nil }
        let size = Words.number(Double(failed.bytes) / 1_048_576)
        return Finding(
            .deviceNeedsLibcamera, .fail,
            "only libcamera can use this camera, and a program asked for larger or more pictures than this Pi's contiguous memory (CMA) holds: a buffer of \(size) MB could not be allocated",
            confidence: .likely,
            evidence: evidence + [EvidenceLine("kernel log", failed.line)]
                + (machine?.contiguousMemory.map { [EvidenceLine("/proc/meminfo, CmaTotal", "\($0) kB")] } ?? []),
            effect: "the program ends with \"Cannot allocate memory\" (ENOMEM); the camera is not at fault",
            fixes: [
                Fix(
                    "Ask for a smaller picture, such as 1920x1080, or for fewer buffers (picamera2: buffer_count=2); a code needs no more"
                ),
                Fix(
                    "Or reserve more, if the Pi has more memory: dtoverlay=vc4-kms-v3d,cma-384 in config.txt, and reboot"),
                Self.raspberryPipe,
            ])
    }

    private static let desktopPrograms = Fix(
        "Browsers and other programs of the desktop: let them use cameras through PipeWire (Firefox: media.webrtc.camera.allow-pipewire in about:config; Chromium: chrome://flags/#enable-webrtc-pipewire-camera)"
    )

    /// A client that ended without closing its session leaves NVIDIA's daemon in a state in which it gives no new one.
    private func hangingDaemon(_ said: [String], _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceRawSensor, .fail,
            "this camera's raw data goes through NVIDIA's camera service (nvargus-daemon), which has failed to end a session that a program left open, and may hang",
            confidence: .likely, evidence: evidence + said.map { EvidenceLine("nvargus-daemon", $0) },
            effect: "no program gets pictures until the service starts anew",
            fixes: [
                Fix(
                    "Restart NVIDIA's service", commands: ["sudo systemctl restart nvargus-daemon"], needsRoot: true),
                Fix(
                    "Let each program close the camera before it ends; a notebook does so when its kernel is shut down only if its code asks for it"
                ),
                Self.jetsonPipe("Then let GStreamer capture through NVIDIA's source, and pipe the frames into candela"),
            ])
    }

    /// In a container, NVIDIA's source needs the socket of the host's daemon. Source: NVIDIA's documentation of containers for
    /// Jetson, and dusty-nv/jetson-containers, which mounts /tmp/argus_socket.
    private func inJetsonContainer(_ evidence: [EvidenceLine], _ client: CameraClientRecord? = nil) -> Finding {
        Finding(
            .deviceRawSensor, .fail,
            "this camera delivers raw sensor data, which only NVIDIA's camera daemon on the host converts into pictures; a container reaches it through the socket /tmp/argus_socket"
                + (client.map { ", and \($0.title) does not have that" } ?? ""),
            evidence: evidence + (place.container.map { [EvidenceLine("container", $0.evidence)] } ?? [])
                + (client.map { [EvidenceLine("/tmp/argus_socket", "on the host; not in \($0.title)")] } ?? []),
            effect: "V4L2 gives no usable picture of it",
            fixes: [
                Fix(
                    "Start the container with NVIDIA's runtime and the daemon's socket",
                    commands: [
                        "docker run --runtime nvidia --volume /tmp/argus_socket:/tmp/argus_socket "
                            // A container that is there has the node, or that is another finding.
                            + (client == nil ? "--device /dev/video0 IMAGE" : "IMAGE")
                    ], isRunnable: false),
                Self.jetsonPipe("Then let GStreamer capture through NVIDIA's source, and pipe the frames into candela"),
            ])
    }

    /// The kernel of Rockchip's boards: its image processor has nodes of its own, `rkisp_mainpath` first, which give pictures
    /// while Rockchip's exposure control runs. The mainline driver, rkisp1, is libcamera's. Source: Rockchip's ISP guide in
    /// its Linux SDK.
    private func rockchip(_ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceRawSensor, .fail,
            "this camera delivers raw sensor data, which only Rockchip's image processor converts into pictures",
            evidence: evidence, effect: "this node gives no usable picture",
            fixes: [
                Fix(
                    "Use the node of the image processor's main path, which these commands show",
                    commands: ["v4l2-ctl --list-devices", "grep -H . /sys/class/video4linux/*/name | grep mainpath"],
                    isRunnable: false),
                Fix(
                    "Start Rockchip's exposure control if its pictures are black or green; the service's name differs between images",
                    commands: ["sudo systemctl start rkaiq_3A"], needsRoot: true, isRunnable: false),
                Fix(
                    "If there is no main path, enable the camera's overlay with the board's own tool (\(Place.overlayTools)), and reboot"
                ),
            ])
    }

    private static let raspberryPipe = Fix(
        "Or, on a Raspberry Pi, pipe the frames of its own program into candela",
        commands: [
            "rpicam-vid --timeout 0 --codec yuv420 --width 1280 --height 720 --output - | candela scan - --format YU12 --size 1280x720"
        ],
        isRunnable: false)
    private static func jetsonPipe(_ title: String) -> Fix {
        Fix(
            title,
            commands: [
                "gst-launch-1.0 -q nvarguscamerasrc ! 'video/x-raw(memory:NVMM),width=1280,height=720' ! nvvidconv ! video/x-raw,format=I420 ! y4menc ! fdsink | candela scan --newest -"
            ], isRunnable: false)
    }
    private var pipe: Fix {
        snapshot.libcamera?.value?.cameras.isEmpty == false
            ? Fix("Scan through libcamera, which lists it", commands: ["candela scan libcamera:"], isRunnable: false)
            : DriverJudge.throughLibcamera("Scan through libcamera")
    }

    /// libcamera lists nothing for a user who may not open the camera's nodes.
    private func notPermitted(_ libcamera: LibcameraRecord, _ evidence: [EvidenceLine]) -> Finding? {
        guard libcamera.cameras.isEmpty, let receiver, let access = receiver.access, !access.mayOpen,
            // Root's group is nobody's to join.
            access.groupID != 0, let user = snapshot.user.value
        else { return nil }
        let group = access.group ?? String(access.groupID)
        return Finding(
            .accessNotPermitted, .fail,
            "libcamera lists no camera, and the user \(user.label) has no permission to open its nodes, such as \(receiver.place)",
            confidence: .likely,
            evidence: evidence + [
                EvidenceLine("mode of \(receiver.place)", access.description), EvidenceLine("cam --list", "no camera"),
            ],
            effect: "no program of this user gets pictures",
            fixes: [
                Fix(
                    "Put the account \(user.label) into the group \(group), log out and in again, or restart the service that runs as it",
                    commands: ["sudo usermod -aG \(Words.shell(group)) \(Words.shell(user.label))"], needsRoot: true,
                    undo: ["sudo gpasswd -d \(Words.shell(user.label)) \(Words.shell(group))"])
            ])
    }

    /// libcamera takes the memory for pictures from devices that only root may open unless a rule says otherwise.
    private func memoryDenied(_ line: String, _ evidence: [EvidenceLine]) -> Finding {
        let isLaptop = processor != nil
        return Finding(
            .deviceNeedsLibcamera, .fail,
            isLaptop
                ? "libcamera cannot open /dev/udmabuf or /dev/dma_heap/*, from which its software image processor takes the memory for pictures: this user has no permission, or this kernel has none"
                : "libcamera cannot open any of /dev/dma_heap/*, from which it takes the memory for pictures: this user has no permission, or this kernel has none",
            confidence: .likely, evidence: evidence + [EvidenceLine("libcamera", line)],
            effect: isLaptop
                ? "libcamera lists the camera and gives no usable picture of it"
                : "libcamera drops the camera, and without it there is no usable picture",
            fixes: [
                Fix(
                    "Show whether they are there, and whose they are",
                    commands: ["ls -l \(isLaptop ? "/dev/udmabuf " : "")/dev/dma_heap"], isRunnable: false),
                isLaptop
                    ? LibcameraJudge.giving(
                        "Give /dev/udmabuf to the user at the screen by a udev rule, as systemd 257 does by itself", of: "misc",
                        "KERNEL==\"udmabuf\", SUBSYSTEM==\"misc\", TAG+=\"uaccess\"")
                    : LibcameraJudge.givingToVideo("dma_heap", "SUBSYSTEM==\"dma_heap\""),
            ] + (isLaptop ? [] : [Fix("If there are none, use a kernel with CONFIG_DMABUF_HEAPS")]))
    }

    private func libcameraLacks(_ libcamera: LibcameraRecord, _ evidence: [EvidenceLine]) -> Finding {
        let sensor = sensorName ?? "the sensor"
        let isListed = !libcamera.cameras.isEmpty
        return Finding(
            .deviceNeedsLibcamera, .fail,
            isListed
                ? "only libcamera can use this camera, and the installed version does not know its sensor (\(sensor)) well: it has no tuning or properties for it"
                : "the kernel has set up the camera's sensor (\(sensor)), but libcamera lists no camera: its version may be too old for the sensor, or too new for this kernel's drivers",
            confidence: .likely,
            evidence: evidence
                + [EvidenceLine("cam --list", isListed ? libcamera.cameras.joined(separator: ", ") : "no camera")]
                + libcamera.complaints.map { EvidenceLine("libcamera", $0) },
            effect: "without libcamera there is no usable picture",
            fixes: [
                Fix("Install a newer libcamera, and the plug-ins that come with it: it must know this sensor"),
                isListed
                    ? nil
                    : isPi
                        ? Fix(
                            "Or bring the kernel and its overlays to the state of libcamera: update all packages together, and reboot; with another maker's camera, install the kernel driver and the libcamera that its maker names for each other",
                            commands: ["sudo apt full-upgrade", "sudo reboot"], needsRoot: true, isRunnable: false)
                        : Fix(
                            "Or install a newer kernel: a new libcamera asks for what the drivers of older kernels do not have"
                        ),
                Fix(
                    "Show why libcamera rejects it", commands: ["LIBCAMERA_LOG_LEVELS=*:DEBUG cam --list"],
                    isRunnable: false),
            ].compactMap(\.self) + (isListed ? [pipe] : []))
    }

    /// The first media entity that is neither a receiver nor a part of the image processor.
    private var sensorName: String? {
        (machine?.subdevices ?? []).first(where: Self.isSensor) ?? machine?.sensors.first?.model
    }

    private static func isSensor(_ name: String) -> Bool {
        let name = name.lowercased()
        return !["csi", "ipu", "isp", "cfe", "unicam"].contains { name.contains($0) }
    }

    private var board: [EvidenceLine] {
        place.platform.board.map { [EvidenceLine("model", $0)] } ?? []
    }

    // MARK: Raspberry Pi

    private static let cable = Fix(
        "Switch the Pi off and reseat the camera's ribbon cable at both ends: the contacts must face the connector's contacts, and the latch must close"
    )

    private func raspberryPi() -> Finding? {
        guard host.usbCameras.isEmpty else { return nil }
        // A camera that is there comes before one that may be missing.
        if let camera = machine?.hardware.first(where: { $0.kind == .usb3Vision }) {
            return AbsentCamera(snapshot, host).industrial(camera)
        }
        var evidence = board
        if let overlay = machine?.missingOverlays?.first { return overlayMissing(overlay) }
        let configuration = machine?.bootConfiguration ?? []
        let overlays = configuration.filter { Self.isOverlay($0, of: Self.sensors) }
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
            place.platform.board?.contains("Pi 5") != true
        {
            return interfaceOff(evidence + [EvidenceLine("vcgencmd get_camera", answer)])
        }
        // It has looked itself: nothing but the way to the sensor is left.
        if let answer = machine?.firmwareCamera, answer.contains("supported=1"), answer.contains("detected=0") {
            return undetected(evidence + [EvidenceLine("vcgencmd get_camera", answer)])
        }
        let inputs = Self.sensors + Self.bridges
        let stray = (machine?.strayBootConfiguration ?? []).filter { Self.isOverlay($0, of: inputs) }
        if silent == nil, !configuration.contains(where: { Self.isOverlay($0, of: inputs) }), !stray.isEmpty { return wrongFile(stray, evidence) }
        let driver = machine?.module("bcm2835_v4l2")
        if let answer = machine?.firmwareCamera, answer.contains("supported=1"), answer.contains("detected=1"), legacy == nil,
            driver?.isLoaded != true, driver?.isBuiltIn != true
        {
            return onlyFirmware(evidence + [EvidenceLine("vcgencmd get_camera", answer)])
        }
        var fixes: [Fix] = []
        if let line = silent {
            evidence.append(EvidenceLine("kernel log", line))
            fixes = [Self.cable, Fix("Try another cable: a broken one fails like this, too")]
        } else {
            if detect?.hasSuffix("=1") != true, overlays.isEmpty, legacy == nil {
                fixes.append(
                    Fix(
                        "Let the firmware look for the camera: in /boot/firmware/config.txt (older systems: /boot/config.txt) write camera_auto_detect=1\(configuration.contains { $0.hasPrefix("start_x") } ? ", remove start_x=1" : ""), and reboot"
                    ))
            }
            fixes.append(Self.cable)
            if place.platform.board?.contains("Pi 5") == true || place.platform.board?.contains("Zero") == true
                || place.platform.board?.contains("500") == true
            {
                fixes.append(
                    Fix(
                        "Check that it is the right cable: this model has the narrow 22-pin connector, and most cameras have the wide 15-pin one"
                    ))
            }
            if legacy == nil {
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
        let check = legacy == nil ? "rpicam-hello --list-cameras" : "vcgencmd get_camera"
        fixes.append(Fix("Then check what the Pi sees", commands: [check], isRunnable: false))
        return Finding(
            .deviceSensorMissing, .fail,
            silent == nil
                ? "this Raspberry Pi has detected no camera module: no sensor answers on its camera connector"
                : "the sensor of the camera module does not answer on the Raspberry Pi's camera connector",
            confidence: silent == nil ? .likely : .certain, evidence: evidence,
            effect: "there is no camera to capture from", fixes: fixes)
    }

    /// Whether a line of config.txt loads an overlay whose name begins with one of these.
    private static func isOverlay(_ line: String, of names: [String]) -> Bool {
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
        return Finding(
            .deviceSensorMissing, .fail,
            "\(line) in config.txt is not in force: the running system has all camera receivers switched off, so the line was written after the last boot, or the firmware could not apply it",
            confidence: .likely, evidence: evidence + [EvidenceLine("/proc/device-tree/soc/csi@*/status", "disabled")],
            effect: "nothing asks for the sensor, so there is no camera",
            fixes: [
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
        guard place.platform.board?.contains("Pi 5") != true, place.platform.board?.contains("500") != true else {
            return nil
        }
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

    /// The firmware that captures itself has looked for a camera at its start, and none has answered.
    private func undetected(_ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceSensorMissing, .fail,
            "the firmware of this Raspberry Pi has found no camera on its connector: a cable is not seated, or the camera is broken",
            evidence: evidence, effect: "there is no camera to capture from",
            fixes: [
                Self.cable,
                Fix(
                    "Press the sensor's own small connector onto the camera's board: in a case it comes loose unseen"),
                Fix("Try another cable, then another camera"),
                Fix(
                    "After a restart this must print detected=1", commands: ["vcgencmd get_camera"], isRunnable: false),
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
        guard let stranger else {
            return Finding(
                .deviceNoDriver, .fail,
                "the firmware of this Raspberry Pi has found the camera, but its driver bcm2835-v4l2 is not loaded, so there is no video node",
                evidence: evidence, effect: "only programs that talk to the firmware itself, such as raspistill, get pictures",
                fixes: [load])
        }
        let name = Words.shell(stranger)
        return Finding(
            .accessNotPermitted, .fail,
            "the firmware of this Raspberry Pi has found the camera, but the account \(stranger) is not in the group video, to which the way to it (/dev/vchiq, and a video node) belongs",
            confidence: .likely, evidence: evidence + [EvidenceLine("groups of \(stranger)", Words.list(groups.compactMap(\.name)))],
            effect: "its programs cannot use the camera",
            fixes: [
                Fix(
                    "Put the account \(stranger) into the group video, and restart what runs as it",
                    commands: ["sudo usermod -aG video \(name)"], needsRoot: true, undo: ["sudo gpasswd -d \(name) video"]),
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
    private static let sensors = ["imx", "ov", "arducam", "tc358743", "adv", "irs1125", "gc2145"]

    // MARK: Laptops

    /// The drivers between a laptop's sensor and its image processor.
    private static let chain = ["ivsc", "vsc", "ipu-bridge", "ipu_bridge", "ipu6", "ipu7", "int3472", "mei_csi"]

    private func laptop() -> Finding? {
        guard let processor else { return nil }
        let device = processor.device
        var evidence =
            board + [
                EvidenceLine(
                    device, "Intel image processor \(processor.identifier), driver \(processor.driver ?? "none")")
            ]
        if let line = log.missingFirmware {
            if let early = EarlyDriver(line, host) {
                return early.finding(
                    "the camera's image processor", driver: processor.modules.first, place,
                    evidence + [EvidenceLine("kernel log", line)])
            }
            return firmware(line, evidence)
        }
        if processor.driver == nil {
            if processor.modules.isEmpty, processor.elsewhere.isEmpty { return noProcessorDriver(processor, evidence) }
            return UnboundCamera(processor, host, place).find()
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
                fixes: (failures.isEmpty ? [] : place.otherKernel(host.otherKernels)) + [
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

    private func firmware(_ line: String, _ evidence: [EvidenceLine]) -> Finding {
        var fixes = [
            place.install(
                "Install the firmware",
                [
                    .apt: place.platform.isUbuntu ? "linux-firmware" : "firmware-misc-nonfree firmware-intel-misc",
                    .dnf: "linux-firmware intel-vsc-firmware", .rpmOSTree: "intel-vsc-firmware",
                    .pacman: "linux-firmware", .zypper: "kernel-firmware-media",
                ])
        ].compactMap(\.self)
        fixes.append(
            Fix(
                "Or copy the file that the kernel log names into /lib/firmware, below the folder that it names, and reboot: distributions and instructions differ in the folder"
            ))
        return Finding(
            .deviceNoFirmware, .fail, "the driver of the camera's image processor cannot load its firmware",
            evidence: evidence + [EvidenceLine("kernel log", line)],
            effect: "the image processor does not start, so there is no camera", fixes: fixes)
    }

    private func noProcessorDriver(_ processor: CameraHardware, _ evidence: [EvidenceLine]) -> Finding {
        let unbuilt = UnbuiltDriver(of: ["ipu6", "ipu7", "intel-ipu"], host, place)
        return Finding(
            .deviceNoDriver, .fail,
            "this laptop's camera is behind an Intel image processor (IPU), and this kernel (\(host.kernelRelease)) has no driver for it\(unbuilt?.words ?? "")",
            confidence: .likely,
            evidence: evidence
                + [EvidenceLine("/lib/modules/\(host.kernelRelease)/modules.alias", "no module for this device")]
                + (unbuilt?.evidence ?? []),
            effect: "there is no camera",
            fixes: (unbuilt?.fixes ?? []) + [
                Fix("Use a newer kernel: the IPU6 has a driver since Linux 6.10, the IPU7 since 6.17"),
                Fix("Or install the distribution's package with Intel's IPU drivers, if it has one"),
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
                : "Start another kernel that is installed here (\(older.joined(separator: ", "))): if the camera works with it, stay there until a newer kernel has this mended"
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
        return laptop()
    }

    /// The driver is there, and was bound before: a sleep or a reload of other parts of the chain has separated them.
    private func sensorSeparated(_ sensor: CameraSensor, _ module: KernelModule, _ evidence: [EvidenceLine]) -> Finding
    {
        let name = sensor.model ?? sensor.name
        let sleep = log.lines.last { $0.contains("PM: suspend exit") }
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
    private func unknownPower(_ evidence: [EvidenceLine]) -> Finding? {
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

    private func sensorSilent(_ line: String, _ evidence: [EvidenceLine] = []) -> Finding {
        let lines = (evidence.isEmpty ? board : evidence) + [EvidenceLine("kernel log", line)]
        let isLaptop = processor != nil
        if isLaptop, let finding = unknownPower(lines) { return finding }
        return Finding(
            .deviceSensorMissing, .fail,
            isLaptop
                ? "the camera's sensor does not answer: it has no power or clock, or its privacy switch is closed"
                : "the camera's sensor does not answer",
            confidence: .likely, evidence: lines, effect: "the driver cannot register the camera",
            fixes: isLaptop
                ? [
                    Fix("Open the camera's switch or shutter, and check that the firmware setup does not disable it"),
                    Fix(
                        "Use a newer kernel: what powers the sensor (INT3472, bridge) is described model by model, and a newer one may know this laptop"
                    ),
                    Fix(
                        "Report the model and the line above to the driver's developers, if the newest kernel fails, too"
                    ),
                ]
                : [
                    Fix(
                        "Switch the board off and reseat the camera's ribbon cable at both ends; then try another cable"
                    ),
                    Fix("Check that the device tree overlay names this sensor and this connector"),
                    Fix(
                        "Check that the module has the sensor that the driver expects: another kind of camera does not answer to it, and this kernel may have no driver for it; use a camera that this board's system supports"
                    ),
                ])
    }
}
