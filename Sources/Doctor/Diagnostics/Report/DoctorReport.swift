// SPDX-License-Identifier: Apache-2.0

/// The doctor's report about one subject.
package struct DoctorReport: Hashable, Sendable {
    package var subject: Snapshot.Subject
    /// In causal order.
    package var checks: [CheckReport]
    /// The codes that were read; their texts are `nil` where the evidence was redacted.
    package var reads: [Read]
    /// One sentence for a report without findings.
    package var summary: String
    /// A lower limit of the verdict, independent of the remaining checks: see `limited(to:)`.
    private var worst: Verdict?

    package struct Read: Hashable, Sendable {
        package var symbology: String
        /// Raw: escape it before showing it.
        package var text: String?

        package init(symbology: String, text: String?) {
            self.symbology = symbology
            self.text = text
        }
    }

    package enum Verdict: String, Hashable, Sendable {
        /// Every check passed.
        case ready
        /// It works, but there are warnings, or a check could not be run.
        case degraded
        /// A check failed.
        case blocked
    }

    package init(subject: Snapshot.Subject, checks: [CheckReport], reads: [Read] = [], summary: String = "") {
        self.subject = subject
        self.checks = checks
        self.reads = reads
        self.summary = summary
    }

    package var verdict: Verdict {
        if worst == .blocked || checks.contains(where: { $0.state == .fail }) { return .blocked }
        return checks.contains { $0.state == .warn || $0.state == .unknown } ? .degraded : .ready
    }

    /// The first failure in causal order. Without one: if no code was read as a scan would, the first warning about the
    /// picture, which is why; or else the first warning, those about other people's access last.
    package var headline: Finding? {
        func first(
            _ severity: Finding.Severity, _ ids: Set<CheckID>? = nil, except excluded: FindingID? = nil
        ) -> Finding? {
            for check in checks where ids?.contains(check.id) != false {
                if let finding = check.findings.first(where: { $0.severity == severity && $0.id != excluded }) {
                    return finding
                }
            }
            return nil
        }
        let isUnread = checks.contains { $0.id == .reader && $0.state != .pass }
        return first(.fail) ?? (isUnread ? first(.warn, [.light, .focus, .symbol, .reader]) : nil)
            ?? first(.warn, except: .accessWorldWritable) ?? first(.warn)
    }

    /// The report limited to some checks. If one of them was skipped because of a failure that is left out, the verdict
    /// stays `blocked`.
    package func limited(to ids: Set<CheckID>) -> DoctorReport {
        var report = self
        report.checks.removeAll { !ids.contains($0.id) }
        if verdict == .blocked, report.checks.contains(where: { $0.state == .skip }) { report.worst = .blocked }
        return report
    }

    package var findings: [Finding] { checks.flatMap(\.findings) }
    package var notes: [Finding] { checks.flatMap(\.notes) }
}
