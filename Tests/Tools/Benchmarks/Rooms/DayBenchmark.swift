// SPDX-License-Identifier: Apache-2.0

import Calibration
import Foundation
import SimulatedCamera
import Threads

/// A day of ten minutes in simulated rooms, from 0.3 to 3,000 lux and back, with a lamp that is switched twice a minute,
/// flicker, clouds and people who walk by: the share of the time in which the newest frame is read with `scan --light auto`, with
/// the camera's own automatic, with a fixed profile, and with the best setting of each moment.
struct DayBenchmark {
    private var rooms = DayRoom.measured
    private var seconds = 600.0
    private var hasOracle = true
    private var isVerbose = false
    private var workers = 2
    private var policies: [DayRun.Policy] = [.automatic, .fixed, .auto, .uncalibrated]

    init(_ words: [String]) {
        func option(_ name: String) -> String? {
            words.first { $0.hasPrefix("--\(name)=") }.map { String($0.dropFirst(name.count + 3)) }
        }
        if words.contains("--tuning") { rooms = DayRoom.tuning }
        if words.contains("--steady") { (rooms, seconds, hasOracle) = (DayRoom.steady, 30, false) }
        if let only = option("only").flatMap({ Int($0) }), rooms.indices.contains(only - 1) {
            rooms = [rooms[only - 1]]
        }
        if let text = option("seconds").flatMap({ Double($0) }) { seconds = text }
        if words.contains("--no-oracle") { hasOracle = false }
        if let policy = option("policy").flatMap({ DayRun.Policy(rawValue: $0) }) { policies = [policy] }
        if let text = option("rooms") {
            rooms = text.split(separator: ",").compactMap { Int($0) }.filter { rooms.indices.contains($0 - 1) }.map {
                rooms[$0 - 1]
            }
        }
        if let workers = option("workers").flatMap({ Int($0) }) { self.workers = max(1, workers) }
        if words.contains("--oracle-only") { policies = [] }
        isVerbose = words.contains("--verbose")
    }

    private struct Row: Sendable {
        var line = ""
        var details = ""
        var shares: [DayRun.Policy: Double] = [:]
        var oracle: Double?
        var firsts: [DayRun.Policy: [Double]] = [:]
    }

    func run() throws {
        Self.say(
            "share of \(Int(seconds)) s of camera time in which the newest frame is read, 320x240 at 30 fps\n"
                + "after the lamp was switched: seconds to the end of the first frame read, median / p95 (where the best "
                + "setting reads at least 95 %)\n")
        Self.say(
            "room".filled(42) + policies.map { $0.rawValue.filled(13) }.joined()
                + (hasOracle ? "best   auto/best  " : "")
                + "after a switch, auto   camera")
        var rows: [Row] = []
        try forEachInOrder(count: rooms.count, workers: workers) {
            ()
        } work: { (_: inout Void, index: Int) -> Result<Row, any Error> in
            Result { try row(rooms[index]) }
        } deliver: { (_: Int, row: Result<Row, any Error>) throws -> Bool in
            let row = try row.get()
            Self.say(row.line)
            if isVerbose { Self.say(row.details) }
            rows.append(row)
            return true
        }
        guard rows.count > 1 else { return }
        Self.say("")
        for policy in policies {
            let shares = rows.compactMap { $0.shares[policy] }
            let firsts = rows.flatMap { $0.firsts[policy] ?? [] }
            Self.say(
                policy.rawValue.filled(14)
                    + String(format: "mean %.1f %%", 100 * shares.reduce(0, +) / Double(max(1, shares.count)))
                    + (firsts.isEmpty ? "" : "   after \(firsts.count) switches: " + Self.words(firsts)))
        }
        let ratios = rows.compactMap { row in row.oracle.flatMap { best in row.shares[.auto].map { $0 / best } } }
        if !ratios.isEmpty {
            Self.say(
                String(
                    format: "auto / best: mean %.1f %%, least %.1f %%",
                    100 * ratios.reduce(0, +) / Double(ratios.count),
                    100 * (ratios.min() ?? 0)))
        }
        let losses = rows.compactMap { row in
            row.shares[.automatic].flatMap { own in
                own > 0.99 ? own - min(row.shares[.auto] ?? 1, row.shares[.uncalibrated] ?? 1) : nil
            }
        }
        if let worst = losses.max() {
            Self.say(
                String(
                    format:
                        "rooms in which the camera's own automatic reads everything: %d; auto is worse by at most %.2f %%",
                    losses.count, 100 * worst))
        }
    }

