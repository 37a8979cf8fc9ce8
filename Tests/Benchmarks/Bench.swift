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

    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch words.first {
            case "startup" where words.count == 1:
                StartupBenchmark(candela: ProcessInfo.processInfo.environment["CANDELA_BINARY"] ?? "candela").run()
            case "recall" where words.count >= 2:
                try RecallBenchmark(folder: words[1], verbose: words.contains("--verbose")).run()
            case "steps" where words.count == 2: try StepsBenchmark(folder: words[1]).run()
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
