// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
internal import UserSession

extension ContainerSetup {
    /// Variables of known images that switch the camera off. Source: OctoPrint/octoprint-docker.
    private static let known = ["ENABLE_MJPG_STREAMER"]

    private struct Container: Decodable {
        var config: Config?
        var host: Host?
        var state: State?
        var mounts: [Mount]?

        struct State: Decodable {
            var startedAt: String?
            /// 0 if it does not run.
            var processID: Int?
            private enum CodingKeys: String, CodingKey {
                case startedAt = "StartedAt"
                case processID = "Pid"
            }
        }

        struct Mount: Decodable {
            var source: String?
            var destination: String?
            private enum CodingKeys: String, CodingKey {
                case source = "Source"
                case destination = "Destination"
            }
        }

        struct Config: Decodable {
            var environment: [String]?
            private enum CodingKeys: String, CodingKey { case environment = "Env" }
        }

        struct Host: Decodable {
            var devices: [Device]?
            var isPrivileged: Bool?
            var rules: [String]?
            var runtime: String?
            var network: String?
            var requests: [Request]?
            var ports: [String: [Binding]?]?
            var sharedMemory: Int?
            var sharesMemory: String?

            struct Request: Decodable {}

            struct Binding: Decodable {
                var port: String?
                private enum CodingKeys: String, CodingKey { case port = "HostPort" }
            }

            private enum CodingKeys: String, CodingKey {
                case devices = "Devices"
                case isPrivileged = "Privileged"
                case rules = "DeviceCgroupRules"
                case runtime = "Runtime"
                case network = "NetworkMode"
                case requests = "DeviceRequests"
                case ports = "PortBindings"
                case sharedMemory = "ShmSize"
                case sharesMemory = "IpcMode"
            }

            /// Whether it was given a node over which a scanner's keys can be read, or all devices.
            func givesInput(_ files: SystemFiles) -> Bool {
                isPrivileged == true || (devices ?? []).contains { InputNodes.has($0.inside) || InputNodes.has($0.outside, files) }
                    || InputNodes.majors(files).contains(where: allows)
            }

            /// Whether it may have devices that are not listed: requests name them in other ways (CDI), and other runtimes than the usual
            /// ones add devices of their own.
            var mayHaveOthers: Bool {
                requests?.isEmpty == false || runtime.map { !["runc", "crun", "io.containerd.runc.v2"].contains($0) } == true
            }

            /// Whether a rule allows character devices of this major number, or all: `c 81:* rmw`.
            private func allows(major: Int) -> Bool {
                (rules ?? []).contains { rule in
                    let parts = rule.split(separator: " ")
                    return parts.first == "a"
                        || parts.first == "c" && parts.count > 1 && ["\(major):", "*:"].contains { parts[1].hasPrefix($0) }
                }
            }

            /// Whether its device cgroup keeps a node from it.
            func forbids(_ node: String, _ files: SystemFiles) -> Bool {
                guard isPrivileged == false, runtime != nil, !mayHaveOthers else { return false }
                let isGiven = (devices ?? []).contains { device in
                    device.outside == node || node.hasPrefix(device.outside + "/") || files.resolved(device.outside) == node
                }
                return !isGiven && !allows(major: 81)
            }
        }

        struct Device: Decodable {
            var outside: String
            var inside: String
            private enum CodingKeys: String, CodingKey {
                case outside = "PathOnHost"
                case inside = "PathInContainer"
            }
        }

        private enum CodingKeys: String, CodingKey {
            case config = "Config"
            case host = "HostConfig"
            case state = "State"
            case mounts = "Mounts"
        }

        /// Whether it was given a node over which a scanner's keys can be read, or all devices; `nil` if that is not to be told.
        func hasInput(_ files: SystemFiles) -> Bool? {
            guard let host else { return nil }
            if host.givesInput(files) { return true }
            guard host.isPrivileged == false, !host.mayHaveOthers else { return nil }
            let isMounted = (mounts ?? []).contains { $0.source.map { InputNodes.has($0, files) } == true }
            return isMounted && mayBeRootless(files) ? nil : false
        }

