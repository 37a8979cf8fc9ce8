// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A board that is too hot: it slows down, and what is plugged into it or built for less heat loses its connection.
struct Overheating {
    /// A Raspberry Pi slows its processor down from 80 °C, further from 85 °C. Source: Raspberry Pi's documentation of config.txt,
    /// "temp_limit", "temp_soft_limit".
    static let limit = 80

    let evidence: [EvidenceLine]
    private let temperature: Int?

    /// `nil` for a board that is not too hot, and for one of which nothing is known.
    init?(_ host: HostRecord) {
        guard let machine = host.machine else { return nil }
        let isHot = (machine.temperature ?? 0) >= Self.limit
        guard isHot || machine.slowedByHeat != nil else { return nil }
        temperature = machine.temperature
        evidence =
            (machine.slowedByHeat.map {
                [
                    EvidenceLine(
                        "vcgencmd get_throttled", $0, threshold: "0x0",
                        source: "Raspberry Pi's documentation: bits 1, 2 and 3 are a slowed processor and the limit of its temperature, bit 0 is under-voltage")
                ]
            } ?? [])
            + (machine.temperature.map {
                [EvidenceLine("/sys/class/thermal, processor", "\($0) °C", threshold: "below \(Self.limit) °C")]
            } ?? [])
    }

    /// `too hot (84 °C), and slows itself down`.
    var words: String { "too hot\(temperature.map { " (\($0) °C)" } ?? ""), and slows itself down" }

    static let fixes = [
        Fix(
            "Cool the board: a heat sink and a fan, air through its box, out of the sun; below 70 °C there is room for the camera's own heat"
        ),
        Fix(
            "Then see whether it holds while the camera runs", commands: ["candela doctor --watch 60s"], isRunnable: false),
    ]

    /// Beside a stream, whose faults it may explain.
    static func findings(_ stream: StreamRecord, _ snapshot: Snapshot, _ subject: StreamSubject) -> [Finding] {
        guard subject.kind == .camera || subject.kind == .libcamera, let host = snapshot.host.value, let heat = Overheating(host)
        else { return [] }
        return [
            Finding(
                .deviceTooHot, stream.isTroubled(snapshot) ? .warn : .note, "the board is \(heat.words)", confidence: .likely,
                evidence: heat.evidence,
                effect: "pictures arrive and are read more slowly, and USB devices may lose their connection", fixes: fixes)
        ]
    }

    /// Instead of a camera that has lost its connection.
    func absent(_ lines: [String], _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .deviceNone, .fail,
            "there is no camera on this machine now; one was there and has lost its connection, and the board is \(words): its ports and the camera suffer from heat",
            confidence: .likely, evidence: self.evidence + lines.map { EvidenceLine("kernel log", $0) } + evidence,
            effect: "there is no camera to capture from",
            fixes: Self.fixes + [Fix("If it fails in the cool, too: another cable, another port, or a hub with a power supply of its own")])
    }
}
