// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import NetworkCameras

/// A server in front of the camera's own answers that nothing behind it does: 502 Bad Gateway, 503 Service Unavailable, 504 Gateway Timeout.
/// Source: RFC 9110, 15.6; OctoPi has HAProxy there, MainsailOS and FluiddPI nginx.
enum BehindProxy {
    static func find(_ trouble: NetworkRecord.Trouble, _ network: NetworkRecord, _ place: Place) -> Finding? {
        guard trouble.kind == .serverFails, network.address.hasPrefix("http"),
            let code = ["502", "503", "504"].first(where: { trouble.cause.contains("(\($0))") })
        else { return nil }
        let isHere = network.isOnThisMachine || network.listening?.isEmpty == false
        // A camera answers so itself while too many programs watch it. That path is a proxy's, before what serves the pictures.
        guard isHere || code != "503" || network.address.contains("/webcam") else { return nil }
        let status = "systemctl status webcamd crowsnest camera-streamer mjpg-streamer ustreamer"
        let hasUnits = !isHere || place.platform.hasSystemd != false
        return Finding(
            .networkServerFails, .fail,
            "a server at \(network.place) answers (\(code)), and what should serve the pictures behind it does not: that program does not run, or has no camera",
            confidence: .likely, evidence: [EvidenceLine(network.address, trouble.cause)], effect: "no picture arrives",
            fixes: [
                Fix(
                    "\(isHere ? "Look" : "On \(network.host), look") whether the program that serves the pictures runs (one of these services, by the system: webcamd in OctoPi before 1.1, crowsnest in MainsailOS and FluiddPI), and whether its camera is connected",
                    commands: (hasUnits ? [status] : []) + ["sudo ss -ltnp"], isRunnable: false),
                Fix(
                    "If it runs, compare its port with the one to which the server in front of it passes on (/etc/haproxy/haproxy.cfg, or the files in /etc/nginx)"
                ),
                Fix("If this is a camera without such a server: restart it, and close other programs that watch it. Some answer so while too many do"),
            ])
    }
}
