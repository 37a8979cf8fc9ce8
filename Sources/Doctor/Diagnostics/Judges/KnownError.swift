// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges an error in the words of a well-known program or library, in what a service or container wrote: it says why there are no pictures,
/// whatever the camera is like.
struct KnownError {
    private let client: CameraClientRecord
    private let error: ProgramError
    private let snapshot: Snapshot
    private let place: Place

    /// `nil` without such an error, and if the program has the camera: then it has got over it.
    ///
    /// - Parameter isAlone: whether there is no camera on this machine that could be why.
    static func find(_ client: CameraClientRecord, _ snapshot: Snapshot, isAlone: Bool = false) -> Finding? {
        guard let error = client.programError else { return nil }
        let holders = snapshot.holders.value?.holders ?? []
        guard error.kind == .graphics || error.kind == .soundTimes || !client.has(holders) else { return nil }
        // One that runs has got over these: a module that it can do without, an earlier try.
        let runs = client.processID != nil && client.kind != .container
        guard !runs || ![.arrayLibrary, .goneInput, .noEncoder].contains(error.kind) else { return nil }
        var finding = KnownError(client: client, error: error, snapshot: snapshot, place: Place(snapshot)).finding
        if client.processID != nil, !isAlone { finding.severity = .warn }
        return finding
    }

    private var finding: Finding {
        Finding(
            .accessServiceBroken, .fail, "\(client.title) \(words); it said \"\(error.line.prefix(200))\"", confidence: .likely,
            evidence: [EvidenceLine(client.ownWords, error.line)] + evidence, effect: effect, fixes: fixes)
    }

    private var effect: String {
        switch error.kind {
        case .soundTimes: "its program ends every few seconds or minutes and is started again; the camera's video is not at fault"
        case .goneInput: "what is scanned afterwards reaches nobody"
        case .depthEngine: "there are no depth pictures; those in colour are not affected"
        default: "it gets no pictures; the camera is not at fault"
        }
    }

    private var isContainer: Bool { client.kind == .container }

    // MARK: What it says

    private var words: String {
        switch error.kind {
        case .noEncoder:
            (place.isPi5 ? "cannot encode H.264: a Raspberry Pi 5 has no encoder for it, and these programs were" : "cannot encode its video: its programs were")
                + " built without FFmpeg's library (libav), as those of the package rpicam-apps-lite are"
        case .arrayLibrary where isOldArrays:
            "ends because a module of its Python was built for a newer version of NumPy than the one that it finds"
        case .arrayLibrary:
            "ends because a module of its Python was built for another version of NumPy than the one that it finds: mostly pip has put NumPy 2, which a new OpenCV brings, before the system's, for which the system's picamera2 and simplejpeg are built"
        case .imageModule:
            "finds no camera through libcamera, because libcamera's module for the image processor (IPA) does not load there: it finds a library of another version than the one that it was built with, as when LD_LIBRARY_PATH names a folder with an own copy first (that of ROS, /opt/ros), or when two versions are installed"
        case .noImageModule:
            "finds no camera through libcamera: the libcamera that it uses has no module for the image processor (IPA), because the package with these modules is missing, or because it is another copy than the one that works on this machine"
        case .tuningFile:
            "finds no camera through libcamera, which cannot use the tuning file that it was told to\(error.detail.map { " (\($0))" } ?? ""): \(isForeignTuning ? "that is for the image processor of another board (vc4, bcm2835: up to the Raspberry Pi 4; pisp: Raspberry Pi 5)" : "it is gone, has another name, or may not be read by it")"
        case .inputOption:
            "starts FFmpeg with the option -\(error.detail ?? "…") before the input, where it may not stand, so FFmpeg ends at once: what belongs to the pictures that go out (filters such as -vf) is among the options of the input in its settings"
        case .unfitCodec:
            "lets FFmpeg write \(unfit) into a file that cannot hold it, so FFmpeg ends"
        case .noStreamIntegration:
            "gets no stream, because Home Assistant has not loaded its integration \"stream\", which configuration.yaml brings in only by default_config: or stream:"
        case .graphics:
            "shows no pictures, because libcamera makes them of the sensor's data on a graphics card that, or whose driver, cannot do it; where there are two, the system's list of EGL drivers may put that of NVIDIA before Mesa's"
        case .noDecoder: "cannot decode the video: GStreamer has no decoder for \(error.detail ?? "its format") there"
        case .codecNode: codecNodeWords
        case .soundTimes:
            "loses the stream\(error.detail.map { " of its camera \($0)" } ?? "") again and again because of its sound: the times of its packets go backward, and FFmpeg, which encodes the sound, ends"
        case .depthEngine:
            "cannot start the depth engine of the Azure Kinect (error 204): that computes with OpenGL and needs a display of X, which a service or a machine without a screen does not have"
        case .ownAddress:
            "asks for a camera at this machine's own address (127.0.0.1), where nothing answers: the camera's ONVIF server gives that as its address, as those of modified firmware and of programs do, or its settings name it"
        case .goneInput:
            "has ended because the input device that it reads is gone (No such device): a scanner was unplugged, or a Bluetooth scanner has gone to sleep and has disconnected"
        case .otherTransport:
            "asks a camera of the network for its stream over one transport, and the camera answers with the other one: mostly FFmpeg was told to use TCP (-rtsp_transport tcp, as Frigate does by itself), and the camera sends over UDP only"
        }
    }

