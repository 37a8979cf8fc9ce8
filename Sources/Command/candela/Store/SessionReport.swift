// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Output
internal import ScanStore

/// The summary of a session, as text and as JSON.
enum SessionReport {
    static func words(_ summary: HistorySummary) -> String {
        guard summary.scans > 0, let first = summary.first, let last = summary.last else { return "no scans" }
        let kinds = summary.bySymbology.map { "\($0.symbology.rawValue) \($0.scans)" }.joined(separator: ", ")
        return "\(count(summary.scans, "scan")) of \(count(summary.codes, "code")) (\(kinds)), from "
            + "\(LocalTime.text(first)) to \(LocalTime.text(last))"
    }

    static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

    /// - Parameter state: `begun`, `resumed` or `done`.
    static func event(_ session: String, _ state: String, _ summary: HistorySummary) -> JSONValue {
        .object(
            [
                .init("event", "session"), .init("time", .string(WallTime.now.text)),
                .init("session", .string(session)), .init("state", .string(state)),
            ] + members(summary))
    }

    static func members(_ summary: HistorySummary) -> [JSONValue.Member] {
        [
            .init("scans", .integer(summary.scans)), .init("codes", .integer(summary.codes)),
            .init(
                "by_symbology",
                .object(summary.bySymbology.map { .init($0.symbology.rawValue, .integer($0.scans)) })),
            .init("first_time", summary.first.map { .string($0.text) } ?? .null),
            .init("last_time", summary.last.map { .string($0.text) } ?? .null),
        ]
    }
}
