// SPDX-License-Identifier: Apache-2.0

package import Output

extension StationHealth.State {
    /// Whether every camera scans, every hook delivers, and the newest configuration is in force.
    package var isHealthy: Bool { troubles(at: nil).isEmpty && cameras.allSatisfy(\.isScanning) }

    /// What is wrong, one sentence each. Contains untrusted text: escape it before showing it.
    package func troubles(at now: Duration?) -> [String] {
        func since(_ moment: Duration) -> String { now.map { " for \(Self.words($0 - moment))" } ?? "" }
        var troubles = cameras.compactMap { camera in
            camera.trouble.map { "\(camera.name) does not scan\(since(camera.since)): \($0)" }
        }
        if let historyTrouble { troubles.append(historyTrouble) }
        for (hook, reason) in awayHooks.sorted(by: { $0.key < $1.key }) {
            let count = waiting[hook, default: 0]
            troubles.append("\(hook): \(count) scan\(count == 1 ? " waits" : "s wait"): \(reason)")
        }
        if let refusedConfiguration {
            troubles.append("the changed configuration is not in force: \(refusedConfiguration)")
        }
        return troubles
    }

    /// The state in one line, for people. Contains untrusted text: escape it before showing it.
    package func line(at now: Duration) -> String {
        let scanning = cameras.count(where: \.isScanning)
        var line =
            cameras.count == 1
            ? (scanning == 1 ? "scanning" : "not scanning") : "\(scanning) of \(cameras.count) cameras scanning"
        line += scans == 0 ? "; no scans yet" : "; \(scans) scan\(scans == 1 ? "" : "s")"
        if let lastScan { line += ", the last \(Self.words(now - lastScan)) ago" }
        let waiting = waiting.values.reduce(0, +)
        if waiting > 0, awayHooks.isEmpty { line += "; \(waiting) to deliver" }
        // The whole of each is in the log.
        for trouble in troubles(at: now) { line += "; " + Self.start(trouble) }
        return line
    }

    /// The first sentence.
    private static func start(_ text: String) -> Substring {
        text.firstRange(of: ". ").map { text[..<$0.lowerBound] } ?? text[...]
    }

    package func json(at now: Duration) -> JSONValue {
        let list = cameras.map { camera -> JSONValue in
            var members: [JSONValue.Member] = [
                .init("name", .string(camera.name)), .init("scanning", .bool(camera.isScanning)),
                .init("since_s", Self.seconds(now - camera.since)), .init("scans", .integer(camera.scans)),
                .init("frames", .integer(camera.frames)), .init("losses", .integer(camera.losses)),
            ]
            if let trouble = camera.trouble { members.append(.init("trouble", .string(trouble))) }
            return .object(members)
        }
        var members: [JSONValue.Member] = [
            .init("station", .string(name)), .init("healthy", .bool(isHealthy)),
            .init("up_s", Self.seconds(now - began)),
            .init("scans", .integer(scans)), .init("last_scan_s", lastScan.map { Self.seconds(now - $0) } ?? .null),
            .init("waiting", .integer(waiting.values.reduce(0, +))), .init("cameras", .array(list)),
            .init("troubles", .array(troubles(at: now).map { .string($0) })),
        ]
        if isCentral {
            let signed = centralSigned.map { JSONValue.string(WallTime(milliseconds: $0 * 1000).text) } ?? .null
            members.append(.init("central", ["signed": signed, "away": centralAway.map { .string($0) } ?? .null]))
        }
        return .object(members)
    }

