// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A program that waits in the kernel for ever, inside the code of video drivers: a message or interrupt got lost, or the driver
/// has locked itself up. Nothing ends such a program but a restart.
enum HungTask {
    /// The finding, if that program still hangs, and has the camera or is the one that is asked about.
    static func find(_ snapshot: Snapshot, _ host: HostRecord) -> Finding? {
        if let stuck = loading(snapshot, host) { return stuck }
        guard let task = host.hungTask else { return nil }
        let holder = snapshot.holders.value?.holders.first { $0.processID == task.processID }
        guard holder != nil || snapshot.client?.processID == task.processID else { return nil }
        let unit = holder?.unit ?? snapshot.client?.ownUnit
        return Finding(
            .deviceDriverHangs, .fail,
            "\(task.name) (process \(task.processID)) has the camera and hangs in the kernel, inside the code of its video drivers: a fault of this kernel (\(host.kernelRelease)) or its drivers, not of the camera",
            confidence: .likely,
            evidence: task.lines.map { EvidenceLine("kernel log", $0) }
                + [EvidenceLine("/proc/\(task.processID)/status", "State: D")],
            effect: "it gets no more pictures, cannot be ended, and keeps others from the camera",
            fixes: [
                Fix(
                    "Restart the machine: nothing else ends a program that hangs in the kernel", commands: ["sudo reboot"],
                    needsRoot: true, isRunnable: false),
                Place(snapshot).newerKernel("Then update the kernel: such faults of drivers are found and repaired"),
                Fix(
                    "Until then, let a timer look whether \(unit ?? "the program") still makes pictures, and restart the machine if not"
                ),
            ])
    }

    /// A driver that has crashed while the kernel loaded it: its module is never ready, and cannot be removed.
    private static func crashed(_ snapshot: Snapshot, _ host: HostRecord) -> Finding? {
        guard let stuck = host.machine?.stuckModule, stuck.tasks.isEmpty, snapshot.nodes.value?.contains(where: \.yieldsPictures) != true else { return nil }
        guard let crash = KernelOops(in: KernelLogFacts(host).lines, where: { $0 == stuck.name }) else { return nil }
        let name = stuck.name == "bcm2835_v4l2" ? "bcm2835-v4l2" : stuck.name
        let others = host.otherKernels
        let machine = Place(snapshot)
        return Finding(
            .deviceDriverHangs, .fail,
            "the driver \(name) crashed while this kernel (\(host.kernelRelease)) loaded it (kernel Oops), so it makes no video node: a fault of this kernel or of the driver, not of the camera or its cable",
            confidence: .likely,
            evidence: [EvidenceLine("/sys/module/\(stuck.name)/initstate", "coming (its start has not ended)")] + crash.evidence,
            effect: "there is no camera to capture from; the driver cannot be removed or loaded again before a restart",
            fixes: [machine.newerKernel("Update the kernel, in which the driver may be repaired, and restart")] + machine.otherKernel(others)
                + [Fix("If the newest kernel crashes, too, report those lines of the kernel log to its developers")])
    }

    /// The finding for a driver whose own start hangs, where no camera works: what it would drive has no node then, and says nothing.
    static func loading(_ snapshot: Snapshot, _ host: HostRecord) -> Finding? {
        if let crash = crashed(snapshot, host) { return crash }
        guard let stuck = host.machine?.stuckModule, !stuck.tasks.isEmpty, snapshot.nodes.value?.contains(where: \.yieldsPictures) != true else { return nil }
        let place = Place(snapshot)
        let isFirmware = stuck.name == "bcm2835_v4l2"
        let name = isFirmware ? "bcm2835-v4l2" : stuck.name
        let others = host.otherKernels
        let tasks = KernelLogFacts(host).lines.filter { line in
            line.contains("blocked for more than") && ["modprobe:", "udev-worker):", "insmod:", "systemd-udevd:"].contains { line.contains($0) }
        }
        return Finding(
            .deviceDriverHangs, .fail,
            "the driver \(name) hangs while this kernel (\(host.kernelRelease)) loads it: it never finishes its start, so it makes no video node. That is a fault of this kernel or of the driver, not of the camera or its cable",
            confidence: .likely,
            evidence: [
                EvidenceLine("/sys/module/\(stuck.name)/initstate", "coming (it is being loaded)"),
                EvidenceLine("waiting in the kernel", Words.list(stuck.tasks)),
            ] + tasks.suffix(2).map { EvidenceLine("kernel log", $0) },
            effect: "there is no camera to capture from; what waits for the driver cannot be ended without a restart",
            fixes: (place.platform.isRaspberryPi && !place.isGuest
                ? [
                    Fix(
                        "If it worked before an update: go back to the kernel before it\(others.last.map { " (\($0) is still on disk)" } ?? ""); on a Raspberry Pi, the line kernel= in config.txt names the file that is started"
                    ),
                    place.newerKernel("Or update to a newer kernel, in which the driver may be repaired"),
                ] : place.otherKernel(others))
                + (isFirmware
                    ? [
                        Fix(
                            "Or let libcamera have the camera: remove start_x=1 from config.txt and bcm2835-v4l2 from /etc/modules, write camera_auto_detect=1 into config.txt, and reboot",
                            commands: ["rpicam-hello --list-cameras"], isRunnable: false)
                    ] : [])
                + (place.isGuest || place.platform.isDeclared ? [] : [
                    Fix(
                        "To keep a start of the machine from waiting for it meanwhile, disable the driver",
                        commands: ["echo \(Words.shell("blacklist \(stuck.name)")) | sudo tee /etc/modprobe.d/hanging-driver.conf", "sudo reboot"], needsRoot: true,
                        undo: ["sudo rm /etc/modprobe.d/hanging-driver.conf"], isRunnable: false)
                ]))
    }
}
