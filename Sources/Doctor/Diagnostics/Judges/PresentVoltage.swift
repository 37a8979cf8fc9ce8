// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A board whose supply voltage is too low at present: what it powers is not to be blamed before that is repaired.
enum PresentVoltage {
    /// What tells so; empty if nothing does. That it once was too low since the start is told by `LowVoltage`.
    static func evidence(_ host: HostRecord) -> [EvidenceLine] {
        let lines = KernelLogFacts(host).lines.filter { line in
            let small = line.lowercased()
            return ["under-voltage detected", "undervoltage detected", "voltage normalised"].contains { small.contains($0) }
        }
        let last: [EvidenceLine] = lines.last.flatMap { $0.lowercased().contains("normalised") ? nil : [EvidenceLine("kernel log", $0)] } ?? []
        guard let answer = host.machine?.throttled else { return last }
        guard let bits = answer.split(separator: "x").last.flatMap({ Int($0, radix: 16) }), bits & 1 != 0 else { return [] }
        return [
            EvidenceLine(
                "vcgencmd get_throttled", answer, threshold: "0x0", source: "Raspberry Pi's documentation: bit 0 is under-voltage now")
        ] + last
    }

    /// The end of a sentence about what fails meanwhile.
    static func words(_ voltage: [EvidenceLine]) -> String { voltage.isEmpty ? "" : ", while the supply voltage of the board is too low" }

    static func fixes(_ voltage: [EvidenceLine], isRaspberryPi: Bool) -> [Fix] {
        guard !voltage.isEmpty else { return [] }
        return [
            isRaspberryPi
                ? Fix(
                    "First give the board enough power: the supply that is made for it (5.1 V; 3 A for a Raspberry Pi 4, 5 A for a Raspberry Pi 5), with a short, thick cable of its own. With 0x0 after a restart the voltage is right; then try again",
                    commands: ["vcgencmd get_throttled"], isRunnable: false)
                : Fix("First give the board enough power: a stronger supply, with a short, thick cable; then try again")
        ]
    }
}
