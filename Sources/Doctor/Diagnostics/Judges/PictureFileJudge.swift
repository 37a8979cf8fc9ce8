// SPDX-License-Identifier: Apache-2.0

/// Judges a picture file of which only part could be read: the code may be in the missing part.
enum PictureFileJudge {
    /// Returns `nil` for an intact picture.
    static func judge(_ snapshot: Snapshot) -> CheckReport? {
        guard let damage = snapshot.damage else { return nil }
        let reads = snapshot.picture.value?.attempts.contains { !$0.codes.isEmpty } ?? false
        return CheckReport(
            .stream,
            findings: [
                Finding(
                    .streamCorrupt, reads ? .warn : .fail, "only part of \(snapshot.subject.name) can be read",
                    confidence: reads ? .certain : .likely, evidence: [EvidenceLine("file", damage)],
                    effect: reads
                        ? "codes in the missing part are not found" : "a code in the missing part cannot be found",
                    fixes: [Fix("Copy the file again from its source, or take the picture again")])
            ], passed: "")
    }
}
