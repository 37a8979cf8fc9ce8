// SPDX-License-Identifier: Apache-2.0

/// Judges a service that ended before the camera was there, and is not started again: at the start of a machine, a camera can take
/// longer than what the unit waits for.
enum EarlyService {
    /// In seconds. What appears later was plugged in then.
    private static let latest = 300.0

    static func find(_ client: CameraClientRecord, _ node: NodeRecord, _ host: HostRecord) -> Finding? {
        guard client.kind == .unit, client.processID == nil, let ended = client.endedAt,
            let camera = appearance(of: node, host), ended < camera.seconds, camera.seconds < latest
        else { return nil }
        let unit = Words.shell(client.name)
        let apart = camera.seconds - ended
        return Finding(
            .accessTooEarly, .fail,
            "\(client.title) ended \(Words.number(apart)) s before the camera appeared, and has not been started again",
            confidence: .likely,
            evidence: [
                EvidenceLine(
                    "systemctl show \(client.name)",
                    "ended \(Words.number(ended)) s after the start of the machine"
                        + (client.exitStatus.map { ", with status \($0)" } ?? "")),
                EvidenceLine("the camera", "appeared after \(Words.number(camera.seconds)) s: \(camera.line)"),
            ],
            effect: "it was not there when the service looked for it; the camera and the permissions are not at fault",
            fixes: [
                Fix(
                    "Let systemd start it again until the camera is there",
                    commands: [
                        "sudo systemctl edit \(unit)   # [Unit] StartLimitIntervalSec=0  [Service] Restart=\(client.exitStatus == "0" ? "always" : "on-failure")  RestartSec=5",
                        "sudo systemctl restart \(unit)",
                    ], needsRoot: true, isRunnable: false),
                Fix(
                    "Or let udev start it when the camera appears: a rule for its node with TAG+=\"systemd\" and ENV{SYSTEMD_WANTS}+=\"\(client.name)\""
                ),
            ])
    }

    /// When the kernel found the camera, in seconds since the start, and the line that says so.
    private static func appearance(of node: NodeRecord, _ host: HostRecord) -> (seconds: Double, line: String)? {
        guard node.bus == "usb", let port = node.cameraKey.split(separator: "/").last.map(String.init) else {
            return nil
        }
        return KernelLogFacts(host).appearance(at: port)
    }
}
