// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Asks what the relay of a virtual camera takes its pictures from, and which devices its unit lets it open.
enum RelaySigns {
    static func find(_ process: Int, _ files: SystemFiles, _ ask: MachineCollector.Ask) -> RelayRecord? {
        guard files.command(of: process, limit: 1 << 12).contains(where: { $0.contains("libcamerasrc") }) else { return nil }
        var record = RelayRecord()
        let group = ControlGroup(of: process, files: files)
        guard !group.isUserUnit, let unit = group.unit,
            let shown = ask(["systemctl", "show", "--property=DevicePolicy,DeviceAllow", unit])
        else { return record }
        record.unit = unit
        let devices = UnitDevices(ClientCollector.values(shown))
        let withoutMemory = devices.forbids {
            ["char-misc", "/dev/udmabuf"].contains($0) || $0.hasPrefix("char-dma") || $0.hasPrefix("/dev/dma_heap")
        }
        if withoutMemory { record.allowedDevices = Array(devices.allowed.prefix(16)) }
        return record
    }
}
