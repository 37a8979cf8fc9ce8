// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import Frames

/// Reads a picture step by step, as `ReadingLadder` says, with readers it is given.
///
/// Of pictures each stands for itself. Frames are those of one stream: dear steps take turns, and a read that is not
/// believed at once may be confirmed within the next dozen frames. For scanning there is `StreamReader`, which also
/// knows what it has seen before.
///
/// Pictures of any size are read in bounded memory: prepared copies have at most a few megapixels, and what has more
/// than 40 megapixels or a side of over 32,000 pixels is looked at reduced.
public final class LadderReader: SteppedReader {
    public let name = "ladder"
    public var supported: Set<Symbology> { ladder.supported }
    /// What the steps of the last `read` did, in order; steps that were not taken are missing.
    public private(set) var records: [ReadingRecord] = []

    /// Told what became of each step, and how many codes are believed after it.
    var onOutcome: ((ReadingStep, LadderExplanation.Outcome, Int) -> Void)?

    package var onStep: ((Int) -> Void)?
    package var leftOut: Set<Int> = []

    private let ladder: LadderSteps
    private let isStream: Bool
    private var votes: ReadingVotes
    /// Pictures read so far.
    private var picture = 0

    /// Frames within which a weak read may be confirmed.
    static let memory = 12

    /// - Parameter readers: the reader for each part; steps whose reader is missing are left out.
    public convenience init(
        readers: [ReadingEngine: any BarcodeReader], effort: ReadingEffort, use: ReadingUse = .pictures
    ) {
        self.init(
            readers: readers, steps: ReadingLadder.steps(effort, use), isStream: use != .pictures && effort != .hard)
    }

    /// With steps of one's own, for tests and measurements.
    package init(readers: [ReadingEngine: any BarcodeReader], steps: [ReadingStep], isStream: Bool = false) {
        ladder = LadderSteps(steps, readers: readers)
        self.isStream = isStream
        votes = ReadingVotes(hasBothReaders: ladder.hasBothReaders, isStream: isStream)
    }

    public func reset() {
        votes.removeAll()
        picture = 0
    }

    public func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        records.removeAll(keepingCapacity: true)
        guard image.width > 0, image.height > 0 else { return [] }
        if isStream { votes.forget(before: picture - Self.memory) } else { votes.removeAll() }
        defer { picture += 1 }

        var prepared = PreparedPictures(image)
        for (place, step) in ladder.steps.enumerated() where !leftOut.contains(place) {
            let wanted = ladder.wanted(step, of: symbologies)
            guard !wanted.isEmpty, isDue(step, for: image) else {
                onOutcome?(step, .leftOut(wanted.isEmpty ? .symbologies : .notDue), votes.accepted(in: picture).count)
                continue
            }
            onStep?(place)
            let began = FrameTimestamp.now
            guard let codes = ladder.look(at: &prepared, step, wanted: wanted) else {
                onOutcome?(step, .leftOut(.shape), votes.accepted(in: picture).count)
                continue
            }
            votes.add(codes, by: step, picture: self.picture)
            let duration = FrameTimestamp.now.since(began)
            records.append(ReadingRecord(step: step, codes: codes.count, duration: duration))
            onOutcome?(step, .taken(codes: codes, duration: duration), votes.accepted(in: picture).count)
        }
        return votes.accepted(in: picture)
    }

    /// Reads a picture, and tells what each step did about it.
    public func explain(_ image: LumaImage, symbologies: Set<Symbology>) -> LadderExplanation {
        var lines: [LadderExplanation.Line] = []
        onOutcome = { lines.append(.init(step: $0, outcome: $1, believed: $2)) }
        defer { onOutcome = nil }
        let accepted = read(image, symbologies: symbologies)
        return LadderExplanation(lines: lines, accepted: accepted, doubtful: votes.doubtful(in: picture - 1))
    }

    /// What the steps read, believed or not; for measurements.
    package func readUnweighed(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        guard image.width > 0, image.height > 0 else { return [] }
        var prepared = PreparedPictures(image)
        return ladder.steps.flatMap { step -> [Barcode] in
            let wanted = ladder.wanted(step, of: symbologies)
            guard !wanted.isEmpty, isDue(step, for: image) else { return [] }
            return ladder.look(at: &prepared, step, wanted: wanted) ?? []
        }
    }

    private func isDue(_ step: ReadingStep, for image: LumaImage) -> Bool {
        switch step.condition {
        case .always: true
        case .nothingRead: votes.accepted(in: picture).isEmpty
        case .notOne: votes.accepted(in: picture).count != 1
        case .largerThan(let pixels): image.size.area > pixels
        case .everyNth(let count, let offset): picture == 0 || picture % count == offset
        // What is new is known to a `StreamReader` only: here every picture may be.
        case .onset: true
        case .doubt: false
        }
    }
}