    private var evidence: [EvidenceLine] {
        switch error.kind {
        case .codecNode:
            codecNodes.isEmpty
                ? [EvidenceLine("video nodes", "none of a codec")]
                : [EvidenceLine("nodes of a codec", codecNodes.map(\.place).joined(separator: ", "))]
                    + (client.deviceSettings.isEmpty ? [] : [EvidenceLine("systemctl show \(client.name)", client.deviceSettings.joined(separator: ", "))])
        default: []
        }
    }

    // MARK: Codecs in hardware

    private var codecNodes: [NodeRecord] { (snapshot.nodes.value ?? []).filter { $0.nodeClass == "memory-to-memory" } }

    /// Whether a container has the codecs' nodes.
    private var isGiven: Bool {
        isContainer && (client.setup?.isPrivileged == true || client.setup?.devices.contains { device in codecNodes.contains { $0.place == device.outside } } == true)
    }

    private var isFiltered: Bool { !client.deviceSettings.isEmpty && client.isFiltered == true }

    private var codecNodeWords: String {
        let what = "finds no node of the hardware's codec (\(error.detail ?? "h264_v4l2m2m"))"
        if codecNodes.isEmpty { return "\(what): this machine has none, so its settings ask for something that this board cannot do" }
        let names = Words.list(codecNodes.prefix(3).map(\.place))
        if isGiven { return "\(what): those that this machine has (\(names)) are for other formats, or its user may not open them" }
        if isContainer { return "\(what): this machine has nodes of codecs (\(names)), and the container was not given them" }
        if isFiltered {
            return "\(what): this machine has nodes of codecs (\(names)), and the device settings of the unit (\(Words.list(client.deviceSettings))) do not let it open them"
        }
        return "\(what): its user may not open those that this machine has (\(names)), or they are for other formats"
    }

