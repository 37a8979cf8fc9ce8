// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A program that waits in the kernel for ever, inside the code of video drivers: a message or interrupt got lost, or the driver
/// has locked itself up. Nothing ends such a program but a restart.
enum HungTask {
    /// The finding, if that program still hangs, and has the camera or is the one that is asked about.
    static func find(_ snapshot: Snapshot, _ host: HostRecord) -> Finding? {
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
}