        /// Without root an engine cannot set a device filter: nodes of a folder that is mounted can be opened.
        private func mayBeRootless(_ files: SystemFiles) -> Bool {
            guard let process = state?.processID, process > 0 else { return true }
            return UserNamespace.isOther(process, files: files) == true
        }
    }

    /// The nodes over which a program can read a scanner's keys: its input device, the raw one, and that of libusb.
    private enum InputNodes {
        /// Whether a path on this machine is one of them, leads to one, or is a folder of them.
        static func has(_ path: String, _ files: SystemFiles) -> Bool { has(files.resolved(path) ?? path) }

        static func has(_ path: String) -> Bool {
            ["/", "/dev", "/dev/bus"].contains(path) || ["/dev/input", "/dev/hidraw", "/dev/bus/usb"].contains(where: path.hasPrefix)
        }

        /// Source: the kernel's Documentation/admin-guide/devices.txt. The kernel chooses the raw one's when it starts.
        static func majors(_ files: SystemFiles) -> [Int] {
            let rows = (files.text("/proc/devices") ?? "").split(separator: "\n").map { $0.split(separator: " ") }
            let raw = rows.first { $0.last == "hidraw" }?.first.flatMap { Int($0) }
            return [13, 189] + [raw].compactMap(\.self)
        }
    }

    private static func parsed(_ text: String) -> Container? {
        try? JSONDecoder().decode([Container].self, from: Data(text.utf8)).first
    }

    /// When the container was started last, as its engine writes it, by what `docker inspect NAME` prints.
    static func startedAt(_ inspected: String) -> String? {
        // Nothing but digits and signs goes into a command.
        parsed(inspected)?.state?.startedAt.flatMap { time in
            time.hasPrefix("2") && time.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ":.+-".contains($0)) } ? time : nil
        }
    }

    /// Where a path of the container is on this machine, by what `docker inspect NAME` prints; `nil` if nothing is mounted there.
    static func outside(_ path: String, inspected: String) -> String? {
        let mounts = (parsed(inspected)?.mounts ?? []).compactMap { mount in mount.destination.flatMap { inside in mount.source.flatMap { $0.hasPrefix("/") ? (inside, $0) : nil } } }
        let holding = mounts.filter { path == $0.0 || path.hasPrefix($0.0 + "/") }.max { $0.0.utf8.count < $1.0.utf8.count }
        return holding.map { $0.1 + path.dropFirst($0.0.count) }
    }

    /// Reads what `docker inspect NAME` prints; `nil` if it is none.
    ///
    /// - Parameter camera: the node in question on the host.
    init?(inspected text: String, camera: String?, _ files: SystemFiles) {
        guard let container = Self.parsed(text) else { return nil }
        self.init()
        devices = (container.host?.devices ?? []).filter { device in
            device.outside.hasPrefix("/dev/v4l/by-") || ClientCollector.isVideoNode(device.outside)
        }.prefix(16).map { device in
            let isExamined = camera.map { device.outside == $0 || files.resolved(device.outside) == $0 } ?? false
            return Device(outside: device.outside, inside: device.inside, isExamined: isExamined)
        }
        isPrivileged = container.host?.isPrivileged
        hasInput = container.hasInput(files)
        publishedPorts = container.host?.ports.map { ports in
            ports.values.flatMap { $0 ?? [] }.compactMap { $0.port.flatMap { Int($0) } }.sorted()
        }
        // `container:ID` and `ns:PATH` are those of others.
        hasOwnNetwork = container.host?.network.map { $0 != "host" && !$0.contains(":") && $0 != "none" }
        // Those of the host and of another container have another size.
        if let host = container.host, host.sharesMemory.map({ ["host", "none"].contains($0) || $0.contains(":") }) != true, let size = host.sharedMemory, size > 0 {
            sharedMemory = size
        }
        if let camera, let host = container.host, host.forbids(camera, files) { forbidsCamera = true }
        switches = (container.config?.environment ?? []).filter { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && Self.known.contains(String(parts[0])) && ["false", "0", "no", "off"].contains(parts[1].lowercased())
        }
    }
}
