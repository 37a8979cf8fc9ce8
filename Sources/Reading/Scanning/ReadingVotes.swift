// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// Collects the reads of several steps until they are accepted, one entry for each code and place.
package struct ReadingVotes {
    private struct Entry {
        var code: Barcode
        var weight: Int
        /// Which of the two libraries read it.
        var isOfZXing = false
        var isOfZBar = false
        /// Our own reader of linear codes read it, which needs no confirmation from another.
        var isOfOwn = false
        /// The picture of the last read.
        var picture: Int
        /// The searches that read it.
        var steps: Set<Look>
        /// The first step that read it in `picture`.
        var step: ReadingStep

        var codeWithConfidence: Barcode {
            let readers = [isOfZXing, isOfZBar, isOfOwn].count { $0 }
            var code = code
            code.confidence = ReadingSupport(readers: readers, searches: steps.count, isOfOwn: isOfOwn)
                .confidence(in: code)
            return code
        }

        mutating func note(_ engine: ReadingEngine) {
            switch engine {
            case .zxing, .closeZXing: isOfZXing = true
            case .zbar, .coarseZBar, .rowsZBar: isOfZBar = true
            case .linear, .quickLinear: isOfOwn = true
            case .candela, .quickCandela: break
            }
        }
    }

    /// The part of a step on which its reads depend.
    private struct Look: Hashable {
        var preparation: ReadingPreparation
        var engine: ReadingEngine
        var isOnBars: Bool
        var isStacked: Bool

        init(_ step: ReadingStep) {
            // A sharpened stack is the same picture to a reader that read it as it was.
            isStacked = step.condition == .stacked
            preparation = isStacked ? .none : step.preparation
            engine = step.engine
            isOnBars = step.isOnBars
        }
    }

    /// The weight that a further picture adds in a search that has already read the code: a still camera repeats its
    /// mistakes.
    private static let repeated = 2

    private var entries: [Entry] = []

    /// Whether both readers are available, so that one can be asked to confirm the other.
    private let hasBothReaders: Bool
    /// Whether the pictures come from a camera.
    private let isStream: Bool
    /// The size of the picture, if there is only one.
    private let size: FrameSize?
    /// For measuring the benefit of the rule that of two codes at one place one yields.
    private let ignoresPlaces: Bool

    package init(
        hasBothReaders: Bool = true, isStream: Bool = false, size: FrameSize? = nil, ignoresPlaces: Bool = false
    ) {
        self.hasBothReaders = hasBothReaders
        self.isStream = isStream
        self.size = size
        self.ignoresPlaces = ignoresPlaces
    }

    /// Forgets the reads of pictures before `picture`.
    package mutating func forget(before picture: Int) { entries.removeAll { $0.picture < picture } }

    package mutating func removeAll() { entries.removeAll() }

    /// Adds the reads of one step. The same code twice at one place in one step counts once, with its best weight.
    package mutating func add(_ codes: [Barcode], by step: ReadingStep, picture: Int) {
        var noted: [Int: Int] = [:]
        let look = Look(step)
        for code in codes {
            var weight = ReadingWeight.of(code, by: step, inStream: isStream, fills: size.map(code.fills) ?? false)
            if let index = entries.firstIndex(where: {
                Self.isSame($0.code, code, picturesApart: $0.picture != picture)
            }) {
                let before = noted[index] ?? 0
                if noted[index] == nil, !entries[index].steps.insert(look).inserted {
                    weight = min(weight, Self.repeated)
                }
                entries[index].weight += max(0, weight - before)
                noted[index] = max(before, weight)
                // A place in an earlier picture is no longer valid.
                if entries[index].code.corners == nil || entries[index].picture != picture {
                    entries[index].code.corners = code.corners
                }
                if entries[index].code.decodedText == nil, entries[index].code.bytes == code.bytes {
                    entries[index].code.decodedText = code.decodedText
                }
                entries[index].code.quality = [entries[index].code.quality, code.quality].compactMap(\.self).max()
                // The first search of a picture counts: steps go from cheap to expensive.
                if entries[index].picture != picture { entries[index].step = step }
                entries[index].picture = picture
                entries[index].note(step.engine)
            } else {
                noted[entries.count] = weight
                var entry = Entry(code: code, weight: weight, picture: picture, steps: [look], step: step)
                entry.note(step.engine)
                entries.append(entry)
            }
        }
    }

    /// The accepted codes of `picture`, in the order in which they were first read.
    package func accepted(in picture: Int) -> [Barcode] {
        entries.indices.filter { index in
            entries[index].picture == picture && isSupported(entries[index]) && !yieldsToAny(index)
        }.map { entries[$0].codeWithConfidence }
    }

    /// The codes of `picture` that need another read before they are accepted.
    package func doubtful(in picture: Int) -> [Barcode] {
        entries.indices.filter { index in
            entries[index].picture == picture && !isSupported(entries[index]) && !yieldsToAny(index)
        }.map { entries[$0].code }
    }

    package func isDoubtful(_ code: Barcode, in picture: Int) -> Bool {
        doubtful(in: picture).contains { $0.symbology == code.symbology && $0.bytes == code.bytes }
    }

    /// The first step that read a code of `picture`.
    package func step(of code: Barcode, in picture: Int) -> ReadingStep? {
        entries.last { $0.picture == picture && $0.code.symbology == code.symbology && $0.code.bytes == code.bytes }?
            .step
    }

    private func isSupported(_ entry: Entry) -> Bool {
        guard entry.weight >= ReadingWeight.enough else { return false }
        return !hasBothReaders || entry.isOfOwn || !ReadingWeight.needsBothReaders(entry.code)
            || entry.isOfZBar && entry.isOfZXing
    }

    private func yieldsToAny(_ index: Int) -> Bool {
        !ignoresPlaces && entries.indices.contains { other in other != index && yields(index, to: other) }
    }

    /// Whether the code at `index` is taken for a misread of the one at `other`.
    private func yields(_ index: Int, to other: Int) -> Bool {
        let a = entries[index]
        let b = entries[other]
        guard a.code.symbology.isLinear == b.code.symbology.isLinear else { return false }
        let samePlace = Self.mayShareAPlace(a.code, b.code)
        // A part of a longer text, read along a slanted line. In a stream, the whole may have been seen before.
        if a.code.symbology == .itf, b.code.symbology == .itf, samePlace || a.picture != b.picture {
            if Self.isPart(a.code.bytes, of: b.code.bytes) { return true }
            if Self.isPart(b.code.bytes, of: a.code.bytes) { return false }
        }
        // Add-ons stand next to their code, inside a generous outline.
        let addOns: Set<Symbology> = [.ean2, .ean5]
        guard samePlace, a.picture == b.picture, !addOns.contains(a.code.symbology), !addOns.contains(b.code.symbology)
        else { return false }
        // Two codes cannot occupy one place: the better supported one is kept; of equals, the first.
        return b.weight > a.weight || (b.weight == a.weight && other < index && b.weight >= ReadingWeight.enough)
    }

    private static func mayShareAPlace(_ a: Barcode, _ b: Barcode) -> Bool {
        guard let place = a.corners, let other = b.corners else { return true }
        return place.coversSamePlace(as: other)
    }

    /// The same symbol of the picture. Between pictures, the same code anywhere, because things move.
    private static func isSame(_ a: Barcode, _ b: Barcode, picturesApart: Bool) -> Bool {
        guard a.symbology == b.symbology, a.bytes == b.bytes || (a.text != nil && a.text == b.text) else {
            return false
        }
        return picturesApart || mayShareAPlace(a, b)
    }

    private static func isPart(_ part: [UInt8], of text: [UInt8]) -> Bool {
        guard part.count < text.count else { return false }
        return (0...text.count - part.count).contains { text[$0...].starts(with: part) }
    }
}
