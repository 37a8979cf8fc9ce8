// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BarcodesZBar
import BarcodesZXing
import Foundation
import Frames
import LumaProcessing
import Pictures
import Scanning

/// Processor time a camera's frame at effort `normal`, beside zbar looking at every line of every frame, which is what
/// zbarcam does (it converts and shows the frame besides), and how soon a code that is held still is read.
struct FramesBenchmark {
    var folder: String

    private static let frames = 24

    func run() throws {
        let loader = PictureLoader()
        let pictures = try CorpusPicture.load(manifest: folder + "/manifest.tsv")
            .filter { $0.tags.contains("photo") && !$0.tags.contains("multi") }
        print("Processor time a frame over \(Self.frames) equal frames, photographs enlarged or reduced onto a frame")
        for size in [FrameSize(width: 640, height: 480), FrameSize(width: 1280, height: 720)] {
            let zbar = try ZBarReader()
            let ladder = try RecallBenchmark.ladder(.normal)
            let fast = try RecallBenchmark.ladder(.fast)
            var time = (zbar: 0.0, ladder: 0.0, fast: 0.0)
            var read = (zbar: 0, ladder: 0, fast: 0)
            var firstFrame: [Int] = []
            var count = 0
            for picture in pictures where count < 80 && picture.countable == 1 {
                let image = try loader.load(folder + "/" + picture.path)
                guard let frame = Self.onFrame(image, size) else { continue }
                count += 1
                var began = threadMilliseconds()
                // Two frames stand for all: zbar does the same each time.
                for _ in 0..<2 {
                    read.zbar += zbar.read(frame, symbologies: SymbologySelection.standard).isEmpty ? 0 : 1
                }
                time.zbar += (threadMilliseconds() - began) / 2

                for (reader, isFast) in [(ladder, false), (fast, true)] {
                    reader.reset()
                    // A stream has begun before the code comes into view.
                    _ = reader.read(Self.empty(size), symbologies: SymbologySelection.standard)
                    var first: Int?
                    began = threadMilliseconds()
                    for index in 0..<Self.frames {
                        let found = !reader.read(frame, symbologies: SymbologySelection.standard).isEmpty
                        if found, first == nil { first = index + 1 }
                    }
                    let spent = (threadMilliseconds() - began) / Double(Self.frames)
                    if isFast {
                        time.fast += spent
                        read.fast += first == nil ? 0 : 1
                    } else {
                        time.ladder += spent
                        read.ladder += first == nil ? 0 : 1
                        if let first { firstFrame.append(first) }
                    }
                }
            }
            firstFrame.sort()
            let within = { (frames: Int) in 100 * firstFrame.count { $0 <= frames } / max(1, firstFrame.count) }
            print(
                String(
                    format: "%@: zbar %.1f ms (%d of %d read) · normal %.1f ms (%d) · fast %.1f ms (%d)",
                    size.description, time.zbar / Double(count), read.zbar / 2, count, time.ladder / Double(count),
                    read.ladder, time.fast / Double(count), read.fast))
            print(
                "    of what normal reads, \(within(1)) % in the first frame, \(within(3)) % within 3, "
                    + "\(within(12)) % within 12"
            )
        }
    }

    private static func empty(_ size: FrameSize) -> LumaImage {
        LumaImage(size: size) { pixels in for index in 0..<size.area { pixels[index] = 128 } }
    }

    /// The picture, reduced or doubled to fill most of the frame, on grey.
    private static func onFrame(_ image: LumaImage, _ size: FrameSize) -> LumaImage? {
        var picture = image
        let factor = max(
            (image.width + size.width - 1) / size.width, (image.height + size.height - 1) / size.height)
        if factor > 1 {
            picture = image.reduced(by: factor).image
        } else if image.width * 2 <= size.width, image.height * 2 <= size.height {
            picture = image.doubled().image
        }
        guard picture.width > 40, picture.height > 40 else { return nil }
        let (x0, y0) = ((size.width - picture.width) / 2, (size.height - picture.height) / 2)
        return LumaImage(size: size) { pixels in
            for index in 0..<size.area { pixels[index] = 128 }
            picture.withSpan { source in
                for y in 0..<picture.height {
                    for x in 0..<picture.width {
                        pixels[(y0 + y) * size.width + x0 + x] = source[y * picture.rowStride + x]
                    }
                }
            }
        }
    }
}
