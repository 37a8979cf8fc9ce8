// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// Decides which codes of a stream of frames are scans: by agreement, one code in view, and repeats, in this order.
package struct ReadPolicy: Sendable {
    package struct Verdict: Sendable {
        /// The scans, in reading order.
        package var scans: [Barcode] = []
        /// The codes in view, if only one is wanted and there are newly several.
        package var several: [Barcode]?
    }

    private var agreement: AgreementGate
    private var sole: SoleCodeGate?
    private var duplicates: DuplicateGate

    /// - Parameters:
    ///   - agreement: the number of frames in which a linear code without a strong check must be read; 1 relies on the
    ///     reader.
    ///   - isSingle: report no scan while several codes are in view.
    package init(repeats: RepeatRule, agreement: Int = 1, isSingle: Bool = false) {
        self.agreement = AgreementGate(agreement)
        sole = isSingle ? SoleCodeGate() : nil
        duplicates = DuplicateGate(repeats)
    }

    /// Judges the codes of one frame. Call it for frames without codes too. `moment` must not go backwards.
    package mutating func judge(_ codes: [Barcode], at moment: FrameTimestamp) -> Verdict {
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
