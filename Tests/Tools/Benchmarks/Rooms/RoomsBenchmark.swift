// SPDX-License-Identifier: Apache-2.0

import Calibration
import Foundation
import SimulatedCamera
import Threads

/// Measures calibration in simulated rooms: the decode rate afterwards, against the best of an exhaustive search and against
/// the camera's automatic modes, with probes and camera time; and the darkest light in which codes decode.
struct RoomsBenchmark {
    /// The rooms to run; `nil` for all, plus the darkest light and the scan.
    var only: Set? = nil

    enum Set: Hashable {
        case known, heldOut
        /// Those of one seed.
        case drawn(UInt64)

        var name: String {
            switch self {
            case .known: "rooms with which the search was developed"
            case .heldOut: "rooms written after it was finished"
            case .drawn(let seed): "random rooms of seed \(seed)"
            }
        }
        var rooms: [Room] {
            switch self {
            case .known: Room.known
            case .heldOut: Room.heldOut
            case .drawn(let seed): Room.drawn(seed: seed)
            }
        }
    }

    private struct Row: Sendable {
        var line: String
        var loss: Double
        var share: Double
        var seconds: Double
        var name: String
    }

    func run() throws {
        print("rates of 120 frames, 640x480 unless stated; probes: settings tried, including focus positions")
        if let only { return try run(only) }
        for set in [.known, .heldOut] + Room.seeds.map({ Set.drawn($0) }) { try run(set) }
        try Self.darkest()
        try ScanComparison.run()
    }

    private func run(_ set: Set) throws {
        let rooms = set.rooms
        print("")
        print("\(rooms.count) \(set.name)")
        print(
            "room".padded(30) + "automatic  calibrated  best   probes  of grid   camera time  what was set")
        var rows: [Row] = []
        try forEachInOrder(count: rooms.count, workers: 2) {
            ()
        } work: { (_: inout Void, index: Int) -> Result<Row, any Error> in
            Result { try Self.row(rooms[index]) }
        } deliver: { (_: Int, result: Result<Row, any Error>) throws -> Bool in
            let row = try result.get()
            rows.append(row)
            print(row.line)
            fflush(nil)
            return true
        }
        func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        let within = rows.count { $0.loss <= 0.02 }
        print(
            String(
                format:
                    "within 2 %% of the best: %d of %d rooms; median loss %.1f %%, mean %.1f %%; median of the grid's probes %.1f %%, most %.1f %%; median camera time %.1f s, longest %.1f s",
                within, rows.count, 100 * median(rows.map(\.loss)),
                100 * rows.reduce(0) { $0 + $1.loss } / Double(rows.count), 100 * median(rows.map(\.share)),
                100 * (rows.map(\.share).max() ?? 0), median(rows.map(\.seconds)), rows.map(\.seconds).max() ?? 0))
        for row in rows.sorted(by: { $0.loss > $1.loss }).prefix(3) where row.loss > 0.02 {
            let room = rooms.first { $0.name == row.name }
            print("missed by \(String(format: "%.1f", 100 * row.loss)) %: \(row.name), \(room?.specification ?? "")")
        }
    }

    private static func row(_ room: Room) throws -> Row {
        let run = try RoomRun(room)
        let automatic = try run.automaticRate(frames: 120)
        let (report, source) = try run.calibrate()
        let calibrated = try run.rate(source, frames: 120)
        // If every frame decodes, nothing can be better, and the grid is only counted.
        let search = ExhaustiveSearch(run: run)
        let best = calibrated == 1 ? (rate: 1, setting: nil, probes: search.grid.count) : try search.best()
        // The grid may miss what the search found.
        let most = max(best.rate, calibrated)
        let share = Double(report.probes) / Double(best.probes)
        let set = report.chosen.filter { $0.before != $0.value }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        let line =
            room.name.padded(30)
            + String(
                format: "%8.0f%% %10.0f%% %5.0f%% %7d %7.1f%% %11.1f s  ", 100 * automatic, 100 * calibrated,
                100 * most,
                report.probes, 100 * share, report.cameraTime)
            + set
        return Row(
            line: line, loss: most - calibrated, share: share, seconds: report.cameraTime, name: room.name)
    }

    // MARK: The darkest light

    private static let families: [(name: String, specification: String)] = [
        ("QR, 20 cm", "bench?"), ("QR, 28 cm", "bench?distance=280"), ("QR, half contrast", "bench?contrast=0.5"),
        ("EAN-13", "bench?code=ean-13:4006381333931"), ("Code 128", "bench?code=code-128:CANDELA-42"),
        ("Data Matrix", "bench?code=data-matrix:CANDELA%200042&distance=160"), ("QR, 50 Hz lamp", "bench?flicker=50"),
    ]

    /// Lux at which the search for the darkest light starts.
    private static let brightest = 512.0

    /// Prints how many stops darker the light can be with 95 % of frames decoded, in quarter stops. If nothing decodes, lux
    /// is infinite.
    static func darkest() throws {
        print("")
        print("The darkest light in which 95 % of 120 frames decode, lux")
        print("scene".padded(22) + "automatic  its exposure, lens focused   calibrated   stops darker  (lens focused)")
        var gains: [Double] = []
        let families = Self.families
        try forEachInOrder(count: families.count, workers: 2) {
            ()
        } work: { (_: inout Void, index: Int) -> Result<[Double], any Error> in
            Result {
                [
                    try Self.threshold(families[index].specification) { try $0.automaticRate(frames: 120) },
                    try Self.threshold(families[index].specification) { try $0.focusedAutomaticRate(frames: 120) },
                    try Self.threshold(families[index].specification) { run in
                        let source = try run.calibrate().camera
                        return try run.rate(source, frames: 120)
                    },
                ]
            }
        } deliver: { (index: Int, result: Result<[Double], any Error>) throws -> Bool in
            let lux = try result.get()
            gains.append(log2(lux[0] / lux[2]))
            print(
                families[index].name.padded(22)
                    + String(
                        format: "%8.2f %20.2f %20.2f %12.2f %15.2f", lux[0], lux[1], lux[2], log2(lux[0] / lux[2]),
                        log2(lux[1] / lux[2])))
            fflush(nil)
            return true
        }
        print(
            String(
                format: "median %.2f stops darker than automatic, least %.2f", gains.sorted()[gains.count / 2],
                gains.min() ?? 0))
    }

    private static func threshold(_ specification: String, _ rate: (RoomRun) throws -> Double) throws -> Double {
        func reads(_ quarter: Int) throws -> Bool {
            let lux = brightest * exp2(-Double(quarter) / 4)
            let text = specification + "&lux=\(lux)"
            return try rate(RoomRun(Room(name: text, specification: text))) >= 0.95
        }
        // Bisection down to a quarter of a stop; no setting decodes 15 stops below.
        var (light, dark) = (0, 60)
        guard try reads(light) else { return .infinity }
        while dark - light > 1 {
            let middle = (light + dark) / 2
            if try reads(middle) { light = middle } else { dark = middle }
        }
        return brightest * exp2(-Double(light) / 4)
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        padding(toLength: max(width, count + 1), withPad: " ", startingAt: 0)
    }
}