    private var codecNodeFixes: [Fix] {
        let name = error.detail ?? "h264_v4l2m2m"
        let codec = String(name.prefix { $0 != "_" })
        let encoder = ["h264": "libx264", "hevc": "libx265", "vp8": "libvpx", "vp9": "libvpx-vp9"][codec] ?? "another encoder"
        let processor = "let the processor do it: \(codec) to decode and \(encoder) to encode, in place of \(name) in its settings"
        let software = again("Or \(processor)")
        guard !codecNodes.isEmpty, !isGiven else { return [again("L\(processor.dropFirst())")] }
        if isContainer {
            let devices = codecNodes.map { "--device \(Words.shell($0.place))" }.joined(separator: " ")
            return [
                Fix(
                    "Make the container again with these nodes (in docker-compose.yml: devices:)",
                    commands: ["\(client.containerEngine) run \(devices) IMAGE"], isRunnable: false), software,
            ]
        }
        if isFiltered {
            return [
                Fix(
                    "Let the unit open video nodes, too",
                    commands: place.editUnit(client.name, ["[Service]", "DeviceAllow=char-video4linux rw"], isUser: client.kind == .userUnit)
                        + client.restart, needsRoot: client.needsRoot, isRunnable: false), software,
            ]
        }
        return [
            Fix(
                "Look whether its user may open them, and give the unit their group",
                commands: ["ls -l \(codecNodes.prefix(3).map { Words.shell($0.place) }.joined(separator: " "))"]
                    + (client.ownUnit.map { place.editUnit($0, ["[Service]", "SupplementaryGroups=video"], isUser: client.kind == .userUnit) } ?? []),
                needsRoot: client.needsRoot, isRunnable: false), software,
        ]
    }

    // MARK: What helps

    /// A change in its settings, after which it is started again, if that is known to be possible.
    private func again(_ title: String) -> Fix {
        isUnitOrContainer ? client.again(title) : Fix(title)
    }

    private var fixes: [Fix] {
        switch error.kind {
        case .noEncoder:
            return [
                place.install("Install the programs that have it, in place of the small ones", [.apt: "rpicam-apps"])
                    ?? Fix("Install the programs that have it, in place of the small ones (rpicam-apps in place of rpicam-apps-lite)"),
                again("Or let it record without H.264: --codec mjpeg or --codec yuv420 in its command"),
            ]
        case .arrayLibrary: return arrayLibrary
        case .imageModule: return imageModule
        case .noImageModule: return noImageModule
        case .inputOption:
            return [
                again(
                    "Take -\(error.detail ?? "OPTION") out of the input's options (in Frigate input_args, which must hold neither -i nor filters), and put it among those of the output (output_args), or leave it out"
                )
            ]
        case .unfitCodec: return unfitCodec
        case .noStreamIntegration:
            return [again("Add the line `stream:` (or `default_config:`, which has it) to configuration.yaml")]
        case .tuningFile where isForeignTuning:
            return [
                again("Take the tuning file out of its command (--tuning-file) or environment (LIBCAMERA_RPI_TUNING_FILE): libcamera then takes the right one by itself"),
                Fix("Or name the file of this board", commands: ["ls /usr/share/libcamera/ipa/rpi/*/"], isRunnable: false),
            ]
        case .tuningFile:
            return [
                again("Start it again: a program that runs on keeps the name of a file that it has deleted"),
                Fix(
                    "If its settings or its environment (LIBCAMERA_RPI_TUNING_FILE) name the file: name one that stays, of those that libcamera brings, or none",
                    commands: ["ls /usr/share/libcamera/ipa/rpi/*/"], isRunnable: false),
                Fix("If it made that file itself, update it"),
            ]
        case .graphics:
            return [
                again("Let the processor make the pictures: LIBCAMERA_SOFTISP_MODE=cpu in its environment (in a unit: Environment=)"),
                again(
                    "Or, if NVIDIA's driver is installed beside Mesa's, let it use Mesa's: __EGL_VENDOR_LIBRARY_FILENAMES=/usr/share/glvnd/egl_vendor.d/50_mesa.json in its environment"
                ),
            ]
        case .noDecoder: return noDecoder
        case .codecNode: return codecNodeFixes
        case .soundTimes:
            return [
                again(
                    "Leave that camera's sound out: in Frigate take the role audio from its input (and preset-record-generic in place of one with audio), with FFmpeg -an"
                ),
                again("Or let go2rtc encode it (ffmpeg:CAMERA#video=copy#audio=aac) before it comes here, or choose another sound format in the camera's settings"),
            ]
        case .depthEngine:
            return [
                Fix(
                    "Give it a virtual display: begin its command (in a unit, ExecStart=) with xvfb-run",
                    commands: ["xvfb-run -s '-screen 0 1280x1024x24 +extension GLX' PROGRAM"] + (client.ownUnit == nil ? [] : client.restart),
                    needsRoot: client.needsRoot, isRunnable: false),
                Fix("Or start it in the session of a user at the screen"),
            ]
        case .ownAddress:
            return [
                again("Give it the camera's real address, as that of the video itself (rtsp://ADDRESS:PORT/PATH), in place of ONVIF"),
                Fix("Or correct the address in the settings of the camera's ONVIF server (XAddr, its host or interface), or update its firmware"),
            ]
        case .goneInput:
            return [
                client.ownUnit.map { unit in
                    Fix(
                        "Let systemd start it again each time it ends",
                        commands: place.editUnit(unit, ["[Service]", "Restart=always", "RestartSec=5"], isUser: client.kind == .userUnit) + client.restart,
                        needsRoot: client.needsRoot, isRunnable: false)
                },
                Fix(
                    "Let it wait for the scanner, and open it by its lasting name below /dev/input/by-id, or by udev: after each connection its number can be another (Barcode Buddy has such a script)"
                ),
                Fix("Set a longer time before the scanner sleeps, or none, by the code for that in its manual"),
            ].compactMap(\.self)
        case .otherTransport:
            return [
                again(
                    "Let it ask that camera for the other transport: for UDP if it asks for TCP now (in Frigate input_args: preset-rtsp-udp for that camera, before 0.12 its list of options with -rtsp_transport udp; with FFmpeg -rtsp_transport udp before -i), else for TCP (-rtsp_transport tcp)"
                ),
                Fix("Look which of the two the camera gives", commands: ["ffprobe -rtsp_transport udp ADDRESS", "ffprobe -rtsp_transport tcp ADDRESS"], isRunnable: false),
            ]
        }
    }

