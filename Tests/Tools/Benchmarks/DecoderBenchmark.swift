// SPDX-License-Identifier: Apache-2.0

import ConfinedDecoding
import Foundation
import FrameCoding
import Frames
import Glibc
import Pictures

/// Measures the cost of decoding in a separate process, beside decoding in this one.
struct DecoderBenchmark {
    /// The command, which is its own decoder.
    var candela: String
    /// A folder of pictures; `nil` for frames only.
    var folder: String?

    private static let frames = 300

    private var program: DecoderProgram { DecoderProgram(path: candela, arguments: ["decoder-worker"]) }

    func run() throws {
        try measureFrames()
        if let folder { try measurePictures(folder) }
    }

    // MARK: Frames

    private func measureFrames() throws {
        print("Cost of a decoder process per JPEG frame: \(Self.frames) frames, processor time of both processes")
        for size in [
            FrameSize(width: 640, height: 480), FrameSize(width: 1280, height: 720),
            FrameSize(width: 1920, height: 1080),
        ] {
            let noise = LumaImage(size: size) { pixels in
                // As much detail as gives a webcam's usual 100 to 200 KB a megapixel.
                for index in 0..<size.area {
                    pixels[index] = UInt8(truncatingIfNeeded: index / 7 &+ (index &* 2_654_435_761 >> 13 & 15))
                }
            }
            let jpeg = try JPEGEncoder().encode(noise, quality: 75)
            let confined = ConfinedJPEGDecoder(program: program)
            let own = try MotionJPEGDecoder()
            for _ in 0..<20 {
                _ = try confined.decode(jpeg.span, expected: size)
                _ = try own.decode(jpeg.span, expected: size)
            }
            guard let process = confined.process else { continue }
            // Alternating blocks, so that a change in the machine's speed affects both.
            var (inside, outside) = (Cost(), Cost())
            for _ in 0..<Self.frames / 30 {
                inside += try Cost.of(process: nil) {
                    for _ in 0..<30 { _ = try own.decode(jpeg.span, expected: size) }
                }
                outside += try Cost.of(process: process) {
                    for _ in 0..<30 { _ = try confined.decode(jpeg.span, expected: size) }
                }
            }
            print(
                String(
                    format:
                        "  %@, %d KB: in this process %.3f ms, apart %.3f ms: %+.3f ms of processor, %+.3f ms wall time; "
                        + "limit 0.3 at 1280x720",
                    "\(size)", jpeg.count / 1000, inside.processor / Double(Self.frames),
                    outside.processor / Double(Self.frames),
                    (outside.processor - inside.processor) / Double(Self.frames),
                    (outside.wall - inside.wall) / Double(Self.frames)))
        }
    }

    // MARK: Pictures

    private func measurePictures(_ folder: String) throws {
        let paths = PictureFinder().find([folder]).compactMap { finding -> String? in
            if case .picture(let path) = finding { path } else { nil }
        }
        guard let first = paths.first else { return }
        let confined = ConfinedPictureLoader(program: program)
        let own = PictureLoader()
        _ = try? confined.picture(at: first)
        var (inside, outside) = (Cost(), Cost())
        for path in paths {
            inside += Cost.of(process: nil) { _ = try? own.picture(at: path) }
            // Formats have processes of their own; one that starts during a picture counts in full.
            outside += Cost.of(processes: { confined.idleProcesses }) { _ = try? confined.picture(at: path) }
        }
        print("A folder of \(paths.count) pictures, decoded one after another")
        print(
            String(
                format: "  in this process %.1f s of processor, %.1f s wall time; apart %.1f s and %.1f s",
                inside.processor / 1e3, inside.wall / 1e3, outside.processor / 1e3, outside.wall / 1e3))
        // In the command, because the kernel counts workers only if the command waits for them.
        for effort in ["normal", "hard"] {
            guard let scan = MeasuredProcess([candela, "scan", "--json", "--in-process", "--effort", effort] + paths)
            else { continue }
            print(
                String(
                    format:
                        "  reading them with effort %@ takes %.1f s of processor in all, so that is %.1f %%; limit 5",
                    effort, scan.milliseconds / 1e3,
                    (outside.processor - inside.processor) / scan.milliseconds * 100))
        }
        var walls: [[Double]] = [[], []]
        for _ in 0..<20 {
            for (index, words) in [["scan", first], ["scan", "--in-process", first]].enumerated() {
                if let run = MeasuredProcess([candela] + words) { walls[index].append(run.wallMilliseconds) }
            }
        }
        let medians = walls.map { $0.sorted()[$0.count / 2] }
        print(
            String(
                format: "  scan of one picture from start to end: %.1f ms; reading and decoding in the command %.1f ms",
                medians[0], medians[1]))
    }
}

/// Time of this thread and of a worker, milliseconds.
private struct Cost {
    var processor = 0.0
    var wall = 0.0

    static func += (left: inout Cost, right: Cost) {
        left.processor += right.processor
        left.wall += right.wall
    }

    static func of(process: Int32?, _ work: () throws -> Void) rethrows -> Cost {
        try of(processes: { process.map { [$0] } ?? [] }, work)
    }

    static func of(processes: () -> [Int32], _ work: () throws -> Void) rethrows -> Cost {
        let before = Dictionary(uniqueKeysWithValues: processes().map { ($0, milliseconds(of: $0)) })
        let (own, began) = (threadMilliseconds(), ContinuousClock.now)
        try work()
        let wall = (ContinuousClock.now - began) / .milliseconds(1)
        let mine = threadMilliseconds() - own
        let theirs = processes().reduce(0) { $0 + milliseconds(of: $1) - (before[$1] ?? 0) }
        return Cost(processor: mine + theirs, wall: wall)
    }

    /// User and system time of a process, in the kernel's nanoseconds.
    private static func milliseconds(of process: Int32) -> Double {
        let text = (try? String(contentsOfFile: "/proc/\(process)/schedstat", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e6
    }
}
