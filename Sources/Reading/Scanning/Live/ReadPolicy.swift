// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import Frames

/// Which of the codes read frame after frame are scans: agreement, one code in view, repeats, in this order.
public struct ReadPolicy: Sendable {
    public struct Verdict: Sendable {
        /// The scans, in reading order.
        public var scans: [Barcode] = []
        /// The codes in view, when one only is wanted and there have just come to be several.
        public var several: [Barcode]?
    }

    private var agreement: AgreementGate
    private var sole: SoleCodeGate?
    private var duplicates: DuplicateGate

    /// - Parameters:
    ///   - agreement: in how many frames a linear code without a strong check must be read; 1 leaves it to the reader.
    ///   - isSingle: nothing is a scan while several codes are in view.
    public init(repeats: RepeatRule, agreement: Int = 1, isSingle: Bool = false) {
        self.agreement = AgreementGate(agreement)
        sole = isSingle ? SoleCodeGate() : nil
        duplicates = DuplicateGate(repeats)
    }

    /// Judges what one frame gave, nothing included. `moment` must not go backwards.
    public mutating func judge(_ codes: [Barcode], at moment: FrameTimestamp) -> Verdict {
        var verdict = Verdict()
        var passing = agreement.agreed(codes.inReadingOrder, at: moment)
        if let judged = sole?.judge(passing, at: moment) {
            passing = judged.passing
            verdict.several = judged.several
        }
        verdict.scans = passing.filter { duplicates.accept($0, at: moment) }
        return verdict
    }
}
