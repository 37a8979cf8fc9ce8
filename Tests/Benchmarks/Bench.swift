// SPDX-License-Identifier: Apache-2.0

import Foundation

@main
struct Bench {
    static let usage = """
        usage: candela-bench startup                     a whole run of commands that touch no frame, beside v4l2-ctl
               candela-bench recall FOLDER [--verbose]   codes read from a labelled collection, beside zbarimg and ZXingReader
               candela-bench steps FOLDER                what each reading step costs and brings
               candela-bench frames FOLDER               processor time a camera's frame, beside zbar at every line
        """

    /// `FOLDER [ONE-OF [CACHE]]`
    private static func search(_ words: [String]) -> DegradationSearch {
        let plain = words.filter { !$0.hasPrefix("--") }
        return DegradationSearch(
            folder: plain[1], oneOf: plain.count > 2 ? max(1, Int(plain[2]) ?? 3) : 3,
            cache: plain.count > 3 ? plain[3] : "")
    }

    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch words.first {
            case "startup" where words.count == 1:
                StartupBenchmark(candela: ProcessInfo.processInfo.environment["CANDELA_BINARY"] ?? "candela").run()
            case "recall" where words.count >= 2:
                try RecallBenchmark(folder: words[1], verbose: words.contains("--verbose")).run()
            case "steps" where words.count == 2: try StepsBenchmark(folder: words[1]).run()
            case "stops" where words.count >= 4:
                try StopsBenchmark(
                    search: DegradationSearch(folder: words[1], oneOf: Int(words[2])!, cache: words[3])
                ).run()
            case "figures" where words.count >= 4:
                try FiguresBenchmark(
                    search: DegradationSearch(folder: words[1], oneOf: Int(words[2])!, cache: words[3])
                ).run()
            case "degraded" where words.count >= 2:
                try DegradedBenchmark(search: Self.search(words), verbose: words.contains("--verbose")).run()
            case "scenes": try ScenesBenchmark(specifications: Array(words.dropFirst())).run()
            case "find" where words.count >= 3:
                try FindBenchmark(search: DegradationSearch(folder: words[1], oneOf: Int(words[2])!, cache: "")).run()
            case "frames" where words.count == 2: try FramesBenchmark(folder: words[1]).run()
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
