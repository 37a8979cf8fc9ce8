// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges the supply voltage of a board that measures it, as a Raspberry Pi does: USB devices lose data or reset when it breaks
/// down.
enum LowVoltage {
    /// - Parameter stream: `nil` if none was captured: then it is only noted.
    static func findings(_ stream: StreamRecord?, _ snapshot: Snapshot, _ subject: StreamSubject) -> [Finding] {
        let throttled = snapshot.host.value?.machine?.throttled
        guard [.camera, .libcamera].contains(subject.kind), throttled != nil || !subject.lowVoltage.isEmpty else { return [] }
        let isTroubled = stream?.isTroubled(snapshot) ?? false
        let count = subject.lowVoltage.count
        return [
            Finding(
                .deviceLowVoltage, isTroubled ? .warn : .note,
                "the power supply is too weak: the board's supply voltage breaks down",
                confidence: .likely,
                evidence: (throttled.map {
                    [
                        EvidenceLine(
                            "vcgencmd get_throttled", $0, threshold: "0x0",
                            source: "Raspberry Pi's documentation: bits 0 and 16 are under-voltage, now and since the start")
                    ]
                } ?? [])
                    + (subject.lowVoltage.last.map { last in
                        [
                            EvidenceLine("kernel log", last),
                            EvidenceLine(
                                "under-voltage in the last lines of the log", count == 1 ? "once" : "\(count) times",
                                threshold: "never"),
                        ]
                    } ?? []),
                effect:
                    "USB devices then lose data or disconnect, streams stop, and the board slows down or restarts",
                fixes: [
                    Fix(
                        subject.isRaspberryPi
                            ? "Use the power supply that is made for this board (5.1 V), with a short, thick cable of its own"
                            : "Use a stronger power supply, with a short, thick cable"),
                    Fix(
                        subject.attachment == .ribbon
                            ? "Or give other USB devices power from a powered hub, which leaves more for the camera"
                            : "Or give the camera and other USB devices power from a powered hub"),
                ]
                    + (subject.isRaspberryPi
                        ? [
                            Fix(
                                "Then check: 0x0 means that the voltage has been right since the start",
                                commands: ["vcgencmd get_throttled"])
                        ] : []))
        ]
    }
}

extension StreamRecord {
    /// Whether something went wrong that the board's power or heat may explain.
    func isTroubled(_ snapshot: Snapshot) -> Bool {
        failure != nil || corrupt > 0 || dropped > 0 || [.noFrame, .gone, .failed].contains(ending?.kind)
            || WatchJudge.findings(snapshot).contains { $0.id == .deviceDropped }
    }
}
