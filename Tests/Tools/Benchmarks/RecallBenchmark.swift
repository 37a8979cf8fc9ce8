// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BarcodesZBar
import BarcodesZXing
import Foundation
import Frames
import Glibc
import LinearReading
import MatrixReading
import Pictures
import Scanning

/// Counts the codes read from a labelled collection, and misreads, against the distribution's programs and the newest
/// zxing-cpp.
struct RecallBenchmark {
    var folder: String
    /// Print each misread, each picture with an unread code, and each on which a peer reads more.
    var verbose = false
    var effort = ReadingEffort.hard

    private struct Tally {
        var expected = 0
        var found = 0
        var misreads = 0
        var milliseconds = 0.0
        var pictures = 0
        var died = 0

        mutating func add(_ picture: CorpusPicture, _ judgement: Judgement, _ milliseconds: Double, died: Bool = false)
        {
            expected += picture.countable
            found += judgement.found.count
            misreads += judgement.misreads.count
            self.milliseconds += milliseconds
            pictures += 1
            if died { self.died += 1 }
        }

        var text: String {
            let share = expected == 0 ? "     –" : String(format: "%5.1f%%", 100 * Double(found) / Double(expected))
            return "\(share) m\(misreads)".padding(toLength: 11, withPad: " ", startingAt: 0)
                + String(format: "%6.1f ms", milliseconds / Double(max(1, pictures)))
                + (died > 0 ? " †\(died)" : "")
        }
    }

    /// The columns, in order.
    private static let columns = ["candela", "zbarimg", "ZXingReader", PythonPeer.name, union]
    /// The union of both peers.
    private static let union = "zbar + zxing-cpp 3"
    /// How far a symbology may be behind the best peer, in percentage points.
    private static let margin = 3.0

    func run() throws {
        let pictures = try CorpusPicture.load(manifest: folder + "/manifest.tsv")
        let loader = PictureLoader()
        let reader = try Self.ladder(effort)
        var total: [String: Tally] = [:]
        var bySymbology: [String: [String: Tally]] = [:]
        var bySet: [String: [String: Tally]] = [:]
        var slowest: [(Double, String)] = []

        let ofPython = try PythonPeer.run(on: pictures.map { folder + "/" + $0.path })
        for (index, picture) in pictures.enumerated() {
            let path = folder + "/" + picture.path
            let image = try loader.load(path)
            let began = threadMilliseconds()
            let codes = reader.read(image, symbologies: SymbologySelection.standard)
            let ours = threadMilliseconds() - began
            slowest.append((ours, picture.path))

            var judgements: [String: (Judgement, Double, Bool)] = [:]
            judgements["candela"] = (
                CodeComparison.judge(
                    picture,
                    codes.map {
                        GivenCode(
                            symbology: $0.symbology.corpusName, bytes: $0.bytes,
                            text: $0.decodedText ?? CodeForm(of: $0)?.printed)
                    }), ours, false
            )
            var both: [GivenCode] = []
            var bothTime = 0.0
            let runs = [
                (PeerProgram.zbarimg.name, PeerProgram.zbarimg.run(on: path), true),
                (PeerProgram.zxingReader.name, PeerProgram.zxingReader.run(on: path), ofPython == nil),
                (PythonPeer.name, ofPython?[index], true),
            ]
            for (name, run, isOfUnion) in runs {
                guard let run else { continue }
                judgements[name] = (CodeComparison.judge(picture, run.codes), run.milliseconds, run.died)
                guard isOfUnion else { continue }
                both += run.codes
                bothTime += run.milliseconds
            }
            judgements[Self.union] = (CodeComparison.judge(picture, both), bothTime, false)
            for (name, (judgement, time, died)) in judgements {
                total[name, default: Tally()].add(picture, judgement, time, died: died)
                bySymbology[picture.symbology, default: [:]][name, default: Tally()].add(
                    picture, judgement, time, died: died)
                bySet[picture.set, default: [:]][name, default: Tally()].add(picture, judgement, time, died: died)
            }
            if verbose { report(picture, judgements["candela"]!.0, judgements[Self.union]!.0) }
        }

        print("Codes read, misreads (m), processor time per picture, ended by a signal (†); \(pictures.count) pictures")
        heading()
        for (symbology, tallies) in bySymbology.sorted(by: { $0.key < $1.key }) { line(symbology, tallies) }
        print("")
        for (set, tallies) in bySet.sorted(by: { $0.key < $1.key }) { line(set, tallies) }
        print("")
        line("all", total)
        slowest.sort { $0.0 > $1.0 }
        let worst = slowest.prefix(3).map { String(format: "%.0f ms %@", $0.0, $0.1) }
        print("Slowest: " + worst.joined(separator: ", "))
        print("Times of zbarimg and ZXingReader are those of whole processes, including loading the picture.")
        if ofPython == nil {
            print(
                "\(PythonPeer.name): NOT MEASURED, it is not installed (.ci/ensure-peers); the union is with ZXingReader"
            )
        }
        behind(bySymbology)
    }

