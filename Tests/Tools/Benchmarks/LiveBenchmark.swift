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

/// Measures the cost per frame of scanning a stream and how many frames are read, against zbar on every line of every frame,
/// which is what zbarcam does (it also converts and shows the frame), and against the newest zxing-cpp; and the delay until a
/// new code is reported.
struct LiveBenchmark {
    /// A labelled collection, for scenes; codes that come into view are its photographs.
    var folder: String
    /// What each step takes, too, and which codes were reported late, and why.
    var verbose = false
    /// Only the time to the event.
    var onlyArrivals = false
    var motions = LiveSequence.Motion.allCases
    /// Without laying frames on each other, to see what that costs.
    var withoutStacks = false

    private static let frames = 72
    private static let sizes = [
        FrameSize(width: 640, height: 480), FrameSize(width: 1280, height: 720), FrameSize(width: 1920, height: 1080),
    ]

    /// What is held before the camera.
    private struct Subject {
        var image: LumaImage?
        var label: CorpusPicture

        func isRead(_ codes: [GivenCode]) -> Bool { !CodeComparison.judge(label, codes).found.isEmpty }
    }

    func run() throws {
        let loader = PictureLoader()
        let corpus = try CorpusPicture.load(manifest: folder + "/manifest.tsv")
        let empty = try corpus.filter { $0.symbology == "none" }.prefix(3)
            .map { try loader.load(folder + "/" + $0.path) }
        let backdrops = empty.isEmpty ? [Self.desk] : empty
        if onlyArrivals { return try arrivals(corpus, backdrops[0], loader) }
        let photographs = try Self.photographs(corpus).enumerated().filter { $0.offset % 12 == 0 }.map {
            Subject(image: try loader.load(folder + "/" + $0.element.path), label: $0.element)
        }
        print(
            """
            Processor time per frame of a stream, ms, \(Self.frames) frames a sequence, and the share of frames in which the code is read,
            beside zbar on every line, and zxing-cpp 3. In brackets, the part of the time of the cheaper one.
            frame      view        motion    zbar            zxing-cpp 3     normal                 fast
            """)
        for size in Self.sizes {
            for motion in motions {
                if motion != .passing {
                    try cost(size, "no code", backdrops.map { (Subject(label: Self.unlabelled), $0) }, motion)
                }
                for (text, symbology) in [
                    ("https://example.org/candela", Symbology.qr), ("4006381333931", .ean13),
                ] {
                    let label = CorpusPicture(
                        path: "", set: "", symbology: symbology.corpusName, expected: [text], also: [], tags: [])
                    let subject = Subject(image: try Self.label(text, symbology), label: label)
                    try cost(size, symbology.corpusName, [(subject, backdrops[0])], motion)
                }
                try cost(size, "\(photographs.count) photos", photographs.map { ($0, backdrops[0]) }, motion)
            }
        }
        try arrivals(corpus, backdrops[0], loader)
    }

    private static let unlabelled = CorpusPicture(
        path: "", set: "", symbology: "none", expected: [], also: [], tags: [])

    private static func photographs(_ corpus: [CorpusPicture]) -> [CorpusPicture] {
        corpus.filter { $0.tags.contains("photo") && !$0.tags.contains("multi") && $0.countable == 1 }
    }

    // MARK: Cost

    private struct Tally {
        var milliseconds = 0.0
        var read = 0
        var count = 0

        var each: Double { milliseconds / Double(max(1, count)) }

        mutating func add(_ milliseconds: Double, _ isRead: Bool) {
            self.milliseconds += milliseconds
            count += 1
            if isRead { read += 1 }
        }

        func text(beside cheaper: Double? = nil) -> String {
            let share = String(format: "%5.1f %%", 100 * Double(read) / Double(max(1, count)))
            let ratio = cheaper.map { String(format: " (%.2f)", each / $0) } ?? ""
            let time = String(format: "%6.2f", each) + ratio
            return "\(time) \(share)".padding(toLength: cheaper == nil ? 16 : 23, withPad: " ", startingAt: 0)
        }
    }

