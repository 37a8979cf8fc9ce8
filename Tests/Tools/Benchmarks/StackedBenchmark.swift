// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BenchmarkPictures
import Foundation
import Frames
import LumaProcessing
import Pictures
import Scanning

/// Measures what stacks of frames are good for: photographs of codes made smaller than zbar and zxing-cpp read them, in a trembling
/// hand. It counts the sequences of 60 frames in which the code is read at all: by the peers in any frame, and by the
/// scanner with and without stacks.
struct StackedBenchmark {
    var folder: String
    var verbose = false

    private static let frames = 60
    private static let beyond = [1.1, 1.3, 1.5, 1.8]
    private static let noises = [1.5, 4.0]
    private static let mostPixels = 2_000_000

    private struct Tally {
        var sequences = 0
        var byPeers = 0
        var single = 0
        var stacked = 0
        var misreads = (peers: 0, single: 0, stacked: 0)
        var milliseconds = (peers: 0.0, single: 0.0, stacked: 0.0)
        var firsts: [Int] = []
    }

    func run() throws {
        let loader = PictureLoader()
        let pictures = try CorpusPicture.load(manifest: folder + "/manifest.tsv")
            .filter { $0.tags.contains("photo") && !$0.tags.contains("multi") && $0.countable == 1 }
            .enumerated().filter { $0.offset % 6 == 0 }.map(\.element)
        print(
            """
            Codes beyond what one frame shows: sequences of \(Self.frames) frames in which the code is read at all, and processor
            time a frame, ms. Smaller: by how much a frame is smaller than the smallest in which zbar or zxing-cpp reads the code.
            smaller  noise  sequences  zbar, zxing-cpp   without stacks   with stacks      first read, p50  wrong codes
            """)
        for noise in Self.noises {
            for beyond in Self.beyond {
                var tally = Tally()
                for picture in pictures {
                    let image = try loader.load(folder + "/" + picture.path)
                    guard image.width * image.height <= Self.mostPixels,
                        let limit = try Self.limit(of: image, picture)
                    else { continue }
                    let sequence = TremblingSequence(image, reduction: limit * beyond, noise: noise)
                    guard min(sequence.size.width, sequence.size.height) >= 40 else { continue }
                    try measure(sequence, picture, &tally)
                }
                Self.say(beyond, noise, tally)
            }
        }
    }

    private static func say(_ beyond: Double, _ noise: Double, _ tally: Tally) {
        let count = Double(max(1, tally.sequences))
        func column(_ read: Int, _ milliseconds: Double) -> String {
            String(format: "%3d (%4.1f ms)", read, milliseconds / count / Double(frames))
                .padding(toLength: 18, withPad: " ", startingAt: 0)
        }
        let firsts = tally.firsts.sorted()
        print(
            String(format: "%4.1f     %4.1f   %4d       ", beyond, noise, tally.sequences)
                + column(tally.byPeers, tally.milliseconds.peers) + column(tally.single, tally.milliseconds.single)
                + column(tally.stacked, tally.milliseconds.stacked)
                + (firsts.isEmpty ? "-" : "frame \(firsts[firsts.count / 2])")
                + "   peers \(tally.misreads.peers), without \(tally.misreads.single), with \(tally.misreads.stacked)")
        fflush(nil)
    }

    private func measure(_ sequence: TremblingSequence, _ label: CorpusPicture, _ tally: inout Tally) throws {
        let peers: [any BarcodeReader] = Array(try Self.readers().filter { [.zbar, .zxing].contains($0.key) }.values)
        let single = StreamReader(
            readers: try Self.readers(),
            steps: ReadingLadder.steps(.normal, .scan).filter { $0.condition != .stacked })
        let stacked = StreamReader(readers: try Self.readers(), effort: .normal)
        var read = (peers: false, single: false, stacked: false)
        var wrong = (peers: false, single: false, stacked: false)
        for index in 0..<Self.frames {
            let frame = sequence.frame(index)
            func look(
                _ readers: [any BarcodeReader], _ read: inout Bool, _ wrong: inout Bool, _ milliseconds: inout Double
            ) {
                let began = threadMilliseconds()
                let codes = readers.flatMap { $0.read(frame, symbologies: SymbologySelection.standard) }
                milliseconds += threadMilliseconds() - began
                let given = codes.map {
                    GivenCode(symbology: $0.symbology.corpusName, bytes: $0.bytes, text: $0.decodedText)
                }
                let judged = CodeComparison.judge(label, given)
                if !judged.found.isEmpty { read = true }
                if !judged.misreads.isEmpty { wrong = true }
            }
            look(peers, &read.peers, &wrong.peers, &tally.milliseconds.peers)
            look([single], &read.single, &wrong.single, &tally.milliseconds.single)
            let before = read.stacked
            look([stacked], &read.stacked, &wrong.stacked, &tally.milliseconds.stacked)
            if read.stacked, !before { tally.firsts.append(index) }
        }
        tally.sequences += 1
        if read.peers { tally.byPeers += 1 }
        if read.single { tally.single += 1 }
        if read.stacked { tally.stacked += 1 }
        if wrong.peers { tally.misreads.peers += 1 }
        if wrong.single { tally.misreads.single += 1 }
        if wrong.stacked { tally.misreads.stacked += 1 }
        if verbose, read.single != read.stacked || wrong.stacked {
            print(
                "    \(label.path) \(sequence.size): single \(read.single), stacked \(read.stacked), wrong \(wrong.stacked)"
            )
        }
    }

    /// Without the calls that can fail an assertion: blur brings them to it.
    private static func readers() throws -> [ReadingEngine: any BarcodeReader] {
        try RecallBenchmark.readers(unsafeCalls: false)
    }

    /// The largest reduction, in steps of a tenth, at which zbar or zxing-cpp reads one frame without noise.
    private static func limit(of image: LumaImage, _ label: CorpusPicture) throws -> Double? {
        let peers = try Self.readers().filter { [.zbar, .zxing].contains($0.key) }.values
        var (last, reduction): (Double?, Double) = (nil, 1)
        while Double(min(image.width, image.height)) / reduction >= 40 {
            let frame = TremblingSequence(image, reduction: reduction, noise: 0).frame(0)
            let codes = peers.flatMap { $0.read(frame, symbologies: SymbologySelection.standard) }
            let given = codes.map {
                GivenCode(symbology: $0.symbology.corpusName, bytes: $0.bytes, text: $0.decodedText)
            }
            if !CodeComparison.judge(label, given).found.isEmpty {
                last = reduction
            } else if reduction > (last ?? 1.3) * 1.35 {
                break
            }
            reduction *= 1.1
        }
        return last
    }
}