    /// Prints the symbologies in which one peer is ahead by more than the margin.
    private func behind(_ bySymbology: [String: [String: Tally]]) {
        let found = bySymbology.sorted(by: { $0.key < $1.key }).compactMap { symbology, tallies -> String? in
            guard let ours = tallies["candela"], ours.expected > 0 else { return nil }
            let peers = Self.columns.filter { $0 != "candela" && $0 != Self.union }
            guard let best = peers.compactMap({ tallies[$0]?.found }).max() else { return nil }
            let points = 100 * Double(best - ours.found) / Double(ours.expected)
            return points > Self.margin ? String(format: "%@ by %.1f points", symbology, points) : nil
        }
        print(
            found.isEmpty
                ? "No symbology is more than \(Self.margin) points behind the best peer."
                : "Behind the best peer: " + found.joined(separator: ", "))
    }

    static func readers(unsafeCalls: Bool = true) throws -> [ReadingEngine: any BarcodeReader] {
        let zxing = try ZXingReader(options: ZXingOptions(unsafeCalls: unsafeCalls))
        return [
            .zbar: try ZBarReader(), .coarseZBar: try ZBarReader(options: ZBarOptions(xDensity: 2, yDensity: 2)),
            .rowsZBar: try ZBarReader(options: ZBarOptions(xDensity: 0)),
            .zxing: zxing,
            .closeZXing: try ZXingReader(options: ZXingOptions(severalLinearCodes: false, unsafeCalls: unsafeCalls)),
            .candela: MatrixReader(straightenedFor: zxing),
            .quickCandela: MatrixReader(effort: .quick, straightenedFor: zxing),
            .linear: LinearReader(), .quickLinear: LinearReader(effort: .quick),
        ]
    }

    static func ladder(_ effort: ReadingEffort) throws -> LadderReader {
        LadderReader(readers: try readers(), effort: effort)
    }

    private func heading() {
        print("".padding(toLength: 38, withPad: " ", startingAt: 0), terminator: "")
        print(Self.columns.map { $0.padding(toLength: 26, withPad: " ", startingAt: 0) }.joined())
    }

    private func line(_ name: String, _ tallies: [String: Tally]) {
        let expected = tallies["candela"]?.expected ?? 0
        print("\(name) (\(expected))".padding(toLength: 38, withPad: " ", startingAt: 0), terminator: "")
        print(
            Self.columns.map {
                (tallies[$0]?.text ?? "not installed").padding(toLength: 26, withPad: " ", startingAt: 0)
            }.joined())
    }

    private func report(_ picture: CorpusPicture, _ ours: Judgement, _ theirs: Judgement) {
        func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes.prefix(60), as: UTF8.self).debugDescription }
        for code in ours.misreads {
            print(
                "misread \(picture.path): \(code.symbology) \(shown(code.bytes)), "
                    + "expected \(picture.expected.prefix(2))"
            )
        }
        let unread = Set(picture.expected.indices.filter { picture.expected[$0] != nil }).subtracting(ours.found)
        if !unread.isEmpty {
            print("unread \(picture.path): \(picture.symbology), \(unread.count) of \(picture.expected.count)")
        }
        let missed = theirs.found.subtracting(ours.found)
        if !missed.isEmpty {
            print("missed \(picture.path): \(picture.symbology), \(missed.count) of \(picture.expected.count)")
        }
    }
}

/// Processor time of this thread.
func threadMilliseconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}
