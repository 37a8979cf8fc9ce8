// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Measures the cost of the studio page for scanning: processor time of the studio with a browser against that of `scan`,
/// and the time to read a frame while four browsers are open. Parts alternate, so that other load affects both.
struct StudioBenchmark {
    /// The command that is shipped.
    var candela: String
    var rounds = 3
    /// Seconds of each part.
    var seconds = 12.0

    private static let limits = (processor: 15.0, decode: 10.0)
    private static let clients = 4

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        for (name, scene) in [("a code in view", "bench"), ("no code in view", "empty")] {
            let camera = "sim:\(scene)?formats=loop&frame=1280x720"
            print("One browser on a 1280x720 MJPG camera at 30 fps, \(name): processor time of all processes")
            try oneBrowser(camera)
        }
        print("\(Self.clients) browsers on the same camera, a code in view: time to read a frame")
        try manyBrowsers("sim:bench?formats=loop&frame=1280x720")
        print("")
    }

    // MARK: One browser

    private func oneBrowser(_ camera: String) throws {
        var (scan, alone, watched) = ([Double](), [Double](), [Double]())
        var rates: [Double] = []
        for _ in 0..<rounds {
            let plain = try RunningCandela([candela, "scan", camera, "--no-history", "--raw"])
            sleep(4)
            scan.append(processor(of: plain))
            plain.end()
            let studio = try RunningStudio(candela, camera)
            sleep(4)
            alone.append(processor(of: studio.process))
            let browser = BenchBrowser(port: studio.port)
            sleep(1)
            let (frames, begun) = (browser.frames, ContinuousClock.now)
            watched.append(processor(of: studio.process))
            rates.append(Double(browser.frames - frames) / ((ContinuousClock.now - begun) / .seconds(1)))
            browser.end()
            studio.process.end()
        }
        let list = { (values: [Double]) in values.map { String(format: "%.1f", $0) }.joined(separator: ", ") }
        print("  scan alone               \(list(scan)) % of a core")
        print("  the studio, no browser   \(list(alone)) %")
        print("  the studio, one browser  \(list(watched)) %, which received \(list(rates)) frames per second")
        let ratio = 100 * (watched.reduce(0, +) / scan.reduce(0, +) - 1)
        print(
            "  \(String(format: "%+.1f", ratio)) % beside scan alone (limit \(Self.limits.processor))"
                + (ratio > Self.limits.processor ? "   OVER" : ""))
    }

    /// Percent of a core over `seconds`.
    private func processor(of process: RunningCandela) -> Double {
        let (before, begun) = (process.processorSeconds, ContinuousClock.now)
        usleep(useconds_t(seconds * 1e6))
        return 100 * (process.processorSeconds - before) / ((ContinuousClock.now - begun) / .seconds(1))
    }

    // MARK: Many

    private func manyBrowsers(_ camera: String) throws {
        let studio = try RunningStudio(candela, camera)
        sleep(3)
        // Figures are available from the first read on.
        let first = BenchBrowser(port: studio.port)
        sleep(2)
        first.end()
        var (without, with) = ([Double](), [Double]())
        var rates: [Double] = []
        for _ in 0..<rounds {
            usleep(useconds_t(seconds * 1e6))
            without.append(try studio.decodeP95())
            let browsers = (0..<Self.clients).map { _ in BenchBrowser(port: studio.port) }
            let begun = ContinuousClock.now
            usleep(useconds_t(seconds * 1e6))
            with.append(try studio.decodeP95())
            let time = (ContinuousClock.now - begun) / .seconds(1)
            rates += browsers.map { Double($0.frames) / time }
            browsers.forEach { $0.end() }
        }
        studio.process.end()
        let list = { (values: [Double]) in values.map { String(format: "%.1f", $0) }.joined(separator: ", ") }
        print("  p95 of the last 256 frames, no browser: \(list(without)) ms")
        print(
            "  p95, \(Self.clients) browsers: \(list(with)) ms; each received \(list([rates.min() ?? 0, rates.max() ?? 0])) frames per second"
        )
        let ratio = 100 * (median(with) / median(without) - 1)
        print(
            "  \(String(format: "%+.1f", ratio)) % by the medians (limit \(Self.limits.decode))"
                + (ratio > Self.limits.decode ? "   OVER" : ""))
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// The command while it runs.
final class RunningCandela {
    private let process = Process()
    let output = Pipe()

    init(_ words: [String]) throws {
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func end() {
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
    }

    /// Processor time of the process and its children, in the kernel's nanoseconds.
    var processorSeconds: Double {
        let own = process.processIdentifier
        return ([own] + Self.children(of: own)).reduce(0) { $0 + Self.seconds(of: $1) }
    }

    private static func children(of parent: Int32) -> [Int32] {
        let folder = "/proc/\(parent)/task"
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return tasks.flatMap { task in
            ((try? String(contentsOfFile: "\(folder)/\(task)/children", encoding: .utf8)) ?? "")
                .split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
        }
    }

    /// Processor time of all its threads.
    private static func seconds(of process: Int32) -> Double {
        let folder = "/proc/\(process)/task"
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return tasks.reduce(0) { sum, task in
            let text = (try? String(contentsOfFile: "\(folder)/\(task)/schedstat", encoding: .utf8)) ?? ""
            return sum + (text.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
        }
    }
}

/// The studio on its own port.
struct RunningStudio {
    let process: RunningCandela
    let port: Int

    struct Failure: Error, CustomStringConvertible { var description: String }

    init(_ candela: String, _ camera: String) throws {
        process = try RunningCandela([candela, "studio", camera, "--no-history", "--port", "0"])
        let line = process.output.fileHandleForReading.availableData
        let address = String(decoding: line, as: UTF8.self).split(separator: "\n").first.map { String($0) } ?? ""
        guard let port = URL(string: address)?.port else { throw Failure(description: "the studio printed no address") }
        self.port = port
    }

    func decodeP95() throws -> Double {
        guard let connection = BenchConnection(port: port), let body = connection.get("/api/meters"),
            let object = try JSONSerialization.jsonObject(with: body) as? [String: Any],
            let decode = object["decode"] as? [String: Any], let value = decode["p95_ms"] as? Double
        else { throw Failure(description: "the studio returned no figures") }
        return value
    }
}
