// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import MachineFacts

/// Judges a blank picture of a machine whose firmware says that its camera is switched off: some cameras stay there and send
/// white, grey or black pictures, without a word from the driver.
enum SwitchJudge {
    static func finding(_ snapshot: Snapshot, _ picture: PictureEvidence) -> Finding? {
        guard snapshot.subject.kind == .camera, picture.read.isEmpty, picture.codes(.harder).isEmpty,
            let figures = picture.figures, isBlank(figures),
            let off = snapshot.host.value?.machine?.switches.first(where: \.isOff)
        else { return nil }
        let isBlock = off.path.contains("block_recording")
        return Finding(
            .lightCovered, .fail,
            "the camera is switched off by this machine's firmware, as its camera key does, and sends blank pictures",
            confidence: .likely,
            evidence: [
                EvidenceLine(off.path, off.value), EvidenceLine("mean luma", "\(figures.mean.text(0)) of 255"),
                EvidenceLine("deviation of luma", figures.standardDeviation.text(0)),
            ],
            effect: "nothing is visible",
            fixes: [
                Fix(
                    "Press the key with the camera's symbol, often one of the F keys together with Fn (Fn+F10 on Samsung laptops)"
                ),
                isBlock
                    ? Fix(
                        "Or let the firmware allow recording", commands: ["echo 0 | sudo tee \(off.path)"],
                        needsRoot: true, undo: ["echo 1 | sudo tee \(off.path)"],
                        isRunnable: DriverJudge.isSafePath(off.path))
                    : off.path.contains("firmware-attributes")
                        ? Fix("Or enable the camera in the firmware setup (the screen before Linux starts)")
                        : Fix(
                            "Or switch it on", commands: ["echo 1 | sudo tee \(off.path)"], needsRoot: true,
                            undo: ["echo 0 | sudo tee \(off.path)"], isRunnable: DriverJudge.isSafePath(off.path)),
            ])
    }

    /// Evenly white, grey or black but for noise.
    private static func isBlank(_ figures: FrameFigures) -> Bool {
        figures.standardDeviation < 25 && (figures.mean > 200 || figures.mean < 30) || figures.standardDeviation < 6
    }
}