    /// In the Prometheus text format, version 0.0.4.
    package func prometheus(at now: Duration) -> String {
        var text = ""
        func head(_ name: String, _ type: String, _ help: String) {
            text += "# HELP candela_station_\(name) \(help)\n# TYPE candela_station_\(name) \(type)\n"
        }
        func sample(_ name: String, _ labels: [(String, String)], _ value: String) {
            let all = [("station", self.name)] + labels
            let words = all.map { "\($0.0)=\"\(Self.label($0.1))\"" }.joined(separator: ",")
            text += "candela_station_\(name){\(words)} \(value)\n"
        }
        head("healthy", "gauge", "Whether every camera scans, every hook delivers and the configuration is in force.")
        sample("healthy", [], isHealthy ? "1" : "0")
        head("up_seconds", "gauge", "Time since the start.")
        sample("up_seconds", [], Self.fixed(now - began))
        head("scans_total", "counter", "Codes scanned.")
        sample("scans_total", [], "\(scans)")
        if let lastScan {
            head("last_scan_age_seconds", "gauge", "Time since the last scan.")
            sample("last_scan_age_seconds", [], Self.fixed(now - lastScan))
        }
        head("configuration_refused", "gauge", "Whether a changed configuration could not be applied.")
        sample("configuration_refused", [], refusedConfiguration == nil ? "0" : "1")
        head("configuration_reloads_total", "counter", "Configurations applied since the start.")
        sample("configuration_reloads_total", [], "\(reloads)")
        if isCentral {
            head("central_away", "gauge", "Whether the place of the central file cannot be reached.")
            sample("central_away", [], centralAway == nil ? "0" : "1")
        }
        if let centralSigned {
            head("central_signed_timestamp_seconds", "gauge", "When the central file in force was signed.")
            sample("central_signed_timestamp_seconds", [], "\(centralSigned)")
        }
        head("history_failing", "gauge", "Whether scans are not saved in the history.")
        sample("history_failing", [], historyTrouble == nil ? "0" : "1")
        let perCamera: [(String, String, String, (StationHealth.CameraState) -> String)] = [
            ("camera_scanning", "gauge", "Whether the camera is scanned.", { $0.isScanning ? "1" : "0" }),
            ("camera_state_seconds", "gauge", "Time since the camera's state changed.", { Self.fixed(now - $0.since) }),
            ("camera_scans_total", "counter", "Codes scanned with the camera.", { "\($0.scans)" }),
            ("camera_frames_total", "counter", "Frames of the camera searched for codes.", { "\($0.frames)" }),
            ("camera_losses_total", "counter", "Times the camera stopped.", { "\($0.losses)" }),
        ]
        for (name, type, help, value) in perCamera where !cameras.isEmpty {
            head(name, type, help)
            // The number tells cameras of one name apart.
            for (index, camera) in cameras.enumerated() {
                sample(name, [("camera", camera.name), ("number", "\(index + 1)")], value(camera))
            }
        }
        let hooks = Set(waiting.keys).union(awayHooks.keys).sorted()
        if !hooks.isEmpty {
            head("hook_waiting", "gauge", "Scans that wait for the hook.")
            for hook in hooks { sample("hook_waiting", [("hook", hook)], "\(waiting[hook, default: 0])") }
            head("hook_away", "gauge", "Whether the hook cannot deliver.")
            for hook in hooks { sample("hook_away", [("hook", hook)], awayHooks[hook] == nil ? "0" : "1") }
        }
        return text
    }

    /// A label's value. See the format's "Comments, help text, and type information".
    private static func label(_ text: String) -> String {
        text.map { $0 == "\\" ? "\\\\" : $0 == "\"" ? "\\\"" : $0.isNewline ? "\\n" : String($0) }.joined()
    }

    private static func seconds(_ span: Duration) -> JSONValue { .number(span / .seconds(1), decimals: 1) }
    private static func fixed(_ span: Duration) -> String { JSONValue.fixed(span / .seconds(1), decimals: 1) ?? "0" }

    /// A time span with two digits or so: `12 s`, `5 min`, `3 h`, `4 days`.
    static func words(_ span: Duration) -> String {
        let seconds = Int(span / .seconds(1))
        return switch seconds {
        case ..<120: "\(max(0, seconds)) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86400) days"
        }
    }
}
