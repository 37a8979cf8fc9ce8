// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import MachineFacts
internal import UserSession

/// libcamera lists nothing, although there is a sensor: who may open what, memory, tuning, versions.
extension SensorJudge {
    /// libcamera lists nothing for a user who may not open the camera's nodes.
    func notPermitted(_ libcamera: LibcameraRecord, _ evidence: [EvidenceLine]) -> Finding? {
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
                Place(snapshot).join(
                    group, user.label,
                    "Put the account \(user.label) into the group \(group), log out and in again, or restart the service that runs as it")
            ])
    }

    /// libcamera takes the memory for pictures from devices that only root may open unless a rule says otherwise.
    func memoryDenied(_ line: String, _ evidence: [EvidenceLine]) -> Finding {
        let isLaptop = processor != nil
        if !isLaptop, host.machine?.hasMemoryHeaps == false, place.container == nil {
            return Finding(
                .deviceNeedsLibcamera, .fail,
                "this kernel (\(host.kernelRelease)) has no DMA-BUF heaps (/dev/dma_heap), from which libcamera takes the memory for pictures",
                confidence: .likely, evidence: evidence + [EvidenceLine("libcamera", line), EvidenceLine("/dev/dma_heap", "does not exist")],
                effect: "libcamera drops the camera, and without it there is no usable picture",
                fixes: [
                    Fix(
                        "Use a kernel that was built with CONFIG_DMABUF_HEAPS, CONFIG_DMABUF_HEAPS_SYSTEM and CONFIG_DMABUF_HEAPS_CMA\(place.platform.isRaspberryPi ? ", such as Raspberry Pi's own (linux-rpi on Arch Linux ARM)" : ""), and restart"
                    )
                ] + (place.platform.isRaspberryPi ? [Fix("Or use Raspberry Pi OS, whose kernel has them")] : []))
        }
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
                        "KERNEL==\"udmabuf\", SUBSYSTEM==\"misc\", TAG+=\"uaccess\"", place)
                    : LibcameraJudge.givingToVideo("dma_heap", "SUBSYSTEM==\"dma_heap\"", place),
            ] + (isLaptop ? [] : [Fix("If there are none, use a kernel with CONFIG_DMABUF_HEAPS")]))
    }

    func libcameraLacks(_ libcamera: LibcameraRecord, _ evidence: [EvidenceLine]) -> Finding {
        let sensor = sensorName ?? "the sensor"
        let isListed = !libcamera.cameras.isEmpty
        if !isListed, host.isUdevEmpty == true {
            return Finding(
                .deviceNeedsLibcamera, .fail,
                "the kernel has set up the camera's sensor (\(sensor)), but libcamera lists no camera: it looks for devices in udev's database, which is empty, because nothing has made the kernel report the devices again that were there before udev started (udev-trigger, coldplug)",
                confidence: .likely,
                evidence: evidence + [EvidenceLine("cam --list", "no camera"), EvidenceLine("/run/udev/data", "empty, and udev runs")],
                effect: "without libcamera there is no usable picture; other programs that ask udev for devices find none, either",
                fixes: [
                    Fix(
                        "Let the kernel report its devices once more", commands: ["sudo udevadm trigger --action=add --subsystem-match=media --subsystem-match=video4linux --subsystem-match=dma_heap", "sudo udevadm settle"],
                        needsRoot: true, isRunnable: false),
                    Fix(
                        "And at every start of the machine: with OpenRC (Alpine: setup-devd udev does both), add the service for it; systemd has it already (systemd-udev-trigger.service)",
                        commands: ["sudo rc-update add udev-trigger sysinit"], needsRoot: true,
                        undo: ["sudo rc-update del udev-trigger sysinit"], isRunnable: false),
                ])
        }
        if !isListed, let line = libcamera.complaints.first(where: { $0.contains("No IPA found in") || $0.contains("IPA module has no valid info") }) {
            return withoutModules(line, libcamera, sensor, evidence)
        }
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

    /// Its modules for the image processors (IPA) are a package of their own.
    private func withoutModules(_ line: String, _ libcamera: LibcameraRecord, _ sensor: String, _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceNeedsLibcamera, .fail,
            "the kernel has set up the camera's sensor (\(sensor)), but libcamera lists no camera, because it finds no module for this image processor (IPA): the package with libcamera's modules is missing or of another version, or this libcamera was built without the one for this board",
            confidence: .likely,
            evidence: evidence + [EvidenceLine("cam --list", "no camera")] + libcamera.complaints.map { EvidenceLine("libcamera", $0) },
            effect: "without libcamera there is no usable picture",
            fixes: [
                place.install(
                    "Install libcamera's modules, of the same version as libcamera itself",
                    [.apt: "libcamera-ipa", .dnf: "libcamera-ipa", .rpmOSTree: "libcamera-ipa", .pacman: "libcamera-ipa"])
                    ?? Fix("Install libcamera's modules, of the same version as libcamera itself (Debian: libcamera-ipa)"),
                Fix(
                    "If they are installed: build libcamera with the pipeline handler of this board (of a Raspberry Pi: Raspberry Pi's own libcamera, meson options -Dpipelines=rpi/vc4,rpi/pisp -Dipas=rpi/vc4,rpi/pisp), and let no other copy come before it",
                    commands: ["ls /usr/lib/*/libcamera /usr/local/lib/*/libcamera"], isRunnable: false),
                Fix("Show what libcamera says then", commands: ["cam --list"], isRunnable: false),
            ])
    }
}
