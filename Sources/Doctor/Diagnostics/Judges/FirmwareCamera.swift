// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import MachineFacts
internal import UserSession

/// Judges the old way of a Raspberry Pi's camera: its firmware captures, and `bcm2835-v4l2` makes a node of that.
enum FirmwareCamera {
    /// The name that the driver gives itself.
    static let driver = "bm2835 mmal"

    /// What the firmware needs, in megabytes, and what it gets if config.txt does not say. Source: Raspberry Pi's documentation of
    /// config.txt, "gpu_mem".
    private static let (needed, usual) = (128, 64)

    /// The firmware has too little memory to start the camera: the kernel only says "Operation not permitted".
    static func littleMemory(_ snapshot: Snapshot) -> Finding? {
        guard let failure = snapshot.stream.value?.failure, failure.request == "VIDIOC_STREAMON",
            failure.errno == "EPERM",
            let host = snapshot.host.value, let lines = host.machine?.bootConfiguration
        else { return nil }
        let (line, given) = memory(lines)
        guard given < needed else { return nil }
        return Finding(
            .streamNone, .fail,
            "the firmware of this Raspberry Pi has too little memory for its camera: \(line ?? "\(usual) MB, as nothing else is written in config.txt"), and the camera needs at least \(needed) MB",
            confidence: .likely,
            evidence: [
                EvidenceLine("config.txt", line ?? "no gpu_mem"),
                EvidenceLine("\(failure.request)(\(snapshot.subject.name))", failure.errno),
            ] + KernelLogFacts(host).failures(of: ["bcm2835-v4l2"]).suffix(2).map { EvidenceLine("kernel log", $0) },
            effect: "the camera is found, and cannot be started",
            fixes: [moreMemory])
    }

    /// It starts, and no frame comes: V4L2 tells nothing of why the firmware sends none.
    static var silent: [Fix] {
        [
            Fix(
                "Look how much memory the firmware has: if it is less than 256 MB, which larger pictures and several streams need, write gpu_mem=256 into config.txt (or raspi-config: Performance, GPU Memory), and restart",
                commands: ["vcgencmd get_mem gpu", "vcgencmd get_camera"], isRunnable: false),
            Fix("Close other programs that use the camera through the firmware (raspistill, raspivid, picamera), which lets one have it at a time"),
            Fix("Switch the board off, and seat the camera's ribbon cable again at both connectors; then try another cable, and the camera on another board"),
            Fix("Try a smaller picture (1280x720), and update the firmware together with the system", commands: ["sudo apt update", "sudo apt full-upgrade"], needsRoot: true, isRunnable: false),
        ]
    }

    /// Programs that talk to the firmware (raspistill, picamera, mjpg-streamer's input_raspicam) open these nodes, and this user may not.
    static func closed(_ snapshot: Snapshot, _ host: HostRecord, _ evidence: [EvidenceLine]) -> Finding? {
        let client = snapshot.client?.user
        guard let user = client ?? snapshot.user.value, user.id != 0, host.machine?.isCameraFirmware == true else { return nil }
        func isClosed(_ node: USBNodeRecord) -> Bool { node.isClosed(to: user, isOurs: client == nil) }
        let nodes = host.firmwareNodes ?? []
        let memory = nodes.filter { $0.device.hasPrefix("vcsm") }
        // Of the nodes for shared memory, one is enough.
        guard let node = nodes.first(where: { $0.device == "vchiq" && isClosed($0) })
            ?? (memory.allSatisfy(isClosed) ? memory.first : nil)
        else { return nil }
        let isMember = user.accountGroups.contains { $0.id == node.access.groupID }
        let rule = "KERNEL==\"\(node.device)\", GROUP=\"video\", MODE=\"0660\""
        let again = client == nil ? "log out and in again" : "start the program again"
        return Finding(
            .accessNotPermitted, .fail,
            "\(user.label) has no permission to open \(node.path), over which programs ask the Raspberry Pi's firmware for its camera",
            evidence: [EvidenceLine(node.path, node.access.description)] + evidence,
            effect: "raspistill, picamera and other programs of the firmware's own stack fail (mmal, vchiq or shared memory)",
            fixes: node.ownGroup.map { group in
                [
                    isMember
                        ? Fix("The account is in the group \(group), and this session is older than that: \(again)")
                        : node.join(group, user, "Put the account into the group \(group), and \(again)", in: Place(snapshot))
                ]
            } ?? [
                Fix(
                    "Look whether a file in /etc/udev/rules.d (such as 10-local-rpi.rules) has the name of one in /lib/udev/rules.d: it then takes its place, with all its rules. Remove it, or add what it lacks",
                    commands: ["ls /etc/udev/rules.d /lib/udev/rules.d", "sudo udevadm trigger --name-match=\(node.device)"],
                    isRunnable: false),
                Fix(
                    "Or give the node to the group video with a udev rule",
                    commands: [
                        "echo \(Words.shell(rule)) | sudo tee /etc/udev/rules.d/70-raspberrypi-firmware.rules",
                        "sudo udevadm control --reload", "sudo udevadm trigger --name-match=\(node.device)",
                    ], needsRoot: true,
                    undo: ["sudo rm /etc/udev/rules.d/70-raspberrypi-firmware.rules", "sudo udevadm control --reload"],
                    isRunnable: false),
            ])
    }

