// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZBar
import BarcodesZXing
import BenchmarkPictures
import Foundation
import Frames
import LumaProcessing
import Pictures
import Scanning

/// Measures the cost per frame of scanning a stream, against zbar on every line of every frame, which is what zbarcam does
/// (it also converts and shows the frame), and the delay until a new code is reported.
struct LiveBenchmark {
    /// A labelled collection, for scenes; codes that come into view are its photographs.
    var folder: String
    /// What each step takes, too, and which codes were reported late, and why.
    var verbose = false
    /// Only the time to the event.
    var onlyArrivals = false

    private static let frames = 72
    private static let sizes = [
        FrameSize(width: 640, height: 480), FrameSize(width: 1280, height: 720), FrameSize(width: 1920, height: 1080),
    ]

    func run() throws {
        let loader = PictureLoader()
        let corpus = try CorpusPicture.load(manifest: folder + "/manifest.tsv")
        let empty = try corpus.filter { $0.symbology == "none" }.prefix(3)
            .map { try loader.load(folder + "/" + $0.path) }
        let backdrops = empty.isEmpty ? [Self.desk] : empty
        let codes: [(String, LumaImage?)] = [
            ("no code", nil), ("QR", try Self.label("https://example.org/candela", .qr)),
            ("EAN-13", try Self.label("4006381333931", .ean13)),
        ]
        if onlyArrivals { return try arrivals(corpus, backdrops[0], loader) }
        print(
            "Processor time per frame of a stream, \(Self.frames) frames per sequence, against zbar on every line"
        )
        print("frame      view      motion       zbar    normal           fast")
        for size in Self.sizes {
            for (name, code) in codes {
                for motion in LiveSequence.Motion.allCases {
                    try cost(size, name, code, motion, backdrops)
                }
            }
        }
        try arrivals(corpus, backdrops[0], loader)
    }

    // MARK: Cost

