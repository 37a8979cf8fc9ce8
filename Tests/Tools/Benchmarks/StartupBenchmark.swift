// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Times whole runs of commands that use no frames, against v4l2-ctl. The two alternate, so that a change in the machine's
/// speed affects both.
struct StartupBenchmark {
    var candela: String
    private let rounds = 60

    func run() {
        print("Start-up: processor time of a whole run, median of \(rounds) alternating runs\n")
        for (ours, theirs) in [("--version", "--version"), ("--help", "--version"), ("list", "--list-devices")] {
            var mine: [Double] = []
            var peer: [Double] = []
            var ratios: [Double] = []
            for round in 0...rounds {
                guard let a = MeasuredProcess([candela, ours]), let b = MeasuredProcess(["v4l2-ctl", theirs]) else {
                    print("  not measured: candela or v4l2-ctl (package v4l-utils) cannot be started")
                    return
                }
                if round == 0 { continue }  // The first run has cold files.
                mine.append(a.milliseconds)
                peer.append(b.milliseconds)
                if b.milliseconds > 0 { ratios.append(a.milliseconds / b.milliseconds) }
            }
            let name = "candela \(ours)".padding(toLength: 20, withPad: " ", startingAt: 0)
            let other = "v4l2-ctl \(theirs)".padding(toLength: 24, withPad: " ", startingAt: 0)
            print(
                "  \(name)\(Self.median(mine)) ms   \(other)\(Self.median(peer)) ms   ratio \(Self.median(ratios)) (limit 3)"
            )
        }
        print("")
    }

    private static func median(_ values: [Double]) -> String {
        guard !values.isEmpty else { return "?" }
        return String(format: "%.2f", values.sorted()[values.count / 2])
    }
}
