// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A sleep of the machine (suspend or hibernation) that a camera went through.
struct MachineSleep {
    /// The kernel's line about its end.
    let line: String
    /// What the kernel said of the camera since, oldest first.
    let after: [String]

    /// Whether something of the camera failed since. That it was reset is usual.
    var hasFailed: Bool {
        after.contains { line in ["-71", "-110", "-32", "Failed to", "failed"].contains { line.contains($0) } }
    }

    static func isEnd(_ line: String) -> Bool { KernelLog.sleepEnds.contains { line.contains($0) } }
    /// Whether a line is of a sleep's beginning or end.
    static func isOf(_ line: String) -> Bool { KernelLog.sleepSigns.contains { line.contains($0) } }
}

extension KernelLogFacts {
    /// The last sleep that the camera at this port went through; `nil` if it was plugged in after it.
    func sleep(since port: String) -> MachineSleep? {
        guard let woke = lines.lastIndex(where: MachineSleep.isEnd) else { return nil }
        let own = lines[woke...].filter { USBPort(line: $0)?.name == port || $0.contains("uvcvideo") }
        guard !own.contains(where: { USBPort(line: $0)?.name == port && $0.contains("New USB device found") }) else { return nil }
        return MachineSleep(line: lines[woke], after: Array(own.suffix(3)))
    }
}
