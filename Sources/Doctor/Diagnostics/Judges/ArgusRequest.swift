// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A program on a Jetson that asks for a camera at a CSI connector, where none is, beside a camera on USB that works. NVIDIA's own programs take
/// the former unless they are told otherwise.
enum ArgusRequest {
    /// - Returns: `nil` where a check has failed: that comes first.
    static func find(_ snapshot: Snapshot, _ checks: [CheckReport]) -> Finding? {
        guard let host = snapshot.host.value, let node = snapshot.chosen, snapshot.subject.kind == .camera, node.bus == "usb",
            node.yieldsPictures, !checks.contains(where: { $0.state == .fail }), Place(snapshot).container == nil,
            host.machine?.platform.isJetson == true, !hasSensor(snapshot, host), let program = program(snapshot, host)
        else { return nil }
        let isAsked = snapshot.client?.processID == program.processID
        let id = Words.shell(node.place)
        return Finding(
            .nodeMoved, isAsked ? .warn : .note,
            "the program \(program.title) has asked NVIDIA's camera daemon (Argus) for a camera at a CSI connector of this board, where no sensor works; the camera on USB, \(node.place) (\(node.title)), is in order",
            confidence: .likely,
            evidence: [
                EvidenceLine(program.place, program.sign), EvidenceLine("/sys/bus/i2c/devices", "no camera sensor with a driver"),
                EvidenceLine(node.place, node.title),
            ],
            effect: "it finds no camera (\"No cameras available\") or waits for one, because nvarguscamerasrc knows no cameras on USB",
            fixes: [
                Fix(
                    "Name the camera on USB to the program: --camera=\(id) for the programs of jetson-inference, \(id) as the input for its newer ones (detectnet \(id)), with a size that the camera has",
                    commands: ["candela info \(id)"], isRunnable: false),
                Fix(
                    "In a program of your own: v4l2src device=\(id) in place of nvarguscamerasrc in GStreamer, that path or its number in OpenCV's VideoCapture; in DeepStream type=1 and camera-v4l2-dev-node=NUMBER in place of type=5"
                ),
                Fix(
                    "If a camera at a CSI connector is meant: switch the board off, connect it, and look what its driver says at the next start",
                    commands: ["sudo dmesg | grep -iE 'imx|ov[0-9]|tegra-capture|vi-output'"], needsRoot: true, isRunnable: false),
            ])
    }

    /// Whether a sensor has its driver, or the receiver a node, as it has for each sensor that answers.
    private static func hasSensor(_ snapshot: Snapshot, _ host: HostRecord) -> Bool {
        host.machine?.sensors.contains { $0.driver != nil } == true
            || (snapshot.nodes.value ?? []).contains { $0.bus == "platform" && $0.driver?.contains("tegra") == true }
    }

    /// The one that is examined; without one, the first that does not have a camera open.
    private static func program(_ snapshot: Snapshot, _ host: HostRecord) -> ArgusProgram? {
        let holders = Set((snapshot.holders.value?.holders ?? []).map(\.processID))
        let programs = (host.argusPrograms ?? []).filter { !holders.contains($0.processID) }
        guard let client = snapshot.client else { return programs.first }
        return programs.first { $0.processID == client.processID }
    }
}