    private func cost(
        _ size: FrameSize, _ name: String, _ code: LumaImage?, _ motion: LiveSequence.Motion, _ backdrops: [LumaImage]
    ) throws {
        var time = (zbar: 0.0, normal: 0.0, fast: 0.0)
        var read = (zbar: 0, normal: 0, fast: 0)
        var count = 0
        var steps: [ReadingStep: Double] = [:]
        for backdrop in code == nil ? backdrops : [backdrops[0]] {
            let sequence = LiveSequence(size: size, motion: motion, backdrop: backdrop, subject: code)
            let zbar = try ZBarReader()
            let normal = StreamReader(readers: try RecallBenchmark.readers(), effort: .normal)
            let fast = StreamReader(readers: try RecallBenchmark.readers(), effort: .fast)
            for index in 0..<Self.frames {
                let frame = sequence.frame(index)
                count += 1
                func spent(_ reader: any BarcodeReader, _ read: inout Int) -> Double {
                    let began = threadMilliseconds()
                    read += reader.read(frame, symbologies: SymbologySelection.standard).isEmpty ? 0 : 1
                    return threadMilliseconds() - began
                }
                time.zbar += spent(zbar, &read.zbar)
                time.normal += spent(normal, &read.normal)
                for record in normal.records {
                    steps[record.step, default: 0] += Double(record.duration.components.attoseconds) / 1e15
                }
                time.fast += spent(fast, &read.fast)
            }
        }
        let each = 1 / Double(count)
        let limit = code == nil ? 1.0 / 3 : 0.5
        let ratio = time.normal / time.zbar
        print(
            size.description.padding(toLength: 11, withPad: " ", startingAt: 0)
                + name.padding(toLength: 10, withPad: " ", startingAt: 0)
                + motion.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0)
                + String(
                    format: "%7.2f %7.2f (%.2f) %7.2f (%.2f) ms; read %d, %d, %d of %d%@", time.zbar * each,
                    time.normal * each, ratio, time.fast * each, time.fast / time.zbar, read.zbar, read.normal,
                    read.fast, count, ratio > limit ? "   OVER \(String(format: "%.2f", limit))" : ""))
        if verbose {
            for (step, milliseconds) in steps.sorted(by: { $0.value > $1.value }) {
                print(
                    "    " + String(format: "%6.2f ms per frame  ", milliseconds * each) + "\(step), \(step.condition)")
            }
        }
        // A line as soon as it is known.
        fflush(nil)
    }

    // MARK: Time to the event

    private func arrivals(_ corpus: [CorpusPicture], _ backdrop: LumaImage, _ loader: PictureLoader) throws {
        let size = FrameSize(width: 1280, height: 720)
        let (arrival, patience) = (6, 30)
        for motion in LiveSequence.Motion.allCases {
            var delays: [Int] = []
            var (never, unreadable) = (0, 0)
            let pictures = corpus.filter {
                $0.tags.contains("photo") && !$0.tags.contains("multi") && $0.countable == 1
            }
            for (index, picture) in pictures.enumerated() where index % 6 == 0 {
                let image = try loader.load(folder + "/" + picture.path)
                let sequence = LiveSequence(
                    size: size, motion: motion, backdrop: backdrop, subject: image, arrival: arrival)
                let reader = StreamReader(readers: try RecallBenchmark.readers(), effort: .normal)
                let peers: [any BarcodeReader] = [
                    try ZBarReader(), try ZXingReader(options: ZXingOptions(unsafeCalls: true)),
                ]
                var (readable, event): (Int?, Int?) = (nil, nil)
                var story: [String] = []
                for place in 0..<arrival + patience {
                    let frame = sequence.frame(place)
                    if readable == nil, place >= arrival {
                        let reads = peers.flatMap { peer in
                            peer.read(frame, symbologies: SymbologySelection.standard)
                                .filter { $0.symbology.corpusName == picture.symbology }
                                .map { "\(peer.name) \($0.text ?? "bytes") \($0.quality ?? 0)" }
                        }
                        if !reads.isEmpty {
                            readable = place
                            story.append("\(place): readable by \(reads.joined(separator: ", "))")
                        }
                    }
                    let codes = reader.read(frame, symbologies: SymbologySelection.standard)
                    if readable != nil {
                        let steps = reader.records.map { "\($0.step) \($0.step.condition) \($0.codes)" }
                        story.append("\(place): \(steps.joined(separator: "; ")) → \(codes.map { $0.text ?? "bytes" })")
                    }
                    if !codes.isEmpty {
                        event = place
                        break
                    }
                }
                if verbose, let readable, (event ?? .max) > readable + 1 {
                    print("    late: \(picture.path)\n        " + story.joined(separator: "\n        "))
                }
                switch (readable, event) {
                case (let readable?, let event?): delays.append(max(0, event - readable) + 1)
                case (.some, nil): never += 1
                default: unreadable += 1
                }
            }
            guard !delays.isEmpty else { continue }
            // A code that is never reported counts as later than all others.
            delays = delays.sorted() + Array(repeating: patience + 1, count: never)
            let share = { (frames: Int) in 100 * delays.count { $0 <= frames } / delays.count }
            print(
                "\(motion.rawValue), \(size): from the first frame that zbar or zxing-cpp reads alone to the event: p50 "
                    + "\(delays[delays.count / 2]), p95 \(delays[min(delays.count - 1, delays.count * 95 / 100)]) frames (limit 2); "
                    + "\(share(1)) % in that frame, \(share(2)) % within 2; \(never) of \(delays.count) not within "
                    + "\(patience); of \(unreadable) neither reads a frame")
        }
    }

    // MARK: Scenes

    /// A printed label with its quiet zone on white.
    private static func label(_ text: String, _ symbology: Symbology) throws -> LumaImage {
        let code = try BarcodeEncoder.encode(text, as: symbology).image(modulePixels: 3, quietZone: 10)
        let size = FrameSize(width: code.width + 20, height: code.height + 20)
        return LumaImage(size: size) { pixels in
            for index in 0..<size.area { pixels[index] = 225 }
            for y in 0..<code.height {
                for x in 0..<code.width { pixels[(y + 10) * size.width + x + 10] = code[x, y] / 5 * 4 + 21 }
            }
        }
    }

    /// Wood-like stripes and clutter, where there is no photograph.
    private static var desk: LumaImage {
        let size = FrameSize(width: 800, height: 600)
        var noise = NoiseSource(seed: 7, deviation: 9)
        return LumaImage(size: size) { pixels in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let grain = (x * 7 + y / 3 + (y * y / 900)) % 64
                    let object = (x / 160 + y / 150) % 3 * 30
                    pixels[y * size.width + x] = UInt8(clamping: 90 + grain / 3 + object + noise.next())
                }
            }
        }
    }
}
