// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A board that is too hot: it slows down, and what is plugged into it or built for less heat may lose its connection.
struct Overheating {
    let evidence: [EvidenceLine]
    private let temperature: Int?
    private let isHot: Bool
    private let isSlowed: Bool
    private let wasSlowed: Bool

    /// `nil` for a board that is not too hot, and for one of which nothing is known.
    init?(_ host: HostRecord) {
        guard let machine = host.machine else { return nil }
        isHot = if let degrees = machine.temperature, let limit = machine.hotFrom { degrees >= limit } else { false }
        guard isHot || machine.slowedByHeat != nil else { return nil }
        temperature = machine.temperature
        let bits = machine.slowedByHeat.flatMap { $0.split(separator: "x").last }.flatMap { Int($0, radix: 16) } ?? 0
        isSlowed = bits & 6 != 0
        wasSlowed = bits & 0x60000 != 0
        evidence =
            (machine.slowedByHeat.map {
                [
                    EvidenceLine(
                        "vcgencmd get_throttled", $0, threshold: "0x0",
                        source: "Raspberry Pi's documentation: bits 1 and 2 are a slowed processor, 17 and 18 one that was slowed since the start, bit 0 is under-voltage")
                ]
            } ?? [])
            + (machine.temperature.map { degrees in
                [EvidenceLine("/sys/class/thermal, processor", "\(degrees) °C", threshold: machine.hotFrom.map { "below \($0) °C" } ?? "")]
            } ?? [])
    }

    /// `too hot (84 °C), and slows itself down`.
    var words: String {
        isHot || isSlowed
            ? "too hot\(degrees)" + (isSlowed ? ", and slows itself down" : wasSlowed ? ", and has slowed itself down before" : "")
            : "not too hot now\(degrees), and has slowed itself down for heat since its start"
    }
    private var degrees: String { temperature.map { " (\($0) °C)" } ?? "" }

    /// Whether it matters now: one that was slowed once may have cooled since.
    var isPressing: Bool { isHot || isSlowed || (temperature ?? 0) >= 70 }

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
                .deviceTooHot, stream.isTroubled(snapshot) || heat.wasSlowed && heat.isPressing ? .warn : .note, "the board is \(heat.words)", confidence: .likely,
                evidence: heat.evidence,
                effect: "pictures arrive and are read more slowly, and USB devices may lose their connection", fixes: fixes)
        ]
    }

    /// Adds what heat has to do with it to a camera that has lost its connection.
    func explain(_ vanished: inout Finding) {
        vanished.message += "; the board is \(words): heat can make ports and cameras lose their connection"
        vanished.evidence = evidence + vanished.evidence
        vanished.fixes += Self.fixes
    }
}
