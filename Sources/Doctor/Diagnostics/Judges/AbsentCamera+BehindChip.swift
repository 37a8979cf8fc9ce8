// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Laptops whose own camera is neither on USB nor behind Intel's image processor.
extension AbsentCamera {
    /// A Mac with Apple's chip T2: camera, keyboard and touchpad are on a USB bus inside that chip. A Mac mini or Mac Pro with it has no
    /// camera.
    func behindT2() -> Finding? {
        guard let machine = host.machine, machine.lacksT2Driver == true,
            ["MacBook", "iMac"].contains(where: { machine.platform.board?.contains($0) == true })
        else { return nil }
        let module = machine.module(MachineRecord.driverOfT2)
        let place = Place(snapshot)
        let isHere = module?.isHere == true
        return Finding(
            .deviceNoDriver, .fail,
            "the built-in camera of this Mac is behind its T2 chip (106b:1801), like its keyboard and touchpad, and that chip has no driver: "
                + (isHere
                    ? "apple-bce is on disk, and not bound to it"
                    : "it needs apple-bce, which is not part of Linux, and this kernel (\(host.kernelRelease)) does not have it"),
            confidence: .likely,
            evidence: [
                EvidenceLine("/sys/bus/pci/devices/*", "106b:1801 (Apple T2), no driver"),
                EvidenceLine("\(host.modulesFolder)/modules.dep", module?.path ?? module?.unindexed ?? "no apple-bce"),
            ] + evidence, effect: effect,
            fixes: [
                place.isGuest || !isHere
                    ? nil : Fix("Load the driver", commands: ["sudo modprobe apple-bce"], needsRoot: true, undo: ["sudo modprobe -r apple-bce"], isRunnable: false),
                isHere ? Fix("If it does not bind then, the kernel says why", commands: ["sudo dmesg | grep -i bce"], needsRoot: true, isRunnable: false) : nil,
                isHere
                    ? nil
                    : Fix(
                        "Install the kernel of the project t2linux for this distribution (t2linux.org), which has the driver apple-bce, or build that driver with DKMS, and restart"
                    ),
                Fix("Until then, use a USB camera"),
            ].compactMap(\.self))
    }

    /// A laptop with an AMD processor whose camera is a bare sensor behind that processor's image processor.
    func behindAMD() -> Finding? {
        guard let machine = host.machine, let sensor = machine.sensorsBehindAMD?.first else { return nil }
        let place = Place(snapshot)
        let module = machine.module(MachineRecord.driverOfISP4)
        // The graphics driver starts the image processor with it. Source: amdgpu_isp.c, isp_v4_1_1.c.
        if let line = KernelLogFacts(host).lines.last(where: { $0.contains("amdgpu/isp_") && $0.lowercased().contains("firmware") }) {
            let seen = [EvidenceLine("/sys/bus/acpi/devices/\(sensor)*/status", "present"), EvidenceLine("kernel log", line)] + evidence
            if let early = EarlyDriver(line, host) { return early.finding("the AMD processor's image processor (ISP4; amdgpu)", driver: nil, place, seen) }
        }
        let isHere = module?.isHere == true
        let isUbuntu = place.platform.isUbuntu && !place.isGuest
        return Finding(
            .deviceNoDriver, .fail,
            "the built-in camera of this machine is a sensor (\(sensor)) behind the image processor of its AMD processor (ISP4), "
                + (isHere
                    ? "whose driver amd_capture has not made a video node of it"
                    : "for which this kernel (\(host.kernelRelease)) has no driver"),
            confidence: .likely,
            evidence: [
                EvidenceLine("/sys/bus/acpi/devices/\(sensor)*/status", "present"),
                EvidenceLine("\(host.modulesFolder)/modules.dep", module?.path ?? (isHere ? "amd_capture" : "no amd_capture")),
            ] + evidence, effect: effect,
            fixes: [
                isHere ? Fix("See what the kernel says of it", commands: ["sudo dmesg | grep -iE 'isp4|amd_capture|ov05c'"], needsRoot: true, isRunnable: false) : nil,
                place.newerKernel("Use a newer kernel: the driver of this image processor (amd_capture) is new in Linux"),
                isUbuntu
                    ? Fix(
                        "Or install the newest kernel that Ubuntu has for new laptops (linux-oem), which gets such drivers first",
                        commands: ["apt-cache search --names-only '^linux-oem-'"], isRunnable: false) : nil,
                Fix("Until then, use a USB camera"),
            ].compactMap(\.self))
    }
}