    private var isForeignTuning: Bool { error.line.lowercased().contains("target returned") }

    private var isRaw: Bool { error.detail == "rawvideo" }

    private var unfit: String {
        isRaw ? "the camera's uncompressed pictures (raw video, YUYV) as they are" : "what the camera sends as it is (\(error.detail ?? "its codec"))"
    }

    private var unfitCodec: [Fix] {
        let isSound = error.detail.map { name in ["pcm_", "adpcm", "g72"].contains(where: name.hasPrefix) } == true
        return [
            again(
                isSound
                    ? "Leave the camera's sound out of the recording (-an; in Frigate a preset without audio), or encode it (-c:a aac)"
                    : "Let it encode the pictures in place of copying them (-c:v libx264 in place of -c copy; in Frigate the output_args of record or clips), or take recording out of this input"
            ),
            isRaw
                ? again("Or let go2rtc make H.264 of the camera first (ffmpeg:device?video=0#video=h264), and take that; or ask the camera for a compressed format (-input_format mjpeg)")
                : again("Or record into a format that holds it: Matroska (.mkv)"),
        ]
    }

    /// Whether NumPy is too old: its structures only grew before version 2, and the number of its interface still does.
    private var isOldArrays: Bool {
        let small = error.line.lowercased()
        return small.contains("numpy.ndarray size changed") || small.contains("module compiled against a")
    }

