// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames
import SimulatedCamera

/// Measures the memory of the command and its worker while 100,000 frames go through `scan`: a code moves, appears and
/// disappears.
struct MemoryBenchmark {
    /// The command that is shipped.
    var candela: String
    var frames = 100_000

    private static let size = "320x240"
    /// The first frame that counts; earlier ones allocate buffers that stay.
    private static let points = 10
    private static let limit = 5.0

    func run() throws {
        let shown = try Self.pictures()
        print("Memory over \(frames) frames of \(Self.size) with `scan`: resident kB of the command and of its worker")
        let process = Process()
        process.executableURL = URL(filePath: candela)
        process.arguments = [
            "scan", "--format", "GREY", "--size", Self.size, "--interval", "0", "--raw", "--no-history", "-",
        ]
        let pipe = Pipe()
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        do { try process.run() } catch {
            print("  not measured: \(candela) cannot be started")
            return
        }
        // If the command ends, a write fails.
        signal(SIGPIPE, SIG_IGN)
        var figures: [(frame: Int, command: Int, worker: Int?)] = []
        for index in 0..<frames {
            do { try pipe.fileHandleForWriting.write(contentsOf: shown[index % shown.count]) } catch {
                print("  the command ended after \(index) frames")
                return
            }
            guard (index + 1) % (frames / Self.points) == 0 else { continue }
            let pid = process.processIdentifier
            let figure = (index + 1, Self.resident(pid) ?? 0, Self.child(of: pid).flatMap(Self.resident))
            figures.append(figure)
            print("  \(figure.0): \(figure.1) and \(figure.2.map(String.init) ?? "no worker")")
            fflush(nil)
        }
        try pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        judge("command", figures.map(\.command))
        judge("worker", figures.compactMap(\.worker))
        print("")
    }

    private func judge(_ name: String, _ figures: [Int]) {
        guard let least = figures.min(), let most = figures.max(), least > 0 else {
            print("  \(name): NOT MEASURED")
            return
        }
        let percent = 100 * Double(most - least) / Double(least)
        print(
            "  \(name): \(least) to \(most) kB, \(String(format: "%.1f", percent)) % apart (limit 5)"
                + (percent > Self.limit ? "   OVER" : ""))
    }

    // MARK: Frames

    /// One second each of a code on a moving desk, a scene without a code, and two codes, as raw grey bytes.
    private static func pictures() throws -> [Data] {
        try ["bench?motion=200&frame=\(size)", "empty?frame=\(size)", "two-codes?motion=100&frame=\(size)"].flatMap {
            let simulation = CameraSimulation(scene: try SimulatedScene(specification: $0))
            for _ in 0..<60 { simulation.skip() }
            return (0..<100).map { _ in
                let luma = simulation.step().luma
                var bytes = Data(capacity: luma.size.area)
                for y in 0..<luma.height { for x in 0..<luma.width { bytes.append(luma[x, y]) } }
                return bytes
            }
        }
    }

    // MARK: /proc

    private static func resident(_ process: Int32) -> Int? {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") }
    }

    /// The first child of a process, by any of its threads.
    private static func child(of process: Int32) -> Int32? {
        let folder = "/proc/\(process)/task"
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            let text = (try? String(contentsOfFile: "\(folder)/\(thread)/children", encoding: .utf8)) ?? ""
            if let first = text.split(separator: " ").first { return Int32(first) }
        }
        return nil
    }
}
