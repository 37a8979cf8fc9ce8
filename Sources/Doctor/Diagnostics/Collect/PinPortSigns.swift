// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

extension PinPort {
    /// The first that a command names; `nil` if it names none.
    static func find(in command: String, _ files: SystemFiles) -> PinPort? {
        let words = command.split { $0.isWhitespace || "\"'=,;".contains($0) }
        // A Raspberry Pi's name for it; others are of Bluetooth on some boards.
        let usual = "/dev/serial0"
        guard let path = words.first(where: { $0 == usual || $0.hasPrefix("/dev/tty") && files.resolved(usual) == String($0) }) else { return nil }
        // One that reads a camera as well has other troubles.
        guard !["cam", "video", "v4l"].contains(where: command.lowercased().contains) else { return nil }
        var port = PinPort(path: String(path))
        guard files.exists(port.path) else { return files.isMissing(port.path) && files.isMissing("/dev/ttyS0") ? port : nil }
        let name = (files.resolved(port.path) ?? port.path).split(separator: "/").last.map(String.init) ?? ""
        // On a Raspberry Pi 5 that is the connector for debugging.
        guard name != "ttyAMA10" else { return nil }
        port.name = name
        port.isConsole = (files.text("/proc/cmdline") ?? "").split { $0.isWhitespace }.contains {
            $0 == "console=\(name)" || $0.hasPrefix("console=\(name),")
        }
        port.hasLogin = files.processes.contains { process in
            files.line("/proc/\(process)/comm") == "agetty" && files.text("/proc/\(process)/cgroup")?.contains("serial-getty@\(name).") == true
        }
        return port
    }
}