    /// The firmware has found a camera, its driver could not start it, and it has less memory than a camera needs.
    static func notStarted(_ host: HostRecord, _ evidence: [EvidenceLine]) -> Finding? {
        guard let machine = host.machine, machine.isCameraFirmware, machine.firmwareCamera?.contains("detected=1") == true,
            let line = KernelLogFacts(host).last(["mmal init failed", "failed to create component"]),
            let lines = machine.bootConfiguration
        else { return nil }
        let (setting, given) = memory(lines)
        guard given < needed else { return nil }
        return Finding(
            .streamNone, .fail,
            "the firmware of this Raspberry Pi has found its camera, and has too little memory to start it: \(setting ?? "\(usual) MB, as nothing else is written in config.txt"), and a camera needs at least \(needed) MB",
            confidence: .likely, evidence: evidence + [EvidenceLine("kernel log", line)],
            effect: "there is no video node, and no program gets pictures", fixes: [moreMemory])
    }

    /// The line of config.txt that sets the firmware's memory, and how much it has, in megabytes.
    private static func memory(_ configuration: [String]) -> (line: String?, given: Int) {
        let line = configuration.last { $0.hasPrefix("gpu_mem=") }
        return (line, line.flatMap { $0.split(separator: "=").last }.flatMap { Int($0) } ?? usual)
    }

    private static let moreMemory = Fix(
        "In /boot/firmware/config.txt (older systems: /boot/config.txt) write gpu_mem=\(needed), or 256 for large pictures, and reboot; raspi-config has it under Performance Options, GPU Memory"
    )

    /// It works here, and programs that use libcamera find no camera.
    static func isOldWay(_ node: NodeRecord, _ snapshot: Snapshot) -> Finding? {
        guard node.yieldsPictures, let machine = legacy(snapshot) else { return nil }
        return Finding(
            .deviceNeedsLibcamera, .note,
            "this Raspberry Pi's camera is captured by the firmware (the legacy camera stack, start_x=1): V4L2 has it as \(node.place), and programs that use libcamera (rpicam-apps, libcamera-apps, picamera2) find no camera",
            evidence: [
                EvidenceLine("driver", node.driver ?? driver), EvidenceLine("libcamera", "lists no camera"), setting(machine),
            ],
            effect: "scanning with candela is not affected",
            fixes: [switchOff("If a program of libcamera is to have the camera", machine)])
    }

    /// A camera of libcamera is asked for, and the firmware has the camera: `nil` unless it makes a video node of it.
    static func hidden(from snapshot: Snapshot) -> Finding? {
        guard let node = snapshot.nodes.value?.first(where: { $0.driver == driver && $0.yieldsPictures }), let machine = legacy(snapshot)
        else { return nil }
        return Finding(
            .libcameraNoCamera, .fail,
            "libcamera finds no camera, because the legacy camera stack of this Raspberry Pi is switched on (start_x=1): the firmware has the camera for itself, and V4L2 has its pictures as \(node.place)",
            confidence: .likely,
            evidence: [
                EvidenceLine("libcamera", "lists no camera"), EvidenceLine("driver of \(node.place)", driver), setting(machine),
            ] + (machine.firmwareCamera.map { [EvidenceLine("vcgencmd get_camera", $0)] } ?? []),
            effect: "programs that use libcamera get no picture (rpicam-apps, libcamera-apps, picamera2, the source rpiCamera of MediaMTX)",
            fixes: [
                switchOff("To have the camera through libcamera", machine),
                Fix("Or scan through the video node, with the legacy stack as it is", commands: ["candela scan \(Words.shell(node.place))"], isRunnable: false),
            ])
    }

    /// The machine, if the firmware captures and libcamera lists no camera.
    private static func legacy(_ snapshot: Snapshot) -> MachineRecord? {
        guard let listed = snapshot.libcamera?.value, listed.cameras.isEmpty, let machine = snapshot.host.value?.machine, machine.isCameraFirmware
        else { return nil }
        return machine
    }

    private static func setting(_ machine: MachineRecord) -> EvidenceLine {
        EvidenceLine(
            "config.txt",
            (machine.bootConfiguration ?? []).last { $0.hasPrefix("start") || $0.hasPrefix("camera") } ?? "no camera_auto_detect")
    }

    /// Only raspi-config of Debian 11 knows the switch between both ways.
    private static func switchOff(_ condition: String, _ machine: MachineRecord) -> Fix {
        let file = "in /boot/firmware/config.txt (older systems: /boot/config.txt) remove start_x=1, write camera_auto_detect=1, and reboot"
        let platform = machine.platform
        guard platform.packages == .apt, platform.version == nil || platform.version == "11" else { return Fix("\(condition): \(file)") }
        return Fix(
            "\(condition): \(file); or switch the legacy camera off in raspi-config (Interface Options)",
            commands: ["sudo raspi-config nonint do_legacy 1", "sudo reboot"], needsRoot: true,
            undo: ["sudo raspi-config nonint do_legacy 0", "sudo reboot"], isRunnable: false)
    }
}
