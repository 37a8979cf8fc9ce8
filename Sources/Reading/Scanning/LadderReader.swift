// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import Frames

/// Reads pictures by the steps of `ReadingLadder`, with given readers. Pictures are independent; for frames use
/// `StreamReader`.
///
/// Pictures of any size are read in limited memory: prepared copies have at most a few megapixels, and pictures with more
/// than 40 megapixels or a side of over 32,000 pixels are reduced.
public final class LadderReader: SteppedReader {
    public let name = "ladder"
    public var supported: Set<Symbology> { ladder.supported }
    public var shortfall: ReaderShortfall { ladder.shortfall }
    /// What the steps of the last `read` did, in order; skipped steps are missing.
    public private(set) var records: [ReadingRecord] = []

    package var onStep: ((Int) -> Void)?
    package var leftOut: Set<Int> = []

    private let ladder: LadderSteps

    /// - Parameters:
    ///   - readers: the reader for each engine. Steps without a reader are skipped.
    ///   - missing: why there is no reader for the other engines.
    public convenience init(
        readers: [ReadingEngine: any BarcodeReader], effort: ReadingEffort, missing: [BarcodeReaderError] = []
    ) {
        self.init(readers: readers, steps: ReadingLadder.steps(effort, .pictures), missing: missing)
    }

    /// With custom steps, for tests and measurements.
    package init(
        readers: [ReadingEngine: any BarcodeReader], steps: [ReadingStep], missing: [BarcodeReaderError] = []
    ) {
        ladder = LadderSteps(steps, readers: readers, missing: missing)
    }

    /// Does nothing: there is no state.
    package func reset() {}

    public func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        let explanation = explain(image, symbologies: symbologies)
        records = explanation.lines.compactMap { line in
            guard case .taken(let codes, let duration) = line.outcome else { return nil }
            return ReadingRecord(step: line.step, codes: codes.count, duration: duration)
        }
        return explanation.accepted
    }

    /// Reads a picture, and reports what each step did.
    public func explain(_ image: LumaImage, symbologies: Set<Symbology>) -> LadderExplanation {
        var explanation = LadderExplanation()
        guard image.width > 0, image.height > 0 else { return explanation }
        var votes = ReadingVotes(hasBothReaders: ladder.hasBothReaders, size: image.size)
        var prepared = PreparedPictures(image)
        for (place, step) in ladder.steps.enumerated() where !leftOut.contains(place) {
            let outcome = take(place, step, image, symbologies, &prepared, &votes, explanation.accepted)
            if case .taken = outcome { explanation.accepted = votes.accepted(in: 0) }
            explanation.lines.append(.init(step: step, outcome: outcome, believed: explanation.accepted.count))
        }
        explanation.doubtful = votes.doubtful(in: 0)
        return explanation
    }

    private func take(
        _ place: Int, _ step: ReadingStep, _ image: LumaImage, _ symbologies: Set<Symbology>,
        _ prepared: inout PreparedPictures, _ votes: inout ReadingVotes, _ accepted: [Barcode]
    ) -> LadderExplanation.Outcome {
        guard !ladder.isNeedless(step) else { return .leftOut(.needless) }
        let wanted = ladder.wanted(step, of: symbologies)
        guard !wanted.isEmpty else { return .leftOut(.symbologies) }
        guard Self.isDue(step, image, accepted) else { return .leftOut(.notDue) }
        onStep?(place)
        let began = FrameTimestamp.now
        guard let codes = ladder.look(at: &prepared, step, wanted: wanted) else { return .leftOut(.shape) }
        votes.add(codes, by: step, picture: 0)
        return .taken(codes: codes, duration: FrameTimestamp.now.since(began))
    }

    private static func isDue(_ step: ReadingStep, _ image: LumaImage, _ accepted: [Barcode]) -> Bool {
        switch step.condition {
        case .always: true
        case .nothingRead: accepted.isEmpty
        case .notOne: accepted.count != 1
        case .largerThan(let pixels): image.size.area > pixels
        // Only a stream knows what is new and which step has a turn.
        case .everyNth, .onset, .unreadOnset, .doubt: false
        }
    }

    /// The codes that the steps read, accepted or not; for measurements.
    package func readUnweighed(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        explain(image, symbologies: symbologies).lines.flatMap { line -> [Barcode] in
            guard case .taken(let codes, _) = line.outcome else { return [] }
            return codes
        }
    }
}
