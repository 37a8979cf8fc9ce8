// SPDX-License-Identifier: Apache-2.0

internal import Programs

/// Asks libcamera which cameras it can use, by its own tool.
package enum LibcameraCollector {
    static func collect() -> Observation<LibcameraRecord> {
        guard let run = SystemProgram.runAlone("cam", ["--list"], limit: .seconds(10)) else {
            return .unknown("libcamera's tool cam is not installed")
        }
        if let failure = run.outcome.failure { return .unknown("cam --list failed: \(failure)") }
        return .seen(record(run.output))
    }

    /// Reads what `cam --list` prints: its log, then below "Available cameras:" lines such as `1: 'imx708' (/base/…)`.
    package static func record(_ text: String) -> LibcameraRecord {
        let lines = text.split(separator: "\n")
        let cameras = lines.compactMap { line -> String? in
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
                line[..<colon].allSatisfy(\.isNumber)
            else { return nil }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        let complaints = lines.filter { line in
            // What it only mentions is no complaint: a media device without a sensor is usual on laptops.
            !(line.contains(" INFO ") && line.contains("No sensor"))
                && [
                    "No static properties", "not found", "needs to be fixed", "No sensor", "dma-buf", "dmaHeap",
                    "dma_heap",
                    "Failed to register",
                ].contains { line.contains($0) }
        }
        return LibcameraRecord(cameras: cameras, complaints: complaints.prefix(6).map(Self.withoutTime))
    }

    /// `[0:05:12.30] [9311]  WARN Category file.cpp:1 text` without what differs from run to run.
    private static func withoutTime(_ line: Substring) -> String {
        String(line.split(separator: "]").last ?? line).split(separator: " ").joined(separator: " ")
    }
}