    private func cost(
        _ size: FrameSize, _ name: String, _ views: [(subject: Subject, backdrop: LumaImage)],
        _ motion: LiveSequence.Motion
    ) throws {
        var (zbarTally, normalTally, fastTally) = (Tally(), Tally(), Tally())
        var newest: Tally? = Tally()
        var steps: [ReadingStep: Double] = [:]
        // Many short views are as good as a few long ones.
        let length = views.count > 3 ? Self.frames / 3 : Self.frames
        for (subject, backdrop) in views {
            // What passes comes into a scene that has been seen for a while.
            let before = motion == .passing ? 6 : 0
            let sequence = LiveSequence(
                size: size, motion: motion, backdrop: backdrop, subject: subject.image, arrival: before)
            let frames = (before..<before + length).map { sequence.frame($0) }
            let zbar = try ZBarReader()
            let normal = StreamReader(
                readers: try RecallBenchmark.readers(),
                steps: ReadingLadder.steps(.normal, .scan).filter { !withoutStacks || $0.condition != .stacked })
            let fast = StreamReader(readers: try RecallBenchmark.readers(), effort: .fast)
            for index in 0..<before {
                for reader in [normal, fast] {
                    _ = reader.read(sequence.frame(index), symbologies: SymbologySelection.standard)
                }
            }
            for frame in frames {
                func measure(_ reader: any BarcodeReader, _ tally: inout Tally) {
                    let began = threadMilliseconds()
                    let codes = reader.read(frame, symbologies: SymbologySelection.standard)
                    let spent = threadMilliseconds() - began
                    let given = codes.map {
                        GivenCode(symbology: $0.symbology.corpusName, bytes: $0.bytes, text: $0.decodedText)
                    }
                    tally.add(spent, subject.isRead(given))
                }
                measure(zbar, &zbarTally)
                measure(normal, &normalTally)
                for record in normal.records {
                    steps[record.step, default: 0] += Double(record.duration.components.attoseconds) / 1e15
                }
                measure(fast, &fastTally)
            }
            let runs = try PythonPeer.run(on: frames, size)
            for run in runs ?? [] { newest?.add(run.milliseconds, subject.isRead(run.codes)) }
            if runs == nil { newest = nil }
        }
        let cheaper = min(zbarTally.each, newest?.each ?? .infinity)
        let isBehind = normalTally.read < max(zbarTally.read, newest?.read ?? 0)
        print(
            size.description.padding(toLength: 11, withPad: " ", startingAt: 0)
                + name.padding(toLength: 12, withPad: " ", startingAt: 0)
                + motion.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0)
                + zbarTally.text() + (newest?.text() ?? "not installed   ")
                + normalTally.text(beside: cheaper) + fastTally.text(beside: cheaper)
                + (normalTally.each > cheaper / 2 ? " OVER 0.5" : "") + (isBehind ? " BEHIND" : ""))
        if verbose {
            for (step, milliseconds) in steps.sorted(by: { $0.value > $1.value }) {
                print(
                    "    " + String(format: "%6.2f ms per frame  ", milliseconds / Double(normalTally.count))
                        + "\(step), \(step.condition)")
            }
        }
        // A line as soon as it is known.
        fflush(nil)
    }

    // MARK: Time to the event

    private func arrivals(_ corpus: [CorpusPicture], _ backdrop: LumaImage, _ loader: PictureLoader) throws {
        let size = FrameSize(width: 1280, height: 720)
        let (arrival, patience) = (6, 30)
        for motion in motions where motion != .passing {
            var delays: [Int] = []
            var (never, unreadable) = (0, 0)
            for (index, picture) in Self.photographs(corpus).enumerated() where index % 6 == 0 {
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
