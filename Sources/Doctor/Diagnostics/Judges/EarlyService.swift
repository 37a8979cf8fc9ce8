// SPDX-License-Identifier: Apache-2.0

/// Judges a service that ended before the camera was there, and is not started again: at the start of a machine, a camera can take
/// longer than what the unit waits for.
enum EarlyService {
    /// In seconds. What appears later was plugged in then.
    private static let latest = 300.0

    static func find(_ client: CameraClientRecord, _ node: NodeRecord, _ host: HostRecord, place: Place = Place()) -> Finding? {
        guard client.kind == .unit, client.processID == nil, let ended = client.endedAt,
            let camera = appearance(of: node, host), ended < camera.seconds, camera.seconds < latest,
            // It would have ended with the camera, too.
            !FailedService.hasOwnCause(client)
        else { return nil }
        let apart = camera.seconds - ended
        let hasGivenUp = client.hasGivenUp == true
        return Finding(
            .accessTooEarly, .fail,
            "\(client.title) ended \(Words.number(apart)) s before the camera appeared, and "
                + (hasGivenUp
                    ? "systemd has given up starting it again: it tries a few times within seconds, and no more (start limit)"
                    : "has not been started again"),
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
                    "Let systemd start it again until the camera is there, every five seconds and without a limit",
                    commands: place.editUnit(
                        client.name,
                        ["[Unit]", "StartLimitIntervalSec=0", "[Service]"]
                            + (hasGivenUp ? [] : ["Restart=\(client.exitStatus == "0" ? "always" : "on-failure")"]) + ["RestartSec=5"])
                        + client.restart, needsRoot: true, isRunnable: false),
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
