// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames
import Pictures

/// Scans mutated pictures in folders. None may end the command, and each must be accounted for by an event.
struct MutationRun {
    var candela: String
    /// Folders and files of pictures to mutate.
    var sources: [String]
    var count = 10_000
    var seed: UInt64 = 1
    /// Keep what is unaccounted for here.
    var kept: String?

    /// Pictures in a folder.
    private static let batch = 500
    /// Larger files take too long.
    private static let largest = 150_000

    private struct Line: Decodable {
        var event: String
        var source: String?
        var message: String?
    }

    func run() throws {
        let originals = PictureFinder().find(sources).compactMap { finding -> (name: String, bytes: [UInt8])? in
            guard case .picture(let path) = finding, let data = FileManager.default.contents(atPath: path),
                data.count <= Self.largest
            else { return nil }
            return (URL(fileURLWithPath: path).lastPathComponent, [UInt8](data))
        }
        guard !originals.isEmpty else {
            print("no pictures of at most \(Self.largest) bytes in \(sources.joined(separator: ", "))")
            return
        }
        print("\(count) mutations of \(originals.count) pictures, seed \(seed), \(Self.batch) in a folder")
        var mutation = PictureMutation(seed: seed)
        var events: [String: Int] = [:]
        var deaths: [String: Int] = [:]
        var (unaccounted, ended, done) = (0, 0, 0)
        let began = ContinuousClock.now
        while done < count {
            let folder = FileManager.default.temporaryDirectory.appending(path: "candela-mutations-\(getpid())")
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            var missing: Set<String> = []
            for _ in 0..<min(Self.batch, count - done) {
                let original = originals[mutation.number(below: originals.count)]
                let other = originals[mutation.number(below: originals.count)].bytes
                let file = folder.appending(path: "\(done)-\(original.name)")
                try Data(mutation.mutate(original.bytes, other)).write(to: file)
                missing.insert(file.path)
                done += 1
            }
            guard let run = MeasuredProcess([candela, "scan", "--json", "--effort", "fast", folder.path]) else {
                print("  \(candela) cannot be started")
                return
            }
            if run.signal != 0 {
                ended += 1
                print("  a folder ended the command with signal \(run.signal)")
            }
            for line in run.output.split(separator: 0x0a) {
                guard let event = try? JSONDecoder().decode(Line.self, from: Data(line)) else {
                    print("  not an event: \(String(decoding: line.prefix(200), as: UTF8.self))")
                    continue
                }
                events[event.event, default: 0] += 1
                if let message = event.message, let words = message.range(of: "the decoder process ") {
                    deaths[String(message[words.upperBound...]), default: 0] += 1
                    keep(event.source)
                }
                if let source = event.source { missing.remove(source) }
            }
            for path in missing.sorted() {
                unaccounted += 1
                print("  unaccounted for: \(path)")
                keep(path)
            }
        }
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        print(
            "  events: " + events.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
                + String(format: "; %.0f s", seconds))
        print(
            "  of these, decoder processes that failed: "
                + (deaths.isEmpty ? "none" : deaths.map { "\($0.value) \($0.key)" }.joined(separator: ", ")))
        print(
            "  folders that ended the command: \(ended) (limit 0); pictures unaccounted for: \(unaccounted) (limit 0)")
    }

    private func keep(_ path: String?) {
        guard let kept, let path else { return }
        try? FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
        try? FileManager.default.copyItem(
            atPath: path, toPath: kept + "/" + URL(fileURLWithPath: path).lastPathComponent)
    }
}

/// Damages files in the ways that decoders fail on, always the same ones for a seed.
private struct PictureMutation {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func number(below limit: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ mixed >> 31) >> 1) % max(1, limit)
    }

    /// One to four mutations; half of them near the start, where the headers are.
    mutating func mutate(_ original: [UInt8], _ other: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0...number(below: 4) where bytes.count > 16 {
            let reach = number(below: 2) == 0 ? min(bytes.count, 256) : bytes.count
            let at = number(below: reach)
            let length = 1 + number(below: min(bytes.count - at, 1 << number(below: 10)))
            switch number(below: 10) {
            case 0: bytes[at] ^= 1 << UInt8(number(below: 8))
            case 1: bytes[at] = UInt8(number(below: 256))
            case 2:
                // Lengths and sizes.
                let extremes: [UInt8] = [0, 1, 0x7f, 0x80, 0xfe, 0xff]
                for index in at..<min(bytes.count, at + 1 + number(below: 4)) {
                    bytes[index] = extremes[number(below: extremes.count)]
                }
            case 3: bytes.removeSubrange(at..<at + length)
            case 4: bytes.insert(contentsOf: bytes[at..<at + length], at: number(below: bytes.count))
            case 5: for index in at..<at + length { bytes[index] = UInt8(number(below: 256)) }
            case 6: bytes.removeLast(bytes.count - max(4, at))
            case 7:
                // A part of another picture.
                let from = number(below: max(1, other.count - 1))
                bytes.replaceSubrange(at..<at + length, with: other[from..<min(other.count, from + length)])
            case 8: for index in at..<at + length { bytes[index] = 0 }
            default:
                let to = number(below: bytes.count - length + 1)
                for index in 0..<length { bytes.swapAt(at + index, to + index) }
            }
        }
        return bytes
    }
}
