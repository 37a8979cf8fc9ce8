// SPDX-License-Identifier: Apache-2.0

/// A program that waits in the kernel for ever, inside the code of video drivers: a message or interrupt got lost, or the driver
/// has locked itself up. Nothing ends such a program but a restart.
struct HungTask {
    /// The kernel's name of the task and its process.
    let name: String
    let processID: Int
    private let lines: [String]

    private static let video = [
        "[videodev]", "[v4l2_mem2mem]", "v4l2_", "vb2_", "[uvcvideo]", "uvc_", "unicam", "bcm2835_codec", "bcm2835_isp", "[mc]",
        "vc_sm_cma", "rp1_cfe", "pisp", "isys", "[videobuf2_common]",
    ]

    /// The last one that the log tells of, if it hangs in video code; `nil` otherwise. Source: `check_hung_task` in the kernel's
    /// kernel/hung_task.c.
    init?(_ log: KernelLogFacts) {
        let all = log.lines
        for index in all.indices.reversed() {
            // `INFO: task python3:911 blocked for more than 120 seconds.`
            guard let words = all[index].firstRange(of: "INFO: task ").map({ all[index][$0.upperBound...] }),
                let end = words.firstRange(of: " blocked for more than"),
                let colon = words[..<end.lowerBound].lastIndex(of: ":"),
                let process = Int(words[words.index(after: colon)..<end.lowerBound])
            else { continue }
            let trace = all[(index + 1)...].prefix(45).prefix { !$0.contains("INFO: task ") }
            // `v4l2_poll+0x54/0xc8 [videodev]`: a line of the trace, and not what a driver said later.
            guard let place = trace.first(where: { line in line.contains("+0x") && Self.video.contains { line.contains($0) } })
            else { continue }
            // What the driver said just before.
            let before = all[..<index].suffix(8).last { line in Self.video.contains { line.contains($0) } }
            name = String(words[..<colon])
            processID = process
            lines = [before, all[index], place].compactMap(\.self)
            return
        }
        return nil
    }

    /// The finding, if that program has the camera, or is the one that is asked about.
    static func find(_ snapshot: Snapshot, _ host: HostRecord) -> Finding? {
        guard let task = HungTask(KernelLogFacts(host)) else { return nil }
        let holder = snapshot.holders.value?.holders.first { $0.processID == task.processID }
        guard holder != nil || snapshot.client?.processID == task.processID else { return nil }
        let unit = holder?.unit ?? snapshot.client?.ownUnit
        return Finding(
            .deviceDriverHangs, .fail,
            "\(task.name) (process \(task.processID)) has the camera and hangs in the kernel, inside the code of its video drivers: a fault of this kernel (\(host.kernelRelease)) or its drivers, not of the camera",
            confidence: .likely, evidence: task.lines.map { EvidenceLine("kernel log", $0) },
            effect: "it gets no more pictures, cannot be ended (state D), and keeps others from the camera",
            fixes: [
                Fix("Restart the machine: nothing else ends a program that hangs in the kernel", commands: ["sudo reboot"], needsRoot: true, isRunnable: false),
                Place(snapshot).newerKernel("Then update the kernel: such faults of drivers are found and repaired"),
                Fix(
                    "Until then, let something watch it, and restart the machine when its pictures stop: a watchdog of systemd (RuntimeWatchdogSec=), or a timer"
                        + (unit.map { " that looks whether \($0) still makes pictures" } ?? "")
                ),
            ])
    }
}
