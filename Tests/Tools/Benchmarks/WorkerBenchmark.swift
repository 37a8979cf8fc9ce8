// SPDX-License-Identifier: Apache-2.0

import ConfinedProcesses
import Foundation
import Frames
import Glibc
import ReadingWorker
import Scanning

/// Measures the cost of reading frames in a separate process. The frames are read for no symbology, so that all time goes
/// into sending and answering.
struct WorkerBenchmark {
    /// The command, which is its own worker.
    var candela: String

    private static let frames = 500

    func run() throws {
        print("Cost of a worker per frame without reading: \(Self.frames) frames, processor time of both processes")
        for size in [
            FrameSize(width: 640, height: 480), FrameSize(width: 1280, height: 720),
            FrameSize(width: 1920, height: 1080),
        ] {
            let reader = try WorkerReader(
                program: WorkerProgram(path: candela, arguments: ["reader-worker", "normal", "frames"]),
                effort: .normal,
                use: .frames)
            guard let process = reader.workerProcess else { continue }
            let frame = LumaImage(size: size) { pixels in
                for index in 0..<size.area { pixels[index] = UInt8(truncatingIfNeeded: index) }
            }
            for _ in 0..<20 { _ = reader.read(frame, symbologies: []) }
            let before = (own: threadMilliseconds(), worker: Self.milliseconds(of: process))
            let clock = ContinuousClock.now
            for _ in 0..<Self.frames { _ = reader.read(frame, symbologies: []) }
            let wall =
                Double((ContinuousClock.now - clock).components.attoseconds) / 1e15
                + Double((ContinuousClock.now - clock).components.seconds) * 1e3
            let own = threadMilliseconds() - before.own
            let worker = Self.milliseconds(of: process) - before.worker
            let each = { (total: Double) in String(format: "%.3f", total / Double(Self.frames)) }
            print(
                "  \(size): \(each(own + worker)) ms of processor (\(each(own)) command, \(each(worker)) worker), \(each(wall)) ms wall time; limit 0.3 at 1280x720"
            )
        }
    }

    /// User and system time of a process, in the kernel's nanoseconds.
    private static func milliseconds(of process: Int32) -> Double {
        let text = (try? String(contentsOfFile: "/proc/\(process)/schedstat", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e6
    }
}
