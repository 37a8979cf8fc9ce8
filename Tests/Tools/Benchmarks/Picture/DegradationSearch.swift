// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BenchmarkPictures
import Foundation
import Frames
import Pictures
import Scanning

/// Finds the pictures of a collection that decode, and for each the least level of each degradation at which it does not.
struct DegradationSearch {
    var folder: String
    /// Uses one of this many pictures, by a hash of the path.
    var oneOf: Int
    /// Which one of them.
    var rest = 0
    /// The file that keeps results between runs, because reading is slow; empty for none.
    var cache: String
    var kinds = Degradation.allCases

    struct Subject {
        var picture: CorpusPicture
        var image: LumaImage
        /// The code read in the unchanged picture.
        var code: Barcode
        var seed: UInt64
        /// The half of the pictures that it belongs to: thresholds are fitted on half 0.
        var half: Int
        /// By kind, the index of the first level that does not decode; `nil` if all do.
        var stops: [Degradation: Int]
    }

    static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// Calls `body` on several threads for each picture that decodes as labelled and has one code with a known place.
    func forEach(_ body: @escaping @Sendable (Subject, LadderReader) -> Void) throws {
        let chosen = try CorpusPicture.load(manifest: folder + "/manifest.tsv")
            .filter { SplitMix.mixed(Self.hash($0.path)) / 2 % UInt64(oneOf) == UInt64(max(0, rest)) }
        let known = try cached()
        let log = StopLog(cache)
        let count = 2
        let errors = ErrorBox()
        let search = self
        DispatchQueue.concurrentPerform(iterations: count) { worker in
            do {
                let reader = try RecallBenchmark.ladder(.hard)
                let loader = PictureLoader()
                for (index, picture) in chosen.enumerated() where index % count == worker {
                    try autoreleasing {
                        let image = try loader.load(search.folder + "/" + picture.path)
                        let codes = reader.read(image, symbologies: SymbologySelection.standard)
                        guard let code = codes.first, codes.count == 1, code.corners != nil else { return }
                        var subject = Subject(
                            picture: picture, image: image, code: code, seed: Self.hash(picture.path),
                            half: Int(SplitMix.mixed(Self.hash(picture.path)) & 1), stops: [:])
                        for kind in search.kinds {
                            if let stop = known[picture.path]?[kind] {
                                if stop >= 0 { subject.stops[kind] = stop }
                                continue
                            }
                            let stop = search.firstUnread(kind, subject, reader)
                            subject.stops[kind] = stop
                            log.add(picture.path, kind, stop ?? -1)
                        }
                        body(subject, reader)
                    }
                }
            } catch { errors.set(error) }
        }
        if let error = errors.first { throw error }
    }

    /// By bisection, assuming that reading stops at one level.
    private func firstUnread(_ kind: Degradation, _ subject: Subject, _ reader: LadderReader) -> Int? {
        var (low, high) = (0, kind.levels.count)
        while low < high {
            let middle = (low + high) / 2
            if reads(kind, middle, subject, reader) { low = middle + 1 } else { high = middle }
        }
        return low < kind.levels.count ? low : nil
    }

    private func reads(_ kind: Degradation, _ index: Int, _ subject: Subject, _ reader: LadderReader) -> Bool {
        guard
            let spoilt = kind.apply(
                subject.image, level: kind.levels[index], code: subject.code.corners, seed: subject.seed)
        else { return false }
        return !reader.read(spoilt, symbologies: SymbologySelection.standard).isEmpty
    }

    private func cached() throws -> [String: [Degradation: Int]] {
        guard !cache.isEmpty, FileManager.default.fileExists(atPath: cache) else { return [:] }
        var known: [String: [Degradation: Int]] = [:]
        for line in try String(contentsOfFile: cache, encoding: .utf8).split(separator: "\n") {
            let fields = line.split(separator: "\t")
            guard fields.count == 3, let kind = Degradation(rawValue: String(fields[1])), let stop = Int(fields[2])
            else { continue }
            known[String(fields[0]), default: [:]][kind] = stop
        }
        return known
    }
}

extension SplitMix {
    static func mixed(_ seed: UInt64) -> UInt64 {
        var generator = SplitMix(seed)
        return generator.next()
    }
}

/// The cache file, written line by line.
private final class StopLog: @unchecked Sendable {
    private let lock = NSLock()
    private let path: String

    init(_ path: String) { self.path = path }

    func add(_ picture: String, _ kind: Degradation, _ stop: Int) {
        guard !path.isEmpty else { return }
        lock.withLock {
            if !FileManager.default.fileExists(atPath: path) {
                _ = FileManager.default.createFile(atPath: path, contents: nil)
            }
            guard let file = FileHandle(forWritingAtPath: path) else { return }
            _ = try? file.seekToEnd()
            try? file.write(contentsOf: Data("\(picture)\t\(kind.rawValue)\t\(stop)\n".utf8))
            try? file.close()
        }
    }
}

private final class ErrorBox: @unchecked Sendable {
    private let lock = NSLock()
    private var error: (any Error)?
    func set(_ error: any Error) { lock.withLock { self.error = self.error ?? error } }
    var first: (any Error)? { lock.withLock { error } }
}

private func autoreleasing(_ body: () throws -> Void) rethrows { try body() }
