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

        struct State: Decodable {
            var startedAt: String?
            private enum CodingKeys: String, CodingKey { case startedAt = "StartedAt" }
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
            }

            /// Whether its device cgroup keeps a node from it. Other runtimes than the usual ones add devices of their own.
            func forbids(_ node: String, _ files: SystemFiles) -> Bool {
                // Requests name devices in other ways (CDI).
                guard isPrivileged == false, requests?.isEmpty != false,
                    ["runc", "crun", "io.containerd.runc.v2"].contains(runtime ?? "")
                else { return false }
                let isGiven = (devices ?? []).contains { device in
                    device.outside == node || node.hasPrefix(device.outside + "/") || files.resolved(device.outside) == node
                }
                // `c 81:* rmw`: character devices, the major number of video nodes or all.
                let isAllowed = (rules ?? []).contains { rule in
                    let parts = rule.split(separator: " ")
                    return parts.first == "a"
                        || parts.first == "c" && parts.count > 1 && ["81:", "*:"].contains { parts[1].hasPrefix($0) }
                }
                return !isGiven && !isAllowed
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
        publishedPorts = container.host?.ports.map { ports in
            ports.values.flatMap { $0 ?? [] }.compactMap { $0.port.flatMap { Int($0) } }.sorted()
        }
        // `container:ID` and `ns:PATH` are those of others.
        hasOwnNetwork = container.host?.network.map { $0 != "host" && !$0.contains(":") && $0 != "none" }
        if let camera, let host = container.host, host.forbids(camera, files) { forbidsCamera = true }
        switches = (container.config?.environment ?? []).filter { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && Self.known.contains(String(parts[0])) && ["false", "0", "no", "off"].contains(parts[1].lowercased())
        }
    }
}
