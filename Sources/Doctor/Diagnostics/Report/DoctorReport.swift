// SPDX-License-Identifier: Apache-2.0

/// What the doctor has to say of one subject.
public struct DoctorReport: Hashable, Sendable {
    public var subject: Snapshot.Subject
    /// In causal order.
    public var checks: [CheckReport]
    /// The codes that were read, as symbology and text; empty texts where the evidence was redacted.
    public var reads: [Read]
    /// One sentence for a set-up without findings.
    public var summary: String
    /// At least this, whatever the checks that are left say: see `limited(to:)`.
    private var worst: Verdict?

    public struct Read: Hashable, Sendable {
        public var symbology: String
        /// Raw: escape before showing.
        public var text: String?

        public init(symbology: String, text: String?) {
            self.symbology = symbology
            self.text = text
        }
    }

    public enum Verdict: String, Hashable, Sendable {
        /// Everything passed.
        case ready
        /// It works, but something was found, or could not be looked at.
        case degraded
        /// A link is broken.
        case blocked
    }

    public init(subject: Snapshot.Subject, checks: [CheckReport], reads: [Read] = [], summary: String = "") {
        self.subject = subject
        self.checks = checks
        self.reads = reads
        self.summary = summary
    }

    public var verdict: Verdict {
        if worst == .blocked || checks.contains(where: { $0.state == .fail }) { return .blocked }
        return checks.contains { $0.state == .warn || $0.state == .unknown } ? .degraded : .ready
    }

    /// The first broken link: the first failure in causal order, or else the first warning.
    public var headline: Finding? {
        for severity in [Finding.Severity.fail, .warn] {
            for check in checks {
                if let finding = check.findings.first(where: { $0.severity == severity }) { return finding }
            }
        }
        return nil
    }

    /// The report of some checks only. One that was skipped because something before it failed is no better for the
    /// failure being left out.
    public func limited(to ids: Set<CheckID>) -> DoctorReport {
        var report = self
        report.checks.removeAll { !ids.contains($0.id) }
        if verdict == .blocked, report.checks.contains(where: { $0.state == .skip }) { report.worst = .blocked }
        return report
    }

    public var findings: [Finding] { checks.flatMap(\.findings) }
}
