// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension ContainerSetup {
    /// Variables of known images that switch the camera off. Source: OctoPrint/octoprint-docker.
    private static let known = ["ENABLE_MJPG_STREAMER"]

    private struct Container: Decodable {
        var config: Config?
        var host: Host?

        struct Config: Decodable {
            var environment: [String]?
            private enum CodingKeys: String, CodingKey { case environment = "Env" }
        }

        struct Host: Decodable {
            var devices: [Device]?
            private enum CodingKeys: String, CodingKey { case devices = "Devices" }
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
        }
    }

    /// Reads what `docker inspect NAME` prints; `nil` if it is none.
    init?(inspected text: String) {
        guard let container = try? JSONDecoder().decode([Container].self, from: Data(text.utf8)).first else { return nil }
        self.init()
        devices = (container.host?.devices ?? []).filter { $0.outside.hasPrefix("/dev/v") || $0.inside.hasPrefix("/dev/video") }
            .prefix(16).map { Device(outside: $0.outside, inside: $0.inside) }
        switches = (container.config?.environment ?? []).filter { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && Self.known.contains(String(parts[0])) && ["false", "0", "no", "off"].contains(parts[1].lowercased())
        }
    }
}