    private var arrayLibrary: [Fix] {
        if isOldArrays {
            return [
                isContainer
                    ? again("Use a newer version of its image, or build it with a newer NumPy in its requirements")
                    : Fix(
                        "In its environment of Python (its own pip), install a newer NumPy",
                        commands: ["PYTHON -m pip install --upgrade numpy"] + (client.ownUnit == nil ? [] : client.restart), needsRoot: client.needsRoot,
                        isRunnable: false),
                Fix("Or install the module that complains again, so that it is built for this NumPy (pip install --force-reinstall --no-cache-dir MODULE)"),
            ]
        }
        if isContainer {
            return [again("Use another version of its image, or build it with versions that fit: numpy<2, and an OpenCV before 4.12, in its requirements")]
        }
        return [
            Fix(
                "In its environment of Python (its own pip), go back to NumPy 1; an OpenCV that pip has installed must accept it, as those before 4.12 do (under the name that it has there: opencv-python, opencv-contrib-python)",
                commands: ["PYTHON -m pip list | grep -i -e numpy -e opencv", "PYTHON -m pip install 'numpy<2'"] + (client.ownUnit == nil ? [] : client.restart),
                needsRoot: client.needsRoot, isRunnable: false),
            Fix(
                "Or remove pip's, and take the system's, which fit together (Debian: python3-opencv, python3-numpy; the environment made with --system-site-packages)",
                commands: ["PYTHON -m pip uninstall numpy opencv-python opencv-contrib-python"], isRunnable: false),
            Fix("If the module that complains was installed by pip itself, install it again, so that it is built for this NumPy (pip install --force-reinstall --no-cache-dir MODULE)"),
        ]
    }

    private var imageModule: [Fix] {
        let module = error.line.split { $0.isWhitespace || $0 == ":" }.first { $0.hasSuffix(".so") && $0.hasPrefix("/") }.map(String.init)
        let folder = module.flatMap { path in path.firstRange(of: "/libcamera/").map { String(path[..<$0.lowerBound]) } } ?? "/usr/lib"
        return [
            again(
                "Let its script put the system's folder first, after the line that sets the other (such as ROS's setup): export LD_LIBRARY_PATH=\(folder):$LD_LIBRARY_PATH"
            ),
            Fix(
                "Look which copy it finds, in the environment of the program", commands: ["ldd \(module.map(Words.shell) ?? "MODULE") | grep -v '=> /lib'"],
                isRunnable: false),
            Fix("Or remove the second libcamera (that of ROS: ros-DISTRIBUTION-libcamera; one of your own build: in /usr/local), so that one version of it and of its libraries is left"),
        ]
    }

    private var noImageModule: [Fix] {
        if isContainer { return [again("Use an image that has libcamera's modules (Debian: libcamera-ipa), of the same version as its libcamera")] }
        return [
            place.install("Install libcamera's modules", [.apt: "libcamera-ipa", .dnf: "libcamera-ipa", .pacman: "libcamera-ipa"])
                ?? Fix("Install libcamera's modules (Debian: libcamera-ipa)"),
            again(
                "If the libcamera that works is one of your own in /usr/local: let the program use that. Of GStreamer: export GST_PLUGIN_PATH=/usr/local/lib/$(uname -m)-linux-gnu/gstreamer-1.0, without the distribution's plug-in (sudo apt remove gstreamer1.0-libcamera); of others: LD_LIBRARY_PATH"
            ),
        ]
    }

    private var noDecoder: [Fix] {
        let name = error.detail ?? ""
        let set: ElementPlugin.Package = ["JPEG", "Motion JPEG", "VP8", "VP9"].contains(name) ? .good : name == "AV1" ? .bad : .libav
        if isContainer {
            let package = LacksElement.packages[set]?[.apt]
            return [again("Use an image that has it, or install it in the image\(package.map { " (Debian: \($0))" } ?? "")")]
        }
        return [
            place.install("Install GStreamer's plug-ins that decode it", LacksElement.packages[set] ?? [:])
                ?? Fix("Install GStreamer's plug-ins that decode it (Debian: gstreamer1.0-libav)"),
            again("Then start it again"),
        ]
    }

    private var isUnitOrContainer: Bool { isContainer || client.ownUnit != nil }
}

extension CameraClientRecord {
    /// Whether it is among the programs that have the camera. Whose program it is cannot be told of a container.
    func has(_ holders: [HoldersRecord.Holder]) -> Bool {
        holders.contains { holder in
            ownUnit != nil && holder.unit == ownUnit || processID != nil && holder.processID == processID || kind == .container && !holder.isOurs
        }
    }

    /// What shows what it wrote.
    var ownWords: String { kind == .process ? "what process \(processID.map(String.init) ?? "PID") wrote" : ownLog }
}
