// SPDX-License-Identifier: Apache-2.0

import BenchmarkPictures
import Foundation
import Scanning

@main
struct Bench {
    static let usage = """
        usage: candela-bench startup                     time whole runs of commands without frames, against v4l2-ctl
               candela-bench recall FOLDER [--verbose] [--normal|--fast]
                                                         count codes read from labelled pictures, against other readers
               candela-bench steps FOLDER                measure the cost and the reads of each reading step
               candela-bench ladder FOLDER [--half=0|1] [--all] [--json] [--normal|--fast]
                                                         measure the time of each step by what became of the picture
               candela-bench agreement FOLDER            count wrong reads of the steps, and those that are accepted
               candela-bench matrix FOLDER [--all] [--alone] [--verbose]
                                                         count Data Matrix and Aztec read by our reader and by the ladder
               candela-bench live FOLDER [--verbose] [--arrivals] [--without-stacks] [--only=still|hand-held|passing]
                                                         measure the cost per frame of a stream, against others, and the delay
               candela-bench stacked FOLDER [--verbose]  count codes read from several frames that no single frame shows
               candela-bench folder FOLDER               time a folder of pictures on all cores and on one, against others
               candela-bench memory [FRAMES]             measure memory of command and worker over 100,000 frames
               candela-bench worker                      measure the cost per frame of reading in a separate process
               candela-bench decoder [FOLDER]            measure the cost per frame and picture of decoding in a separate process
               candela-bench mutations PICTURES… [--count=N] [--seed=N] [--keep=FOLDER]
                                                         scan mutated pictures; none may end the command or be lost
               candela-bench studio [SECONDS [ROUNDS]]   measure the cost of open browsers for scanning
               candela-bench store [FOLDER]              time storing a scan in FOLDER, and a catalogue of a million rows
               candela-bench degraded FOLDER [ONE-OF [CACHE]] [--verbose]
                                                         compare the doctor's headline with the degradation of pictures
               candela-bench fit FOLDER [ONE-OF [CACHE]] fit thresholds that separate readable from degraded pictures
               candela-bench find FOLDER [ONE-OF]        count how often the finder's candidates are on the code
               candela-bench figures FOLDER [ONE-OF [CACHE]]  print the evidence of degraded pictures as JSON Lines
               candela-bench kernels                     time the loops over pixels, against the same loops in C
               candela-bench scenes [SCENE…]             print the doctor's findings for simulated scenes, with the time
               candela-bench rooms [--known|--held-out|--drawn SEED|--darkest|--scan]  calibrate in simulated rooms
               candela-bench day [--tuning|--steady] [--only=N] [--seconds=N] [--no-oracle] [--verbose]
                                                         compare scan --light auto with the camera's own automatic, a fixed
                                                         profile and the best setting of each moment, in changing light
               candela-bench room SCENE [--torch] [--motion MM/S] [--exhaustive]  calibrate in one room, step by step
               candela-bench room SCENE --at EXPOSURE,GAIN,SHARPNESS,CONTRAST,BRIGHTNESS  list which of 120 frames decode
        """

    /// Parses `FOLDER [ONE-OF [CACHE]]`: use one of ONE-OF pictures, default 3; keep the levels at which reading stops in
    /// the file CACHE, because finding them takes most of the time. `--kinds=glare,blur` selects the degradations to try,
    /// and `--rest=1` uses the second of ONE-OF pictures instead of the first.
    private static func search(_ words: [String]) -> DegradationSearch {
        let plain = words.filter { !$0.hasPrefix("--") }
        func option(_ name: String) -> Substring? {
            words.first { $0.hasPrefix("--\(name)=") }?.dropFirst(name.count + 3)
        }
        var search = DegradationSearch(
            folder: plain[1], oneOf: plain.count > 2 ? max(1, Int(plain[2]) ?? 3) : 3,
            cache: plain.count > 3 ? plain[3] : "")
        search.rest = option("rest").flatMap { Int($0) } ?? 0
        if let kinds = option("kinds") {
            search.kinds = kinds.split(separator: ",").compactMap { Degradation(rawValue: String($0)) }
        }
        return search
    }

