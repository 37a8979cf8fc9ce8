// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import MachineFacts
internal import UserSession

/// Nodes that give a sensor's raw data: what keeps libcamera, or the board's own programs, from making pictures of them.
extension SensorJudge {
    func raw(
        _ reason: String, _ where: String, driver: String?, _ confidence: Finding.Confidence = .certain
    ) -> Finding {
        let evidence = [EvidenceLine(`where`, reason)] + board
        if let disabled = disabledChain(evidence) { return disabled }
        if let bridge = bridge(evidence) { return bridge }
        if let waiting = SensorTrigger.ofDriver(machine, snapshot, evidence), waiting.severity == .fail { return waiting }
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
        if confidence == .certain, let client = snapshot.client, let finding = ContainedLibcamera.find(client, snapshot, evidence) { return finding }
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
        // It works through libcamera here, so what a service that has failed said of its end comes before the way to the pictures.
        if snapshot.libcamera?.value?.cameras.isEmpty == false, let client = snapshot.client, let words = client.lastWords, !words.isEmpty,
            // What asks another way needs this one.
            !words.contains(where: { line in ["mmal", "/dev/video", "v4l2", "vidioc"].contains(where: line.lowercased().contains) }),
            let failed = FailedService.find(client, place: place) ?? FailedUnit.unexplained(client)
        {
            return failed
        }
        let holder = snapshot.holders.value?.holders.first { !$0.isOfDesktop }
        let scanning = isPi || machine == nil ? [pipe, Self.raspberryPipe] : [pipe]
        // Programs of the desktop have no other way, and most cannot open libcamera's cameras themselves.
        let plugin = LibcameraPlugin(snapshot)
        let lacksPlugin = plugin.isMissing == true
        let known = evidence + (lacksPlugin ? [plugin.evidence] : [])
        let aside = lacksPlugin ? "; \(plugin.consequence)" : ""
        let others = (lacksPlugin ? plugin.fixes : []) + [Self.desktopPrograms]
        // Who asks about another program does not want to scan.
        let pipes = lacksPlugin && snapshot.client != nil ? others + scanning : scanning + others
        return Finding(
            .deviceNeedsLibcamera, .fail,
            (confidence == .certain
                ? "this camera delivers raw sensor data, which only libcamera can convert into pictures: programs get them through libcamera or PipeWire, not from /dev/video*"
                : "there is no video node; if a camera is built in, only libcamera can use it")
                + aside
                + (holder.map { "; and \($0.name) (process \($0.processID)) holds it" } ?? ""),
            confidence: confidence,
            evidence: known
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
            effect: "no program gets pictures until the service is started again",
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
    var pipe: Fix {
        snapshot.libcamera?.value?.cameras.isEmpty == false
            ? Fix("Scan through libcamera, which lists it", commands: ["candela scan libcamera:"], isRunnable: false)
            : DriverJudge.throughLibcamera("Scan through libcamera")
    }
}
