// SPDX-License-Identifier: Apache-2.0

/// Judges a picture's file where only a part of it could be read: the code may lie in the part that is missing.
enum PictureFileJudge {
    /// `nil` for a whole picture, of which there is nothing to say.
    static func judge(_ snapshot: Snapshot) -> CheckReport? {
        guard let damage = snapshot.damage else { return nil }
        let reads = snapshot.picture.value?.attempts.contains { !$0.codes.isEmpty } ?? false
        return CheckReport(
            .stream,
            findings: [
                Finding(
                    .streamCorrupt, reads ? .warn : .fail, "only a part of \(snapshot.subject.name) can be read",
                    confidence: reads ? .certain : .likely, evidence: [EvidenceLine("file", damage)],
                    effect: reads
                        ? "codes in the missing part are not found" : "a code in the missing part cannot be found",
                    fixes: [Fix("Copy the file once more from where it came, or take the picture again")])
            ], passed: "")
    }
}