    /// The command that is measured.
    private static var command: String {
        ProcessInfo.processInfo.environment["CANDELA_BINARY"] ?? ".build/release/candela"
    }

    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch words.first {
            case "startup" where words.count == 1:
                StartupBenchmark(candela: command).run()
            case "recall" where words.count >= 2:
                try RecallBenchmark(
                    folder: words[1], verbose: words.contains("--verbose"),
                    effort: words.contains("--fast") ? .fast : words.contains("--normal") ? .normal : .hard
                ).run()
            case "matrix" where words.count >= 2:
                try MatrixBenchmark(
                    folder: words[1], verbose: words.contains("--verbose"), all: words.contains("--all"),
                    alone: words.contains("--alone")
                ).run()
            case "agreement" where words.count == 2: try AgreementBenchmark(folder: words[1]).run()
            case "ladder" where words.count >= 2:
                try LadderBenchmark(
                    folder: words[1],
                    effort: words.contains("--fast") ? .fast : words.contains("--normal") ? .normal : .hard,
                    half: words.contains("--half=0") ? 0 : words.contains("--half=1") ? 1 : nil,
                    ignoresConditions: words.contains("--all"), printsPictures: words.contains("--json")
                ).run()
            case "steps" where words.count == 2: try StepsBenchmark(folder: words[1]).run()
            case "figures" where words.count >= 2: try FiguresBenchmark(search: Self.search(words)).run()
            case "degraded" where words.count >= 2:
                try DegradedBenchmark(search: Self.search(words), verbose: words.contains("--verbose")).run()
            case "fit" where words.count >= 2: try FitBenchmark(search: Self.search(words)).run()
            case "kernels" where words.count == 1: try KernelsBenchmark().run()
            case "scenes": try ScenesBenchmark(specifications: Array(words.dropFirst())).run()
            case "rooms" where words.contains("--scan"): try ScanComparison.run()
            case "rooms" where words.contains("--darkest"): try RoomsBenchmark.darkest()
            case "rooms":
                let seed = words.firstIndex(of: "--drawn").flatMap { words.dropFirst($0 + 1).first }.flatMap {
                    UInt64($0)
                }
                let only: RoomsBenchmark.Set? =
                    if words.contains("--known") { .known } else if words.contains("--held-out") { .heldOut } else {
                        seed.map { .drawn($0) }
                    }
                try RoomsBenchmark(only: only).run()
            case "day": try DayBenchmark(words).run()
            case "room" where words.count == 4 && words[2] == "--at":
                let run = try RoomRun(Room(name: words[1], specification: words[1]))
                print(try ExhaustiveSearch(run: run).pattern(words[3].split(separator: ",").compactMap { Int64($0) }))
            case "room" where words.count >= 2:
                var room = Room(name: words[1], specification: words[1])
                room.torch = words.contains("--torch")
                room.motion = words.firstIndex(of: "--motion").flatMap { Double(words[$0 + 1]) }
                let run = try RoomRun(room)
                print("automatic", try run.automaticRate(frames: 48))
                let (report, source) = try run.calibrate()
                report.print()
                print("then", try run.rate(source, frames: 120))
                if words.contains("--exhaustive") { print("best", try ExhaustiveSearch(run: run).best()) }
            case "find" where words.count >= 2: try FindBenchmark(search: Self.search(words)).run()
            case "worker" where words.count == 1:
                try WorkerBenchmark(candela: Self.command).run()
            case "decoder" where words.count <= 2:
                try DecoderBenchmark(candela: Self.command, folder: words.count > 1 ? words[1] : nil).run()
            case "mutations" where words.count >= 2:
                func option(_ name: String) -> String? {
                    words.first { $0.hasPrefix("--\(name)=") }.map { String($0.dropFirst(name.count + 3)) }
                }
                var run = MutationRun(
                    candela: Self.command, sources: words.dropFirst().filter { !$0.hasPrefix("--") })
                if let count = option("count").flatMap({ Int($0) }) { run.count = count }
                if let seed = option("seed").flatMap({ UInt64($0) }) { run.seed = seed }
                run.kept = option("keep")
                try run.run()
            case "folder" where words.count == 2:
                try FolderBenchmark(folder: words[1], candela: Self.command).run()
            case "studio" where words.count <= 3:
                var benchmark = StudioBenchmark(candela: Self.command)
                if words.count > 1, let seconds = Double(words[1]), seconds >= 1 { benchmark.seconds = seconds }
                if words.count > 2, let rounds = Int(words[2]), rounds >= 1 { benchmark.rounds = rounds }
                try benchmark.run()
            case "memory":
                var benchmark = MemoryBenchmark(candela: Self.command)
                if words.count > 1, let frames = Int(words[1]), frames >= 1000 { benchmark.frames = frames }
                try benchmark.run()
            case "store" where words.count <= 2:
                try StoreBenchmark(folder: words.count > 1 ? words[1] : ".build").run()
            case "live" where words.count >= 2:
                try LiveBenchmark(
                    folder: words[1], verbose: words.contains("--verbose"),
                    onlyArrivals: words.contains("--arrivals"),
                    motions: LiveSequence.Motion.allCases.filter { motion in
                        words.allSatisfy { !$0.hasPrefix("--only=") || $0 == "--only=\(motion.rawValue)" }
                    }, withoutStacks: words.contains("--without-stacks")
                ).run()
            case "stacked" where words.count >= 2:
                try StackedBenchmark(folder: words[1], verbose: words.contains("--verbose")).run()
            default:
                FileHandle.standardError.write(Data((usage + "\n").utf8))
                exit(2)
            }
        } catch {
            FileHandle.standardError.write(Data("candela-bench: \(error)\n".utf8))
            exit(2)
        }
    }
}
