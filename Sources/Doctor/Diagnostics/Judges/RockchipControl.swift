// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges pictures of Rockchip's image processor while the program that sets exposure and white balance does not run.
enum RockchipControl {
    static func find(_ stream: StreamRecord, _ snapshot: Snapshot) -> Finding? {
        guard snapshot.host.value?.machine?.hasRockchipControl == false,
            let node = snapshot.chosen, node.driver?.hasPrefix("rkisp") == true, node.driver != "rkisp1"
        else { return nil }
        let hasRead = snapshot.picture.value.map { !$0.read.isEmpty } ?? false
        return Finding(
            .streamNoControl, hasRead ? .warn : .fail,
            "Rockchip's camera engine (rkaiq_3A_server) does not run, so nothing sets the exposure and white balance of \(node.place)",
            confidence: .likely,
            evidence: [
                EvidenceLine("driver", node.driver ?? "rkisp"), EvidenceLine("/proc/*/comm", "no rkaiq_3A_server"),
            ],
            effect: "its pictures are dark or too bright, green and noisy",
            fixes: [
                Fix(
                    "Start it, and look at why it ended before",
                    commands: [
                        "sudo systemctl start rkaiq_3A", "systemctl status rkaiq_3A",
                    ], needsRoot: true, isRunnable: false),
                Fix(
                    "If it ends at once, install the version of rkaiq (camera-engine) that the board's maker has for this image processor and sensor"
                ),
            ])
    }
}
