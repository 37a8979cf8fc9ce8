// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// The steps of a ladder for one picture, and their results.
package struct LadderExplanation: Sendable {
    package struct Line: Sendable {
        package var step: ReadingStep
        package var outcome: Outcome
        /// The number of accepted codes after this step.
        package var believed: Int
    }

    package enum Outcome: Sendable {
        /// The codes that the step read, accepted or not, and the time for preparing and reading. A preparation shared by
        /// several steps counts for the first.
        case taken(codes: [Barcode], duration: Duration)
        case leftOut(Reason)
    }

    package enum Reason: Hashable, Sendable {
        /// It reads none of the requested symbologies.
        case symbologies
        /// The library in use already does what the step is for.
        case needless
        /// Its condition is not met: `ReadingStep.condition`.
        case notDue
        /// The picture is empty, or so thin that the preparation would be mostly background.
        case shape
    }

    package internal(set) var lines: [Line] = []
    /// The accepted codes.
    package internal(set) var accepted: [Barcode] = []
    /// The codes that were read but not accepted, because no second read confirmed them.
    package internal(set) var doubtful: [Barcode] = []
}

extension ReadingStep.Condition {
    /// Why the step is skipped: a clause.
    package var whyNot: String {
        switch self {
        case .always: "it always runs"
        case .nothingRead: "a code has been read"
        case .noneOrSeveralLinear: "a code has been read, and not several linear ones"
        case .moreLikely: "a code has been read, not several linear ones, and nothing else looks like it"
        case .noLinearRead: "a linear code has been read"
        case .placesLeft: "nothing else looks like the codes that have been read"
        case .sheet: "there are not several matrix codes"
        case .unconfirmed: "no code waits for another read"
        case .unreadLargerThan(let pixels): "a code has been read, or the picture has at most \(pixels) pixels"
        case .largerThan(let pixels): "the picture has at most \(pixels) pixels"
        case .everyNth: "it is another step's turn"
        case .onset, .unexplainedOnset: "nothing new has come into view"
        case .stacked: "nothing that looks like a code has stayed unread for long enough"
        case .unreadOnset: "nothing new has come into view, or it has already been read"
        case .doubt: "no code is in doubt"
        }
    }
}
