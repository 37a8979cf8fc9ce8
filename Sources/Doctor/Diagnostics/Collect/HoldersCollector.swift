// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Glibc
import Udev
package import UserSession

/// Finds the processes that have a camera's node open: its video node, or the one of its USB device.
package enum HoldersCollector {
    static func collect(_ node: VideoNode) -> Observation<HoldersRecord> {
        guard let number = node.deviceNumber else { return .unknown("the device number of the node is unknown") }
        return collect(number, path: node.path)
    }

    /// With whether it has mapped the node: the buffers of a stream are. Many programs only have it open, to look or to wait. And with what it
    /// writes into a virtual camera, how it passes the pictures on, and the name of its program if that is known as a server.
    package static func withMapping(
        _ holder: HoldersRecord.Holder, of path: String, files: SystemFiles
    ) -> HoldersRecord.Holder {
        var holder = holder
        holder.isFeeder = FeederSigns.isFeeder(holder, of: path, files: files)
        holder.serving = HolderServingSigns.find(holder, files)
        if let server = HolderServingSigns.command(holder, files) { holder.name = server.program }
        if let maps = files.text("/proc/\(holder.processID)/maps", limit: 4 << 20), !maps.isEmpty {
            holder.hasMapped = maps.split(separator: "\n").contains { $0.hasSuffix(" " + path) }
        }
        holder.fedSize = FedSizeSigns.find(holder, of: path, files: files)
        return holder
    }

    /// The name of the file that follows the program in its command line; empty without arguments.
    private static func script(_ process: Int, _ files: SystemFiles) -> String? {
        files.text("/proc/\(process)/cmdline").map { line in
            let words = line.split(separator: "\0")
            let file = words.dropFirst().first { !$0.hasPrefix("-") } ?? ""
            return String(file.split(separator: "/").last ?? "")
        }
    }

    /// With whether it is the parent of the program that is examined, and the same program: one that runs in several processes (workers,
    /// or a reloader and what it loads) can open the camera in two of them.
    package static func related(
        _ holder: HoldersRecord.Holder, to process: Int?, files: SystemFiles
    ) -> HoldersRecord.Holder {
        guard let process, RunningProcess(process, files: files)?.parentID == holder.processID,
            let own = files.linkName("/proc/\(process)/exe"), own == files.linkName("/proc/\(holder.processID)/exe"),
            // An interpreter runs many programs.
            let script = script(process, files), script == Self.script(holder.processID, files)
        else { return holder }
        var holder = holder
        holder.isSameProgramsParent = true
        return holder
    }

    /// Those of several nodes together.
    static func collect(_ nodes: [VideoNode]) -> Observation<HoldersRecord> {
        var all = HoldersRecord(holders: [], limitation: nil)
        for record in nodes.compactMap({ collect($0).value }) {
            all.limitation = all.limitation ?? record.limitation
            all.holders += record.holders.filter { holder in !all.holders.contains { $0.processID == holder.processID } }
        }
        return .seen(all)
    }

    /// - Parameter path: that of the node, to see who has mapped it.
    static func collect(_ number: DeviceNumber, path: String? = nil) -> Observation<HoldersRecord> {
        let found = NodeHolders.find(number)
        let own = getpid()
        let files = SystemFiles()
        let ourProgram = files.linkName("/proc/self/exe")
        return .seen(
            HoldersRecord(
                holders: found.holders.filter { $0.processID != own }.map { holder in
                    // By the program file if it is readable, otherwise by the process name.
                    let program = files.linkName("/proc/\(holder.processID)/exe")
                    let described = inUnit(
                        .init(
                            processID: Int(holder.processID), name: holder.name, user: holder.user,
                            // After an upgrade, the kernel appends this to the name of the old file.
                            isOurs: program.map { $0 == ourProgram || $0 == "candela (deleted)" }
                                ?? (holder.name == "candela")), files: files)
                    return path.map { withMapping(described, of: $0, files: files) } ?? described
                }, limitation: found.limitation))
    }

    /// With the container and the unit of systemd that it runs in, and what has started it if it is not that unit. The services of the session
    /// itself and of the desktop are none to stop.
    package static func inUnit(_ holder: HoldersRecord.Holder, files: SystemFiles) -> HoldersRecord.Holder {
        let group = ControlGroup(of: holder.processID, files: files)
        var holder = holder
        holder.container = group.container
        if group.container == nil { holder.starter = ProcessStarter.find(holder.processID, group, files: files) }
        guard let unit = group.unit, !group.isOfSession, !unit.hasPrefix("dbus-"), !unit.hasPrefix("app-") else { return holder }
        holder.unit = unit
        holder.isUserUnit = group.isUserUnit
        return holder
    }

    /// Other cameras on the same USB bus that a program has open.
    static func neighbours(of node: VideoNode, among nodes: [NodeRecord]) -> [String] {
        guard let bus = bus(node.parent) else { return [] }
        var seen: Set<String> = [node.cameraKey]
        return nodes.compactMap { other in
            guard other.bus == "usb", self.bus(other.cameraKey) == bus, other.yieldsPictures,
                seen.insert(other.cameraKey).inserted, let path = other.path,
                case .characterDevice(let number) = SystemDeviceFiles().kind(ofFileAt: path),
                // WirePlumber opens a camera only to learn what it is. Others may stream without a mapping (DMABUF).
                NodeHolders.find(number).holders.contains(where: { $0.name != "wireplumber" })
            else { return nil }
            return "\(path) (\(other.title))"
        }
    }

    /// The part of a sysfs path up to the root hub, `…/usb1`.
    private static func bus(_ syspath: String) -> String? {
        let parts = syspath.split(separator: "/")
        guard let hub = parts.firstIndex(where: { $0.hasPrefix("usb") && $0.dropFirst(3).allSatisfy(\.isNumber) })
        else {
            return nil
        }
        return parts[...hub].joined(separator: "/")
    }
}