    private static func words(_ tried: CalibrationReport.Try) -> String {
        let (setting, result) = (tried.setting, tried.result)
        return "tried exposure \(setting.exposure ?? 0), gain \(setting.gain ?? 0)"
            + (setting.sharpness.map { ", sharpness \($0)" } ?? "")
            + (setting.contrast.map { ", contrast \($0)" } ?? "")
            + ": \(result.reads) of \(result.frames) read; \(tried.reason.rawValue)"
    }

    private func row(_ room: DayRoom) throws -> Row {
        var run = try DayRun(room)
        run.isVerbose = isVerbose && policies.count == 1
        if isVerbose { for tried in run.report.tries { Self.say("  " + Self.words(tried)) } }
        var row = Row()
        var outcomes: [DayRun.Policy: DayRun.Outcome] = [:]
        for policy in policies {
            let outcome = try run.run(policy, seconds: seconds)
            outcomes[policy] = outcome
            row.shares[policy] = outcome.share
        }
        var oracle = DayOracle(room)
        let light = RoomLight(run.scene)
        if hasOracle {
            var sum = 0.0
            var count = 0.0
            for time in stride(from: 0.5, to: seconds, by: 0.5) {
                sum += try oracle.rate(at: time, light, run.scene)
                count += 1
            }
            row.oracle = sum / count
        }
        for (policy, outcome) in outcomes {
            row.firsts[policy] = try outcome.firsts.filter {
                try !hasOracle || oracle.rate(DayOracle.key(light, run.scene, at: $0.at + 0.5)) >= 0.95
            }.map(\.seconds)
        }
        row.line = room.name.filled(42)
        for policy in policies {
            row.line += String(format: "%5.1f %%", 100 * (row.shares[policy] ?? 0)).filled(13)
        }
        if let best = row.oracle, best > 0 {
            row.line += String(format: "%5.1f %%  ", 100 * best)
            if let auto = row.shares[.auto] { row.line += String(format: "%5.1f %%   ", 100 * auto / best) }
        }
        row.line += Self.words(row.firsts[.auto] ?? []).filled(23) + Self.words(row.firsts[.automatic] ?? [])
        let bins = Set(outcomes.values.flatMap { $0.byLight.keys }).sorted()
        for bin in bins {
            row.details += String(format: "  %8.2f lux ", exp2(Double(bin) / 2))
            for policy in policies {
                let part = outcomes[policy]?.byLight[bin] ?? (0, 0)
                row.details += String(
                    format: "%5.1f %% (%4.0f s)  ", part.time > 0 ? 100 * part.read / part.time : 0, part.time)
            }
            for isFlickering in [false, true] {
                if let rate = oracle.rates[.init(bin: bin, isFlickering: isFlickering)] {
                    row.details += String(format: " best%@ %.2f", isFlickering ? " (flicker)" : "", rate)
                }
            }
            row.details += "\n"
        }
        row.details +=
            "  orders \(outcomes[.auto]?.orders ?? 0); set "
            + run.report.chosen.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        return row
    }

    /// Written at once: a row is worth seeing when it is there.
    static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    private static func words(_ seconds: [Double]) -> String {
        let sorted = seconds.sorted()
        guard !sorted.isEmpty else { return "–" }
        let late = sorted[min(sorted.count - 1, (sorted.count * 95 + 99) / 100 - 1)]
        return String(format: "%.2f / %.2f s", sorted[sorted.count / 2], late)
    }
}

extension String {
    fileprivate func filled(_ width: Int) -> String {
        count >= width ? self + " " : padding(toLength: width, withPad: " ", startingAt: 0)
    }
}
