// SPDX-License-Identifier: Apache-2.0

public import Barcodes

/// What a ladder did about one picture, step by step.
public struct LadderExplanation: Sendable {
    public struct Line: Sendable {
        public var step: ReadingStep
        public var outcome: Outcome
        /// The codes believed after it.
        public var believed: Int
    }

    public enum Outcome: Sendable {
        /// The codes the step read, believed or not; preparing and reading. A preparation that several steps share is
        /// counted with the first.
        case taken(codes: [Barcode], duration: Duration)
        case leftOut(Reason)
    }

    public enum Reason: Hashable, Sendable {
        /// It is for none of the symbologies asked for.
        case symbologies
        /// The library in use does by itself what the step is for.
        case needless
        /// Its condition is not met: `ReadingStep.condition`.
        case notDue
        /// The picture is empty, or so thin that the preparation would be mostly background.
        case shape
    }

    public internal(set) var lines: [Line] = []
    /// The codes that are believed.
    public internal(set) var accepted: [Barcode] = []
    /// The codes that were read and are not believed: no second look agreed.
    public internal(set) var doubtful: [Barcode] = []
}

extension ReadingStep.Condition {
    /// When the step is left out: a clause.
    public var whyNot: String {
        switch self {
        case .always: "it always runs"
        case .nothingRead: "a code has been read"
        case .notOne: "exactly one code has been read"
        case .largerThan(let pixels): "the picture has at most \(pixels) pixels"
        case .everyNth: "it is another step's turn"
        case .onset: "nothing new has come into view"
        case .unreadOnset: "nothing new has come into view, or it has already been read"
        case .doubt: "no code is in doubt"
        }
    }
}
