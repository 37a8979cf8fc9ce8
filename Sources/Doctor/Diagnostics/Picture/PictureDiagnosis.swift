// SPDX-License-Identifier: Apache-2.0

/// The four checks of a picture together.
package enum PictureDiagnosis {
    /// Light, focus, symbol and reader, in causal order.
    package static func reports(_ evidence: PictureEvidence) -> [CheckReport] {
        [
            LightJudge.judge(evidence), FocusJudge.judge(evidence), SymbolJudge.judge(evidence),
            ReaderJudge.judge(evidence),
        ]
    }

    /// The first failure in causal order, or else the first warning.
    package static func headline(_ evidence: PictureEvidence) -> FindingID? {
        let findings = reports(evidence).flatMap(\.findings)
        return (findings.first { $0.severity == .fail } ?? findings.first)?.id
    }
}
