// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// Reads pictures by the steps of `ReadingLadder`, with given readers. Pictures are independent; for frames use
/// `StreamReader`.
///
/// Pictures of any size are read in limited memory: prepared copies have at most a few megapixels, and pictures with more
/// than 40 megapixels or a side of over 32,000 pixels are reduced.
package final class LadderReader: SteppedReader {
    package let name = "ladder"
    package var supported: Set<Symbology> { ladder.supported }
    package var shortfall: ReaderShortfall { ladder.shortfall }
    /// What the steps of the last `read` did, in order; skipped steps are missing.
    package private(set) var records: [ReadingRecord] = []

    package var onStep: StepLanes.Note?
    package var isAlone = false
    package var leftOut: Set<Int> = []

    private let ladder: LadderSteps
    private let lanes: StepLanes?

    /// - Parameters:
    ///   - readers: the reader for each engine. Steps without a reader are skipped.
    ///   - missing: why there is no reader for the other engines.
    package convenience init(
        readers: [ReadingEngine: any BarcodeReader], effort: ReadingEffort, missing: [BarcodeReaderError] = []
    ) {
        self.init(readers: readers, steps: ReadingLadder.steps(effort, .pictures), missing: missing)
    }

    /// With custom steps, for tests and measurements.
    package convenience init(
        readers: [ReadingEngine: any BarcodeReader], steps: [ReadingStep], missing: [BarcodeReaderError] = []
    ) {
        self.init(LadderSteps(steps, readers: readers, missing: missing))
    }

    /// - Parameter lanes: other threads with the same steps, which help with a large picture.
    package init(_ steps: LadderSteps, lanes: StepLanes? = nil) {
        ladder = steps
        self.lanes = lanes
    }

    package func finish() { lanes?.finish() }

    /// Does nothing: there is no state.
    package func reset() {}

    package func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        let explanation = explain(image, symbologies: symbologies)
        records = explanation.lines.compactMap { line in
            guard case .taken(let codes, let duration) = line.outcome else { return nil }
            return ReadingRecord(step: line.step, codes: codes.count, duration: duration)
        }
        return explanation.accepted
    }

    /// Reads a picture, and reports what each step did.
    package func explain(_ image: LumaImage, symbologies: Set<Symbology>) -> LadderExplanation {
        var explanation = LadderExplanation()
        guard image.width > 0, image.height > 0 else { return explanation }
        var votes = ReadingVotes(hasBothReaders: ladder.hasBothReaders, size: image.size)
        var prepared = PreparedPictures(image)
        var suspects: [Quadrilateral] = []
        let lanes = isAlone ? nil : lanes
        lanes?.begin(image, symbologies, due: dueUnread(image, symbologies), note: onStep)
        defer { lanes?.end() }
        for (place, step) in ladder.steps.enumerated() where !leftOut.contains(place) {
            let outcome = take(place, step, image, symbologies, &prepared, &votes, explanation.accepted, &suspects)
            if case .taken = outcome { explanation.accepted = votes.accepted(in: 0) }
            if !explanation.accepted.isEmpty { lanes?.stopLookingAhead() }
            explanation.lines.append(.init(step: step, outcome: outcome, believed: explanation.accepted.count))
        }
        explanation.doubtful = votes.doubtful(in: 0)
        return explanation
    }

    private func take(
        _ place: Int, _ step: ReadingStep, _ image: LumaImage, _ symbologies: Set<Symbology>,
        _ prepared: inout PreparedPictures, _ votes: inout ReadingVotes, _ accepted: [Barcode],
        _ suspects: inout [Quadrilateral]
    ) -> LadderExplanation.Outcome {
        guard !ladder.isNeedless(step) else { return .leftOut(.needless) }
        let wanted = ladder.wanted(step, of: symbologies)
        guard !wanted.isEmpty else { return .leftOut(.symbologies) }
        guard Self.isDue(step, image, accepted, suspects, isWaiting: { !votes.doubtful(in: 0).isEmpty }) else {
            return .leftOut(.notDue)
        }
        // No step reads again what another has read.
        let known = accepted.filter { $0.symbology.isLinear == step.engine.isForLinear }
        let answer: StepLanes.Answer
        if let lanes, !isAlone {
            answer = lanes.answer(place, ladder, &prepared, symbologies, known: known, note: onStep)
        } else {
            onStep?(place, 0)
            answer = ladder.answer(place, &prepared, symbologies, known: known)
        }
        guard let found = answer.found else { return .leftOut(.shape) }
        if let places = found.suspects { suspects = places }
        votes.add(found.codes, by: step, picture: 0)
        return .taken(codes: found.codes, duration: answer.duration)
    }

    /// The steps that run if nothing is read.
    private func dueUnread(_ image: LumaImage, _ symbologies: Set<Symbology>) -> [Int] {
        ladder.steps.indices.filter { place in
            let step = ladder.steps[place]
            return !leftOut.contains(place) && !ladder.wanted(step, of: symbologies).isEmpty
                && Self.isDue(step, image, [], [], isWaiting: { false })
        }
    }

    private static func isDue(
        _ step: ReadingStep, _ image: LumaImage, _ accepted: [Barcode], _ suspects: [Quadrilateral],
        isWaiting: () -> Bool
    ) -> Bool {
        switch step.condition {
        case .always: true
        case .nothingRead: accepted.isEmpty
        case .noneOrSeveralLinear: accepted.isEmpty || accepted.count(where: \.symbology.isLinear) > 1
        case .moreLikely:
            accepted.isEmpty || accepted.count(where: \.symbology.isLinear) > 1
                || suspects.contains { Self.resembles($0, anyOf: accepted) }
        case .noLinearRead: !accepted.contains(where: \.symbology.isLinear)
        case .placesLeft:
            accepted.isEmpty || Self.isSheet(accepted) || suspects.contains { Self.resembles($0, anyOf: accepted) }
        case .sheet: isSheet(accepted)
        case .unconfirmed: accepted.isEmpty && isWaiting()
        case .unreadLargerThan(let pixels): accepted.isEmpty && image.size.area > pixels
        case .largerThan(let pixels): image.size.area > pixels
        // Only a stream knows what is new and which step has a turn.
        case .everyNth, .onset, .unexplainedOnset, .unreadOnset, .stacked, .doubt: false
        }
    }

    /// Several matrix codes are a sheet or tray of them, where a thorough search mostly finds another.
    private static func isSheet(_ codes: [Barcode]) -> Bool {
        codes.count { !$0.symbology.isLinear } > 3 || codes.count { $0.symbology == .dataMatrix } > 1
    }

    /// Whether a place may be another symbol like one that was read: codes on one sheet or tray have about the same size.
    private static func resembles(_ place: Quadrilateral, anyOf codes: [Barcode]) -> Bool {
        let places = codes.filter { !$0.symbology.isLinear }.compactMap(\.corners)
        guard !places.contains(where: { $0.coversSamePlace(as: place) }) else { return false }
        let (width, height) = (place.width, place.height)
        guard max(width, height) < 2 * min(width, height) else { return false }
        return places.contains { other in
            let ratio = (width * height / max(1, other.width * other.height)).squareRoot()
            return ratio > 0.5 && ratio < 1.8
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
