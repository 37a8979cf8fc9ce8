// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// Where a process belongs by its control groups: a container, and a unit of this machine's systemd.
package struct ControlGroup: Hashable, Sendable {
    /// The outermost container, which this machine's programs know; `nil` outside of one.
    package var container: HoldersRecord.Container?
    /// The service outside of the container; `nil` without one. A unit inside of it is unknown to this machine.
    package var unit: String?
    /// The service of OpenRC or OpenWrt's procd, which have no units; `nil` without one.
    package var service: HoldersRecord.Starter?
    /// Whether it is of the user's own systemd.
    package var isUserUnit = false
    /// Whether it belongs to what a desktop session itself consists of.
    package var isOfSession = false

    /// Reads those of a process. The container in which this program runs itself is not counted: its units are ours.
    package init(of process: Int, files: SystemFiles) {
        let own = ControlGroup(files.text("/proc/self/cgroup") ?? "", files: files).container
        self.init(files.text("/proc/\(process)/cgroup") ?? "", files: files, within: own)
    }

    /// - Parameters:
    ///   - text: `0::/system.slice/motion.service`; before cgroup v2 a line for each controller.
    ///   - within: the container in which this program runs.
    package init(_ text: String, files: SystemFiles, within own: HoldersRecord.Container? = nil) {
        let lines = text.split(separator: "\n").map { line in
            (line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).last ?? "").split(separator: "/").map(String.init)
        }
        var parts: [String] = []
        for line in lines {
            var rest = line[...]
            while let found = Self.container(in: rest, files) {
                if let own, own.engine == found.container.engine, own.name == found.container.name {
                    rest = rest[found.end...]
                    continue
                }
                container = container ?? found.container
                rest = rest[..<found.start]
                break
            }
            parts += rest
        }
        isUserUnit = parts.contains { $0.hasPrefix("user@") }
        isOfSession = parts.contains("session.slice")
        // Podman runs in a service only if that was made for the container; around others are the services of the engine.
        guard container == nil || container?.engine == .podman else { return }
        unit = parts.last { $0.hasSuffix(".service") && !$0.hasPrefix("user@") }
        if unit == nil, container == nil { service = Self.service(text, parts) }
    }

    /// `0::/openrc.motion`, and `1:name=openrc:/motion` before cgroup v2; `0::/services/mjpg-streamer/instance1`. Source: OpenRC's
    /// sh/rc-cgroup.sh, procd's service/instance.c.
    private static func service(_ text: String, _ parts: [String]) -> HoldersRecord.Starter? {
        if let name = parts.first(where: { $0.hasPrefix("openrc.") })?.dropFirst("openrc.".utf8.count), !name.isEmpty {
            return HoldersRecord.Starter(.openRC, name: String(name))
        }
        for line in text.split(separator: "\n") {
            guard let mark = line.firstRange(of: ":name=openrc:/"), mark.upperBound < line.endIndex else { continue }
            return HoldersRecord.Starter(.openRC, name: String(line[mark.upperBound...].prefix { $0 != "/" }))
        }
        guard let first = parts.firstIndex(of: "services"), first == parts.startIndex, first + 1 < parts.endIndex else { return nil }
        return HoldersRecord.Starter(.procd, name: parts[first + 1])
    }

    // MARK: Containers

    private typealias Container = HoldersRecord.Container

    private struct Found {
        var container: Container
        /// The parts of the path that are the container's.
        var start: Int
        var end: Int
    }

    /// The outermost one in a path.
    private static func container(in path: ArraySlice<String>, _ files: SystemFiles) -> Found? {
        for index in path.indices {
            let isUsers = path[..<index].contains { $0.hasPrefix("user@") }
            guard let named = Self.named(at: index, path, files) else { continue }
            var found = Found(container: named.container, start: index, end: min(index + named.length, path.endIndex))
            if isUsers { found.container.isUsers = true }
            found.container.unit = path[found.end...].last { $0.hasSuffix(".service") }
            return found
        }
        return nil
    }

    /// The container whose name is at this place, and the number of parts that the name takes.
    private static func named(
        at index: Int, _ path: ArraySlice<String>, _ files: SystemFiles
    ) -> (container: Container, length: Int)? {
        let part = path[index]
        let next = index + 1 < path.endIndex ? path[index + 1] : nil
        if part.hasPrefix("kubepods") {
            // `kubepods.slice/…/cri-containerd-ID.scope`, or `kubepods/burstable/podUID/ID`.
            guard let last = path[index...].firstIndex(where: { identity(of: $0) != nil }), let id = identity(of: path[last]) else { return nil }
            return (Container(.kubernetes, name: id), last - index + 1)
        }
        if part.hasPrefix("docker-"), let id = identity(of: part) { return (Container(.docker, name: id), 1) }
        if part == "docker", let next, let id = identity(of: next) { return (Container(.docker, name: id), 2) }
        if part.hasPrefix("libpod-"), !part.hasPrefix("libpod-conmon-"), let id = identity(of: part) { return (Container(.podman, name: id), 1) }
        // Proxmox VE and old releases of LXC, then those since LXC 4.
        if part == "lxc", let next, index == path.startIndex { return (Container(manager(of: next, files), name: next), 2) }
        if part.hasPrefix("lxc.payload.") {
            let name = String(part.dropFirst("lxc.payload.".utf8.count))
            return (Container(manager(of: name, files), name: name), 1)
        }
        if part.hasPrefix("systemd-nspawn@"), part.hasSuffix(".service") {
            let name = String(part.dropFirst("systemd-nspawn@".utf8.count).dropLast(".service".utf8.count))
            return (Container(.nspawn, name: name.replacing("\\x2d", with: "-")), 1)
        }
        // Machines of libvirt have names of the same kind: `machine-qemu\x2d1\x2dwin10.scope`.
        if part.hasPrefix("machine-"), part.hasSuffix(".scope"), !part.hasPrefix("machine-qemu"), !part.hasPrefix("machine-lxc") {
            let name = String(part.dropFirst("machine-".utf8.count).dropLast(".scope".utf8.count))
            return (Container(.nspawn, name: name.replacing("\\x2d", with: "-")), 1)
        }
        return nil
    }

    /// The number at the end of `docker-8e1f….scope`, `libpod-payload-8e2f…` or `8e1f…`.
    private static func identity(of part: String) -> String? {
        let name = part.hasSuffix(".scope") ? part.dropLast(".scope".utf8.count) : part[...]
        guard let last = name.split(separator: "-").last, last.utf8.count == 64, last.allSatisfy(\.isHexDigit) else { return nil }
        return String(last)
    }

    /// What manages the containers of LXC here.
    private static func manager(of name: String, _ files: SystemFiles) -> Container.Engine {
        if files.line("/proc/sys/kernel/osrelease")?.hasSuffix("-pve") == true, name.allSatisfy(\.isNumber) { return .proxmox }
        if files.exists("/var/lib/incus") { return .incus }
        if files.exists("/var/snap/lxd") || files.exists("/var/lib/lxd") { return .lxd }
        return .lxc
    }
}
