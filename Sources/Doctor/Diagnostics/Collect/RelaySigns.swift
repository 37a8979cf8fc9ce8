// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Asks what the relay of a virtual camera takes its pictures from, and which devices its unit lets it open.
enum RelaySigns {
    static func find(_ process: Int, _ files: SystemFiles, _ ask: MachineCollector.Ask) -> RelayRecord? {
        guard files.command(of: process, limit: 1 << 12).contains(where: { $0.contains("libcamerasrc") }) else { return nil }
        var record = RelayRecord(usesLibcamera: true)
        let group = ControlGroup(of: process, files: files)
        guard !group.isUserUnit, let unit = group.unit,
            let shown = ask(["systemctl", "show", "--property=DevicePolicy,DeviceAllow", unit])
        else { return record }
        let lines = shown.split(separator: "\n")
        let allowed = lines.filter { $0.hasPrefix("DeviceAllow=") && $0.utf8.count > 12 }.map { String($0.dropFirst(12)) }
        // See: man 5 systemd.resource-control. With the policy auto, any DeviceAllow closes the rest.
        let isClosed = !allowed.isEmpty || lines.contains("DevicePolicy=closed") || lines.contains("DevicePolicy=strict")
        let givesMemory = allowed.contains { line in
            let device = line.prefix { $0 != " " }
            return ["char-*", "char-misc", "/dev/udmabuf"].contains(device) || device.hasPrefix("char-dma") || device.hasPrefix("/dev/dma_heap")
        }
        record.unit = unit
        if isClosed, !givesMemory { record.allowedDevices = Array(allowed.prefix(16)) }
        return record
    }
}
